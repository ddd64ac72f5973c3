import type { ContentSource } from '../../src/content/native/define.js';
import {
  type RuleName,
  buildingClassCount,
  favouredSpecies,
  favouredTech,
  fewestEnemies,
  focuses,
  leastPopulation,
  nearDistance,
  nearJumps,
  ruleNames,
  ruleTable,
  speciesCount,
  suppliedClass,
  techCount,
} from './rules.js';

export const speciesName = (species: number): string => `species${String(species)}`;
export const techName = (tech: number): string => `tech${String(tech)}`;
export const buildingName = (index: number): string => `building${String(index)}`;
export const postName = (rule: RuleName): string => `post${rule}`;

/** The scopes, as a designer writes them. */
const scopes: Readonly<Record<RuleName, string>> = {
  G1:
    `target.kind == planet && ownedBy(target, source) && jumps(source, target) <= ${String(nearJumps)}` +
    ` && target.population >= ${String(leastPopulation)} && target.focus == industry`,
  G2: `target.kind == ship && !ownedBy(target, source) && distance(source, target) <= ${String(nearDistance)} && target.attack > 0 && sees(source, target)`,
  G3: `target.kind == planet && target.species == ${speciesName(favouredSpecies)} && available(target, ${techName(favouredTech)})`,
  G4: `target.kind == system && contents(target, building).exists(b, b.class == ${buildingName(suppliedClass)} && ownedBy(b, source))`,
  // A planet of nobody has no enemies, but nobody is everybody's enemy.
  G5:
    'target.kind == planet && target.owner != null' +
    ` && contents(target.system, ship).filter(s, s.owner == null || related(s, target, 'war')).count() >= ${String(fewestEnemies)}`,
};

/** Content of the galaxy, with some of the rules; posts of the others are there and do nothing. */
export function scopeContent(rules: readonly RuleName[]): ContentSource {
  const metersOn = (kind: string): string[] =>
    ruleNames.filter((rule) => ruleTable[rule].on === kind).map((rule) => ruleTable[rule].meter);
  const named = (count: number, nameOf: (index: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => nameOf(i));
  return {
    enumerations: { species: named(speciesCount, speciesName), focus: [...focuses] },
    relations: { war: {} },
    meters: {
      population: {},
      ...Object.fromEntries(ruleNames.map((rule) => [ruleTable[rule].meter, { reset: true }])),
    },
    properties: { species: { type: 'species' }, focus: { type: 'focus' }, attack: {}, level: {} },
    kinds: {
      empire: { faction: true },
      tech: {},
      system: { node: true, ownership: 'none', meters: metersOn('system') },
      planet: {
        attachesTo: ['system'],
        meters: ['population', ...metersOn('planet')],
        properties: ['species', 'focus'],
      },
      ship: { attachesTo: ['system'], orphan: 'detach', meters: metersOn('ship'), properties: ['attack'] },
      building: { attachesTo: ['planet'] },
      post: { attachesTo: ['planet', 'ship', 'building'], properties: ['level'] },
    },
    classes: {
      ...Object.fromEntries(named(techCount, techName).map((name) => [name, { kind: 'tech' }])),
      ...Object.fromEntries(named(buildingClassCount, buildingName).map((name) => [name, { kind: 'building' }])),
      ...Object.fromEntries(
        ruleNames.map((rule) => [
          postName(rule),
          { kind: 'post', groups: rules.includes(rule) ? [groupOf(rule)] : [] },
        ]),
      ),
    },
  };
}

function groupOf(rule: RuleName) {
  return {
    name: rule,
    label: ruleTable[rule].title,
    scope: { include: scopes[rule] },
    effects: [{ meter: ruleTable[rule].meter, add: 'source.level' }],
  };
}
