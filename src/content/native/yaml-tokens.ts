import {
  type CST,
  Composer,
  type Document,
  Lexer,
  Parser,
  isCollection,
  isNode,
  isPair,
  isScalar,
  type ScalarTag,
  Schema,
} from 'yaml';
import { quoteText } from '../text/quote.js';
import { grouped } from '../../kernel/grouped.js';

interface YamlFault {
  readonly code: string;
  readonly offset: number;
  readonly message: string;
  readonly suggestion?: string;
}

function yamlFault(code: string, offset: number, message: string, suggestion: string): YamlFault {
  return { code, offset, message, suggestion };
}

export interface YamlTokens {
  readonly tokens: readonly CST.Token[];
  readonly faults: readonly YamlFault[];
  readonly count: number;
  readonly complete: boolean;
}

export interface TokenLimit {
  readonly name: 'fileTokens' | 'loadTokens';
  readonly value: number;
  readonly left: number;
}

/** Content needs a dozen; readers of the tree recurse as deep. */
const deepest = 64;

/** In double quotes each takes 32 bytes while it is read. */
const longestText = 4_000_000;

const textTooLong = 'text-too-long';

const scalarMark = '\u001f';

const mostFaults = 1_000;

/**
 * Stops at the limit and at the first that nests too deep; anchors, aliases, tags and directives are faults. Nothing
 * recurses, and time is linear. The text holds no control characters but tabs and line ends.
 */
export function readTokens(text: string, limit?: TokenLimit): YamlTokens {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const faults: YamlFault[] = [];
  let isScalar = false;
  let count = 0;
  let broken = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const fault = isScalar ? undefined : faultOf(lexeme, parser.offset);
    if (fault !== undefined) faults.push(fault);
    if (fault?.code === textTooLong) return { tokens, faults, count, complete: false };
    isScalar = lexeme === scalarMark;
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'error') broken += 1;
    }
    const stop = stopOf(parser, lexeme, (count += 1), limit);
    if (stop !== undefined) return { tokens, faults: [...faults, stop], count, complete: false };
    if (faults.length >= mostFaults) return { tokens, faults, count, complete: false };
    if (broken >= mostFaults) break;
  }
  for (const token of parser.end()) tokens.push(token);
  const second = tokens.filter((token) => token.type === 'document')[1];
  if (second !== undefined) {
    faults.push(
      yamlFault(
        'yaml-document',
        second.offset,
        'a second document begins here, expected one document a file',
        'remove the line `---`, or make it a file of its own',
      ),
    );
  }
  return { tokens, faults, count, complete: true };
}

function stopOf(
  { stack, offset }: Parser,
  lexeme: string,
  count: number,
  limit: TokenLimit | undefined,
): YamlFault | undefined {
  const start = offset - lexeme.length;
  if (stack.length > deepest) {
    return yamlFault(
      'yaml-depth',
      start,
      `maps and lists nest more than ${deepest} levels deep, content needs a dozen`,
      'check the brackets and the indentation above',
    );
  }
  if (limit === undefined || count <= limit.left) return undefined;
  const [what, instead] =
    limit.name === 'fileTokens'
      ? ['the file has', 'split it into several files']
      : ['all files together have', 'load less at once'];
  return yamlFault(
    'too-many-tokens',
    start,
    `here ${what} more than ${limit.value} tokens (names, values, signs, line ends), which is the limit`,
    `${instead}, or raise limits.${limit.name}`,
  );
}

export interface YamlProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

export function openedBefore(
  { contents }: Document.Parsed,
  offset: number,
  what: 'bracket' | 'quote',
): number | undefined {
  let last: number | undefined;
  const nodes: unknown[] = [contents];
  while (nodes.length > 0) {
    const node = nodes.pop();
    if (isPair(node)) nodes.push(node.key, node.value);
    if (isCollection(node)) for (const item of node.items) nodes.push(item);
    const isOpen =
      what === 'bracket'
        ? isCollection(node) && node.flow === true
        : isScalar(node) && node.type?.startsWith('QUOTE') === true;
    const [start, end] = (isOpen && isNode(node) ? node.range : undefined) ?? [];
    // Open ones end where the text goes wrong.
    if (start !== undefined && end === offset) last = Math.max(last ?? 0, start);
  }
  return last;
}

