import type { NoteRead } from '../../../files/read-log.js';
import { EdictError } from '../../../kernel/errors.js';
import { type CaseChoice, caseNamed, doNamed, firstSteps } from '../../../scenarios/case-choice.js';
import { catching, bare } from '../../../scenarios/catching.js';
import { fitting } from '../../../scenarios/native/case-content.js';
import {
  duplicateNames,
  eitherProblems,
  choiceProblems,
  structureProblem,
} from '../../../scenarios/native/structure-problems.js';
import type { ReadScenario, ScenarioFile, ScenarioFormat } from '../../../scenarios/scenario-format.js';
import { codeText, loadCase, loadFault, problemText } from './load-case.js';
import {
  type CaseData,
  type EvalStep,
  type ExpectErrorData,
  type ExplanationStep,
  type GetStep,
  type StepData,
  type WriteStep,
  formatName,
  scenarioSchema,
  stepActions,
  stepSchemas,
} from './scenario-schema.js';
import {
  type Stage,
  changedCells,
  classNameOf,
  firstOutOfOrder,
  nameOfCell,
  objectAt,
  openStage,
  seenFrom,
} from './character.js';
import { z } from 'zod';
import { type Problem, schemaProblems } from '../../text/schema-problems.js';
import type { Path } from '../../text/problem.js';
import { placeFinder, readData } from '../../../scenarios/read-data.js';
import { contentValue, described, differenceOf, readExpectation } from './value-text.js';
import type { Place } from '../load-campaign.js';
import type { TypedValue } from '../../../world/variables-api.js';

/** The character of a case after its steps; by default, of the first case that loads. */
export function openCase({ file, text, note }: ScenarioFile, { case: name, step: count }: CaseChoice = {}): Stage {
  const scenario = fitting(file, readScenario(file, text));
  const { cases } = scenario;
  const data =
    name === undefined
      ? (cases.find(({ loadError }) => loadError === undefined) ?? cases[0])
      : caseNamed(file, cases, name);
  const loaded = loadCase(file, data, note);
  if (!loaded.ok) {
    const problems = loaded.problems.map(problemText).join('\n');
    throw new EdictError('bad-content', `the campaign of ${data.name} does not load:\n${problems}`, file);
  }
  const stage = openStage(loaded.campaign);
  const { steps = [] } = data;
  for (const [i, step] of firstSteps(data.name, steps, count ?? steps.length).entries()) {
    doNamed(
      stepName(step, i),
      () => scenario.placeOf(['cases', cases.indexOf(data), 'steps', i]),
      // Expectations are ignored. Refused writes do nothing.
      () => ('grant' in step || 'revoke' in step || 'write' in step ? runStep(stage, step) : undefined),
    );
  }
  return stage;
}

export const lstFormat: ScenarioFormat = {
  format: formatName,
  load({ file, text, note }) {
    const scenario = fitting(file, readScenario(file, text));
    return scenario.cases.map(({ name }, index) => ({ name, run: () => runCase(scenario, index, note) }));
  },
};

export function runCase(scenario: Scenario, index: number, note?: NoteRead): string | undefined {
  const { file, cases } = scenario;
  const { steps = [], loadError, ...data } = cases[index];
  const loaded = loadCase(file, data, note);
  if (loadError !== undefined) return loadFault(loadError, loaded);
  if (!loaded.ok) return `the campaign does not load: ${loaded.problems.map(problemText).join('\n')}`;
  const stage = openStage(loaded.campaign);
  for (const [i, step] of steps.entries()) {
    const fault = catching(() => runStep(stage, step), bare);
    if (fault !== undefined) return `${scenario.placeOf(['cases', index, 'steps', i])}: ${stepName(step, i)}: ${fault}`;
  }
  return undefined;
}

interface Scenario {
  readonly file: string;
  readonly cases: readonly CaseData[];
  /** `file:line` of a value in it. */
  placeOf(path: Path): string;
}

/** Content is not loaded yet. */
export function readScenario(file: string, text: string): ReadScenario<Scenario> {
  const read = readData(file, text, scenarioSchema, problemsOf);
  if (!read.ok) return read;
  const cases = read.scenario.cases as readonly CaseData[];
  return { ok: true, scenario: { file, cases, placeOf: placeFinder(file, text) } };
}

function problemsOf({ cases }: { readonly cases: readonly RawCase[] }): readonly Problem[] {
  const placed = cases.map((each, i) => ({ ...each, path: ['cases', i] }));
  return [
    ...duplicateNames(placed, JSON.stringify),
    ...placed.flatMap(({ path, ...each }) => caseProblems(each, path)),
  ];
}

type RawCase = z.output<typeof scenarioSchema>['cases'][number];

