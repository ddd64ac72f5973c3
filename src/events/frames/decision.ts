import { timeOf } from '../../components/clock.js';
import type { WorldState } from '../../components/state.js';
import type { TimingBook } from '../../ir/occurrence.js';
import { EdictError } from '../../kernel/errors.js';
import { hashBoard } from '../../state/state-hash.js';
import type { DecisionKind } from '../event.js';
import type { Question, Run } from './event-run.js';
import { frameKind, runningAbilities, stopped, pointOfFrame } from './stack.js';

/** In a frame, in place of an answer. */
export const waitsForAnswer = -1;

/**
 * The answer to a question, from 0; -1: the machine must wait. Without players it is the first option. Options are the
 * candidates of the question. The caller must have changed nothing since the frame was reached, so that the question
 * repeats.
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
    player,
    decision: kind,
    option: optionName(state, timing, question, answer),
  });
  return answer;
}

/** Batches this deep are searched for circles, which costs too much before. */
const suspicious = 8;

/**
 * Whether the same decision came up before in its own course with the same state, so that the player could go round for
 * ever. Frames of points keep the hash of the state at their last question.
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
      `the same decision comes up again in its own course with everything as it was: ${cycle.join(', then ')} again and again; let one of them answer once only (next), or let the policy break such loops`,
      cycle[0],
    );
  report?.({ kind: 'loop', time: timeOf(state), player: question.player, cycle });
  return true;
}

export function optionName(state: WorldState, timing: TimingBook, question: Question, option: number): string {
  const { kind, candidates } = question;
  if (kind === 'choose') return option === 0 ? 'yes' : 'no';
  if (kind === 'group') return timing.types[state.occurrences.type[candidates.occurrence[option]]].name;
  return option < candidates.count ? timing.abilities[candidates.ability[option]].name : 'pass';
}
