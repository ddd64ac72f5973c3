import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import * as edict from '../../src/index.js';
import * as batches from '../../src/entries/edict-batch.js';
import * as inspection from '../../src/entries/edict-inspect.js';
import * as node from '../../src/entries/edict-node.js';
import * as play from '../../src/entries/edict-play.js';
import * as antares from '../../src/content/antares/edict-antares.js';
import type { Batch } from '../../src/batch/api.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { LevelSession } from '../../src/content/antares/turn/level-session.js';
import { type Mutation, mutationsOf } from '../support/hostile-values.js';
import { heavy } from '../support/heavy.js';

/** What is called, and what is not to be looked into: it was made by the package. */
interface Sound {
  readonly args: readonly unknown[];
  readonly opaque?: readonly unknown[];
}

type SoundCalls<Stage> = Readonly<Record<string, (stage: Stage) => Sound>>;

const colony = `kinds: { realm: { faction: true }, planet: {} }
meters: { population: { default: 1 } }
expressions: { size: { of: realm, is: "objects(planet).count()" } }
`;

const program = (): edict.Program => {
  const loaded = edict.loadContent([{ file: 'colony.yaml', text: colony }]);
  if (!loaded.ok) throw new Error('the content of the test does not load');
  return loaded.program;
};

function faultOf(act: () => unknown): { readonly fault: string | undefined; readonly isRefused: boolean } {
  try {
    act();
    return { fault: undefined, isRefused: false };
  } catch (error) {
    if (!(error instanceof EdictError))
      return {
        fault: `threw ${error instanceof Error ? String(error.stack).split('\n').slice(0, 4).join(' ') : String(error)}`,
        isRefused: true,
      };
    return { fault: /^edict: .{10}/.test(error.message) ? undefined : `says only ${error.message}`, isRefused: true };
  }
}

/** Calls with everything in their arguments replaced; `check` says what else is wrong after a call. */
function tryAll<Stage>(
  open: () => Stage,
  call: (stage: Stage, args: readonly unknown[]) => unknown,
  sound: (stage: Stage) => Sound,
  check: (stage: Stage) => string | undefined,
): void {
  const first = open();
  expect(faultOf(() => call(first, sound(first).args))).toEqual({ fault: undefined, isRefused: false });
  const found: string[] = [];
  let refused = 0;
  let stage = open();
  let given = sound(stage);
  const mutationsNow = (): readonly Mutation[] => [...mutationsOf(given.args, new Set(given.opaque))];
  let mutations = mutationsNow();
  const step = mutations.length > 200 ? heavy(40, 1) : 1;
  for (let i = 0; i < mutations.length; i += step) {
    const mutation = mutations[i];
    const { fault, isRefused } = faultOf(() => call(stage, mutation.args));
    const wrong = fault ?? (isRefused ? check(stage) : undefined);
    if (wrong !== undefined) found.push(`${mutation.label} ${wrong}`);
    if (isRefused) refused++;
    if (isRefused && wrong === undefined) continue;
    stage = open();
    const next = sound(stage);
    if (next.args === given.args) continue;
    given = next;
    mutations = mutationsNow();
  }
  expect(found.join('\n')).toBe('');
  if (given.args.length > 0) expect(refused).toBeGreaterThan(heavy(1, 5));
}

const fine = (): undefined => undefined;

/** The place of what is called, and its arguments: a level is what `loadLevel` returned, which is not looked into. */
const text = readFileSync(new URL('../../examples/antares/blockade.pn', import.meta.url));

function readLevel(): antares.Value {
  const read = antares.readDocument('blockade.pn', text);
  if (!read.ok) throw new Error('the level of the example is no document');
  return read.value;
}

function openedLevel(): { readonly level: antares.Level; readonly session: LevelSession } {
  const { level } = antares.loadLevel(readLevel(), 'sound');
  if (level === undefined) throw new Error('the level of the example does not load');
  return { level, session: antares.openLevel(level, 'sound') };
}

const source = batches.openEnvironment('cart-pole');
/** Is only read, by calls that change nothing. */
const views: Sound = { args: [{ ...batches.createBatch(source).shape }, { instances: 2 }] };

const every = { ...edict, ...batches, ...node, ...play, ...inspection };

