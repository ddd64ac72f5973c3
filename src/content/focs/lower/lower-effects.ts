import { type EffectForm, type EffectForms, common, conditionAt, where, filtered, seek, within } from './focs-forms.js';
import type { CreateEffect, Members, MessageEffect, Effect as RuleEffect } from '../../../ir/rule.js';
import type { Node } from '../../../ir/node.js';
import { type Condition, type Effect, type Item, type Value, textIn, textsIn } from '../syntax.js';
import {
  type Acting,
  acting,
  oneOf,
  testing,
  withSlotTaken,
  type KindSet,
  kindBits,
  objectsOf,
  ofKinds,
  systemOf,
} from './lowering-context.js';
import { habitableSize, meterEffects, movingEffects, objectEffects } from './object-effects.js';
import {
  affiliationOf,
  certainReal,
  entityAt,
  givenAt,
  isRelated,
  unknownConstruct,
  unknownItem,
  unsupported,
  valueAt,
  wrongType,
} from './parameters.js';
import type { GameColumn } from '../model/game-model.js';
import { describeValue } from '../parse/keyword-reading.js';
import { isEntity } from './object-properties.js';

const creatingEffects: EffectForms = {
  CreateShip(effect, context) {
    const name = valueAt(effect, 'designname');
    return name === undefined
      ? unsupported(context, effect, 'CreateShip of a design by its number', '`designname = "…"`')
      : ship(name, effect, context);
  },
  CreatePlanet(effect, context) {
    const { kit, builder, language, target } = context;
    const planetType = language.word(givenAt(effect, 'type'), 'planetType', context);
    const planetSize = language.word(givenAt(effect, 'planetsize'), 'planetSize', context);
    const planet = creating(effect, kit.class(0), kindBits.planet, context, {
      planetType,
      originalPlanetType: planetType,
      planetSize,
      habitableSize: kit.certain(habitableSize(planetSize, context)),
    });
    return { ...planet, bare: builder.kinds.planet, into: systemOf(kit, target).node, owner: kit.none };
  },
  CreateBuilding(effect, context) {
    const classNode = context.language.class(givenAt(effect, 'type'), 'BuildingType', context);
    return creating(effect, classNode, kindBits.building, context);
  },
  CreateField(effect, context) {
    const { kit, language } = context;
    const meter = context.builder.meter('SIZE');
    if (meter === undefined) return undefined;
    const [size = kit.number(usualSize), x, y] = ['size', 'x', 'y']
      .map((label) => valueAt(effect, label))
      .map((value) => value && certainReal(value, context));
    const field = creating(effect, kit.class(0), kindBits.field, context);
    const place = x === undefined || y === undefined ? offLane(effect, context) : [putting(effect, x, y)];
    const initial = [meter.initial, meter.current].map((column) => ({ column, value: size }));
    // A drawn type is drawn last.
    const classNode = language.class(givenAt(effect, 'type'), 'FieldType', context);
    return { ...field, class: classNode, initial, then: [...place, ...(field.then ?? [])] };
  },
};

function putting(effect: Effect, x: Node, y: Node): RuleEffect {
  return { kind: 'put', ...common(effect), x, y };
}

/** Between two systems the new object stays at that point, not on the lane. */
function offLane(effect: Effect, { kit, target }: Acting): readonly RuleEffect[] {
  if ((target.kinds & (kindBits.fleet | kindBits.ship)) === 0) return [];
  const [x, y] = (['x', 'y'] as const).map((axis) => kit.coordinate(axis, target.node));
  const isOutside = kit.equal(kit.ancestor('system', target.node), kit.none);
  return [where(effect, isOutside, [putting(effect, x, y)])];
}

const usualSize = 10;

function creating(
  effect: Effect,
  classNode: Node,
  kinds: KindSet,
  context: Acting,
  cells: Partial<Record<GameColumn, Node>> = {},
): CreateEffect {
  const made = { kind: 'create', ...common(effect), class: classNode, count: context.kit.number(1) } as const;
  const initial = Object.entries(cells).map(([name, value]) => ({
    column: context.builder.column(name as GameColumn).index,
    value,
  }));
  if (effect.effects.length === 0) return { ...made, initial };
  const inner = acting(context, context.source, ofKinds(context.target, kinds), false);
  return { ...made, initial, then: effect.effects.flatMap((each) => context.language.effect(each, inner)) };
}

