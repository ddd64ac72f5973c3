import type { Node } from '../../../ir/node.js';
import type { PropertyValue } from '../syntax.js';
import { type Context, type Subject, subject } from './context.js';
import { type GameKind, kindBits } from './kind-set.js';
import type { Kit } from './kit.js';

/** Objects that other objects lead to. */

/**
 * The object that a property is read of; undefined where there is none of its sort, as there is no target outside of
 * effects.
 */
export function subjectOf({ subject: name, through }: PropertyValue, context: Context): Subject | undefined {
  let at = named(name, context);
  for (const container of through) at &&= steps[container](context.kit, at);
  return at;
}

function named(name: PropertyValue['subject'], { source, target, candidate, root }: Context): Subject | undefined {
  switch (name) {
    case 'Source':
      return source;
    case 'Target':
      return target;
    case 'LocalCandidate':
      return candidate;
    case 'RootCandidate':
      return root;
  }
}

const steps: Record<PropertyValue['through'][number], (kit: Kit, at: Subject) => Subject> = {
  Planet: (kit, at) => holderOf(kit, at, 'building', 'planet'),
  System: systemOf,
  Fleet: (kit, at) => holderOf(kit, at, 'ship', 'fleet'),
};

/** The system of an object: itself, or what it is in. */
export function systemOf(kit: Kit, at: Subject): Subject {
  return ancestorOf(kit, at, 'system');
}

/** The object itself, or the nearest that it hangs on, of a kind. */
export function ancestorOf(kit: Kit, at: Subject, kind: GameKind): Subject {
  if (at.kinds === kindBits[kind]) return at;
  return subject(kit.ancestor(kind, at.node), kindBits[kind], false);
}

/** What an object of one kind hangs on; none for all other objects, also for one that is itself of the other kind. */
function holderOf(kit: Kit, at: Subject, held: GameKind, holder: GameKind): Subject {
  const kinds = kindBits[holder];
  if ((at.kinds & kindBits[held]) === 0) return subject(kit.none, kinds, false);
  const above = kit.ancestor(holder, at.node);
  if ((at.kinds & kinds) === 0) return subject(above, kinds, false);
  return subject(kit.choose(kit.compare('==', kit.kindOf(at.node), kit.kind(held)), above, kit.none), kinds, false);
}

/** Whether an object is there. */
export function isThere(kit: Kit, { node, sure }: Subject): Node {
  return sure ? kit.yes : kit.compare('!=', node, kit.none);
}

/** Whether two objects are one; none is nobody. */
export function isSame(kit: Kit, one: Subject, other: Subject): Node {
  if (one.node === kit.none || other.node === kit.none) return kit.no;
  if (one.node === other.node) return isThere(kit, one);
  return kit.all([kit.compare('==', one.node, other.node), one.sure || other.sure ? kit.yes : isThere(kit, other)]);
}

/** Whether an object is of a kind. */
export function isOfKind(kit: Kit, at: Subject, kind: GameKind): Node {
  if ((at.kinds & kindBits[kind]) === 0) return kit.no;
  if (at.kinds === kindBits[kind]) return isThere(kit, at);
  return kit.compare('==', kit.kindOf(at.node), kit.kind(kind));
}
