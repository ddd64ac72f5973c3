import type { NearbyData, Range } from '../../../eval/ops/range.js';
import { nearby } from '../../../eval/ops/space.js';
import type { Node } from '../../../ir/node.js';
import type { Condition } from '../syntax.js';
import {
  type Context,
  type Tested,
  seeking,
  testing,
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
  objectsOf,
  type KindSet,
  type GameKind,
} from './lowering-context.js';
import {
  type ConditionForm,
  only,
  anything,
  type ConditionForms,
  operandsOf,
  filtered,
  pin,
  seek,
  within,
} from './focs-forms.js';
import { entityAt, givenAt, valueAt } from './parameters.js';
import type { Kit } from './focs-nodes.js';

const { system, planet, building, fleet, ship, field } = kindBits;
const holders = system | planet | fleet;
const ofFleets = { kinds: ship | fleet, firm: false } as const;

export const placeForms: ConditionForms = {
  Contains: [only(holders), containsSome],
  ContainedBy: [{ kinds: everyKind & ~system, firm: false }, isInSome],
  InSystem: [anything, isInSystem],
  OnPlanet: [
    only(building),
    (context, condition) => {
      const { kit, candidate, language } = context;
      const on = ancestorOf(kit, ofKinds(candidate, building), 'planet');
      const id = valueAt(condition, 'id');
      const isOnIt = id === undefined ? isThere(kit, on) : isSame(kit, on, language.entity(id, 'object', context));
      return kit.all([isOfKind(kit, candidate, 'building'), isOnIt]);
    },
  ],
  WithinDistance: isNear('distance'),
  WithinStarlaneJumps: isNear('jumps'),
  ResourceSupplyConnected: [
    anything,
    (context, condition) => {
      const { networks, kinds } = context.builder;
      const data = { by: 'network', network: networks.supply, alone: kinds.planet } as const;
      return near(data, entityAt(condition, 'empire', context).node, condition, context);
    },
  ],
  OrderedBombardedBy: [only(planet), isBombardedBySome],
  // Lanes depend on angles and crossings, which Edict does not compute: none is possible.
  CanAddStarlanesTo: [anything, ({ kit }) => kit.no],
  Stationary: [
    anything,
    ({ kit, candidate }) => {
      if ((candidate.kinds & (ship | fleet)) === 0) return kit.yes;
      const next = kit.cell('nextSystem', ancestorOf(kit, candidate, 'fleet').node);
      return kit.any([kit.equal(next, kit.none), kit.equal(next, systemOf(kit, candidate).node)]);
    },
  ],
  Aggressive: [ofFleets, ({ kit, candidate }) => kit.cell('aggressive', ancestorOf(kit, candidate, 'fleet').node)],
  Passive: [
    ofFleets,
    ({ kit, candidate }) => {
      const of = ancestorOf(kit, candidate, 'fleet');
      return kit.all([isThere(kit, of), kit.not(kit.cell('aggressive', of.node))]);
    },
  ],
};

function containsSome(context: Tested, { operands: [operand] }: Condition): Node {
  const { kit, builder, candidate } = context;
  const pinned = pin(operand, context);
  if (pinned !== undefined) return kit.all([contains(kit, candidate, pinned.at), pinned.holds]);
  const inside = insideOf(candidate.kinds);
  // A building counts as its planet, which is in the system too.
  const kinds =
    context.language.kinds(operand, context) & (candidate.kinds === system && isOfPlanets(operand) ? planet : inside);
  if (kinds === 0) return kit.no;
  const kind = onlyKind(kinds);
  // Attached objects are found faster than all contents.
  const isDirect = (candidate.kinds & system) === 0 || kinds === planet || kinds === fleet || kinds === field;
  const range: Range = {
    over: isDirect ? 'attached' : 'contents',
    kind: kind === undefined ? 0 : builder.kinds[kind],
    class: 0,
  };
  const found = filtered(
    operand,
    kind === undefined ? inside : kinds,
    range,
    kind === undefined,
    within(operand, context),
  );
  return found.condition === kit.no ? kit.no : kit.fold('any', found.range, found.slot, candidate.node, found.filter);
}

function isOfPlanets({ name, operands }: Condition): boolean {
  return (
    name === 'Planet' ||
    name === 'Focus' ||
    name === 'Homeworld' ||
    ((name === 'And' || name === 'Or') && operands.length > 0 && operands.every(isOfPlanets))
  );
}

function insideOf(kinds: number): number {
  return (
    ((kinds & system) === 0 ? 0 : everyKind & ~system) |
    ((kinds & planet) === 0 ? 0 : building) |
    ((kinds & fleet) === 0 ? 0 : ship)
  );
}

