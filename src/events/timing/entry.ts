import { type Model, type Type, classAt } from '../../model/model.js';
import { fact } from '../../model/stamps.js';
import type { Ability, Listening } from '../../ir/occurrence.js';
import { draws, nodeLike, printNode, withArgs } from '../../eval/make-node.js';
import { type Node, sourceSlot } from '../../ir/node.js';
import { occurring } from '../../eval/ops/occurrences.js';
import { asEquality, asRead, conjuncts, constantValue, dataOf, isSlot } from '../../eval/shape.js';
import { type Asked, asked } from '../../eval/frames/hot.js';
import { stampsIn } from '../watch/split.js';
import { copyOf } from '../../meaning/answering.js';
import type { WorldState } from '../../components/state.js';

/** An ability with one type that it listens to, prepared for frequent tests. */
export interface Entry {
  readonly number: number;
  readonly ability: Ability;
  readonly listening: Listening;
  /** By which it counts as used; several abilities may be one copy. */
  readonly copy: number;
  readonly isShared: boolean;
  readonly live: Asked | undefined;
  readonly where: Asked | undefined;
  readonly condition: Asked | undefined;
  readonly controller: Asked | undefined;
  /** The stored value that a field must have. `where` is omitted if that is all it says. */
  readonly demanded: { readonly field: number; readonly value: number } | undefined;
  /**
   * What carriers and controllers depend on, and what else answers depend on beside the occurrence. Undefined where any
   * of it draws: it cannot be kept.
   */
  readonly looksAt: LookedAt | undefined;
  /** The field that names its object; -1: none. */
  readonly self: number;
}

export interface LookedAt {
  readonly live: readonly number[];
  readonly answer: readonly number[];
  /** Whether the rest depends on the occurrence. */
  readonly occurrence: boolean;
}

export function entryOf(number: number, given: Ability, listening: Listening, model: Model): Entry {
  const ability = plainly(given, model);
  const perhaps = (node: Node | undefined): Asked | undefined => node && asked(node);
  const demands = [listening.where, ability.condition].flatMap((node) => (node === undefined ? [] : conjuncts(node)));
  const demanded = first(demands, demandedBy);
  const where =
    listening.where !== undefined && demandedBy(listening.where) !== undefined ? undefined : listening.where;
  return {
    number,
    ability: given,
    listening,
    copy: copyOf(ability),
    isShared: ability.copy !== undefined,
    live: perhaps(ability.live),
    where: perhaps(where),
    condition: perhaps(ability.condition),
    controller: perhaps(ability.controller),
    demanded,
    self: first(demands, selfIn) ?? -1,
    looksAt: looksAt([ability.live, ability.controller], [listening.where, ability.condition]),
  };
}

