import { EdictError } from '../kernel/errors.js';
import { hashBytes, hashString } from '../kernel/hash.js';
import type { Batch, BatchEvent, BatchSnapshot, BatchSource } from './api.js';
import type { Settings } from './settings.js';
import { describe, isBytes, isList, isObject, listGiven, reading, wholeGiven } from '../kernel/given.js';
import { type Deed, eventsOf, lastOf, logOf } from './batch-log.js';
import { type Beginning, type Engine, type EngineSnapshot, type Plan, foreignSnapshot } from './engine.js';
import type { MethodsOf } from '../world/bound.js';
import { mistaken } from '../world/options.js';
import { joined } from './rows.js';
import type { Views } from './views.js';

const magic = 'EDICTB1\n';

/** What a saved batch and the one it is loaded into must share. */
const shared = ['instances', 'autoreset', 'seats', 'opponents', 'masked'] as const;

interface BatchHead {
  readonly content: string;
  readonly options: Readonly<Record<(typeof shared)[number], string | number>>;
  /** Hash of the world of the first map. */
  readonly start: string;
  /** Null where it keeps no log. */
  readonly events: readonly BatchEvent[] | null;
  /** Bytes of each instance. */
  readonly sizes: readonly number[];
  readonly check: string;
}

/** A batch as bytes: magic, one line of JSON, the instances one behind the other. */
function encodeBatch(
  source: BatchSource,
  settings: Settings,
  { start, events }: Pick<BatchHead, 'start' | 'events'>,
  instances: readonly Uint8Array[],
): Uint8Array {
  const head: BatchHead = {
    content: source.program.fingerprint,
    options: optionsOf(settings),
    start,
    events,
    sizes: instances.map(({ length }) => length),
    check: '',
  };
  const check = checkSum(head, instances);
  return joined([Buffer.from(`${magic}${JSON.stringify({ ...head, check })}\n`), ...instances]);
}

/** Throws `foreign-file` for what is no saved batch, or one of other content, settings or start, and `damaged-file`. */
function decodeBatch(
  source: BatchSource,
  settings: Settings,
  start: string,
  bytes: Uint8Array,
): Pick<BatchHead, 'events'> & { readonly instances: readonly Uint8Array[] } {
  const { head, body } = headIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const length = head.sizes.reduce((sum, size) => sum + size, 0);
  if (body.length !== length)
    throw damaged(
      `is ${body.length < length ? 'cut off' : 'followed by something else'}: its instances take ${length} bytes, and there are ${body.length}`,
    );
  let end = 0;
  const instances = head.sizes.map((size) => new Uint8Array(body.subarray(end, (end += size))));
  if (checkSum({ ...head, check: '' }, instances) !== head.check) throw damaged('is damaged: its check sum is wrong');
  demandSame(source, settings, start, head);
  return { events: head.events, instances };
}

function headIn(file: Buffer): { readonly head: BatchHead; readonly body: Buffer } {
  if (file.subarray(0, magic.length).toString('latin1') !== magic)
    throw new EdictError(
      'foreign-file',
      `this is no saved batch: it does not start with ${magic.trimEnd()}; give the bytes that save gave`,
    );
  const end = file.indexOf(10, magic.length);
  const head = end < 0 ? undefined : parseHead(file.subarray(magic.length, end).toString('utf8'));
  if (head === undefined) throw damaged('is damaged: its head cannot be read');
  return { head, body: file.subarray(end + 1) };
}

function parseHead(text: string): BatchHead | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return isHead(value) ? value : undefined;
}

function isHead(value: unknown): value is BatchHead {
  if (!isObject(value)) return false;
  const { content, options, start, events, sizes, check } = value as Partial<Record<keyof BatchHead, unknown>>;
  return (
    typeof content === 'string' &&
    typeof start === 'string' &&
    typeof check === 'string' &&
    isObject(options) &&
    (events === null || Array.isArray(events)) &&
    Array.isArray(sizes) &&
    sizes.every((size) => Number.isSafeInteger(size) && size >= 0)
  );
}

function demandSame({ program }: BatchSource, settings: Settings, start: string, head: BatchHead): void {
  if (head.content !== program.fingerprint)
    throw new EdictError(
      'foreign-file',
      'the saved batch is of other content; load it with the content that it was saved with',
    );
  const own = optionsOf(settings);
  for (const name of shared) {
    if (head.options[name] !== own[name])
      throw new EdictError(
        'foreign-file',
        `the saved batch has ${name} ${JSON.stringify(head.options[name])}, and this one ${JSON.stringify(own[name])}; make the batch with the settings that it was saved with`,
        name,
      );
  }
  if (head.start !== start)
    throw new EdictError(
      'foreign-file',
      'episodes of the saved batch begin in another world than those of this one; load it with the source that it was saved with',
    );
  if (settings.record && head.events === null)
    throw new EdictError(
      'foreign-file',
      'this batch keeps a log, and the saved one kept none that it could go on with; save it with record: true, or load it without',
      'record',
    );
}

function optionsOf({ instances, autoreset, seats, opponents, masked }: Settings): BatchHead['options'] {
  return { instances, autoreset, seats, opponents: typeof opponents === 'function' ? 'function' : opponents, masked };
}

function checkSum(head: BatchHead, instances: readonly Uint8Array[]): string {
  return hashString(`${JSON.stringify(head)}${instances.map(hashBytes).join('')}`);
}

function damaged(what: string): EdictError {
  return new EdictError('damaged-file', `the saved batch ${what}; save it again`);
}

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

/** What a host holds of a batch: checks arguments, allows one call at a time, keeps the log. */
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

function snapshotOf(front: Front, into: BatchSnapshot | undefined): FrontSnapshot {
  const { engine, last } = front;
  if (into === undefined) {
    const inner = engine.snapshot();
    return { bytes: inner.bytes, owner: engine, inner, last };
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
  if (!reading('the snapshot', () => typeof found === 'object' && found?.owner === engine)) throw foreignSnapshot();
  return found as FrontSnapshot;
}

function demandInstance({ settings: { instances } }: Front, what: string, instance: unknown): void {
  wholeGiven(what, instance, 0, instances - 1);
}

function copiesOf(front: Front, to: readonly number[]): readonly number[] {
  const given = listGiven('to', to, 'a list of instances');
  for (const instance of given) demandInstance(front, 'an instance in to', instance);
  return given;
}

/** Throws `bad-option` for what are no seeds and no mask. */
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
