import { timesAt, type TargetLists } from './participants.js';
import { blaming } from '../kernel/errors.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { Profile } from '../meaning/profile.js';
import { timed } from '../meaning/profiled.js';
import { StrictTurnNeeded } from '../meaning/executor.js';
import type { FlowBook, PropagatorForm } from '../ir/rule.js';
import { type FlowStage, flowGroups, flowShares, flowTitle, stageOf } from '../meaning/flow-book.js';
import type { PathCounts } from '../eval/path-counts.js';
import type { TermBook } from '../eval/term-book.js';
import { askObjects, planFlow } from './flow-plan.js';
import { decayAlone, decaysOnce, changeCells, diffusionBase, taken, takenBeside } from './change-cells.js';
import {
  type Channel,
  type PropagatorChannel,
  type FlowBuffer,
  beginPhase,
  createChannels,
  isPropagator,
  noteChange,
  rowsOf,
  settleExchange,
} from './flow-channel.js';
import { type MutualRuns, correctRuns, fitsRuns, predictRuns } from './mutual-runs.js';
import { correctStale } from './stale-memory.js';
import { correctStaleProfiled, createFlowNotes } from './flow-profile.js';

interface Stage {
  readonly channels: readonly Channel[];
  readonly buffers: readonly FlowBuffer[];
}

/** Numbers in all target lists, 4 bytes each, also for objects that receive nothing. */
const mostListed = 150_000_000;

/**
 * Runs flows over columns, equal to the reference to the last bit. `inOrder`, the reference, runs flows with sequential
 * draws, and watched or strict turns.
 */
export function createFlowSolver(
  evaluator: Evaluator,
  terms: TermBook,
  book: FlowBook,
  paths: Pick<PathCounts, 'flows' | 'paired'>,
  inOrder: (context: TurnContext, book: FlowBook) => void,
): (context: TurnContext) => void {
  const { state } = evaluator;
  const { channelOf, buffers } = createChannels(evaluator, book.memory === 'stale');
  const shares = flowShares(state.model, book);
  const groups = flowGroups(book).map(({ flows }) =>
    flows.map((flow) => channelOf(planFlow(terms, state.model, flow))),
  );
  const channels = groups.flat();
  const propagators = stageIn(channels, 'propagators');
  const carried = groups.map((group) => group.filter(isPropagator));
  const local = [stageIn(channels, 'interactions'), stageIn(channels, 'sources')];
  const notes = createFlowNotes(state);
  // Sequential expressions need the reference.
  const isSequential = channels.some(({ plan }) => plan.isSequential);

  return (context) => {
    if (isSequential || context.watch !== undefined || context.strict) {
      inOrder(context, book);
      return;
    }
    paths.flows++;
    const { profile } = context;
    gather(context);
    for (const channel of channels) notes.gathered(profile, channel);
    for (const buffer of buffers.values()) beginPhase(buffer, state);
    runPropagators(propagators, profile);
    for (const stage of local) runLocal(stage, profile);
  };

  /** Finds all participants first. The reference handles, and names, what passes a limit. */
  function gather({ frame, profile }: TurnContext): void {
    const counted = new Set<number>();
    const found = new Set<TargetLists>();
    const { visitsPerTurn, flowPairs } = state.limits;
    let [pairs, listed] = [0, 0];
    const count = (share: number | undefined, more: number) => {
      if (share === undefined || counted.has(share)) return;
      counted.add(share);
      pairs += more;
    };
    for (const channel of channels) {
      const { flow, receivers, exchange } = channel;
      const find = () => {
        receivers.find();
        frame.visits += receivers.visits;
        count(shares.get(flow)?.receivers, receivers.pairs);
        if (exchange === undefined || receivers.length === 0) return;
        exchange.targets.find();
        settleExchange(exchange, receivers);
        frame.visits += exchange.visits;
        count(shares.get(flow)?.targets, exchange.pairs);
        if (!found.has(exchange.targets)) listed += exchange.targets.ids.length + 3 * exchange.targets.visits.length;
        found.add(exchange.targets);
      };
      blaming(flowTitle(flow), flow.name, () => {
        timeOf(profile, channel, find);
      });
      if (frame.visits > visitsPerTurn || pairs > flowPairs || listed > mostListed) throw new StrictTurnNeeded();
    }
  }

  /** Columns are independent. */
  function runPropagators({ channels: all, buffers: touched }: Stage, profile: Profile | undefined): void {
    const flowing = all.filter(isFlowing).filter(isPropagator);
    for (const buffer of touched) {
      const here = flowing.filter((channel) => channel.buffers[0] === buffer);
      const runs = book.memory === 'own' && here.length === 1 ? runsOf(here[0]) : undefined;
      if (runs !== undefined) {
        notes.changing(profile, here[0], () => {
          flowInRuns(here[0], runs);
        });
        paths.paired++;
        continue;
      }
      buffer.expected.set(buffer.cells);
      for (const channel of here) timeOf(profile, channel, predict);
      if (book.memory === 'own') for (const channel of here) changeBy(profile, channel, correct);
    }
    if (book.memory === 'stale') {
      const groupsNow = carried.map((group) => group.filter(isFlowing));
      if (profile === undefined) correctStale(groupsNow);
      else correctStaleProfiled(profile, groupsNow);
    }
    for (const buffer of touched) noteChange(buffer, buffer.begun, state);
  }

  function runLocal({ channels: all, buffers: touched }: Stage, profile: Profile | undefined): void {
    const flowing = all.filter(isFlowing);
    if (flowing.length === 0) return;
    for (const channel of flowing) timeOf(profile, channel, askAmounts);
    const { alone, together } = apart(flowing);
    for (const { cells, before } of touched) before.set(cells);
    for (const { expected, cells } of together.buffers) expected.set(cells);
    for (const channel of together.channels) timeOf(profile, channel, expect);
    for (const channel of together.channels) changeBy(profile, channel, change);
    for (const { channel, run } of alone) changeBy(profile, channel, run);
    for (const buffer of touched) noteChange(buffer, buffer.before, state);
  }

  function askAmounts(channel: Channel): void {
    const { flow, plan, receivers } = channel;
    const { amount } = plan;
    if (amount !== undefined)
      blaming(flowTitle(flow), flow.name, () =>
        askObjects(evaluator, plan.rule, amount, receivers.ids, receivers.length, flow.kind, rowsOf(channel)),
      );
  }

  function changeBy<Of extends Channel>(profile: Profile | undefined, channel: Of, act: (channel: Of) => void): void {
    if (profile === undefined) act(channel);
    else
      notes.changing(profile, channel, () => {
        act(channel);
      });
  }
}

