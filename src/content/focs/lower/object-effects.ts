import {
  common,
  type EffectForms,
  setting,
  where,
  conditionAt,
  type EffectForm,
  identityIn,
  seek,
  mentionsChance,
  mentions,
} from './focs-forms.js';
import type { Node } from '../../../ir/node.js';
import { enumerations } from '../parse/keywords.js';
import { type Context, type Acting, drawingOnce, isWithin, kindBits, kindsIn, partOn } from './lowering-context.js';
import type { Effect as RuleEffect } from '../../../ir/rule.js';
import { type Effect, type Value, type Condition, literalNumber } from '../syntax.js';
import { partMeterName, kindsWith, meterName } from './object-properties.js';
import {
  certainReal,
  empireFor,
  entityAt,
  givenAt,
  itemAt,
  unknownConstruct,
  unknownItem,
  valueAt,
  writtenAt,
} from './parameters.js';

/** A computed size is compared with each word. */
export function habitableSize(size: Node, { kit, builder }: Context): Node {
  return enumerations.PlanetSize.reduceRight<Node>((rest, name) => {
    const room = kit.read(builder.rule(`RULE_HABITABLE_SIZE_${name.toUpperCase()}`), kit.galaxy);
    return kit.choose(kit.equal(size, kit.wordNamed('planetSize', name)), room, rest);
  }, kit.zero);
}

/** Amounts are doubles; the cell rounds them to 32 bits. */
export const meterEffects: EffectForms = {
  SetMeter(effect, context) {
    const { word = '' } = effect;
    const meter = meterName(word);
    const index = kindsWith(meter) === 0 ? undefined : context.builder.meter(meter)?.current;
    return index === undefined
      ? unknownConstruct(context, effect, 'meter', word, [])
      : setting(effect, { index }, amountOf(effect, context));
  },
  SetShipPartMeter: setPartMeter,
  SetEmpireMeter(effect, context) {
    const name = writtenAt(effect, 'meter', context, 'a meter of empires', 'its name in quotes');
    if (name === undefined) return undefined;
    const meter = context.builder.empireMeter(name);
    return setting(effect, meter, amountOf(effect, context), empireFor(effect, context.target, context));
  },
};

/** Parts of one name are one object on a ship. */
function setPartMeter(effect: Effect, context: Acting): RuleEffect | undefined {
  const { kit, builder, free, target } = context;
  const index = builder.meter(partMeterName(effect.word ?? ''))?.current;
  const name = writtenAt(effect, 'partname', context, 'a part', 'its name in quotes');
  if (name === undefined || index === undefined) return undefined;
  const kind = builder.partKind(name);
  const part = builder.classOf('Part', name);
  if (kind === undefined || part === undefined)
    return unknownItem(context, givenAt(effect, 'partname'), 'Part', name, 'warning');
  // Parts of its kind have no meters.
  if (kind === 0) return undefined;
  const holder = partOn(target.node, kit.class(part), kind, free, kit);
  return setting(effect, { index }, amountOf(effect, context), holder);
}

/** Literal increments have 32 bits. Amounts that read neither target nor value are drawn once for all targets. */
function amountOf(effect: Effect, context: Acting): Node {
  const { kit } = context;
  const value = givenAt(effect, 'value');
  if (value.kind === 'operation' && (value.operator === '+' || value.operator === '-')) {
    const [left, right] = value.operands;
    const increment = left.kind === 'running' && left.of === undefined ? literalNumber(right) : undefined;
    if (increment !== undefined)
      return (value.operator === '+' ? kit.add : kit.subtract)(kit.running, kit.number(Math.fround(increment)));
  }
  return certainReal(value, looksAtTarget(value) ? context : drawingOnce(context));
}

/** Conditions may mention the target. */
function looksAtTarget(value: Value): boolean {
  return mentions(
    value,
    (part) =>
      part.kind === 'running' ||
      part.kind === 'statistic' ||
      part.kind === 'choice' ||
      (part.kind === 'property' && part.subject === 'Target'),
  );
}

export const objectEffects: EffectForms = {
  NoOp: () => [],
  Destroy: (effect) => ({ kind: 'destroy', ...common(effect) }),
  SetAggressive: (effect, { kit, builder }) => setting(effect, builder.column('aggressive'), kit.yes),
  SetPassive: (effect, { kit, builder }) => setting(effect, builder.column('aggressive'), kit.no),
  SetSpecies: setWord('name', 'species'),
  SetPlanetType: setWord('type', 'planetType'),
  SetStarType: setWord('type', 'star'),
  SetPlanetSize(effect, context) {
    const { kit, builder, language } = context;
    const size = language.word(valueAt(effect, 'planetsize') ?? givenAt(effect, 'size'), 'planetSize', context);
    return [
      setting(effect, builder.column('planetSize'), size),
      setting(effect, builder.column('habitableSize'), kit.certain(habitableSize(size, context))),
    ];
  },
  AddSpecial: (effect, context) => setSpecial(effect, context, true),
  RemoveSpecial: (effect, context) => setSpecial(effect, context, false),
  SetOwner: (effect, context) => ({
    kind: 'give',
    ...common(effect),
    owner: entityAt(effect, 'empire', context).node,
  }),
  SetEmpireCapital(effect, context) {
    const { builder, target } = context;
    return setting(effect, builder.column('capital'), target.node, empireFor(effect, target, context));
  },
  // In effect when the next turn begins.
  GiveEmpireTech(effect, context) {
    const name = writtenAt(effect, 'name', context, 'a tech', 'its name in quotes');
    const granted = itemAt(effect, context, 'Tech', name, (tech) => context.builder.granted(tech));
    return granted && setting(effect, granted, context.kit.yes, empireFor(effect, context.target, context));
  },
};

