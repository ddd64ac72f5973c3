import { type Document, type Node, type Pair, type YAMLMap, isMap, isScalar, isSeq } from 'yaml';
import { type Collector, createCollector } from '../text/collector.js';
import { type Diagnostic, diagnosticAt } from '../text/diagnostic.js';
import { type LineIndex, type Position, createLineIndex, lineAt, positionAt } from '../text/line-index.js';
import { createDamage } from './damage.js';
import type { Path, Problem } from '../text/problem.js';
import { type SourceValue, createMap, scalarValue } from './source-tree.js';
import { byteOrderMark, readYaml } from './yaml-file.js';
import { createYamlPlaces } from './yaml-places.js';
import { defaultLimits } from '../../kernel/world-limits.js';

export type { Path } from '../text/problem.js';

export interface SourceDocument {
  readonly file: string;
  readonly text: string;
  readonly value: SourceValue;
  /** Of a value or the nearest around it; with `key`, of that key there. */
  offset(path: Path, key?: string): number;
  position(path: Path): Position;
  line(path: Path): number;
  /** In UTF-16 units. */
  range(path: Path): readonly [number, number] | undefined;
}

type Read =
  | { readonly ok: true; readonly document: SourceDocument }
  | { readonly ok: false; readonly errors: readonly Diagnostic[] };

/**
 * YAML or JSON without anchors, aliases, merge keys and tags. Errors come by line; of malformed YAML only the first.
 */
export function readDocument(file: string, text: string): Read {
  const collector = createCollector([file]);
  // Callers limit the length; the limit of tokens is the same for all.
  const read = readYaml(
    { file, text },
    { ...defaultLimits, fileLength: Infinity },
    { places: createYamlPlaces(), damage: createDamage(), collector },
  );
  if (read === undefined || collector.hasErrors) {
    const errors = collector.errors();
    const first = errors.find(({ code }) => syntaxCodes.has(code));
    return { ok: false, errors: first === undefined ? errors : [first] };
  }
  // The reader has limited the depth and refused double keys.
  const { document } = read;
  return { ok: true, document: { file, text, value: plain(document.contents), ...places(document, text) } };
}

/** The rest of such a text means nothing. */
const syntaxCodes: ReadonlySet<string> = new Set([
  'yaml-syntax',
  'yaml-anchor',
  'yaml-alias',
  'yaml-tag',
  'yaml-directive',
  'yaml-document',
  'yaml-depth',
  'text-too-long',
]);

export type Diagnose = (offset: number, code: string, message: string, suggestion?: string) => Diagnostic;

export function diagnoserOf(file: string, text: string): Diagnose {
  let lines: LineIndex | undefined;
  return (offset, code, message, suggestion) => {
    lines ??= createLineIndex(text);
    const at = positionAt(lines, offset);
    return diagnosticAt(file, at, lineAt(lines, at.line), { code, message, suggestion });
  };
}

/** In the order of lines, a thousand at most, and the count of the others. */
export function diagnoseAll(
  file: string,
  text: string,
  problems: readonly Problem[],
  offsetOf: (problem: Problem) => number,
): readonly Diagnostic[] {
  const diagnose = diagnoserOf(file, text);
  const collector = createCollector([file]);
  for (const problem of problems) {
    const { code, message, suggestion } = problem;
    addError(collector, file, () => diagnose(offsetOf(problem), code, message, suggestion));
  }
  return collector.errors();
}

export function addError(collector: Collector, file: string, find: () => Diagnostic): void {
  collector.add(collector.isFull ? { severity: 'error', code: '', file, line: 1, column: 1, message: '' } : find());
}

function plain(node: unknown): SourceValue {
  if (isMap(node)) {
    const result = createMap();
    for (const pair of node.items) result[keyOf(pair.key)] = plain(pair.value);
    return result;
  }
  if (isSeq(node)) return node.items.map(plain);
  return scalarValue(isScalar(node) ? node.value : null);
}

function keyOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function places(
  document: Document.Parsed,
  text: string,
): Pick<SourceDocument, 'offset' | 'position' | 'line' | 'range'> {
  const pairOf = createPairIndex();
  const lines = createLineIndex(text);
  const begin = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  const rangeOf = (node: unknown) => (node as Node | null)?.range ?? undefined;
  const offset = (path: Path, key?: string): number => {
    const { node, keyNode } = walk(document.contents, key === undefined ? path : [...path, key], pairOf);
    const range = rangeOf(key === undefined ? node : (keyNode ?? node));
    return range === undefined ? 0 : begin + range[0];
  };
  return {
    offset,
    position: (path) => positionAt(lines, offset(path)),
    line: (path) => positionAt(lines, offset(path)).line,
    range(path) {
      const { node, found } = walk(document.contents, path, pairOf);
      const range = found ? rangeOf(node) : undefined;
      return range === undefined ? undefined : [begin + range[0], begin + range[1]];
    },
  };
}

type PairOf = (map: YAMLMap, key: string) => Pair | undefined;

function createPairIndex(): PairOf {
  const known = new Map<YAMLMap, ReadonlyMap<string, Pair>>();
  return (map, key) => {
    const pairs = known.get(map) ?? new Map(map.items.map((pair) => [keyOf(pair.key), pair]));
    known.set(map, pairs);
    return pairs.get(key);
  };
}

/** The last node on the way where the path ends early. */
function walk(from: unknown, path: Path, pairOf: PairOf) {
  let node = from;
  let keyNode: unknown;
  for (const part of path) {
    if (isMap(node)) {
      const pair = pairOf(node, String(part));
      if (pair === undefined) return { node, keyNode, found: false };
      keyNode = pair.key;
      node = pair.value ?? node;
    } else if (isSeq(node) && typeof part === 'number' && part < node.items.length) {
      keyNode = undefined;
      node = node.items[part];
    } else {
      return { node, keyNode, found: false };
    }
  }
  return { node, keyNode, found: true };
}
