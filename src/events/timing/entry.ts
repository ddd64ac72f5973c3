import { type Model, type Type, classAt } from '../../model/model.js';
import { fact } from '../../model/stamps.js';
import type { Ability, Listening } from '../../ir/ability.js';
import { draws, nodeLike, printNode, withArgs } from '../../eval/make-node.js';
import { type Node, sourceSlot } from '../../ir/node.js';
import { occurring } from '../../eval/ops/occurrences.js';
import { asEquality, asRead, conjuncts, constantValue, dataOf, isSlot } from '../../eval/shape.js';
import { type Asked, asked } from '../../eval/frames/hot.js';
import { stampsIn } from '../watch/dependences.js';
import { copyOf } from '../../meaning/answering.js';

/** An ability and what it listens to of one type, prepared to be asked often. */
export interface Entry {
  /** Its place among all. */
  readonly number: number;
  readonly ability: Ability;
  readonly listening: Listening;
  /** What it has been used as; shared where several abilities are one copy. */
  readonly copy: number;
  readonly isShared: boolean;
  readonly live: Asked | undefined;
  readonly where: Asked | undefined;
  readonly condition: Asked | undefined;
  readonly controller: Asked | undefined;
  /**
   * It can only answer where a field holds a value, as it is stored: other occurrences need not be asked. Where that is
   * all that is asked of them, `where` is left out.
   */
  readonly demanded: { readonly field: number; readonly value: number } | undefined;
  /**
   * Stamps of what decides which objects have it at all, and who controls it; and of what else decides whether it
   * answers, beside the occurrence. Undefined where any of it draws, so that it cannot be kept.
   */
  readonly looksAt: LookedAt | undefined;
  /** It can only be the ability of the object that a field names; -1: of any. */
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

/** A field that an equation is about, either way round, and what it equals. */
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

/** A field equals a constant. Objects are stored in another way than they are compared. */
function demandedBy(node: Node): Entry['demanded'] {
  const found = fieldIn(node);
  const value = found && constantValue(found.other);
  return found === undefined || value === undefined || found.type.name === 'entity'
    ? undefined
    : { field: found.field, value };
}

/** A field names the object whose ability it is. */
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
  // Of which occurrence it is, is known by other means.
  const occurrence = answerStamps.delete(fact.occurrence);
  return { live: [...stampsOf(live)], answer: [...answerStamps], occurrence };
}

/** The same for abilities that the same objects have on the same conditions, under the same controllers. */
export function liveKey({ ability: { carrier }, live, controller }: Entry): string {
  const who =
    carrier.by === 'kind'
      ? `kind ${carrier.kind}`
      : carrier.by === 'classes'
        ? `classes ${[...carrier.classes].sort((a, b) => a - b).join(' ')}`
        : carrier.by;
  return [who, ...[live, controller].map((asked) => (asked === undefined ? '' : printNode(asked.node)))].join('; ');
}

/** Kinds of the objects that have an ability; none where the world has it, or copies of it are created. */
export function kindsOfCarriers({ carrier }: Ability, model: Model): readonly number[] {
  if (carrier.by === 'kind') return [carrier.kind];
  return carrier.by === 'classes' ? [...new Set([...carrier.classes].map((index) => classAt(model, index).kind))] : [];
}

/**
 * The ability with expressions that look for a column on what its objects hang on only where they lack it themselves.
 */
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
