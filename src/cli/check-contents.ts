import { dirname, resolve } from 'node:path';
import type { NominalWorld } from '../match/work.js';
import type { Origin } from '../ir/node.js';
import { kept } from '../kernel/maps.js';
import type { Program } from '../ir/rule.js';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { type ContentFile, type Place, isMap } from '../content/native/source-tree.js';
import { loadFiles } from '../content/native/load-content.js';
import { type FoundFile, findFiles } from '../files/find-files.js';
import { formatOf } from '../scenarios/format-of.js';
import { isEmpty } from '../scenarios/no-format.js';
import { type CheckedCase, checkScenario } from '../scenarios/native/check-scenario.js';
import { longestScenario } from '../scenarios/native/read-native-scenario.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import type { KnownFormats } from '../scenarios/known-formats.js';
import { bytesOf, readText } from '../files/read-file.js';
import type { NoteRead } from '../files/read-log.js';
import { type Reading, remembering } from '../files/read-memo.js';
import { listTexts, printable, quoteText } from '../content/text/quote.js';
import { catching } from '../scenarios/catching.js';
import { fileFailure, fileProblem, grouped } from './terminal.js';
import { type ExpensivePlan, expensivePlan, expensivePlans } from '../plans/describe-plan.js';
import type { WorldCounts } from '../plans/cost/world-counts.js';
import { budgetProblems } from './check-budget.js';
import { type NeverTrue, neverTrue } from '../plans/never-true.js';
import { kindAt } from '../model/model.js';
import { readDocument } from '../content/native/source-document.js';
import { type YamlParser, createYamlParser } from '../content/native/yaml-file.js';
import { type ContentDocuments, createContentDocuments, firstSpot, originSpot } from './content-documents.js';
import { findingWarnings } from './check-findings.js';
import { unusedWarnings } from './check-unused.js';

export type CheckedContent = ReturnType<typeof checkGathering>;

/**
 * The files directly in one folder, and all named files, are one content each; each scenario is checked alone. A named
 * file in a checked folder is checked there. A folder where several files have a `start` holds a content for each.
 */
export function checkContents(
  paths: readonly string[],
  world: NominalWorld,
  known: KnownFormats,
  {
    unused = false,
    budgets = () => undefined,
    reading = {},
  }: Partial<Omit<CheckingOptions, 'parser'>> & { readonly reading?: Reading } = {},
): readonly CheckedContent[] {
  const parts = paths.flatMap((path) => partsOf(path, known, reading.note));
  const remember = remembering(reading);
  const parser = remember('parsed texts', [], createYamlParser);
  parser.sweep();
  const options: CheckingOptions = { world, unused, budgets, parser };
  return gather(parts).map((gathering) => {
    const { name, parts: own } = gathering;
    // Texts may be problems of reading, which are others each time.
    const input = [world.objects, unused, ...own.flatMap(({ file, text }) => [file, text])];
    return remember(name, input, (note) => checkGathering(gathering, options, note));
  });
}

/** What keeps content in folders from loading, without advice. Scenarios are passed over. */
export function loadErrors(folders: readonly string[], known: KnownFormats): readonly Diagnostic[] {
  const parts = folders.flatMap((folder) => partsOf(folder, known, undefined));
  const errors = gather(parts.filter(({ kind }) => kind === 'content')).flatMap(({ parts: own }) => {
    const { unread, files } = readIn(own);
    return [...unread, ...(files.length === 0 ? [] : checkAlone(files).errors)];
  });
  return eachOnce(errors);
}

interface CheckingOptions {
  /** For which plans are judged. */
  readonly world: NominalWorld;
  /** Also lists what nothing uses. */
  readonly unused: boolean;
  /** The world for which a budget is judged; undefined: the one that it states. */
  readonly budgets: (program: Program) => WorldCounts | undefined;
  readonly parser: YamlParser;
}

interface Part {
  readonly kind: 'content' | 'scenario';
  readonly file: string;
  readonly folder: string | undefined;
  readonly text: string | Diagnostic;
}