function first<Found>(nodes: readonly Node[], find: (node: Node) => Found | undefined): Found | undefined {
  for (const node of nodes) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The field of an equation, on either side, and the other side. */
function fieldIn(node: Node): { readonly field: number; readonly type: Type; readonly other: Node } | undefined {
  const equal = asEquality(node);
  if (equal === undefined) return undefined;
  for (const [side, other] of [
    [equal.left, equal.right],
    [equal.right, equal.left],
  ]) {
    const data = dataOf(side, occurring);
    if (data !== undefined) return { field: data.field, type: side.type, other };
  }
  return undefined;
}

/** A field equals a constant. Objects are not compared as they are stored. */
function demandedBy(node: Node): Entry['demanded'] {
  const found = fieldIn(node);
  const value = found && constantValue(found.other);
  return found === undefined || value === undefined || found.type.name === 'entity'
    ? undefined
    : { field: found.field, value };
}

function selfIn(node: Node): number | undefined {
  const found = fieldIn(node);
  return found !== undefined && isSlot(found.other, sourceSlot) ? found.field : undefined;
}

function looksAt(live: readonly (Node | undefined)[], answer: readonly (Node | undefined)[]): LookedAt | undefined {
  const present = (nodes: readonly (Node | undefined)[]): Node[] => nodes.filter((node) => node !== undefined);
  if ([...present(live), ...present(answer)].some(draws)) return undefined;
  const stampsOf = (nodes: readonly (Node | undefined)[]): Set<number> =>
    new Set([fact.population, ...present(nodes).flatMap((node) => [...stampsIn(node)])]);
  const answerStamps = stampsOf(answer);
  // Which occurrence it is, is known otherwise.
  const occurrence = answerStamps.delete(fact.occurrence);
  return { live: [...stampsOf(live)], answer: [...answerStamps], occurrence };
}

/** Equal for abilities with the same objects, conditions and controllers. */
export function liveKey({ ability: { carrier }, live, controller }: Entry): string {
  const who =
    carrier.by === 'kind'
      ? `kind ${carrier.kind}`
      : carrier.by === 'classes'
        ? `classes ${[...carrier.classes].sort((a, b) => a - b).join(' ')}`
        : carrier.by;
  return [who, ...[live, controller].map((asked) => (asked === undefined ? '' : printNode(asked.node)))].join('; ');
}

/** Kinds of carriers; none for the world and for created copies. */
export function kindsOfCarriers({ carrier }: Ability, model: Model): readonly number[] {
  if (carrier.by === 'kind') return [carrier.kind];
  return carrier.by === 'classes' ? [...new Set([...carrier.classes].map((index) => classAt(model, index).kind))] : [];
}

/** Reads that look further up for a column become plain where all carriers have it. */
function plainly(ability: Ability, model: Model): Ability {
  const { live, controller, condition } = ability;
  const kinds = kindsOfCarriers(ability, model);
  if (kinds.length === 0) return ability;
  const plain = (node: Node | undefined): Node | undefined => node && withoutClimb(node, kinds, model);
  return { ...ability, live: plain(live), controller: plain(controller), condition: plain(condition) };
}

function withoutClimb(node: Node, kinds: readonly number[], model: Model): Node {
  const args = node.args.map((arg) => withoutClimb(arg, kinds, model));
  const data = asRead(node);
  if (
    data?.climb === true &&
    isSlot(args[0], sourceSlot) &&
    kinds.every((kind) => model.columns[data.column].kinds[kind] === 1)
  )
    return nodeLike(node, args, { ...data, climb: false });
  return withArgs(node, args);
}

/** Abilities that listen to one type at one point in one step. */
export interface Listeners {
  readonly printed: Entry[];
  readonly created: Map<Ability, Entry>;
  /** Printed ones that may answer an occurrence, by row, and perhaps others. */
  readonly fitting: (row: number) => readonly Entry[];
  /** None of them draws: answers last. */
  isLasting: boolean;
}

export function createListeners(state: WorldState): Listeners {
  const printed: Entry[] = [];
  let byValue: ByValue | undefined;
  return {
    printed,
    created: new Map(),
    isLasting: true,
    fitting(row) {
      if (printed.length < fewEntries) return printed;
      byValue ??= sorted(printed);
      const { field, lists, others } = byValue;
      return field < 0 ? printed : (lists.get(state.occurrences.values[row * state.fieldCount + field]) ?? others);
    },
  };
}

const fewEntries = 6;

/**
 * Entries by the value that they demand of one field, in order, each list with those that demand none (`others`). Field
 * -1: there is no such field.
 */
interface ByValue {
  readonly field: number;
  readonly lists: ReadonlyMap<number, readonly Entry[]>;
  readonly others: readonly Entry[];
}

function sorted(entries: readonly Entry[]): ByValue {
  const counts = new Map<number, number>();
  for (const { demanded } of entries)
    if (demanded !== undefined) counts.set(demanded.field, (counts.get(demanded.field) ?? 0) + 1);
  const [field, most] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [-1, 0]);
  // Lists that hardly differ waste memory.
  if (2 * most < entries.length) return { field: -1, lists: new Map(), others: entries };
  const isOf = ({ demanded }: Entry, value: number): boolean => demanded?.field !== field || demanded.value === value;
  const values = new Set(entries.flatMap(({ demanded }) => (demanded?.field === field ? [demanded.value] : [])));
  return {
    field,
    lists: new Map([...values].map((value) => [value, entries.filter((entry) => isOf(entry, value))])),
    others: entries.filter(({ demanded }) => demanded?.field !== field),
  };
}
