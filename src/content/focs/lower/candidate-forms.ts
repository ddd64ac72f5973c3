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
  kindsWithColumn,
  objectsOf,
  type Tested,
  renamed,
  ofKinds,
  surely,
  onlyKind,
} from './lowering-context.js';
import {
  only,
  anything,
  type Candidates,
  type LowerCondition,
  type ConditionForms,
  type ConditionForm,
  ofAll,
  ofAny,
  namedBy,
  identityAmong,
  operandsOf,
  anyWhere,
  isOfGame,
} from './focs-forms.js';
import type { Node } from '../../../ir/node.js';
import {
  valuesAt,
  unknownConstruct,
  valueAt,
  unsupported,
  writtenAt,
  itemAt,
  entityAt,
  affiliationOf,
  isRelated,
} from './parameters.js';
import type { Condition, ItemKind, Value } from '../syntax.js';
import { subjectOf, wordInTable } from './object-properties.js';
import { isConstant, decidingValue } from '../../../eval/node-shape.js';
import type { GameColumn, EnumerationName } from '../model/game-model.js';

const never: ConditionForm = [only(0), ({ kit }) => kit.no];
const conjunction: ConditionForm = [ofAll, (context, { operands }) => lowerConditions(operands, context, false)];

export const logicForms: ConditionForms = {
  All: [anything, ({ kit }) => kit.yes],
  None: never,
  And: conjunction,
  Or: [ofAny, (context, { operands }) => context.kit.any(each(operands, context))],
  Not: [
    {
      kinds: ({ operands }, context) =>
        operands[0]?.name === 'Type' ? everyKind & ~context.language.kinds(operands[0], context) : everyKind,
      firm: false,
    },
    (context, { operands }) => context.kit.not(context.kit.all(each(operands, context))),
  ],
  Described: conjunction,
  OrderedAlternativesOf: [ofAny, (context, { operands }) => lowerAlternatives(operands, context)],
};

function each(operands: readonly Condition[], context: Tested): readonly Node[] {
  return operands.map((operand) => context.language.condition(operand, context));
}

/** Most nodes that are duplicated so that each alternative has its own access path. */
const mostSpread = 400;

/** They visit one class of objects, and take several tests where the kind of the candidate is unknown. */
function namesOneClass({ name, parameters }: Condition): boolean {
  return (
    (name === 'Building' && parameters.some(({ label, values }) => label === 'name' && values.length === 1)) ||
    name === 'DesignHasHull'
  );
}

/**
 * True where all conditions hold. Each may assume an object or kind that another demands. `open`: the candidate may be
 * something else than a game object.
 */
export function lowerConditions(conditions: readonly Condition[], context: Tested, open: boolean): Node {
  const { kit, language, candidate } = context;
  const operands = conditions.flatMap(operandsOf);
  const identity = identityAmong(operands, context);
  if (identity?.at.node === candidate.node)
    return kit.all([isThere(kit, candidate), lowerConditions(identity.rest, context, open)]);
  if (identity !== undefined) {
    const at = ofKinds(identity.at, identity.at.kinds & candidate.kinds);
    if (at.kinds === 0) return kit.no;
    return kit.all([isSame(kit, candidate, at), lowerConditions(identity.rest, renamed(context, surely(at)), false)]);
  }
  const kinds = operands.reduce((set, operand) => set & language.kinds(operand, context), candidate.kinds);
  if (kinds === 0 && operands.length > 0) return kit.no;
  const kind = onlyKind(kinds);
  const isNew = kind !== undefined && kinds !== candidate.kinds;
  const inner = kind === undefined ? context : renamed(context, ofKinds(candidate, kinds));
  const parts = operands.map((operand) => language.condition(operand, inner));
  const ways = parts[operands.findIndex(({ name }) => name === 'InSystem')];
  if (kind !== undefined && isNew && !operands.some(namesOneClass)) parts.unshift(isOfKind(kit, candidate, kind));
  if (open && kind === undefined && !operands.some(language.isFirm)) parts.unshift(isOfGame(candidate.node, context));
  // In a certain system, or, without one, in any: each alternative has its own access path.
  if (
    ways === undefined ||
    decidingValue(ways) !== 1 ||
    parts.reduce((sum, part) => sum + kit.interner.weight(part), 0) > mostSpread
  )
    return kit.all(parts);
  return kit.any(ways.args.map((way) => kit.all(parts.map((part) => (part === ways ? way : part)))));
}

function lowerAlternatives(operands: readonly Condition[], context: Tested): Node {
  const { kit, language } = context;
  const ways: Node[] = [];
  const before: Node[] = [];
  for (const operand of operands) {
    ways.push(kit.all([...before, language.condition(operand, context)]));
    before.push(kit.not(anyWhere(operand, context)));
  }
  return kit.any(ways);
}

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

