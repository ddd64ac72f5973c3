import type { Range } from '../../../eval/ops/range.js';
import { nearby } from '../../../eval/ops/nearby.js';
import type { NearbyData } from '../../../eval/ops/search.js';
import type { Node } from '../../../ir/node.js';
import type { Condition } from '../syntax.js';
import { type Context, type Tested, seeking, testing } from './context.js';
import {
  ofKinds,
  surely,
  ancestorOf,
  isOfKind,
  isSame,
  isThere,
  systemOf,
  everyKind,
  kindBits,
  onlyKind,
  type Subject,
  subject,
} from './subjects.js';
import type { ConditionForms } from './forms.js';
import { operandsOf, filterOf, filtered, pin, seek, within } from './members.js';
import { requiredAt, valueAt, missingParameter } from './parameters.js';
import type { Kit } from './kit.js';

/** Where a candidate is, and what is near it. */

const { system, planet, building, fleet, ship, field } = kindBits;
const anything = { kinds: everyKind, firm: false } as const;
const holders = system | planet | fleet;

export const placeForms: ConditionForms = {
  Contains: {
    kinds: holders,
    firm: true,
    lower: (condition, context) => withOperand(condition, context, containsSome),
  },
  ContainedBy: {
    kinds: everyKind & ~system,
    firm: false,
    lower: (condition, context) => withOperand(condition, context, isInSome),
  },
  InSystem: { ...anything, lower: (condition, context) => isInSystem(condition, context) },
  OnPlanet: {
    kinds: building,
    firm: true,
    lower(condition, context) {
      const { kit, candidate, language } = context;
      const on = ancestorOf(kit, ofKinds(candidate, building), 'planet');
      const id = valueAt(condition, 'id');
      const isBuilding = isOfKind(kit, candidate, 'building');
      if (id === undefined) return kit.all([isBuilding, isThere(kit, on)]);
      const given = language.entity(id, 'object', context);
      return kit.all([isBuilding, isSame(kit, on, given)]);
    },
  },
  WithinDistance: {
    ...anything,
    lower: (condition, context) =>
      withOperand(condition, context, (operand) => isNear(condition, 'distance', operand, context)),
  },
  WithinStarlaneJumps: {
    ...anything,
    lower: (condition, context) =>
      withOperand(condition, context, (operand) => isNear(condition, 'jumps', operand, context)),
  },
  ResourceSupplyConnected: {
    ...anything,
    lower: (condition, context) =>
      withOperand(condition, context, (operand) => {
        const value = requiredAt(condition, 'empire', context);
        if (value === undefined) return context.kit.no;
        const { networks, kinds } = context.builder;
        const data = { by: 'network', network: networks.supply, alone: kinds.planet } as const;
        return near(data, context.language.entity(value, 'empire', context).node, operand, context);
      }),
  },
  OrderedBombardedBy: {
    kinds: planet,
    firm: true,
    lower: (condition, context) => withOperand(condition, context, isBombardedBySome),
  },
  // Whether a lane may be drawn there is a question of angles and crossings that nothing in Edict answers: none may be.
  CanAddStarlanesTo: { kinds: everyKind, firm: false, lower: (_condition, { kit }) => kit.no },
  Stationary: {
    ...anything,
    lower(_condition, { kit, builder, candidate }) {
      if ((candidate.kinds & (ship | fleet)) === 0) return kit.yes;
      const next = kit.read(builder.column('nextSystem'), ancestorOf(kit, candidate, 'fleet').node);
      return kit.any([kit.compare('==', next, kit.none), kit.compare('==', next, systemOf(kit, candidate).node)]);
    },
  },
  Aggressive: {
    kinds: ship | fleet,
    firm: false,
    lower: (_condition, { kit, builder, candidate }) =>
      kit.read(builder.column('aggressive'), ancestorOf(kit, candidate, 'fleet').node),
  },
  Passive: {
    kinds: ship | fleet,
    firm: false,
    lower(_condition, { kit, builder, candidate }) {
      const of = ancestorOf(kit, candidate, 'fleet');
      return kit.all([isThere(kit, of), kit.not(kit.read(builder.column('aggressive'), of.node))]);
    },
  },
};

/** The one condition that a construct takes; false, and reported, where it lacks it. */
function withOperand(
  condition: Condition,
  context: Tested,
  lower: (operand: Condition, context: Tested) => Node,
): Node {
  const operand = condition.operands.at(0);
  if (operand !== undefined) return lower(operand, context);
  missingParameter(context, condition.at, condition.name, 'condition');
  return context.kit.no;
}

/** Whether something that the candidate contains fits. */
function containsSome(operand: Condition, context: Tested): Node {
  const { kit, builder, candidate } = context;
  const pinned = pin(operand, context);
  if (pinned !== undefined) return kit.all([contains(kit, candidate, pinned.at), pinned.holds]);
  const inside = insideOf(candidate.kinds);
  // A building is like its planet, which lies in the system too.
  const kinds =
    context.language.kinds(operand, context) & (candidate.kinds === system && isOfPlanets(operand) ? planet : inside);
  if (kinds === 0) return kit.no;
  const kind = onlyKind(kinds);
  // What hangs on a candidate itself is found sooner than all that lies in it.
  const isDirect = (candidate.kinds & system) === 0 || kinds === planet || kinds === fleet || kinds === field;
  const range: Range = {
    over: isDirect ? 'attached' : 'contents',
    kind: kind === undefined ? 0 : builder.kinds[kind],
    class: 0,
  };
  const found = filtered(
    [operand],
    kind === undefined ? inside : kinds,
    range,
    kind === undefined,
    within(operand, context),
  );
  return found.condition === kit.no
    ? kit.no
    : kit.fold('any', found.range, found.slot, candidate.node, filterOf(found, context));
}

