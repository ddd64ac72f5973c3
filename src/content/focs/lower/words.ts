import type { Node } from '../../../ir/node.js';
import type { GameColumn, GameEnumerations, GameKinds } from '../model/game-model.js';
import type { ItemKind, PropertyValue, Value } from '../syntax.js';
import type { Context } from './context.js';
import { type Subject, isThere, systemOf } from './subjects.js';
import { oneOf } from './numbers.js';
import { describe, unknownItem, itemWord, unknownName, wrongType } from './parameters.js';
import { subjectOf } from './entities.js';
import { numberType } from '../../../eval/operation.js';
import { enumerations, wheelOfTypes } from '../parse/tables.js';

/** Steps of planets along the wheel of their types. What is off the wheel stays what it is. */

/** The types on the wheel, in its order; the last is next to the first. */
const wheel = enumerations.PlanetType.slice(0, wheelOfTypes);

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

type WordReader = (subject: Subject, context: Context) => Node;

const column =
  (name: GameColumn): WordReader =>
  ({ node }, { kit, builder }) =>
    kit.read(builder.column(name), node);

/** What a table says of an object by what it has in some columns. */
const table =
  (name: 'preferredFocus' | 'environment', enumeration: keyof GameEnumerations, ...columns: GameColumn[]): WordReader =>
  (subject, context) =>
    wordInTable(
      name,
      enumeration,
      columns.map((each) => column(each)(subject, context)),
      context,
    );

/** The word that a table has for others. */
export function wordInTable(
  name: 'preferredFocus' | 'environment',
  enumeration: keyof GameEnumerations,
  places: readonly Node[],
  { kit, builder }: Context,
): Node {
  const type = { name: 'enumeration', index: builder.enumerations[enumeration] } as const;
  return kit.lookup(builder.tables[name], type, ...places);
}

/** Properties that are words, by the enumeration that they are of. */
const properties: Readonly<Record<string, readonly [keyof GameEnumerations, WordReader]>> = {
  Species: ['species', column('species')],
  Focus: ['focus', column('focus')],
  PreferredFocus: ['focus', table('preferredFocus', 'focus', 'species')],
  PlanetType: ['planetType', column('planetType')],
  OriginalType: ['planetType', column('originalPlanetType')],
  NextBetterPlanetType: ['planetType', nextBetterType],
  NextCloserToOriginalPlanetType: ['planetType', closerToOriginalType],
  PlanetSize: ['planetSize', column('planetSize')],
  PlanetEnvironment: ['environment', table('environment', 'environment', 'planetType', 'species')],
  StarType: ['star', (subject, { kit, builder }) => kit.read(builder.column('star'), systemOf(kit, subject).node)],
};

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
  const none = context.kit.word(enumeration, 0);
  return (
    textOrDrawn(
      value,
      (text) => wordOf(text, value, enumeration, context) ?? none,
      (operand) => lowerWord(operand, enumeration, context),
      context,
    ) ??
    (value.sort === 'property' && enumerationOf(value) === enumeration
      ? readWord(value, context)
      : wrongly(value, enumerationNames[enumeration], none, context))
  );
}

/** Of a text that is known at load, or of one of several values that is drawn; undefined for others. */
function textOrDrawn(
  value: Value,
  ofText: (text: string) => Node,
  ofOperand: (operand: Value) => Node,
  context: Context,
): Node | undefined {
  const text = context.language.text(value, context);
  if (text !== undefined) return ofText(text);
  if (value.sort !== 'function' || value.name !== 'OneOf' || value.operands.length === 0) return undefined;
  return oneOf(value, value.operands.map(ofOperand), context);
}

/** None, in the place of what is of another type. */
function wrongly(value: Value, expected: string, none: Node, context: Context): Node {
  wrongType(context, value.at, describe(value), `a ${expected}`);
  return none;
}

function readWord(value: PropertyValue, context: Context): Node {
  const [enumeration, reader] = properties[value.property];
  const subject = subjectOf(value, context);
  return subject === undefined ? context.kit.word(enumeration, 0) : reader(subject, context);
}

function wordOf(text: string, value: Value, enumeration: keyof GameEnumerations, context: Context): Node | undefined {
  const { kit, builder } = context;
  const found = text === '' ? 0 : builder.word(enumeration, text);
  if (found !== undefined) return kit.word(enumeration, found);
  const kind = itemKinds[enumeration];
  if (kind === undefined) unknownName(context, value.at, enumerationNames[enumeration], text, []);
  else unknownItem(context, value.at, kind, text);
  return undefined;
}

/** Properties that are classes of items, and the kinds of the objects that are of them. */
const classes: Partial<Record<ItemKind, { readonly property: string; readonly objects: keyof GameKinds }>> = {
  BuildingType: { property: 'BuildingType', objects: 'building' },
  Hull: { property: 'Hull', objects: 'ship' },
  FieldType: { property: 'FieldType', objects: 'field' },
};

/** The kind of items that a value names as a property of an object, such as its hull. */
export function itemKindOf(value: Value): ItemKind | undefined {
  if (value.sort !== 'property') return undefined;
  return (Object.keys(classes) as ItemKind[]).find((kind) => classes[kind]?.property === value.property);
}

/** A class of items; none, and reported, for what is none. */
export function lowerClass(value: Value, kind: ItemKind, context: Context): Node {
  const { kit, builder } = context;
  const ofText = (text: string): Node => {
    const index = text === '' ? 0 : builder.classOf(kind, text);
    if (index === undefined) unknownItem(context, value.at, kind, text);
    return kit.class(index ?? 0);
  };
  const found = textOrDrawn(value, ofText, (operand) => lowerClass(operand, kind, context), context);
  if (found !== undefined) return found;
  if (value.sort !== 'property' || itemKindOf(value) !== kind)
    return wrongly(value, itemWord(kind), kit.class(0), context);
  const subject = subjectOf(value, context);
  return subject === undefined ? kit.class(0) : classOfObject(subject, classes[kind]?.objects ?? 'ship', context);
}

/** The class of an object where it is of a kind, else none. */
function classOfObject(subject: Subject, kind: keyof GameKinds, { kit }: Context): Node {
  const isOfIt = kit.all([isThere(kit, subject), kit.compare('==', kit.kindOf(subject.node), kit.kind(kind))]);
  return kit.choose(isOfIt, kit.classOf(subject.node), kit.class(0));
}
