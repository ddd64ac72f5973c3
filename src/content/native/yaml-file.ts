import type { Document } from 'yaml';
import type { Collector } from '../diagnostics/collector.js';
import { createLineIndex } from '../diagnostics/line-index.js';
import type { ContentFile } from './content-file.js';
import type { Damage } from './damage.js';
import type { SourceMap } from './source-tree.js';
import { buildData } from './yaml-data.js';
import { type ReadFile, type YamlPlaces, placeAt } from './yaml-places.js';
import {
  type TokenLimit,
  type YamlFault,
  type YamlProblem,
  composeDocument,
  openedBefore,
  readTokens,
} from './yaml-tokens.js';

/** Content never holds these; binary files do, and YAML's lexer uses some of them as marks. */
const controlCharacter = /[^\P{Cc}\t\n\r]|\r(?!\n)|\p{Cs}/u;

const byteOrderMark = '\ufeff';

/** Where a text begins that is all of its file. */
const start = { line: 1, column: 1 };

/** Where reading puts what it finds. */
export interface Reading {
  readonly places: YamlPlaces;
  readonly damage: Damage;
  readonly collector: Collector;
  /** Tokens that all files of the load may still have; without it a file stands alone. */
  readonly left?: { tokens: number };
}

/** How long a file may be. */
export interface FileLimits {
  /** Characters. */
  readonly fileLength: number;
  readonly fileTokens: number;
  /** Of all files of a load together. */
  readonly loadTokens: number;
}

/**
 * Reads one YAML file into plain data and marks where everything stands. Returns undefined, with the reasons reported,
 * when the file is too long, is no YAML, or holds anchors and the like; single keys that are wrong are reported and
 * left out. Time is linear in the length of the text.
 */
export function readYaml(
  { file, text, at = start }: ContentFile,
  limits: FileLimits,
  reading: Reading,
): SourceMap | undefined {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const fits = body.length <= limits.fileLength;
  const read: ReadFile = { name: file, lines: createLineIndex(fits ? body : ''), at };
  const report = ({ offset, suggestion, ...fault }: YamlFault): void => {
    reading.collector.add({
      severity: 'error',
      ...fault,
      ...placeAt(read, offset),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  };
  if (fits) return parse(body, read, tokenLimit(limits, reading), reading, report);
  report(lengthFault(body.length, limits.fileLength));
  return undefined;
}

function parse(
  text: string,
  file: ReadFile,
  limit: TokenLimit,
  { places, damage, left }: Reading,
  report: (fault: YamlFault) => void,
): SourceMap | undefined {
  const control = controlCharacter.exec(text);
  if (control !== null) {
    report(controlFault(text, control.index));
    return undefined;
  }
  const { tokens, faults, complete, count } = readTokens(text, limit);
  if (left !== undefined) left.tokens = Math.max(0, left.tokens - count);
  faults.forEach(report);
  if (!complete) return undefined;
  const { document, problem } = composeDocument(tokens, text.length);
  // What was refused already makes errors around it.
  if (faults.length > 0) return undefined;
  if (problem !== undefined)
    report((document === undefined ? undefined : unclosedFault(problem, document, file)) ?? syntaxFault(problem));
  return problem !== undefined || document === undefined
    ? undefined
    : buildData(document, { file, places, damage, report });
}

/** The limit that a file meets first. */
function tokenLimit({ fileTokens, loadTokens }: FileLimits, { left }: Reading): TokenLimit {
  if (left === undefined || left.tokens >= fileTokens)
    return { name: 'fileTokens', value: fileTokens, left: fileTokens };
  return { name: 'loadTokens', value: loadTokens, left: left.tokens };
}

function lengthFault(length: number, longest: number): YamlFault {
  return {
    code: 'file-too-long',
    offset: 0,
    message: `the file is ${length} characters long, the limit is ${longest}`,
    suggestion: 'split it into several files, or raise limits.fileLength',
  };
}

function controlFault(text: string, offset: number): YamlFault {
  const code = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0');
  return {
    code: 'control-character',
    offset,
    message: `the file holds the control character U+${code}, expected text in UTF-8`,
    suggestion: 'remove it, and check that this is a text file',
  };
}

/** What to do, by the code of YAML's own error. */
const mends: ReadonlyMap<string, string> = new Map([
  ['TAB_AS_INDENT', 'indent with spaces'],
  ['BAD_INDENT', 'line the keys of one map up'],
  ['BAD_SCALAR_START', 'put the text in quotes'],
  ['BAD_DQ_ESCAPE', 'write `\\\\` for a backslash, or use single quotes'],
  ['BLOCK_AS_IMPLICIT_KEY', 'put text that holds `: ` in quotes'],
  ['MULTILINE_IMPLICIT_KEY', 'write a colon behind the key, or put text of several lines in quotes'],
  ['MISSING_CHAR', 'add the missing character'],
  ['UNEXPECTED_TOKEN', 'put text that holds such characters in quotes'],
]);

const longestReason = 200;

function syntaxFault(error: YamlProblem): YamlFault {
  const suggestion = mends.get(error.code);
  const reason = error.message.charAt(0).toLowerCase() + error.message.slice(1, longestReason);
  return {
    code: 'yaml-syntax',
    offset: error.pos[0],
    message: `this is not well-formed YAML: ${reason}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/**
 * YAML's own error of a bracket or quote that is not closed has the place where that shows, and for brackets the code
 * of bad indentation. This has the place of the bracket.
 */
function unclosedFault(
  { message, pos: [end] }: YamlProblem,
  document: Document.Parsed,
  file: ReadFile,
): YamlFault | undefined {
  const bracket = /^Flow (?:map|sequence)\b.* end with a ([\]}])$/.exec(message)?.[1];
  const closing = bracket ?? /^Missing closing (["'])quote$/.exec(message)?.[1];
  const opened =
    closing === undefined ? undefined : openedBefore(document, end, bracket === undefined ? 'quote' : 'bracket');
  if (closing === undefined || opened === undefined) return undefined;
  const opening = closing === ']' ? '[' : closing === '}' ? '{' : closing;
  const { line, column } = placeAt(file, end);
  return {
    code: 'yaml-syntax',
    offset: opened,
    message: `this is not well-formed YAML: nothing closes this \`${opening}\`, expected \`${closing}\` before line ${line}, column ${column}`,
    suggestion: `add the missing \`${closing}\`${bracket === undefined ? ' where the text ends' : ', or indent what stands in the brackets'}`,
  };
}