/** Whether a condition is of planets, and of buildings only what it is of theirs. */
function isOfPlanets({ name, operands }: Condition): boolean {
  return (
    name === 'Planet' ||
    name === 'Focus' ||
    name === 'Homeworld' ||
    ((name === 'And' || name === 'Or') && operands.length > 0 && operands.every(isOfPlanets))
  );
}

/** Kinds of what objects of some kinds contain. */
function insideOf(kinds: number): number {
  return (
    ((kinds & system) === 0 ? 0 : everyKind & ~system) |
    ((kinds & planet) === 0 ? 0 : building) |
    ((kinds & fleet) === 0 ? 0 : ship)
  );
}

/** Whether something that contains the candidate fits. */
function isInSome(operand: Condition, context: Tested): Node {
  const { kit, candidate } = context;
  const pinned = pin(operand, context);
  if (pinned !== undefined) return kit.all([contains(kit, pinned.at, candidate), pinned.holds]);
  const inner = context.choice === 'candidate' ? seeking(context, everyKind, 'holders') : within(operand, context);
  // A holder is of a certain kind, so that its type need not be asked.
  const asked = operandsOf(operand).filter(({ name }) => name !== 'Type');
  const isFirm = asked.some(context.language.isFirm);
  return kit.any(
    holdersOf(kit, candidate, context.language.kinds(operand, context) & holders).map(({ holder, when }) => {
      const found = isFirm ? holder : surely(holder);
      return kit.all([
        when,
        isFirm ? kit.yes : isThere(kit, holder),
        context.language.conditions(asked, testing(inner, found), false),
      ]);
    }),
  );
}

/** In a certain system, or in any where none is named. */
function isInSystem(condition: Condition, context: Tested): Node {
  const { kit, candidate, language } = context;
  const at = systemOf(kit, candidate);
  const id = valueAt(condition, 'id');
  if (id === undefined) return isThere(kit, at);
  const given = language.entity(id, 'object', context);
  if (given.node === kit.none) return isThere(kit, at);
  const same = kit.compare('==', at.node, given.node);
  if (given.sure || isAlwaysSomewhere(context, given.node)) return same;
  const named = isThere(kit, given);
  return kit.any([kit.all([named, same]), kit.all([kit.not(named), isThere(kit, at)])]);
}

/** Whether a system is that of a source that is in one wherever it is: planets and buildings are. */
function isAlwaysSomewhere({ kit, source }: Context, node: Node): boolean {
  return (source.kinds & ~(system | planet | building)) === 0 && node === systemOf(kit, source).node;
}

/** Whether the candidate is near any object that fits. */
function isNear(condition: Condition, by: 'jumps' | 'distance', operand: Condition, context: Tested): Node {
  const { kit, language } = context;
  const value = requiredAt(condition, by, context);
  if (value === undefined) return kit.no;
  const bound = by === 'jumps' ? language.integer(value, context) : language.real(value, context);
  // The game compares squares of distances.
  return near({ by: by === 'jumps' ? by : 'squares', network: 0, alone: 0 }, bound, operand, context);
}

function near(data: Omit<NearbyData, 'range' | 'slot'>, bound: Node, operand: Condition, context: Tested): Node {
  const { kit, candidate, free } = context;
  const found = seek(operand, context);
  if (found.by === 'filter') {
    if (found.condition === kit.no) return kit.no;
    return kit.interner.make(
      nearby,
      { ...data, range: found.range, slot: found.slot },
      candidate.node,
      bound,
      filterOf(found, context),
    );
  }
  if (found.holds === kit.no) return kit.no;
  const isIt = kit.compare('==', kit.slot(free), found.at.node);
  const range: Range = { over: 'objects', kind: 0, class: 0 };
  return kit.all([kit.interner.make(nearby, { ...data, range, slot: free }, candidate.node, bound, isIt), found.holds]);
}

/** Whether a ship that fits was ordered to bombard the candidate. */
function isBombardedBySome(operand: Condition, context: Tested): Node {
  const { kit, builder, candidate } = context;
  const column = builder.column('orderedBombardPlanet');
  const pinned = pin(operand, context);
  const isIts = (by: Node): Node =>
    kit.all([kit.compare('==', candidate.node, kit.read(column, by)), isThere(kit, candidate)]);
  if (pinned !== undefined) return kit.all([isIts(pinned.at.node), pinned.holds]);
  const kinds = context.language.kinds(operand, context) & ship;
  if (kinds === 0) return kit.no;
  const found = filtered(
    [operand],
    ship,
    { over: 'objects', kind: builder.kinds.ship, class: 0 },
    false,
    within(operand, context),
  );
  return kit.fold('any', found.range, found.slot, kit.all([isIts(kit.slot(found.slot)), filterOf(found, context)]));
}

/** What contains what: a system all in it, a planet its buildings, a fleet its ships. Nothing contains itself. */

/** Whether one object contains another. */
function contains(kit: Kit, holder: Subject, held: Subject): Node {
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
function holdersOf(
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
