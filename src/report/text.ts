import { styleText } from 'node:util';
import type { Limits } from '../profile/profile.ts';

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';
export type Paint = (styles: Style | readonly Style[], text: string) => string;

/** Colours a text, or leaves it as it is where colour is off (NO_COLOR, or no terminal): the caller decides, once. */
export function painter(color: boolean): Paint {
  return (styles, text) =>
    color && text !== ''
      ? styleText(typeof styles === 'string' ? styles : [...styles], text, {
          validateStream: false,
        })
      : text;
}

/** Breaks a text into lines of at most `width` characters, at spaces where there are any; after `limit` lines it ends with '…'. */
export function wrap(text: string, width: number, limit = Number.POSITIVE_INFINITY): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > width / 2 ? space : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  lines.push(rest);
  if (lines.length <= limit) return lines;
  const last = lines[limit - 1] ?? '';
  return [...lines.slice(0, limit - 1), `${last.slice(0, width - 2)} …`];
}

/** A label and its text, wrapped with a hanging indent. */
export function labelled(
  label: string,
  text: string,
  layout: {
    readonly indent: number;
    readonly labelWidth: number;
    readonly width: number;
    readonly limit?: number;
  },
  paint: (label: string) => string,
): readonly string[] {
  const { indent, labelWidth, width, limit } = layout;
  const lines = wrap(text, Math.max(20, width - indent - labelWidth), limit);
  return lines.map((line, index) => ' '.repeat(indent) + (index === 0 ? paint(label.padEnd(labelWidth)) : ' '.repeat(labelWidth)) + line);
}

/** 950 → '950 ms', 4210 → '4.2 s', 125000 → '2 min 5 s' */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** What a profile lets a run spend, in words: 'at most 2,000 requests, 5 a second, 4 at once, 600 s'. */
export function budgetText({ requests, perSecond, concurrency, durationMs }: Limits): string {
  const pace = Number.isFinite(perSecond) ? `${perSecond} a second` : 'as fast as they are answered';
  return `at most ${requests.toLocaleString('en-US')} requests, ${pace}, ${concurrency} at once, ${durationMs / 1000} s`;
}
