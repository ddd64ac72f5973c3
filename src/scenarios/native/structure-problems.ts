import type { Path, Problem } from '../../content/text/problem.js';
import type { CaseData, ObjectData, ScenarioFileData } from './scenario-schema.js';

/** Something that does not go together, or is missing; of a key where one is given. */
export function structureProblem(path: Path, message: string, key?: string, code = 'bad-structure'): Problem {
  return { path, key, code, message };
}

function missing(path: Path, message: string): Problem {
  return structureProblem(path, message, undefined, 'missing-key');
}

function tooLong(path: Path, message: string, key?: string): Problem {
  return structureProblem(path, message, key, 'too-long');
}

/** What is wrong where just one of some keys must be given. `whole`: such as `a step does`. */
export function choiceProblems(
  path: Path,
  whole: string,
  given: readonly string[],
  choices: readonly string[],
): readonly Problem[] {
  if (given.length === 1) return [];
  const found = given.length === 0 ? 'nothing' : `several things (${given.join(', ')})`;
  return [structureProblem(path, `${whole} ${found}; give it exactly one of ${choices.join(', ')}`)];
}

/** The same of two things; `advice` for where neither is there. */
export function eitherProblems(
  path: Path,
  whole: string,
  [one, first]: readonly [name: string, value: unknown],
  [other, second]: readonly [name: string, value: unknown],
  advice = '',
): readonly Problem[] {
  if ((first === undefined) !== (second === undefined)) return [];
  const has = first === undefined ? `neither ${one} nor ${other}` : `both ${one} and ${other}`;
  return [structureProblem(path, `${whole} has ${has}; give it one of them${first === undefined ? advice : ''}`)];
}

export function duplicateNames(
  cases: readonly { readonly name: string; readonly path: Path }[],
  shown: (name: string) => string = String,
): readonly Problem[] {
  const seen = new Set<string>();
  return cases.flatMap(({ name, path }) => {
    const isAgain = seen.has(name);
    seen.add(name);
    const message = `two cases are called ${shown(name)}; give each its own name`;
    return isAgain ? [structureProblem([...path, 'name'], message, undefined, 'duplicate-name')] : [];
  });
}

type Body = Omit<CaseData, 'name'>;

/** What the tables of the format cannot say: what the parts of a file are together. The file fits the tables. */
export function structureProblems(scenario: ScenarioFileData): readonly Problem[] {
  const bodies = scenario.cases?.map((body, i) => ({ name: body.name, body, path: ['cases', i] })) ?? [
    { name: '', body: scenario, path: [] },
  ];
  return [
    ...caseCountProblems(scenario),
    ...duplicateNames(bodies),
    ...bodies.flatMap(({ body, path }) => [
      ...((body.content ?? scenario.content) === undefined
        ? [missing(path, 'there is no content; give it in place or name its files')]
        : []),
      ...lengthProblems(body, scenario, path),
    ]),
  ];
}

/**
 * Cases of a file: each has a world of its own, and what there is at the start of all of them is made whenever the file
 * is checked.
 */
const mostCases = 1_000;

/** Turns that a case may run, and copies of objects that it may make, in all. */
const mostTurns = 100_000;
const mostCopies = 1_000_000;

function caseCountProblems({ cases = [], world }: ScenarioFileData): readonly Problem[] {
  if (cases.length > mostCases) {
    const message = `the file has ${cases.length} cases, at most ${mostCases} are allowed; split it into several files`;
    return [tooLong(['cases', mostCases], message)];
  }
  const shared = copiesOf(world?.objects);
  const large = firstBeyond(cases, (each) => shared + copiesOf(each.world?.objects), 0, mostCopies);
  // One case by itself is told by what it makes.
  if (large === undefined || large.at === 0) return [];
  const found = `the worlds of the cases up to here have ${large.sum} objects`;
  const message = `${found}, at most ${mostCopies} are allowed; make fewer, or split the file`;
  return [tooLong(['cases', large.at], message)];
}

/** The first steps by which a case runs more turns and makes more copies than it may. */
function lengthProblems({ steps = [], world }: Body, file: Body, path: Path): readonly Problem[] {
  const objects = copiesOf(world?.objects) + (world === file.world ? 0 : copiesOf(file.world?.objects));
  const fewer = `at most ${mostCopies} are allowed; make fewer copies`;
  if (objects > mostCopies)
    return [tooLong([...path, 'world', 'objects'], `the world of a case has ${objects} objects, ${fewer}`)];
  const long = firstBeyond(steps, ({ run = 0 }) => run, 0, mostTurns);
  const large = firstBeyond(steps, ({ spawn }) => copiesOf(listed(spawn)), objects, mostCopies);
  const problems: Problem[] = [];
  if (long !== undefined) {
    const allowed = `at most ${mostTurns} are allowed; run fewer, or run its world by edict run`;
    problems.push(tooLong([...path, 'steps', long.at], `a case runs ${long.sum} turns up to here, ${allowed}`, 'run'));
  }
  if (large !== undefined)
    problems.push(
      tooLong([...path, 'steps', large.at], `a case makes ${large.sum} objects up to here, ${fewer}`, 'spawn'),
    );
  return problems;
}

function copiesOf(objects: readonly ObjectData[] = []): number {
  return objects.reduce((sum, { copies = 1 }) => sum + copies, 0);
}

function firstBeyond<Item>(
  items: readonly Item[],
  countOf: (item: Item) => number,
  from: number,
  most: number,
): { readonly at: number; readonly sum: number } | undefined {
  let sum = from;
  for (const [at, item] of items.entries()) {
    sum += countOf(item);
    if (sum > most) return { at, sum };
  }
  return undefined;
}

/** One or a list of them. */
function listed<Item>(value: Item | readonly Item[] | undefined): readonly Item[] {
  return value === undefined ? [] : isList(value) ? value : [value];
}

function isList<Item>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
