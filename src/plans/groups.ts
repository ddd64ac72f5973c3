import { type Model, kindAt } from '../model/model.js';
import { sourceSlot } from '../ir/node.js';
import { asFollow, isSlot, sortOf } from '../eval/shape.js';
import { type Rule, kindOfCarrier } from '../ir/rule.js';
import type { Key } from '../match/keys.js';
import { type NominalWorld, objectsOfKind } from '../match/nominal-world.js';
import type { Term } from '../eval/term.js';

/** Groups that sources fall into by what is taken from them: an answer is found for each. */
export function groupsOf(
  keys: readonly Key[],
  sources: number,
  rule: Pick<Rule, 'carrier'>,
  model: Model,
  world: NominalWorld,
): number {
  let groups = 1;
  for (const key of keys) groups = Math.min(sources, groups * groupsOfKey(key, sources, rule, model, world));
  return Math.min(sources, groups);
}

function groupsOfKey(
  key: Key,
  sources: number,
  rule: Pick<Rule, 'carrier'>,
  model: Model,
  world: NominalWorld,
): number {
  if (key.of === 'slot') return key.slot === sourceSlot ? sources : 1;
  const { term, lens } = key;
  if ((term.free & (1 << sourceSlot)) === 0) return 1;
  if (lens === 'factions') return world.factions;
  if (lens === 'place') return world.nodes;
  const { type } = term;
  switch (type.name) {
    case 'boolean':
      return 2;
    case 'enumeration':
      return model.enumerations[type.index].members.length + 1;
    case 'kind':
      return isOfSource(term) ? 1 : model.kinds.length;
    case 'class':
      return isOfSource(term) ? 1 : model.classes.length;
    case 'number':
    case 'numeric':
    case 'text':
    case 'pair':
    case 'dice':
    case 'array':
      return sources;
    case 'entity':
      return objectsReached(term, sources, kindOfCarrier(model, rule.carrier), model, world);
  }
}

/** `source.kind` and `source.class`: the sources of a rule are all of one class. */
function isOfSource(term: Term): boolean {
  return sortOf(term) !== undefined && isSlot(term.args[0]);
}

/** Objects that sources lead to: as many as there can be of their kind. */
function objectsReached(term: Term, sources: number, carrier: number, model: Model, world: NominalWorld): number {
  const follow = asFollow(term);
  switch (follow?.relation) {
    case undefined:
      return sources;
    case 'owner':
      return world.factions;
    case 'ancestor':
      return objectsOfKind(model, world, follow.kind);
    // Where a kind can be attached to nodes alone, its parents are nodes.
    case 'parent':
      return carrier !== 0 && kindAt(model, carrier).attachesTo.every((parent) => kindAt(model, parent).node)
        ? world.nodes
        : sources;
  }
}