function caseProblems({ lst, campaign, objects, steps, loadError }: RawCase, path: Path): readonly Problem[] {
  const source = eitherProblems(path, 'a case', ['lst', lst], ['a campaign', campaign]);
  if (source.length > 0) return source;
  if (campaign !== undefined && objects !== undefined)
    return [structureProblem(path, 'objects cannot be combined with a campaign; declare them in its files', 'objects')];
  const aim = eitherProblems(path, 'a case', ['steps', steps], ['a loadError', loadError]);
  if (aim.length > 0) return aim;
  if (loadError?.code === 'loop' && loadError.cycle === undefined) {
    return [
      {
        path: [...path, 'loadError'],
        code: 'missing-key',
        message: 'a loop is expected without its cycle; give the names that are in it',
      },
    ];
  }
  return (steps ?? []).flatMap((step, i) => stepProblems(step, [...path, 'steps', i]));
}

function stepProblems(step: Readonly<Record<string, unknown>>, path: Path): readonly Problem[] {
  const actions = stepActions.filter((action) => Object.hasOwn(step, action));
  if (actions.length !== 1) return choiceProblems(path, 'a step does', actions, stepActions);
  // Wrapped in an object, so that messages speak of the step.
  const problems = schemaProblems(z.strictObject({ step: stepSchemas[actions[0]] }), { step }).map((problem) => ({
    ...problem,
    path: [...path, ...problem.path.slice(1)],
  }));
  return problems.length > 0 ? problems : answerProblems(step as StepData, path);
}

function answerProblems(step: StepData, path: Path): readonly Problem[] {
  if ('get' in step || 'eval' in step) {
    const { expect, expectError } = step;
    const whole = 'get' in step ? 'a get' : 'an eval';
    const wrong = eitherProblems(path, whole, ['expect', expect], ['expectError', expectError]);
    if (wrong.length > 0) return wrong;
    const read = expect && readExpectation(expect);
    if (typeof read === 'string')
      return [{ path: [...path, 'expect'], code: 'bad-value', message: `what is expected is not right: ${read}` }];
  }
  if ('eval' in step && step.format !== undefined && step.expectError === undefined)
    return [
      structureProblem(path, 'format goes with expectError; an expected value has a format of its own', 'format'),
    ];
  if ('write' in step && step.expectError !== undefined && (step.changed !== undefined || step.solves !== undefined))
    return [structureProblem(path, 'a write that fails changes nothing; leave out changed and solves')];
  return [];
}

export function runStep(stage: Stage, step: StepData): string | undefined {
  const { roster, campaign } = stage;
  if ('write' in step) return writeFault(stage, step);
  if ('get' in step) return answerFault(step.get, step, getAnswer(stage, step));
  if ('eval' in step) return answerFault(step.eval, step, evalAnswer(stage, step));
  if ('explanation' in step) return explanationFault(stage, step);
  if ('grant' in step) roster.grant(classNameOf(campaign, step.grant));
  else roster.revoke(classNameOf(campaign, step.revoke));
  return effectFault(stage, step);
}

/** `step 1 (grant SKILL|Tough)` */
function stepName(step: StepData, index: number): string {
  const action = stepActions.find((key) => key in step) ?? '';
  const of = 'of' in step && step.of !== undefined ? ` of ${step.of}` : '';
  return `step ${index + 1} (${action} ${String((step as unknown as Readonly<Record<string, unknown>>)[action])}${of})`;
}

type Answer = { readonly value: TypedValue } | Refusal;

/** Without `on` it fits either. */
interface Refusal {
  readonly on?: ExpectErrorData['on'];
  readonly code: string;
  readonly message: string;
}

function unknownPlace({ campaign }: Stage, of: Place): Refusal | undefined {
  return of === undefined || campaign.classOf(of) !== undefined
    ? undefined
    : { code: 'unknown-variable', message: `there is no object ${JSON.stringify(of)} in the campaign` };
}

function getAnswer(stage: Stage, { get, of }: GetStep): Answer {
  const { campaign, world } = stage;
  const unknown = unknownPlace(stage, of);
  if (unknown !== undefined) return unknown;
  const variable = campaign.variableOf(of, get);
  if (variable !== undefined) return { value: world.variables.typed(objectAt(stage, of), variable) };
  const compiled = campaign.formulaIn(get, { of });
  return compiled.ok
    ? { on: 'load', code: 'unknown-variable', message: `${get} is not a variable` }
    : { on: 'load', ...compiled.problem };
}

function evalAnswer(stage: Stage, { eval: text, of, as, format, expectError }: EvalStep): Answer {
  const unknown = unknownPlace(stage, of);
  if (unknown !== undefined) return unknown;
  // A bare formula is a number by default.
  const wanted = format ?? (expectError?.on === 'load' && as === undefined ? 'NUMBER' : undefined);
  const compiled = stage.campaign.formulaIn(text, { of, as, format: wanted });
  return compiled.ok
    ? { value: stage.world.variables.evaluate(compiled.node, objectAt(stage, of)) }
    : { on: 'load', ...compiled.problem };
}

function answerFault(
  what: string,
  { expect, expectError }: Pick<GetStep, 'expect' | 'expectError'>,
  answer: Answer,
): string | undefined {
  if (expectError !== undefined) return errorFault(what, expectError, answer);
  const read = expect && readExpectation(expect);
  if (typeof read !== 'object') return read;
  if (!('value' in answer))
    return `${what} is refused (${answer.code}: ${answer.message}), expected ${described(read)}`;
  const difference = differenceOf(read, answer.value);
  return difference === undefined ? undefined : `${what} ${difference}`;
}

