import type { Node } from '../../../ir/node.js';
import type { Tested } from './context.js';
import type { ConditionForms, ConditionForm } from './forms.js';
import { namedBy } from './members.js';
import {
  type GameKind,
  type KindSet,
  everyKind,
  kindBits,
  kindsIn,
  isOfKind,
  isSame,
  subject,
  isThere,
  systemOf,
  isWithin,
} from './subjects.js';
import { valuesAt, unknownConstruct, requiredAt, valueAt, unknownName, unsupported } from './parameters.js';
import type { Condition, ItemKind, Value } from '../syntax.js';
import { nobody, subjectOf } from './entities.js';
import { isConstant } from '../../../eval/shape.js';
import type { GameColumn, GameEnumerations } from '../model/game-model.js';

/** What a candidate is: an object, of a type, of a class. */

/** Words of types; centers of population and of production are planets, inhabited or not. */
const typeWords: Readonly<Record<string, GameKind>> = {
  System: 'system',
  Planet: 'planet',
  Building: 'building',
  Fleet: 'fleet',
  Ship: 'ship',
  Field: 'field',
  PopulationCenter: 'planet',
  ProductionCenter: 'planet',
};

/** The object that a construct names, tested of the candidate. */
const identity: ConditionForms[string] = {
  kinds: (condition, context) => namedBy(condition, context).kinds,
  firm: true,
  lower: (condition, context) => isSame(context.kit, context.candidate, namedBy(condition, context)),
};

export const sortForms: ConditionForms = {
  Source: identity,
  Target: identity,
  // The candidate itself may be the root, whatever it is.
  RootCandidate: { ...identity, firm: false },
  Object: identity,
  Type: {
    kinds: ({ word = '' }) => (Object.hasOwn(typeWords, word) ? kindBits[typeWords[word]] : everyKind),
    firm: true,
    lower(condition, context) {
      const { word = '', at } = condition;
      if (Object.hasOwn(typeWords, word)) return isOfKind(context.kit, context.candidate, typeWords[word]);
      unknownConstruct(context, at, 'type of object', word, Object.keys(typeWords));
      return context.kit.no;
    },
  },
  Building: {
    kinds: kindBits.building,
    firm: true,
    lower(condition, context) {
      const names = valuesAt(condition, 'name');
      if (names.length === 0) return isOfKind(context.kit, context.candidate, 'building');
      const { kit, candidate, language } = context;
      return kit.oneOf(
        kit.classOf(candidate.node),
        names.map((name) => language.class(name, 'BuildingType', context)),
      );
    },
  },
};

/** Whether the candidate is of one of some kinds. */
function isOfKinds(kinds: KindSet, { kit, candidate }: Tested): Node {
  const wanted = kinds & candidate.kinds;
  if (wanted === candidate.kinds && candidate.sure) return kit.yes;
  return kit.any(kindsIn(wanted).map((kind) => isOfKind(kit, candidate, kind)));
}

/** Who owns a candidate, and what that empire has and sees. */

const anything = { kinds: everyKind, firm: false } as const;

/** What an owner's empire can have: by the construct, kind and name of the items. */
function owned(kind: ItemKind, what: string): ConditionForm {
  return {
    ...anything,
    lower(condition, context) {
      const { kit, builder, catalog, language, candidate } = context;
      const value = requiredAt(condition, 'name', context);
      if (value === undefined) return kit.no;
      const name = language.text(value, context);
      if (name === undefined) {
        unsupported(context, value.at, `${condition.name} of a name that depends on the world`, 'a name in quotes');
        return kit.no;
      }
      const index = builder.classOf(kind, name);
      if (index === undefined) {
        unknownName(
          context,
          value.at,
          what,
          name,
          catalog.items(kind).map((item) => item.name),
        );
        return kit.no;
      }
      return kit.available(kit.owner(candidate.node), index);
    },
  };
}

