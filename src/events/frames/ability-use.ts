import { isAbsent } from '../../eval/operation.js';
import { timeOf } from '../../components/clock.js';
import { copyRow, dropCopies, setGone } from '../../components/copies.js';
import { numberOccurrence, setField, status } from '../../components/occurrence-stack.js';
import type { Ability, Raised, TimingBook } from '../../ir/occurrence.js';
import { asHandle, handleOf, resolve } from '../../kernel/identity.js';
import { bindAnswer, copyOf, handleIn, listRule, type Step } from '../../meaning/answering.js';
import { viewOf, type DecisionKind } from '../event.js';
import { type Run, plainEffects, type Question } from './event-run.js';
import {
  frameKind,
  countRaised,
  abilityOf,
  addList,
  addUse,
  pointOfFrame,
  reportOccurrence,
  typeOf,
  runningAbilities,
  stopped,
} from './stack.js';
import type { WorldState } from '../../components/state.js';
import { EdictError } from '../../kernel/errors.js';
import { hashBoard } from '../../state/state-hash.js';

/** Starts the chosen candidate of the question, or asks its controller first. Either way it counts as used. */
export function startAbility(run: Run, chosen: number, step: Step, point: number): void {
  const { index, optional } = abilityOf(run, chosen);
  noteChosen(run, chosen);
  // A reaction was chosen already.
  if (!optional || step === 'C') {
    useAbility(run, chosen, step, point);
    return;
  }
  const { occurrence, source, number, controller } = run.question.candidates;
  const [row, from, copy, player] = [occurrence[chosen], source[chosen], number[chosen], controller[chosen]];
  const choice = addList(run, frameKind.choice, index, point, row, from, copy, player);
  run.state.frames.memo[choice] = step === 'A' ? 0 : 1;
}

export function noteChosen(run: Run, chosen: number): void {
  const { occurrence, source, number } = run.question.candidates;
  const ability = abilityOf(run, chosen);
  const isShared = ability.copy !== undefined;
  addUse(run, occurrence[chosen], copyOf(ability), isShared ? 0 : source[chosen], isShared ? 0 : number[chosen]);
}

export function useAbility(run: Run, chosen: number, step: Step, point: number): void {
  const { state, timing, question, report } = run;
  const { candidates } = question;
  const ability = abilityOf(run, chosen);
  const { list, index, name } = ability;
  const row = candidates.occurrence[chosen];
  const source = candidates.source[chosen];
  const controller = candidates.controller[chosen];
  countRaised(run, 1, name);
  run.watch?.answered?.(index, source, candidates.number[chosen], row);
  spend(run, ability, candidates.number[chosen]);
  if (report !== undefined && step !== 'pay') {
    report({
      kind: 'start',
      time: timeOf(state),
      step,
      at: pointOfFrame(state, point),
      ability: index,
      name,
      source: asHandle(source) || null,
      occurrence: viewOf(state, timing.types, row),
    });
  }
  const subject = handleIn(state, row, typeOf(run, row).subject);
  if (step === 'A') {
    if (ability.into === undefined) {
      state.occurrences.status[row] = status.cancelled;
      reportOccurrence(run, 'cancel', row);
    } else substitute(run, ability.into, row, source, controller);
  }
  const hasEnd = step === 'B' || step === 'C';
  if (list >= 0 && !fireAtOnce(run, list, row, source, subject, controller)) {
    const begun = addList(run, frameKind.run, list, point, row, source, subject, controller);
    // Above 0 where its end is reported.
    state.frames.mark[begun] = hasEnd ? index + 1 : -1 - index;
  } else if (hasEnd) report?.({ kind: 'end', time: timeOf(state), ability: index, name });
}

/** Fires a plain list, which needs no frame; false for others. Roles are handles. */
export function fireAtOnce(
  run: Run,
  list: number,
  row: number,
  source: number,
  direct: number,
  controller: number,
): boolean {
  const { state, context } = run;
  const effects = plainEffects(run, list, direct);
  if (effects === undefined) return false;
  const { frame } = context;
  frame.occurrence = row;
  frame.controller = resolve(state.identity, controller);
  frame.rule = listRule(state, list, row);
  run.fire(context, run.ruleOf(list), effects, source, direct);
  run.settle?.();
  return true;
}

function spend({ state }: Run, { next, index, carrier }: Ability, number: number): void {
  if (!next) return;
  if (number === 0) {
    if (carrier.by === 'world') setGone(state, index);
    return;
  }
  const gone = copyRow(state, number);
  dropCopies(state, (row) => row === gone);
}

