import { blaming } from '../kernel/errors.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import { StrictTurnNeeded } from '../meaning/executor.js';
import type { FlowBook } from '../ir/flow.js';
import { type FlowStage, flowGroups, flowShares, flowTitle, stageOf } from '../meaning/flow-book.js';
import type { PathCounts } from '../eval/path-counts.js';
import type { TermBook } from '../eval/term-book.js';
import { askObjects } from './ask-objects.js';
import { correctCells, predictCells } from './change-cells.js';
import {
  type Channel,
  type PropagatorChannel,
  createChannels,
  isPropagator,
  rowsOf,
  settleExchange,
} from './channel.js';
import { decayAlone, decaysOnce } from './decay-cells.js';
import { planFlow } from './flow-plan.js';
import { correctExchange, correctGather, predictExchange, predictGather } from './propagate.js';
import { correctRuns, fitsRuns, predictRuns } from './mutual-runs.js';
import { correctStale } from './stale-memory.js';
import type { TargetLists } from './target-lists.js';
import { type Tank, beginPhase, noteChange } from './tanks.js';

/** A stage of the phase: its flows, and the columns that they look at or change. */
interface Stage {
  readonly channels: readonly Channel[];
  readonly tanks: readonly Tank[];
}

/** Numbers that the lists of all targets take, 4 bytes each; objects that receive nothing have lists, too. */
const mostListed = 150_000_000;

/**
 * Lets flows flow, over columns: the same as the reference to the last bit. `inOrder` is the reference: it runs flows
 * that draw in sequence, and turns that are watched or strict.
 */
export function createFlowSolver(
  evaluator: Evaluator,
  terms: TermBook,
  book: FlowBook,
  paths: Pick<PathCounts, 'flows' | 'paired'>,
  inOrder: (context: TurnContext, book: FlowBook) => void,
): (context: TurnContext) => void {
  const { state } = evaluator;
  const { channelOf, tanks } = createChannels(evaluator, book.memory === 'stale');
  const shares = flowShares(state.model, book);
  const groups = flowGroups(book).map(({ flows }) =>
    flows.map((flow) => channelOf(planFlow(terms, state.model, flow))),
  );
  const channels = groups.flat();
  const propagators = stageIn(channels, 'propagators');
  const carried = groups.map((group) => group.filter(isPropagator));
  const local = [stageIn(channels, 'interactions'), stageIn(channels, 'sources')];
  // What takes its turn in a sequence is asked as the meaning of flows asks it.
  const isSequential = channels.some(({ plan }) => plan.isSequential);

  return (context) => {
    if (isSequential || context.watch !== undefined || context.strict) {
      inOrder(context, book);
      return;
    }
    paths.flows++;
    gather(context);
    for (const tank of tanks.values()) beginPhase(tank, state);
    runPropagators(propagators);
    for (const stage of local) runLocal(stage);
  };

  /**
   * Finds who takes part, before anything flows. What passes a limit is left to the meaning of flows, which names it.
   */
  function gather({ frame }: TurnContext): void {
    const counted = new Set<number>();
    const found = new Set<TargetLists>();
    const { visitsPerTurn, flowPairs } = state.limits;
    let [pairs, listed] = [0, 0];
    const count = (share: number | undefined, more: number): void => {
      if (share === undefined || counted.has(share)) return;
      counted.add(share);
      pairs += more;
    };
    for (const channel of channels) {
      const { flow, finder, receivers, exchange } = channel;
      blaming(flowTitle(flow), flow.name, () => {
        finder.find();
        frame.visits += receivers.visits;
        count(shares.get(flow)?.receivers, receivers.pairs);
        if (exchange === undefined || receivers.length === 0) return;
        exchange.finder.find();
        settleExchange(exchange, receivers);
        frame.visits += exchange.visits;
        count(shares.get(flow)?.targets, exchange.pairs);
        if (!found.has(exchange.targets)) listed += exchange.targets.ids.length + 3 * exchange.targets.visits.length;
        found.add(exchange.targets);
      });
      if (frame.visits > visitsPerTurn || pairs > flowPairs || listed > mostListed) throw new StrictTurnNeeded();
    }
  }

  /** Column by column: nothing of one is looked at for another. */
  function runPropagators({ channels: all, tanks: touched }: Stage): void {
    const flowing = all.filter(({ receivers }) => receivers.length > 0).filter(isPropagator);
    for (const tank of touched) {
      const here = flowing.filter((channel) => channel.tanks[0] === tank);
      if (book.memory === 'own' && here.length === 1 && flowInRuns(here[0])) {
        paths.paired++;
        continue;
      }
      tank.expected.set(tank.cells);
      for (const channel of here) predict(channel);
      if (book.memory === 'own') for (const channel of here) correct(channel);
    }
    if (book.memory === 'stale')
      correctStale(carried.map((group) => group.filter(({ receivers }) => receivers.length > 0)));
    for (const tank of touched) noteChange(tank, tank.begun, state);
  }

  /** Interactions, or sources. */
  function runLocal({ channels: all, tanks: touched }: Stage): void {
    const flowing = all.filter(({ receivers }) => receivers.length > 0);
    if (flowing.length === 0) return;
    for (const channel of flowing) if (channel.plan.amount !== undefined) askAmounts(evaluator, channel);
    const { alone, together } = apart(flowing);
    for (const { cells, before } of touched) before.set(cells);
    for (const { expected, cells } of together.tanks) expected.set(cells);
    for (const channel of together.channels) predictCells(channel);
    for (const channel of together.channels) correctCells(channel);
    for (const run of alone) run();
    for (const tank of touched) noteChange(tank, tank.before, state);
  }
}

