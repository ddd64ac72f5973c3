import { type Document, type ParsedNode, type YAMLMap, type YAMLSeq, isMap, isScalar, isSeq } from 'yaml';
import type { Limits } from '../../kernel/world-limits.js';
import type { Collector } from '../text/collector.js';
import { createLineIndex } from '../text/line-index.js';
import { quoteText } from '../text/quote.js';
import { unicodeName } from '../expression/wording.js';
import {
  type ContentFile,
  type Container,
  type SourceList,
  type SourceMap,
  type SourceValue,
  createMap,
  scalarValue,
} from './source-tree.js';
import { type Damage, loseSecond, loseSection } from './damage.js';
import { type ContainerMark, type ReadFile, type ValueMark, type YamlPlaces, placeAt } from './yaml-places.js';
import {
  type TokenLimit,
  type YamlProblem,
  type YamlTokens,
  composeDocument,
  openedBefore,
  readTokens,
} from './yaml-tokens.js';

/** Binary files contain such characters, and YAML's lexer uses some of them as marks. */
const controlCharacter = /[^\P{Cc}\t\n\r]|\r(?!\n)|\p{Cs}/u;

export const byteOrderMark = '\ufeff';

const start = { line: 1, column: 1 };

interface Reading {
  readonly places: YamlPlaces;
  readonly damage: Damage;
  readonly collector: Collector;
  /** Of all files of the load; without it a file stands alone. */
  readonly left?: { tokens: number };
  /** For texts that are read several times. */
  readonly parser?: YamlParser | undefined;
}

interface Building extends Reading {
  readonly file: ReadFile;
  readonly report: (code: string, offset: number, message: string, suggestion: string | undefined) => void;
}

type FileLimits = Pick<Limits, 'fileLength' | 'fileTokens' | 'loadTokens'>;

/**
 * Parses texts, and keeps those results: a text that is read again is not parsed again. Only of whole texts without
 * faults, and only those that were read since the last `sweep` but one.
 */
export interface YamlParser {
  parse(text: string, limit: TokenLimit): Parsed;
  /** Before files are read once more: forgets what was not read since the last. */
  sweep(): void;
}

interface Parsed {
  readonly faults: YamlTokens['faults'];
  readonly complete: boolean;
  readonly count: number;
  readonly document: Document.Parsed | undefined;
  readonly problem: YamlProblem | undefined;
}

export function createYamlParser(): YamlParser {
  let before = new Map<string, Parsed>();
  let now = new Map<string, Parsed>();
  return {
    parse(text, limit) {
      const known = now.get(text) ?? before.get(text);
      const parsed = known !== undefined && known.count <= limit.left ? known : parseText(text, limit);
      if (parsed.complete && parsed.faults.length === 0) now.set(text, parsed);
      return parsed;
    },
    sweep() {
      before = now;
      now = new Map();
    },
  };
}

function parseText(text: string, limit: TokenLimit): Parsed {
  const { tokens, ...read } = readTokens(text, limit);
  return { ...read, ...(read.complete ? composeDocument(tokens, text.length) : noDocument) };
}

const noDocument = { document: undefined, problem: undefined };

/**
 * Undefined, and reported, when the file is too long, is not YAML, or holds anchors and the like; wrong keys are
 * reported and left out. Time is linear in the length.
 */
export function readYaml({ file, text, at = start }: ContentFile, limits: FileLimits, reading: Reading) {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const fits = body.length <= limits.fileLength;
  const read: ReadFile = { name: file, lines: createLineIndex(fits ? body : ''), at };
  const building: Building = {
    ...reading,
    file: read,
    report: (code, offset, message, suggestion) =>
      reading.collector.add({
        severity: 'error',
        code,
        message,
        ...placeAt(read, offset),
        ...(suggestion === undefined ? {} : { suggestion }),
      }),
  };
  if (fits) return parse(body, tokenLimit(limits, reading), building);
  const message = `the file is ${body.length} characters long, the limit is ${limits.fileLength}`;
  building.report('file-too-long', 0, message, 'split it into several files, or raise limits.fileLength');
  return undefined;
}

function parse(text: string, limit: TokenLimit, building: Building) {
  const { left, report, parser } = building;
  const control = controlCharacter.exec(text);
  if (control !== null) {
    const character = unicodeName(text.charCodeAt(control.index));
    report(
      'control-character',
      control.index,
      `the file holds the control character ${character}, expected text in UTF-8`,
      'remove it, and check that this is a text file',
    );
    return undefined;
  }
  const { faults, complete, count, document, problem } = parser?.parse(text, limit) ?? parseText(text, limit);
  if (left !== undefined) left.tokens = Math.max(0, left.tokens - count);
  for (const { code, offset, message, suggestion } of faults) report(code, offset, message, suggestion);
  if (!complete) return undefined;
  // Refused tokens make errors around them.
  if (faults.length > 0) return undefined;
  if (problem !== undefined) reportSyntax(problem, document, building);
  if (problem !== undefined || document === undefined) return undefined;
  return { data: buildData(document, building), document };
}

function tokenLimit({ fileTokens, loadTokens }: FileLimits, { left }: Reading): TokenLimit {
  if (left === undefined || left.tokens >= fileTokens)
    return { name: 'fileTokens', value: fileTokens, left: fileTokens };
  return { name: 'loadTokens', value: loadTokens, left: left.tokens };
}

/** By the code of YAML's own error. */
const mends: ReadonlyMap<string, string> = new Map([
  ['TAB_AS_INDENT', 'indent with spaces'],
  ['BAD_INDENT', 'line the keys of one map up'],
  ['BAD_SCALAR_START', 'put the text in quotes'],
  ['BAD_DQ_ESCAPE', 'write `\\\\` for a backslash, or use single quotes'],
  ['BLOCK_AS_IMPLICIT_KEY', 'put text that holds `: ` in quotes'],
  ['MULTILINE_IMPLICIT_KEY', 'write a colon after the key, or put text of several lines in quotes'],
  ['MISSING_CHAR', 'add the missing character'],
  ['UNEXPECTED_TOKEN', 'put text that holds such characters in quotes'],
]);

