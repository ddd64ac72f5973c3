import type { EventTools } from '../events/event-tools.js';
import type { Program } from '../ir/rule.js';
import { type Listed, type Reading, damaged, faultIn, listed } from '../ir/shape.js';
import { EdictError } from '../kernel/errors.js';
import { describe, isBuffer, isBytes, isList, isObject, reading, refused } from '../kernel/given.js';
import { levelsOf } from '../kernel/world-limits.js';
import type { Aggregator } from '../model/model.js';
import { checkSum, formatName, formatVersion, isTooDeep, longestFile } from './file-form.js';
import { fingerprintOf } from './fingerprint.js';
import { type LoadOptions, loadOptions } from './load-options.js';
import { compiled } from './program-shape.js';

/** What a file holds, each part checked by itself. */
export type FileParts = Omit<Program, 'fingerprint'> & { readonly fingerprint: string };

/** @throws EdictError as `readProgram` does */
export function readParts(source: string | Uint8Array | ArrayBuffer, options: LoadOptions): FileParts {
  const text = textOf(source);
  const { fingerprint, sum, content } = headOf(parsed(text));
  if (!isObject(content) || checkSum(content) !== sum)
    throw damaged({ path: ['content'] }, 'it was changed after it was compiled');
  return { ...readContent(content, text.length, loadOptions(options)), fingerprint };
}

/** `length`: of the file. */
export function readContent(content: object, length: number, { aggregators, limits }: ReturnType<typeof loadOptions>) {
  const from = createReading(content, aggregators, levelsOf(limits), mostPrinted(length));
  const { model, rules, environment, budget } = compiled.read(content, from);
  return { model, rules, ...(environment && { environment }), ...(budget && { budget }) };
}

/** Throws where parts do not fit together. `checkBook`: undefined where nothing is triggered. */
export function demandFitting({ model, rules }: Pick<Program, 'model' | 'rules'>, checkBook: CheckBook): void {
  const fault = faultIn(() => {
    checkBook?.(model, rules.triggers, rules.timing, rules.rules);
  });
  if (fault !== undefined) throw damaged({ path: ['content', 'rules'] }, fault);
}

export type CheckBook = EventTools['checkBook'] | undefined;

export function programOf(parts: FileParts, checkBook: CheckBook): Program {
  demandFitting(parts, checkBook);
  if (fingerprintOf(parts.model, parts.rules, parts.environment) !== parts.fingerprint)
    throw damaged({ path: ['fingerprint'] }, 'it belongs to other content');
  return Object.freeze(parts);
}

function textOf(source: unknown): string {
  // An editor may have put a byte order mark before it.
  if (typeof source === 'string') return source.replace(/^\uFEFF/, '');
  const given = isBuffer(source) ? reading('compiled content', () => new Uint8Array(source)) : source;
  if (!isBytes(given))
    throw refused(
      'compiled content',
      given,
      'the text or the bytes of a file of `edict compile`, such as `await response.text()`',
    );
  // A character takes three bytes at most for each unit of its length.
  if (given.length > 3 * longestFile) throw tooLong(given.length, 'bytes');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(given);
  } catch {
    throw damaged({ path: [] }, 'it is not UTF-8');
  }
}

function tooLong(length: number, of: string): EdictError {
  return damaged({ path: [] }, `it has ${length} ${of}, the limit is ${longestFile} characters`);
}

function parsed(text: string): unknown {
  if (text.length > longestFile) throw tooLong(text.length, 'characters');
  if (isTooDeep(text)) throw damaged({ path: [] }, 'its maps and lists nest too deeply');
  try {
    return JSON.parse(text);
  } catch {
    // What begins so may have been cut; all else is another file.
    if (text.trimStart().startsWith('{')) throw damaged({ path: [] }, 'it is not JSON, as a file that was cut');
    throw foreign(`it begins with ${describe(text.trimStart().slice(0, 20))}`);
  }
}

function foreign(reason: string): EdictError {
  return new EdictError(
    'foreign-content',
    `this is not compiled content: ${reason}; give the text or the bytes of a file that \`edict compile\` wrote`,
  );
}

interface Head {
  readonly fingerprint: string;
  readonly sum: unknown;
  readonly content: unknown;
}

function headOf(file: unknown): Head {
  const { format, version, fingerprint, sum, content } = (isObject(file) ? file : {}) as Readonly<
    Record<string, unknown>
  >;
  if (format !== formatName) throw foreign(`its format is ${describe(format)}`);
  if (version !== formatVersion)
    throw new EdictError(
      'foreign-content',
      `the compiled content has version ${describe(version)} of its format, expected ${formatVersion}; compile the content with this version of Edict`,
    );
  if (typeof fingerprint !== 'string') throw damaged({ path: ['fingerprint'] }, `found ${describe(fingerprint)}`);
  return { fingerprint, sum, content };
}

/**
 * Characters of all expressions, printed for the fingerprint. Parts that expressions share are printed for each of
 * them, so a short file could print without end. The examples print less than a third of their length.
 */
function mostPrinted(length: number): number {
  return Math.min(2 ** 23 + 64 * length, 2 ** 26);
}

function createReading(content: object, aggregators: readonly Aggregator[], deepest: number, room: number): Reading {
  const lengths = Object.entries(listed).map(([thing, path]) => [thing, lengthAt(content, path)] as const);
  return {
    path: ['content'],
    counts: Object.fromEntries(lengths) as Record<Listed, number>,
    model: undefined,
    occurrences: [],
    aggregators: new Map(aggregators.map((each) => [each.name, each])),
    held: [],
    heldBy: new Map(),
    deepest,
    room,
  };
}

/** Lists that are missing are reported where they are read. */
function lengthAt(content: unknown, path: readonly string[]): number {
  let at: unknown = content;
  for (const key of path)
    at = isObject(at) && Object.hasOwn(at, key) ? (at as Readonly<Record<string, unknown>>)[key] : [];
  return isList(at) ? at.length : 0;
}
