import type { Path, Problem } from '../../text/problem.js';
import { didYouMean } from '../../text/nearest-name.js';
import type { CivDeclaration } from '../world/declaration.js';
import { duplicateNames, choiceProblems, structureProblem } from '../../../scenarios/native/structure-problems.js';
import {
  type Setting,
  type Stage,
  harnessAggregators,
  objectNamed,
  openCaseStages,
  openSetting,
  openStage,
} from './declared-world.js';
import {
  type CaseData,
  type FactData,
  type ScenarioData,
  type TurnsData,
  formatName,
  scenarioSchema,
} from './scenario-schema.js';
import { fitting } from '../../../scenarios/native/case-content.js';
import type { ReadScenario, ScenarioFormat } from '../../../scenarios/scenario-format.js';
import { readData } from '../../../scenarios/read-data.js';
import { type CivIssue, objectTypes } from '../syntax.js';
import { carrierTypes, globalCarrier, lowerManipulators } from '../manipulators/manipulator.js';
import { loadManipulators } from '../manipulators/load-manipulators.js';
import { applyEvent } from '../world/fill-world.js';
import { issueText, loadFault, readDocumentOf, runCase } from './run-case.js';

function structureProblems({ world, cases, turns }: ScenarioData): readonly Problem[] {
  const known = knownNames(world);
  const names = [
    ...cases.map(({ name }, i) => ({ name, path: ['cases', i] })),
    ...turns.map(({ name }, i) => ({ name, path: ['turns', i] })),
  ];
  const isEmpty = names.length === 0;
  return [
    ...(isEmpty ? [structureProblem([], 'the file has neither cases nor turns; give it some of either')] : []),
    ...duplicateNames(names, JSON.stringify),
    ...cases.flatMap((each, i) => caseProblems(each, known, ['cases', i])),
    ...turns.flatMap((each, i) => turnsProblems(each, known, ['turns', i])),
  ];
}

function caseProblems(data: CaseData, known: KnownNames, path: Path): readonly Problem[] {
  const { on, scope, expect, whatIf, register = [], diagnostics, loadError } = data;
  const problems: Problem[] = [];
  const add = (message: string, key?: string) => problems.push(structureProblem(path, message, key));
  if (on === undefined && scope === undefined)
    add('a case has neither on nor scope; say which objects are asked, or of which types they are');
  if (diagnostics !== undefined && expect === undefined)
    add('diagnostics go with values that are expected; give expect too', 'diagnostics');
  const hasValues = expect !== undefined || whatIf?.expect !== undefined;
  const choices = 'expect, whatIf with expect, or loadError';
  const inside: Path = [...path, 'whatIf', 'expect'];
  return [
    ...problems,
    ...expectationProblems(hasValues, loadError, 'an expression that does not load', choices, path),
    ...listProblems(on ?? [], known.objects, 'object', [...path, 'on']),
    ...listProblems(register, new Set(harnessAggregators.keys()), 'aggregator', [...path, 'register']),
    ...answerProblems(data, expect, [...path, 'expect']),
    ...(whatIf?.overrides ?? []).flatMap((override, i) =>
      factProblems(override, known, [...path, 'whatIf', 'overrides', i]),
    ),
    ...(['before', 'after'] as const).flatMap((side) => {
      const answers = whatIf?.expect?.map((each) => each[side]);
      return answerProblems(data, answers, inside, [side]);
    }),
  ];
}

function expectationProblems(
  hasValues: boolean,
  loadError: CaseData['loadError'],
  what: string,
  choices: string,
  path: Path,
): readonly Problem[] {
  if (!hasValues)
    return loadError === undefined ? [structureProblem(path, `a case expects nothing; give it ${choices}`)] : [];
  if (loadError?.severity !== 'error') return [];
  return [structureProblem(path, `values are expected of ${what}; leave out either them or the loadError`)];
}

