/** One row of the table of figures: what is measured, by which command, and what came of it. */
export interface Figure {
  readonly what: string;
  readonly figure: string;
  readonly command: string;
}

const BLOCK = /(?<=<!-- figures -->\n)[\s\S]*?(?=<!-- \/figures -->)/;
const HEAD = ['| what | figure | command |', '| --- | --- | --- |'];

/** The page with these figures in its table: a row of the same name is replaced, a new one comes last, the others stay. Throws where there is no table. */
export function withFigures(page: string, fresh: readonly Figure[]): string {
  const table = BLOCK.exec(page)?.[0];
  if (table === undefined) throw new Error('the page has no table between <!-- figures --> and <!-- /figures -->: put the two lines in');
  const rows = new Map(
    table
      .split('\n')
      .filter((line) => line.startsWith('| ') && !HEAD.includes(line))
      .map((line) => [line.split(' | ')[0]?.slice(2) ?? '', line]),
  );
  for (const { what, figure, command } of fresh) rows.set(what, `| ${what} | ${figure.replaceAll('|', '\\|')} | \`${command}\` |`);
  return page.replace(BLOCK, () => [...HEAD, ...rows.values(), ''].join('\n'));
}
