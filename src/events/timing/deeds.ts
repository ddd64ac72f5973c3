import { timeOf } from '../../components/clock.js';
import { copyCount, pushCopy } from '../../components/copies.js';
import { fieldOf, setField, status } from '../../components/occurrences.js';
import { handleOf, resolve } from '../../kernel/identity.js';
import { makingRoom } from '../../meaning/effects/structure.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import type { Raised } from '../../ir/occurrence.js';
import type { Deed } from '../../ir/trigger.js';
import type { Run } from '../trigger/run.js';
import { type Occurring, beginBarePoint, beginRaised } from './batch.js';
import { demandFewWaiting } from './guards.js';
import { beginPayment } from './payment.js';
import { valuesOf } from './start.js';
import { tellOf, viewOf } from './view.js';

type TimingDeed = Extract<Deed, { readonly by: 'raise' | 'point' | 'cancel' | 'adjust' | 'retarget' | 'add' | 'pay' }>;

/** Does what actions do to occurrences: the list in a frame, bound, with the roles of the action. */
export function doTiming(run: Run, row: number, deed: TimingDeed, subject: number, direct: number): void {
  const {
    state,
    context: { frame },
  } = run;
  frame.slots[sourceSlot] = resolve(state.identity, subject);
  frame.slots[targetSlot] = resolve(state.identity, direct);
  const answered = state.frames.occurrence[row];
  switch (deed.by) {
    case 'raise':
      beginRaised(run, deed.occurrences, answered, row);
      return;
    case 'point':
      beginBarePoint(run, about(run, deed.occurrence), deed.at, answered, row);
      return;
    case 'pay':
      beginPayment(run, about(run, deed.occurrence), deed.paid, answered, row);
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

function about(run: Run, raised: Raised): Occurring {
  return { type: raised.type, values: valuesOf(run, raised) };
}

/** What has applied, failed or been cancelled can be changed no more. */
function isLive({ state: { occurrences } }: Run, row: number): boolean {
  return row > 0 && occurrences.status[row] === status.live;
}

function adjust(run: Run, row: number, amount: Node): void {
  const {
    state,
    resolver: { book },
    context,
    tell,
  } = run;
  if (!isLive(run, row)) return;
  const field = book.types[state.occurrences.type[row]].amount;
  const [before, by] = [fieldOf(state, row, field), context.evaluate(amount)];
  if (Number.isNaN(before) || by === undefined || by === null) return;
  setField(state, row, field, before + by);
  tell?.({ kind: 'adjust', time: timeOf(state), by, occurrence: viewOf(state, book.types, row) });
}

function retarget(run: Run, row: number, to: Node): void {
  const {
    state,
    resolver: { book },
    context,
  } = run;
  if (!isLive(run, row)) return;
  const { target, fields } = book.types[state.occurrences.type[row]];
  const value = context.evaluate(to);
  if (target < 0 || value === undefined || value === null) return;
  setField(state, row, target, fields[target]?.type.name === 'entity' ? handleOf(state.identity, value) || NaN : value);
  tellOf(run, 'retarget', row);
}

function add(run: Run, row: number, { ability, source, controller }: Extract<Deed, { readonly by: 'add' }>): void {
  const {
    state,
    resolver: { book },
    context,
    tell,
  } = run;
  const of = (node: Node | undefined, otherwise: number): number =>
    node === undefined ? otherwise : handleOf(state.identity, context.evaluate(node) ?? 0);
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
