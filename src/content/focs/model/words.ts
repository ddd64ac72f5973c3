import type { Enumeration } from '../../../model/model.js';

/** Enumerations whose words the game itself fixes, spelled as in content. */

/** The first nine form the wheel on which planets change. */
export const planetTypes = [
  'Swamp',
  'Toxic',
  'Inferno',
  'Radiated',
  'Barren',
  'Tundra',
  'Desert',
  'Terran',
  'Ocean',
  'Asteroids',
  'GasGiant',
] as const;
const wheelOfTypes = 9;

export const planetSizes = ['Tiny', 'Small', 'Medium', 'Large', 'Huge', 'Asteroids', 'GasGiant'] as const;
export const environments = ['Uninhabitable', 'Hostile', 'Poor', 'Adequate', 'Good'] as const;
export const stars = ['Blue', 'White', 'Yellow', 'Orange', 'Red', 'Neutron', 'BlackHole', 'NoStar'] as const;
export const visibilities = ['Invisible', 'Basic', 'Partial', 'Full'] as const;

type Words = Pick<Enumeration, 'members' | 'order' | 'ring'>;

export const planetTypeWords: Words = { members: planetTypes, order: 'wheel', ring: wheelOfTypes };
export const planetSizeWords: Words = { members: planetSizes, order: 'ordered', ring: 0 };
export const environmentWords: Words = { members: environments, order: 'ordered', ring: 0 };
export const starWords: Words = { members: stars, order: 'none', ring: 0 };
export const visibilityWords: Words = { members: visibilities, order: 'ordered', ring: 0 };

/** Words without an order of their own. */
export function plainWords(members: readonly string[]): Words {
  return { members, order: 'none', ring: 0 };
}
