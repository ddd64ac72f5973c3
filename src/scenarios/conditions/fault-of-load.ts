import type { LevelProblem } from '../../content/antares/level/problem.js';

/** What must be wrong with a level. */
export interface ExpectedFault {
  /** Left out: anything. In full, or from its condition or its action on. */
  readonly path?: string | undefined;
  readonly code?: string | undefined;
}

/** Why the problems of a level are not what was expected of it; undefined where they are. `file`: where they stand. */
export function faultOfLoad(
  problems: readonly LevelProblem[],
  expected: ExpectedFault | undefined,
  file?: string,
): string | undefined {
  if (expected === undefined)
    return problems.length === 0 ? undefined : `the level does not load:${listOf(problems, file)}`;
  const { path, code } = expected;
  const where = `${path === undefined ? '' : ` at ${path}`}${code === undefined ? '' : ` [${code}]`}`;
  if (problems.length === 0) return `the level loads, expected it to be refused${where}`;
  const found = problems.some(
    (problem) => (path === undefined || isAt(problem.path, path)) && (code === undefined || problem.code === code),
  );
  return found ? undefined : `the level is refused for other reasons, expected${where}:${listOf(problems, file)}`;
}

/** Paths in fixtures may begin at the condition or at the action that they are about. */
function isAt(full: string, path: string): boolean {
  return full === path || (full.endsWith(`.${path}`) && beginnings.test(full.slice(0, -path.length)));
}

const beginnings = /^conditions\[\d+\]\.(?:(?:action|of)\[\d+\]\.)*$/;

/** Problems that are shown: what is behind them is mostly more of the same. */
const mostShown = 5;

/** A line each. */
function listOf(problems: readonly LevelProblem[], file: string | undefined): string {
  const shown = problems.slice(0, mostShown).map(({ at, path, code, message, suggestion }) => {
    const place = file === undefined ? '' : `${file}:${String(at.line)}:${String(at.column)}: `;
    return `\n  ${place}${path} [${code}]: ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`;
  });
  const more = problems.length - shown.length;
  return `${shown.join('')}${more === 0 ? '' : `\n  and ${String(more)} more${file === undefined ? '' : `; edict levels check ${file} lists all`}`}`;
}
