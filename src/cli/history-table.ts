import { printable } from '../content/text/quote.js';
import type { CellHistory, CellStep, Handle, World } from '../world/api.js';
import type { PastValue } from '../world/histories-api.js';
import { idOf, nameOf } from './find-object.js';
import { quoted } from './object-table.js';
import { type Colors, type TableRow, changeCells, changeHead, counted, right, tableText } from './terminal.js';
import { type PlainValue, objectText, valueJson, valueText } from './value-text.js';

/** What led to a value of an object, for people and machines. */
export interface ShownHistory {
  readonly object: Handle;
  readonly name: string;
  /** The key of the name in JSON, too. */
  readonly sort: 'meter' | 'variable' | undefined;
  readonly history: CellHistory;
  /** Undefined for the last turn. */
  readonly since: number | undefined;
}

export function historyTable(world: World, { object, name, history, since }: ShownHistory, colors: Colors): string {
  const { initial, current, steps, skipped, isObject, existed } = history;
  const text = (value: PastValue | undefined, none?: string) => valueText(world, value, isObject, { none });
  const when =
    since === undefined || since === world.turn - 1 ? `turn ${world.turn}` : `turns ${since + 1} to ${world.turn}`;
  const isThere = world.isLive(object);
  const what = isThere ? `${world.kindOf(object)} ${nameOf(world, object)}` : objectText(world, object);
  const [from, to] = [text(initial, existed ? 'none' : 'born'), text(current, isThere ? 'none' : 'gone')];
  const values = text(initial) === text(current) && isThere ? `stays ${to}` : `${from} → ${to}`;
  const first = colors.bold(printable(`${name} of ${what} in ${when}: ${values}`));
  const isItems = steps.some(({ item }) => item !== undefined);
  if (steps.length === 0) return `${first}\nnothing ${hasWrites(world, name) ? 'wrote' : 'changed'} it\n`;
  const columns: readonly Column[] = [
    ...(since === undefined ? [] : [{ head: right('turn'), of: ({ turn }: CellStep) => right(turn) }]),
    { head: 'rule', of: ({ rule }) => rule },
    { head: 'source', of: ({ source }) => (source === 0 ? '' : objectText(world, source)) },
    { head: 'phase', of: ({ rule, phase }) => (phase === undefined || phase === rule ? '' : phase) },
    ...(steps.some(({ priority }) => priority !== undefined)
      ? [{ head: right('priority'), of: ({ priority }: CellStep) => right(priority ?? '') }]
      : []),
    { head: 'label', of: ({ rule, label }) => (label === rule ? '' : label) },
  ];
  const head = [...columns.map((column) => column.head), ...(isItems ? ['change'] : changeHead)];
  const rows = steps.map((step): TableRow => {
    const cells = columns.map(({ of }) => of(step));
    if (!isItems) return [...cells, ...changeCells(text(step.before), text(step.after))];
    const { item, before, after } = step;
    const change =
      item === undefined
        ? `${text(before)} → ${text(after)}`
        : `${after === true ? '+' : '−'} ${text([item] as readonly Handle[] | readonly string[])}`;
    return [...cells, change];
  });
  const more = skipped === 0 ? '' : `  after ${counted(skipped, 'earlier step')} that are left out\n`;
  return `${first}\n\n${more}${tableText(head, rows, colors)}\n`;
}

interface Column {
  readonly head: TableRow[number];
  readonly of: (step: CellStep) => TableRow[number];
}

function hasWrites({ program: { model } }: World, name: string): boolean {
  return model.columnByName.has(name);
}

/** Objects are ids. */
export function historyJson({ object, name, sort, history }: ShownHistory) {
  return {
    name,
    object: idOf(object),
    ...(sort === undefined ? {} : { [sort]: name }),
    ...stepsJson(history),
  };
}

/** Objects are ids. */
export function stepsJson({ initial, current, steps, skipped, isObject }: CellHistory) {
  const plain = (value: PastValue | undefined) => valueJson(value, isObject);
  return {
    initial: plain(initial),
    current: plain(current),
    steps: steps.map(({ rule, source, label, turn, phase, priority, item, before, after }) => ({
      rule,
      source: idOf(source),
      label,
      turn,
      phase,
      priority,
      ...(item === undefined ? {} : { item: plain(item) }),
      before: plain(before),
      after: plain(after),
    })),
    ...(skipped === 0 ? {} : { skipped }),
  };
}

const csvHeads = ['object', 'name', 'turn', 'rule', 'source', 'phase', 'priority', 'label', 'item', 'before', 'after'];

/** One line for each step. */
export function historiesCsv(all: readonly ShownHistory[]): string {
  const rows = all.flatMap((shown) => {
    const { object, name, steps } = historyJson(shown);
    return steps.map((step) => [
      ...[object, name, step.turn, step.rule, step.source, step.phase, step.priority, step.label],
      ...[step.item, step.before, step.after],
    ]);
  });
  return [csvHeads, ...rows.map((row) => row.map(csvText))].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

function csvText(value: PlainValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? value.join(';') : String(value);
}
