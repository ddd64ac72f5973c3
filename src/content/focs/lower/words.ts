import type { Node } from '../../../ir/node.js';
import type { GameColumn, GameEnumerations, GameKinds } from '../model/game-model.js';
import type { ItemKind, PropertyValue, Value } from '../syntax.js';
import type { Context } from './context.js';
import { type Subject, isThere, systemOf } from './subjects.js';
import { oneOf } from './numbers.js';
import { describe, unknownName, wrongType } from './parameters.js';
import { subjectOf } from './entities.js';
import { numberType } from '../../../eval/operation.js';
import { planetTypes } from '../model/words.js';

/** Steps of planets along the wheel of their types. What is off the wheel stays what it is. */

/** The types on the wheel, in its order; the last is next to the first. */
const wheel = planetTypes.slice(0, 9);

const next = (place: number, steps: number): number => (place + steps + wheel.length) % wheel.length;

/** One step toward the nearest type that is wanted; of two equally near ones forward. */
function stepToward(type: Node, wanted: (place: number) => Node, context: Context): Node {
  const { kit } = context;
  const word = (place: number): Node => typeWord(place, context);
  return wheel.reduceRight<Node>((rest, _name, from) => {
    const ways = [1, 2, 3, 4].flatMap((steps) => [
      { to: next(from, steps), step: 1 },
      { to: next(from, -steps), step: -1 },
    ]);
    const moved = ways.reduceRight<Node>(
      (otherwise, { to, step }) => kit.choose(wanted(to), word(next(from, step)), otherwise),
      word(from),
    );
    return kit.choose(kit.compare('==', type, word(from)), kit.choose(wanted(from), word(from), moved), rest);
  }, type);
}

function typeWord(place: number, { kit, builder }: Context): Node {
  return kit.word('planetType', builder.word('planetType', wheel[place]) ?? 0);
}

/** The neighbour on the wheel on the shorter way to the best environment that the planet's species has on it. */
function nextBetterType({ node }: Subject, context: Context): Node {
  const { kit, builder } = context;
  const type = kit.read(builder.column('planetType'), node);
  const species = kit.read(builder.column('species'), node);
  // The words of environments ascend from bad to good.
  const suits = wheel.map((_name, place) =>
    kit.lookup(builder.tables.environment, numberType, typeWord(place, context), species),
  );
  const best = suits.reduce(kit.greatest);
  return stepToward(type, (place) => kit.compare('==', suits[place], best), context);
}

/** The neighbour on the wheel on the shorter way to the type that the planet had when the game began. */
function closerToOriginalType({ node }: Subject, context: Context): Node {
  const { kit, builder } = context;
  const type = kit.read(builder.column('planetType'), node);
  const original = kit.read(builder.column('originalPlanetType'), node);
  return stepToward(type, (place) => kit.compare('==', original, typeWord(place, context)), context);
}

/** Words of enumerations, names of species, foci and designs, and classes of items. */

type WordReader = (subject: Subject, context: Context) => Node;

const column =
  (name: GameColumn): WordReader =>
  ({ node }, { kit, builder }) =>
    kit.read(builder.column(name), node);

/** Properties that are words, by the enumeration that they are of. */
const properties: Readonly<Record<string, readonly [keyof GameEnumerations, WordReader]>> = {
  Species: ['species', column('species')],
  Focus: ['focus', column('focus')],
  PreferredFocus: [
    'focus',
    (subject, { kit, builder }) => {
      const type = { name: 'enumeration', index: builder.enumerations.focus } as const;
      return kit.lookup(builder.tables.preferredFocus, type, kit.read(builder.column('species'), subject.node));
    },
  ],
  PlanetType: ['planetType', column('planetType')],
  OriginalType: ['planetType', column('originalPlanetType')],
  NextBetterPlanetType: ['planetType', nextBetterType],
  NextCloserToOriginalPlanetType: ['planetType', closerToOriginalType],
  PlanetSize: ['planetSize', column('planetSize')],
  PlanetEnvironment: [
    'environment',
    ({ node }, { kit, builder }) => {
      const type = { name: 'enumeration', index: builder.enumerations.environment } as const;
      return kit.lookup(
        builder.tables.environment,
        type,
        kit.read(builder.column('planetType'), node),
        kit.read(builder.column('species'), node),
      );
    },
  ],
  StarType: ['star', (subject, { kit, builder }) => kit.read(builder.column('star'), systemOf(kit, subject).node)],
};

/** Kinds of items whose names are words of an enumeration. */
const itemKinds: Partial<Record<keyof GameEnumerations, ItemKind>> = { species: 'Species', designName: 'ShipDesign' };

