import { EdictError } from '../kernel/errors.js';
import { describe, isBytes, listGiven, reading, refused, isList } from '../kernel/given.js';
import type { Batch, BatchEvent, BatchSnapshot, BatchSource } from './api.js';
import { decodeBatch, encodeBatch } from './batch-bytes.js';
import { type Deed, eventsOf, lastOf, logOf } from './batch-log.js';
import type { Beginning, Engine, EngineSnapshot, Plan } from './engine.js';
import { type MethodsOf } from '../world/bound.js';
import type { Settings } from './settings.js';
import { mistaken } from '../world/options.js';
import type { Views } from './views.js';

/** What a host holds of a batch: checks arguments, allows one call at a time, keeps the log. */
interface FrontParts {
  readonly source: BatchSource;
  readonly settings: Settings;
  readonly plan: Plan;
  readonly views: Views;
  readonly engine: Engine;
}

interface Front extends FrontParts {
  isClosed: boolean;
  /** Name of the call that happens. */
  running: string;
  last: Deed | undefined;
  /** Before the last reset by rules of a host; its memory is reused. */
  before: EngineSnapshot | undefined;
}

interface FrontSnapshot extends BatchSnapshot {
  bytes: number;
  readonly owner: Engine;
  inner: EngineSnapshot;
  last: Deed | undefined;
}

/** No call takes more than two arguments. */
type Act = (front: Front, first?: never, second?: never) => unknown;

export function createFront(parts: FrontParts): Batch {
  const {
    settings: { instances },
    plan: { shape, seated },
    views,
  } = parts;
  const front: Front = { ...parts, isClosed: false, running: '', last: undefined, before: undefined };
  const calls = (Object.entries(methods) as (readonly [string, Act])[]).map(([name, act]) => [
    name,
    (first?: never, second?: never): unknown => during(front, name, act, first, second),
  ]);
  return {
    shape,
    instances,
    agents: seated,
    ...views,
    ...(Object.fromEntries(calls) as Pick<Batch, keyof typeof methods>),
    close() {
      if (!front.isClosed) during(front, 'close', close);
    },
  };
}

/** Each happens `during` itself. */
const methods = {
  reset(front, seed, mask) {
    const { engine } = front;
    const beginnings = beginningsOf(front.settings.instances, seed, mask);
    engine.prove(beginnings);
    if (front.source.hostRules === undefined) engine.reset(beginnings);
    else resetOrRestore(front, beginnings);
    note(front, { reset: beginnings });
  },
  step(front) {
    front.engine.step();
    if (front.settings.record) note(front, { step: Array.from(front.views.actions) });
  },
  snapshot: snapshotOf,
  restore(front, snapshot) {
    const { inner, last } = ownSnapshot(front, snapshot);
    front.engine.restore(inner);
    front.last = last;
  },
  save({ source, settings, engine, last }) {
    const events = settings.record ? eventsOf(last) : null;
    return encodeBatch(source, settings, { start: engine.start(), events }, engine.save());
  },
  load: loadInto,
  fork(front, from, to) {
    demandInstance(front, 'from', from);
    const copies = copiesOf(front, to);
    front.engine.fork(from, copies);
    note(front, { fork: from, to: copies });
  },
  hash(front, instance) {
    demandInstance(front, 'the instance', instance);
    return front.engine.hash(instance);
  },
  world(front, instance) {
    demandInstance(front, 'the instance', instance);
    return front.engine.world(instance);
  },
  log({ source, settings, last }) {
    if (!settings.record) throw new EdictError('not-recorded', 'this batch keeps no log; make it with record: true');
    return logOf(source, settings, last);
  },
} satisfies Partial<MethodsOf<Front, Batch>>;

function close(front: Front): void {
  front.isClosed = true;
  front.last = front.before = undefined;
  front.engine.close();
}

/** Host systems and opponents run within a call, and may not make another. */
function during(front: Front, what: string, act: Act, first?: never, second?: never): unknown {
  if (front.isClosed)
    throw new EdictError('batch-closed', `${what} was called on a batch that is closed; make a new one`);
  if (front.running !== '')
    throw new EdictError(
      'batch-busy',
      `${what} was called within ${front.running} of the same batch; call it before or behind that`,
    );
  front.running = what;
  try {
    return act(front, first, second);
  } finally {
    front.running = '';
  }
}

