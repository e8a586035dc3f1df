/** A table in lines: cells padded to the width of their column, but for the last. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<readonly number[]>((before, row) => row.map((cell, column) => Math.max(cell.length, before[column] ?? 0)), []);
  return rows.map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '));
}
