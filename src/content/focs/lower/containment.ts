import type { Node } from '../../../ir/node.js';
import { type Subject, subject } from './context.js';
import { kindBits } from './kind-set.js';
import type { Kit } from './kit.js';
import { isOfKind, isThere } from './subjects.js';

/** What contains what: a system all in it, a planet its buildings, a fleet its ships. Nothing contains itself. */

const { system, planet, building, fleet, ship } = kindBits;

/** Whether one object contains another. */
export function contains(kit: Kit, holder: Subject, held: Subject): Node {
  const ways: Node[] = [];
  if ((holder.kinds & system) !== 0 && (held.kinds & ~system) !== 0) {
    const other = (held.kinds & system) === 0 ? kit.yes : kit.not(isOfKind(kit, held, 'system'));
    ways.push(kit.all([isHolder(kit, holder, kit.ancestor('system', held.node)), other]));
  }
  const onPlanet = (holder.kinds & planet) !== 0 && (held.kinds & building) !== 0;
  const inFleet = (holder.kinds & fleet) !== 0 && (held.kinds & ship) !== 0;
  if (held.kinds === building && onPlanet) ways.push(isHolder(kit, holder, kit.ancestor('planet', held.node)));
  else if (held.kinds === ship && inFleet) ways.push(isHolder(kit, holder, kit.ancestor('fleet', held.node)));
  else if (onPlanet || inFleet) ways.push(isHolder(kit, holder, kit.parent(held.node)));
  return kit.any(ways);
}

/** Whether a holder is what something leads to, which may be nothing. */
function isHolder(kit: Kit, holder: Subject, found: Node): Node {
  if (holder.sure) return kit.compare('==', holder.node, found);
  // What the source leads to is asked once for all candidates.
  const isOuter = kit.interner.free(found) <= 1;
  const there = isOuter ? kit.compare('!=', found, kit.none) : isThere(kit, holder);
  return kit.all([kit.compare('==', holder.node, found), there]);
}

/** What may contain an object, each with the condition under which it does. */
export function holdersOf(
  kit: Kit,
  held: Subject,
  wanted: number,
): readonly { readonly holder: Subject; readonly when: Node }[] {
  const found: { readonly holder: Subject; readonly when: Node }[] = [];
  if ((wanted & system) !== 0 && (held.kinds & ~system) !== 0) {
    const when = (held.kinds & system) === 0 ? kit.yes : kit.not(isOfKind(kit, held, 'system'));
    found.push({ holder: subject(kit.ancestor('system', held.node), system, false), when });
  }
  if ((wanted & planet) !== 0 && (held.kinds & building) !== 0) {
    const when = (held.kinds & planet) === 0 ? kit.yes : isOfKind(kit, held, 'building');
    found.push({ holder: subject(kit.ancestor('planet', held.node), planet, false), when });
  }
  if ((wanted & fleet) !== 0 && (held.kinds & ship) !== 0) {
    const when = (held.kinds & fleet) === 0 ? kit.yes : isOfKind(kit, held, 'ship');
    found.push({ holder: subject(kit.ancestor('fleet', held.node), fleet, false), when });
  }
  return found;
}
