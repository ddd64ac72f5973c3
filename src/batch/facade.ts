import { EdictError } from '../kernel/errors.js';
import type { Batch, BatchEvent, BatchSnapshot, BatchSource } from './api.js';
import type { Settings } from './settings.js';
import { describe, isBytes, isList, listGiven, reading, wholeGiven } from '../kernel/given.js';
import { type LoggedEvent, eventsOf, lastOf, logOf } from './batch-log.js';
import { type Beginning, type Engine, type EngineSnapshot, type Plan, foreignSnapshot } from './engine.js';
import type { MethodsOf } from '../world/core.js';
import { mistaken } from '../world/host-arguments.js';
import { decodeBatch, encodeBatch } from './saved-batch.js';
import type { Views } from './view-layout.js';

interface FacadeParts {
  readonly source: BatchSource;
  readonly settings: Settings;
  readonly plan: Plan;
  readonly views: Views;
  readonly engine: Engine;
}

interface Facade extends FacadeParts {
  isClosed: boolean;
  /** Name of the current call. */
  running: string;
  last: LoggedEvent | undefined;
  /** The state before the last reset by host rules; its memory is reused. */
  before: EngineSnapshot | undefined;
}

interface FacadeSnapshot extends BatchSnapshot {
  bytes: number;
  readonly owner: Engine;
  inner: EngineSnapshot;
  last: LoggedEvent | undefined;
}

/** No call takes more than two arguments. */
type Act = (facade: Facade, first?: never, second?: never) => unknown;

/** The batch that a host gets: checks arguments, allows one call at a time, keeps the log. */
export function createFacade(parts: FacadeParts): Batch {
  const {
    settings: { instances },
    plan: { shape, acting },
    views,
  } = parts;
  const facade: Facade = { ...parts, isClosed: false, running: '', last: undefined, before: undefined };
  const calls = (Object.entries(methods) as (readonly [string, Act])[]).map(([name, act]) => [
    name,
    (first?: never, second?: never): unknown => during(facade, name, act, first, second),
  ]);
  return {
    shape,
    instances,
    agents: acting,
    ...views,
    ...(Object.fromEntries(calls) as Pick<Batch, keyof typeof methods>),
    close() {
      if (!facade.isClosed) during(facade, 'close', close);
    },
  };
}

/** Each calls `during` itself. */
const methods = {
  reset(facade, seed, mask) {
    const { engine, source } = facade;
    const beginnings = beginningsOf(facade.settings.instances, seed, mask);
    engine.prove(beginnings);
    const reset = () => {
      engine.reset(beginnings);
    };
    // Host rules draw for each instance, and may fail at one.
    if (source.hostRules === undefined) reset();
    else orRestore(engine, (facade.before = engine.snapshot(facade.before)), reset);
    note(facade, { reset: beginnings });
  },
  step(facade) {
    facade.engine.step();
    if (facade.settings.record) note(facade, { step: Array.from(facade.views.actions) });
  },
  snapshot: snapshotOf,
  restore(facade, snapshot) {
    const { inner, last } = ownSnapshot(facade, snapshot);
    facade.engine.restore(inner);
    facade.last = last;
  },
  save({ source, settings, engine, last }) {
    const events = settings.record ? eventsOf(last) : null;
    return encodeBatch(source, settings, { start: engine.start(), events }, engine.save());
  },
  load: loadInto,
  fork(facade, from, to) {
    demandInstance(facade, 'from', from);
    const copies = copiesOf(facade, to);
    facade.engine.fork(from, copies);
    note(facade, { fork: from, to: copies });
  },
  hash(facade, instance) {
    demandInstance(facade, 'the instance', instance);
    return facade.engine.hash(instance);
  },
  world(facade, instance) {
    demandInstance(facade, 'the instance', instance);
    return facade.engine.world(instance);
  },
  log({ source, settings, last }) {
    if (!settings.record) throw new EdictError('not-recorded', 'this batch keeps no log; make it with record: true');
    return logOf(source, settings, last);
  },
} satisfies Partial<MethodsOf<Facade, Batch>>;

function close(facade: Facade): void {
  facade.isClosed = true;
  facade.last = facade.before = undefined;
  facade.engine.close();
}

/** Host systems and opponents run within a call, and may not make another. */
function during(facade: Facade, what: string, act: Act, first?: never, second?: never): unknown {
  if (facade.isClosed)
    throw new EdictError('batch-closed', `${what} was called on a batch that is closed; make a new one`);
  if (facade.running !== '')
    throw new EdictError(
      'batch-busy',
      `${what} was called within ${facade.running} of the same batch; call it before or after that`,
    );
  facade.running = what;
  try {
    return act(facade, first, second);
  } finally {
    facade.running = '';
  }
}

/** Restores a snapshot if the action fails. */
function orRestore(engine: Engine, before: EngineSnapshot, act: () => void): void {
  try {
    act();
  } catch (error) {
    engine.restore(before);
    throw error;
  }
}

function note(facade: Facade, event: BatchEvent): void {
  if (facade.settings.record) facade.last = { event, before: facade.last };
}

function snapshotOf(facade: Facade, into: BatchSnapshot | undefined): FacadeSnapshot {
  const { engine, last } = facade;
  if (into === undefined) {
    const inner = engine.snapshot();
    return { bytes: inner.bytes, owner: engine, inner, last };
  }
  const snapshot = ownSnapshot(facade, into);
  snapshot.inner = engine.snapshot(snapshot.inner);
  snapshot.bytes = snapshot.inner.bytes;
  snapshot.last = last;
  return snapshot;
}

/** Finds damage of the whole file before any change, and damage of an instance after. */
function loadInto(facade: Facade, saved: unknown): void {
  const { source, settings, engine } = facade;
  if (!isBytes(saved)) throw mistaken('load', 'the bytes that save gave', saved);
  const { instances, events } = decodeBatch(source, settings, engine.start(), saved);
  orRestore(engine, engine.snapshot(), () => {
    engine.load(instances);
  });
  facade.last = settings.record && events !== null ? lastOf(events) : undefined;
}

function ownSnapshot({ engine }: Facade, snapshot: BatchSnapshot): FacadeSnapshot {
  const found = snapshot as Partial<FacadeSnapshot> | null | undefined;
  if (!reading('the snapshot', () => typeof found === 'object' && found?.owner === engine)) throw foreignSnapshot();
  return found as FacadeSnapshot;
}

function demandInstance({ settings: { instances } }: Facade, what: string, instance: unknown): void {
  wholeGiven(what, instance, 0, instances - 1);
}

function copiesOf(facade: Facade, to: readonly number[]): readonly number[] {
  const given = listGiven('to', to, 'a list of instances');
  for (const instance of given) demandInstance(facade, 'an instance in to', instance);
  return given;
}

/** Throws `bad-option` for invalid seeds and masks. */
function beginningsOf(count: number, seed: unknown, mask: unknown): readonly Beginning[] {
  const chosen = chosenBy(count, mask);
  return seedsOf(count, seed).map((each, i) => (chosen(i) ? each : null));
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
  return wholeGiven(what, seed, 0, Number.MAX_SAFE_INTEGER);
}
