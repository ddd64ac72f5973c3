import { type SourceMap, type SourceValue, isList, isMap } from '../content/native/source-tree.js';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { quoteText } from '../content/text/quote.js';
import { type FindingCode, isMeant } from '../ir/meant.js';
import type { Program } from '../ir/rule.js';
import { everyStep } from '../ir/start.js';
import { allFindings } from '../plans/findings/find-all.js';
import { namesIn } from './check-findings.js';
import { type ContentDocuments, firstSpot } from './content-documents.js';
import { createMentions } from './mentions.js';

interface Text {
  readonly file: string;
  readonly text: string;
}

/**
 * Definitions whose name the content mentions nowhere else, and notes about findings that are not there. A name that
 * appears anywhere counts as used, so nothing is listed that may have a use in the content.
 */
export function unusedWarnings(
  program: Program,
  documents: ContentDocuments,
  scenario: Text | undefined,
): readonly Diagnostic[] {
  const mentioned = mentionsIn(documents, scenario);
  const unused = documents
    .all()
    .flatMap(({ data }) => definitionsIn(data, program))
    .filter(({ name }) => !mentioned.has(name));
  const notes = scenario === undefined ? notesWithout(program, unused) : [];
  return [
    ...unused
      .filter(({ title }) => !isMeant(program.meant, 'unused', title))
      .map((each) => unusedWarning(each, documents)),
    ...notes.map((note) => noteWarning(note, documents)),
  ];
}

interface Definition {
  readonly what: string;
  readonly name: string;
  /** As in `meant`. */
  readonly title: string;
  /** Of its key, or of the list that it stands in. */
  readonly path: readonly string[];
}

const sections = {
  functions: 'function',
  constants: 'constant',
  parameters: 'parameter',
  tables: 'table',
  connections: 'connection',
  mixins: 'mixin',
  relations: 'relation',
  meters: 'meter',
  properties: 'property',
  variables: 'variable',
} as const;

function definitionsIn(data: SourceMap, program: Program): readonly Definition[] {
  const named = Object.entries(sections).flatMap(([section, what]) =>
    keysOf(data[section]).map((name): Definition => ({ what, name, title: name, path: [section, name] })),
  );
  const classes = keysOf(data.classes)
    .filter((name) => doesNothing(mapIn(data.classes, name)))
    .map((name): Definition => ({ what: 'class', name, title: name, path: ['classes', name] }));
  return [...named, ...classes, ...wordsIn(data, program)];
}

function keysOf(value: SourceValue | undefined): readonly string[] {
  return isMap(value) ? Object.keys(value) : [];
}

function mapIn(value: SourceValue | undefined, key: string): SourceMap {
  const found = isMap(value) ? value[key] : undefined;
  return isMap(found) ? found : {};
}

/** Objects of a class with rules or modifiers work as soon as a host makes one. */
function doesNothing(source: SourceMap): boolean {
  return ['groups', 'modifiers', 'mixins', 'flags', 'requires', 'tags'].every((key) => source[key] === undefined);
}

/** Of lists without an order: steps and ranges reach words of the others. */
function wordsIn(data: SourceMap, program: Program): readonly Definition[] {
  const filled = enumerationsFilled(program);
  return keysOf(data.enumerations).flatMap((enumeration) => {
    const words = isMap(data.enumerations) ? data.enumerations[enumeration] : undefined;
    if (!isList(words) || filled.has(enumeration)) return [];
    return words
      .filter((word) => typeof word === 'string')
      .map((name) => ({
        what: `word of ${quoteText(enumeration)}`,
        name,
        title: `${enumeration}.${name}`,
        path: ['enumerations', enumeration],
      }));
  });
}

/** By tables of `start`, or the choices of agents. */
function enumerationsFilled({ model, rules, environment }: Program): ReadonlySet<string> {
  const tables = everyStep(rules.start ?? []).flatMap((step) =>
    step.does === 'create' ? (step.table?.columns ?? []).map(({ column }) => column) : [],
  );
  const orders = environment?.orders.map(({ column }) => column) ?? [];
  const types = [...tables, ...orders].map((column) => model.columns[column].type);
  return new Set(types.flatMap((type) => (type.name === 'enumeration' ? [model.enumerations[type.index].name] : [])));
}

/** In all texts and keys, but the keys of definitions and the lists that only declare. */
function mentionsIn(documents: ContentDocuments, scenario: Text | undefined): ReadonlySet<string> {
  const mentions = createMentions();
  for (const { data } of documents.all()) {
    for (const [section, value] of Object.entries(data)) {
      if (section === 'meant' || section === 'enumerations') continue;
      if (!isMap(value)) mentions.add(value);
      else for (const part of Object.values(value)) mentions.add(section === 'kinds' ? withoutColumns(part) : part);
    }
  }
  if (scenario === undefined) return mentions.names;
  return new Set([...mentions.names, ...namesIn(scenario)]);
}

function withoutColumns(kind: SourceValue): SourceValue {
  if (!isMap(kind)) return kind;
  const declaring = ['meters', 'properties', 'variables'];
  return Object.fromEntries(Object.entries(kind).filter(([key]) => !declaring.includes(key)));
}

function unusedWarning({ what, name, path }: Definition, documents: ContentDocuments): Diagnostic {
  return {
    severity: 'warning',
    code: 'unused',
    ...(documents.spot(path, 'key') ?? firstSpot(documents)),
    message: `the ${what} ${quoteText(name)} is declared, but nothing else in the content mentions it`,
    suggestion: 'remove it, unless the host uses it',
  };
}

interface Note {
  readonly code: string;
  readonly name: string;
}

/** Notes of `meant` that keep no finding from being shown. Gaps of tables are found at load, so theirs are left out. */
function notesWithout(program: Program, unused: readonly Definition[]): readonly Note[] {
  const { meant } = program;
  if (meant === undefined) return [];
  const found = new Set(allFindings(program).map(({ code, of }) => noteKey(code, of.name)));
  for (const { title } of unused) found.add(noteKey('unused', title));
  const notes = [...meant].flatMap(([code, reasons]) => [...reasons.keys()].map((name) => ({ code, name })));
  const atLoad: FindingCode = 'table-gap';
  return notes.filter(({ code, name }) => code !== atLoad && !found.has(noteKey(code, name)));
}

function noteKey(code: string, name: string): string {
  return JSON.stringify([code, name]);
}

function noteWarning({ code, name }: Note, documents: ContentDocuments): Diagnostic {
  return {
    severity: 'warning',
    code: 'unused-note',
    ...(documents.spot(['meant', code, name], 'key') ?? firstSpot(documents)),
    message: `\`meant\` accepts ${quoteText(code)} of ${quoteText(name)}, but there is no such warning`,
    suggestion: 'remove the entry, or write the name as in the warning, such as `class/group` of a rule',
  };
}
