import { loadWorld } from '../world.js';
import type { BatchSource, SourceModule } from './api.js';
import type { Engine, EngineRange, EngineSnapshot } from './engine.js';
import { type Hand, throwFirst, workerHand } from './hands.js';
import type { Lent, LocalEngine } from './local-engine.js';
import type { Settings } from './settings.js';
import { command, controlLength } from './worker-channel.js';
import { type Call, type Served, answerTo, obey, serve } from './engine-calls.js';

/** Several threads: this one and workers. */
interface Pool {
  readonly hands: readonly Hand[];
  /** Nobody holds them any more: workers can free their memory. */
  readonly dropped: number[];
  nextSnapshot: number;
}

interface PoolParts {
  readonly source: BatchSource;
  readonly module: SourceModule;
  readonly settings: Settings;
  readonly opponents: 'random' | 'script';
  /** That the views lie in. */
  readonly buffer: SharedArrayBuffer;
  readonly capacity: number;
  /** An engine in this thread for a range of the instances. */
  readonly ownEngine: (range: EngineRange) => LocalEngine;
}

interface PoolSnapshot extends EngineSnapshot {
  bytes: number;
  readonly id: number;
}

/** Waits until all are ready. Throws what is wrong with one, with none left. */
export function createWorkerPool(parts: PoolParts): Engine {
  const pool = openPool(parts);
  const forgotten = new FinalizationRegistry<number>((id) => {
    pool.dropped.push(id);
  });
  const { hands } = pool;
  const own = (instance: number): Hand =>
    hands.find(({ range: { first, count } }) => instance < first + count) ?? hands[0];
  /** Asks the one that has an instance something about it. */
  const ofOne = <Name extends 'hash' | 'saveWorld'>(name: Name, instance: number): ReturnType<Served[Name]> => {
    const hand = own(instance);
    return call<'hash' | 'saveWorld'>(hand, name, instance - hand.range.first) as ReturnType<Served[Name]>;
  };
  return {
    prove(beginnings) {
      callAll(hands, 'prove', (range) => [partOf(beginnings, range)]);
    },
    reset(beginnings) {
      callAll(hands, 'reset', (range) => [partOf(beginnings, range)]);
    },
    step() {
      stepAll(hands);
    },
    takeBack() {
      for (const hand of hands) hand.tell(command.takeBack);
      throwFirst(hands.map((hand) => hand.outcome()));
    },
    snapshot(into) {
      const snapshot = (into as PoolSnapshot | undefined) ?? { bytes: 0, id: pool.nextSnapshot++ };
      const dropped = pool.dropped.splice(0);
      const bytes = callAll(hands, 'keep', () => [snapshot.id, dropped]);
      snapshot.bytes = bytes.reduce((sum, each) => sum + each, 0);
      if (into === undefined) forgotten.register(snapshot, snapshot.id);
      return snapshot;
    },
    restore(snapshot) {
      const dropped = pool.dropped.splice(0);
      callAll(hands, 'goBack', () => [(snapshot as PoolSnapshot).id, dropped]);
    },
    save: () => callAll(hands, 'save', () => []).flat(),
    load(saved) {
      callAll(hands, 'load', (range) => [partOf(saved, range)]);
    },
    start: () => call(hands[0], 'start'),
    fork(from, to) {
      forkAcross(hands, own(from), from, to);
    },
    hash: (instance) => ofOne('hash', instance),
    world(instance) {
      const world = loadWorld(parts.source.program, ofOne('saveWorld', instance), { capacity: parts.capacity });
      for (const system of parts.source.systems ?? []) world.addSystem(system);
      return world;
    },
    close() {
      closeAll(hands);
    },
  };
}

function partOf<Item>(list: readonly Item[], { first, count }: EngineRange): readonly Item[] {
  return list.slice(first, first + count);
}

