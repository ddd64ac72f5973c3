import { type Kind, type Model, classAt, kindAt } from '../model/model.js';
import { targetSlot } from '../ir/node.js';
import { searchesWorld } from '../eval/ops/members.js';
import type { Range } from '../eval/ops/range.js';
import { asOverMembers, decidingValue } from '../eval/node-shape.js';
import type { Term } from '../eval/term.js';
import type { Step } from '../model/connection.js';
import { squareSize } from '../state/connections.js';
import type { Carrier } from '../ir/rule.js';

/** Number of rows as factors: 500 sources × 10,000 candidates. */
export type Rows = readonly number[];

/** One aggregate or search. */
export interface Look {
  readonly range: Range;
  /** Rows, and members in each. */
  readonly factors: Rows;
}

/** Cost of evaluating a term: objects looked at by its aggregates, and the worst aggregate. */
interface Work {
  readonly looked: number;
  readonly worst: Look | undefined;
}

const noWork: Work = { looked: 0, worst: undefined };

export function product(rows: Rows): number {
  return rows.reduce((all, factor) => all * factor, 1);
}

/**
 * The work of a term in rows that differ in the slots of `varying`. As in the kernels, what is independent of them, or
 * of outer objects, is evaluated once; `singly` nothing is shared, and ranges are searched for. Repeated parts count
 * each time.
 */
