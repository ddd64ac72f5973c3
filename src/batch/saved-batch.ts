import { EdictError } from '../kernel/errors.js';
import { isObject } from '../kernel/given.js';
import { hashBytes, hashString } from '../kernel/hash.js';
import { headIn } from '../kernel/snapshot.js';
import type { BatchEvent, BatchSource } from './api.js';
import { joined } from './engine-rows.js';
import type { Settings } from './settings.js';

const magic = 'EDICTB1\n';

/** Options that a saved batch and the loading one must share. */
const shared = ['instances', 'autoreset', 'seats', 'opponents', 'masked'] as const;

interface BatchHead {
  readonly content: string;
  readonly options: Readonly<Record<(typeof shared)[number], string | number>>;
  /** Hash of the world of the first map. */
  readonly start: string;
  /** Null without a log. */
  readonly events: readonly BatchEvent[] | null;
  readonly sizes: readonly number[];
  readonly check: string;
}

/** A batch as bytes: magic, one line of JSON, the instances one after the other. */
export function encodeBatch(
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

/**
 * Throws `foreign-file` for bytes that are not a saved batch, or of other content, options or start, and
 * `damaged-file`.
 */
export function decodeBatch(
  source: BatchSource,
  settings: Settings,
  start: string,
  bytes: Uint8Array,
): Pick<BatchHead, 'events'> & { readonly instances: readonly Uint8Array[] } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, magic.length).toString('latin1') !== magic)
    throw new EdictError(
      'foreign-file',
      `the bytes are not a saved batch: they do not start with ${magic.trimEnd()}; give the bytes that save returned`,
    );
  const { head, body } = headIn(file, magic);
  if (!isHead(head)) throw damaged('is damaged: its header cannot be read');
  const length = head.sizes.reduce((sum, size) => sum + size, 0);
  if (body.length !== length)
    throw damaged(
      `is ${body.length < length ? 'cut off' : 'followed by something else'}: its instances take ${length} bytes, and there are ${body.length}`,
    );
  let end = 0;
  const instances = head.sizes.map((size) => new Uint8Array(body.subarray(end, (end += size))));
  if (checkSum({ ...head, check: '' }, instances) !== head.check) throw damaged('is damaged: its checksum is wrong');
  demandSame(source, settings, start, head);
  return { events: head.events, instances };
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
      'the saved batch has other content; load it with the content that it was saved with',
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
      'this batch keeps a log, and the saved one has none to continue; save it with record: true, or load it without',
      'record',
    );
}

function optionsOf({ instances, autoreset, seats, opponents, masked }: Settings): BatchHead['options'] {
  return { instances, autoreset, seats, opponents: typeof opponents === 'function' ? 'function' : opponents, masked };
}

function checkSum(head: BatchHead, instances: readonly Uint8Array[]): string {
  return hashString(`${JSON.stringify(head)}${instances.map((each) => hashBytes(each)).join('')}`);
}

function damaged(what: string): EdictError {
  return new EdictError('damaged-file', `the saved batch ${what}; save it again`);
}
