import type { Policy } from '../content/antares/syntax.js';
import { type ReadLevel, readLevel } from '../scenarios/conditions/read-level.js';
import { readScenario } from '../scenarios/conditions/read-scenario.js';
import { type ScenarioData, formatName, scenarioSchema } from '../scenarios/conditions/scenario-schema.js';
import { EdictError } from '../kernel/errors.js';
import { formatOf } from '../scenarios/format-of.js';
import { otherCommand } from '../scenarios/formulas/other-command.js';
import { formatName as nativeFormat } from '../scenarios/native/scenario-schema.js';
import { readText } from '../files/read-file.js';

/** Reads a level; of a file that is something else, what it is. Throws where it cannot be read at all. */
export function readLevelFile(file: string, policy: Policy): ReadLevel {
  const read = readLevel(file, policy);
  const other = read.errors.some(({ code }) => code === 'syntax') ? otherKind(file) : undefined;
  if (other === undefined) return read;
  return {
    ...read,
    errors: [{ severity: 'error', code: 'no-content', path: '', file, line: 1, column: 1, message: `this ${other}` }],
  };
}

function otherKind(file: string): string | undefined {
  const format = attemptFormat(file);
  if (format === nativeFormat) return `is a scenario file of ${nativeFormat}; run its cases with edict test`;
  // By its ending alone it may still be a broken level.
  return (
    otherCommand(file.replace(/\.pn$/i, ''), format) ??
    (/\.ya?ml$/i.test(file) ? 'is YAML, and levels are Procyon or JSON; check content with edict check' : undefined)
  );
}

function attemptFormat(file: string): string | undefined {
  try {
    return formatOf(readText(file));
  } catch (error) {
    if (error instanceof EdictError) return undefined;
    throw error;
  }
}

/** How a scenario file plays its level; undefined for a file that is none. Throws where it breaks its format. */
export function playOf(file: string): Pick<ScenarioData, 'policy' | 'until' | 'host'> | undefined {
  if (!/\.json$/i.test(file)) return undefined;
  const text = readText(file);
  return formatOf(text) === formatName ? readScenario({ file, text }, scenarioSchema).data : undefined;
}
