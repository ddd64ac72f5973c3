import type { Policy, Level } from '../content/antares/syntax.js';
import { EdictError } from '../kernel/errors.js';
import { findFiles } from '../scenarios/find-files.js';
import { type LevelDiagnostic, ScenarioFault } from '../scenarios/conditions/read-scenario.js';
import { playOf, readLevelFile } from './levels-files.js';
import { problemList } from './problem-list.js';
import { grouped } from './table.js';
import type { Terminal } from './terminal.js';

/** What is in levels, and what is wrong with them. */
export interface LevelsCheck {
  readonly files: number;
  /** Levels that could be read; of others nothing is counted. */
  readonly levels: number;
  readonly conditions: number;
  /** Also those in groups and of what is destroyed. */
  readonly actions: number;
  readonly initials: number;
  readonly errors: readonly LevelDiagnostic[];
  readonly warnings: readonly LevelDiagnostic[];
}

/** In folders; JSON there may be anything, so that it must be named. */
export const levelEnding = '.pn';

/** Checks the levels that paths stand for. Without a policy by that of their scenario files, else as `sound`. */
export function checkLevels(paths: readonly string[], policy: Policy | undefined): LevelsCheck {
  const [errors, warnings]: [LevelDiagnostic[], LevelDiagnostic[]] = [[], []];
  const levels: Level[] = [];
  let files = 0;
  for (const path of paths) {
    for (const file of filesOf(path)) {
      const read = attempt(file, () => readLevelFile(file, policy ?? playOf(file)?.policy ?? 'sound'));
      if (read === undefined) continue;
      files++;
      errors.push(...read.errors);
      warnings.push(...read.warnings);
      if (read.level !== undefined) levels.push(read.level);
    }
  }
  const sum = (of: (level: Level) => number): number => levels.reduce((total, level) => total + of(level), 0);
  return {
    files,
    levels: levels.length,
    errors,
    warnings,
    conditions: sum(({ conditions }) => conditions.length),
    actions: sum(countActions),
    initials: sum(({ initials }) => initials.length),
  };

  function filesOf(path: string): readonly string[] {
    const found = findFiles([path], [levelEnding]);
    if (found.length === 0) errors.push(ofFile(path, 'no-content', `${path} has no ${levelEnding} file in it`));
    return found.map(({ file }) => file);
  }

  function attempt<Result>(file: string, run: () => Result): Result | undefined {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof EdictError)) throw error;
      errors.push(...problemsOf(file, error));
      // What can be read and is not right is a file all the same.
      if (error instanceof ScenarioFault) files++;
      return undefined;
    }
  }
}

/** Groups nest no deeper than documents do. */
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

/** What an error says of a file, with its places where it has them. */
export function problemsOf(file: string, error: EdictError): readonly LevelDiagnostic[] {
  if (error instanceof ScenarioFault) return error.diagnostics.map((each) => ({ ...each, path: '' }));
  return [ofFile(file, error.code, error.message.replace(/^edict: /, ''))];
}

/** A problem of a file as a whole. */
function ofFile(file: string, code: string, message: string): LevelDiagnostic {
  return { severity: 'error', code, path: '', file, line: 1, column: 1, message };
}

export function checkJson({ files, conditions, actions, initials, errors, warnings }: LevelsCheck) {
  return { files, conditions, actions, initials, errors: errors.map(entryOf), warnings: warnings.map(entryOf) };
}

/** A problem as the JSON has it. */
export function entryOf({ file, line, column, path, code, message, suggestion }: LevelDiagnostic) {
  return { file, line, column, path, code, message, suggestion: suggestion ?? null };
}

export function checkText(
  { errors, warnings, files, levels, conditions, actions, initials }: LevelsCheck,
  { outColors: colors }: Terminal,
): string {
  const found = [...errors, ...warnings];
  const list = problemText(found, colors, '; --json lists all');
  const problems = [
    ...(errors.length > 0 ? [counted(errors.length, 'error')] : []),
    ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : []),
  ];
  const held = [
    counted(files, 'file'),
    ...(levels === 0
      ? []
      : [counted(conditions, 'condition'), counted(actions, 'action'), counted(initials, 'initial')]),
  ].join(', ');
  return `${list}${held}: ${problems.length === 0 ? 'no problems' : problems.join(', ')}\n`;
}

/** Problems for people, with a blank line behind them; nothing where there are none. */
export function problemText(found: readonly LevelDiagnostic[], colors: Terminal['outColors'], others = ''): string {
  if (found.length === 0) return '';
  return `${problemList(found, { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim }, others)}\n\n`;
}

export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
