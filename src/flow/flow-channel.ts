import { timesAt, type Receivers, type TargetLists, createReceivers, createTargets } from './participants.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import type { Flow, FlowForm, PropagatorForm } from '../ir/rule.js';
import { flowColumns } from '../meaning/flow-book.js';
import type { FlowPlan } from './flow-plan.js';
import { type MutualRuns, mutualRuns } from './mutual-runs.js';
import { columnStamp, touch } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { kept } from '../kernel/maps.js';

export interface Channel {
  readonly flow: Flow;
  readonly form: FlowForm;
  readonly plan: FlowPlan;
  readonly receivers: Receivers;
  readonly buffers: readonly FlowBuffer[];
  readonly exchange: Exchange | undefined;
  /** By row: amounts, or the change of a diffusing receiver alone. */
  rows: Int32Array;
}

export interface PropagatorChannel extends Channel {
  readonly form: PropagatorForm;
  readonly exchange: Exchange;
}

/** The pairs of propagators; shared where receivers and targets are found alike. */
interface Exchange {
  readonly targets: TargetLists;
  /** Objects visited for the targets of all receivers, with and without repetition. */
  visits: number;
  pairs: number;
  /** Pairs of neighbours, if all are; found for lists that last. */
  mutual: MutualRuns | undefined;
  seen: { receivers: number; targets: number; isSought: boolean };
}

/** Makes channels that share parts. `apart`: which carrier leads to whom, and the order, matter. */
export function createChannels(
  evaluator: Evaluator,
  apart: boolean,
): { readonly channelOf: (plan: FlowPlan) => Channel; readonly buffers: ReadonlyMap<number, FlowBuffer> } {
  const buffers = new Map<number, FlowBuffer>();
  const receivers = new Map<string, Receivers>();
  const targets = new Map<string, TargetLists>();
  const exchanges = new Map<string, Exchange>();

  function exchangeOf(plan: FlowPlan): Exchange | undefined {
    const { form } = plan.flow;
    if (!('targets' in form)) return undefined;
    const spreads = form.does === 'spread';
    return kept(exchanges, `${spreads} ${plan.key} ${plan.targetKey}`, () => ({
      targets: kept(targets, `${spreads} ${plan.targetKey}`, () =>
        createTargets(evaluator, plan, form.targets, !apart && !spreads),
      ),
      visits: 0,
      pairs: 0,
      mutual: undefined,
      seen: { receivers: 0, targets: 0, isSought: false },
    }));
  }

  return {
    buffers,
    channelOf(plan) {
      return {
        flow: plan.flow,
        form: plan.flow.form,
        plan,
        receivers: kept(receivers, plan.key, () => createReceivers(evaluator, plan, apart)),
        exchange: exchangeOf(plan),
        rows: new Int32Array(0),
        buffers: flowColumns(plan.flow.form).map((column) => kept(buffers, column, () => createBuffer(column))),
      };
    },
  };
}

export function isPropagator(channel: Channel): channel is PropagatorChannel {
  return channel.exchange !== undefined;
}

export function settleExchange(exchange: Exchange, receivers: Receivers): void {
  const { targets, seen } = exchange;
  if (seen.receivers === receivers.version && seen.targets === targets.version) {
    // Not worth it for lists that change every turn.
    if (!seen.isSought) exchange.mutual = mutualRuns(receivers, targets);
    seen.isSought = true;
    return;
  }
  exchange.seen = { receivers: receivers.version, targets: targets.version, isSought: false };
  exchange.mutual = undefined;
  exchange.visits = exchange.pairs = 0;
  const { length, ids, times, areDistinct } = receivers;
  const met = areDistinct ? undefined : new Uint8Array(targets.visits.length);
  for (let row = 0; row < length; row++) {
    const looks = targets.visits[ids[row]];
    exchange.visits += looks * timesAt(times, row);
    exchange.pairs += met?.[ids[row]] === 1 ? 0 : looks;
    if (met !== undefined) met[ids[row]] = 1;
  }
}

export function rowsOf(channel: Channel): Int32Array {
  if (channel.rows.length < channel.receivers.length) channel.rows = new Int32Array(channel.receivers.length);
  return channel.rows;
}

/** The cells of a flowing column by id, with earlier and expected values. */
export interface FlowBuffer {
  readonly column: number;
  cells: Int32Array;
  /** At the start of the phase. */
  begun: Int32Array;
  /** At the start of a later stage. */
  before: Int32Array;
  /** Predicted by all of the stage. */
  expected: Int32Array;
}

function createBuffer(column: number): FlowBuffer {
  const empty = new Int32Array(0);
  return { column, cells: empty, begun: empty, before: empty, expected: empty };
}

export function beginPhase(buffer: FlowBuffer, { cells: columns }: WorldState): void {
  const cells = columns[buffer.column];
  // Checked when the world was made (see flow-book.ts).
  if (!(cells instanceof Int32Array)) return;
  buffer.cells = cells;
  if (buffer.begun.length !== cells.length) {
    buffer.begun = new Int32Array(cells.length);
    buffer.before = new Int32Array(cells.length);
    buffer.expected = new Int32Array(cells.length);
  }
  buffer.begun.set(cells);
}

/** Notes whether a column has changed since `before`. */
export function noteChange({ column, cells }: FlowBuffer, before: Int32Array, { stamps }: WorldState): void {
  for (let id = 1; id < cells.length; id++) if (cells[id] !== before[id]) return touch(stamps, columnStamp(column));
}
