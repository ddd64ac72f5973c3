import type { NoteRead } from '../../files/read-log.js';
import { createCollector, mostKept } from '../../content/text/collector.js';
import type { Diagnostic } from '../../content/text/diagnostic.js';
import { type NameBudget, createNameBudget } from '../../content/text/nearest-name.js';
import type { ContentFile } from '../../content/native/source-tree.js';
import { type LoadResult, loadContent } from '../../content/native/load-content.js';
import { grouped } from '../../kernel/grouped.js';
import { EdictError } from '../../kernel/errors.js';
import type { Program } from '../../ir/rule.js';
import { bare, catching } from '../catching.js';
import { contentFiles, contentPath } from './case-content.js';
import { type Report, createChecks } from './check-steps.js';
import { type CaseDefinition, type Scenario, readScenario } from './read-native-scenario.js';
import { createStage, worldsOf } from './set-up-world.js';
import { type Diagnose, type Path, addError, diagnoserOf } from '../../content/native/source-document.js';

export interface CheckedCase {
  readonly name: string;
  /** The scenario, then its content. */
  readonly files: readonly ContentFile[];
  readonly program: Program | undefined;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Without cases whose content is to be rejected. A file that is not a scenario comes as one case. */
export function checkScenario(file: string, text: string, note?: NoteRead): readonly CheckedCase[] {
  const read = readScenario(file, text, note);
  if (!read.ok) return [{ name: file, files: [{ file, text }], program: undefined, errors: read.errors, warnings: [] }];
  const { scenario } = read;
  const checking: Checking = {
    scenario,
    load: loaderOf(scenario),
    diagnose: diagnoserOf(file, text),
    budget: createNameBudget(),
    left: mostKept,
  };
  return scenario.cases
    .filter(({ data }) => data.rejected === undefined)
    .map((definition) => checkCase(checking, definition));
}

interface Checking {
  readonly scenario: Scenario;
  readonly load: Load;
  readonly diagnose: Diagnose;
  readonly budget: NameBudget;
  /** Each case keeps at least one, and counts the others. */
  left: number;
}

type Load = (definition: CaseDefinition) => { readonly files: readonly ContentFile[]; readonly result: LoadResult };

/** Of cases with content of their own, each with the shared part. */
const mostContent = 1_000_000;

/** Shared content is loaded once. */
function loaderOf(scenario: Scenario): Load {
  let shared: ReturnType<Load> | undefined;
  let loaded = 0;
  return (definition) => {
    const isOwn = definition.data.content !== undefined;
    if (!isOwn && shared !== undefined) return shared;
    if (isOwn && loaded > mostContent) throw longContents();
    const files = contentFiles(scenario, definition);
    if (isOwn) {
      const before = loaded;
      loaded += files.reduce((sum, { text }) => sum + text.length, 0);
      if (before > 0 && loaded > mostContent) throw longContents();
    }
    const result = { files, result: loadContent(files) };
    if (!isOwn) shared = result;
    return result;
  };
}

function longContents(): EdictError {
  return new EdictError(
    'too-long',
    `the contents of the cases up to here, each with what all share, have more than ${grouped(mostContent)} ` +
      'characters; share less, or split the file',
  );
}

function checkCase(checking: Checking, definition: CaseDefinition): CheckedCase {
  const { name } = definition;
  const { scenario, load, diagnose } = checking;
  const { document } = scenario;
  const own = { file: document.file, text: document.text };
  return catching<CheckedCase>(
    () => {
      const { files, result } = load(definition);
      const found = result.ok
        ? { program: result.program, errors: problemsOf(result.program, definition, checking) }
        : { program: undefined, errors: result.errors };
      return { name, files: [own, ...files], ...found, warnings: result.warnings };
    },
    (error) => {
      const at = document.offset(contentPath(scenario, definition, error));
      const errors = [diagnose(at, error.code, bare(error))];
      return { name, files: [own], program: undefined, errors, warnings: [] };
    },
  );
}

function problemsOf(program: Program, definition: CaseDefinition, checking: Checking): readonly Diagnostic[] {
  const { scenario, diagnose, budget } = checking;
  const { document } = scenario;
  const { file } = document;
  const found = createCollector([file], Math.max(1, checking.left));
  // References to objects that could not be made are no mistakes of their own.
  const lost = new Set<string>();
  const report: Report = (path, error, key) => {
    const isKnown = error.code === 'unknown-object' && error.culprit !== undefined && lost.has(error.culprit);
    if (!isKnown) addError(found, file, () => diagnose(document.offset(path, key), error.code, bare(error)));
    const name = nameAt(document.value, path);
    if (name !== undefined) lost.add(name);
  };
  catching(
    () => {
      const worlds = worldsOf(scenario, definition);
      const checks = createChecks(createStage(program, worlds, budget, { start: false }), report);
      for (const { world, path } of worlds) checks.checkWorld(world, path);
      checks.checkSteps(definition.data.steps ?? [], [...definition.path, 'steps']);
    },
    (error) => report([...definition.path, 'world'], error),
  );
  const errors = found.errors();
  checking.left -= errors.length;
  return errors;
}

function nameAt(value: unknown, path: Path): string | undefined {
  const objects = path.lastIndexOf('objects');
  if (objects < 0) return undefined;
  let at = value;
  for (const part of path.slice(0, objects + 2))
    at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[part] : undefined;
  const name = typeof at === 'object' && at !== null ? (at as { readonly name?: unknown }).name : undefined;
  return typeof name === 'string' ? name : undefined;
}
