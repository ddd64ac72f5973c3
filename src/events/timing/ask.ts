import { timeOf } from '../../state/clock.js';
import { EdictError } from '../../kernel/errors.js';
import type { Run } from '../trigger/run.js';
import { leadsInCircle } from './optional-loop.js';
import { pointOfFrame } from './points.js';
import { optionName } from './option.js';
import type { DecisionKind } from './timing-event.js';

/** What a frame holds in the place of an answer while it waits for one. */
export const waitsForAnswer = -1;

/**
 * The answer to a question, from 0; -1: the machine has to wait for it. Where nobody plays, the first option is taken.
 * The options are the candidates of the resolver's question. Whoever asks must have changed nothing since the frame was
 * reached: what is asked again must be the same.
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
