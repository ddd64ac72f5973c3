import { inTextOrder, type LevelProblem } from './problem.js';

/** So many problems help nobody; the rest is counted. */
const mostKept = 1000;

/** What has been found in a level: the first ones, and how many there are. */
export interface Findings {
  readonly kept: LevelProblem[];
  count: number;
  /** The first of those that are only counted. */
  next: LevelProblem | undefined;
}

export function createFindings(): Findings {
  return { kept: [], count: 0, next: undefined };
}

/** One that is only counted is not made. */
export function addFinding(findings: Findings, find: () => LevelProblem): void {
  findings.count++;
  if (findings.kept.length < mostKept) findings.kept.push(find());
  else findings.next ??= find();
}

/**
 * In the order of the text. The last one says how many more there are, if there are more, where the first of these is.
 */
export function listFindings({ kept, count, next }: Findings): LevelProblem[] {
  const listed = inTextOrder(kept);
  if (next === undefined) return listed;
  return [
    ...listed,
    {
      code: 'more',
      path: next.path,
      at: next.at,
      message: `${count - kept.length} more, of which this is the first: ${next.message}`,
    },
  ];
}
