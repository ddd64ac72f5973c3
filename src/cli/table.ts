import { printable } from '../content/text/quote.js';
import type { CellHistory, CellValue } from '../world/api.js';
import type { Colors } from './terminal.js';

export type TableCell = string | { readonly right: string };

export type TableRow = readonly TableCell[];

/** Aligned, two spaces apart. */
export function tableLines(rows: readonly TableRow[], indent = ''): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, (typeof cell === 'string' ? cell : cell.right).length);
    });
  }
  return rows.map((row) => {
    const cells = row.map((cell, i) =>
      typeof cell === 'string' ? cell.padEnd(widths[i]) : cell.right.padStart(widths[i]),
    );
    return `${indent}${cells.join('  ')}`.trimEnd();
  });
}

export function tableText(head: TableRow, rows: readonly TableRow[], { bold }: Colors): string {
  const [first, ...others] = tableLines([head, ...rows], '  ').map(printable);
  return [bold(first), ...others].join('\n');
}

export function right(text: string | number): TableCell {
  return { right: typeof text === 'number' ? grouped(text) : text };
}

export function grouped(value: number, decimals = 3): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = Math.abs(value) >= 0.001 || value === 0 ? value.toFixed(decimals) : value.toPrecision(3);
  const [whole, part] = rounded.split('.');
  const tail = (part ?? '').replace(/0+$/, '');
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${tail === '' ? '' : `.${tail}`}`;
}

export function signed(value: number): string {
  return value > 0 ? `+${grouped(value)}` : grouped(value);
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

export function firstFew(names: readonly string[]): string {
  return `${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and so on' : ''}`;
}

export function cellText(value: CellValue | undefined, none = 'none'): string {
  if (value === null || value === undefined) return none;
  return typeof value === 'number' ? grouped(value, 6) : printable(String(value));
}

export function stepsTable(
  title: string,
  { initial, current, steps }: CellHistory,
  sourceName: (source: number) => string,
  colors: Colors,
): string {
  const values =
    initial === current ? `stays ${cellText(current)}` : `${cellText(initial, 'born')} → ${cellText(current)}`;
  const first = colors.bold(printable(`${title}: ${values}`));
  if (steps.length === 0) return `${first}\nnothing wrote it\n`;
  const rows = steps.map(({ rule, source, label, before, after }) => [
    rule,
    sourceName(source),
    label === rule ? '' : label,
    right(cellText(before)),
    '→',
    right(cellText(after)),
  ]);
  const head = ['rule', 'source', 'label', right('before'), '', right('after')];
  return `${first}\n\n${tableText(head, rows, colors)}\n`;
}
