import { type CivExpression, type ObjectType, objectTypes, relationNames } from '../../src/content/civ/syntax.js';
import type { CivDeclarationData } from '../../src/content/civ/world/declaration.js';
import { gomKinds, hasTable, storingTypes } from '../../src/content/civ/world/gom-kinds.js';
import { tagTypes } from '../../src/content/civ/parse/declared-names.js';
import type { Choices } from './choices.js';
import { factKey } from './civ-oracle.js';

/** Random declared worlds, small enough that everything meets everything, and random expressions over them. */

/** Two ids of every kind. */
const idsOf = (kind: string): readonly string[] => [`${kind}_A`, `${kind}_B`];
const properties = ['PROPERTY_A', 'PROPERTY_B'];
const attributes = ['ATTRIBUTE_POPULATION', 'ATTRIBUTE_PLAYERS', 'ATTRIBUTE_TEAMS', 'ATTRIBUTE_WEALTH'];
const tags = [...tagTypes.keys()];
const extremes = [-2147483648, -1, 0, 1, 2147483647];

export function randomDeclaration(choices: Choices): CivDeclarationData {
  const width = choices.between(1, 4);
  const height = choices.between(1, 3);
  const numbers = (names: readonly string[]): Record<string, number> =>
    Object.fromEntries(choices.some(names).map((name) => [name, randomNumber(choices)]));
  const stored = (type: ObjectType): Record<string, string[]> =>
    Object.fromEntries(
      gomKinds
        .filter((kind) => kind !== 'OPTION' && (storingTypes(kind).includes(type) || choices.oneIn(8)))
        .map((kind) => [kind, [...choices.some(idsOf(kind))]]),
    );
  const common = (type: ObjectType) => ({
    gom: stored(type),
    tags: [...choices.some(tags)],
    properties: numbers(properties),
  });
  const count = (least: number, most: number): readonly number[] =>
    Array.from({ length: choices.between(least, most) }, (_, i) => i);
  const teams = count(1, 3).map((i) => ({ id: `team:${i}`, type: 'TEAM' as const, ...common('TEAM') }));
  const players = count(1, 4).map((i) => ({
    id: `player:${i}`,
    type: 'PLAYER' as const,
    ...common('PLAYER'),
    team: choices.pick(teams).id,
    alive: !choices.oneIn(4),
    options: numbers(['PLAYEROPTION_A']),
  }));
  const cells = Array.from({ length: width * height }, (_, i) => ({
    x: i % width,
    y: Math.floor(i / width),
    id: `plot:${i % width},${Math.floor(i / width)}`,
  }));
  const plots = choices.some(cells).map((cell) => ({
    ...cell,
    type: 'PLOT' as const,
    ...common('PLOT'),
    owner: choices.oneIn(3) ? null : choices.pick(players).id,
  }));
  const sites = choices.some(cells);
  const free = new Set(cells.map(({ id }) => id));
  const cities = sites.map(({ id }, i) => {
    const working = choices.some([...free]);
    for (const plot of working) free.delete(plot);
    return {
      id: `city:${i}`,
      type: 'CITY' as const,
      ...common('CITY'),
      plot: id,
      owner: choices.pick(players).id,
      working: [...working],
      trade: count(0, 3).map(() => `city:${choices.below(sites.length)}`),
      inactive: [...choices.some(idsOf('BUILDING'))],
      attributes: numbers(['POPULATION', 'WEALTH']),
    };
  });
  const units = count(0, 5).map((i) => ({
    id: `unit:${i}`,
    type: 'UNIT' as const,
    ...common('UNIT'),
    plot: choices.pick(cells).id,
    owner: choices.pick(players).id,
    attributes: numbers(['WEALTH']),
  }));
  return {
    types: {
      ...Object.fromEntries(gomKinds.filter((kind) => kind !== 'OPTION').map((kind) => [kind, [...idsOf(kind)]])),
      PROPERTY: properties,
      SPECIALIST: ['SPECIALIST_A'],
      PLAYEROPTION: ['PLAYEROPTION_A'],
      ADAPT: ['ADAPT_A', 'ADAPT_B'],
    },
    options: { OPTION_A: choices.oneIn(2), OPTION_B: choices.between(-1, 3) },
    bugOptions: { BUG_A: choices.between(-1, 2) },
    attributes: { ATTRIBUTE_WEALTH: ['CITY', 'UNIT'] },
    adapt: {
      gamespeed: { ADAPT_A: choices.between(50, 200) },
      worldsize: numbers(['ADAPT_A', 'ADAPT_B']),
      handicap: { HANDICAP_A: { ADAPT_A: choices.between(80, 120) }, HANDICAP_B: numbers(['ADAPT_B']) },
    },
    python: { ask: { '*': choices.between(-2, 2), 'unit:0': 5 } },
    map: { width, height, wrapX: choices.oneIn(2), wrapY: choices.oneIn(2) },
    objects: [{ id: 'game', type: 'GAME', ...common('GAME') }, ...teams, ...players, ...plots, ...cities, ...units],
  };
}

function randomNumber(choices: Choices): number {
  return choices.oneIn(6) ? choices.pick(extremes) : choices.between(-9, 20);
}

const place = { line: 1, column: 1 };