export const ownerForms: ConditionForms = {
  OwnedBy: { ...anything, lower: (condition, context) => affiliated(condition, context) },
  Unowned: { ...anything, lower: (_condition, context) => isUnowned(context) },
  // Nobody plays.
  Human: { kinds: 0, firm: true, lower: (_condition, { kit }) => kit.no },
  OwnerHasTech: owned('Tech', 'tech'),
  OwnerHasBuildingTypeAvailable: owned('BuildingType', 'type of building'),
  OwnerHasShipPartAvailable: owned('Part', 'part'),
  VisibleToEmpire: {
    ...anything,
    lower: (condition, context) => context.kit.visible(empireOf(condition, context).node, context.candidate.node),
  },
  ExploredByEmpire: {
    kinds: kindBits.system,
    firm: true,
    lower: (condition, context) =>
      context.kit.sighted(context.builder.sights.explored, empireOf(condition, context).node, context.candidate.node),
  },
  ResupplyableBy: {
    ...anything,
    lower(condition, context) {
      const { kit, builder, candidate } = context;
      return kit.sighted(builder.sights.resupply, empireOf(condition, context).node, systemOf(kit, candidate).node);
    },
  },
  ProducedByEmpire: {
    kinds: kindBits.ship | kindBits.building,
    firm: true,
    lower(condition, context) {
      const { kit, builder, candidate } = context;
      const made = kit.compare(
        '==',
        kit.read(builder.column('producedBy'), candidate.node),
        empireOf(condition, context).node,
      );
      return kit.all([isOfKinds(kindBits.ship | kindBits.building, context), made]);
    },
  },
  Capital: {
    kinds: kindBits.planet,
    firm: true,
    lower(_condition, { kit, builder, candidate, free }) {
      const isTheirs = kit.compare('==', kit.read(builder.column('capital'), kit.slot(free)), candidate.node);
      return kit.all([
        isThere(kit, candidate),
        kit.fold('any', { over: 'objects', kind: builder.kinds.empire, class: 0 }, free, isTheirs),
      ]);
    },
  },
};

/** The empire that a condition names; nobody, and reported, where it names none. */
function empireOf(condition: Condition, context: Tested): ReturnType<Tested['language']['entity']> {
  const value = requiredAt(condition, 'empire', context);
  return value === undefined ? nobody(context) : context.language.entity(value, 'empire', context);
}

function isUnowned({ kit, candidate }: Tested): Node {
  return kit.all([isThere(kit, candidate), kit.compare('==', kit.owner(candidate.node), kit.none)]);
}

function affiliated(condition: Condition, context: Tested): Node {
  const { kit, builder, candidate } = context;
  const owner = kit.owner(candidate.node);
  switch (condition.word ?? (valueAt(condition, 'empire') === undefined ? 'AnyEmpire' : 'TheEmpire')) {
    case 'TheEmpire':
      return isSame(kit, subject(owner, 0, false), empireOf(condition, context));
    case 'AnyEmpire':
      return kit.compare('!=', owner, kit.none);
    case 'None':
      return isUnowned(context);
    case 'Human':
      return kit.no;
    case 'EnemyOf': {
      const empire = empireOf(condition, context);
      // To nobody everything is hostile; what nobody owns is at war with nobody.
      return kit.any([kit.not(isThere(kit, empire)), kit.related(builder.relations.war, candidate.node, empire.node)]);
    }
    case 'PeaceWith':
      return kit.related(builder.relations.peace, candidate.node, empireOf(condition, context).node);
    case 'AllyOf': {
      const empire = empireOf(condition, context).node;
      return kit.any([
        kit.related(builder.relations.peace, candidate.node, empire),
        kit.related(builder.relations.allied, candidate.node, empire),
      ]);
    }
    default:
      unsupported(
        context,
        condition.at,
        `affiliation ${condition.word ?? ''}`,
        'TheEmpire, EnemyOf, AllyOf, PeaceWith, AnyEmpire or None',
      );
      return kit.no;
  }
}

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
