import { nearestName } from '../../diagnostics/nearest-name.js';
import { listTexts, quoteText } from '../../diagnostics/quote.js';
import {
  type CampaignFiles,
  createCampaignFiles,
  defaultFileLimits,
  type FileLimits,
  placeOfFile,
} from './campaign-files.js';
import type { CampaignText, ObjectText } from './campaign-text.js';
import { fileTokens, includeToken, informationTokens, lineFiles, objectFiles, otherFiles } from './file-tokens.js';
import { type Line, type LineKind, type SourceText, splitToken } from './line.js';
import { readObjectLine } from './object-lines.js';
import { type Problem, problemAt } from './problem.js';

/** Problems that are listed; the rest is counted. */
const mostProblems = 1000;

/** How deep campaigns may name each other. */
const deepestInclude = 50;

interface Reading {
  readonly files: CampaignFiles;
  readonly control: Line[];
  readonly objects: ObjectText[];
  readonly problems: Problem[];
  more: number;
  /** What each file that was read is for, by its real path. */
  readonly uses: Map<string, string>;
}

/**
 * Reads a campaign: a `.pcc` file and the files that it names, each once. Throws for nothing that files say or lack:
 * that is among the problems.
 *
 * @param path of the `.pcc` file; files are told by paths that begin alike
 */
export function readCampaign(path: string, limits: Partial<FileLimits> = {}): CampaignText {
  const reading: Reading = {
    files: createCampaignFiles(path, { ...defaultFileLimits, ...limits }),
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
      refuse(reading, line, 0, 'syntax', `expected ${quoteText('TOKEN:file')}, found ${quoteText(line.text)}`);
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
  if (!fileTokens.includes(token)) {
    unknownToken(line, token, reading);
    return;
  }
  const found = reading.files.locate(rest, from);
  if (found.refused !== undefined) {
    refuse(reading, line, at, 'file', found.refused);
    return;
  }
  if (above.includes(found.real)) {
    refuse(
      reading,
      line,
      at,
      'file',
      `${quoteText(found.path)} names itself again through the files that it names: remove one of these lines`,
    );
    return;
  }
  const use = reading.uses.get(found.real);
  if (use !== undefined) {
    // Campaigns that share a file read it once.
    if (use !== token)
      refuse(
        reading,
        line,
        at,
        'file',
        `${quoteText(found.path)} was named as ${quoteText(use)} already: a file is for one thing`,
      );
    return;
  }
  reading.uses.set(found.real, token);
  const kind = lineFiles.get(token);
  if (kind !== undefined) readLines(found.path, line, at, kind, reading);
  else if (token !== includeToken) readObjects(found.path, line, at, objectFiles.get(token), reading);
  else if (above.length >= deepestInclude)
    refuse(reading, line, at, 'file', `campaigns name each other more than ${String(deepestInclude)} deep`);
  else readCampaignFile(found.path, line, [...above, found.real], reading);
}

function unknownToken(line: SourceText, token: string, reading: Reading): void {
  if (otherFiles.has(token)) {
    const scopes = 'make a scope for them with `DYNAMICSCOPE`, and name the file with `DYNAMIC`';
    refuse(reading, line, 0, 'syntax', `there are no objects of ${quoteText(token)} here: ${scopes}`);
    return;
  }
  const near = nearestName(token, fileTokens);
  const suggestion = near === undefined ? undefined : `did you mean ${quoteText(near)}?`;
  refuse(
    reading,
    line,
    0,
    'syntax',
    `${quoteText(token)} is no token of a campaign: expected ${listTexts(fileTokens, fileTokens.length)}`,
    suggestion,
  );
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

/** Lines of a file but those that are blank, or comments. */
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
): void {
  add(reading, problemAt(source, at, code, message, suggestion));
}

function add(reading: Reading, problem: Problem): void {
  if (reading.problems.length < mostProblems) reading.problems.push(problem);
  else reading.more += 1;
}