/** Replaces an occurrence; uses stay with its row. */
function substitute(run: Run, into: Raised, row: number, source: number, controller: number): void {
  const { state, timing, context, report, watch } = run;
  const { occurrences, fieldCount } = state;
  watch?.befell?.('replace', row);
  const before = report && viewOf(state, timing.types, row);
  const [from, to] = [typeOf(run, row), timing.types[into.type]];
  bindAnswer(context.frame, timing, row, source, controller);
  const { values } = occurringOf(run, into);
  for (const [old, field] of [
    [from.subject, to.subject],
    [from.player, to.player],
  ]) {
    if (field >= 0 && old >= 0 && into.values[field] === undefined)
      values[field] = occurrences.values[row * fieldCount + old];
  }
  occurrences.type[row] = into.type;
  occurrences.parent[row] = occurrences.id[row];
  occurrences.id[row] = numberOccurrence(state);
  const { effect, maker, rule, answered, controller: controllers } = occurrences;
  effect[row] = maker[row] = rule[row] = answered[row] = controllers[row] = 0;
  for (let field = 0; field < fieldCount; field++) setField(state, row, field, values[field] ?? NaN);
  if (before === undefined) return;
  report?.({ kind: 'replace', time: timeOf(state), before, occurrence: viewOf(state, timing.types, row) });
}

/** What is raised, with values by the binding of the frame. */
export function occurringOf(run: Run, raised: Raised): { readonly type: number; readonly values: number[] } {
  const { type } = raised;
  return { type, values: run.timing.types[type].fields.map((_, field) => valueOf(run, raised, field)) };
}

/** The same values, into the row of an occurrence. */
export function putValues(run: Run, row: number, raised: Raised): void {
  const { state, timing } = run;
  const { length } = timing.types[raised.type].fields;
  for (let field = 0; field < length; field++) {
    // Evaluated before the array is read.
    const value = valueOf(run, raised, field);
    state.occurrences.values[row * state.fieldCount + field] = value;
  }
}

function valueOf({ state: { identity }, timing, context }: Run, { type, values }: Raised, field: number): number {
  const node = values[field];
  if (node === undefined) return NaN;
  const value = context.evaluate(node);
  if (isAbsent(value)) return NaN;
  const declared = timing.types[type].fields[field];
  if (declared?.type.name !== 'entity') return value;
  const isOfKind = value !== 0 && (declared.kind === undefined || identity.kind[value] === declared.kind);
  return isOfKind ? handleOf(identity, value) : NaN;
}

/** In a frame, in place of an answer. */
export const waitsForAnswer = -1;

/**
 * The answer to a question, from 0; -1: the machine must wait. Without players it is the first option. Options are the
 * candidates. The caller must have changed nothing since it reached the frame, so that the question repeats.
 */
export function decide(run: Run, row: number, kind: DecisionKind, player: number, count: number): number {
  const { state, timing, players, question, report } = run;
  if (!players.plays(player)) return 0;
  const { frames } = state;
  const answer = frames.actSubject[row] - 1;
  question.kind = kind;
  question.player = player;
  question.count = count;
  question.at = pointOfFrame(state, row);
  question.isAnswered = false;
  if (answer < 0) {
    if ((kind === 'react' || kind === 'choose') && leadsInCircle(run, row)) {
      frames.actSubject[row] = 0;
      return kind === 'react' ? count - 1 : 1;
    }
    frames.actSubject[row] = waitsForAnswer;
    question.isOpen = true;
    return -1;
  }
  if (answer >= count)
    throw new EdictError(
      'damaged-file',
      `option ${answer} was decided, of ${count}: the state did not come from a run; save it again`,
    );
  frames.actSubject[row] = 0;
  report?.({
    kind: 'decide',
    time: timeOf(state),
    player: asHandle(player),
    decision: kind,
    option: optionName(state, timing, question, answer),
  });
  return answer;
}

/** Batches this deep are searched for circles, which costs too much before. */
const suspicious = 8;

/**
 * Whether the same decision came up before in its own course with the same state: the player could go round for ever.
 * Frames of points keep the hash of the state at their last question.
 */
function leadsInCircle(run: Run, row: number): boolean {
  const { state, timing, question, report } = run;
  const { frames, occurrences, fieldCount } = state;
  if (frames.depth[row] < suspicious) return false;
  const isPoint = frames.does[row] === frameKind.point;
  const point = isPoint ? row : row - 1;
  const answered = isPoint ? frames.list[row] : frames.occurrence[row];
  const values = occurrences.values.subarray(answered * fieldCount, (answered + frames.at[point]) * fieldCount);
  const hash = hashBoard(state, [
    question.player,
    frames.stage[point],
    frames.direct[point],
    occurrences.type[answered],
    ...values,
  ]);
  const number = parseInt(hash.slice(0, 13), 16) + 1;
  frames.controller[point] = number;
  let below = point - 1;
  while (below > 0 && !(frames.does[below] === frameKind.point && frames.controller[below] === number)) below--;
  if (below === 0) return false;
  const cycle = runningAbilities(run);
  if (timing.policy.optionalLoop === 'error')
    throw stopped(
      run,
      'optional-loop',
      `the same decision recurs in its own course with the same state: ${cycle.join(', then ')} again and again; let one of them answer once only (next), or let the policy break such loops`,
      cycle[0],
    );
  report?.({ kind: 'loop', time: timeOf(state), player: asHandle(question.player), cycle });
  return true;
}

export function optionName(state: WorldState, timing: TimingBook, question: Question, option: number): string {
  const { kind, candidates } = question;
  if (kind === 'choose') return option === 0 ? 'yes' : 'no';
  if (kind === 'group') return timing.types[state.occurrences.type[candidates.occurrence[option]]].name;
  return option < candidates.count ? timing.abilities[candidates.ability[option]].name : 'pass';
}