function timeOf<Of extends Channel>(profile: Profile | undefined, channel: Of, act: (channel: Of) => void): void {
  if (profile === undefined) act(channel);
  else
    timed(profile.flows.now.milliseconds, channel.flow.index, () => {
      act(channel);
    });
}

function expect(channel: Channel): void {
  changeCells(channel, 'expected');
}

function change(channel: Channel): void {
  changeCells(channel, 'cells');
}

function isFlowing({ receivers }: Channel): boolean {
  return receivers.length > 0;
}

function stageIn(channels: readonly Channel[], wanted: FlowStage): Stage {
  return stageWith(channels.filter(({ form }) => stageOf(form) === wanted));
}

function stageWith(channels: readonly Channel[]): Stage {
  return { channels, buffers: [...new Set(channels.flatMap(({ buffers }) => buffers))] };
}

interface Alone {
  readonly channel: Channel;
  readonly run: () => void;
}

/** Splits off what decays alone in its column from what must be predicted together. */
function apart(flowing: readonly Channel[]): { readonly alone: readonly Alone[]; readonly together: Stage } {
  const uses = new Map<FlowBuffer, number>();
  for (const { buffers } of flowing) for (const buffer of buffers) uses.set(buffer, (uses.get(buffer) ?? 0) + 1);
  const alone: Alone[] = [];
  const channels: Channel[] = [];
  for (const channel of flowing) {
    const {
      form,
      receivers,
      buffers: [buffer],
    } = channel;
    if (form.does === 'decay' && uses.get(buffer) === 1 && decaysOnce(form, receivers))
      alone.push({ channel, run: () => decayAlone(form, receivers, buffer) });
    else channels.push(channel);
  }
  return { alone, together: stageWith(channels) };
}

function predict(channel: PropagatorChannel): void {
  const { form } = channel;
  if (form.does === 'gather') gatherTaken(form, channel, true);
  else predictExchange(form, channel, rowsOf(channel));
}

