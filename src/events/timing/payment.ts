import { timeOf } from '../../components/clock.js';
import { popFrame } from '../../components/frames.js';
import { fieldOf, popOccurrences, popUses, status } from '../../components/occurrences.js';
import { header } from '../../kernel/arena.js';
import { frameSort } from '../trigger/frame-sort.js';
import type { Run } from '../trigger/run.js';
import { bindAnswer, copyOf, handleIn } from '../../meaning/answering.js';
import { ask } from './ask.js';
import { type Occurring, beginBatch } from './batch.js';
import { keepOnly } from '../../meaning/finder.js';
import { addFrame, addOccurrence, addUse } from './rows.js';
import { countRaised, demandDepth } from './guards.js';
import { useAbility } from './start.js';

/**
 * Begins a payment: the player of an occurrence gathers its amount from what yields. `paid`: the type that occurs where
 * it was reached; -1: none.
 */
export function beginPayment(run: Run, { type, values }: Occurring, paid: number, parent: number, below: number): void {
  const { state } = run;
  const { header: words } = state.arena;
  if (parent === 0) words[header.raised] = 0;
  countRaised(run, 1);
  const occurrence = addOccurrence(run, type, parent === 0 ? 0 : state.occurrences.id[parent], status.point);
  const { occurrences, fieldCount } = state;
  for (let field = 0; field < values.length; field++)
    occurrences.values[occurrence * fieldCount + field] = values[field];
  const depth = below === 0 ? 1 : state.frames.depth[below] + 1;
  const trigger = below === 0 ? -1 : state.frames.trigger[below];
  demandDepth(run, depth);
  const row = addFrame(run, frameSort.payment, 0, depth, trigger);
  const { frames, arena } = state;
  frames.occurrence[row] = occurrence;
  frames.at[row] = paid + 1;
  frames.mark[row] = arena.header[header.uses];
  frames.memo[row] = parent;
}

/** Goes on with a payment: the frame on top. The payer orders all sources, of whatever step they are. */
export function gather(run: Run, row: number): void {
  const {
    state,
    resolver: {
      book,
      finder,
      question: { candidates },
    },
    context: { frame },
    tell,
  } = run;
  const { frames } = state;
  const occurrence = frames.occurrence[row];
  const type = book.types[state.occurrences.type[occurrence]];
  const player = handleIn(state, occurrence, type.player);
  const cost = fieldOf(state, occurrence, type.amount);
  candidates.count = 0;
  if (player !== 0 && frames.direct[row] < cost) {
    finder.find(
      {
        first: occurrence,
        count: 1,
        at: 'when',
        step: 'pay',
        only: 0,
        usesBefore: frames.mark[row],
        bornUntil: Infinity,
        most: Infinity,
      },
      frame,
      candidates,
    );
    keepOnly(candidates, player);
  }
  if (candidates.count === 0) {
    endPayment(run, row, player, cost);
    return;
  }
  const chosen = candidates.count === 1 ? 0 : ask(run, row, 'pay', player, candidates.count);
  if (chosen < 0) return;
  const ability = book.abilities[candidates.ability[chosen]];
  const [source, number] = [candidates.source[chosen], candidates.number[chosen]];
  const isShared = ability.copy !== undefined;
  addUse(run, occurrence, copyOf(ability), isShared ? 0 : source, isShared ? 0 : number);
  bindAnswer(frame, book, occurrence, source, player);
  const amount = ability.yields === undefined ? 0 : (frame.evaluate(ability.yields) ?? 0);
  // Room may have been made for the use: frames are elsewhere then.
  state.frames.direct[row] += amount > 0 ? amount : 0;
  tell?.({ kind: 'yield', time: timeOf(state), ability: ability.index, name: ability.name, amount });
  useAbility(run, chosen, 'pay', row);
}

function endPayment(run: Run, row: number, player: number, cost: number): void {
  const {
    state,
    resolver: { book },
    tell,
  } = run;
  const { frames } = state;
  const isPaid = frames.direct[row] >= cost;
  const [paid, occurrence, uses, parent] = [
    frames.at[row] - 1,
    frames.occurrence[row],
    frames.mark[row],
    frames.memo[row],
  ];
  popFrame(state);
  popOccurrences(state, occurrence - 1);
  popUses(state, uses);
  tell?.({ kind: 'pay', time: timeOf(state), player, cost, isPaid });
  if (!isPaid || paid < 0) return;
  const values: number[] = book.types[paid].fields.map(() => NaN);
  if (book.types[paid].player >= 0) values[book.types[paid].player] = player || NaN;
  beginBatch(run, [{ type: paid, values }], parent, row - 1);
}
