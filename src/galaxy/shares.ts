/** How many objects of each kind a galaxy of a size has. */
export interface Shares {
  readonly empires: number;
  readonly systems: number;
  readonly planets: number;
  readonly buildings: number;
  readonly ships: number;
  readonly specials: number;
  readonly fields: number;
}

export const fewestObjects = 50;
export const usualObjects = 10_000;

/**
 * A tenth systems, 15 % buildings, 22 % ships, 13 % specials, 1.2 % fields, the rest planets: `objects` in all, with
 * the laws and a council an empire.
 */
export function sharesOf(objects: number, empires = usualEmpires(objects)): Shares {
  const part = (share: number): number => Math.round(objects * share);
  const others = {
    empires,
    systems: part(0.1),
    buildings: part(0.15),
    ships: part(0.22),
    specials: part(0.13),
    fields: part(0.012),
  };
  const counted = 1 + others.empires + Object.values(others).reduce((sum, count) => sum + count, 0);
  return { ...others, planets: objects - counted };
}

/** 6 empires in a galaxy of 2,000 objects, 12 from 10,000; always room for each. */
export function usualEmpires(objects: number): number {
  return Math.max(1, Math.min(12, Math.round(4.5 + 0.00075 * objects), Math.floor(objects / 50)));
}
