import type { Problem } from '../../content/diagnostics/schema-problems.js';
import {
  type CaseData,
  type ExpectationData,
  type ObjectData,
  type PlaceData,
  type ScenarioFileData,
  type StepData,
  expectationSubjects,
  stepActions,
} from './scenario-schema.js';
import type { Path } from '../../content/native/source-document.js';

/** What the schema cannot say: which keys exclude or need one another. The value fits the schema. */
export function structureProblems(scenario: ScenarioFileData): readonly Problem[] {
  const problems: Problem[] = [];
  const isSingle = scenario.cases === undefined;
  if (isSingle) problems.push(...bodyProblems(scenario, scenario, []));
  for (const key of ['steps', 'rejected', 'warned'] as const) {
    if (!isSingle && scenario[key] !== undefined) {
      problems.push(problem([], 'bad-structure', `${key} stands beside cases; move it into a case`, key));
    }
  }
  problems.push(...worldProblems(scenario, []));
  const seen = new Set<string>();
  problems.push(...caseCountProblems(scenario));
  (scenario.cases ?? []).forEach((each, i) => {
    const path = ['cases', i];
    if (seen.has(each.name))
      problems.push(
        problem([...path, 'name'], 'duplicate-name', `two cases are called ${each.name}; give each its own name`),
      );
    seen.add(each.name);
    problems.push(...worldProblems(each, path), ...bodyProblems(each, scenario, path));
  });
  return problems;
}

type Body = Omit<CaseData, 'name'>;

function bodyProblems(body: Body, file: Body, path: Path): readonly Problem[] {
  const problems: Problem[] = [];
  if ((body.steps === undefined) === (body.rejected === undefined)) {
    const has =
      body.steps === undefined
        ? 'neither steps nor rejected; give it one of them, steps: [] where there is nothing to do'
        : 'both steps and rejected; give it one of them';
    problems.push(problem(path, 'bad-structure', `a case has ${has}`));
  }
  if (body.content === undefined && file.content === undefined)
    problems.push(problem(path, 'missing-key', 'there is no content; give it in place or name its files'));
  (body.steps ?? []).forEach((step, i) => problems.push(...stepProblems(step, [...path, 'steps', i])));
  return [...problems, ...lengthProblems(body, file, path)];
}

/**
 * Cases of a file: each has a world of its own, and what there is at the start of all of them is made whenever the file
 * is checked.
 */
const mostCases = 1_000;

function caseCountProblems({ cases = [], world }: ScenarioFileData): readonly Problem[] {
  if (cases.length > mostCases)
    return [
      problem(
        ['cases', mostCases],
        'too-long',
        `the file has ${cases.length} cases, at most ${mostCases} are allowed; split it into several files`,
      ),
    ];
  const shared = copiesOf(world?.objects);
  const large = firstBeyond(cases, (each) => shared + copiesOf(each.world?.objects), 0, mostCopies);
  // One case by itself is told by what it makes.
  if (large === undefined || large.at === 0) return [];
  return [
    problem(
      ['cases', large.at],
      'too-long',
      `the worlds of the cases up to here have ${large.sum} objects, at most ${mostCopies} are allowed; make fewer, or split the file`,
    ),
  ];
}

/** Turns that a case may run, and copies of objects that it may make, in all. */
const mostTurns = 100_000;
const mostCopies = 1_000_000;

/** The first steps by which a case runs more turns and makes more copies than it may. */
function lengthProblems({ steps = [], world }: Body, file: Body, path: Path): readonly Problem[] {
  const objects = copiesOf(world?.objects) + (world === file.world ? 0 : copiesOf(file.world?.objects));
  if (objects > mostCopies)
    return [
      problem(
        [...path, 'world', 'objects'],
        'too-long',
        `the world of a case has ${objects} objects, at most ${mostCopies} are allowed; make fewer copies`,
      ),
    ];
  const long = firstBeyond(steps, ({ run = 0 }) => run, 0, mostTurns);
  const large = firstBeyond(steps, ({ spawn }) => copiesOf(listed(spawn).map(([each]) => each)), objects, mostCopies);
  return [
    ...(long === undefined
      ? []
      : [
          problem(
            [...path, 'steps', long.at],
            'too-long',
            `a case runs ${long.sum} turns up to here, at most ${mostTurns} are allowed; run fewer, or run its world by edict run`,
            'run',
          ),
        ]),
    ...(large === undefined
      ? []
      : [
          problem(
            [...path, 'steps', large.at],
            'too-long',
            `a case makes ${large.sum} objects up to here, at most ${mostCopies} are allowed; make fewer copies`,
            'spawn',
          ),
        ]),
  ];
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
    problems.push(problem(path, 'missing-key', 'an object has neither class nor kind; give it one'));
  if (object.copies !== undefined && object.name !== undefined) {
    problems.push(
      problem(path, 'bad-structure', 'an object with copies has no name of its own; leave name or copies out', 'name'),
    );
  }
  return problems;
}