/** Rules of a host draw for each instance, and may fail at one. */
function resetOrRestore(front: Front, beginnings: readonly Beginning[]): void {
  const { engine } = front;
  const before = (front.before = engine.snapshot(front.before));
  try {
    engine.reset(beginnings);
  } catch (error) {
    engine.restore(before);
    throw error;
  }
}

function note(front: Front, event: BatchEvent): void {
  if (front.settings.record) front.last = { event, before: front.last };
}

function snapshotOf(front: Front, into: BatchSnapshot | undefined): BatchSnapshot {
  const { engine, last } = front;
  if (into === undefined) {
    const inner = engine.snapshot();
    const made: FrontSnapshot = { bytes: inner.bytes, owner: engine, inner, last };
    return made;
  }
  const snapshot = ownSnapshot(front, into);
  snapshot.inner = engine.snapshot(snapshot.inner);
  snapshot.bytes = snapshot.inner.bytes;
  snapshot.last = last;
  return snapshot;
}

/** Damage of the whole is found before anything changes; within an instance, after. */
function loadInto(front: Front, saved: unknown): void {
  const { source, settings, engine } = front;
  if (!isBytes(saved)) throw mistaken('load', 'the bytes that save gave', saved);
  const { instances, events } = decodeBatch(source, settings, engine.start(), saved);
  const before = engine.snapshot();
  try {
    engine.load(instances);
  } catch (error) {
    engine.restore(before);
    throw error;
  }
  front.last = settings.record && events !== null ? lastOf(events) : undefined;
}

function ownSnapshot({ engine }: Front, snapshot: BatchSnapshot): FrontSnapshot {
  const found = snapshot as Partial<FrontSnapshot> | null | undefined;
  if (!reading('the snapshot', () => typeof found === 'object' && found?.owner === engine))
    throw new EdictError(
      'foreign-snapshot',
      'this is not a snapshot of this batch; pass one that its own snapshot() returned',
    );
  return found as FrontSnapshot;
}

function demandInstance({ settings: { instances } }: Front, what: string, instance: unknown): void {
  if (typeof instance === 'number' && Number.isInteger(instance) && instance >= 0 && instance < instances) return;
  throw refused(what, instance, `a whole number from 0 to ${instances - 1}`);
}

function copiesOf(front: Front, to: readonly number[]): readonly number[] {
  const given = listGiven('to', to, 'a list of instances');
  for (const instance of given) demandInstance(front, 'an instance in to', instance);
  return given;
}

/** Throws `bad-option` for what are no seeds and no mask. */
function beginningsOf(count: number, seed: unknown, mask: unknown): readonly Beginning[] {
  const chosen = chosenBy(count, mask);
  const seeds = seedsOf(count, seed);
  return seeds.map((each, i) => (chosen(i) ? each : null));
}

function chosenBy(count: number, mask: unknown): (instance: number) => boolean {
  if (mask === undefined) return () => true;
  if (!isBytes(mask) || mask.length !== count) {
    const what = isBytes(mask) ? `${mask.length} bytes long` : describe(mask);
    throw new EdictError(
      'bad-option',
      `the mask is ${what}; give a Uint8Array of ${count}, with 1 for each instance that is to be reset`,
    );
  }
  return (instance) => mask[instance] !== 0;
}

function seedsOf(count: number, seed: unknown): readonly (number | 'next')[] {
  if (seed === undefined || seed === null) return Array.from({ length: count }, () => 'next');
  if (isList(seed)) {
    const seeds = listGiven('the seeds', seed, 'a list of seeds');
    if (seeds.length !== count)
      throw new EdictError(
        'bad-option',
        `there are ${seeds.length} seeds; give one for each of the ${count} instances, or null to begin the next episode of its seed`,
      );
    return seeds.map((each, i) => (each === null ? 'next' : wholeSeed(each, `the seed of instance ${i}`)));
  }
  const first = wholeSeed(seed, 'the seed');
  wholeSeed(first + (count - 1), 'the seed of the last instance');
  return Array.from({ length: count }, (_, i) => first + i);
}

function wholeSeed(seed: unknown, what: string): number {
  if (typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw refused(what, seed, `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
}