function partsOf(path: string, known: KnownFormats, note: NoteRead | undefined): readonly Part[] {
  const parts = findFiles([path], ['.yaml', '.yml'], note).flatMap((found) => partOf(found, known, note) ?? []);
  if (parts.length > 0) return parts;
  const text = fileProblem(
    path,
    'no-content',
    `${path} has no content in it: no .yaml or .yml file that is content or a scenario`,
  );
  return [{ kind: 'content', file: path, folder: path, text }];
}

/** Undefined for other formats in a folder. */
function partOf({ file, named, closed }: FoundFile, known: KnownFormats, note: NoteRead | undefined): Part | undefined {
  const text = catching(
    () => readText(file, bytesOf(longestScenario), note),
    (error) => fileFailure(file, error),
  );
  const folder = named ? undefined : closed === true ? file : dirname(file);
  const part: Part = { kind: 'content', file, folder, text };
  if (typeof text !== 'string') return part;
  const format = formatOf(text);
  if (format === formatName) return { ...part, kind: 'scenario' };
  const other = named ? known.otherCommand(file, format) : undefined;
  if (other !== undefined) return { ...part, text: fileProblem(file, 'no-content', `this ${other}`) };
  if (format === undefined) return part;
  if (!named) return undefined;
  const unknown = `unknown format ${JSON.stringify(format)}; a scenario has format: ${formatName}, and content has none`;
  return { ...part, text: fileProblem(file, 'unknown-format', unknown) };
}

interface Gathering {
  readonly name: string;
  readonly parts: readonly Part[];
}

function gather(parts: readonly Part[]): readonly Gathering[] {
  const inFolders = new Set(parts.filter(({ folder }) => folder !== undefined).map(({ file }) => resolve(file)));
  const reached = new Set<string>();
  const gatherings = new Map<string, Part[]>();
  for (const part of parts) {
    const file = resolve(part.file);
    if (reached.has(file) || (part.folder === undefined && inFolders.has(file))) continue;
    reached.add(file);
    const key =
      part.kind === 'scenario'
        ? `scenario ${file}`
        : part.folder === undefined
          ? 'named'
          : `folder ${resolve(part.folder)}`;
    kept(gatherings, key, (): Part[] => []).push(part);
  }
  return [...gatherings.values()].flatMap(contentsIn);
}

/** A world begins once, so several files with a `start` are as many contents; the other files belong to each. */
function contentsIn(parts: readonly Part[]): readonly Gathering[] {
  const [{ kind, file, folder }] = parts;
  const models = kind === 'content' && folder !== undefined ? parts.filter(hasStart) : [];
  if (models.length < 2) return [{ name: kind === 'scenario' ? file : (folder ?? nameOf(file, parts)), parts }];
  return models.map((model) => {
    const own = parts.filter((part) => part === model || !models.includes(part));
    return { name: nameOf(model.file, own), parts: own };
  });
}

function nameOf(file: string, parts: readonly Part[]): string {
  return parts.length === 1 ? file : `${file} and ${parts.length - 1} more`;
}

const startLine = /^(?:start|"start"|'start')[ \t]*:(?:\s|$)/m;

