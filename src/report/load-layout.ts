import type { Report } from '../model/types.ts';
import { outcomeText } from './outcome.ts';
import { visible } from './safe-text.ts';
import { labelled, painter } from './text.ts';

export interface LoadLayoutOptions {
  readonly color: boolean;
  readonly width: number;
  readonly files: readonly { readonly about: string; readonly path: string }[];
}

/** How a load or a probe is laid out in the terminal: its outcome, labelled rows, and the files that it left. */
export interface LoadLayout {
  readonly paint: ReturnType<typeof painter>;
  /** columns */
  readonly room: number;
  readonly heading: readonly string[];
  readonly row: (label: string, text: string) => readonly string[];
  readonly files: readonly string[];
}

export function loadLayout(report: Report, { color, width, files }: LoadLayoutOptions, labelWidth: number): LoadLayout {
  const paint = painter(color);
  const room = Math.max(60, Math.min(width, 120));
  const { heading, why } = outcomeText(report);
  const dim = (word: string): string => paint('dim', word);
  return {
    paint,
    room,
    heading: labelled(
      heading,
      `${visible(why)}; exit code ${report.exitCode}`,
      { indent: 0, labelWidth: heading.length + 2, width: room },
      (label) => paint(['bold', report.outcome === 'conformant' ? 'green' : report.outcome === 'violations' ? 'red' : 'yellow'], label),
    ),
    row: (label, text) => labelled(label, visible(text), { indent: 0, labelWidth, width: room, limit: 6 }, dim),
    files: files.flatMap(({ about, path }) => labelled(about, visible(path), { indent: 0, labelWidth, width: 1000 }, dim)),
  };
}
