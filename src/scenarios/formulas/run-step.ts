import type { Place } from '../../content/lst/campaign.js';
import type { SolvedValue } from '../../world/solving-api.js';
import { differenceOf, described, readExpectation, contentValue } from './value-text.js';
import { codeText } from './load-case.js';
import { firstOutOfOrder, type Stage, changedCells, classNameOf, nameOfCell, objectAt } from './stage.js';
import {
  type EvalStep,
  type ExpectErrorData,
  type ExplanationStep,
  type GetStep,
  type StepData,
  type WriteStep,
  stepActions,
} from './scenario-schema.js';

/** Does what a step says. Returns what is not as it expects, as a sentence; undefined where all is. */
export function runStep(stage: Stage, step: StepData): string | undefined {
  const { roster, campaign } = stage;
  if ('grant' in step) {
    roster.grant(classNameOf(campaign, step.grant));
    return effectFault(stage, step);
  }
  if ('revoke' in step) {
    roster.revoke(classNameOf(campaign, step.revoke));
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
  return `step ${index + 1} (${action} ${String((step as unknown as Readonly<Record<string, unknown>>)[action])}${of})`;
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
  if (variable !== undefined) return { value: world.solved(objectAt(stage, of), variable) };
  // As a formula it says why it is not to be seen from there.
  const compiled = campaign.formulaIn(get, { of });
  return compiled.ok
    ? { on: 'load', code: 'unknown-variable', message: `${get} is no variable` }
    : { on: 'load', ...compiled.problem };
}

function evalAnswer(stage: Stage, { eval: text, of, as, format, expectError }: EvalStep): Answer {
  const unknown = unknownPlace(stage, of);
  if (unknown !== undefined) return unknown;
  // A formula by itself is one of a number, unless something else is said.
  const wanted = format ?? (expectError?.on === 'load' && as === undefined ? 'NUMBER' : undefined);
  const compiled = stage.campaign.formulaIn(text, { of, as, format: wanted });
  return compiled.ok
    ? { value: stage.world.solveNode(compiled.node, objectAt(stage, of)) }
    : { on: 'load', ...compiled.problem };
}

function answerFault(
  what: string,
  { expect, expectError }: Pick<GetStep, 'expect' | 'expectError'>,
  answer: Answer,
): string | undefined {
  if (expectError !== undefined) return errorFault(what, expectError, answer);
  const read = expect && readExpectation(expect);
  if (read === undefined) return undefined;
  if (!('value' in answer)) {
    const wanted = typeof read === 'string' ? JSON.stringify(expect) : described(read);
    return `${what} is refused (${answer.code}: ${answer.message}), expected ${wanted}`;
  }
  if (typeof read === 'string') return `what is expected of ${what} is not right: ${read}`;
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
    // As a formula it says whether there is one that is not to be seen from there.
    const compiled = campaign.formulaIn(`input(${JSON.stringify(write)})`, { of });
    const code = !compiled.ok && compiled.problem.code === 'scope' ? 'scope' : 'unknown-variable';
    const place = of === undefined ? 'of the character' : `to be seen from ${of}`;
    return refusedWrite(step, { code, message: `there is no channel ${write} ${place}` });
  }
  const content = campaign.constantOf(channel, value);
  const said = JSON.stringify(value);
  if (content === undefined)
    return refusedWrite(step, { on: 'eval', code: 'format', message: `${said} is no constant of its format` });
  if (expectError !== undefined) return `the write of ${said} to ${write} succeeds, expected ${expectError.code}`;
  const object = objectAt(stage, of);
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

function effectFault(stage: Stage, { changed, solves }: Pick<WriteStep, 'changed' | 'solves'>): string | undefined {
  const faults = changed === undefined ? [] : changedFaults(stage, changed);
  const found = stage.world.lastChange.solves;
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
  if (twice.length > 0) faults.push(`${twice.join(', ')} ${twice.length === 1 ? 'is' : 'are'} told of more than once`);
  const wrong = firstOutOfOrder(stage.world, cells);
  if (wrong !== undefined) {
    const [first, second] = wrong.map((cell) => nameOfCell(stage, cell));
    faults.push(`${first} is told of before ${second}, which it depends on`);
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