function isInSome(context: Tested, { operands: [operand] }: Condition): Node {
  const { kit, candidate } = context;
  const pinned = pin(operand, context);
  if (pinned !== undefined) return kit.all([contains(kit, pinned.at, candidate), pinned.holds]);
  const inner = context.choice === 'candidate' ? seeking(context, everyKind, 'holders') : within(operand, context);
  // The kinds of holders are known.
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

function isInSystem(context: Tested, condition: Condition): Node {
  const { kit, candidate, language } = context;
  const at = systemOf(kit, candidate);
  const id = valueAt(condition, 'id');
  if (id === undefined) return isThere(kit, at);
  const given = language.entity(id, 'object', context);
  if (given.node === kit.none) return isThere(kit, at);
  const same = kit.equal(at.node, given.node);
  if (given.sure || isAlwaysSomewhere(context, given.node)) return same;
  const named = isThere(kit, given);
  return kit.any([kit.all([named, same]), kit.all([kit.not(named), isThere(kit, at)])]);
}

/** Planets and buildings always have a system. */
function isAlwaysSomewhere({ kit, source }: Context, node: Node): boolean {
  return (source.kinds & ~(system | planet | building)) === 0 && node === systemOf(kit, source).node;
}

/** The game compares squares of distances. */
function isNear(by: 'jumps' | 'distance'): ConditionForm {
  const data = { by: by === 'jumps' ? by : 'squares', network: 0, alone: 0 } as const;
  return [
    anything,
    (context, condition) => {
      const { language } = context;
      const value = givenAt(condition, by);
      const bound = by === 'jumps' ? language.integer(value, context) : language.real(value, context);
      return near(data, bound, condition, context);
    },
  ];
}

function near(
  data: Omit<NearbyData, 'range' | 'slot'>,
  bound: Node,
  { operands: [operand] }: Condition,
  context: Tested,
): Node {
  const { kit, candidate, free } = context;
  const found = seek(operand, context);
  const find = (range: Range, slot: number, filter: Node) =>
    kit.interner.make(nearby, { ...data, range, slot }, candidate.node, bound, filter);
  if (found.by === 'filter') return found.condition === kit.no ? kit.no : find(found.range, found.slot, found.filter);
  if (found.holds === kit.no) return kit.no;
  const isIt = kit.equal(kit.slot(free), found.at.node);
  return kit.all([find(objectsOf(0), free, isIt), found.holds]);
}

function isBombardedBySome(context: Tested, { operands: [operand] }: Condition): Node {
  const { kit, builder, candidate } = context;
  const pinned = pin(operand, context);
  const isIts = (by: Node) =>
    kit.all([kit.equal(candidate.node, kit.cell('orderedBombardPlanet', by)), isThere(kit, candidate)]);
  if (pinned !== undefined) return kit.all([isIts(pinned.at.node), pinned.holds]);
  const kinds = context.language.kinds(operand, context) & ship;
  if (kinds === 0) return kit.no;
  const found = filtered(operand, ship, objectsOf(builder.kinds.ship), false, within(operand, context));
  return kit.fold('any', found.range, found.slot, kit.all([isIts(kit.slot(found.slot)), found.filter]));
}

/** Containment: a system contains all in it, a planet its buildings, a fleet its ships; nothing itself. */

function contains(kit: Kit, holder: Subject, held: Subject): Node {
  const ways: Node[] = [];
  if ((holder.kinds & system) !== 0 && (held.kinds & ~system) !== 0)
    ways.push(kit.all([isHolder(kit, holder, kit.ancestor('system', held.node)), isNoSystem(kit, held)]));
  const onPlanet = (holder.kinds & planet) !== 0 && (held.kinds & building) !== 0;
  const inFleet = (holder.kinds & fleet) !== 0 && (held.kinds & ship) !== 0;
  if (held.kinds === building && onPlanet) ways.push(isHolder(kit, holder, kit.ancestor('planet', held.node)));
  else if (held.kinds === ship && inFleet) ways.push(isHolder(kit, holder, kit.ancestor('fleet', held.node)));
  else if (onPlanet || inFleet) ways.push(isHolder(kit, holder, kit.parent(held.node)));
  return kit.any(ways);
}

function isHolder(kit: Kit, holder: Subject, found: Node): Node {
  if (holder.sure) return kit.equal(holder.node, found);
  const isOuter = kit.interner.free(found) <= 1;
  const there = isOuter ? kit.isSome(found) : isThere(kit, holder);
  return kit.all([kit.equal(holder.node, found), there]);
}

function isNoSystem(kit: Kit, held: Subject): Node {
  return (held.kinds & system) === 0 ? kit.yes : kit.not(isOfKind(kit, held, 'system'));
}

function holdersOf(kit: Kit, held: Subject, wanted: KindSet) {
  const holder = (kind: GameKind) => subject(kit.ancestor(kind, held.node), kindBits[kind], false);
  const found: { readonly holder: Subject; readonly when: Node }[] = [];
  if ((wanted & system) !== 0 && (held.kinds & ~system) !== 0)
    found.push({ holder: holder('system'), when: isNoSystem(kit, held) });
  for (const [above, below] of [
    ['planet', 'building'],
    ['fleet', 'ship'],
  ] as const) {
    if ((wanted & kindBits[above]) === 0 || (held.kinds & kindBits[below]) === 0) continue;
    const when = (held.kinds & kindBits[above]) === 0 ? kit.yes : isOfKind(kit, held, below);
    found.push({ holder: holder(above), when });
  }
  return found;
}