const functions: SoundCalls<undefined> = {
  createWorld: () => {
    const made = program();
    return {
      args: [made, { seed: 'x', reserve: { objects: 64 }, limits: { createdPerTurn: 10 }, executor: 'compiled' }],
      opaque: [made],
    };
  },
  loadWorld: () => {
    const made = program();
    return { args: [made, edict.createWorld(made).save(), { reserve: { objects: 64 } }], opaque: [made] };
  },
  createRoster: () => {
    const world = edict.createWorld(program());
    return { args: [world, world.spawn({ kind: 'planet' })], opaque: [world] };
  },
  firstAgent: () => ({ args: [] }),
  randomAgent: () => ({ args: ['x'] }),
  scriptedAgent: () => ({ args: [['a'], () => 0] }),
  playOut: () => {
    const world = edict.createWorld(program());
    return {
      args: [world, play.firstAgent(), { ticks: 1, isOver: () => world.triggers.time > 3, listen: () => undefined }],
      opaque: [world],
    };
  },
  replayBatch: () => {
    const batch = batches.createBatch(source, { record: true });
    batch.reset(3);
    batch.step();
    return { args: [source, batch.log()], opaque: [source] };
  },
  createBatch: () => ({ args: [source, { instances: 2, autoreset: 'disabled' }], opaque: [source] }),
  bytesOfViews: () => views,
  layoutOfViews: () => views,
  readContent: () => ({ args: [[fileURLToPath(new URL('../../examples/galaxy', import.meta.url))]] }),
  openEnvironment: () => ({ args: ['cart-pole'] }),
  loadContent: () => ({ args: [[{ file: 'colony.yaml', text: colony }], { limits: { fileLength: 1_000 } }] }),
  formatDiagnostic: () => ({ args: [{ severity: 'error', code: 'x', file: 'y', line: 1, column: 1, message: 'z' }] }),
};

describe('arguments of a wrong type', () => {
  test.each(Object.keys(functions))(
    '%s refuses by one clear error',
    (name) => {
      tryAll(
        () => undefined,
        (_, args) =>
          (every[name as keyof typeof every] as unknown as (...given: readonly unknown[]) => unknown)(...args),
        functions[name],
        fine,
      );
    },
    120_000,
  );

  const batchCalls: SoundCalls<Batch> = {
    reset: () => ({ args: [[1, null], Uint8Array.of(1, 1)] }),
    snapshot: (batch) => {
      const into = batch.snapshot();
      return { args: [into], opaque: [into] };
    },
    restore: (batch) => {
      const saved = batch.snapshot();
      return { args: [saved], opaque: [saved] };
    },
    load: (batch) => ({ args: [batch.save()] }),
    fork: () => ({ args: [0, [1]] }),
    hash: () => ({ args: [0] }),
    world: () => ({ args: [0] }),
  };
  test.each(Object.keys(batchCalls))(
    '%s of a batch leaves it as it was',
    (name) => {
      let before = '';
      const hashes = (batch: Batch): string => [0, 1].map((i) => batch.hash(i)).join();
      const open = (): Batch => {
        const batch = batches.createBatch(source, { instances: 2 });
        batch.reset([1, 2]);
        before = hashes(batch);
        return batch;
      };
      tryAll(
        open,
        (batch, args) => (batch[name as keyof Batch] as (...given: readonly unknown[]) => unknown)(...args),
        batchCalls[name],
        (batch) => {
          if (hashes(batch) !== before) return 'changed the batch';
          return undefined;
        },
      );
    },
    120_000,
  );

  const levels: SoundCalls<undefined> = {
    readDocument: () => ({ args: ['blockade.pn', text], opaque: [text] }),
    loadLevel: () => {
      const value = readLevel();
      return { args: [value, 'sound'], opaque: [value] };
    },
    openLevel: () => {
      const { level } = openedLevel();
      return { args: [level, 'sound', { record: true, seed: 'x', listen: () => undefined }], opaque: [level] };
    },
  };
  test.each(Object.keys(levels))(
    '%s refuses by one clear error',
    (name) => {
      tryAll(
        () => undefined,
        (_, args) =>
          (antares[name as keyof typeof antares] as unknown as (...given: readonly unknown[]) => unknown)(...args),
        levels[name],
        fine,
      );
    },
    120_000,
  );

  const sessionCalls: SoundCalls<LevelSession> = {
    step: () => ({ args: [[]] }),
    run: () => ({ args: [3, []] }),
    set: () => ({ args: [{}] }),
    restore: (session) => {
      const saved = session.snapshot();
      return { args: [saved], opaque: [saved] };
    },
  };
  test.each(Object.keys(sessionCalls))(
    '%s of a level leaves it as it was',
    (name) => {
      let before = '';
      const open = (): LevelSession => {
        const { session } = openedLevel();
        before = session.world.hash();
        return session;
      };
      tryAll(
        open,
        (session, args) => (session[name as keyof LevelSession] as (...given: readonly unknown[]) => unknown)(...args),
        sessionCalls[name],
        ({ world }) => (world.hash() === before ? undefined : 'changed the level'),
      );
    },
    120_000,
  );

  test('a snapshot of a level is taken as a whole: none that somebody has changed', () => {
    const { session } = openedLevel();
    const good = session.snapshot();
    for (const wrong of [{ freed: null }, { left: [null] }, { events: [null] }, {}]) {
      expect(
        faultOf(() => {
          session.restore({ ...good, ...wrong } as typeof good);
        }),
      ).toEqual({ fault: undefined, isRefused: true });
    }
    session.restore(good);
    session.run(3);
  });

  test('what a host has put on all objects is not an option', () => {
    const world = edict.createWorld(program());
    Object.defineProperty(Object.prototype, 'ofAll', {
      value: 1,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    try {
      expect(world.isLive(world.spawn({ kind: 'planet' }))).toBe(true);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'ofAll');
    }
  });
});
