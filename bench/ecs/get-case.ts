import { createWorld as createKootaWorld, trait } from 'koota';
import { World as MiniplexWorld } from 'miniplex';
import { EdictError } from '../../src/kernel/errors.js';
import { type Parts } from '../measure.js';
import { measureInTurn } from './measure-in-turn.js';
import type { PeerTimes } from './move-case.js';
import { createWarren, dens } from './warren.js';

/** Reads one number of every hare by its handle: by a resolved column, or by name. */
export interface GetCase {
  readonly case: 'get-column' | 'get-name';
  readonly count: number;
  readonly milliseconds: number;
}

interface Reader {
  readonly name: string;
  /** The sum of all numbers. */
  readonly sum: () => number;
}

export function runGetCase({ case: by, count, milliseconds }: GetCase): PeerTimes {
  const hares = count - dens;
  const { edict, values } = edictReader(hares, by);
  const readers = [edict, ...[typedReader, kootaReader, miniplexReader].map((create) => create(values))];
  const expected = values.reduce((sum, value) => sum + value, 0);
  for (const { name, sum } of readers) {
    if (sum() !== expected)
      throw new EdictError('disagreement', `${name} sums to ${String(sum())}, not to ${String(expected)}`);
  }
  const times = measureInTurn(
    readers.map((reader) => read(reader, expected)),
    { milliseconds, rounds: 100, warmups: 300 },
  );
  return { times };
}

/** Uses the sum, so that no engine leaves it out. */
function read({ name, sum }: Reader, expected: number): () => Parts<string> {
  return () => {
    const start = performance.now();
    const found = sum();
    const time = performance.now() - start;
    if (found !== expected) throw new EdictError('disagreement', `${name} sums to ${String(found)}`);
    return { [name]: time };
  };
}

function edictReader(hares: number, by: GetCase['case']): { readonly edict: Reader; readonly values: Float64Array } {
  const world = createWarren(hares);
  const handles = world.query({ kind: 'hare' });
  const column = world.column('speed');
  const byColumn = (): number => {
    let sum = 0;
    for (let i = 0; i < handles.length; i++) sum += column.get(handles[i]) as number;
    return sum;
  };
  const byName = (): number => {
    let sum = 0;
    for (let i = 0; i < handles.length; i++) sum += world.get(handles[i], 'speed') as number;
    return sum;
  };
  return {
    edict: { name: 'edict', sum: by === 'get-column' ? byColumn : byName },
    values: Float64Array.from(handles, (handle) => Number(world.get(handle, 'speed'))),
  };
}

function typedReader(values: Float64Array): Reader {
  const ids = Array.from(values, (_, i) => i);
  return {
    name: 'typed',
    sum() {
      let sum = 0;
      for (let i = 0; i < ids.length; i++) sum += values[ids[i]];
      return sum;
    },
  };
}

function kootaReader(values: Float64Array): Reader {
  const Speed = trait({ value: 0 });
  const world = createKootaWorld();
  const entities = Array.from(values, (value) => world.spawn(Speed({ value })));
  return {
    name: 'koota',
    sum() {
      let sum = 0;
      for (let i = 0; i < entities.length; i++) sum += entities[i].get(Speed)?.value ?? NaN;
      return sum;
    },
  };
}

function miniplexReader(values: Float64Array): Reader {
  const world = new MiniplexWorld<{ speed?: number }>();
  const entities = Array.from(values, (speed) => world.add({ speed }));
  return {
    name: 'miniplex',
    sum() {
      let sum = 0;
      for (let i = 0; i < entities.length; i++) sum += entities[i].speed;
      return sum;
    },
  };
}
