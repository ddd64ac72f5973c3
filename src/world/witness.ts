import {
  asAggregate,
  asApplied,
  asComparison,
  asNot,
  asPopulation,
  conjuncts,
  constantValue,
  disjuncts,
  isSlot,
  partsIn,
} from '../eval/node-shape.js';
import { ofMembers } from '../eval/ops/members.js';
import { type AggregateData, argumentsOf } from '../eval/ops/range.js';
import { printExpression } from '../eval/print-expression.js';
import { type Wording, memberName, slotName } from '../eval/printer.js';
import type { Frame, Node } from '../ir/node.js';
import { handleOf } from '../kernel/identity.js';
import { readsOf } from './past-reads.js';
import type { Witness } from './past-api.js';

/** So many members of a collection are looked at. */
const mostMembers = 10_000;

/**
 * The member that shows why a condition on a collection is true or false. Looks at members about as often as the
 * condition itself does. Null for other conditions.
 */
export function witnessOf(condition: Node, frame: Frame, wording: Wording): Witness | null {
  const node = aggregateIn(condition);
  const data = node && asAggregate(node);
  if (node === undefined || data === undefined) return null;
  const { range, slot, fold } = data;
  const { [argumentsOf(range)]: test } = node.args;
  if (constantValue(test) !== undefined) return null;
  const value = frame.evaluate(node);
  const holds = fold === 'all' ? value === 1 : value !== 0;
  const { filter, condition: asked } = fold === 'all' ? withoutFilter(test, wording) : { condition: test };
  const forAll = holds === (fold === 'all');
  return ofMembers({ args: node.args, data }, frame, (members): Witness => {
    const parts = holds ? [asked] : conjuncts(asked);
    const left = leftOf(members, filter, slot, frame);
    const isFound = (id: number) => {
      frame.slots[slot] = id;
      return (frame.evaluate(asked) === 1) === holds;
    };
    // Where all must hold, the condition looks no further than at the first that fails.
    const found = holds || fold === 'all' ? firstOf(left, isFound) : nearestOf(left, parts, slot, frame);
    // Only a true condition on all of them has looked at each.
    const isLeft = (id: number) => isMember(id, filter, slot, frame);
    const count = holds && filter !== undefined ? members.filter(isLeft).length : members.length;
    if (found === undefined) {
      const name = memberName(slot, [asked], wording);
      return { name, object: null, holds, forAll, members: count, text: '', reads: [] };
    }
    frame.slots[slot] = found;
    const shown = holds ? asked : (parts.find((part) => frame.evaluate(part) !== 1) ?? asked);
    const name = memberName(slot, [shown, asked], wording);
    return {
      name,
      object: handleOf(frame.state.identity, found),
      holds,
      forAll,
      members: count,
      text: printExpression(shown, named(wording, slot, name)),
      reads: readsOf(shown, frame, named(wording, slot, name)),
    };
  });
}

/** `filter(c, …).all(c, …)` has one condition that is in no text: a member is filtered out, or meets the other one. */
function withoutFilter(
  test: Node,
  { written }: Wording,
): { readonly filter?: Node | undefined; readonly condition: Node } {
  const [out, condition, ...others]: readonly (Node | undefined)[] = disjuncts(test);
  const denied = out && asNot(out);
  const filter = denied && asApplied(denied);
  const isMade = filter !== undefined && condition !== undefined && others.length === 0;
  return isMade && written?.(test) === undefined ? { filter, condition } : { condition: test };
}

/** A condition that is about the members of one collection, perhaps about how many. */
function aggregateIn(condition: Node): Node<AggregateData> | undefined {
  let at = condition;
  for (let inner = asNot(at) ?? asApplied(at); inner !== undefined; inner = asNot(at) ?? asApplied(at)) at = inner;
  const compared = asComparison(at);
  const sides = compared === undefined ? [at] : [compared.left, compared.right];
  const folds = compared === undefined ? ['any', 'all'] : ['count'];
  return sides.find((side): side is Node<AggregateData> => {
    const data = asAggregate(side);
    return data !== undefined && folds.includes(data.fold) && asPopulation(side) === undefined;
  });
}

/** The first members, without those that are filtered out. */
function* leftOf(members: readonly number[], filter: Node | undefined, slot: number, frame: Frame): Generator<number> {
  for (const id of members.slice(0, mostMembers)) if (isMember(id, filter, slot, frame)) yield id;
}

function isMember(id: number, filter: Node | undefined, slot: number, frame: Frame): boolean {
  frame.slots[slot] = id;
  return filter === undefined || frame.evaluate(filter) === 1;
}

function firstOf(members: Iterable<number>, isFound: (id: number) => boolean): number | undefined {
  for (const id of members) if (isFound(id)) return id;
  return undefined;
}

/** Of those that fail, the first that meets the most conditions before one that it does not meet. */
function nearestOf(members: Iterable<number>, parts: readonly Node[], slot: number, frame: Frame): number | undefined {
  let [nearest, most] = [undefined as number | undefined, -1];
  for (const id of members) {
    frame.slots[slot] = id;
    const met = parts.findIndex((part) => frame.evaluate(part) !== 1);
    if (met > most) [nearest, most] = [id, met];
    // No other comes nearer.
    if (most === parts.length - 1) break;
  }
  return nearest;
}

/** With the name of a member for its slot, also in the condition of a flag, which is written over `self`. */
function named(wording: Wording, slot: number, name: string): Wording {
  const { slots = [], written } = wording;
  const names = Array.from({ length: slot }, (_, i) => slots.at(i) ?? slotName(i, wording));
  const ofMember = (node: Node) => {
    const text = written?.(node);
    const isOther =
      text !== undefined && !wordsIn(text).includes(name) && [...partsIn(node)].some((each) => isSlot(each, slot));
    return isOther ? undefined : text;
  };
  return { ...wording, slots: [...names, name], written: written && ofMember };
}

function wordsIn(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}_]+/u);
}
