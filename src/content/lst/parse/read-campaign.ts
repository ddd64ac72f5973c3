import { mostKept } from '../../text/collector.js';
import { didYouMean } from '../../text/nearest-name.js';
import { listTexts, quoteText } from '../../text/quote.js';
import type { CampaignText, ObjectText } from './campaign-text.js';
import { type Line, type LineKind, type SourceText, splitToken } from './line.js';
import { readObjectLine } from './object-lines.js';
import { type Problem, problemAt } from './campaign-problem.js';
import type { Either } from '../syntax.js';
import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf } from '../../../files/file-failure.js';
import { readAtMost, realPathOf } from '../../../files/read-file.js';
import type { NoteRead } from '../../../files/read-log.js';

/** Kinds of files of lines, by the tokens of a `.pcc` file that name them. */
const lineFiles: ReadonlyMap<string, LineKind> = new Map([
  ['DATACONTROL', 'control'],
  ['VARIABLE', 'variable'],
  ['GLOBALMODIFIER', 'modifier'],
]);

/** Scopes of the objects of a file, by the token that names it; in files of `DYNAMIC` each line has its own. */
const objectFiles: ReadonlyMap<string, string | undefined> = new Map([
  ['EQUIPMENT', 'EQUIPMENT'],
  ['EQUIPMOD', 'EQUIPMENT.PART'],
  ['SAVE', 'SAVE'],
  ['SIZE', 'SIZE'],
  ['SKILL', 'SKILL'],
  ['STAT', 'STAT'],
  ['DYNAMIC', undefined],
]);

const includeToken = 'PCC';

/** Information for people and menus: accepted, without effect. */
export const informationTokens: ReadonlySet<string> = new Set(
  (
    'BOOKTYPE CAMPAIGN COPYRIGHT COVER DESC GAMEMODE GENRE HELP HIDETYPE INFOTEXT ISLICENSED ISMATURE ' +
    'ISOGL KEY LICENSE LOGO OPTION PUBNAMELONG PUBNAMESHORT PUBNAMEWEB RANK SETTING SHOWINMENU SOURCEDATE ' +
    'SOURCELONG SOURCESHORT SOURCEWEB STATUS TYPE URL'
  ).split(' '),
);

/** Tokens that name files of objects for which there is no scope here. */
const otherFiles: ReadonlySet<string> = new Set(
  (
    'ABILITY ABILITYCATEGORY ALIGNMENT ARMORPROF BIOSET CLASS COMPANIONMOD DATATABLE DEITY DOMAIN FEAT ' +
    'KIT LANGUAGE LSTEXCLUDE RACE SHIELDPROF SPELL TEMPLATE WEAPONPROF'
  ).split(' '),
);

const fileTokens: readonly string[] = [...lineFiles.keys(), ...objectFiles.keys(), includeToken];

const deepestInclude = 50;

interface Reading {
  readonly files: ReturnType<typeof createCampaignFiles>;
  readonly control: Line[];
  readonly objects: ObjectText[];
  readonly problems: Problem[];
  more: number;
  readonly uses: Map<string, string>;
}

/** Reads a `.pcc` file and those that it names, each once. Problems name files by paths that begin like `path`. */
export function readCampaign(path: string, limits: Partial<FileLimits> = {}, note?: NoteRead): CampaignText {
  const reading: Reading = {
    files: createCampaignFiles(path, { ...defaultFileLimits, ...limits }, note),
    control: [],
    objects: [],
    problems: [],
    more: 0,
    uses: new Map(),
  };
  readCampaignFile(path, placeOfFile(path), [reading.files.real ?? path], reading);
  const { control, objects, problems, more } = reading;
  return { name: path, control, objects, problems, more };
}

