import type { Batch, BatchOptions, BatchSource, BatchLog } from './api.js';
import { type Engine, planOf } from './engine.js';
import { createFacade } from './facade.js';
import { createLocalEngine } from './local-engine.js';
import type { LocalParts } from './local-state.js';
import { type Factories, factories } from './factories.js';
import { type Settings, checkBuffer, environmentOf, settingsOf } from './settings.js';
import { type ViewLayout, layoutOfViews, viewsIn } from './view-layout.js';
import { createWorkerPool } from './worker-pool.js';
import { replayWith } from './batch-log.js';

export function openBatch(factories: Factories, source: BatchSource, options: BatchOptions = {}): Batch {
  const environment = environmentOf(source);
  const settings = settingsOf(
    source,
    environment,
    options,
    source.hostRules === undefined ? factories.whyApart(source.program) : undefined,
  );
  const plan = planOf(environment, settings.seats);
  const layout = layoutOfViews(plan.shape, { instances: settings.instances, seats: settings.seats });
  const buffer =
    settings.buffer ?? (settings.workers > 0 ? new SharedArrayBuffer(layout.bytes) : new ArrayBuffer(layout.bytes));
  checkBuffer(buffer, layout.bytes);
  new Uint8Array(buffer, 0, layout.bytes).fill(0);
  const whole = { first: 0, count: settings.instances };
  const views = viewsIn(layout, buffer, whole);
  const parts = { source, environment, plan, play: settings, factories };
  const engine = poolFor(parts, settings, layout, buffer) ?? createLocalEngine({ ...parts, range: whole, views });
  return createFacade({ source, settings, plan, views, engine });
}

/** Workers write to shared memory; the batch copies it to other memory that the host gives. */
function poolFor(
  parts: Omit<LocalParts, 'range' | 'views'>,
  settings: Settings,
  layout: ViewLayout,
  buffer: ArrayBufferLike,
): Engine | undefined {
  const { source, environment } = parts;
  const { module } = source;
  const { opponents } = settings;
  if (settings.workers === 0 || module === undefined || typeof opponents === 'function') return undefined;
  const shared = buffer instanceof SharedArrayBuffer ? buffer : new SharedArrayBuffer(layout.bytes);
  const pool = createWorkerPool({
    source,
    module,
    settings,
    opponents,
    buffer: shared,
    capacity: environment.capacity,
    ownEngine: (range) => createLocalEngine({ ...parts, range, views: viewsIn(layout, shared, range) }),
  });
  return buffer === shared ? pool : carried(pool, layout, buffer, shared);
}

/**
 * An engine whose workers cannot reach the views: copies actions in before a step, and the others out after each
 * change.
 */
function carried(
  engine: Engine,
  { bytes, places }: ViewLayout,
  buffer: ArrayBufferLike,
  shared: SharedArrayBuffer,
): Engine {
  const start = places.observations.offset;
  const halves = (memory: ArrayBufferLike) =>
    [new Uint8Array(memory, 0, start), new Uint8Array(memory, start, bytes - start)] as const;
  const [actions, views] = halves(buffer);
  const [sharedActions, sharedViews] = halves(shared);
  const carrying: Engine = { ...engine };
  for (const name of ['reset', 'step', 'takeBack', 'restore', 'load', 'fork'] as const) {
    const call = Reflect.get(engine, name) as (...given: unknown[]) => void;
    carrying[name] = (...given: unknown[]) => {
      if (name === 'step') sharedActions.set(actions);
      call(...given);
      views.set(sharedViews);
    };
  }
  return carrying;
}

/**
 * Makes a batch of instances of an environment; call `reset` before the first step. Throws `bad-option` for an invalid
 * option or source, `no-environment` for content without an environment, and errors of the first map.
 */
export function createBatch(source: BatchSource, options: BatchOptions = {}): Batch {
  return openBatch(factories, source, options);
}

/**
 * Makes a batch in the state at the end of a log, with `record`. Throws `bad-log` for a malformed log, `foreign-log`
 * for one of other content, and `log-differs` for a failure that the recorded batch did not have.
 */
export function replayBatch(source: BatchSource, log: BatchLog): Batch {
  return replayWith(createBatch, source, log);
}