function correct(channel: PropagatorChannel): void {
  const { form } = channel;
  if (form.does === 'gather') gatherTaken(form, channel, false);
  else correctExchange(form, channel);
}

interface Runs {
  readonly mutual: MutualRuns;
  readonly percent: number;
}

/** For the fast path of the only, diffusing propagator of a column; undefined where it does not apply. */
function runsOf({ form, exchange: { mutual }, buffers: [{ begun }] }: PropagatorChannel): Runs | undefined {
  if (form.does !== 'diffuse' || mutual === undefined || !fitsRuns(mutual, begun, form.percent)) return undefined;
  return { mutual, percent: form.percent };
}

function flowInRuns({ buffers: [{ begun, expected, cells }] }: PropagatorChannel, { mutual, percent }: Runs): void {
  expected.fill(0);
  predictRuns(mutual, begun, expected, percent);
  correctRuns(mutual, begun, expected, cells, percent);
}

/** Propagators over columns. `c`: values at the start of the phase; `p`: expected ones; all by id. */

type Exchange = Extract<PropagatorForm, { readonly does: 'spread' | 'diffuse' }>;
type Gather = Extract<PropagatorForm, { readonly does: 'gather' }>;

/** Spreads or diffuses. `alone` receives the change of each receiver alone, for `diffusionBase`. */
function predictExchange(
  { does, percent }: Exchange,
  {
    receivers: { length, ids: receivers, times },
    exchange: {
      targets: { from, to, ids },
    },
    buffers: [{ begun: c, expected: p }],
  }: PropagatorChannel,
  alone: Int32Array,
): void {
  for (let row = 0; row < length; row++) {
    const id = receivers[row];
    const often = timesAt(times, row);
    const own = c[id];
    let lost = 0;
    let unheld = 0;
    for (let i = from[id], end = to[id]; i < end; i++) {
      const difference = (own - c[ids[i]]) | 0;
      const part = (Math.imul(difference, percent) / 100) | 0;
      const moved = part & ~(part >> 31);
      unheld = (unheld - (part & ~(difference >> 31))) | 0;
      p[ids[i]] += Math.imul(moved, often);
      lost = (lost + moved) | 0;
    }
    alone[row] = unheld;
    if (does === 'diffuse') p[id] -= Math.imul(lost, often);
  }
}

/** `share` (change-cells.ts) without branches: the side of a target is as good as random. */
function correctExchange(
  { does, percent }: Exchange,
  {
    receivers: { length, ids: receivers, times },
    exchange: {
      targets: { from, to, ids },
    },
    buffers: [{ begun: c, expected: p, cells }],
    rows: alone,
  }: PropagatorChannel,
): void {
  for (let row = 0; row < length; row++) {
    const id = receivers[row];
    const often = timesAt(times, row);
    const base = does === 'diffuse' ? diffusionBase(c[id], p[id], alone[row]) : c[id];
    let lost = 0;
    for (let i = from[id], end = to[id]; i < end; i++) {
      const target = ids[i];
      const value = c[target];
      const difference = (base - value) | 0;
      const part = (Math.imul(difference, percent) / 100) | 0;
      const others = (p[target] - ((value + part) | 0)) | 0;
      const less = (Math.imul((difference - (others >> 1)) | 0, percent) / 100) | 0;
      const isAlone = (others | (others - 1)) >> 31;
      const moved = ((part & isAlone) | (less & ~(less >> 31) & ~isAlone)) & ~(difference >> 31);
      cells[target] += Math.imul(moved, often);
      lost = (lost + moved) | 0;
    }
    if (does === 'diffuse') cells[id] -= Math.imul(lost, often);
  }
}

function gatherTaken(
  form: Gather,
  {
    receivers: { length, ids: receivers, times },
    exchange: { targets },
    buffers: [{ begun: c, expected: p, cells }],
  }: PropagatorChannel,
  isPrediction: boolean,
): void {
  const { from, to, ids } = targets;
  const into = isPrediction ? p : cells;
  for (let row = 0; row < length; row++) {
    const id = receivers[row];
    const often = timesAt(times, row);
    for (let i = from[id], end = to[id]; i < end; i++) {
      const target = ids[i];
      const moved = Math.imul(isPrediction ? taken(form, c[target]) : takenBeside(form, c[target], p[target]), often);
      into[target] -= moved;
      into[id] += moved;
    }
  }
}
