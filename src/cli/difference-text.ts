import type { CellValue } from '../world/host-values.js';
import type { Handle, World } from '../world/api.js';
import type { PastValue } from '../world/histories-api.js';
import type { Difference, DifferenceCount, DivergentWrite } from '../world/questions-api.js';
import type { ComparedRuns } from '../world/diff.js';
import { printable } from '../content/text/quote.js';
import { stepsJson } from './history-table.js';
import { idOf, nameOf } from './find-object.js';
import { type Colors, cellText, counted, right, signed, tableText } from './terminal.js';

/** Two worlds that are compared, and what to call them. */
export interface Sides {
  readonly first: World;
  readonly second: World;
  readonly names: readonly [first: string, second: string];
}

export function differenceJson({ object, what, isObject, first, second }: Difference) {
  const valueJson = (value: Difference['first']): unknown => {
    if (!isObject) return value;
    return Array.isArray(value) ? value.map((each) => idOf(Number(each))) : value === null ? null : idOf(Number(value));
  };
  return { object: idOf(object), what, first: valueJson(first), second: valueJson(second) };
}

export function writeJson(write: DivergentWrite | undefined) {
  if (write === undefined) return null;
  return { ...write, object: idOf(write.object), source: write.source === 0 ? null : idOf(write.source) };
}

export function totalsJson(totals: readonly DifferenceCount[]) {
  return totals.map(({ what, objects, sum = null }) => ({ what, objects, sum }));
}

/** The two writes with which the runs began to differ. */
export function writeLines(sides: Sides, first: DivergentWrite | undefined, second: DivergentWrite | undefined) {
  const [name, other] = sides.names;
  const width = Math.max(name.length, other.length) + 1;
  return [
    `  ${`${name}:`.padEnd(width)} ${writeText(sides.first, first)}`,
    `  ${`${other}:`.padEnd(width)} ${writeText(sides.second, second)}`,
  ];
}

function writeText(world: World, write: DivergentWrite | undefined): string {
  if (write === undefined) return 'not written';
  const { object, column, before, after, rule, source, phase } = write;
  const isObject = isReference(world, column);
  const by = source === 0 || rule === phase ? rule : `${rule} of ${objectText(world, source)}`;
  const change = `${valueText(world, before, isObject)} → ${valueText(world, after, isObject)}`;
  const when = phase === '' ? '' : ` in ${phase}`;
  return printable(`${column} of ${objectText(world, object)} ${change}, by ${by}${when}`);
}

function isReference(world: World, column: string): boolean {
  return world.program.model.columnByName.get(column)?.type.name === 'entity';
}

export function totalsText(title: string, totals: readonly DifferenceCount[], colors: Colors): string {
  const rows = [...totals]
    .sort((a, b) => b.objects - a.objects)
    .map(({ what, objects, sum }) => [what, right(objects), right(sum === undefined ? '' : signed(sum))]);
  return tableText([title, right('objects'), right('sum')], rows, colors);
}

/** `count`: of all differences, of which some are listed. */
export function differenceLines(
  sides: Sides,
  differences: readonly Difference[],
  count: number,
  colors: Colors,
): readonly string[] {
  const [name, other] = sides.names;
  const rows = differences.map(({ object, what, isObject, first, second }) => [
    objectText(first === false && what === 'exists' ? sides.second : sides.first, object),
    what,
    right(valueText(sides.first, first, isObject)),
    '→',
    right(valueText(sides.second, second, isObject)),
  ]);
  const more = count - differences.length;
  return [
    tableText(['object', 'value', right(name), '', right(other)], rows, colors),
    ...(more > 0 ? [`  and ${counted(more, 'difference')} more`] : []),
  ];
}

export function differenceText({ first, second }: Sides, difference: Difference): string {
  const { what, object, isObject } = difference;
  const [value, other] = [valueText(first, difference.first, isObject), valueText(second, difference.second, isObject)];
  return `${what} of ${objectText(first, object)}, ${value} → ${other}`;
}

/** Objects may have died since, or been made in a copy. */
function objectText(world: World, object: Handle): string {
  return world.isLive(object) ? nameOf(world, object) : `#${idOf(object)}`;
}

function valueText(world: World, value: Difference['first'], isObject: boolean): string {
  const one = (each: CellValue): string =>
    isObject && typeof each === 'number' ? objectText(world, each as Handle) : cellText(each);
  return Array.isArray(value)
    ? value.map((each) => one(each as CellValue)).join(', ') || 'none'
    : one(value as CellValue);
}

type Runs = Pick<ComparedRuns, 'parts' | 'differences' | 'totals' | 'first' | 'second' | 'histories'>;

export function runsJson({ parts, differences, totals, first, second, histories }: Runs) {
  return {
    parts,
    first: writeJson(first),
    second: writeJson(second),
    histories:
      histories === undefined
        ? null
        : {
            object: idOf(histories.object),
            column: histories.column,
            first: histories.first === undefined ? null : stepsJson(histories.first),
            second: histories.second === undefined ? null : stepsJson(histories.second),
          },
    totals: totalsJson(totals),
    differences: differences.map(differenceJson),
  };
}

/** What differs, the writes with which it began, and both histories. */
export function runsLines(sides: Sides, runs: Runs, colors: Colors): readonly string[] {
  const { parts, differences, totals, first, second } = runs;
  const count = totals.reduce((sum, { objects }) => sum + objects, 0);
  return [
    ...((first ?? second) === undefined ? [] : ['first write that differs', ...writeLines(sides, first, second), '']),
    ...historyLines(sides, runs, colors),
    ...(count === 0
      ? []
      : [totalsText('differs', totals, colors), '', ...differenceLines(sides, differences, count, colors), '']),
    ...(count === 0 && parts.length > 0 ? [`no value differs, only ${parts.map(printable).join(', ')}`, ''] : []),
  ];
}

function historyLines(sides: Sides, { histories }: Runs, colors: Colors): readonly string[] {
  if (histories === undefined) return [];
  const { object, column } = histories;
  const [name, other] = sides.names;
  const rows = [
    { world: sides.first, of: name, history: histories.first },
    { world: sides.second, of: other, history: histories.second },
  ].flatMap(({ world, of, history }) => {
    if (history === undefined) return [[of, 'does not exist', '', '', '', '']];
    const told = (value: PastValue | undefined) => valueText(world, value ?? null, history.isObject);
    const steps = history.steps.map(({ rule, source, label, before, after }, i) => [
      i === 0 ? of : '',
      printable(rule),
      source === 0 ? '' : printable(objectText(world, source)),
      printable(label),
      right(told(before)),
      right(told(after)),
    ]);
    return steps.length > 0
      ? steps
      : [[of, 'not written', '', '', right(told(history.initial)), right(told(history.current))]];
  });
  const title = printable(`${column} of ${objectText(sides.first, object)}`);
  return [tableText([title, 'rule', 'source', 'label', right('before'), right('after')], rows, colors), ''];
}