function openPool({ source, module, settings, opponents, buffer, ownEngine }: PoolParts): Pool {
  const { workers, instances, buffer: _given, ...others } = settings;
  const shared = new SharedArrayBuffer(workers * controlLength * Int32Array.BYTES_PER_ELEMENT);
  const play = { ...others, instances, workers, opponents };
  const rangeOf = (index: number): EngineRange => {
    const first = Math.floor((instances * index) / workers);
    return { first, count: Math.floor((instances * (index + 1)) / workers) - first };
  };
  const hands: Hand[] = [];
  try {
    for (let index = 1; index < workers; index++)
      hands.push(
        workerHand({
          control: shared,
          index,
          module,
          content: source.program.fingerprint,
          buffer,
          options: { instances, seats: settings.seats },
          play,
          range: rangeOf(index),
        }),
      );
    // While they make themselves ready.
    hands.unshift(ownHand(ownEngine(rangeOf(0)), rangeOf(0)));
    throwFirst(hands.map((hand) => hand.outcome()));
  } catch (error) {
    closeAll(hands);
    throw error;
  }
  return { hands, dropped: [], nextSnapshot: 1 };
}

/** All or none: those that have stepped are taken back where others fail. */
function stepAll(hands: readonly Hand[]): void {
  let errors: (Error | undefined)[] | undefined;
  // Workers first: they wake up while this thread does its part.
  for (let i = hands.length - 1; i >= 0; i--) hands[i].tell(command.step);
  for (let i = 0; i < hands.length; i++) {
    const error = hands[i].outcome();
    if (error !== undefined) (errors ??= [])[i] = error;
  }
  if (errors === undefined) return;
  const failed = errors;
  const done = hands.filter((_, i) => failed[i] === undefined);
  for (const hand of done) hand.tell(command.takeBack);
  throwFirst([...done.map((hand) => hand.outcome()), ...failed]);
}

/** All at the same time: the answers, or the first error. */
function callAll<Name extends keyof Served>(
  hands: readonly Hand[],
  name: Name,
  givenFor: (range: EngineRange) => Parameters<Served[Name]>,
): readonly ReturnType<Served[Name]>[] {
  for (const hand of hands) hand.ask({ name, given: givenFor(hand.range) });
  const errors = hands.map((hand) => hand.outcome());
  const answers = hands.map((hand, i) => (errors[i] === undefined ? hand.answer() : undefined));
  throwFirst(errors);
  return answers as readonly ReturnType<Served[Name]>[];
}

function call<Name extends keyof Served>(
  hand: Hand,
  name: Name,
  ...given: Parameters<Served[Name]>
): ReturnType<Served[Name]> {
  return callAll([hand], name, () => given)[0];
}

/** A worker copies its own instances, others get what it lends. */
function forkAcross(hands: readonly Hand[], source: Hand, from: number, to: readonly number[]): void {
  const here = from - source.range.first;
  let lent: Lent | undefined;
  for (const hand of hands) {
    const { first, count } = hand.range;
    const own = to
      .filter((instance) => instance >= first && instance < first + count)
      .map((instance) => instance - first);
    // The worker that has it says whether it can be copied.
    if (hand === source) call(hand, 'fork', here, own);
    else if (own.length > 0) call(hand, 'borrow', (lent ??= call(source, 'lend', here)), own);
  }
}

function closeAll(hands: readonly Hand[]): void {
  for (const hand of hands) hand.close();
}

/** The thread of a batch as a hand: it works when it is waited for, beside others who were told the same. */
function ownHand(engine: LocalEngine, range: EngineRange): Hand {
  const served = serve(engine);
  let told: number = command.none;
  let asked: Call | undefined;
  let answer: unknown;
  return {
    range,
    tell(given) {
      told = given;
    },
    ask(call) {
      told = command.call;
      asked = call;
    },
    outcome() {
      const what = told;
      told = command.none;
      answer = undefined;
      try {
        if (what === command.call && asked !== undefined) answer = answerTo(served, asked);
        else if (what !== command.none) obey(served, what);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    },
    answer: () => answer,
    close() {
      engine.close();
    },
  };
}
