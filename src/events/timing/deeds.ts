import { timeOf } from '../../components/clock.js';
import { copyCount, pushCopy } from '../../components/copies.js';
import { fieldOf, popOccurrences, popUses, setField, status } from '../../components/occurrences.js';
import { handleOf } from '../../kernel/identity.js';
import { makingRoom } from '../../meaning/effects/structure.js';
import type { Node } from '../../ir/node.js';
import type { Deed } from '../../ir/trigger.js';
import type { Occurring, Run } from '../trigger/run.js';
import { addDeeper, addPoint, beginBarePoint, beginBatch, beginRaised } from './batch.js';
import { abilityOf, bindRoles, demandFewWaiting, handleFrom, tellOf, typeOf, viewOf } from './resolving.js';
import { noteChosen, occurringOf, useAbility } from './start.js';
import { popFrame } from '../../components/frames.js';
import { frameSort } from '../trigger/frame-sort.js';
import { bindAnswer, handleIn } from '../../meaning/answering.js';
import { ask } from './ask.js';
import { keepOnly } from '../../meaning/finder.js';

type TimingDeed = Extract<Deed, { readonly by: 'raise' | 'point' | 'cancel' | 'adjust' | 'retarget' | 'add' | 'pay' }>;

/** Performs an action on occurrences, for a bound list in a frame, with the roles of the action. */
export function doTiming(run: Run, row: number, deed: TimingDeed, subject: number, direct: number): void {
  const { state } = run;
  bindRoles(run, subject, direct);
  const answered = state.frames.occurrence[row];
  switch (deed.by) {
    case 'raise':
      beginRaised(run, deed.occurrences, answered, row);
      return;
    case 'point':
      beginBarePoint(run, occurringOf(run, deed.occurrence), deed.at, answered, row);
      return;
    case 'pay':
      beginPayment(run, occurringOf(run, deed.occurrence), deed.paid, answered, row);
      return;
    case 'add':
      add(run, row, deed);
      return;
    case 'cancel':
      if (!isLive(run, answered)) return;
      state.occurrences.status[answered] = status.cancelled;
      tellOf(run, 'cancel', answered);
      return;
    case 'adjust':
      adjust(run, answered, deed.amount);
      return;
    case 'retarget':
      retarget(run, answered, deed.to);
  }
}

/** Only live occurrences can change. */
function isLive({ state: { occurrences } }: Run, row: number): boolean {
  return row > 0 && occurrences.status[row] === status.live;
}

function adjust(run: Run, row: number, amount: Node): void {
  const { state, resolver, context, tell } = run;
  if (!isLive(run, row)) return;
  const field = typeOf(run, row).amount;
  const [before, by] = [fieldOf(state, row, field), context.evaluate(amount)];
  if (Number.isNaN(before) || by === undefined || by === null) return;
  setField(state, row, field, before + by);
  tell?.({ kind: 'adjust', time: timeOf(state), by, occurrence: viewOf(state, resolver.book.types, row) });
}

function retarget(run: Run, row: number, to: Node): void {
  const { state, context } = run;
  if (!isLive(run, row)) return;
  const { target, fields } = typeOf(run, row);
  const value = context.evaluate(to);
  if (target < 0 || value === undefined || value === null) return;
  setField(state, row, target, fields[target]?.type.name === 'entity' ? handleOf(state.identity, value) || NaN : value);
  tellOf(run, 'retarget', row);
}

function add(run: Run, row: number, { ability, source, controller }: Extract<Deed, { readonly by: 'add' }>): void {
  const {
    state,
    resolver: { book },
    tell,
  } = run;
  const of = (node: Node | undefined, otherwise: number): number =>
    node === undefined ? otherwise : handleFrom(run, node);
  const [whose, who] = [of(source, state.frames.subject[row]), of(controller, state.frames.controller[row])];
  demandFewWaiting(
    run,
    copyCount(state) + 1,
    'abilities that were created and are still there',
    book.abilities[ability].name,
  );
  makingRoom(run, () => pushCopy(state, ability, whose, who));
  tell?.({ kind: 'create', time: timeOf(state), ability, name: book.abilities[ability].name, source: whose || null });
}

/**
 * Begins a payment: the player gathers its amount from what yields. `paid`: the type that follows success; -1: none.
 */
export function beginPayment(run: Run, occurring: Occurring, paid: number, parent: number, below: number): void {
  const occurrence = addPoint(run, occurring, parent);
  const row = addDeeper(run, frameSort.payment, 0, below);
  const { frames } = run.state;
  frames.occurrence[row] = occurrence;
  frames.at[row] = paid + 1;
  frames.memo[row] = parent;
}

/** Continues the payment on top. The payer orders sources of all steps. */
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
  const { player: payer, amount: due } = typeOf(run, occurrence);
  const player = handleIn(state, occurrence, payer);
  const cost = fieldOf(state, occurrence, due);
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
  const ability = abilityOf(run, chosen);
  noteChosen(run, chosen);
  bindAnswer(frame, book, occurrence, candidates.source[chosen], player);
  const amount = ability.yields === undefined ? 0 : (frame.evaluate(ability.yields) ?? 0);
  // Making room for the use may have moved frames.
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
  const paid = frames.at[row] - 1;
  const occurrence = frames.occurrence[row];
  const uses = frames.mark[row];
  const parent = frames.memo[row];
  popFrame(state);
  popOccurrences(state, occurrence - 1);
  popUses(state, uses);
  tell?.({ kind: 'pay', time: timeOf(state), player, cost, isPaid });
  if (!isPaid || paid < 0) return;
  const type = book.types[paid];
  const values: number[] = type.fields.map(() => NaN);
  if (type.player >= 0) values[type.player] = player || NaN;
  beginBatch(run, [{ type: paid, values }], parent, row - 1);
}