/** Creates a ship in a new fleet, with an object for each kind of part that has meters. */
function ship(name: Value, effect: Effect, context: Acting): CreateEffect | undefined {
  const { kit, builder, language } = context;
  const items = designsOf(name, context);
  if (items === undefined) return undefined;
  const [empire, species] = [valueAt(effect, 'empire'), valueAt(effect, 'species')];
  const owner = empire === undefined ? kit.none : language.entity(empire, 'empire', context).node;
  const design = designNode(name, context);
  const parts = new Set(
    items.flatMap((item) => textsIn(item.fields, 'parts')).filter((part) => (builder.partKind(part) ?? 0) !== 0),
  );
  const hull = byDesign(name, context, ({ fields }) =>
    kit.class(builder.classOf('Hull', textIn(fields, 'hull') ?? '') ?? 0),
  );
  const once = { kind: 'create', ...common(effect), owner } as const;
  const made: CreateEffect = {
    ...creating(effect, hull, kindBits.ship, context, {
      design,
      producedBy: owner,
      ...(species === undefined ? {} : { species: language.word(species, 'species', context) }),
    }),
    owner,
    inside: [...parts].map((part) => ({
      ...once,
      class: kit.class(builder.classOf('Part', part) ?? 0),
      initial: [],
      count: byDesign(name, context, ({ fields }) => kit.number(textsIn(fields, 'parts').includes(part) ? 1 : 0)),
    })),
  };
  const aggressive = { column: builder.column('aggressive').index, value: kit.cell('armed', design) };
  return {
    ...once,
    class: kit.class(0),
    count: kit.number(1),
    bare: builder.kinds.fleet,
    into: systemOf(kit, context.target).node,
    initial: [aggressive],
    inside: [made],
  };
}

/** Undefined, and reported, where one is not defined. */
function designsOf(name: Value, context: Acting): readonly Item[] | undefined {
  if (name.kind === 'function' && name.name === 'OneOf' && name.operands.length > 0) {
    const all = name.operands.map((operand) => designsOf(operand, context));
    return all.every((each) => each !== undefined) ? all.flat() : undefined;
  }
  const text = context.language.text(name, context);
  if (text === undefined)
    return unsupported(context, name, 'CreateShip of a design that depends on the world', 'a name in quotes');
  const item = context.catalog.item('ShipDesign', text);
  if (item === undefined) return unknownItem(context, name, 'ShipDesign', text);
  context.builder.useDesign(item.name);
  return [item];
}

/** A drawn design is drawn once for all its nodes. */
function byDesign(name: Value, context: Acting, of: (item: Item) => Node): Node {
  if (name.kind === 'function')
    return oneOf(
      name,
      name.operands.map((operand) => byDesign(operand, context, of)),
      context,
    );
  const item = context.catalog.item('ShipDesign', context.language.text(name, context) ?? '');
  return item === undefined ? context.kit.none : of(item);
}

function designNode(name: Value, context: Acting): Node {
  const { kit, builder, language, free } = context;
  const isIt = kit.equal(kit.cell('designName', kit.slot(free)), language.word(name, 'designName', context));
  return kit.fold('first', objectsOf(builder.kinds.design), free, isIt);
}

const memberEffects: EffectForms = {
  AddStarlanes: changeLanes(true),
  RemoveStarlanes: changeLanes(false),
};

function changeLanes(connect: boolean): EffectForm {
  return (effect, context) => ({
    kind: 'lane',
    ...common(effect),
    ends: systemsWith(conditionAt(effect, 'endpoint'), context),
    connect,
  });
}

function membersOf(condition: Condition, context: Acting): Members {
  const { kit, free } = context;
  const found = seek(condition, context);
  if (found.by === 'pin')
    return { kind: 0, slot: free, condition: kit.all([kit.equal(kit.slot(free), found.at.node), found.holds]) };
  return { kind: found.range.kind, slot: found.slot, condition: found.filter };
}

function systemsWith(condition: Condition, context: Acting): Members {
  const { system } = context.builder.kinds;
  const found = filtered(condition, kindBits.system, objectsOf(system), false, within(condition, context));
  return { kind: system, slot: found.slot, condition: found.filter };
}

const knowingEffects: EffectForms = {
  SetVisibility: setVisibility,
  GenerateSitRepMessage: (effect, context) => message(effect, text(effect, 'message', context), context),
  Victory: named('reason'),
  SetTexture: named('name'),
  SetOverlayTexture: named('name'),
};

function named(label: string): EffectForm {
  return (effect, context) => message(effect, `${effect.name} ${text(effect, label, context)}`, context);
}

function text(effect: Effect, label: string, context: Acting): string {
  return context.language.text(givenAt(effect, label), context) ?? '';
}

/** Known texts among the data go with the text. */
function message(effect: Effect, said: string, context: Acting): MessageEffect {
  const { language } = context;
  const values: { name: string; value: Node }[] = [];
  const texts = [said];
  const empire = valueAt(effect, 'empire');
  if (empire !== undefined) values.push({ name: 'recipient', value: language.entity(empire, 'empire', context).node });
  let name = '';
  for (const {
    label,
    values: [value],
  } of effect.parameters) {
    if (value === undefined) continue;
    if (label === 'tag') name = language.text(value, context) ?? '';
    if (label !== 'data') continue;
    const known = language.text(value, context);
    if (known !== undefined) texts.push(`${name}=${known}`);
    else if (isEntity(value)) values.push({ name, value: language.entity(value, 'object', context).node });
    else if (value.kind !== 'property' || language.isNumber(value))
      values.push({ name, value: language.real(value, context) });
  }
  return { kind: 'message', ...common(effect), text: texts.join(' '), values };
}

