import type { FormulaOptions } from '../../content/lst/campaign.js';
import type { SolvedValue } from '../../world/solving-api.js';
import { contentValue } from './value-text.js';
import { codeText } from './load-case.js';
import { differenceOf, described, readExpectation } from './expected-value.js';
import { type ChangedCell, firstOutOfOrder } from './order-of-changes.js';
import {
  type EvalStep,
  type ExpectData,
  type ExpectErrorData,
  type ExplanationStep,
  type GetStep,
  type StepData,
  type WriteStep,
  stepActions,
} from './scenario-schema.js';
import { type Stage, changedCells, classNameOf, nameOfCell, objectAt } from './stage.js';

/** Does what a step says. Returns what is not as it expects, as a sentence; undefined where all is. */
export function runStep(stage: Stage, step: StepData): string | undefined {
  if ('grant' in step) {
    stage.roster.grant(classNameOf(stage.campaign, step.grant));
    return effectFault(stage, step);
  }
  if ('revoke' in step) {
    stage.roster.revoke(classNameOf(stage.campaign, step.revoke));
    return effectFault(stage, step);
  }
  if ('write' in step) return writeFault(stage, step);
  if ('get' in step) return answerFault(step.get, step, getAnswer(stage, step));
  if ('eval' in step) return answerFault(step.eval, step, evalAnswer(stage, step));
  return explanationFault(stage, step);
}

/** Does what a step says, and looks at nothing that it expects. A write that is refused does nothing. */
export function doStep(stage: Stage, step: StepData): void {
  if ('grant' in step || 'revoke' in step || 'write' in step) runStep(stage, step);
}

/** `step 1 (grant SKILL|Tough)` */
export function stepName(step: StepData, index: number): string {
  const action = stepActions.find((key) => key in step) ?? '';
  const of = 'of' in step && step.of !== undefined ? ` of ${step.of}` : '';
  return `step ${String(index + 1)} (${action} ${String((step as unknown as Readonly<Record<string, unknown>>)[action])}${of})`;
}

/** A value, or how asking for it failed. */
type Answer = { readonly value: SolvedValue } | Refusal;

/** Without `on` it is a matter of how one looks at it. */
interface Refusal {
  readonly on?: ExpectErrorData['on'];
  readonly code: string;
  readonly message: string;
}

/** Of an object that is not in the campaign. */
function unknownPlace({ campaign }: Stage, of: string | undefined): Refusal | undefined {
  return of === undefined || campaign.classOf(of) !== undefined
    ? undefined
    : { code: 'unknown-variable', message: `there is no object ${JSON.stringify(of)} in the campaign` };
}

function getAnswer(stage: Stage, { get, of }: GetStep): Answer {
  const { campaign, world } = stage;
  const unknown = unknownPlace(stage, of);
  if (unknown !== undefined) return unknown;
  const variable = campaign.variableOf(of, get);
  if (variable !== undefined) return { value: world.solved(objectAt(stage, of), variable) };
  // As a formula it says why it is not to be seen from there.
  const compiled = campaign.formulaIn(get, of === undefined ? {} : { of });
  if (compiled.ok) return { on: 'load', code: 'unknown-variable', message: `${get} is no variable` };
  return { on: 'load', code: compiled.problem.code, message: compiled.problem.message };
}

function evalAnswer(stage: Stage, { eval: text, of, as, format, expectError }: EvalStep): Answer {
  const unknown = unknownPlace(stage, of);
  if (unknown !== undefined) return unknown;
  // A formula by itself is one of a number, unless something else is said; that alone may be what is wrong with it.
  const wanted = format ?? (expectError?.on === 'load' && as === undefined ? 'NUMBER' : undefined);
  const options: FormulaOptions = {
    ...(of === undefined ? {} : { of }),
    ...(as === undefined ? {} : { as }),
    ...(wanted === undefined ? {} : { format: wanted }),
  };
  const compiled = stage.campaign.formulaIn(text, options);
  if (!compiled.ok) return { on: 'load', code: compiled.problem.code, message: compiled.problem.message };
  return { value: stage.world.solveNode(compiled.node, objectAt(stage, of)) };
}

