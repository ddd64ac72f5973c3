import type { Path, Problem } from '../../content/text/problem.js';
import { notOne } from './scenario-parts.js';
import type { CaseData, ObjectData, ScenarioFileData } from './scenario-schema.js';

export function structureProblem(path: Path, message: string, key?: string, code = 'bad-structure'): Problem {
  return { path, key, code, message };
}

function missing(path: Path, message: string): Problem {
  return structureProblem(path, message, undefined, 'missing-key');
}

function tooLong(path: Path, message: string, key?: string): Problem {
  return structureProblem(path, message, key, 'too-long');
}

/** `whole`: such as `a step does`. */
export function choiceProblems(
  path: Path,
  whole: string,
  given: readonly string[],
  choices: readonly string[],
): readonly Problem[] {
  return given.length === 1 ? [] : [structureProblem(path, notOne(whole, given, choices))];
}

/** `advice`: where neither is there. */
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
    return isAgain
      ? [
          structureProblem(
            [...path, 'name'],
            `two cases are called ${shown(name)}; give each its own name`,
            undefined,
            'duplicate-name',
          ),
        ]
      : [];
  });
}

type Body = Omit<CaseData, 'name'>;

/** For a file that fits the tables of the format: its parts together. */
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

/** Each case has a world of its own, whose objects are made whenever the file is checked. */
const mostCases = 1_000;

/** Of one case. */
const mostTurns = 100_000;
const mostCopies = 1_000_000;

function caseCountProblems({ cases = [], world }: ScenarioFileData): readonly Problem[] {
  if (cases.length > mostCases) {
    return [
      tooLong(
        ['cases', mostCases],
        `the file has ${cases.length} cases, at most ${mostCases} are allowed; split it into several files`,
      ),
    ];
  }
  const shared = copiesOf(world?.objects);
  const large = firstBeyond(cases, (each) => shared + copiesOf(each.world?.objects), 0, mostCopies);
  // A single case is reported by its own steps.
  if (large === undefined || large.at === 0) return [];
  const found = `the worlds of the cases up to here have ${large.sum} objects`;
  return [tooLong(['cases', large.at], `${found}, at most ${mostCopies} are allowed; make fewer, or split the file`)];
}

function lengthProblems({ steps = [], world }: Body, file: Body, path: Path): readonly Problem[] {
  const objects = copiesOf(world?.objects) + (world === file.world ? 0 : copiesOf(file.world?.objects));
  const fewer = `at most ${mostCopies} are allowed; make fewer copies`;
  if (objects > mostCopies)
    return [tooLong([...path, 'world', 'objects'], `the world of a case has ${objects} objects, ${fewer}`)];
  const long = firstBeyond(steps, ({ run = 0 }) => run, 0, mostTurns);
  const large = firstBeyond(steps, ({ spawn }) => copiesOf([spawn ?? []].flat()), objects, mostCopies);
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

function firstBeyond<Item>(items: readonly Item[], countOf: (item: Item) => number, from: number, most: number) {
  let sum = from;
  for (const [at, item] of items.entries()) {
    sum += countOf(item);
    if (sum > most) return { at, sum };
  }
  return undefined;
}