/** Finds values of a wrong type, and a wrong number of values. `inside` leads from an entry to its value. */
function answerProblems(
  { on = [], type }: CaseData,
  expected: readonly (number | boolean)[] | undefined,
  path: Path,
  inside: Path = [],
): readonly Problem[] {
  if (expected === undefined) return [];
  if (expected.length !== on.length) return [countProblem(`${on.length} objects are asked`, expected, path)];
  const [wanted, words] = type === 'bool' ? ['boolean', 'true or false'] : ['number', 'a whole number'];
  return expected.flatMap((value, i) => {
    if (typeof value === wanted) return [];
    return [
      structureProblem([...path, i, ...inside], `${value} is expected of an expression of type ${type}; give ${words}`),
    ];
  });
}

function countProblem(given: string, expected: readonly unknown[], path: Path): Problem {
  return structureProblem(path, `${given} and ${expected.length} values are expected; give one for each`);
}

function turnsProblems(data: TurnsData, known: KnownNames, path: Path): readonly Problem[] {
  const { carriers, events, turns, track, expect = {}, conserves = {}, loadError } = data;
  const hasValues = data.expect !== undefined || data.conserves !== undefined;
  const choices = 'expect, conserves or loadError';
  const { objects, properties } = known;
  return [
    ...expectationProblems(hasValues, loadError, 'manipulators that do not load', choices, path),
    ...keyProblems(carriers, known.ids, 'id', [...path, 'carriers']),
    ...keyProblems(conserves, properties, 'property', [...path, 'conserves']),
    ...events.flatMap((event, i) => factProblems(event, known, [...path, 'events', i])),
    ...keyProblems(track, objects, 'object', [...path, 'track']),
    ...keyProblems(expect, objects, 'object', [...path, 'expect']),
    ...Object.entries(track).flatMap(([object, tracked]) =>
      listProblems(tracked, properties, 'property', [...path, 'track', object]),
    ),
    ...Object.entries(expect).flatMap(([object, expected]) => {
      const at = [...path, 'expect', object];
      const counts = Object.entries(expected).filter(([, values]) => values.length !== turns);
      return [
        ...keyProblems(expected, properties, 'property', at),
        ...counts.map(([property, values]) => countProblem(`${turns} turns are run`, values, [...at, property])),
      ];
    }),
  ];
}

const subjects = ['gom', 'tag', 'property', 'attribute'] as const;

const partners: Readonly<Record<(typeof subjects)[number], readonly ('id' | 'has' | 'value')[]>> = {
  gom: ['id', 'has'],
  tag: ['has'],
  property: ['value'],
  attribute: ['value'],
};

/** Problems of a fact. Unknown ids, tags and attributes are found when the fact is looked up. */
function factProblems(fact: FactData, known: KnownNames, path: Path): readonly Problem[] {
  const problems = [...nameProblems(fact.object, known.objects, 'object', [...path, 'object'])];
  const about = subjects.filter((subject) => fact[subject] !== undefined);
  if (about.length !== 1) return [...problems, ...choiceProblems(path, 'a fact is about', about, subjects)];
  const [subject] = about;
  for (const key of ['id', 'has', 'value'] as const) {
    const goes = partners[subject].includes(key);
    if (goes && fact[key] === undefined)
      problems.push({ path, code: 'missing-key', message: `a fact about ${subject} has no ${key}; give it one` });
    if (!goes && fact[key] !== undefined)
      problems.push(structureProblem(path, `${key} does not go with ${subject}; leave it out`, key));
  }
  return problems;
}

type KnownNames = ReturnType<typeof knownNames>;

function knownNames({ objects, map, types, options }: CivDeclaration) {
  const names = new Set(objects.map(({ id }) => id));
  for (let y = 0; y < map.height; y++) for (let x = 0; x < map.width; x++) names.add(`plot:${x},${y}`);
  return {
    objects: names,
    properties: new Set(types.PROPERTY),
    ids: new Set([...Object.values(types).flat(), ...options.keys()]),
  };
}

function listProblems(
  names: readonly string[],
  known: ReadonlySet<string>,
  what: string,
  path: Path,
): readonly Problem[] {
  return names.flatMap((name, i) => nameProblems(name, known, what, [...path, i]));
}

function keyProblems(mapping: object, known: ReadonlySet<string>, what: string, path: Path): readonly Problem[] {
  return Object.keys(mapping).flatMap((key) => nameProblems(key, known, what, path, key));
}

