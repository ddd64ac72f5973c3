import { builtInAggregators } from '../../src/state/aggregators.js';
import { type Names, namesOf } from '../../src/content/civ/parse/declared-names.js';
import type { CivDeclaration } from '../../src/content/civ/world/declaration.js';
import { readDeclaration } from './civ-declaration.js';
import type { XmlElement } from '../../src/content/civ/syntax.js';
import { readXml } from '../../src/content/civ/parse/read-xml.js';

/** A small world of the dialect, for tests of texts. */
export const smallDeclaration: CivDeclaration = readDeclaration(
  {
    types: {
      TECH: ['TECH_WHEEL', 'TECH_SAIL'],
      BUILDING: ['BUILDING_MILL', 'BUILDING_PIER'],
      FEATURE: ['FEATURE_REED'],
      ROUTE: ['ROUTE_PATH', 'ROUTE_STREET'],
      PROPERTY: ['PROPERTY_NOISE', 'PROPERTY_MUD'],
      PLAYEROPTION: ['PLAYEROPTION_QUIET'],
      ADAPT: ['ADAPT_DEFAULT', 'ADAPT_COST'],
    },
    options: { GAMEOPTION_STORMS: true, GAMEOPTION_ERA: 2 },
    bugOptions: { BUG_LEVEL: 3 },
    defines: { LARGEST: 12, USE_MUD: true, NOTHING: 0 },
    attributes: { ATTRIBUTE_WALLS: ['CITY'] },
    python: { countFish: { '*': 2 } },
    map: { width: 4, height: 3 },
    objects: [],
  },
  'small.json',
);

export const smallNames: Names = namesOf(smallDeclaration, builtInAggregators);

/** The root of a text that must be a document. */
export function rootOf(text: string): XmlElement {
  const { root, problem } = readXml(text, 'test.xml');
  if (problem !== undefined) throw new Error(problem.message);
  return root;
}
