import type { Choices } from './choices.js';

/** Random changes of JSON that keep its form, or nearly: what a hostile writer would try. */

type Json = unknown;
type Container = Record<string, Json> | Json[];

interface Spot {
  readonly container: Container;
  readonly key: string | number;
}

/** A copy with so many changes. */
export function changedJson(given: Json, choices: Choices, changes: number): Json {
  const copy = JSON.parse(JSON.stringify(given)) as Json;
  for (let i = 0; i < changes; i++) {
    const spots = spotsIn(copy);
    if (spots.length > 0) change(choices.split(i), spots);
  }
  return copy;
}

function spotsIn(json: Json): readonly Spot[] {
  const spots: Spot[] = [];
  const visit = (value: Json): void => {
    if (Array.isArray(value)) {
      value.forEach((item, key) => {
        spots.push({ container: value, key });
        visit(item);
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        spots.push({ container: value as Record<string, Json>, key });
        visit(item);
      }
    }
  };
  visit(json);
  return spots;
}

function at({ container, key }: Spot): Json {
  return (container as Record<string | number, Json>)[key];
}

function put({ container, key }: Spot, value: Json): void {
  (container as Record<string | number, Json>)[key] = value;
}

function change(choices: Choices, spots: readonly Spot[]): void {
  const spot = choices.pick(spots);
  const value = at(spot);
  switch (choices.below(8)) {
    case 0:
      if (Array.isArray(spot.container)) spot.container.splice(Number(spot.key), 1);
      else Reflect.deleteProperty(spot.container, spot.key);
      return;
    case 1:
      if (Array.isArray(spot.container)) spot.container.splice(Number(spot.key), 0, JSON.parse(JSON.stringify(value)));
      else put(spot, choices.pick(odd));
      return;
    case 2:
      return put(spot, choices.pick(odd));
    case 3: {
      const other = choices.pick(spots);
      const theirs = at(other);
      put(spot, JSON.parse(JSON.stringify(theirs)));
      return;
    }
    default: {
      // Another value that has stood under this key: most likely to pass.
      const alike = spots.filter(
        (each) => (typeof each.key === 'number' || each.key === spot.key) && typeof at(each) === typeof value,
      );
      if (typeof value === 'number' && choices.oneIn(2)) return put(spot, value + choices.pick([-2, -1, 1, 2, 3]));
      if (typeof value === 'boolean') return put(spot, !value);
      put(spot, JSON.parse(JSON.stringify(at(choices.pick(alike)))));
    }
  }
}

const odd: readonly Json[] = [
  null,
  true,
  -1,
  0,
  1,
  2,
  255,
  2 ** 31,
  1e300,
  0.5,
  'NaN',
  'Infinity',
  '-0',
  '',
  '__proto__',
  'constructor',
  [],
  {},
  [[]],
  { __proto__: null },
];
