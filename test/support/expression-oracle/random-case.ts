import type { Choices } from '../choices.js';
import type { Supposed } from './asking.js';
import { type Type, type WorldData, types } from './facts.js';
import { idsOf, properties, randomAmount } from './random-world.js';
import { randomHolder } from './random-xml.js';
import type { CaseData } from './run-case.js';

/** A random case over a world; with mistakes in it or without. */
export function randomCase(choices: Choices, { objects, map }: WorldData, name: string): CaseData {
  const policy = choices.oneIn(2) ? 'compat' : 'intended';
  const type = choices.oneIn(2) ? 'bool' : 'int';
  const asked = choices.pick<readonly Type[]>([
    ...types.map((each) => [each]),
    ['CITY', 'PLOT'],
    ['UNIT', 'CITY'],
    ['PLAYER', 'CITY', 'UNIT'],
    types,
  ]);
  const plots = Array.from(
    { length: map.width * map.height },
    (_, i) => `plot:${String(i % map.width)},${String(Math.floor(i / map.width))}`,
  );
  const all = asked.flatMap((each) =>
    each === 'PLOT' ? plots : objects.filter((object) => object.type === each).map(({ id }) => id),
  );
  const on = all.length > 12 ? all.slice(0, 12) : all;
  const supposing = choices.oneIn(3);
  const wrong = choices.pick([0, 0, 4, 8, 20]);
  const xml = randomHolder(
    {
      choices,
      scope: asked,
      depth: choices.between(0, 4),
      wrong,
      pure: supposing && (policy === 'compat' || !choices.oneIn(10)),
    },
    type,
  );
  const whatIf = supposing
    ? { overrides: randomFacts(choices, [...objects.map(({ id }) => id), ...plots], xml) }
    : undefined;
  return {
    name,
    policy,
    xml,
    type,
    register: ['TEST_RANGE', 'TEST_MEDIAN_LOW', 'TEST_FIRST', 'TEST_MAJORITY'],
    ...(on.length === 0 || !choices.oneIn(4) ? { scope: asked } : {}),
    ...(on.length === 0 ? {} : { on }),
    ...(whatIf === undefined || on.length === 0 ? {} : { whatIf }),
  };
}

const kinds = [
  'BUILDING',
  'BUILDING',
  'UNITTYPE',
  'UNITCOMBAT',
  'PROMOTION',
  'FEATURE',
  'TERRAIN',
  'ROUTE',
  'IMPROVEMENT',
  'BONUS',
  'TECH',
  'TECH',
  'TRAIT',
  'CIVIC',
  'RELIGION',
  'CORPORATION',
  'HANDICAP',
  'GAMESPEED',
];

/** Mostly about what an expression asks for, some of them about the same. */
function randomFacts(choices: Choices, objects: readonly string[], xml: string): readonly Supposed[] {
  const asked = [
    ...xml.matchAll(
      /GOM_(?<kind>\w+)<|<ID>(?<id>[^<]*)<|(?<property>PROPERTY_[ABC])<|ATTRIBUTE_(?<attribute>\w+)<|(?<tag>TAG_\w+)<|<Option>(?<option>\w+)</g,
    ),
  ].map(({ groups = {} }) => groups);
  const ids = asked.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const facts = Array.from({ length: choices.below(9) }, (): Supposed => {
    const object = choices.pick(objects);
    if (asked.length === 0 || choices.oneIn(4)) return randomFact(choices, objects);
    const { kind, property, attribute, tag, option } = choices.pick(asked);
    if (property !== undefined) return { object, property, value: randomAmount(choices) };
    if (attribute !== undefined) return { object, attribute, value: randomAmount(choices) };
    if (tag !== undefined && tag !== 'TAG_X') return { object, tag, has: choices.oneIn(2) };
    if (option !== undefined) return { object: 'game', gom: 'OPTION', id: option, has: choices.oneIn(2) };
    const fitting = ids.filter((id) => id.startsWith(kind === 'OPTION' ? 'GAMEOPTION_' : `${kind ?? ''}_`));
    return kind === undefined || fitting.length === 0
      ? randomFact(choices, objects)
      : { object, gom: kind, id: choices.pick(fitting), has: choices.oneIn(2) };
  });
  return facts
    .flatMap((fact) => (fact.has !== undefined && choices.oneIn(8) ? [fact, { ...fact, has: !fact.has }] : [fact]))
    .filter(({ attribute, gom, id }) => isKnown(attribute, gom, id));
}

/** What a document may be wrong about, a fact may not. */
function isKnown(attribute: string | undefined, gom: string | undefined, id: string | undefined): boolean {
  if (attribute !== undefined)
    return ['POPULATION', 'HEALTH', 'HAPPINESS', 'WEALTH', 'STRENGTH', 'PLAYERS', 'TEAMS'].includes(attribute);
  return gom === undefined || (id !== undefined && /_[ABC]$/.test(id));
}

/** A fact about some object that may be otherwise. */
export function randomFact(choices: Choices, objects: readonly string[]): Supposed {
  const object = choices.pick(objects);
  const has = choices.oneIn(2);
  switch (choices.below(7)) {
    case 0:
      return { object, property: choices.pick(properties), value: randomAmount(choices) };
    case 1:
      return {
        object,
        attribute: choices.pick(['POPULATION', 'HEALTH', 'WEALTH', 'STRENGTH', 'PLAYERS', 'TEAMS']),
        value: randomAmount(choices),
      };
    case 2:
      return { object, tag: `TAG_${choices.pick(['ANARCHY', 'SPY', 'WATER', 'HILL', 'CITY', 'OWNED'])}`, has };
    case 3:
      return {
        object: choices.oneIn(3) ? object : 'game',
        gom: 'OPTION',
        id: choices.pick(['GAMEOPTION_A', 'GAMEOPTION_B', 'GAMEOPTION_C']),
        has,
      };
    default: {
      const kind = choices.pick(kinds);
      return { object, gom: kind, id: choices.pick(idsOf(kind)), has };
    }
  }
}