function askAmounts(evaluator: Evaluator, channel: Channel): void {
  const {
    flow,
    plan: { amount, rule },
    receivers: { ids, length },
  } = channel;
  if (amount !== undefined)
    blaming(flowTitle(flow), flow.name, () => {
      askObjects(evaluator, rule, amount, ids, length, flow.kind, rowsOf(channel));
    });
}

function stageIn(channels: readonly Channel[], wanted: FlowStage): Stage {
  const members = channels.filter(({ form }) => stageOf(form) === wanted);
  return { channels: members, tanks: [...new Set(members.flatMap((channel) => channel.tanks))] };
}

/** What decays alone in its column, and all that has to be predicted together. */
function apart(flowing: readonly Channel[]): { readonly alone: readonly (() => void)[]; readonly together: Stage } {
  const uses = new Map<Tank, number>();
  for (const { tanks } of flowing) for (const tank of tanks) uses.set(tank, (uses.get(tank) ?? 0) + 1);
  const alone: (() => void)[] = [];
  const channels: Channel[] = [];
  for (const channel of flowing) {
    const {
      form,
      receivers,
      tanks: [tank],
    } = channel;
    if (form.does === 'decay' && uses.get(tank) === 1 && decaysOnce(form, receivers))
      alone.push(() => {
        decayAlone(form, receivers, tank.begun, tank.cells);
      });
    else channels.push(channel);
  }
  return { alone, together: { channels, tanks: [...new Set(channels.flatMap(({ tanks }) => tanks))] } };
}

function predict(channel: PropagatorChannel): void {
  const {
    form,
    receivers,
    exchange: { targets },
    tanks: [{ begun, expected }],
  } = channel;
  if (form.does === 'gather') predictGather(form, receivers, targets, begun, expected);
  else predictExchange(form, receivers, targets, begun, expected, rowsOf(channel));
}

function correct({
  form,
  receivers,
  exchange: { targets },
  tanks: [{ begun, expected, cells }],
  rows,
}: PropagatorChannel): void {
  if (form.does === 'gather') correctGather(form, receivers, targets, begun, expected, cells);
  else correctExchange(form, receivers, targets, begun, expected, rows, cells);
}

/** The quick way for a diffusion that is the only propagator of its column; false where it cannot be taken. */
function flowInRuns({ form, exchange: { mutual }, tanks: [{ begun, expected, cells }] }: PropagatorChannel): boolean {
  if (form.does !== 'diffuse' || mutual === undefined || !fitsRuns(mutual, begun, form.percent)) return false;
  expected.fill(0);
  predictRuns(mutual, begun, expected, form.percent);
  correctRuns(mutual, begun, expected, cells, form.percent);
  return true;
}
