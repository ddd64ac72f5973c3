import type { Environment, Focus, Size, StarColour } from './words.js';

/**
 * What the words of a `freeorion-state/1` file become in the embedded galaxy. Words that are not listed take the
 * default; patterns are the beginnings of words, the first that fits counts.
 */
export interface WordTable<T> {
  readonly words: readonly (readonly [start: string, becomes: T])[];
  readonly otherwise: T;
}

/** What a word becomes. */
export function translated<T>(table: WordTable<T>, word: string): T {
  return table.words.find(([start]) => word.startsWith(start))?.[1] ?? table.otherwise;
}

export const stars: WordTable<StarColour> = {
  words: [
    ['Blue', 'blue'],
    ['White', 'white'],
    ['Yellow', 'yellow'],
    ['Orange', 'orange'],
    ['Red', 'red'],
    ['Neutron', 'white'],
  ],
  otherwise: 'dark',
};

export const sizes: WordTable<Size> = {
  words: [
    ['Asteroids', 'asteroids'],
    ['Tiny', 'tiny'],
    ['Small', 'small'],
    ['Large', 'large'],
    ['Huge', 'huge'],
    ['GasGiant', 'gasGiant'],
  ],
  otherwise: 'medium',
};

export const environments: WordTable<Environment> = {
  words: [
    ['Asteroids', 'asteroids'],
    ['GasGiant', 'gas'],
    ['Swamp', 'swamp'],
    ['Toxic', 'toxic'],
    ['Inferno', 'inferno'],
    ['Radiated', 'radiated'],
    ['Tundra', 'tundra'],
    ['Desert', 'desert'],
    ['Terran', 'terran'],
    ['Ocean', 'ocean'],
  ],
  otherwise: 'barren',
};

/** What inhabited planets do. */
export const foci: WordTable<Focus> = {
  words: [
    ['FOCUS_INDUSTRY', 'mining'],
    ['FOCUS_RESEARCH', 'research'],
    ['FOCUS_INFLUENCE', 'trade'],
    ['FOCUS_TRADE', 'trade'],
  ],
  otherwise: 'farming',
};

export const buildings: WordTable<string> = {
  words: [
    ['BLD_IMPERIAL_PALACE', 'capitol'],
    ['BLD_SHIPYARD', 'shipyard'],
    ['BLD_SCANNING', 'beacon'],
    ['BLD_SCRYING', 'exchange'],
    ['BLD_CULTURE', 'monolith'],
    ['BLD_EXPERIMENTOR', 'monolith'],
    ['BLD_AUTO_HISTORY', 'laboratory'],
    ['BLD_GENOME', 'farm'],
    ['BLD_INDUSTRY', 'mine'],
    ['BLD_GAS_GIANT', 'mine'],
  ],
  otherwise: 'market',
};

/** Specials of planets. Those of systems are of other classes (`systemSpecials`): they cannot ask for a planet. */
export const planetSpecials: WordTable<string> = {
  words: [
    ['CRYSTALS', 'oreVein'],
    ['MINERALS', 'oreVein'],
    ['SUPERCONDUCTOR', 'oreVein'],
    ['POSITRONIUM', 'oreVein'],
    ['MONOPOLE', 'oreVein'],
    ['ELERIUM', 'oreVein'],
    ['FRUIT', 'spring'],
    ['SPICE', 'spring'],
    ['PROBIOTIC', 'spring'],
    ['GAIA', 'spring'],
    ['RESONANT', 'resonance'],
    ['JUGGERNAUT_NEST', 'brood'],
    ['KRAKEN_NEST', 'brood'],
    ['SNOWFLAKE_NEST', 'brood'],
    ['PANOPTICON', 'observatory'],
    ['COMPUTRONIUM', 'lens'],
    ['TIDAL', 'singingSand'],
    ['DERELICT', 'derelict'],
  ],
  otherwise: 'oldRoad',
};

export const systemSpecials: WordTable<string> = {
  words: [
    ['ACCRETION', 'anomaly'],
    ['TEMPORAL', 'anomaly'],
    ['DERELICT', 'derelict'],
    ['PHILOSOPHER', 'shrine'],
  ],
  otherwise: 'ringDust',
};

export const fields: WordTable<string> = {
  words: [
    ['FLD_ION', 'ionStorm'],
    ['FLD_NEBULA', 'nebula'],
    ['FLD_ACCRETION', 'nebula'],
  ],
  otherwise: 'duskCloud',
};

/** Monsters by their design. */
export const monsters: WordTable<string> = {
  words: [
    ['SM_JUGGERNAUT', 'drake'],
    ['SM_DRAGON', 'leviathan'],
    ['SM_KRAKEN_3', 'leviathan'],
    ['SM_SNOWFLAKE', 'wisp'],
    ['SM_CLOUD', 'wisp'],
    ['SM_DAMPENING', 'wisp'],
    ['SM_DRONE', 'corsair'],
  ],
  otherwise: 'mote',
};

/** Ships of empires by what is built into them: the first part listed here that a design has decides. */
export const parts: WordTable<string> = {
  words: [
    ['CO_', 'ark'],
    ['SR_', 'frigate'],
    ['FT_', 'frigate'],
    ['GT_', 'freighter'],
    ['DT_', 'scout'],
  ],
  otherwise: 'freighter',
};

/** Techs that stand for one of ours, and what they make available with it. */
export const techs: readonly (readonly [word: string, tech: string, alsoAvailable: readonly string[]])[] = [
  ['GRO_PLANET_ECOL', 'soilCraft', []],
  ['PRO_ROBOTIC_PROD', 'deepShafts', []],
  ['LRN_NASCENT_AI', 'logicEngines', []],
  ['SHP_ASTEROID_REFORM', 'starDrives', ['cruiser']],
  ['DEF_PLAN_BARRIER_SHLD_1', 'shieldTheory', ['shieldDome']],
  ['SPY_DETECT_3', 'farListening', []],
  ['GRO_TERRAFORM', 'worldShaping', ['terraformer']],
  ['GRO_GENETIC_MED', 'hydroponics', []],
  ['CON_CONTGRAV_ARCH', 'beaconCode', ['beacon']],
];

/** Their meters and ours that have the same sense. */
export const planetMeters: readonly (readonly [theirs: string, ours: string])[] = [
  ['POPULATION', 'population'],
  ['INDUSTRY', 'mining'],
  ['RESEARCH', 'research'],
  ['TRADE', 'trade'],
  ['HAPPINESS', 'morale'],
  ['DEFENSE', 'defense'],
  ['STEALTH', 'stealth'],
  ['DETECTION', 'detection'],
];
export const shipMeters: readonly (readonly [theirs: string, ours: string])[] = [
  ['STRUCTURE', 'structure'],
  ['MAX_STRUCTURE', 'hull'],
  ['SPEED', 'engines'],
  ['FUEL', 'fuel'],
  ['STEALTH', 'stealth'],
  ['DETECTION', 'detection'],
];
export const fieldMeters: readonly (readonly [theirs: string, ours: string])[] = [
  ['SIZE', 'extent'],
  ['STEALTH', 'stealth'],
];
