import { z } from 'zod';
import { readJson } from '../content/antares/json/read-json.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { levelDiagnostics } from '../scenarios/conditions/level-diagnostics.js';
import { ScenarioFault } from '../scenarios/conditions/scenario-fault.js';
import { hostSchema } from '../scenarios/conditions/scenario-schema.js';
import { schemaProblems } from '../content/diagnostics/schema-problems.js';
import { diagnosed, readValue } from '../content/native/source-value.js';
import { readText } from '../files/read-file.js';
import type { HostProblem } from '../turns/antares/check-host.js';
import type { HostEntry } from '../turns/antares/host-entry.js';

/** What the host says, with the file that it is from. */
export interface HostFile {
  readonly entries: readonly HostEntry[];
  /** Problems with their places in the file. */
  diagnose(problems: readonly HostProblem[]): readonly Diagnostic[];
}

const hostFileSchema = z.looseObject({ host: hostSchema });

/**
 * Reads what the host says: a list, or one under `host`, such as in a scenario file. Throws where it is none, with
 * every place.
 */
export function readHost(file: string): HostFile {
  const text = readText(file);
  const { whole, lines } = asMap(text);
  const moved = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
    found.map((each) => ({ ...each, line: Math.max(1, each.line - lines) }));
  const fault = (found: readonly Diagnostic[]): ScenarioFault =>
    new ScenarioFault(`${file} is no list of what a host says`, file, found);
  if (text.trim() === '')
    throw fault([
      {
        severity: 'error',
        code: 'empty',
        file,
        line: 1,
        column: 1,
        message:
          'the file is empty; give a list of entries such as { t: 90, phase: sweep, set: { player.0.ships: 4 } }, or one under `host`',
      },
    ]);
  if (/\.json$/i.test(file)) {
    const bytes = new TextEncoder().encode(text);
    const read = readJson(bytes);
    if (!read.ok) throw fault(levelDiagnostics(file, bytes, 'error', [{ ...read.problem, path: '', code: 'syntax' }]));
  }
  const read = readValue(file, whole);
  if (!read.ok)
    throw new ScenarioFault(
      `${file} is neither JSON nor YAML with a list of what a host says`,
      file,
      moved(read.errors),
    );
  const parsed = hostFileSchema.safeParse(read.value);
  if (!parsed.success) throw fault(moved(diagnosed(file, whole, schemaProblems(hostFileSchema, read.value))));
  return {
    entries: parsed.data.host,
    diagnose: (problems) =>
      problems.flatMap(({ severity, code, path, message }) =>
        moved(diagnosed(file, whole, [{ path: ['host', ...path], code, message }])).map((each) => ({
          ...each,
          severity,
        })),
      ),
  };
}

/** A list as a map with it under `host`, and how many lines that has put before it. */
function asMap(text: string): { readonly whole: string; readonly lines: number } {
  const [first = ''] = /^(?:\s|#[^\n]*\n)*(?:\[|-\s)/.exec(text) ?? [];
  if (first === '') return { whole: text, lines: 0 };
  return { whole: first.endsWith('[') ? `{"host":\n${text}\n}` : `host:\n${text}`, lines: 1 };
}
