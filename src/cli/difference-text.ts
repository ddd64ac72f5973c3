import type { Handle, World } from '../world/api.js';
import type { PastValue } from '../world/histories-api.js';
import type { Difference, DifferenceCount, DivergentWrite } from '../world/questions-api.js';
import type { ComparedRuns } from '../world/diff.js';
import { printable } from '../content/text/quote.js';
import { stepsJson } from './history-table.js';
import { idOf, idOrNull } from './find-object.js';
import { type Colors, counted, right, signed, tableText } from './terminal.js';
import { isReference, objectText, valueJson, valueText } from './value-text.js';

/** Two worlds that are compared, and what to call them. */
export interface Sides {
  readonly first: World;
  readonly second: World;
  readonly names: readonly [first: string, second: string];
}

export function differenceJson({ object, what, isObject, first, second }: Difference) {
  return { object: idOf(object), what, first: valueJson(first, isObject), second: valueJson(second, isObject) };
}

export function writeJson(write: DivergentWrite | undefined) {
  if (write === undefined) return null;
  return { ...write, object: idOf(write.object), source: idOrNull(write.source) };
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
  const by = source === 0 || rule === phase ? rule : `${rule} of ${objectIn(world, source)}`;
  const change = `${valueIn(world, before, isObject)} → ${valueIn(world, after, isObject)}`;
  const when = phase === '' ? '' : ` in ${phase}`;
  return printable(`${column} of ${objectIn(world, object)} ${change}, by ${by}${when}`);
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
    objectIn(first === false && what === 'exists' ? sides.second : sides.first, object),
    what,
    right(valueIn(sides.first, first, isObject)),
    '→',
    right(valueIn(sides.second, second, isObject)),
  ]);
  const more = count - differences.length;
  return [
    tableText(['object', 'value', right(name), '', right(other)], rows, colors),
    ...(more > 0 ? [`  and ${counted(more, 'difference')} more`] : []),
  ];
}

export function differenceText({ first, second }: Sides, difference: Difference): string {
  const { what, object, isObject } = difference;
  const [value, other] = [valueIn(first, difference.first, isObject), valueIn(second, difference.second, isObject)];
  return `${what} of ${objectIn(first, object)}, ${value} → ${other}`;
}

/** Objects may have died since, or been made in a copy. */
const gone = '';

function objectIn(world: World, object: Handle): string {
  return objectText(world, object, gone);
}

function valueIn(world: World, value: Difference['first'], isObject: boolean): string {
  return valueText(world, value, isObject, { gone, most: Infinity });
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
    ...(count === 0 && parts.length > 0 ? [`no value differs, only ${parts.map(partText).join(', ')}`, ''] : []),
  ];
}

/** The state has parts that hold no values of objects. */
function partText(part: string): string {
  return part === 'identity' ? 'identity (which ids are free, and how often each was used)' : printable(part);
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
    const told = (value: PastValue | undefined) => valueIn(world, value ?? null, history.isObject);
    const steps = history.steps.map(({ rule, source, label, before, after }, i) => [
      i === 0 ? of : '',
      printable(rule),
      source === 0 ? '' : printable(objectIn(world, source)),
      printable(label),
      right(told(before)),
      right(told(after)),
    ]);
    return steps.length > 0
      ? steps
      : [[of, 'not written', '', '', right(told(history.initial)), right(told(history.current))]];
  });
  const title = printable(`${column} of ${objectIn(sides.first, object)}`);
  return [tableText([title, 'rule', 'source', 'label', right('before'), right('after')], rows, colors), ''];
}
