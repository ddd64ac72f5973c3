import type { Policy, Level } from '../syntax.js';
import { readText } from '../../../files/read-file.js';
import type { EdictError } from '../../../kernel/errors.js';
import { type LevelDiagnostic, readScenario, ScenarioFault } from '../scenarios/read-scenario.js';
import { type ReadLevel, readLevel } from '../scenarios/read-level.js';
import { type ScenarioData, formatName, scenarioSchema } from '../scenarios/scenario-schema.js';
import { formatOf } from '../../../scenarios/format-of.js';
import type { KnownFormats } from '../../../scenarios/known-formats.js';
import { catching } from '../../../scenarios/catching.js';
import {
  fileFailure,
  fileProblem,
  filesIn,
  problemCounts,
  type Problems,
  problemsJson,
  problemsText,
} from '../../../cli/problems.js';
import { counted } from '../../../cli/table.js';
import type { Colors } from '../../../cli/terminal.js';

/** Without a policy by that of their scenario files, else as `sound`. What cannot be read is not counted. */
export function checkLevels(paths: readonly string[], policy: Policy | undefined, known: KnownFormats) {
  const [errors, warnings]: [LevelDiagnostic[], LevelDiagnostic[]] = [[], []];
  const levels: Level[] = [];
  let files = 0;
  for (const path of paths) {
    // JSON in folders may be anything, so that it must be named.
    for (const file of filesIn(path, ['.pn'], (problem) => errors.push({ ...problem, path: '' }))) {
      const read = catching(
        () => readLevelFile(file, policy ?? playOf(file)?.policy ?? 'sound', known),
        (error) => {
          errors.push(...problemsOf(file, error));
          // What can be read and is not right is a file all the same.
          if (error instanceof ScenarioFault) files++;
        },
      );
      if (read === undefined) continue;
      files++;
      errors.push(...read.errors);
      warnings.push(...read.warnings);
      if (read.level !== undefined) levels.push(read.level);
    }
  }
  return { files, levels, errors, warnings };
}

/** Of a file that is no level it says what it is. Throws where it cannot be read at all. */
export function readLevelFile(file: string, policy: Policy, known: KnownFormats): ReadLevel {
  const read = readLevel(file, policy);
  const other = read.errors.some(({ code }) => code === 'syntax') ? otherKind(file, known) : undefined;
  if (other === undefined) return read;
  return { ...read, errors: [{ ...fileProblem(file, 'no-content', `this ${other}`), path: '' }] };
}

function otherKind(file: string, known: KnownFormats): string | undefined {
  const format = catching(
    () => formatOf(readText(file)),
    () => undefined,
  );
  // By its ending alone it may still be a broken level.
  return (
    known.otherCommand(file.replace(/\.pn$/i, ''), format) ??
    (/\.ya?ml$/i.test(file) ? 'is YAML, and levels are Procyon or JSON; check content with edict check' : undefined)
  );
}

/** Undefined for a file that is no scenario. Throws where it breaks its format. */
export function playOf(file: string): Pick<ScenarioData, 'policy' | 'until'> | undefined {
  if (!/\.json$/i.test(file)) return undefined;
  const text = readText(file);
  return formatOf(text) === formatName ? readScenario({ file, text }, scenarioSchema).data : undefined;
}

export function problemsOf(file: string, error: EdictError): readonly LevelDiagnostic[] {
  const problems = error instanceof ScenarioFault ? error.diagnostics : [fileFailure(file, error)];
  return problems.map((each) => ({ ...each, path: '' }));
}

function sizeOf(levels: readonly Level[]) {
  const sum = (of: (level: Level) => number) => levels.reduce((total, level) => total + of(level), 0);
  return {
    conditions: sum(({ conditions }) => conditions.length),
    actions: sum(countActions),
    initials: sum(({ initials }) => initials.length),
  };
}

/** Also those in groups and of what is destroyed. Groups nest no deeper than documents do. */
function countActions({ conditions, bases }: Level): number {
  const lists = [
    ...conditions.map(({ action }) => action),
    ...[...bases.values()].map(({ destroyAction }) => destroyAction),
  ];
  let count = 0;
  for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
    count += list.length;
    for (const action of list) if (action.type === 'group') lists.push(action.of);
  }
  return count;
}

type LevelsCheck = ReturnType<typeof checkLevels>;

export function checkJson({ files, levels, errors, warnings }: LevelsCheck) {
  return { files, ...sizeOf(levels), ...levelProblemsJson({ errors, warnings }) };
}

export function levelProblemsJson(found: Problems<LevelDiagnostic>) {
  return problemsJson(found, ({ path }) => ({ path }));
}

export function checkText({ errors, warnings, files, levels }: LevelsCheck, colors: Colors): string {
  const sizes = levels.length === 0 ? [] : Object.entries(sizeOf(levels));
  const held = [counted(files, 'file'), ...sizes.map(([plural, count]) => counted(count, plural.slice(0, -1)))];
  return `${problemsText([...errors, ...warnings], colors, '; --json lists all')}${held.join(', ')}: ${problemCounts(errors, warnings)}\n`;
}