/** Block YAML is only searched for the line, so that errors elsewhere do not change what belongs together. */
export function hasStart({ file, text }: Pick<Part, 'file' | 'text'>): boolean {
  if (typeof text !== 'string') return false;
  if (!/^\s*\{/.test(text)) return startLine.test(text);
  const read = readDocument(file, text);
  return read.ok && isMap(read.document.value) && 'start' in read.document.value;
}

function checkGathering({ name, parts }: Gathering, options: CheckingOptions, note: NoteRead | undefined) {
  const { unread, files } = readIn(parts);
  const [{ kind, file }] = parts;
  const checked =
    files.length === 0
      ? []
      : kind === 'scenario'
        ? checkScenario(file, files[0].text, note)
        : [checkAlone(files, options.parser)];
  const scenario = kind === 'scenario' ? files.at(0) : undefined;
  const { errors, ...sound } = judge(name, checked, { ...options, scenario });
  return { name, files: parts.map((part) => resolve(part.file)), errors: [...unread, ...errors], ...sound };
}

function readIn(parts: readonly Part[]) {
  return {
    unread: parts.flatMap(({ text }) => (typeof text === 'string' ? [] : [text])),
    files: parts.flatMap(({ file, text }) => (typeof text === 'string' ? [{ file, text }] : [])),
  };
}

function checkAlone(files: readonly ContentFile[], parser?: YamlParser): CheckedCase {
  const result = loadFiles(files, {}, parser);
  const nothing = 'there is nothing in this file, expected sections of content, such as `kinds`';
  const empty = files
    .filter(({ text }) => isEmpty(text))
    .map(
      ({ file }): Diagnostic => ({
        ...fileProblem(file, 'empty-content', nothing),
        severity: 'warning',
        suggestion: 'delete the file, or look whether it was saved',
      }),
    );
  return {
    name: '',
    files,
    program: result.ok ? result.program : undefined,
    errors: result.ok ? [] : result.errors,
    warnings: [...result.warnings, ...empty],
  };
}

interface Judging extends CheckingOptions {
  readonly scenario: ContentFile | undefined;
}

/** Judges programs without errors. */
function judge(name: string, cases: readonly CheckedCase[], judging: Judging) {
  const errors = ofCases(cases, (each) => each.errors);
  const warnings = ofCases(cases, (each) => each.warnings);
  if (errors.length > 0) return { errors, warnings, programs: [], size: sizeOf([]) };
  const advice = new Map<Program, Advice>();
  for (const { program, files, warnings: known } of cases)
    if (program !== undefined && !advice.has(program)) advice.set(program, adviceOn(program, files, known, judging));
  const advised = ofCases(cases, ({ program }) => (program && advice.get(program)?.problems) ?? []);
  // What one case uses is used.
  const unused = ofCases(cases, ({ program }) => (program && advice.get(program)?.unused) ?? []);
  return {
    errors: advised.filter(({ severity }) => severity === 'error'),
    warnings: [
      ...warnings,
      ...advised.filter(({ severity }) => severity === 'warning'),
      ...unused.filter((each) => each.cases === undefined),
    ],
    programs: programsOf(name, cases),
    size: sizeOf([...advice.keys()]),
  };
}

/** Each program once, with its first case. */
function programsOf(name: string, cases: readonly CheckedCase[]) {
  const byFingerprint = new Map<string, { readonly name: string; readonly program: Program }>();
  for (const { name: of, program } of cases)
    if (program !== undefined && !byFingerprint.has(keyOfProgram(program)))
      byFingerprint.set(keyOfProgram(program), { name: of, program });
  const programs = [...byFingerprint.values()];
  return programs.map(({ name: of, program }) => ({ name: programs.length === 1 ? name : `${name}: ${of}`, program }));
}

/** Budgets are no part of the fingerprint. */
function keyOfProgram({ fingerprint, budget }: Program): string {
  return JSON.stringify([fingerprint, budget]);
}

export type ContentSize = Readonly<ReturnType<typeof sizeOf>>;

function sizeOf(programs: readonly Program[]) {
  const books = programs.map(({ rules }) => rules);
  return {
    classes: countWritten(programs.map(({ model }) => model.classes)),
    rules: countWritten(books.map(({ rules }) => rules)),
    triggers: countWritten(books.map(({ triggers }) => triggers.triggers)),
    occurrences: countWritten(books.map(({ timing }) => timing.types.filter(({ origin }) => origin !== undefined))),
    abilities: countWritten(books.map(({ timing }) => timing.abilities)),
  };
}

interface Written {
  readonly name: string;
  readonly origin?: Origin | undefined;
}

function countWritten(lists: readonly (readonly Written[])[]): number {
  const most = new Map<string, number>();
  for (const list of lists) {
    const counts = new Map<string, number>();
    for (const { name, origin } of list) {
      const key = JSON.stringify([origin?.file, origin?.line, origin?.column, name]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [key, times] of counts) most.set(key, Math.max(times, most.get(key) ?? 0));
  }
  return [...most.values()].reduce((sum, times) => sum + times, 0);
}

interface Finding extends Diagnostic {
  readonly cases?: readonly string[];
}

function ofCases(
  cases: readonly CheckedCase[],
  foundIn: (each: CheckedCase) => readonly Diagnostic[],
): readonly Finding[] {
  const byKey = new Map<string, { readonly found: Diagnostic; readonly names: Set<string> }>();
  for (const each of cases) {
    for (const found of foundIn(each))
      kept(byKey, keyOf(found), () => ({ found, names: new Set<string>() })).names.add(each.name);
  }
  return [...byKey.values()].map(({ found, names }) =>
    names.size === cases.length ? found : { ...found, cases: [...names] },
  );
}

/** Each problem once: scenarios share content files. Problems of a whole content belong to no case. */
export function eachOnce(findings: readonly Finding[]): readonly Diagnostic[] {
  const byKey = new Map<string, Finding>();
  for (const found of findings) {
    const known = byKey.get(keyOf(found));
    if (known === undefined || (known.cases !== undefined && found.cases === undefined)) byKey.set(keyOf(found), found);
  }
  return [...byKey.values()].map(withCases);
}

function keyOf({ file, line, column, code, message }: Diagnostic): string {
  return JSON.stringify([resolve(file), line, column, code, message]);
}

function withCases({ cases, ...found }: Finding): Diagnostic {
  if (cases === undefined) return found;
  return {
    ...found,
    message: `${found.message} (in the ${cases.length === 1 ? 'case' : 'cases'} ${listTexts(cases, 8, 'and')})`,
  };
}

interface Advice {
  /** What is over its budget, and warnings. */
  readonly problems: readonly Diagnostic[];
  readonly unused: readonly Diagnostic[];
}

/** About a sound program, without known warnings. */
function adviceOn(
  program: Program,
  files: readonly ContentFile[],
  known: readonly Diagnostic[],
  { world, unused, scenario, budgets, parser }: Judging,
): Advice {
  const documents = createContentDocuments(scenario === undefined ? files : files.slice(1), parser);
  const problems = [
    ...budgetProblems(program, budgets(program), (origin) => originSpot(origin, files)),
    ...expensivePlans(program, world).map((plan) => expensiveWarning(plan, program, documents, world)),
    ...neverTrue(program)
      .filter(({ origin }) => !isKnown(origin, known))
      .map((never) => neverWarning(never, program, files)),
    ...findingWarnings(program, documents, scenario),
  ];
  return { problems, unused: unused ? unusedWarnings(program, documents, scenario) : [] };
}

function expensiveWarning(
  { of, tests, reason, cheaper }: ExpensivePlan,
  program: Program,
  documents: ContentDocuments,
  world: NominalWorld,
): Diagnostic {
  const isRule = 'rule' in of;
  const name = isRule ? of.rule.name : program.model.columns[of.growth.column].name;
  const what = isRule ? `the rule ${quoteText(name)}` : `the growth formula of ${quoteText(name)}`;
  const amount = Number.isFinite(tests) ? `about ${grouped(Number(tests.toPrecision(2)))}` : 'endlessly many';
  return {
    severity: 'warning',
    code: 'dear-plan',
    ...(isRule ? originSpot(of.rule.origin, documents.files) : growthSpot(name, documents)),
    message:
      `${what} takes ${amount} object tests a turn in a world of ${grouped(world.objects)} objects, ` +
      `expected at most ${grouped(expensivePlan)}: it ${reason}`,
    suggestion: cheaper,
  };
}

function isKnown({ file, line }: Origin, known: readonly Diagnostic[]): boolean {
  const codes = ['never-true', 'never-present'];
  return known.some((warning) => codes.includes(warning.code) && warning.file === file && warning.line === line);
}

function neverWarning(
  { owner, text, kinds, origin }: NeverTrue,
  { model }: Program,
  files: readonly ContentFile[],
): Diagnostic {
  const who =
    kinds.length === 0 ? 'any object' : `objects of kind ${listTexts(kinds.map((kind) => kindAt(model, kind).name))}`;
  return {
    severity: 'warning',
    code: 'never-true',
    ...originSpot(origin, files),
    message: `${text === '' ? 'a condition' : quoteText(text)} of ${printable(owner)} is never true of ${who}, whatever the world is like`,
    suggestion:
      'check that such an object has what the condition reads, and that its parts do not contradict each other',
  };
}

/** Programs do not keep the place of a formula. */
function growthSpot(meter: string, documents: ContentDocuments): Place {
  const spot = ['growth', 'target'].map((key) => documents.spot(['meters', meter, key], 'value')).find(Boolean);
  return spot ?? firstSpot(documents);
}