const named: Candidates = { kinds: (condition, context) => namedBy(condition, context).kinds, firm: true };
const isNamed: LowerCondition = (context, condition) =>
  isSame(context.kit, context.candidate, namedBy(condition, context));

export const kindForms: ConditionForms = {
  Source: [named, isNamed],
  Target: [named, isNamed],
  RootCandidate: [{ ...named, firm: false }, isNamed],
  Object: [named, isNamed],
  Type: [
    {
      kinds: ({ word = '' }) => (Object.hasOwn(typeWords, word) ? kindBits[typeWords[word]] : everyKind),
      firm: true,
    },
    (context, condition) => {
      const { word = '' } = condition;
      return Object.hasOwn(typeWords, word)
        ? isOfKind(context.kit, context.candidate, typeWords[word])
        : unknownConstruct(context, condition, 'type of object', word, Object.keys(typeWords));
    },
  ],
  Building: [
    only(kindBits.building),
    (context, condition) => {
      const { kit, candidate, language } = context;
      const names = valuesAt(condition, 'name');
      if (names.length === 0) return isOfKind(kit, candidate, 'building');
      const classes = names.map((name) => language.class(name, 'BuildingType', context));
      return kit.oneOf(kit.classOf(candidate.node), classes);
    },
  ],
};

function isOfKinds(kinds: KindSet, { kit, candidate }: Tested): Node {
  const possible = kinds & candidate.kinds;
  if (possible === candidate.kinds && candidate.sure) return kit.yes;
  return kit.any(kindsIn(possible).map((kind) => isOfKind(kit, candidate, kind)));
}

function owned(kind: ItemKind): ConditionForm {
  return [
    anything,
    (context, condition) => {
      const { kit, builder, candidate } = context;
      const name = writtenAt(condition, 'name', context);
      const index = itemAt(condition, context, kind, name, (each) => builder.classOf(kind, each));
      return index === undefined ? undefined : kit.available(kit.owner(candidate.node), index);
    },
  ];
}

function ofEmpire(candidates: Candidates, lower: (empire: Node, context: Tested) => Node): ConditionForm {
  return [candidates, (context, condition) => lower(entityAt(condition, 'empire', context).node, context)];
}

const madeThings = kindBits.ship | kindBits.building;

export const ownerForms: ConditionForms = {
  OwnedBy: [anything, affiliated],
  Unowned: [anything, isUnowned],
  Human: never,
  OwnerHasTech: owned('Tech'),
  OwnerHasBuildingTypeAvailable: owned('BuildingType'),
  OwnerHasShipPartAvailable: owned('Part'),
  VisibleToEmpire: ofEmpire(anything, (empire, { kit, candidate }) => kit.visible(empire, candidate.node)),
  ExploredByEmpire: ofEmpire(only(kindBits.system), (empire, { kit, builder, candidate }) =>
    kit.sighted(builder.sights.explored, empire, candidate.node),
  ),
  ResupplyableBy: ofEmpire(anything, (empire, { kit, builder, candidate }) =>
    kit.sighted(builder.sights.resupply, empire, systemOf(kit, candidate).node),
  ),
  ProducedByEmpire: ofEmpire(only(madeThings), (empire, context) => {
    const { kit, candidate } = context;
    return kit.all([isOfKinds(madeThings, context), kit.equal(kit.cell('producedBy', candidate.node), empire)]);
  }),
  Capital: [
    only(kindBits.planet),
    ({ kit, builder, candidate, free }) => {
      const isTheirs = kit.equal(kit.cell('capital', kit.slot(free)), candidate.node);
      return kit.all([isThere(kit, candidate), kit.fold('any', objectsOf(builder.kinds.empire), free, isTheirs)]);
    },
  ],
};

function isUnowned({ kit, candidate }: Tested): Node {
  return kit.all([isThere(kit, candidate), kit.equal(kit.owner(candidate.node), kit.none)]);
}

function affiliated(context: Tested, condition: Condition): Node | undefined {
  const { kit, candidate } = context;
  const owner = kit.owner(candidate.node);
  const empire = () => entityAt(condition, 'empire', context);
  const affiliation = affiliationOf(condition);
  const related = isRelated(affiliation, candidate.node, () => empire().node, context);
  switch (affiliation) {
    case 'TheEmpire':
      return isSame(kit, subject(owner, 0, false), empire());
    case 'AnyEmpire':
      return kit.isSome(owner);
    case 'None':
      return isUnowned(context);
    case 'Human':
      return kit.no;
    // Everything is hostile to nobody; unowned objects are at war with nobody.
    case 'EnemyOf':
      return related && kit.any([kit.not(isThere(kit, empire())), related]);
    default:
      return (
        related ??
        unsupported(
          context,
          condition,
          `affiliation ${affiliation}`,
          'TheEmpire, EnemyOf, AllyOf, PeaceWith, AnyEmpire or None',
        )
      );
  }
}

/** Conditions of planets; buildings count as their planets. */