/** Accepts duplicate keys. */
export function composeDocument(tokens: readonly CST.Token[], length: number) {
  const composer = new Composer({
    version: '1.2',
    schema: createSchema(),
    uniqueKeys: false,
    keepSourceTokens: true,
    logLevel: 'silent',
  });
  const problems = limitProblems(composer);
  let document: Document.Parsed | undefined;
  try {
    [document] = composer.compose(tokens, true, length);
  } catch (error) {
    if (error !== enough) throw error;
  }
  // Others mostly follow from the first.
  const [problem] = [...(document?.errors ?? problems())].sort((a, b) => a.pos[0] - b.pos[0]);
  return { document, problem };
}

const enough = new Error('edict: the text has more errors than are read');

/** A composer makes an object for each error without a limit, and one bad scalar may hold two million errors. */
function limitProblems(composer: Composer): () => readonly YamlProblem[] {
  const inside = composer as unknown as {
    onError: (...found: readonly unknown[]) => void;
    readonly errors: readonly YamlProblem[];
  };
  const note = inside.onError;
  if (typeof note !== 'function' || !Array.isArray(inside.errors))
    throw new Error(
      'edict: the yaml library notes errors in another way than the one that this version of Edict was written for',
    );
  inside.onError = (...found) => {
    if (inside.errors.length >= mostFaults) throw enough;
    note(...found);
  };
  return () => inside.errors;
}

/** By first character. */
const refused: ReadonlyMap<string, readonly [code: string, what: string, suggestion: string]> = new Map([
  [
    '&',
    [
      'yaml-anchor',
      'an anchor, expected a value: content has no anchors and aliases',
      'write the value out where it is needed; put text that begins with `&` in quotes',
    ],
  ],
  [
    '*',
    [
      'yaml-alias',
      'an alias, expected a value: content has no anchors and aliases',
      'write the value out; put text that begins with `*` in quotes',
    ],
  ],
  [
    '!',
    ['yaml-tag', 'a tag, expected a value: content has no tags', 'remove it; put text that begins with `!` in quotes'],
  ],
  ['%', ['yaml-directive', 'a directive, expected content: files are YAML 1.2 without directives', 'remove the line']],
]);

function faultOf(lexeme: string, offset: number): YamlFault | undefined {
  const [code, what, suggestion] = refused.get(lexeme[0]) ?? [];
  if (code !== undefined && suggestion !== undefined)
    return yamlFault(code, offset, `${quoteText(lexeme)} is ${what}`, suggestion);
  if (!lexeme.startsWith('"') || lexeme.length <= longestText) return undefined;
  const [length, most] = [grouped(lexeme.length), grouped(longestText)];
  return yamlFault(
    textTooLong,
    offset,
    `the text in quotes is ${length} characters long, the limit is ${most}`,
    'split it, or write it without quotes',
  );
}

/** Where the library keeps the tag of quoted texts. */
const quotedTexts = Symbol.for('yaml.scalar');

const anything = /[^]/;

/**
 * YAML's own types, with quoted texts joined as they are read: the library adds their characters one by one, and the
 * engine keeps 32 bytes for each.
 */
function createSchema(): Schema {
  const schema = new Schema({ schema: 'core', resolveKnownTags: true });
  const tag = (schema as unknown as Readonly<Record<symbol, ScalarTag | undefined>>)[quotedTexts];
  if (tag === undefined)
    throw new Error(
      'edict: the yaml library keeps its tag of texts elsewhere than the version that this version of Edict was written for',
    );
  const inOnePiece: ScalarTag = { ...tag, resolve: putInOnePiece };
  return Object.create(schema, { [quotedTexts]: { value: inOnePiece } }) as Schema;
}

/** A search makes the engine join the pieces. */
function putInOnePiece(text: string): string {
  anything.test(text);
  return text;
}