/** @param above the real paths of the campaign files that named this one, each in the one before it */
function readCampaignFile(path: string, named: SourceText, above: readonly string[], reading: Reading): void {
  for (const line of linesOf(path, named, 0, reading)) {
    const token = splitToken(line.text);
    if (token === undefined)
      refuse(reading, line, 0, 'syntax', `expected \`TOKEN:file\`, found ${quoteText(line.text)}`);
    else if (!informationTokens.has(token.name)) readToken(line, token, path, above, reading);
  }
}

type Token = NonNullable<ReturnType<typeof splitToken>>;

function readToken(
  line: SourceText,
  { name: token, rest, at }: Token,
  from: string,
  above: readonly string[],
  reading: Reading,
): void {
  if (!fileTokens.includes(token)) return refuseToken(line, token, reading);
  const found = reading.files.locate(rest, from);
  const refuseFile = (message: string) => refuse(reading, line, at, 'file', message);
  if (found.refused !== undefined) return refuseFile(found.refused);
  const { path, real } = found;
  const said = quoteText(path);
  if (above.includes(real))
    return refuseFile(`${said} names itself again through the files that it names: remove one of these lines`);
  const use = reading.uses.get(real);
  if (use !== undefined) {
    // Shared files are read once.
    if (use !== token) refuseFile(`${said} was named as ${quoteText(use)} already: a file is for one thing`);
    return;
  }
  reading.uses.set(real, token);
  const kind = lineFiles.get(token);
  if (kind !== undefined) readLines(path, line, at, kind, reading);
  else if (token !== includeToken) readObjects(path, line, at, objectFiles.get(token), reading);
  else if (above.length < deepestInclude) readCampaignFile(path, line, [...above, real], reading);
  else refuseFile(`campaigns name each other more than ${deepestInclude} deep`);
}

function refuseToken(line: SourceText, token: string, reading: Reading): void {
  const isOther = otherFiles.has(token);
  const message = isOther
    ? `there are no objects of ${quoteText(token)} here: make a scope for them with \`DYNAMICSCOPE\`, and name the file with \`DYNAMIC\``
    : `${quoteText(token)} is not a token of a campaign: expected ${listTexts(fileTokens, fileTokens.length)}`;
  refuse(reading, line, 0, 'syntax', message, isOther ? undefined : didYouMean(token, fileTokens));
}

function readLines(path: string, named: SourceText, at: number, kind: LineKind, reading: Reading): void {
  for (const { file, line, column, text } of linesOf(path, named, at, reading))
    reading.control.push({ file, line, column, text, kind });
}

function readObjects(path: string, named: SourceText, at: number, scope: string | undefined, reading: Reading): void {
  for (const line of linesOf(path, named, at, reading)) {
    const read = readObjectLine(line, scope);
    if (read?.object !== undefined) reading.objects.push(read.object);
    else if (read !== undefined) add(reading, read.problem);
  }
}

/** Without blank lines and comments. */
function* linesOf(path: string, named: SourceText, at: number, reading: Reading): Iterable<SourceText> {
  const read = reading.files.read(path);
  if (read.refused !== undefined) {
    if (read.line === undefined) refuse(reading, named, at, 'file', read.refused);
    else refuse(reading, placeOfFile(path, read.line), 0, 'file', read.refused);
    return;
  }
  const { text } = read;
  let line = 1;
  for (let start = 0; start < text.length; line++) {
    const feed = text.indexOf('\n', start);
    const next = feed < 0 ? text.length : feed;
    const end = next > start && text.charCodeAt(next - 1) === 13 ? next - 1 : next;
    const isComment = text.charCodeAt(start) === 35;
    if (!isComment && end > start) {
      const whole = text.slice(start, end);
      if (whole.trim() !== '') yield { file: path, line, column: 1, text: whole };
    }
    start = next + 1;
  }
}

function refuse(
  reading: Reading,
  source: SourceText,
  at: number,
  code: Problem['code'],
  message: string,
  suggestion?: string,
): undefined {
  add(reading, problemAt(source, at, code, message, suggestion));
}

