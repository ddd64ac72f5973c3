import type { Environment, Focus, Size, StarColour } from '../../../galaxy/galaxy-words.js';

/** The first prefix that a word of a state has decides. */
function otherwise<T extends string>(word: T, words: Readonly<Record<string, T>>) {
  return {
    otherwise: word,
    words,
    of: (theirs: string): T => Object.entries(words).find(([start]) => theirs.startsWith(start))?.[1] ?? word,
  };
}

export const stars = otherwise<StarColour>('dark', {
  Blue: 'blue',
  White: 'white',
  Yellow: 'yellow',
  Orange: 'orange',
  Red: 'red',
  Neutron: 'white',
});

export const sizes = otherwise<Size>('medium', {
  Asteroids: 'asteroids',
  Tiny: 'tiny',
  Small: 'small',
  Large: 'large',
  Huge: 'huge',
  GasGiant: 'gasGiant',
});

export const environments = otherwise<Environment>('barren', {
  Asteroids: 'asteroids',
  GasGiant: 'gas',
  Swamp: 'swamp',
  Toxic: 'toxic',
  Inferno: 'inferno',
  Radiated: 'radiated',
  Tundra: 'tundra',
  Desert: 'desert',
  Terran: 'terran',
  Ocean: 'ocean',
});

export const foci = otherwise<Focus>('farming', {
  FOCUS_INDUSTRY: 'mining',
  FOCUS_RESEARCH: 'research',
  FOCUS_INFLUENCE: 'trade',
  FOCUS_TRADE: 'trade',
});

export const buildings = otherwise<string>('market', {
  BLD_IMPERIAL_PALACE: 'capitol',
  BLD_SHIPYARD: 'shipyard',
  BLD_SCANNING: 'beacon',
  BLD_SCRYING: 'exchange',
  BLD_CULTURE: 'monolith',
  BLD_EXPERIMENTOR: 'monolith',
  BLD_AUTO_HISTORY: 'laboratory',
  BLD_GENOME: 'farm',
  BLD_INDUSTRY: 'mine',
  BLD_GAS_GIANT: 'mine',
});

/** Systems have other classes: those cannot refer to a planet. */
export const planetSpecials = otherwise<string>('oldRoad', {
  CRYSTALS: 'oreVein',
  MINERALS: 'oreVein',
  SUPERCONDUCTOR: 'oreVein',
  POSITRONIUM: 'oreVein',
  MONOPOLE: 'oreVein',
  ELERIUM: 'oreVein',
  FRUIT: 'spring',
  SPICE: 'spring',
  PROBIOTIC: 'spring',
  GAIA: 'spring',
  RESONANT: 'resonance',
  JUGGERNAUT_NEST: 'brood',
  KRAKEN_NEST: 'brood',
  SNOWFLAKE_NEST: 'brood',
  PANOPTICON: 'observatory',
  COMPUTRONIUM: 'lens',
  TIDAL: 'singingSand',
  DERELICT: 'derelict',
});

export const systemSpecials = otherwise<string>('ringDust', {
  ACCRETION: 'anomaly',
  TEMPORAL: 'anomaly',
  DERELICT: 'derelict',
  PHILOSOPHER: 'shrine',
});

export const fields = otherwise<string>('duskCloud', {
  FLD_ION: 'ionStorm',
  FLD_NEBULA: 'nebula',
  FLD_ACCRETION: 'nebula',
});

export const monsters = otherwise<string>('mote', {
  SM_JUGGERNAUT: 'drake',
  SM_DRAGON: 'leviathan',
  SM_KRAKEN_3: 'leviathan',
  SM_SNOWFLAKE: 'wisp',
  SM_CLOUD: 'wisp',
  SM_DAMPENING: 'wisp',
  SM_DRONE: 'corsair',
});

export const parts = otherwise<string>('freighter', {
  CO_: 'ark',
  SR_: 'frigate',
  FT_: 'frigate',
  GT_: 'freighter',
  DT_: 'scout',
});

/** With the things that they make available. */
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

export type Meters = Readonly<Record<string, string>>;

export const planetMeters: Meters = {
  POPULATION: 'population',
  INDUSTRY: 'mining',
  RESEARCH: 'research',
  TRADE: 'trade',
  HAPPINESS: 'morale',
  DEFENSE: 'defense',
  STEALTH: 'stealth',
  DETECTION: 'detection',
};
export const shipMeters: Meters = {
  STRUCTURE: 'structure',
  MAX_STRUCTURE: 'hull',
  SPEED: 'engines',
  FUEL: 'fuel',
  STEALTH: 'stealth',
  DETECTION: 'detection',
};
export const fieldMeters: Meters = {
  SIZE: 'extent',
  STEALTH: 'stealth',
};
