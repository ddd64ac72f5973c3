import type { CreateEffect, Effect as RuleEffect } from '../../../ir/rule.js';
import type { Node } from '../../../ir/node.js';
import type { Effect, Item, Value } from '../syntax.js';
import { type Acting, acting } from './context.js';
import { ofKinds, systemOf, kindBits } from './subjects.js';
import { type EffectForms, common } from './forms.js';
import { fieldTexts } from './fields.js';
import { oneOf } from './numbers.js';
import { habitableSize } from './object-effects.js';
import { requiredAt, valueAt, unknownName, unsupported } from './parameters.js';

/** Effects that create objects. What is created has the effects behind it fired on it. */
export const creatingEffects: EffectForms = {
  CreateShip: (effect, context) => {
    const created = ship(effect, context);
    return created === undefined ? [] : [created];
  },
  CreatePlanet: (effect, context) => {
    const { kit, builder, language } = context;
    const [type, size] = [requiredAt(effect, 'type', context), requiredAt(effect, 'planetsize', context)];
    if (type === undefined || size === undefined) return [];
    const [typeWord, sizeWord] = [
      language.word(type, 'planetType', context),
      language.word(size, 'planetSize', context),
    ];
    return [
      {
        kind: 'create',
        ...common(effect),
        class: kit.class(0),
        bare: builder.kinds.planet,
        count: kit.number(1),
        into: systemOf(kit, context.target).node,
        owner: kit.none,
        initial: [
          { column: builder.column('planetType').index, value: typeWord },
          { column: builder.column('originalPlanetType').index, value: typeWord },
          { column: builder.column('planetSize').index, value: sizeWord },
          { column: builder.column('habitableSize').index, value: kit.certain(habitableSize(sizeWord, context)) },
        ],
        ...after(effect, kindBits.planet, context),
      },
    ];
  },
  CreateBuilding: (effect, context) => {
    const type = requiredAt(effect, 'type', context);
    if (type === undefined) return [];
    const { kit, language } = context;
    return [
      {
        kind: 'create',
        ...common(effect),
        class: language.class(type, 'BuildingType', context),
        count: kit.number(1),
        initial: [],
        ...after(effect, kindBits.building, context),
      },
    ];
  },
  CreateField: (effect, context) => {
    const type = requiredAt(effect, 'type', context);
    const meter = context.builder.meter('SIZE');
    if (type === undefined || meter === undefined) return [];
    const { kit, language } = context;
    const [size, x, y] = ['size', 'x', 'y']
      .map((label) => valueAt(effect, label))
      .map((value) => value && kit.certain(language.real(value, context)));
    const { then = [] } = after(effect, kindBits.field, context);
    const place =
      x === undefined || y === undefined
        ? offLane(effect, context)
        : [{ kind: 'put', ...common(effect), x, y } as const];
    return [
      {
        kind: 'create',
        ...common(effect),
        class: language.class(type, 'FieldType', context),
        count: kit.number(1),
        initial: [meter.initial, meter.current].map((column) => ({ column, value: size ?? kit.number(usualSize) })),
        then: [...place, ...then],
      },
    ];
  },
};

/** What is created beside something between two systems is at that point, and is not itself on the way. */
function offLane(effect: Effect, { kit, target }: Acting): readonly RuleEffect[] {
  if ((target.kinds & (kindBits.fleet | kindBits.ship)) === 0) return [];
  const [x, y] = (['x', 'y'] as const).map((axis) => kit.coordinate(axis, target.node));
  const isOutside = kit.compare('==', kit.ancestor('system', target.node), kit.none);
  return [
    {
      kind: 'branch',
      ...common(effect),
      condition: isOutside,
      then: [{ kind: 'put', ...common(effect), x, y }],
      otherwise: [],
    },
  ];
}

/** Of a field whose size content does not say. */
const usualSize = 10;

/** What is fired on what has been created. */
function after(effect: Effect, kinds: number, context: Acting): Pick<CreateEffect, 'then'> {
  if (effect.effects.length === 0) return {};
  const inner = acting(context, context.source, ofKinds(context.target, kinds), false);
  return { then: effect.effects.flatMap((each) => context.language.effect(each, inner)) };
}

/** A ship in a fleet of its own, in the system of the target, with an object for each sort of part that has meters. */
function ship(effect: Effect, context: Acting): CreateEffect | undefined {
  const { kit, builder, language } = context;
  const name = valueAt(effect, 'designname');
  if (name === undefined) {
    unsupported(context, effect.at, 'CreateShip of a design by its number', '`designname = "…"`');
    return undefined;
  }
  const items = designsOf(name, context);
  if (items === undefined) return undefined;
  const [empire, species] = [valueAt(effect, 'empire'), valueAt(effect, 'species')];
  const owner = empire === undefined ? kit.none : language.entity(empire, 'empire', context).node;
  const design = designNode(name, context);
  const once = { ...common(effect), count: kit.number(1), owner };
  const parts = new Set(
    items.flatMap((item) => fieldTexts(item, 'parts')).filter((part) => (builder.partKind(part) ?? 0) !== 0),
  );
  const made: CreateEffect = {
    kind: 'create',
    ...once,
    class: byDesign(name, context, (item) =>
      kit.class(builder.classOf('Hull', fieldTexts(item, 'hull').at(0) ?? '') ?? 0),
    ),
    initial: [
      { column: builder.column('design').index, value: design },
      { column: builder.column('producedBy').index, value: owner },
      ...(species === undefined
        ? []
        : [{ column: builder.column('species').index, value: language.word(species, 'species', context) }]),
    ],
    inside: [...parts].map((part) => ({
      kind: 'create',
      ...once,
      class: kit.class(builder.classOf('Part', part) ?? 0),
      initial: [],
      count: byDesign(name, context, (item) => kit.number(fieldTexts(item, 'parts').includes(part) ? 1 : 0)),
    })),
    ...after(effect, kindBits.ship, context),
  };
  const aggressive = { column: builder.column('aggressive').index, value: kit.read(builder.column('armed'), design) };
  return {
    kind: 'create',
    ...once,
    class: kit.class(0),
    bare: builder.kinds.fleet,
    into: systemOf(kit, context.target).node,
    initial: [aggressive],
    inside: [made],
  };
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
  else
    unknownName(
      context,
      name.at,
      'ship design',
      text,
      context.catalog.items('ShipDesign').map((each) => each.name),
    );
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

/** The object that stands for a design. */
function designNode(name: Value, context: Acting): Node {
  const { kit, builder, language, free } = context;
  const isIt = kit.compare(
    '==',
    kit.read(builder.column('designName'), kit.slot(free)),
    language.word(name, 'designName', context),
  );
  return kit.fold('first', { over: 'objects', kind: builder.kinds.design, class: 0 }, free, isIt);
}
