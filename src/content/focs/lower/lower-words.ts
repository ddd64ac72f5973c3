import type { Node } from '../../../ir/node.js';
import type { GameColumn, EnumerationName } from '../model/game-model.js';
import type { ItemKind, PropertyValue, Value } from '../syntax.js';
import { type Context, type Subject, isThere, systemOf } from './lowering-context.js';
import { oneOf } from './numbers.js';
import { describe, unknownItem, itemWord, unknownName, wrongType } from './parameters.js';
import { subjectOf } from './entities.js';
import { numberType } from '../../../eval/operation.js';
import { enumerations, wheelOfTypes } from '../parse/keywords.js';

/** The last is next to the first. Types off the wheel stay. */
const wheel = enumerations.PlanetType.slice(0, wheelOfTypes);

const next = (place: number, steps: number): number => (place + steps + wheel.length) % wheel.length;

/** Of two equally near types forward. */
function stepToward(type: Node, wanted: (place: number) => Node, context: Context): Node {
  const { kit } = context;
  return wheel.reduceRight<Node>((rest, name, from) => {
    const ways = [1, 2, 3, 4].flatMap((steps) => [
      { to: next(from, steps), step: 1 },
      { to: next(from, -steps), step: -1 },
    ]);
    const moved = ways.reduceRight<Node>(
      (otherwise, { to, step }) =>
        kit.choose(wanted(to), kit.wordNamed('planetType', wheel[next(from, step)]), otherwise),
      kit.wordNamed('planetType', name),
    );
    const word = kit.wordNamed('planetType', name);
    return kit.choose(kit.equal(type, word), kit.choose(wanted(from), word, moved), rest);
  }, type);
}

/** Toward the best environment that the planet's species has on the wheel. */
function nextBetterType({ node }: Subject, context: Context): Node {
  const { kit, builder } = context;
  const type = kit.cell('planetType', node);
  const species = kit.cell('species', node);
  // The words of environments ascend from bad to good.
  const suits = wheel.map((name) =>
    kit.lookup(builder.tables.environment, numberType, kit.wordNamed('planetType', name), species),
  );
  const best = suits.reduce(kit.greatest);
  return stepToward(type, (place) => kit.equal(suits[place], best), context);
}

function closerToOriginalType({ node }: Subject, context: Context): Node {
  const { kit } = context;
  const type = kit.cell('planetType', node);
  const original = kit.cell('originalPlanetType', node);
  return stepToward(type, (place) => kit.equal(original, kit.wordNamed('planetType', wheel[place])), context);
}

type WordReader = (subject: Subject, context: Context) => Node;

const column =
  (name: GameColumn): WordReader =>
  ({ node }, { kit }) =>
    kit.cell(name, node);

const table =
  (name: 'preferredFocus' | 'environment', enumeration: EnumerationName, ...columns: GameColumn[]): WordReader =>
  (subject, context) =>
    wordInTable(
      name,
      enumeration,
      columns.map((each) => column(each)(subject, context)),
      context,
    );

export function wordInTable(
  name: 'preferredFocus' | 'environment',
  enumeration: EnumerationName,
  places: readonly Node[],
  { kit, builder }: Context,
): Node {
  const type = { name: 'enumeration', index: builder.enumerations[enumeration] } as const;
  return kit.lookup(builder.tables[name], type, ...places);
}

const properties: Readonly<Record<string, readonly [EnumerationName, WordReader]>> = {
  Species: ['species', column('species')],
  Focus: ['focus', column('focus')],
  PreferredFocus: ['focus', table('preferredFocus', 'focus', 'species')],
  PlanetType: ['planetType', column('planetType')],
  OriginalType: ['planetType', column('originalPlanetType')],
  NextBetterPlanetType: ['planetType', nextBetterType],
  NextCloserToOriginalPlanetType: ['planetType', closerToOriginalType],
  PlanetSize: ['planetSize', column('planetSize')],
  PlanetEnvironment: ['environment', table('environment', 'environment', 'planetType', 'species')],
  StarType: ['star', (subject, { kit }) => kit.cell('star', systemOf(kit, subject).node)],
};

const itemKinds: Partial<Record<EnumerationName, ItemKind>> = { species: 'Species', designName: 'ShipDesign' };

const enumerationNames: Readonly<Record<EnumerationName, string>> = {
  species: 'species',
  focus: 'focus',
  planetType: 'planet type',
  planetSize: 'planet size',
  environment: 'planet environment',
  star: 'star type',
  designName: 'ship design',
  visibility: 'visibility',
};

/** Undefined for values that may be something else. */
export function enumerationOf(value: Value): EnumerationName | undefined {
  return value.kind === 'property' && Object.hasOwn(properties, value.property)
    ? properties[value.property][0]
    : undefined;
}

/** None, and reported, for other values. */
export function lowerWord(value: Value, enumeration: EnumerationName, context: Context): Node {
  return (
    textOrDrawn(
      value,
      (text) => wordOf(text, value, enumeration, context),
      (operand) => lowerWord(operand, enumeration, context),
      context,
    ) ??
    (value.kind === 'property' && enumerationOf(value) === enumeration
      ? readWord(value, context)
      : wrongType(context, value, describe(value), `a ${enumerationNames[enumeration]}`)) ??
    context.kit.word(enumeration, 0)
  );
}

/** Undefined for values that depend on more than draws. */
function textOrDrawn(
  value: Value,
  ofText: (text: string) => Node,
  ofOperand: (operand: Value) => Node,
  context: Context,
): Node | undefined {
  const text = context.language.text(value, context);
  if (text !== undefined) return ofText(text);
  if (value.kind !== 'function' || value.name !== 'OneOf' || value.operands.length === 0) return undefined;
  return oneOf(value, value.operands.map(ofOperand), context);
}

function readWord(value: PropertyValue, context: Context): Node | undefined {
  const subject = subjectOf(value, context);
  return subject && properties[value.property][1](subject, context);
}

function wordOf(text: string, value: Value, enumeration: EnumerationName, context: Context): Node {
  const found = text === '' ? 0 : context.builder.word(enumeration, text);
  if (found === undefined) {
    const kind = itemKinds[enumeration];
    if (kind === undefined) unknownName(context, value, enumerationNames[enumeration], text, []);
    else unknownItem(context, value, kind, text);
  }
  return context.kit.word(enumeration, found ?? 0);
}

const classes = { BuildingType: 'building', Hull: 'ship', FieldType: 'field' } as const;

export function itemKindOf(value: Value): keyof typeof classes | undefined {
  if (value.kind !== 'property') return undefined;
  return (Object.keys(classes) as (keyof typeof classes)[]).find((kind) => kind === value.property);
}

/** None, and reported, for other values. */
export function lowerClass(value: Value, kind: ItemKind, context: Context): Node {
  const { kit, builder } = context;
  const ofText = (text: string) => {
    const index = text === '' ? 0 : builder.classOf(kind, text);
    if (index === undefined) unknownItem(context, value, kind, text);
    return kit.class(index ?? 0);
  };
  const found = textOrDrawn(value, ofText, (operand) => lowerClass(operand, kind, context), context);
  if (found !== undefined) return found;
  const none = kit.class(0);
  const asked = itemKindOf(value);
  if (value.kind !== 'property' || asked !== kind)
    return wrongType(context, value, describe(value), `a ${itemWord(kind)}`) ?? none;
  const subject = subjectOf(value, context);
  if (subject === undefined) return none;
  const isOfIt = kit.all([isThere(kit, subject), kit.equal(kit.kindOf(subject.node), kit.kind(classes[asked]))]);
  return kit.choose(isOfIt, kit.classOf(subject.node), none);
}