function nameProblems(
  name: string,
  known: ReadonlySet<string>,
  what: string,
  path: Path,
  key?: string,
): readonly Problem[] {
  if (known.has(name)) return [];
  return [
    {
      path,
      key,
      code: 'unknown-name',
      message: `there is no ${what} ${JSON.stringify(name)}`,
      suggestion: didYouMean(name, known),
    },
  ];
}

/** Cases of expressions over game objects, and of properties that flow between them. */
export const civFormat: ScenarioFormat = {
  format: formatName,
  hint: ', and ask its world with edict civ run',
  load({ file, text }) {
    const { world, cases, turns } = fitting(file, readScenario(file, text));
    const stages = openCaseStages(world);
    return [
      ...cases.map((each) => ({ name: each.name, run: () => runCase(stages, each) })),
      ...turns.map((each) => ({ name: each.name, run: () => runTurns(world, each) })),
    ];
  },
};

export function readScenario(file: string, text: string): ReadScenario<ScenarioData> {
  return readData(file, text, scenarioSchema, structureProblems);
}

/** Returns the reason why a case fails; undefined if it passes. */
export function runTurns(declaration: CivDeclaration, data: TurnsData): string | undefined {
  const setting = openSetting(declaration);
  const loaded = loadAll(setting, data);
  const refused = faultOfLoad(data, loaded);
  if (refused !== undefined || loaded.issues.some(({ severity }) => severity === 'error')) return refused;
  const stage = openStage(setting, { flows: lowerManipulators(setting.civ, loaded, data.policy, data.name) });
  const sums = faultOfSums(stage, data, 'before the first turn');
  if (sums !== undefined) return sums;
  for (let turn = 1; turn <= data.turns; turn++) {
    for (const event of data.events) if (event.beforeTurn === turn) applyEvent(stage.world, stage.objects, event);
    stage.world.run(1);
    const fault = faultOfTurn(stage, data, turn);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

type Loaded = ReturnType<typeof loadAll>;

function loadAll({ civ, names }: Setting, { global, carriers, policy }: TurnsData) {
  const issues: (CivIssue & { readonly carrier: string })[] = [];
  const load = (xml: string, carrier: string) => {
    const types = carrierTypes(civ.declaration, carrier);
    // Without known carriers, anything might carry it.
    const loaded = loadManipulators(
      readDocumentOf(xml, carrier),
      names,
      policy,
      types.length === 0 ? objectTypes : types,
    );
    issues.push(...loaded.issues.map((issue) => ({ ...issue, carrier })));
    return loaded.manipulators;
  };
  return {
    global: global.flatMap((xml) => load(xml, globalCarrier)),
    carried: new Map(Object.entries(carriers).map(([id, xml]) => [id, load(xml, id)])),
    issues,
  };
}

function faultOfLoad({ loadError }: TurnsData, { issues }: Loaded): string | undefined {
  const [first] = issues;
  const what = first === undefined ? 'what the case gives' : first.carrier;
  const fault = loadFault(loadError, issues, what);
  if (fault !== undefined || loadError === undefined || first === undefined || first.carrier === loadError.carrier)
    return fault;
  return `${issueText(first)} is that of ${first.carrier}, expected of ${loadError.carrier}`;
}

function faultOfTurn(stage: Stage, data: TurnsData, turn: number): string | undefined {
  for (const [object, properties] of Object.entries(data.expect ?? {})) {
    for (const [property, values] of Object.entries(properties)) {
      const value = stage.world.get(objectNamed(stage, object), property);
      const wanted = values[turn - 1];
      if (!Object.is(value, wanted))
        return `${property} of ${object} is ${String(value)} after turn ${turn}, expected ${wanted}`;
    }
  }
  return faultOfSums(stage, data, `after turn ${turn}`);
}

function faultOfSums(
  { world, objects }: Stage,
  { conserves = {}, events }: TurnsData,
  when: string,
): string | undefined {
  // Events before the first turn change the sum.
  if (when.startsWith('before') && events.length > 0) return undefined;
  for (const [property, wanted] of Object.entries(conserves)) {
    const sum = [...new Set(objects.values())].reduce(
      (total, object) => total + Number(world.get(object, property)),
      0,
    );
    if (sum !== wanted) return `the sum of ${property} over all objects is ${sum} ${when}, expected ${wanted}`;
  }
  return undefined;
}