/** Sight is boolean: all but the least visibility counts. */
function setVisibility(effect: Effect, context: Acting): RuleEffect | undefined {
  const { kit } = context;
  const seeing = seeingIn(effect, context);
  if (seeing === undefined) return undefined;
  const { inner, ...by } = seeing;
  const [condition] = effect.conditions.map((each) => each.condition);
  const value = givenAt(effect, 'visibility');
  const seen = isSeen(value, kit.choose(kit.visible(by.observer, inner.target.node), kit.yes, kit.no), inner);
  const objects = condition === undefined ? undefined : membersOf(condition, inner);
  return { kind: 'sight', ...common(effect), ...by, objects, seen };
}

/** `observers`: several empires. Undefined where there can be none. */
function seeingIn(
  effect: Effect,
  context: Acting,
): { readonly observer: Node; readonly observers?: Members; readonly inner: Acting } | undefined {
  const { kit, builder, free } = context;
  const affiliation = affiliationOf(effect);
  if (affiliation === 'TheEmpire') return { observer: entityAt(effect, 'empire', context).node, inner: context };
  if (affiliation === 'Human' || affiliation === 'None') return undefined;
  const observer = kit.slot(free);
  const inner = withSlotTaken(context);
  const empire = () => entityAt(effect, 'empire', inner).node;
  const condition = affiliation === 'AnyEmpire' ? kit.yes : isRelated(affiliation, observer, empire, context);
  return condition === undefined
    ? unsupported(context, effect, `affiliation ${affiliation}`, 'TheEmpire, EnemyOf, AllyOf, PeaceWith or AnyEmpire')
    : { observer, observers: { kind: builder.kinds.empire, slot: free, condition }, inner };
}

function isSeen(value: Value, now: Node, context: Acting): Node {
  const { kit } = context;
  if (value.kind === 'running') return now;
  if (value.kind === 'word') return value.word === 'Invisible' ? kit.no : kit.yes;
  if (value.kind === 'function' && (value.name === 'max' || value.name === 'min')) {
    const parts = value.operands.map((operand) => isSeen(operand, now, context));
    return value.name === 'max' ? kit.any(parts) : kit.all(parts);
  }
  wrongType(context, value, describeValue(value), 'a visibility');
  return now;
}

const forms: ReadonlyMap<string, EffectForm> = new Map(
  Object.entries({
    ...meterEffects,
    ...objectEffects,
    ...creatingEffects,
    ...movingEffects,
    ...memberEffects,
    ...knowingEffects,
  }),
);

/** Effects on meters of empires do nothing there. */
const onMeters: ReadonlySet<string> = new Set(['SetMeter', 'SetShipPartMeter', 'SetEmpireMeter']);

export function writesMeters(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) =>
      onMeters.has(effect.name) || (effect.name === 'If' && writesMeters([...effect.effects, ...effect.otherwise])),
  );
}

/** `meters`: effects on meters of objects, with their branches. */
export function lowerEffects(effects: readonly Effect[], context: Acting) {
  const onObjects = new Set<RuleEffect>();
  const lowered = effects.flatMap((effect) => lowerEffect(effect, onObjects, context));
  return { effects: lowered, meters: metersAmong(lowered, onObjects) };
}

export function lowerInner(effect: Effect, context: Acting): readonly RuleEffect[] {
  return lowerEffect(effect, new Set(), context);
}

function lowerEffect(effect: Effect, onObjects: Set<RuleEffect>, context: Acting): readonly RuleEffect[] {
  if (effect.name === 'If') return branch(effect, onObjects, context);
  const form = forms.get(effect.name);
  if (form === undefined) unknownConstruct(context, effect, 'effect', effect.name, [...forms.keys(), 'If']);
  const lowered = [form?.(effect, context) ?? []].flat();
  if (effect.name === 'SetMeter' || effect.name === 'SetShipPartMeter') for (const each of lowered) onObjects.add(each);
  return lowered;
}

function branch(effect: Effect, onObjects: Set<RuleEffect>, context: Acting): readonly RuleEffect[] {
  const condition = conditionAt(effect, 'condition');
  const kinds = context.language.kinds(condition, context) & context.target.kinds;
  const chosen: Acting =
    kinds === 0 ? context : acting(context, context.source, ofKinds(context.target, kinds), context.isOnSource);
  const test = context.language.conditions([condition], testing(context, context.target), false);
  const then = effect.effects.flatMap((each) => lowerEffect(each, onObjects, chosen));
  const otherwise = effect.otherwise.flatMap((each) => lowerEffect(each, onObjects, context));
  if (then.length === 0 && otherwise.length === 0) return [];
  return [{ kind: 'branch', ...common(effect), condition: test, then, otherwise }];
}

function metersAmong(effects: readonly RuleEffect[], meters: ReadonlySet<RuleEffect>): readonly RuleEffect[] {
  return effects.flatMap((effect): readonly RuleEffect[] => {
    if (effect.kind !== 'branch') return meters.has(effect) ? [effect] : [];
    const then = metersAmong(effect.then, meters);
    const otherwise = metersAmong(effect.otherwise, meters);
    return then.length === 0 && otherwise.length === 0 ? [] : [{ ...effect, then, otherwise }];
  });
}