const longestReason = 200;

/** YAML's own error of an open bracket or quote is where that shows; this is at the bracket. */
function reportSyntax(
  { code, message, pos: [offset] }: YamlProblem,
  document: Document.Parsed | undefined,
  { file, report }: Building,
): void {
  const say = (at: number, what: string, suggestion: string | undefined): void =>
    report('yaml-syntax', at, `this is not well-formed YAML: ${what}`, suggestion);
  const bracket = /^Flow (?:map|sequence)\b.* end with a ([\]}])$/.exec(message)?.[1];
  const closing = bracket ?? /^Missing closing (["'])quote$/.exec(message)?.[1];
  const opened =
    closing === undefined || document === undefined
      ? undefined
      : openedBefore(document, offset, bracket === undefined ? 'quote' : 'bracket');
  if (closing === undefined || opened === undefined) {
    say(offset, message.charAt(0).toLowerCase() + message.slice(1, longestReason), mends.get(code));
    return;
  }
  const opening = closing === ']' ? '[' : closing === '}' ? '{' : closing;
  const { line, column } = placeAt(file, offset);
  const where = bracket === undefined ? ' where the text ends' : ', or indent what stands in the brackets';
  say(
    opened,
    `nothing closes this \`${opening}\`, expected \`${closing}\` before line ${line}, column ${column}`,
    `add the missing \`${closing}\`${where}`,
  );
}

/** An empty file is content without sections. */
function buildData(document: Document.Parsed, building: Building): SourceMap {
  const { contents } = document;
  if (isMap(contents)) return buildMap(contents, building, []);
  if (contents !== null && !(isScalar(contents) && contents.value === null)) {
    const what = isSeq(contents) ? 'a list' : 'a single value';
    building.report(
      'wrong-type',
      startOf(contents),
      `the file is ${what}, expected a map with the sections of content`,
      'begin with a section such as `meters:` or `classes:`',
    );
  }
  const map = createMap();
  mark(map, 0, building);
  return map;
}

/** A section and a name in it. */
type Above = readonly string[];

/** The tokens have limited the depth, so this may recurse. */
function build(node: ParsedNode, building: Building, above: Above): SourceValue {
  if (isMap(node)) return buildMap(node, building, above);
  if (isSeq(node)) return buildList(node, building);
  return isScalar(node) ? scalarValue(node.value) : null;
}

function buildMap(node: YAMLMap.Parsed, building: Building, above: Above): SourceMap {
  const map = createMap();
  const made = mark(map, startOf(node), building);
  for (const { key, value } of node.items) {
    const name = keyName(key, building);
    const earlier = name === undefined ? undefined : made.entries?.get(name);
    const inside = above.length < 2 ? [...above, name ?? ''] : above;
    const built = value === null ? null : build(value, building, inside);
    if (name === undefined || earlier !== undefined) {
      building.damage.containers.add(map);
      if (above.length === 0) loseSection(building.damage, built);
      if (above.length === 1 && name !== undefined) loseSecond(building.damage, above[0], name, map[name], built);
    }
    if (name === undefined) continue;
    if (earlier !== undefined) {
      const { line } = placeAt(building.file, earlier.key);
      building.report(
        'duplicate-key',
        startOf(key),
        `${quoteText(name)} is in this map twice, first in line ${line}; expected each key once`,
        'remove one of the two, or rename it',
      );
      continue;
    }
    made.entries ??= new Map();
    made.entries.set(name, { key: startOf(key), value: value === null ? key.range[1] : valueMark(value) });
    map[name] = built;
  }
  return map;
}

const deep: Above = ['', ''];

function buildList(node: YAMLSeq.Parsed, building: Building): SourceList {
  const list: SourceList = node.items.map((item) => build(item, building, deep));
  const made = mark(list, startOf(node), building);
  if (list.length > 0) made.values = node.items.map(valueMark);
  return list;
}

function keyName(key: ParsedNode, { report }: Building): string | undefined {
  const { value, source = '' } = isScalar(key) ? key : { value: undefined };
  // A number's own text, so that 07 and 7 are two keys.
  const name = typeof value === 'string' ? value : typeof value === 'number' ? source : undefined;
  const offset = startOf(key);
  if (name === undefined) {
    const what = !isScalar(key) ? 'a map or list' : source === '' ? 'empty' : quoteText(source);
    report(
      'yaml-key',
      offset,
      `this key is ${what}, expected a name`,
      'write a name, in quotes where YAML takes it for something else',
    );
    return undefined;
  }
  const merge = '`<<` is a merge key, expected a name: content has no merge keys';
  const reserved = '`__proto__` is reserved, expected another name';
  if (name === '<<') report('yaml-merge', offset, merge, 'write the entries out');
  else if (name === '__proto__') report('bad-name', offset, reserved, 'choose another name');
  else return name;
  return undefined;
}

function valueMark(node: ParsedNode): ValueMark {
  if (!isScalar(node) || typeof node.value !== 'string') return startOf(node);
  const token = node.srcToken;
  switch (token?.type) {
    case 'block-scalar':
    case 'scalar':
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
      return { token, value: node.value };
    default:
      return startOf(node);
  }
}

function startOf(node: ParsedNode): number {
  return node.range[0];
}

function mark(container: Container, offset: number, { file, places }: Building): ContainerMark {
  const made: ContainerMark = { file, offset, entries: undefined, values: undefined };
  places.marks.set(container, made);
  return made;
}
