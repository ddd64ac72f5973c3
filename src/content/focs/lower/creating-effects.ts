import { common, type EffectForms, withValue, where } from './forms.js';
import type { CreateEffect, Effect as RuleEffect } from '../../../ir/rule.js';
import type { Node } from '../../../ir/node.js';
import type { Effect, Item, Value } from '../syntax.js';
import { type Acting, acting } from './context.js';
import { ofKinds, systemOf, kindBits, type KindSet, objectsOf } from './subjects.js';
import { textsIn, textIn } from '../item-fields.js';
import { oneOf } from './numbers.js';
import { habitableSize } from './object-effects.js';
import { requiredAt, valueAt, unsupported, unknownItem } from './parameters.js';
import type { GameColumn } from '../model/game-model.js';

/** Effects that create objects. What is created has the effects behind it fired on it. */
export const creatingEffects: EffectForms = {
  CreateShip(effect, context) {
    const name = valueAt(effect, 'designname');
    if (name !== undefined) return ship(name, effect, context);
    unsupported(context, effect.at, 'CreateShip of a design by its number', '`designname = "…"`');
    return [];
  },
  CreatePlanet: withValue('type', (type, effect, context) => {
    const { kit, builder, language, target } = context;
    const size = requiredAt(effect, 'planetsize', context);
    if (size === undefined) return [];
    const typeWord = language.word(type, 'planetType', context);
    const sizeWord = language.word(size, 'planetSize', context);
    const planet = creating(effect, kit.class(0), kindBits.planet, context, {
      planetType: typeWord,
      originalPlanetType: typeWord,
      planetSize: sizeWord,
      habitableSize: kit.certain(habitableSize(sizeWord, context)),
    });
    return [{ ...planet, bare: builder.kinds.planet, into: systemOf(kit, target).node, owner: kit.none }];
  }),
  CreateBuilding: withValue('type', (type, effect, context) => [
    creating(effect, context.language.class(type, 'BuildingType', context), kindBits.building, context),
  ]),
  CreateField: withValue('type', (type, effect, context) => {
    const { kit, language } = context;
    const meter = context.builder.meter('SIZE');
    if (meter === undefined) return [];
    const [size = kit.number(usualSize), x, y] = ['size', 'x', 'y']
      .map((label) => valueAt(effect, label))
      .map((value) => value && kit.certain(language.real(value, context)));
    const field = creating(effect, kit.class(0), kindBits.field, context);
    const place = x === undefined || y === undefined ? offLane(effect, context) : [putting(effect, x, y)];
    const initial = [meter.initial, meter.current].map((column) => ({ column, value: size }));
    // What is drawn for its type is drawn last.
    const classNode = language.class(type, 'FieldType', context);
    return [{ ...field, class: classNode, initial, then: [...place, ...(field.then ?? [])] }];
  }),
};

function putting(effect: Effect, x: Node, y: Node): RuleEffect {
  return { kind: 'put', ...common(effect), x, y };
}

/** What is created beside something between two systems is at that point, and is not itself on the way. */
function offLane(effect: Effect, { kit, target }: Acting): readonly RuleEffect[] {
  if ((target.kinds & (kindBits.fleet | kindBits.ship)) === 0) return [];
  const [x, y] = (['x', 'y'] as const).map((axis) => kit.coordinate(axis, target.node));
  const isOutside = kit.compare('==', kit.ancestor('system', target.node), kit.none);
  return [where(effect, isOutside, [putting(effect, x, y)])];
}

/** Of a field whose size content does not say. */
const usualSize = 10;

/** One object of a class, with what is fired on it when it has been created. */
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

/** A ship in a fleet of its own, in the system of the target, with an object for each sort of part that has meters. */
function ship(name: Value, effect: Effect, context: Acting): readonly CreateEffect[] {
  const { kit, builder, language } = context;
  const items = designsOf(name, context);
  if (items === undefined) return [];
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
  const aggressive = { column: builder.column('aggressive').index, value: kit.read(builder.column('armed'), design) };
  return [
    {
      ...once,
      class: kit.class(0),
      count: kit.number(1),
      bare: builder.kinds.fleet,
      into: systemOf(kit, context.target).node,
      initial: [aggressive],
      inside: [made],
    },
  ];
}

/** The designs that a value can come to; undefined, and reported, where content does not define one of them. */
function designsOf(name: Value, context: Acting): readonly Item[] | undefined {
  if (name.sort === 'function' && name.name === 'OneOf' && name.operands.length > 0) {
    const all = name.operands.map((operand) => designsOf(operand, context));
    return all.every((each) => each !== undefined) ? all.flat() : undefined;
  }
  const text = context.language.text(name, context);
  const item = text === undefined ? undefined : context.catalog.item('ShipDesign', text);
  if (item !== undefined) {
    context.builder.useDesign(item.name);
    return [item];
  }
  if (text === undefined)
    unsupported(context, name.at, 'CreateShip of a design that depends on the world', 'a name in quotes');
  else unknownItem(context, name.at, 'ShipDesign', text);
  return undefined;
}

/** What a design comes to; one that is drawn is drawn once for all that is asked of it. */
function byDesign(name: Value, context: Acting, of: (item: Item) => Node): Node {
  if (name.sort === 'function')
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
  const isIt = kit.compare(
    '==',
    kit.read(builder.column('designName'), kit.slot(free)),
    language.word(name, 'designName', context),
  );
  return kit.fold('first', objectsOf(builder.kinds.design), free, isIt);
}