const { planet, building, ship } = kindBits;

function ofPlanets(lower: LowerCondition, kinds: KindSet = 0): ConditionForm {
  return [{ kinds: planet | building | kinds, firm: false }, lower];
}

function ofSpecies(table: 'canColonize' | 'canProduceShips'): ConditionForm {
  return ofPlanets((context) => context.kit.marked(context.builder.tables[table], speciesOf(context)), ship);
}

export const planetForms: ConditionForms = {
  Planet: ofPlanets(isLike),
  Star: [
    anything,
    (context, condition) => {
      const star = context.kit.cell('star', systemOf(context.kit, context.candidate).node);
      return isOneOf(star, valuesAt(condition, 'type'), 'star', context);
    },
  ],
  Focus: ofPlanets(hasWord('type', 'focus', ['focus'])),
  Species: ofPlanets(hasWord('name', 'species', ['species']), ship),
  Homeworld: ofPlanets(hasWord('name', 'species', ['homeworldOf', 'alsoHomeworldOf'])),
  CanColonize: ofSpecies('canColonize'),
  CanProduceShips: ofSpecies('canProduceShips'),
};

/** Reads a property of the candidate, or of the planet on which it stands. */
function planetRead(name: GameColumn, { kit, candidate }: Tested): Node {
  return isWithin(candidate.kinds, kindsWithColumn(name))
    ? kit.cell(name, candidate.node)
    : kit.climb(name, candidate.node);
}

function speciesOf(context: Tested): Node {
  return knownSpecies(context) ?? planetRead('species', context);
}

function knownSpecies({ kit, builder, candidate, group }: Tested): Node | undefined {
  if (candidate.species === undefined) return undefined;
  group.noteOwn();
  const word = builder.word('species', candidate.species);
  return word === undefined ? undefined : kit.word('species', word);
}

/** True if a node is one of the words of a list. The word none never matches, even if the list contains it. */
function isOneOf(node: Node, values: readonly Value[], enumeration: EnumerationName, context: Tested): Node {
  const { kit, language } = context;
  const none = kit.word(enumeration, 0);
  const words = values.map((value) => language.word(value, enumeration, context));
  const matches = kit.oneOf(
    node,
    words.filter((word) => word !== none),
  );
  const isSure = values.every((value, i) => isConstant(words[i]) || isKnownSpecies(value, context));
  return isSure ? matches : kit.all([matches, kit.isSome(node)]);
}

function isKnownSpecies(value: Value, context: Tested): boolean {
  return value.kind === 'property' && value.property === 'Species' && subjectOf(value, context)?.species !== undefined;
}

/** An empty list stands for any word. */
function hasWord(label: string, enumeration: 'species' | 'focus', columns: readonly GameColumn[]): LowerCondition {
  return (context, condition) => {
    const { kit, language } = context;
    const values = valuesAt(condition, label);
    const areWritten = values.every((value) => language.text(value, context) !== undefined);
    return kit.any(
      columns.map((name) => {
        const node = name === 'species' && areWritten ? speciesOf(context) : planetRead(name, context);
        return values.length === 0 ? kit.isSome(node) : isOneOf(node, values, enumeration, context);
      }),
    );
  };
}

function isLike(context: Tested, condition: Condition): Node | undefined {
  for (const [label, name] of [
    ['type', 'planetType'],
    ['size', 'planetSize'],
  ] as const) {
    const words = valuesAt(condition, label);
    if (words.length > 0) return isOneOf(planetRead(name, context), words, name, context);
  }
  const environments = valuesAt(condition, 'environment');
  return environments.length > 0
    ? suits(condition, environments, context)
    : unsupported(context, condition, 'Planet with such parameters', 'type, size or environment');
}

function suits(condition: Condition, environments: readonly Value[], context: Tested): Node {
  const { kit, builder, candidate, language } = context;
  const type = planetRead('planetType', context);
  const environment = wordInTable('environment', 'environment', [type, askedSpecies(condition, context)], context);
  const suitable = isOneOf(environment, environments, 'environment', context);
  const isPlanet = candidate.kinds === planet ? isThere(kit, candidate) : kit.isSome(type);
  // Other objects have the worst word.
  const worst = builder.word('environment', 'Uninhabitable');
  const isSafe = environments.every((value) => {
    const text = language.text(value, context);
    return text !== undefined && builder.word('environment', text) !== worst;
  });
  return isSafe ? suitable : kit.all([isPlanet, suitable]);
}

function askedSpecies(condition: Condition, context: Tested): Node {
  const { kit, language } = context;
  const value = valueAt(condition, 'species');
  const own = () => planetRead('species', context);
  if (value === undefined) return own();
  const given = language.word(value, 'species', context);
  const none = kit.word('species', 0);
  if (isKnownSpecies(value, context) || (isConstant(given) && given !== none)) return given;
  return given === none ? own() : kit.choose(kit.isSome(given), given, own());
}