function placeProblems(place: PlaceData, path: Path): readonly Problem[] {
  const given = [
    place.in !== undefined,
    place.lane !== undefined,
    place.x !== undefined || place.y !== undefined,
  ].filter(Boolean).length;
  if (given > 1) return [problem(path, 'bad-structure', 'a place is given twice; give one of in, lane, and x with y')];
  if ((place.x === undefined) !== (place.y === undefined))
    return [problem(path, 'missing-key', 'a point needs both x and y')];
  return [];
}

function stepProblems(step: StepData, path: Path): readonly Problem[] {
  const actions = Object.keys(step).filter((key) => stepActions.includes(key));
  if (actions.length !== 1) {
    const has = actions.length === 0 ? 'does nothing' : `does several things (${actions.join(', ')})`;
    return [problem(path, 'bad-structure', `a step ${has}; give it exactly one of ${stepActions.join(', ')}`)];
  }
  return [
    ...listed(step.expect).flatMap(([each, at]) => expectationProblems(each, [...path, 'expect', ...at])),
    ...listed(step.spawn).flatMap(([each, at]) => objectProblems(each, [...path, 'spawn', ...at])),
    ...(step.move === undefined ? [] : moveProblems(step.move, [...path, 'move'])),
    ...(step.fails !== undefined && step.expect !== undefined
      ? [
          problem(
            path,
            'bad-structure',
            'fails stands beside expect; put it into a step that changes the world',
            'fails',
          ),
        ]
      : []),
  ];
}

function moveProblems(move: PlaceData, path: Path): readonly Problem[] {
  const isGiven = move.in !== undefined || move.lane !== undefined || move.x !== undefined || move.y !== undefined;
  return isGiven
    ? placeProblems(move, path)
    : [
        problem(
          path,
          'missing-key',
          'a move leads nowhere; give in, lane, or x with y (in: null puts the object nowhere)',
        ),
      ];
}

const withObject: readonly string[] = [
  'exists',
  'kind',
  'class',
  'owner',
  'owners',
  'in',
  'position',
  'values',
  'lacks',
  'granted',
  'seenBy',
  'available',
];
const withTrigger: readonly string[] = ['armed', 'holds'];
const withNumbers: readonly string[] = ['object', 'evaluate', 'ask'];

function expectationProblems(expectation: ExpectationData, path: Path): readonly Problem[] {
  const subjects = expectationSubjects.filter((key) => expectation[key] !== undefined);
  if (subjects.length !== 1) {
    const has = subjects.length === 0 ? 'is about nothing' : `is about several things (${subjects.join(', ')})`;
    return [
      problem(path, 'bad-structure', `an expectation ${has}; give it exactly one of ${expectationSubjects.join(', ')}`),
    ];
  }
  const [subject] = subjects;
  const others = Object.keys(expectation).filter((key) => key !== subject);
  const problems = others
    .filter(
      (key) =>
        !(subject === 'object' && withObject.includes(key)) &&
        !(subject === 'trigger' && withTrigger.includes(key)) &&
        !(key === 'within' && withNumbers.includes(subject)),
    )
    .map((key) =>
      problem(
        path,
        'bad-structure',
        `${key} does not go with ${subject}; put it into an expectation about ${withTrigger.includes(key) ? 'a trigger' : 'an object'}`,
        key,
      ),
    );
  if (subject === 'trigger' && others.length === 0)
    problems.push(
      problem(path, 'bad-structure', `nothing is expected of the trigger; give one of ${withTrigger.join(', ')}`),
    );
  if (subject === 'object' && others.every((key) => key === 'within'))
    problems.push(
      problem(path, 'bad-structure', `nothing is expected of the object; give one of ${withObject.join(', ')}`),
    );
  if (
    expectation.enabled !== undefined &&
    expectation.enabled.is === undefined &&
    expectation.enabled.failing === undefined
  ) {
    problems.push(problem([...path, 'enabled'], 'bad-structure', 'what is enabled needs is, or failing, or both'));
  }
  if (
    expectation.evaluate !== undefined &&
    (expectation.evaluate.is === undefined) === (expectation.evaluate.absent === undefined)
  ) {
    problems.push(problem([...path, 'evaluate'], 'bad-structure', 'an evaluation needs either is or absent'));
  }
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

function problem(path: Path, code: string, message: string, key?: string): Problem {
  return key === undefined ? { path, code, message } : { path, key, code, message };
}
