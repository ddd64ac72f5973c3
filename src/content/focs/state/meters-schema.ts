import { z } from 'zod';

/** Both halves of a meter. */
export interface StateMeter {
  readonly initial: number;
  readonly current: number;
}

/** The largest number of 32-bit floating point. */
const largest = 3.4028234663852886e38;

/**
 * The meters of an object by name. A state has a hundred thousand, so each is checked by hand and taken as it is
 * instead of being copied member by member. Names are keys of a Map, never of an object: `constructor` is a name like
 * any other.
 */
export const metersSchema = z.unknown().transform((data, context): ReadonlyMap<string, StateMeter> => {
  const meters = new Map<string, StateMeter>();
  if (!isRecord(data)) {
    context.issues.push({ code: 'custom', message: 'expected a map of meters', input: data });
    return meters;
  }
  for (const name of Object.keys(data)) {
    const meter = data[name];
    if (isMeter(meter)) meters.set(name, meter);
    else
      context.issues.push({
        code: 'custom',
        path: [name],
        message: 'expected the numbers initial and current, of 32-bit floating point',
        input: meter,
      });
  }
  return meters;
});

function isMeter(meter: unknown): meter is StateMeter {
  return isRecord(meter) && isSingle(meter.initial) && isSingle(meter.current);
}

/** What is not finite is no number of JSON, but text of more digits than fit becomes infinite. */
function isSingle(value: unknown): boolean {
  return typeof value === 'number' && value >= -largest && value <= largest;
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