const enumerationNames: Readonly<Record<keyof GameEnumerations, string>> = {
  species: 'species',
  focus: 'focus',
  planetType: 'planet type',
  planetSize: 'planet size',
  environment: 'planet environment',
  star: 'star type',
  designName: 'ship design',
  visibility: 'visibility',
};

/** The enumeration of a value that is a word of one, as far as the value tells; undefined for others. */
export function enumerationOf(value: Value): keyof GameEnumerations | undefined {
  return value.sort === 'property' && Object.hasOwn(properties, value.property)
    ? properties[value.property][0]
    : undefined;
}

/** A word of an enumeration; none, and reported, for what is none. */
export function lowerWord(value: Value, enumeration: keyof GameEnumerations, context: Context): Node {
  const { kit, language } = context;
  const text = language.text(value, context);
  if (text !== undefined) return wordOf(text, value, enumeration, context);
  if (value.sort === 'property' && enumerationOf(value) === enumeration) return readWord(value, context);
  if (value.sort === 'function' && value.name === 'OneOf' && value.operands.length > 0) {
    return oneOf(
      value,
      value.operands.map((operand) => lowerWord(operand, enumeration, context)),
      context,
    );
  }
  wrongType(context, value.at, describe(value), `a ${enumerationNames[enumeration]}`);
  return kit.word(enumeration, 0);
}

function readWord(value: PropertyValue, context: Context): Node {
  const [enumeration, reader] = properties[value.property];
  const subject = subjectOf(value, context);
  return subject === undefined ? context.kit.word(enumeration, 0) : reader(subject, context);
}

function wordOf(text: string, value: Value, enumeration: keyof GameEnumerations, context: Context): Node {
  const { kit, builder, catalog } = context;
  if (text === '') return kit.word(enumeration, 0);
  const found = builder.word(enumeration, text);
  if (found !== undefined) return kit.word(enumeration, found);
  const items = itemKinds[enumeration];
  unknownName(
    context,
    value.at,
    enumerationNames[enumeration],
    text,
    items === undefined ? [] : catalog.items(items).map(({ name }) => name),
  );
  return kit.word(enumeration, 0);
}

/** What a class of items is called, and the kind of the objects that are of it. */
const classes: Partial<
  Record<ItemKind, { readonly what: string; readonly property: string; readonly objects: keyof GameKinds }>
> = {
  BuildingType: { what: 'type of building', property: 'BuildingType', objects: 'building' },
  Hull: { what: 'hull', property: 'Hull', objects: 'ship' },
  FieldType: { what: 'type of field', property: 'FieldType', objects: 'field' },
  Part: { what: 'part', property: '', objects: 'ship' },
  Tech: { what: 'tech', property: '', objects: 'tech' },
};

/** The kind of items that a value names as a property of an object, such as its hull. */
export function itemKindOf(value: Value): ItemKind | undefined {
  if (value.sort !== 'property') return undefined;
  return (Object.keys(classes) as ItemKind[]).find((kind) => classes[kind]?.property === value.property);
}

/** A class of items; none, and reported, for what is none. */
export function lowerClass(value: Value, kind: ItemKind, context: Context): Node {
  const { kit, builder, catalog, language } = context;
  const what = classes[kind]?.what ?? kind;
  const text = language.text(value, context);
  if (text !== undefined) {
    const index = text === '' ? 0 : builder.classOf(kind, text);
    if (index === undefined)
      unknownName(
        context,
        value.at,
        what,
        text,
        catalog.items(kind).map(({ name }) => name),
      );
    return kit.class(index ?? 0);
  }
  if (value.sort === 'property' && itemKindOf(value) === kind) {
    const subject = subjectOf(value, context);
    return subject === undefined ? kit.class(0) : classOfObject(subject, classes[kind]?.objects ?? 'ship', context);
  }
  if (value.sort === 'function' && value.name === 'OneOf' && value.operands.length > 0) {
    return oneOf(
      value,
      value.operands.map((operand) => lowerClass(operand, kind, context)),
      context,
    );
  }
  wrongType(context, value.at, describe(value), `a ${what}`);
  return kit.class(0);
}

/** The class of an object where it is of a kind, else none. */
function classOfObject(subject: Subject, kind: keyof GameKinds, { kit }: Context): Node {
  const isOfIt = kit.all([isThere(kit, subject), kit.compare('==', kit.kindOf(subject.node), kit.kind(kind))]);
  return kit.choose(isOfIt, kit.classOf(subject.node), kit.class(0));
}
