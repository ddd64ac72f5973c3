/** A cell of a table: text, or text that is shown on the right side of its column. */
export type TableCell = string | { readonly right: string };

/** Rows as aligned lines, two spaces apart, without trailing spaces. `indent` stands before each. */
export function tableLines(rows: readonly (readonly TableCell[])[], indent = ''): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, textOf(cell).length);
    });
  }
  return rows.map((row) => {
    const cells = row.map((cell, i) =>
      typeof cell === 'string' ? cell.padEnd(widths[i]) : cell.right.padStart(widths[i]),
    );
    return `${indent}${cells.join('  ')}`.trimEnd();
  });
}

/** A cell on the right side: numbers. */
export function right(text: string | number): TableCell {
  return { right: typeof text === 'number' ? grouped(text) : text };
}

/** A number for people: thousands apart, at most three decimals, small ones in full precision. */
export function grouped(value: number, decimals = 3): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = Math.abs(value) >= 0.001 || value === 0 ? value.toFixed(decimals) : value.toPrecision(3);
  const [whole, part] = rounded.split('.');
  const tail = (part ?? '').replace(/0+$/, '');
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${tail === '' ? '' : `.${tail}`}`;
}

/** A difference with its sign. */
export function signed(value: number): string {
  return value > 0 ? `+${grouped(value)}` : grouped(value);
}

function textOf(cell: TableCell): string {
  return typeof cell === 'string' ? cell : cell.right;
}