export function workOf(
  term: Term,
  rows: Rows,
  varying: number,
  model: Model,
  world: NominalWorld,
  how: 'columns' | 'singly' = 'columns',
): Work {
  const known = new Map<string, Work>();
  return visit(term, rows, varying);

  function visit(at: Term, asked: Rows, slots: number): Work {
    if (!at.heavy) return noWork;
    const own = (at.free & slots) === 0 && !at.runs ? [] : asked;
    const name = `${at.id} ${own.join(' ')} ${slots}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = ofMembers(at, own, slots) ?? ofArguments(at, own, slots);
    known.set(name, found);
    return found;
  }

  function ofArguments(at: Term, asked: Rows, slots: number): Work {
    // A heavy condition is evaluated only where light ones have not decided.
    const isLogic = decidingValue(at) !== undefined;
    const rest = isLogic && at.args.some((arg) => !arg.heavy) ? halved(asked) : asked;
    return both(at.args.map((arg) => visit(arg, rest, slots)));
  }

  function ofMembers(at: Term, asked: Rows, slots: number): Work | undefined {
    const found = asOverMembers(at);
    if (found === undefined) return undefined;
    const { range, slot, outer, isSearch } = found;
    const bit = 1 << slot;
    const inner = at.args.slice(outer);
    const members = how === 'singly' ? searched(range, model, world) : membersOf(range, model, world);
    const isShared =
      how === 'columns' && inner.every((arg) => (arg.free & slots & ~bit) === 0 && !arg.draws && !arg.runs);
    const factors = isSearch
      ? [...(isShared ? [] : searching(inner, asked, slots)), members]
      : aggregated(isShared, asked, members, range);
    const own: Work = { looked: product(factors), worst: { range, factors } };
    return both([
      own,
      ...at.args.slice(0, outer).map((arg) => visit(arg, asked, slots)),
      ...inner.map((arg) => visit(arg, factors, isShared ? bit : slots | bit)),
    ]);
  }

  function aggregated(isShared: boolean, asked: Rows, members: number, range: Range): Rows {
    return isShared ? sharedRows(asked, members, objectsOfKind(model, world, range.kind)) : [...asked, members];
  }

  /**
   * Rows with separate searches: those that differ in candidates alone share members whose conditions ignore the
   * candidate.
   */
  function searching(inner: readonly Term[], asked: Rows, slots: number): Rows {
    const candidate = (1 << targetSlot) & slots;
    const isCommon = how === 'columns' && candidate !== 0 && inner.every((arg) => (arg.free & candidate) === 0);
    return isCommon ? asked.slice(0, -1) : asked;
  }
}

function halved(rows: Rows): Rows {
  return rows.map((factor, i) => (i === rows.length - 1 ? Math.ceil(factor / 2) : factor));
}

/** Common members of rows are looked at once. */
function sharedRows(asked: Rows, members: number, population: number): Rows {
  return product(asked) * members <= population ? [...asked, members] : [population];
}

export function both(works: readonly Work[]): Work {
  return works.reduce((a, b) => ({ looked: a.looked + b.looked, worst: worse(a.worst, b.worst) }), noWork);
}

function worse(a: Look | undefined, b: Look | undefined): Look | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return product(b.factors) > product(a.factors) ? b : a;
}

/** Objects looked at for one row where no index leads to a range. */
function searched(range: Range, model: Model, world: NominalWorld): number {
  switch (range.over) {
    case 'objects':
    case 'class':
      return world.objects;
    case 'owned':
      return 2 * world.objects;
    case 'connection':
      return searchedBySteps(range.steps, model, world);
    case 'attached':
    case 'contents':
    case 'owners':
    case 'cells':
    case 'ball':
      return membersOf(range, model, world);
    case 'ranked':
      return searched(range.of, model, world);
  }
}

function membersOf(range: Range, model: Model, world: NominalWorld): number {
  const all = objectsOfKind(model, world, range.kind);
  switch (range.over) {
    case 'objects':
      return all;
    case 'class':
      return objectsOfClass(model, world, range.class);
    case 'owned':
      return Math.ceil(all / world.factions);
    case 'attached':
    case 'contents':
      return Math.min(attachedMembers, all);
    case 'owners':
      return 1;
    case 'connection':
      return range.steps.reduce((found, step) => afterStep(step, found, model, world), 1);
    case 'ranked':
      return membersOf(range.of, model, world);
    case 'ball':
      return Math.min(withinMembers, all);
    case 'cells':
      return Math.min(squareSize(model.grids[range.grid], usualDistance), world.objects);
  }
}

/** Objects looked at to find them without an index. */
function searchedBySteps(steps: readonly Step[], model: Model, world: NominalWorld): number {
  let [found, searched] = [1, 0];
  for (const step of steps) {
    searched += searchesWorld(step) ? found * world.objects : 0;
    found = afterStep(step, found, model, world);
    searched += found;
  }
  return Math.max(1, searched);
}

function afterStep(step: Step, found: number, model: Model, world: NominalWorld): number {
  switch (step.by) {
    case 'objects':
      return objectsOfKind(model, world, step.kind);
    case 'owned':
    case 'referrers':
      return Math.min(world.objects, found * Math.ceil(objectsOfKind(model, world, step.kind) / world.factions));
    case 'attached':
      return found * Math.min(attachedMembers, objectsOfKind(model, world, step.kind));
    case 'listed':
    case 'linked':
      return found * attachedMembers;
    case 'square':
      return found * Math.min(squareSize(model.grids[step.grid], step.distance), world.objects);
    case 'once':
      return Math.min(found, world.objects);
    default:
      return found;
  }
}

/** The world for which plans are judged. */
export interface NominalWorld {
  readonly objects: number;
  /** Objects of the class that carries a rule, and of any other class. */
  readonly sources: number;
  readonly factions: number;
  readonly nodes: number;
}

export const usualObjects = 10_000;

/** Members attached to an object, contained in it, or in one of its lists. */
const attachedMembers = 8;

/** Looked at to find those within a radius. */
const withinMembers = 24;

/** Of members of a neighbourhood. */
const usualDistance = 1;

/** Of the objects, a tenth are nodes, a twentieth carry a rule, twelve are factions. */
export function nominalWorld(objects = usualObjects): NominalWorld {
  return { objects, sources: Math.ceil(objects / 20), factions: Math.min(12, objects), nodes: Math.ceil(objects / 10) };
}

/** Kinds that are neither nodes nor factions share the rest; none has a smaller share. */
const leastShare = 1 / 4;

/** Kinds that only carry rules (laws, techs): one object of each class for each faction. */
function isCarrier({ columns, attachesTo, node, faction }: Kind): boolean {
  return columns.length === 0 && attachesTo.length === 0 && !node && !faction;
}

/** Kind 0: all. */
export function objectsOfKind(model: Model, world: NominalWorld, kind: number): number {
  if (kind === 0) return world.objects;
  const asked = kindAt(model, kind);
  if (asked.faction) return world.factions;
  if (asked.node) return world.nodes;
  if (isCarrier(asked))
    return Math.min(
      world.objects,
      world.factions * Math.max(1, model.classes.filter((each) => each.kind === kind).length),
    );
  const others = model.kinds.filter((each) => !each.node && !each.faction && !isCarrier(each)).length;
  return Math.ceil(world.objects * Math.max(leastShare, 1 / others));
}

export function objectsOfClass(model: Model, world: NominalWorld, index: number): number {
  const kind = kindAt(model, classAt(model, index).kind);
  return isCarrier(kind)
    ? Math.min(world.factions, world.objects)
    : Math.min(world.sources, objectsOfKind(model, world, kind.index));
}

/** Carriers of a rule; for conditions, as many as of a class. */
export function carriersIn(model: Model, world: NominalWorld, carrier: Carrier): number {
  switch (carrier.by) {
    case 'class':
      return objectsOfClass(model, world, carrier.class);
    case 'seat':
      return world.factions;
    case 'condition':
      return world.sources;
  }
}
