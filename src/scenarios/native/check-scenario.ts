import { type LoadResult, loadContent } from '../../content/native/load.js';
import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { EdictError } from '../../kernel/errors.js';
import type { Program } from '../../compile/program.js';
import { contentFiles } from './case-content.js';
import { type Report, checkSteps } from './check-steps.js';
import { type CaseDefinition, type Scenario, readScenario } from './read-scenario.js';
import { bare, setUpStage } from './set-up-world.js';
import { type Path, diagnose } from './source-document.js';

/**
 * Checks a scenario file and the content that it brings, case by case; content that a case says is rejected is passed over. The program
 * is that of the last case.
 */
export function checkScenario(file: string, text: string): LoadResult {
  const read = readScenario(file, text);
  if (!read.ok) return { ok: false, errors: [...read.errors], warnings: [] };
  const { scenario } = read;
  const errors: Diagnostic[] = [];
  const warnings: Diagnostic[] = [];
  let last: LoadResult | undefined;
  for (const definition of scenario.cases) {
    if (definition.data.rejected !== undefined) continue;
    try {
      last = loadContent(contentFiles(scenario, definition));
      add(warnings, last.warnings);
      if (last.ok) add(errors, problemsOf(last.program, scenario, definition));
      else add(errors, last.errors);
    } catch (error) {
      if (!(error instanceof EdictError)) throw error;
      add(errors, [diagnose(file, text, scenario.document.offset([...definition.path, 'content']), error.code, bare(error))]);
    }
  }
  return errors.length === 0 && last?.ok === true ? { ...last, warnings } : { ok: false, errors, warnings };
}

/** What keeps the world of a case from being made, and its steps from being done. */
function problemsOf(program: Program, scenario: Scenario, definition: CaseDefinition): readonly Diagnostic[] {
  const { document } = scenario;
  const found: Diagnostic[] = [];
  const lost = lostNames();
  const report: Report = (path, error) => {
    if (!lost.isKnown(error)) found.push(diagnose(document.file, document.text, document.offset(path), error.code, bare(error)));
    lost.add(nameAt(document.value, path));
  };
  try {
    const stage = setUpStage(program, scenario, definition, {}, report);
    checkSteps(stage, definition.data.steps ?? [], [...definition.path, 'steps'], report);
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    report([...definition.path, 'world'], error);
  }
  return found;
}

/** Names of objects that could not be made: that nothing is called so is no mistake of its own. */
function lostNames() {
  const names = new Set<string>();
  return {
    add(name: string | undefined) {
      if (name !== undefined) names.add(name);
    },
    isKnown: (error: EdictError) => error.code === 'unknown-object' && error.culprit !== undefined && names.has(error.culprit),
  };
}

/** The name of the object of the world at a path. */
function nameAt(value: unknown, path: Path): string | undefined {
  if (path.at(-2) !== 'objects') return undefined;
  let at = value;
  for (const part of path) at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[part] : undefined;
  const name = typeof at === 'object' && at !== null ? (at as { readonly name?: unknown }).name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Content that cases share says the same each time. */
function add(known: Diagnostic[], found: readonly Diagnostic[]): void {
  for (const each of found) {
    const isKnown = known.some((other) => other.file === each.file && other.line === each.line && other.column === each.column && other.message === each.message);
    if (!isKnown) known.push(each);
  }
}
