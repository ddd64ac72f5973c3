import { mostGraphs } from '../components/edges.js';
import { connectionRange } from '../eval/ops/members.js';
import { faultIn } from '../ir/shape.js';
import { maxCapacity } from '../kernel/identity.js';
import { cellsMade } from '../state/make-cells.js';
import { type Grid, fitsTogether, mostPoints } from '../model/connection.js';
import {
  type Class,
  type Column,
  type Kind,
  type Model,
  type Storage,
  type Type,
  type Variable,
  largestValue,
  mostWords,
} from '../model/model.js';

/** The list of a model, the place in it, and what is wrong there. */
type Fault = readonly [list: keyof Model, place: number, fault: string];

/** What several parts of a model must agree about. */
export function* modelFaults(model: Model): Generator<Fault> {
  yield* namedTwice(model);
  yield* circles('kinds', model.kinds, ({ attachesTo }) => attachesTo.map((kind) => kind - 1));
  yield* circles('columns', model.columns, ({ cap }) => (cap < 0 ? [] : [cap]));
  yield* each('kinds', model.kinds, (kind) => kindFault(kind, model));
  yield* each('columns', model.columns, (column) => columnFault(column, model));
  yield* variableFaults(model);
  const holders = model.holdings.map(({ kinds }) => new Set(kinds));
  yield* each('classes', model.classes, (of) => classFault(of, holders, model));
  yield* each('grids', model.grids, (grid) => gridFault(grid, model));
  if (model.graphs.length > mostGraphs) yield ['graphs', mostGraphs, 'too many networks'];
  if (cellsMade(model) > maxCapacity)
    yield ['grids', model.grids.length - 1, `grids that make ${cellsMade(model)} cells`];
  yield* each('connections', model.connections, ({ steps }) => faultIn(() => connectionRange(model, steps)));
}

function gridFault(grid: Grid, { kinds, classes }: Model): string | undefined {
  const { width, height, class: of, makesCells, kind } = grid;
  if (width * height > mostPoints) return `a grid of ${width * height} points`;
  if (!fitsTogether(grid)) return `hexagons in ${height} rows that wrap`;
  if (makesCells && kinds.at(kind - 1)?.faction === true) return 'cells that are factions';
  return of === 0 || classes.at(of - 1)?.kind === kind ? undefined : 'cells of a class of another kind';
}

function* each<Part>(
  list: keyof Model,
  parts: readonly Part[],
  faultOf: (part: Part) => string | undefined,
): Generator<Fault> {
  for (const [place, part] of parts.entries()) {
    const fault = faultOf(part);
    if (fault !== undefined) yield [list, place, fault];
  }
}

/** Parts that need each other, by place. Linear, and without recursion. */
function* circles<Part>(
  list: keyof Model,
  parts: readonly Part[],
  needs: (part: Part) => readonly number[],
): Generator<Fault> {
  // 1 while its needs are followed, 2 after that.
  const found = new Uint8Array(parts.length);
  for (const start of parts.keys()) {
    const open = [start];
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const needed = found[at] === 0 ? needs(parts[at]) : [];
      if (found[at] > 0) open.pop();
      found[at] = Math.min(found[at] + 1, 2);
      for (const each of needed) {
        if (found[each] === 1) yield [list, at, 'a part of a circle'];
        if (found[each] === 0) open.push(each);
      }
    }
  }
}

/** Connections and variables may share names. */
const unique = [
  'kinds',
  'columns',
  'classes',
  'enumerations',
  'tables',
  'holdings',
  'links',
  'grids',
  'questions',
  'relations',
  'graphs',
] as const;

function* namedTwice(model: Model): Generator<Fault> {
  for (const list of unique) {
    const names = new Set<string>();
    yield* each<{ readonly name: string }>(list, model[list], ({ name }) => {
      if (names.has(name)) return 'a duplicate name';
      names.add(name);
      return undefined;
    });
  }
}

function kindFault({ index, columns: own, ownership }: Kind, { kinds, columns }: Model): string | undefined {
  const having = columns.filter(({ kinds: of }) => of[index] === 1);
  if (having.length !== own.length || having.some((column, place) => column.index !== own[place]))
    return 'other columns than those that belong to the kind';
  return ownership.rule === 'through' && kinds[ownership.kind - 1].ownership.rule !== 'stored'
    ? 'an owner through a kind that stores none'
    : undefined;
}

/** Of columns; variables have the same types. */
const storages: ReadonlyMap<string, readonly Storage[]> = new Map<string, readonly Storage[]>([
  ['number', ['f64', 'f32', 'i32']],
  ['boolean', ['u8']],
  ['entity', ['f64']],
  ['class', ['i32']],
  ['enumeration', ['u8']],
]);

function columnFault(column: Column, model: Model): string | undefined {
  const { type, storage, integer, role, cap, initial, minimum, maximum } = column;
  if (storages.get(type.name)?.includes(storage) !== true) return `a ${type.name} in ${storage}`;
  if (type.name === 'enumeration' && largestValue(model, type) > mostWords) return 'more words than a column can store';
  if (integer !== (storage === 'i32' && type.name === 'number')) return 'whole numbers in another column';
  if (role === 'meter' && type.name !== 'number') return 'a meter that is not a number';
  if (!fits(initial, type, model) || (integer && initial !== (initial | 0))) return 'an invalid initial value';
  if (!(minimum <= maximum)) return 'bounds that leave nothing';
  if (cap >= 0 && (role !== 'meter' || model.columns[cap].role !== 'meter')) return 'a cap that is not a meter';
  return companionFault(column, model);
}

function companionFault({ type, companion }: Column, model: Model): string | undefined {
  if (companion === undefined) return undefined;
  const { columns, enumerations } = model;
  if (type.name !== 'enumeration') return 'a companion of no words';
  const own = columns[companion.property];
  if (columns[companion.remember].type.name !== own.type.name) return 'a companion that cannot be remembered';
  const words = enumerations[type.index].members.length;
  for (const [member, { value, born }] of companion.members)
    if (member < 1 || member > words || !fits(value, own.type, model) || !fits(born, own.type, model))
      return 'a companion of no word';
  return undefined;
}

/** Cells of an object are in the order of its variables. */
function* variableFaults(model: Model): Generator<Fault> {
  const offsets = new Map<number, number>();
  yield* each('variables', model.variables, ({ kind, type, initial, offset }: Variable) => {
    const next = offsets.get(kind) ?? 0;
    offsets.set(kind, next + 1);
    if (offset !== next) return `the offset ${offset} in place ${next}`;
    return 'value' in initial && storages.has(type.name) && fits(initial.value, type, model)
      ? undefined
      : 'an initial value of another type';
  });
}

/** `holders`: the kinds of each holding. */
function classFault(
  { kind, initial, held }: Class,
  holders: readonly ReadonlySet<number>[],
  model: Model,
): string | undefined {
  const { columns, holdings, enumerations } = model;
  for (const [at, first] of initial)
    if (columns[at].kinds[kind] !== 1 || !fits(first, columns[at].type, model)) return 'an invalid initial value';
  for (const [at, words] of held ?? []) {
    const { members } = enumerations[holdings[at].words];
    if (!holders[at].has(kind) || words.some((word) => word > members.length)) return 'an invalid initial word';
  }
  return undefined;
}

/** References are none at first. */
function fits(value: number, type: Type, model: Model): boolean {
  if (type.name === 'number') return Number.isFinite(value);
  const most = largestValue(model, type);
  return Number.isInteger(value) && value >= 0 && value <= (most === Infinity ? 0 : most);
}
