import { type LoadResult, loadContent } from '../../content/native/load.js';
import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { EdictError } from '../../kernel/errors.js';
import { contentFiles } from './case-content.js';
import { readScenario } from './read-scenario.js';
import { diagnose } from './source-document.js';

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
      if (!last.ok) add(errors, last.errors);
    } catch (error) {
      if (!(error instanceof EdictError)) throw error;
      add(errors, [diagnose(file, text, scenario.document.offset([...definition.path, 'content']), error.code, error.message.replace(/^edict: /, ''))]);
    }
  }
  return errors.length === 0 && last?.ok === true ? { ...last, warnings } : { ok: false, errors, warnings };
}

/** Content that cases share says the same each time. */
function add(known: Diagnostic[], found: readonly Diagnostic[]): void {
  for (const each of found) {
    const isKnown = known.some((other) => other.file === each.file && other.line === each.line && other.column === each.column && other.message === each.message);
    if (!isKnown) known.push(each);
  }
}
