import { type Diagnostic, diagnosticAt } from '../text/diagnostic.js';
import { quoteText } from '../text/quote.js';
import type { SourcePlace, Document, Item, ItemKind } from './syntax.js';
import {
  asWarning,
  lineOf,
  placeOf,
  type Problem,
  problemAt,
  type SourceFile,
  type TracedText,
} from './parse/text/traced-text.js';
import { resolve } from 'node:path';
import { createCollector } from '../text/collector.js';
import { parseText } from './parse/parse-text.js';
import { createFileReader } from './parse/text/file-reader.js';
import { type TextLimits, defaultTextLimits } from './parse/text/text-limits.js';
import { createCallReader } from './parse/text/macros.js';
import { createPreprocessor, type Preprocessor } from './parse/text/preprocess.js';

type Report = (diagnostic: Diagnostic) => void;

/** Reports equal problems of one place once: many may include a file or call a macro. */
export function onceAtEachPlace(report: Report): Report {
  const reported = new Set<string>();
  return (diagnostic) => {
    const { file, line, column, code } = diagnostic;
    const key = `${file}:${line}:${column}:${code}`;
    if (!reported.has(key)) report(diagnostic);
    reported.add(key);
  };
}

const mostCalls = 2;

/** Names the calls of macros that led to the place. */
export function describeProblem(
  { severity, code, message, suggestion }: Omit<Problem, 'inside' | 'at'>,
  place: SourcePlace,
  text: string,
): Diagnostic {
  const by = place.calls
    .slice(0, mostCalls)
    .map((call) => `, in macro ${quoteText(call.macro)} called at ${call.file}:${call.line}:${call.column}`)
    .join('');
  return diagnosticAt(place.file, place, text, { code, message: `${message}${by}`, suggestion }, severity);
}

export interface ContentOptions {
  /** Leaves out broken items; otherwise one error leaves nothing. */
  readonly keepGoing?: boolean;
  readonly limits?: Partial<TextLimits>;
}

export interface ContentItem {
  readonly item: Item;
  readonly document: Document;
}

export interface Content {
  /** By file and place; the first of each kind and name. */
  readonly items: readonly ContentItem[];
  /** By kind and name alone, so that items that name them are not broken too. */
  readonly broken: readonly ContentItem[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Content files, relative to the folder, in order. */
  readonly files: readonly string[];
}

const nameless: ReadonlySet<ItemKind> = new Set(['SpeciesCensusOrdering', 'ShipDesignOrdering']);

/** Mere lists: naming one twice is no mistake. */
const listed: ReadonlySet<ItemKind> = new Set(['Item', 'Fleet']);

/**
 * Reads `.focs.txt` and `.inf` files in a folder and below it, in byte order of their paths. @param directory the
 * folder `scripting` itself; in includes, `/` is its parent @throws {EdictError} `bad-content-folder` when it cannot be
 * read
 */
export function readContent(directory: string, options: ContentOptions = {}): Content {
  const limits = { ...defaultTextLimits, ...options.limits };
  const reader = createFileReader(resolve(directory), limits.file);
  const diagnostics: Diagnostic[] = [];
  const reading: Reading = {
    preprocess: createPreprocessor(reader, limits),
    limits,
    texts: new Map(),
    report: onceAtEachPlace((diagnostic) => diagnostics.push(diagnostic)),
    lost: new Set(),
    left: limits.all,
  };
  const files: string[] = [];
  const seen = new Set<SourceFile>();
  for (const path of reader.contentPaths()) {
    const file = reader.read(path);
    // A link may lead to a file that was read already.
    if (file === undefined || seen.has(file)) continue;
    seen.add(file);
    files.push(file.file);
    readDocument(file, reading);
  }
  for (const [path, why] of reader.unreadable)
    reading.report(
      diagnosticAt(path, { line: 1, column: 1 }, undefined, { code: 'unreadable-file', message: `this ${why}` }),
    );
  const { items, broken } = itemsOf(reading);
  const collector = createCollector(files);
  for (const diagnostic of diagnostics) collector.add(diagnostic);
  const isWhole = options.keepGoing === true || !collector.hasErrors;
  return {
    items: isWhole ? items : [],
    broken: isWhole ? broken : [],
    errors: collector.errors(),
    warnings: collector.warnings(),
    files,
  };
}

interface Reading {
  readonly preprocess: Preprocessor;
  readonly limits: TextLimits;
  readonly texts: Map<Document, TracedText>;
  readonly report: Report;
  readonly lost: Set<string>;
  left: number;
}

function readDocument(file: SourceFile, reading: Reading): void {
  const { text, unresolved, problems } = reading.preprocess(file);
  for (const problem of problems) if (!isReportedLost(problem, reading)) reading.report(diagnosticOf(problem));
  if (text === undefined) return;
  reading.left -= text.text.length;
  if (reading.left < 0) {
    const message = `all content together is longer than ${reading.limits.all} characters when its macros are expanded; this file goes beyond that`;
    reading.report(diagnosticOf(problemAt('content-too-long', message, file, 0)));
    return;
  }
  const parsed = parseText(text.text);
  for (const problem of parsed.problems) {
    if (!isKnown(text, problem.at, unresolved))
      reading.report(diagnosticOf({ ...problem, severity: 'error', inside: text }));
  }
  const document: Document = {
    file: file.file,
    items: parsed.items,
    broken: parsed.broken,
    place: (offset) => placeOf(text, offset),
    line: (offset) => lineOf(text, offset),
  };
  reading.texts.set(document, text);
}

function isReportedLost({ lost, severity }: Problem, reading: Reading): boolean {
  if (lost === undefined || severity !== 'error') return false;
  const isReported = reading.lost.has(lost);
  reading.lost.add(lost);
  return isReported;
}

/** True within a call of a macro that was left unexpanded and reported. */
function isKnown({ text }: TracedText, at: number, unresolved: ReadonlySet<string>): boolean {
  if (unresolved.size === 0) return false;
  const callAt = createCallReader(text);
  return [at, at - 1].some((offset) => {
    const call = offset < 0 ? undefined : callAt(offset);
    return typeof call === 'object' && unresolved.has(call.key);
  });
}

function diagnosticOf({ inside, at, ...problem }: Problem): Diagnostic {
  return describeProblem(problem, placeOf(inside, at), lineOf(inside, at));
}

function itemsOf(reading: Reading) {
  const byName = new Map<string, ContentItem>();
  const items: ContentItem[] = [];
  for (const [document, text] of reading.texts) {
    for (const item of document.items) {
      const key = `${item.kind} ${item.name}`;
      const first = byName.get(key);
      if (nameless.has(item.kind)) items.push({ item, document });
      else if (first === undefined) {
        const found = { item, document };
        byName.set(key, found);
        items.push(found);
      } else if (!listed.has(item.kind)) reading.report(duplicate(item, text, first));
    }
  }
  const broken = new Map<string, ContentItem>();
  for (const document of reading.texts.keys()) {
    for (const item of document.broken) {
      const key = `${item.kind} ${item.name}`;
      if (!byName.has(key) && !broken.has(key)) broken.set(key, { item, document });
    }
  }
  return { items, broken: [...broken.values()] };
}

function duplicate({ kind, name, at }: Item, inside: TracedText, first: ContentItem): Diagnostic {
  const { file, line } = first.document.place(first.item.at);
  const message = `there is a ${kind} ${quoteText(name)} already, at ${file}:${line}; this one does not count`;
  return diagnosticOf(problemAt('duplicate-item', message, inside, at, asWarning));
}
