import { isConstant } from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import type { GameColumn, GameEnumerations } from '../model/game-model.js';
import type { Condition, Value } from '../syntax.js';
import type { Tested } from './context.js';
import type { ConditionForms } from './forms.js';
import { everyKind, isWithin, kindBits } from './kind-set.js';
import { valueAt, valuesAt } from './parameters.js';
import { unsupported } from './problems.js';
import { isThere, subjectOf, systemOf } from './subjects.js';

/** What planets are like. Buildings are asked for their planet. */

const { planet, building, ship } = kindBits;

export const planetForms: ConditionForms = {
  Planet: { kinds: planet | building, firm: false, lower: (condition, context) => isLike(condition, context) },
  Star: {
    kinds: everyKind,
    firm: false,
    lower(condition, context) {
      const { kit, builder, candidate } = context;
      return isOneOf(
        kit.read(builder.column('star'), systemOf(kit, candidate).node),
        valuesAt(condition, 'type'),
        'star',
        context,
      );
    },
  },
  Focus: {
    kinds: planet | building,
    firm: false,
    lower: (condition, context) => hasWord(condition, 'type', ['focus'], 'focus', planet, context),
  },
  Species: {
    kinds: planet | building | ship,
    firm: false,
    lower: (condition, context) => hasWord(condition, 'name', ['species'], 'species', planet | ship, context),
  },
  Homeworld: {
    kinds: planet | building,
    firm: false,
    lower: (condition, context) =>
      hasWord(condition, 'name', ['homeworldOf', 'alsoHomeworldOf'], 'species', planet, context),
  },
  CanColonize: {
    kinds: planet | building | ship,
    firm: false,
    lower: (_condition, context) => context.kit.marked(context.builder.tables.canColonize, speciesOf(context)),
  },
  CanProduceShips: {
    kinds: planet | building | ship,
    firm: false,
    lower: (_condition, context) => context.kit.marked(context.builder.tables.canProduceShips, speciesOf(context)),
  },
};

/** A property of the planet that a candidate is, or stands on. `having`: kinds of which each has it itself. */
function planetRead(name: GameColumn, having: number, { kit, builder, candidate }: Tested): Node {
  const column = builder.column(name);
  return isWithin(candidate.kinds, having) ? kit.read(column, candidate.node) : kit.climb(column, candidate.node);
}

/** The species of a planet or a ship, and of the planet of a building. */
function speciesOf(context: Tested): Node {
  return knownSpecies(context) ?? planetRead('species', planet | ship, context);
}

/** The species of a candidate that is known at load. */
function knownSpecies({ kit, builder, candidate, group }: Tested): Node | undefined {
  if (candidate.species !== undefined) group.noteOwn();
  const word = candidate.species === undefined ? undefined : builder.word('species', candidate.species);
  return word === undefined ? undefined : kit.word('species', word);
}

/** Whether a node is one of the words of a list. None is no word, also where a word of the list comes out as none. */
function isOneOf(node: Node, values: readonly Value[], enumeration: keyof GameEnumerations, context: Tested): Node {
  const { kit, language } = context;
  const none = kit.word(enumeration, 0);
  const words = values.map((value) => language.word(value, enumeration, context));
  const matches = kit.oneOf(
    node,
    words.filter((word) => word !== none),
  );
  const isSure = values.every((value, i) => isConstant(words[i]) || isKnownSpecies(value, context));
  return isSure ? matches : kit.all([matches, kit.compare('!=', node, none)]);
}

/** Whether a value is the species of an object that has one. */
function isKnownSpecies(value: Value, context: Tested): boolean {
  return value.sort === 'property' && value.property === 'Species' && subjectOf(value, context)?.species !== undefined;
}

/** Whether one of some columns holds a word of a list, or any word where there is no list. */
function hasWord(
  condition: Condition,
  label: string,
  names: readonly GameColumn[],
  enumeration: 'species' | 'focus',
  having: number,
  context: Tested,
): Node {
  const { kit, language } = context;
  const values = valuesAt(condition, label);
  const areWritten = values.every((value) => language.text(value, context) !== undefined);
  return kit.any(
    names.map((name) => {
      const node =
        (name === 'species' && areWritten ? knownSpecies(context) : undefined) ?? planetRead(name, having, context);
      return values.length === 0
        ? kit.compare('!=', node, kit.word(enumeration, 0))
        : isOneOf(node, values, enumeration, context);
    }),
  );
}

/** Type, size or environment of a planet. */
function isLike(condition: Condition, context: Tested): Node {
  const types = valuesAt(condition, 'type');
  if (types.length > 0) return isOneOf(planetRead('planetType', planet, context), types, 'planetType', context);
  const sizes = valuesAt(condition, 'size');
  if (sizes.length > 0) return isOneOf(planetRead('planetSize', planet, context), sizes, 'planetSize', context);
  const environments = valuesAt(condition, 'environment');
  if (environments.length > 0) return suits(condition, environments, context);
  unsupported(context, condition.at, 'Planet with such parameters', 'type, size or environment');
  return context.kit.no;
}

/** Whether a planet is of some environments for a species, its own where none is named. */
function suits(condition: Condition, environments: readonly Value[], context: Tested): Node {
  const { kit, builder, candidate } = context;
  const type = planetRead('planetType', planet, context);
  const found = kit.lookup(
    builder.tables.environment,
    { name: 'enumeration', index: builder.enumerations.environment },
    type,
    askedSpecies(condition, context),
  );
  const wanted = isOneOf(found, environments, 'environment', context);
  const isPlanet =
    candidate.kinds === planet ? isThere(kit, candidate) : kit.compare('!=', type, kit.word('planetType', 0));
  // The table has the worst word for what is no planet.
  const worst = builder.word('environment', 'Uninhabitable');
  const isSafe = environments.every(
    (value) =>
      context.language.text(value, context) !== undefined &&
      builder.word('environment', context.language.text(value, context) ?? '') !== worst,
  );
  return isSafe ? wanted : kit.all([isPlanet, wanted]);
}

function askedSpecies(condition: Condition, context: Tested): Node {
  const { kit, language } = context;
  const value = valueAt(condition, 'species');
  const own = (): Node => planetRead('species', planet | ship, context);
  if (value === undefined) return own();
  const given = language.word(value, 'species', context);
  if (isKnownSpecies(value, context)) return given;
  const none = kit.word('species', 0);
  return isConstant(given)
    ? given === none
      ? own()
      : given
    : kit.choose(kit.compare('!=', given, none), given, own());
}
