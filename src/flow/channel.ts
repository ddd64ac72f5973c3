import type { Evaluator } from '../eval/columns/evaluator.js';
import type { Flow, FlowForm, PropagatorForm } from '../ir/rule.js';
import { flowColumns } from '../meaning/flow-book.js';
import type { FlowPlan } from './flow-plan.js';
import { type MutualRuns, mutualRuns } from './mutual-runs.js';
import { type ReceiverFinder, type Receivers, createReceiverFinder } from './receivers.js';
import { type TargetFinder, type TargetLists, createTargetFinder } from './target-lists.js';
import { type Tank, createTank } from './tanks.js';

/** A flow as the column solver runs it. */
export interface Channel {
  readonly flow: Flow;
  readonly form: FlowForm;
  readonly plan: FlowPlan;
  readonly finder: ReceiverFinder;
  readonly receivers: Receivers;
  /** Of its form's columns, in their order. */
  readonly tanks: readonly Tank[];
  /** Of propagators. */
  readonly exchange: Exchange | undefined;
  /** By row: amounts, or what a diffusing receiver would change alone. */
  rows: Int32Array;
}

export interface PropagatorChannel extends Channel {
  readonly form: PropagatorForm;
  readonly exchange: Exchange;
}

/** Between whom propagators exchange; those that find receivers and targets in the same way have one. */
export interface Exchange {
  readonly targets: TargetLists;
  readonly finder: TargetFinder;
  /** Objects looked at to find the targets of all receivers, as often as each receives, and once. */
  visits: number;
  pairs: number;
  /** Pairs of neighbours, where all are such; found when the lists are known to last. */
  mutual: MutualRuns | undefined;
  seen: { receivers: number; targets: number; isSought: boolean };
}

/** Makes channels that share what they can. `apart`: it matters which carrier leads to whom, and in which order. */
export function createChannels(
  evaluator: Evaluator,
  apart: boolean,
): { readonly channelOf: (plan: FlowPlan) => Channel; readonly tanks: ReadonlyMap<number, Tank> } {
  const tanks = new Map<number, Tank>();
  const receivers = new Map<string, ReceiverFinder>();
  const targets = new Map<string, TargetFinder>();
  const exchanges = new Map<string, Exchange>();

  function exchangeOf(plan: FlowPlan): Exchange | undefined {
    const { form } = plan.flow;
    if (!('targets' in form)) return undefined;
    return known(exchanges, `${form.does === 'spread'} ${plan.key} ${plan.targetKey}`, () => {
      const finder = known(targets, `${form.does === 'spread'} ${plan.targetKey}`, () =>
        createTargetFinder(evaluator, plan, form.targets, !apart && form.does !== 'spread'),
      );
      return {
        targets: finder.targets,
        finder,
        visits: 0,
        pairs: 0,
        mutual: undefined,
        seen: { receivers: 0, targets: 0, isSought: false },
      };
    });
  }

  return {
    tanks,
    channelOf(plan) {
      const finder = known(receivers, plan.key, () => createReceiverFinder(evaluator, plan, apart));
      return {
        flow: plan.flow,
        form: plan.flow.form,
        plan,
        finder,
        receivers: finder.receivers,
        exchange: exchangeOf(plan),
        rows: new Int32Array(0),
        tanks: flowColumns(plan.flow.form).map((column) => known(tanks, column, () => createTank(column))),
      };
    },
  };
}

function known<Key, Value>(all: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = all.get(key);
  if (value === undefined) all.set(key, (value = make()));
  return value;
}

export function isPropagator(channel: Channel): channel is PropagatorChannel {
  return channel.exchange !== undefined;
}

/** Brings an exchange in step with its lists. */
export function settleExchange(exchange: Exchange, receivers: Receivers): void {
  const { targets, seen } = exchange;
  if (seen.receivers === receivers.version && seen.targets === targets.version) {
    // Lists that change every turn are not worth pairing.
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
    exchange.visits += looks * (times === undefined ? 1 : times[row]);
    exchange.pairs += met?.[ids[row]] === 1 ? 0 : looks;
    if (met !== undefined) met[ids[row]] = 1;
  }
}

/** Room for a number a row. */
export function rowsOf(channel: Channel): Int32Array {
  if (channel.rows.length < channel.receivers.length) channel.rows = new Int32Array(channel.receivers.length);
  return channel.rows;
}
