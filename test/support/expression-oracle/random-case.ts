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
  const asked = choices.pick([...types.map((each): readonly Type[] => [each]), ['CITY', 'PLOT'], ['UNIT', 'CITY'], ['PLAYER', 'CITY', 'UNIT'], types]);
  const plots = Array.from({ length: map.width * map.height }, (_, i) => `plot:${String(i % map.width)},${String(Math.floor(i / map.width))}`);
  const all = asked.flatMap((each) => (each === 'PLOT' ? plots : objects.filter((object) => object.type === each).map(({ id }) => id)));
  const on = all.length > 12 ? all.slice(0, 12) : all;
  const whatIf = choices.oneIn(3) ? { overrides: Array.from({ length: choices.below(5) }, () => randomFact(choices, [...objects.map(({ id }) => id), ...plots])) } : undefined;
  const wrong = choices.pick([0, 0, 4, 8, 20]);
  const xml = randomHolder({ choices, scope: asked, depth: choices.between(0, 4), wrong, pure: whatIf !== undefined && (policy === 'compat' || !choices.oneIn(10)) }, type);
  return {
    name, policy, xml, type, register: ['TEST_RANGE', 'TEST_MEDIAN_LOW', 'TEST_FIRST', 'TEST_MAJORITY'],
    ...(on.length === 0 || !choices.oneIn(4) ? { scope: asked } : {}),
    ...(on.length === 0 ? {} : { on }),
    ...(whatIf === undefined || on.length === 0 ? {} : { whatIf }),
  };
}

const kinds = ['BUILDING', 'BUILDING', 'UNITTYPE', 'UNITCOMBAT', 'PROMOTION', 'FEATURE', 'TERRAIN', 'ROUTE', 'IMPROVEMENT', 'BONUS', 'TECH', 'TECH', 'TRAIT', 'CIVIC', 'RELIGION', 'CORPORATION', 'HANDICAP', 'GAMESPEED'];

/** A fact about some object that may be otherwise. */
export function randomFact(choices: Choices, objects: readonly string[]): Supposed {
  const object = choices.pick(objects);
  const has = choices.oneIn(2);
  switch (choices.below(7)) {
    case 0: return { object, property: choices.pick(properties), value: randomAmount(choices) };
    case 1: return { object, attribute: choices.pick(['POPULATION', 'HEALTH', 'WEALTH', 'STRENGTH', 'PLAYERS', 'TEAMS']), value: randomAmount(choices) };
    case 2: return { object, tag: `TAG_${choices.pick(['ANARCHY', 'SPY', 'WATER', 'HILL', 'CITY', 'OWNED'])}`, has };
    case 3: return { object: choices.oneIn(3) ? object : 'game', gom: 'OPTION', id: choices.pick(['GAMEOPTION_A', 'GAMEOPTION_B', 'GAMEOPTION_C']), has };
    default: {
      const kind = choices.pick(kinds);
      return { object, gom: kind, id: choices.pick(idsOf(kind)), has };
    }
  }
}
