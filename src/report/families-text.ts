import type { Report } from '../model/types.ts';
import { plural } from './defects.ts';

/** Places of each oracle family: how many were exercised; empty where no family was planned. */
export function familiesText({ families = [] }: Report): string {
  return families.map(({ name, places, exercised }) => `${name} ${exercised} of ${plural(places, 'place')}`).join(' · ');
}
