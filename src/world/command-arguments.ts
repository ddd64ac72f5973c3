import { EdictError, about } from '../kernel/errors.js';
import { isList, reading, refused } from '../kernel/given.js';
import { type Identity, demand, handleOf, idLimit, isLive, maxCapacity, resolve } from '../kernel/identity.js';
import { type Placement, checkPoint } from '../components/place.js';

/**
 * What commands are given is checked and copied at once: hosts reuse their arrays. Objects are kept as handles until
 * the commands are made, because their ids may have other objects by then.
 */

/** `object`: an id, which names the object that is there now, or a handle. Throws unless the object is there. */
export function handleGiven(identity: Identity, what: string, object: unknown): number {
  const handle = handleNow(identity, object);
  return handle === 0 ? demandHandle(identity, what, object) : handle;
}

export function handlesGiven(identity: Identity, what: string, objects: unknown): Float64Array {
  return reading(what, () => {
    const given = listed(what, objects);
    const handles = isTyped(given) ? new Float64Array(given) : new Float64Array(given.length);
    const from: ArrayLike<unknown> = isTyped(given) ? handles : given;
    for (let i = 0; i < handles.length; i++) {
      const object = from[i];
      const handle = handleNow(identity, object);
      handles[i] = handle === 0 ? demandHandle(identity, `entry ${i} of ${what}`, object) : handle;
    }
    return handles;
  });
}

/** 0 for anything but the id or handle of an object. */
function handleNow(identity: Identity, object: unknown): number {
  if (typeof object !== 'number') return 0;
  const isId = object >>> 0 === object && object <= maxCapacity;
  if (isId) return object < idLimit(identity) && isLive(identity, object) ? handleOf(identity, object) : 0;
  return Number.isSafeInteger(object) && object > 0 && resolve(identity, object) !== 0 ? object : 0;
}

/** Throws. */
function demandHandle(identity: Identity, what: string, object: unknown): number {
  try {
    return handleOf(identity, demand(identity, object as number));
  } catch (error) {
    throw error instanceof EdictError ? about(what, error) : error;
  }
}

/** `count`: how many there must be. */
export function numbersGiven(what: string, given: unknown, count: number): Float64Array {
  return reading(what, () => {
    const numbers = listed(what, given);
    if (numbers.length !== count)
      throw new EdictError(
        'bad-option',
        `${what} has ${numbers.length} numbers for ${count} objects; give one for each`,
      );
    if (isTyped(numbers)) return new Float64Array(numbers);
    const copy = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const value = numbers[i];
      if (typeof value !== 'number') throw refused(`entry ${i} of ${what}`, value, 'a number');
      copy[i] = value;
    }
    return copy;
  });
}

/** Its entries are numbers, and engines copy it quickly. */
function isTyped(given: ArrayLike<unknown>): given is Float64Array {
  return ArrayBuffer.isView(given) && !(given instanceof BigInt64Array || given instanceof BigUint64Array);
}

export function isNumbers(given: unknown): given is ArrayLike<unknown> {
  return isList(given) || (ArrayBuffer.isView(given) && !(given instanceof DataView));
}

function listed(what: string, given: unknown): ArrayLike<unknown> {
  if (!isNumbers(given)) throw refused(what, given, 'a list or typed array of numbers');
  if (given.length > maxCapacity)
    throw new EdictError(
      'bad-option',
      `${what} has ${given.length} entries, and a world has ${maxCapacity} objects at most; give fewer`,
    );
  return given;
}

export function pointsGiven(what: string, x: unknown, y: unknown, count: number): Points {
  const points = { x: numbersGiven(`x of ${what}`, x, count), y: numbersGiven(`y of ${what}`, y, count) };
  for (let i = 0; i < count; i++) checkPoint(points.x[i], points.y[i]);
  return points;
}

export interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** The id of what a command named. Throws if the object is gone. */
export function still(identity: Identity, what: string, handle: number): number {
  const id = resolve(identity, handle);
  if (id !== 0 || handle === 0) return id;
  throw new EdictError(
    'no-object',
    `${what} is object ${handle % (maxCapacity + 1)}, which the same system destroys; leave out one of the two`,
  );
}

/** The same place, with other numbers for its objects. */
export function placeWith(place: Placement, change: (object: number) => number): Placement {
  switch (place.at) {
    case 'object':
      return { at: 'object', object: change(place.object) };
    case 'lane':
      return { ...place, from: change(place.from), to: change(place.to) };
    case 'node':
      return { at: 'node', node: change(place.node) };
    default:
      return place;
  }
}