function add(reading: Reading, problem: Problem): void {
  if (reading.problems.length < mostKept) reading.problems.push(problem);
  else reading.more += 1;
}

export interface FileLimits {
  /** Bytes of a file. */
  readonly file: number;
  /** Bytes of all files. */
  readonly all: number;
}

const defaultFileLimits: FileLimits = { file: 128 * 1024 * 1024, all: 384 * 1024 * 1024 };

interface Refused {
  readonly refused: string;
  readonly line?: number;
}

type ReadText = Either<{ readonly text: string; readonly bytes: number }, Refused>;
type Located = Either<{ readonly path: string; readonly real: string }, Refused>;

/** Files in the folder of the `.pcc` file and below. `path` begins the names in problems. */
function createCampaignFiles(path: string, { file: longest, all }: FileLimits, note: NoteRead | undefined) {
  const root = dirname(path);
  const realRoot = realPathOf(root) ?? resolve(root);
  let left = all;

  return {
    real: realPathOf(path),
    locate(name: string, from: string): Located {
      const wrong = wrongName(name);
      if (wrong !== undefined) return { refused: wrong };
      const named = name.startsWith('@/') ? join(root, name.slice(2)) : join(dirname(from), name);
      if (!isBelow(resolve(named), resolve(root)))
        return { refused: `${quoteText(name)} leads out of the campaign's folder: all its files lie in it or below` };
      note?.(named);
      const shown = named.split(sep).join('/');
      const real = realPathOf(named);
      if (real === undefined)
        return {
          refused: `there is no file ${quoteText(shown)}: a name is relative to the file with this line, or to the campaign's folder where it begins with \`@/\``,
        };
      if (!isBelow(real, realRoot))
        return { refused: `${quoteText(shown)} is a link that leads out of the campaign's folder` };
      return { path: shown, real };
    },
    read(file: string): ReadText {
      note?.(file);
      const result = readText(file, Math.min(longest, left), longest, all);
      if (result.refused === undefined) left -= result.bytes;
      return result;
    },
  };
}

function placeOfFile(file: string, line = 1): SourceText {
  return { file, line, column: 1, text: '' };
}

function wrongName(name: string): string | undefined {
  if (name.trim() === '') return 'expected the name of a file after the colon';
  if (name !== name.trim()) return `the name of the file has blanks at an end: write ${quoteText(name.trim())}`;
  if (name.includes('|'))
    return `expected the name of a file and nothing else, found ${quoteText(name.slice(name.indexOf('|')))}: whole files are read here`;
  if (name.includes('\\')) return 'write `/` between folders, not `\\`';
  if (isAbsolute(name) || /^[A-Za-z]:/.test(name))
    return `${quoteText(name)} is not a relative path: name the file relative to the file with this line`;
  if (name.includes('\0')) return 'the name of a file has no zero characters';
  return undefined;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function readText(path: string, most: number, longest: number, all: number): ReadText {
  const shown = quoteText(path);
  try {
    const status = statSync(path);
    if (!status.isFile())
      return { refused: `${shown} is ${status.isDirectory() ? 'a folder' : 'not a file'}: name a file` };
    if (status.size > longest)
      return { refused: `${shown} has ${status.size} bytes, the limit is ${longest}: split it` };
    const bytes = readAtMost(path, most);
    if (bytes === undefined)
      return { refused: `the files of this campaign have more than ${all} bytes up to ${shown}, which is the limit` };
    if (!isUtf8(bytes))
      return { refused: 'this line is not UTF-8 text: save the file in that encoding', line: firstBadLine(bytes) };
    return { text: bytes.toString('utf8').replace(/^\uFEFF/, ''), bytes: bytes.length };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { refused: `there is no file ${shown}` };
    return { refused: `${shown} cannot be read: ${error instanceof Error ? error.message : 'for an unknown reason'}` };
  }
}

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(10, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
