import { timeOf } from '../../components/clock.js';
import { EdictError } from '../../kernel/errors.js';
import type { Resolver, Run } from '../trigger/run.js';
import { frameSort, pointOfFrame } from '../trigger/frame-sort.js';
import type { DecisionKind } from '../trigger/event.js';
import { hashBoard } from '../../state/state-hash.js';
import { TriggerError } from '../trigger/trigger-error.js';
import { runningAbilities } from './resolving.js';
import type { WorldState } from '../../components/state.js';

/** In a frame, in place of an answer. */
export const waitsForAnswer = -1;

/**
 * The answer to a question, from 0; -1: the machine must wait. Without players it is the first option. Options are the
 * candidates of the resolver's question. The caller must have changed nothing since the frame was reached, so that the
 * question repeats.
 */
export function ask(run: Run, row: number, kind: DecisionKind, player: number, count: number): number {
  const {
    state,
    resolver: { players, question },
    tell,
  } = run;
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
  tell?.({
    kind: 'decide',
    time: timeOf(state),
    player,
    decision: kind,
    option: optionName(run.resolver, state, answer),
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
  const { state, resolver, tell } = run;
  const { frames, occurrences, fieldCount } = state;
  if (frames.depth[row] < suspicious) return false;
  const point = frames.does[row] === frameSort.point ? row : row - 1;
  const answered = frames.does[row] === frameSort.point ? frames.list[row] : frames.occurrence[row];
  const values = occurrences.values.subarray(answered * fieldCount, (answered + frames.at[point]) * fieldCount);
  const hash =
    parseInt(
      hashBoard(state, [
        resolver.question.player,
        frames.stage[point],
        frames.direct[point],
        occurrences.type[answered],
        ...values,
      ]).slice(0, 13),
      16,
    ) + 1;
  frames.controller[point] = hash;
  let isCircle = false;
  for (let below = point - 1; below > 0 && !isCircle; below--)
    isCircle = frames.does[below] === frameSort.point && frames.controller[below] === hash;
  if (!isCircle) return false;
  const cycle = runningAbilities(run);
  if (resolver.book.policy.optionalLoop === 'error') {
    throw new TriggerError(
      'optional-loop',
      `at time ${timeOf(state)} the same decision comes up again in its own course with everything as it was: ${cycle.join(', then ')} again and again; let one of them answer once only (next), or let the policy break such loops`,
      cycle[0],
    );
  }
  tell?.({ kind: 'loop', time: timeOf(state), player: resolver.question.player, cycle });
  return true;
}

export function optionName(
  { book, question }: Pick<Resolver, 'book' | 'question'>,
  { occurrences }: WorldState,
  option: number,
): string {
  const { kind, candidates } = question;
  if (kind === 'choose') return option === 0 ? 'yes' : 'no';
  if (kind === 'group') return book.types[occurrences.type[candidates.occurrence[option]]].name;
  return option < candidates.count ? book.abilities[candidates.ability[option]].name : 'pass';
}
