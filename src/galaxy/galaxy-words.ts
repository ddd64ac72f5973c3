/** Words of examples/galaxy that the code uses. The content declares them; a test compares. */

export const wheel = [
  'swamp',
  'toxic',
  'inferno',
  'radiated',
  'barren',
  'tundra',
  'desert',
  'terran',
  'ocean',
] as const;
export type Environment = (typeof wheel)[number] | 'asteroids' | 'gas';

export type Size = 'asteroids' | 'tiny' | 'small' | 'medium' | 'large' | 'huge' | 'gasGiant';
export type StarColour = 'dark' | 'red' | 'orange' | 'yellow' | 'white' | 'blue';
export type Focus = 'farming' | 'mining' | 'research' | 'trade';

export const commonClasses = [
  'farm',
  'mine',
  'laboratory',
  'market',
  'shipyard',
  'scout',
  'freighter',
  'frigate',
  'ark',
] as const;

export const studies = [
  'soilCraft',
  'deepShafts',
  'beaconCode',
  'logicEngines',
  'starDrives',
  'shieldTheory',
  'farListening',
  'worldShaping',
  'hydroponics',
] as const;