function answerFault(
  what: string,
  {
    expect,
    expectError,
  }: { readonly expect?: ExpectData | undefined; readonly expectError?: ExpectErrorData | undefined },
  answer: Answer,
): string | undefined {
  if (expectError !== undefined) return errorFault(what, expectError, answer);
  if (expect === undefined) return undefined;
  if (!('value' in answer))
    return `${what} is refused (${answer.code}: ${answer.message}), expected ${expectedText(expect)}`;
  const read = readExpectation(expect);
  if (!read.ok) return `what is expected of ${what} is not right: ${read.problem}`;
  const difference = differenceOf(read.value, answer.value);
  return difference === undefined ? undefined : `${what} ${difference}`;
}

function expectedText(expect: ExpectData): string {
  const read = readExpectation(expect);
  return read.ok ? described(read.value) : JSON.stringify(expect);
}

function errorFault(what: string, wanted: ExpectErrorData, answer: Answer): string | undefined {
  const wantedText =
    wanted.on === 'load'
      ? `it to be refused with ${codeText(wanted.code)}`
      : `it to fail with ${codeText(wanted.code)}`;
  if (!('value' in answer)) {
    if (isWanted(wanted, answer)) return undefined;
    return `${what} is refused with ${answer.code} (${answer.message}), expected ${wantedText}`;
  }
  if (answer.value.type !== 'failed') return `${what} is ${described(answer.value)}, expected ${wantedText}`;
  return wanted.on === 'eval' && wanted.code === 'arithmetic'
    ? undefined
    : `${what} fails with arithmetic, expected ${wantedText}`;
}

function isWanted({ on, code }: ExpectErrorData, refusal: Refusal): boolean {
  return refusal.code === code && (refusal.on === undefined || refusal.on === on);
}

function writeFault(stage: Stage, step: WriteStep): string | undefined {
  const { campaign, world } = stage;
  const { expectError } = step;
  const unknown = unknownPlace(stage, step.of);
  if (unknown !== undefined) return refusedWrite(step, unknown);
  const channel = campaign.channelOf(step.of, step.write);
  if (channel === undefined) {
    // As a formula it says whether there is one that is not to be seen from there.
    const compiled = campaign.formulaIn(
      `input(${JSON.stringify(step.write)})`,
      step.of === undefined ? {} : { of: step.of },
    );
    const code = !compiled.ok && compiled.problem.code === 'scope' ? 'scope' : 'unknown-variable';
    return refusedWrite(step, {
      code,
      message: `there is no channel ${step.write} ${step.of === undefined ? 'of the character' : `to be seen from ${step.of}`}`,
    });
  }
  const content = campaign.constantOf(channel, step.value);
  if (content === undefined)
    return refusedWrite(step, {
      on: 'eval',
      code: 'format',
      message: `${JSON.stringify(step.value)} is no constant of its format`,
    });
  if (expectError !== undefined)
    return `the write of ${JSON.stringify(step.value)} to ${step.write} succeeds, expected ${expectError.code}`;
  const object = objectAt(stage, step.of);
  world.change(() => {
    world.setInput(object, channel, contentValue(channel.type, content));
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

function effectFault(
  stage: Stage,
  { changed, solves }: { readonly changed?: readonly string[] | undefined; readonly solves?: number | undefined },
): string | undefined {
  const faults: string[] = [];
  if (changed !== undefined) faults.push(...changedFaults(stage, changed));
  const found = stage.world.lastChange.solves;
  if (solves !== undefined && solves !== found)
    faults.push(`it takes ${String(found)} recomputations, expected ${String(solves)}`);
  return faults.length === 0 ? undefined : faults.join('; ');
}

function changedFaults(stage: Stage, wanted: readonly string[]): readonly string[] {
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
  if (twice.length > 0) faults.push(`${twice.join(', ')} ${twice.length === 1 ? 'is' : 'are'} told of more than once`);
  const wrong = firstOutOfOrder(stage.world, cells);
  if (wrong !== undefined) faults.push(outOfOrder(stage, wrong));
  return faults;
}

function outOfOrder(stage: Stage, [first, second]: readonly [ChangedCell, ChangedCell]): string {
  return `${nameOfCell(stage, first)} is told of before ${nameOfCell(stage, second)}, which it depends on`;
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