/** An expression at most so many levels deep; draws only where `draws`. */
export function randomCivExpression(
  choices: Choices,
  type: CivExpression['type'],
  depth: number,
  draws = false,
  aggregates = 0,
): CivExpression {
  const again = (wanted: CivExpression['type']): CivExpression =>
    randomCivExpression(choices, wanted, depth - 1, draws, aggregates);
  const several = (wanted: CivExpression['type']): CivExpression[] =>
    Array.from({ length: choices.between(1, 3) }, () => again(wanted));
  if (depth <= 0) return type === 'boolean' ? randomCondition(choices) : randomAmount(choices);
  if (choices.oneIn(6)) return { node: 'if', operands: [again('boolean'), again(type), again(type)], type, ...place };
  if (aggregates < 3 && choices.oneIn(3)) {
    const aggregator = choices.pick(type === 'boolean' ? ['AND', 'OR'] : ['NUM', 'SUM', 'MEAN', 'MIN', 'MAX']);
    const operand = randomCivExpression(
      choices,
      type === 'boolean' || aggregator === 'NUM' ? 'boolean' : 'number',
      depth - 1,
      draws,
      aggregates + 1,
    );
    return {
      node: 'integrate',
      aggregator,
      relation: choices.pick(relationNames),
      objectType: choices.pick(objectTypes),
      distance: choices.below(3),
      operands: [operand],
      type,
      ...place,
    };
  }
  const shape = type === 'boolean' ? choices.below(5) : choices.below(draws ? 6 : 5);
  if (type === 'boolean') {
    switch (shape) {
      case 0:
        return { node: choices.pick(['and', 'or'] as const), operands: several('boolean'), type, ...place };
      case 1:
        return { node: 'not', operands: [again('boolean')], type, ...place };
      case 2:
        return { node: 'iff', operands: [again('boolean'), again('boolean')], type, ...place };
      case 3:
        return {
          node: 'compare',
          comparison: choices.pick(['<', '<=', '==', '!=', '>=', '>'] as const),
          operands: [again('number'), again('number')],
          type,
          ...place,
        };
      default:
        return randomCondition(choices);
    }
  }
  switch (shape) {
    case 0:
      return {
        node: choices.pick(['plus', 'mult', 'min', 'max'] as const),
        operands: several('number'),
        type,
        ...place,
      };
    case 1:
      return {
        node: choices.pick(['minus', 'div', 'modulo'] as const),
        operands: [again('number'), again('number')],
        type,
        ...place,
      };
    case 2:
      return { node: 'abs', operands: [again('number')], type, ...place };
    case 3:
      return { node: 'adapt', id: choices.pick(['ADAPT_A', 'ADAPT_B']), operands: [again('number')], type, ...place };
    case 4:
      return randomAmount(choices);
    default:
      return { node: 'random', operands: [again('number')], type, ...place };
  }
}

function randomCondition(choices: Choices): CivExpression {
  const type = 'boolean';
  const kind = choices.pick(gomKinds);
  switch (choices.below(8)) {
    case 0:
      return { node: 'literal', value: choices.below(2), type, ...place };
    case 1:
      return { ...randomOption(choices), type, ...place };
    case 2:
    case 3:
      return { node: 'is', name: choices.pick(tags), type, ...place };
    default:
      return { node: 'has', kind, id: choices.pick(idsOf(kind)), type, ...place };
  }
}

function randomAmount(choices: Choices): CivExpression {
  const type = 'number';
  switch (choices.below(5)) {
    case 0:
      return { node: 'literal', value: randomNumber(choices), type, ...place };
    case 1:
      return { ...randomOption(choices), type, ...place };
    case 2:
      return { node: 'attribute', name: choices.pick(attributes), type, ...place };
    case 3:
      return { node: 'callback', name: 'ask', type, ...place };
    default:
      return { node: 'property', name: choices.pick(properties), type, ...place };
  }
}

function randomOption(choices: Choices) {
  return choices.pick([
    { node: 'option', of: 'GAME', id: 'OPTION_A' },
    { node: 'option', of: 'GAME', id: 'OPTION_B' },
    { node: 'option', of: 'BUG', id: 'BUG_A' },
    { node: 'option', of: 'PLAYER', id: 'PLAYEROPTION_A' },
  ] as const);
}

/** A fact that is otherwise, as an overlay or a change of the world tells it. */
export interface RandomFact {
  readonly object: string;
  readonly question: string;
  /** Empty for numbers. */
  readonly word: string;
  readonly value: number;
}

/**
 * Facts about objects; `storedOnly`: only such as the object stores and nothing else answers. Of several about one the
 * first is there alone.
 */
export function randomFacts(choices: Choices, objects: readonly string[], storedOnly: boolean): readonly RandomFact[] {
  const facts = Array.from({ length: choices.below(6) }, (): RandomFact => {
    const object = choices.pick(objects);
    const type = object.split(':')[0].toUpperCase() as ObjectType;
    const value = choices.below(2);
    if (choices.oneIn(4)) return { object, question: choices.pick(properties), word: '', value: randomNumber(choices) };
    if (!storedOnly && choices.oneIn(5))
      return { object, question: choices.pick(attributes), word: '', value: randomNumber(choices) };
    if (!storedOnly && choices.oneIn(3)) return { object, question: 'TAG', word: choices.pick(tags), value };
    const kinds = gomKinds.filter((kind) => !storedOnly || hasTable[kind][type] === 'stored');
    if (kinds.length === 0) return { object, question: 'PROPERTY_A', word: '', value };
    const kind = choices.pick(kinds);
    return { object, question: kind, word: choices.pick(idsOf(kind)), value };
  });
  const first = new Map<string, RandomFact>();
  for (const fact of facts) {
    const key = factKey(fact.object, fact.question, fact.word);
    if (!first.has(key)) first.set(key, fact);
  }
  return [...first.values()];
}
