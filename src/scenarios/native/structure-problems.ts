import type { Path, Problem } from '../../content/text/problem.js';
import {
  type CaseData,
  type ExpectationData,
  type ObjectData,
  type PlaceData,
  type ScenarioFileData,
  type StepData,
  expectationSubjects,
  objectExpectations,
  stepActions,
  triggerExpectations,
} from './scenario-schema.js';

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

/** What the schema cannot say: which keys exclude or need one another. The value fits the schema. */
export function structureProblems(scenario: ScenarioFileData): readonly Problem[] {
  const problems: Problem[] = [];
  const { cases } = scenario;
  if (cases === undefined) problems.push(...bodyProblems(scenario, scenario, []));
  else
    for (const key of ['steps', 'rejected', 'warned'] as const)
      if (scenario[key] !== undefined)
        problems.push(structureProblem([], `${key} stands beside cases; move it into a case`, key));
  problems.push(...worldProblems(scenario, []), ...caseCountProblems(scenario));
  const placed = (cases ?? []).map((each, i) => ({ ...each, path: ['cases', i] }));
  problems.push(...duplicateNames(placed));
  for (const each of placed)
    problems.push(...worldProblems(each, each.path), ...bodyProblems(each, scenario, each.path));
  return problems;
}

function bodyProblems(body: Body, file: Body, path: Path): readonly Problem[] {
  const { steps, rejected } = body;
  const advice = ', steps: [] where there is nothing to do';
  const hasContent = body.content !== undefined || file.content !== undefined;
  return [
    ...eitherProblems(path, 'a case', ['steps', steps], ['rejected', rejected], advice),
    ...(hasContent ? [] : [missing(path, 'there is no content; give it in place or name its files')]),
    ...(steps ?? []).flatMap((step, i) => stepProblems(step, [...path, 'steps', i])),
    ...lengthProblems(body, file, path),
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
  const large = firstBeyond(steps, ({ spawn }) => copiesOf(listed(spawn).map(([each]) => each)), objects, mostCopies);
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

function worldProblems(body: Body, path: Path): readonly Problem[] {
  return (body.world?.objects ?? []).flatMap((object, i) => objectProblems(object, [...path, 'world', 'objects', i]));
}

function objectProblems(object: ObjectData, path: Path): readonly Problem[] {
  const problems = [...placeProblems(object, path)];
  if (object.class === undefined && object.kind === undefined)
    problems.push(missing(path, 'an object has neither class nor kind; give it one'));
  if (object.copies !== undefined && object.name !== undefined)
    problems.push(
      structureProblem(path, 'an object with copies has no name of its own; leave name or copies out', 'name'),
    );
  return problems;
}

function placeProblems({ in: inside, lane, x, y }: PlaceData, path: Path): readonly Problem[] {
  const given = [inside, lane, x ?? y].filter((each) => each !== undefined);
  if (given.length > 1) return [structureProblem(path, 'a place is given twice; give one of in, lane, and x with y')];
  return (x === undefined) === (y === undefined) ? [] : [missing(path, 'a point needs both x and y')];
}

function stepProblems(step: StepData, path: Path): readonly Problem[] {
  const actions = Object.keys(step).filter((key) => stepActions.includes(key));
  if (actions.length !== 1) return choiceProblems(path, 'a step does', actions, stepActions);
  const { expect, spawn, move, fails } = step;
  const problems = [
    ...listed(expect).flatMap(([each, at]) => expectationProblems(each, [...path, 'expect', ...at])),
    ...listed(spawn).flatMap(([each, at]) => objectProblems(each, [...path, 'spawn', ...at])),
    ...(move === undefined ? [] : moveProblems(move, [...path, 'move'])),
  ];
  if (fails !== undefined && expect !== undefined) {
    const message = 'fails stands beside expect; put it into a step that changes the world';
    problems.push(structureProblem(path, message, 'fails'));
  }
  return problems;
}

function moveProblems(move: PlaceData, path: Path): readonly Problem[] {
  const isGiven = move.in !== undefined || move.lane !== undefined || move.x !== undefined || move.y !== undefined;
  if (isGiven) return placeProblems(move, path);
  return [missing(path, 'a move leads nowhere; give in, lane, or x with y (in: null puts the object nowhere)')];
}

const withNumbers: readonly string[] = ['object', 'evaluate', 'ask'];

function expectationProblems(expectation: ExpectationData, path: Path): readonly Problem[] {
  const subjects = expectationSubjects.filter((key) => expectation[key] !== undefined);
  if (subjects.length !== 1) return choiceProblems(path, 'an expectation is about', subjects, expectationSubjects);
  const [subject] = subjects;
  const partners = subject === 'object' ? objectExpectations : subject === 'trigger' ? triggerExpectations : [];
  const others = Object.keys(expectation).filter((key) => key !== subject);
  const problems = others
    .filter((key) => !partners.includes(key) && !(key === 'within' && withNumbers.includes(subject)))
    .map((key) => {
      const where = triggerExpectations.includes(key) ? 'a trigger' : 'an object';
      const message = `${key} does not go with ${subject}; put it into an expectation about ${where}`;
      return structureProblem(path, message, key);
    });
  const { enabled, evaluate } = expectation;
  if (partners.length > 0 && others.every((key) => key === 'within' && subject === 'object')) {
    const message = `nothing is expected of the ${subject}; give one of ${partners.join(', ')}`;
    problems.push(structureProblem(path, message));
  }
  if (enabled !== undefined && enabled.is === undefined && enabled.failing === undefined)
    problems.push(structureProblem([...path, 'enabled'], 'what is enabled needs is, or failing, or both'));
  if (evaluate !== undefined && (evaluate.is === undefined) === (evaluate.absent === undefined))
    problems.push(structureProblem([...path, 'evaluate'], 'an evaluation needs either is or absent'));
  return problems;
}

/** One or a list of them, each with the path to it. */
function listed<Item>(value: Item | readonly Item[] | undefined): readonly (readonly [Item, Path])[] {
  if (value === undefined) return [];
  return isList(value) ? value.map((item, i) => [item, [i]] as const) : [[value, []]];
}

function isList<Item>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
