import { readJson } from '../parse/json/read-json.js';
import { printJson } from '../parse/procyon/print-json.js';
import { readProcyon } from '../parse/procyon/read-procyon.js';
import type { ReadResult } from '../parse/value.js';
import { unpack } from '../../../files/read-file.js';
import { EdictError } from '../../../kernel/errors.js';
import type { ScenarioArchive, ScenarioCase } from '../../../scenarios/scenario-format.js';

const block = 512;

/**
 * The files of a `.tar.gz`, by path, without folders, links and devices. Throws `unreadable-file` for bytes that cannot
 * be unpacked, and `bad-archive` for a damaged archive.
 */
export function filesOfTar(bytes: Uint8Array, archive = 'the archive'): ReadonlyMap<string, Uint8Array> {
  const unpacked = Buffer.from(unpack(archive, bytes));
  const files = new Map<string, Uint8Array>();
  let longName: string | undefined;
  let at = 0;
  const damaged: Damaged = (why) => {
    const place = `at byte ${at} of what it unpacks to`;
    return new EdictError(
      'bad-archive',
      `${archive} is damaged or no tar archive: ${place}, ${why}; fetch it again`,
      archive,
    );
  };
  while (at < unpacked.length) {
    const header = unpacked.subarray(at, at + block);
    if (header.length < block) throw damaged('it ends inside of a header');
    if (header.every((byte) => byte === 0)) break;
    if (sumOf(header) !== octal(header, sumField, damaged))
      throw damaged('the sum of a header is not what the header says');
    const size = octal(header, sizeField, damaged);
    const content = unpacked.subarray(at + block, at + block + size);
    if (content.length < size)
      throw damaged(`it ends inside of ${JSON.stringify(longName ?? nameOf(header))}, which has ${size} bytes`);
    const type = String.fromCharCode(header[typeField]);
    if (type === '0' || type === '\0' || type === '7') files.set(longName ?? nameOf(header), content);
    longName = type === 'L' ? textOf(content) : type === 'x' ? (pathOfRecords(content) ?? longName) : undefined;
    at += block + Math.ceil(size / block) * block;
  }
  return files;
}

type Field = readonly [start: number, length: number];

const nameField: Field = [0, 100];
const sizeField: Field = [124, 12];
const sumField: Field = [148, 8];
const typeField = 156;
const magicField: Field = [257, 6];
const prefixField: Field = [345, 155];

type Damaged = (why: string) => EdictError;

function sumOf(header: Buffer): number {
  const [start, length] = sumField;
  return header.reduce((sum, byte, i) => sum + (i >= start && i < start + length ? 0x20 : byte), 0);
}

function octal(header: Buffer, field: Field, damaged: Damaged): number {
  const text = fieldText(header, field).trim();
  if (!/^[0-7]+$/.test(text)) throw damaged('a number of a header is not octal');
  return parseInt(text, 8);
}

/** The older form has a prefix for long paths; other forms use its bytes for something else. */
function nameOf(header: Buffer): string {
  const hasPrefix = fieldText(header, magicField) === 'ustar';
  const prefix = hasPrefix ? fieldText(header, prefixField) : '';
  const name = fieldText(header, nameField);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function fieldText(header: Buffer, [start, length]: Field): string {
  return textOf(header.subarray(start, start + length));
}

function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}

/** A record is its length, a blank, `key=value` and a line feed. */
function pathOfRecords(content: Buffer): string | undefined {
  return /^\d+ path=(.*)$/m.exec(content.toString('utf8'))?.[1];
}

const folder = 'procyon-tests/';

const input = '/in.txt';

/** Each `in.txt` has an error or a value as JSON, else this throws `bad-archive`. Other paths are skipped. */
export function suiteCases(files: ReadonlyMap<string, Uint8Array>): readonly ScenarioCase[] {
  const cases: ScenarioCase[] = [];
  for (const [path, document] of files) {
    if (!path.startsWith(folder) || !path.endsWith(input)) continue;
    const name = path.slice(folder.length, -input.length);
    const error = files.get(`${folder}${name}/err.txt`);
    const value = files.get(`${folder}${name}/out.json`);
    if (error !== undefined && value === undefined) cases.push({ name, run: () => failureOfError(document, error) });
    else if (value !== undefined && error === undefined)
      cases.push({ name, run: () => failureOfValue(document, value) });
    else {
      const has = error === undefined ? 'neither an err.txt nor an out.json' : 'both an err.txt and an out.json';
      throw new EdictError('bad-archive', `the test ${name} has ${has}; expected one of them`, name);
    }
  }
  return cases.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function failureOfError(document: Uint8Array, error: Uint8Array): string | undefined {
  const expected = Buffer.from(error).toString('utf8').trimEnd();
  const got = readProcyon(document);
  const text = got.ok ? `the value ${printJson(got.value)}` : problemText(got);
  return text === expected ? undefined : `expected the error ${expected}; got ${text}`;
}

function failureOfValue(document: Uint8Array, json: Uint8Array): string | undefined {
  const expected = readJson(json);
  if (!expected.ok) return `its out.json is no JSON: ${problemText(expected)}`;
  const got = readProcyon(document);
  if (!got.ok) return `expected a value; got the error ${problemText(got)}`;
  return firstDifference(printJson(expected.value).split('\n'), printJson(got.value).split('\n'));
}

function firstDifference(expected: readonly string[], got: readonly string[]): string | undefined {
  const end = '(the end)';
  const at = [...(expected.length > got.length ? expected : got).keys()].find((i) => expected[i] !== got[i]);
  return at === undefined
    ? undefined
    : `the value as JSON differs in line ${at + 1}: expected ${(expected.at(at) ?? end).trim()}; got ${(got.at(at) ?? end).trim()}`;
}

function problemText({ problem: { at, message } }: Extract<ReadResult, { readonly ok: false }>): string {
  return `${at.line}:${at.column}: ${message}`;
}

export const textSuite: ScenarioArchive = {
  what: 'the tests of Procyon',
  folder,
  load: (_file, bytes) => suiteCases(filesOfTar(bytes)),
};