function setWord(label: string, column: 'species' | 'planetType' | 'star'): EffectForm {
  return (effect, context) =>
    setting(effect, context.builder.column(column), context.language.word(givenAt(effect, label), column, context));
}

/** Added as of this turn, unless the object has it; removed with all its data. */
function setSpecial(effect: Effect, context: Acting, isAdded: boolean): ReturnType<EffectForm> {
  const { kit, builder } = context;
  const special = writtenAt(effect, 'name', context, 'a special', 'its name in quotes');
  const columns = itemAt(effect, context, 'Special', special, (name) => {
    const [has, since, capacity] = [builder.special(name), builder.specialSince(name), builder.specialCapacity(name)];
    return has && since && capacity && { has, since, capacity };
  });
  if (columns === undefined) return undefined;
  const { has, since, capacity } = columns;
  if (!isAdded)
    return [setting(effect, has, kit.no), setting(effect, since, kit.zero), setting(effect, capacity, kit.zero)];
  const amount = valueAt(effect, 'capacity');
  const known = kit.read(has, context.target.node);
  return [
    setting(effect, since, kit.choose(known, kit.running, kit.turn)),
    setting(effect, has, kit.yes),
    ...(amount === undefined ? [] : [setting(effect, capacity, certainReal(amount, context))]),
  ];
}

export const movingEffects: EffectForms = {
  MoveTo: (effect, context) => ({
    kind: 'move',
    ...common(effect),
    to: firstOf(conditionAt(effect, 'destination'), context),
  }),
  MoveTowards(effect, context) {
    const { kit } = context;
    const { speed, goal, at } = courseOf(effect, 'target', context);
    const [dx, dy] = [kit.subtract(goal.x, at.x), kit.subtract(goal.y, at.y)];
    const apart = lengthOf(dx, dy, context);
    const arrives = kit.compare('<=', apart, speed);
    const reached = (to: Node, from: Node, way: Node) =>
      kit.choose(arrives, to, kit.add(from, kit.multiply(kit.divide(way, apart), speed)));
    return putting(effect, { x: reached(goal.x, at.x, dx), y: reached(goal.y, at.y, dy) }, context);
  },
  MoveInOrbit(effect, context) {
    const { kit } = context;
    const { speed, goal, at } = courseOf(effect, 'focus', context);
    const [dx, dy] = [kit.subtract(at.x, goal.x), kit.subtract(at.y, goal.y)];
    const angle = kit.divide(speed, lengthOf(dx, dy, context));
    const [sine, cosine] = [kit.sine(angle), kit.cosine(angle)];
    const x = kit.add(goal.x, kit.subtract(kit.multiply(dx, cosine), kit.multiply(dy, sine)));
    const y = kit.add(goal.y, kit.add(kit.multiply(dx, sine), kit.multiply(dy, cosine)));
    return putting(effect, { x, y }, context);
  },
  SetDestination(effect, context) {
    const { kit, builder, target } = context;
    const goal = kit.ancestor('system', oneOf(conditionAt(effect, 'destination'), context));
    const next = kit.stepToward(target.node, kit.cell('destination', target.node));
    const then = [
      setting(effect, builder.column('destination'), goal),
      setting(effect, builder.column('nextSystem'), next),
    ];
    return where(effect, kit.isSome(goal), then);
  },
};

interface Point {
  readonly x: Node;
  readonly y: Node;
}

/** Absent where the object is nowhere: nothing moves. */
function courseOf(effect: Effect, label: string, context: Acting) {
  const goal = goalOf(effect, label, context);
  const speed = certainReal(givenAt(effect, 'speed'), context);
  return { speed, goal, at: placeOf(context.target.node, context) };
}

function goalOf(effect: Effect, label: string, context: Acting): Point {
  if (valueAt(effect, 'x') === undefined) return placeOf(firstOf(conditionAt(effect, label), context), context);
  const [x, y] = ['x', 'y'].map((axis) => certainReal(givenAt(effect, axis), context));
  return { x, y };
}

function placeOf(object: Node, { kit }: Acting): Point {
  return { x: kit.coordinate('x', object), y: kit.coordinate('y', object) };
}

function lengthOf(dx: Node, dy: Node, { kit }: Acting): Node {
  return kit.squareRoot(kit.add(kit.multiply(dx, dx), kit.multiply(dy, dy)));
}

/** Ships and buildings move with fleets and planets. */
const movable = kindBits.system | kindBits.planet | kindBits.fleet | kindBits.field;

function putting(effect: Effect, { x, y }: Point, context: Acting): RuleEffect | undefined {
  const { kit, target } = context;
  const put: RuleEffect = { kind: 'put', ...common(effect), keepsLane: true, x, y };
  if (isWithin(target.kinds, movable)) return put;
  const moves = kindsIn(target.kinds & movable).map((kind) => kit.kind(kind));
  return moves.length === 0 ? undefined : where(effect, kit.oneOf(kit.kindOf(target.node), moves), [put]);
}

function firstOf(condition: Condition, context: Acting): Node {
  const { kit } = context;
  const found = seek(condition, context);
  if (found.by === 'pin') return kit.choose(found.holds, found.at.node, kit.none);
  return kit.fold('first', found.range, found.slot, found.filter);
}

/** With equal chances; the first where the condition itself draws. */
function oneOf(condition: Condition, context: Acting): Node {
  if (identityIn(condition, context) !== undefined || mentionsChance(condition)) return firstOf(condition, context);
  const { at } = condition;
  const one: Condition = {
    kind: 'condition',
    name: 'NumberOf',
    operands: [condition],
    parameters: [{ label: 'number', values: [{ kind: 'number', value: 1, integer: true, at }], at }],
    at,
  };
  return firstOf({ kind: 'condition', name: 'And', operands: [condition, one], parameters: [], at }, context);
}