function errorFault(what: string, wanted: ExpectErrorData, answer: Answer): string | undefined {
  const { on, code } = wanted;
  const wantedText = `it to ${on === 'load' ? 'be refused' : 'fail'} with ${codeText(code)}`;
  if (!('value' in answer)) {
    if (isWanted(wanted, answer)) return undefined;
    return `${what} is refused with ${answer.code} (${answer.message}), expected ${wantedText}`;
  }
  if (answer.value.type !== 'failed') return `${what} is ${described(answer.value)}, expected ${wantedText}`;
  return on === 'eval' && code === 'arithmetic' ? undefined : `${what} fails with arithmetic, expected ${wantedText}`;
}

function isWanted({ on, code }: ExpectErrorData, refusal: Refusal): boolean {
  return refusal.code === code && (refusal.on === undefined || refusal.on === on);
}

function writeFault(stage: Stage, step: WriteStep): string | undefined {
  const { campaign, world } = stage;
  const { write, of, value, expectError } = step;
  const unknown = unknownPlace(stage, of);
  if (unknown !== undefined) return refusedWrite(step, unknown);
  const channel = campaign.channelOf(of, write);
  if (channel === undefined) {
    // Compiling a formula with it tells whether the channel exists but is hidden there.
    const compiled = campaign.formulaIn(`input(${JSON.stringify(write)})`, { of });
    const code = !compiled.ok && compiled.problem.code === 'scope' ? 'scope' : 'unknown-variable';
    return refusedWrite(step, { code, message: `there is no channel ${write} ${seenFrom(of)}` });
  }
  const content = campaign.constantOf(channel, value);
  const said = JSON.stringify(value);
  if (content === undefined)
    return refusedWrite(step, { on: 'eval', code: 'format', message: `${said} is not a constant of its format` });
  if (expectError !== undefined) return `the write of ${said} to ${write} succeeds, expected ${expectError.code}`;
  const object = objectAt(stage, of);
  world.variables.change(() => {
    world.set(object, channel, contentValue(channel.type, content));
  });
  return effectFault(stage, step);
}

function refusedWrite({ write, expectError }: WriteStep, refusal: Refusal): string | undefined {
  if (expectError !== undefined && isWanted(expectError, refusal)) return undefined;
  const wanted =
    expectError === undefined
      ? 'it to succeed'
      : `it to be refused with ${codeText(expectError.code)} (on ${expectError.on})`;
  return `the write to ${write} is refused with ${refusal.code} (${refusal.message}), expected ${wanted}`;
}

function effectFault(stage: Stage, { changed, solves }: Pick<WriteStep, 'changed' | 'solves'>): string | undefined {
  const faults = changed === undefined ? [] : changedFaults(stage, changed);
  const { solves: found } = stage.world.variables.lastChange;
  if (solves !== undefined && solves !== found) faults.push(`it takes ${found} recomputations, expected ${solves}`);
  return faults.length === 0 ? undefined : faults.join('; ');
}

function changedFaults(stage: Stage, wanted: readonly string[]): string[] {
  const cells = changedCells(stage);
  const names = cells.map((cell) => nameOfCell(stage, cell));
  const folded = names.map((name) => name.toLowerCase());
  const left = new Set(wanted.map((name) => name.toLowerCase()));
  const faults: string[] = [];
  const missing = wanted.filter((name) => !folded.includes(name.toLowerCase()));
  if (missing.length > 0)
    faults.push(`${missing.join(', ')} did not change, expected ${missing.length === 1 ? 'it' : 'them'} to`);
  const others = names.filter((_name, i) => !left.has(folded[i]));
  if (others.length > 0)
    faults.push(
      `${others.join(', ')} changed, expected only ${wanted.length === 0 ? 'nothing' : wanted.join(', ')} to`,
    );
  const twice = names.filter((_name, i) => folded.indexOf(folded[i]) < i);
  if (twice.length > 0) faults.push(`${twice.join(', ')} ${twice.length === 1 ? 'is' : 'are'} reported more than once`);
  const wrong = firstOutOfOrder(stage.world, cells);
  if (wrong !== undefined) {
    const [first, second] = wrong.map((cell) => nameOfCell(stage, cell));
    faults.push(`${first} is reported before ${second}, which it depends on`);
  }
  return faults;
}

function explanationFault({ campaign }: Stage, { explanation, scope, expect }: ExplanationStep): string | undefined {
  const found = campaign.explanationOf(scope, explanation);
  if (found === expect.text) return undefined;
  const is =
    found === undefined
      ? `there is no variable ${explanation}${scope === undefined ? '' : ` in ${scope}`}`
      : `the explanation of ${explanation} is ${JSON.stringify(found)}`;
  return `${is}, expected ${JSON.stringify(expect.text)}`;
}
