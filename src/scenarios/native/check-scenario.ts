import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import type { ContentFile } from '../../content/native/content-file.js';
import { type LoadResult, loadContent } from '../../content/native/load.js';
import { EdictError } from '../../kernel/errors.js';
import type { Program } from '../../compile/program.js';
import { contentFiles } from './case-content.js';
import { type Report, checkSteps } from './check-steps.js';
import { type CaseDefinition, type Scenario, readScenario } from './read-scenario.js';
import { bare, setUpStage } from './set-up-world.js';
import { type Diagnose, type Path, diagnoserOf } from '../../content/native/source-document.js';

/** What a case of a scenario brings, and what is wrong with it. */
export interface CheckedCase {
  readonly name: string;
  /** The texts that it is made of: the scenario's own, then its content. */
  readonly files: readonly ContentFile[];
  /** Undefined where the content has errors. */
  readonly program: Program | undefined;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Checks a scenario file and the content that it brings, case by case; a case whose content is to be rejected is passed over. Where the
 * file is no scenario, all that is wrong with it comes as that of one case.
 */
export function checkScenario(file: string, text: string): readonly CheckedCase[] {
  const read = readScenario(file, text);
  if (!read.ok) return [{ name: file, files: [{ file, text }], program: undefined, errors: read.errors, warnings: [] }];
  const { scenario } = read;
  const load = loaderOf(scenario);
  const diagnose = diagnoserOf(file, text);
  return scenario.cases.filter(({ data }) => data.rejected === undefined).map((definition) => checkCase(scenario, definition, load, diagnose));
}

type Load = (definition: CaseDefinition) => { readonly files: readonly ContentFile[]; readonly result: LoadResult };

/** Loads what cases bring; what those without content of their own share, once. */
function loaderOf(scenario: Scenario): Load {
  let shared: ReturnType<Load> | undefined;
  const load: Load = (definition) => {
    const files = contentFiles(scenario, definition);
    return { files, result: loadContent(files) };
  };
  return (definition) => (hasOwnContent(definition) ? load(definition) : (shared ??= load(definition)));
}

function hasOwnContent({ data, path }: CaseDefinition): boolean {
  return path.length > 0 && data.content !== undefined;
}

function checkCase(scenario: Scenario, definition: CaseDefinition, load: Load, diagnose: Diagnose): CheckedCase {
  const { name, path } = definition;
  const { document } = scenario;
  const own = { file: document.file, text: document.text };
  try {
    const { files, result } = load(definition);
    const [program, errors] = result.ok ? [result.program, problemsOf(result.program, scenario, definition, diagnose)] : [undefined, result.errors];
    return { name, files: [own, ...files], program, errors, warnings: result.warnings };
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    const at = document.offset(hasOwnContent(definition) ? [...path, 'content'] : ['content']);
    return { name, files: [own], program: undefined, errors: [diagnose(at, error.code, bare(error))], warnings: [] };
  }
}

/** What keeps the world of a case from being made, and its steps from being done. */
function problemsOf(program: Program, scenario: Scenario, definition: CaseDefinition, diagnose: Diagnose): readonly Diagnostic[] {
  const { document } = scenario;
  const found: Diagnostic[] = [];
  const lost = lostNames();
  const report: Report = (path, error) => {
    if (!lost.isKnown(error)) found.push(diagnose(document.offset(path), error.code, bare(error)));
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

/** The name of the object of the world that a path leads to or into. */
function nameAt(value: unknown, path: Path): string | undefined {
  const objects = path.lastIndexOf('objects');
  if (objects < 0) return undefined;
  let at = value;
  for (const part of path.slice(0, objects + 2)) at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[part] : undefined;
  const name = typeof at === 'object' && at !== null ? (at as { readonly name?: unknown }).name : undefined;
  return typeof name === 'string' ? name : undefined;
}
