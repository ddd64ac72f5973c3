import { optionName } from '../events/timing/option.js';
import { viewOf } from '../events/timing/view.js';
import type { Question } from '../events/timing/question.js';
import type { TimingBook } from '../ir/occurrence.js';
import type { WorldState } from '../components/state.js';
import type { Decision, DecisionOption } from './timing-api.js';

/** What the options of a question are called, in their order. */
export function optionNames(state: WorldState, book: TimingBook, question: Question): readonly string[] {
  return Array.from({ length: question.count }, (_, i) => optionName({ book, question }, state, i));
}

/** A question as hosts see it. */
export function decisionOf(state: WorldState, book: TimingBook, question: Question): Decision {
  const { kind, at, player, candidates } = question;
  const options = optionNames(state, book, question).map((name, index): DecisionOption => {
    const place = kind === 'choose' ? 0 : index;
    const isGroup = kind === 'group';
    const isAbility = !isGroup && place < candidates.count;
    const row = isAbility || isGroup ? candidates.occurrence[place] : 0;
    return {
      index,
      name,
      ability: isAbility ? candidates.ability[place] : undefined,
      source: isAbility ? candidates.source[place] || null : null,
      occurrence: row === 0 ? 0 : state.occurrences.id[row],
      view: row === 0 ? undefined : viewOf(state, book.types, row),
    };
  });
  return { player: player || null, kind, at, options };
}
