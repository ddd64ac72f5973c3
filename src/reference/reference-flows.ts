import {
  columnsOfFlows,
  type FlowStage,
  flowColumns,
  flowGroups,
  flowShares,
  flowStages,
  flowTitle,
  stageOf,
} from '../meaning/flow-book.js';
import { connected } from '../state/connections.js';
import type { Step } from '../model/connection.js';
import { readCell, writeCell } from '../components/cells.js';
import type { WorldState } from '../components/state.js';
import { EdictError, blaming } from '../kernel/errors.js';
import { kept } from '../kernel/maps.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { Flow, FlowBook, PropagatorForm } from '../ir/rule.js';
import { flowRule } from '../meaning/drawing-rules.js';
import { type Frame, type Node, sourceSlot } from '../ir/node.js';
import { isSequential } from '../eval/make-node.js';
import { corrected, predicted } from './flow-forms.js';

interface Stream {
  readonly flow: Flow;
  readonly carrier: number;
  readonly receiver: number;
  readonly times: number;
  /** In the order of the form's meaning. */
  readonly cells: readonly Cell[];
}

interface Cell {
  readonly column: number;
  readonly id: number;
}

type Values = (cell: Cell) => number;

/** Receivers of a flow, by place of the carrier in its group. */
interface Receivers {
  readonly ids: (readonly number[])[];
  readonly looks: number[];
  readonly times: number[];
  /** Whether any has the cells, active or not. */
  hasReached: boolean;
}

/** Targets of a propagator from a receiver, and objects looked at to find them. */
interface Targets {
  readonly ids: readonly number[];
  readonly looks: number;
}

/** A flow with its lists, which flows may share. */
interface Party {
  readonly flow: Flow;
  readonly receivers: Receivers;
  readonly targets: Map<number, Targets> | undefined;
}

interface Gathered {
  readonly carriers: readonly number[];
  readonly parties: readonly Party[];
}

/** The meaning of flows: stream after stream, each stage predicted by all before any corrects. */
export function referenceFlows(context: TurnContext, book: FlowBook): void {
  const begun = valuesNow(context.state, book);
  const clock = clockOf(context);
  const gathered = gatherAll(context, book, clock);
  noteParties(context, gathered);
  for (const stage of flowStages) runStage(context, book, begun, () => streamsIn(gathered, book, stage), clock);
}

/** A call adds the time since the call before to a flow. */
type FlowClock = (flow: Flow) => void;

function clockOf({ profile }: TurnContext): FlowClock {
  if (profile === undefined) return () => undefined;
  const { milliseconds } = profile.flows.now;
  let since = performance.now();
  return ({ index }) => {
    const now = performance.now();
    milliseconds[index] += now - since;
    since = now;
  };
}

function noteParties({ profile }: TurnContext, gathered: readonly Gathered[]): void {
  if (profile === undefined) return;
  const { now } = profile.flows;
  for (const { carriers, parties } of gathered)
    for (const { flow, receivers, targets } of parties) {
      const distinct = [...new Set(receivers.ids.flat())];
      now.asked[flow.index] += carriers.length;
      now.carriers[flow.index] += receivers.times.filter((times) => times > 0).length;
      now.reached[flow.index] += Number(receivers.hasReached);
      now.receivers[flow.index] += distinct.length;
      now.targets[flow.index] += distinct.reduce((sum, id) => sum + (targets?.get(id)?.ids.length ?? 0), 0);
    }
}

/** Participants, carrier by carrier, before anything flows. */
function gatherAll({ state, frame }: TurnContext, book: FlowBook, clock: FlowClock): readonly Gathered[] {
  const shares = flowShares(state.model, book);
  const receivers = new Map<number, Receivers>();
  const targets = new Map<number, Map<number, Targets>>();
  const listed = { pairs: 0 };
  const partyOf = (flow: Flow): Party => {
    const share = shares.get(flow) ?? { receivers: -1, targets: -1 };
    return {
      flow,
      receivers: kept(receivers, share.receivers, () => ({ ids: [], looks: [], times: [], hasReached: false })),
      targets: 'targets' in flow.form ? kept(targets, share.targets, () => new Map<number, Targets>()) : undefined,
    };
  };
  return flowGroups(book).map(({ flows, objects, kind }) => {
    const parties = flows.map(partyOf);
    const carriers = connected(state, objects, 0).filter((id) => kind === 0 || state.identity.kind[id] === kind);
    carriers.forEach((carrier, place) => {
      for (const party of parties)
        naming(frame, party.flow, () => {
          meet(frame, party, carrier, place, listed);
          clock(party.flow);
        });
    });
    return { carriers, parties };
  });
}

/** Adds the lists of one carrier, unless a flow that shares them did. */
function meet(frame: Frame, party: Party, carrier: number, place: number, listed: { pairs: number }): void {
  const { flow, receivers, targets } = party;
  const { state } = frame;
  const isNew = receivers.times.length === place;
  const found = isNew ? receiversOf(state, flow, carrier) : [];
  if (isNew) {
    receivers.times.push(timesOf(frame, flow, carrier));
    receivers.looks.push(found.length);
  }
  const times = receivers.times[place];
  countLooks(frame, flow, receivers.looks[place] * times);
  if (isNew) {
    const taking = times === 0 ? [] : found;
    countListed(frame, flow, taking.length * (repeats(flow) ? times : 1), listed);
    const having = taking.filter((receiver) => canReceive(frame, flow, receiver));
    receivers.hasReached ||= having.length > 0;
    const { active } = flow;
    receivers.ids.push(active === undefined ? having : having.filter((id) => asked(frame, active, id) === 1));
  }
  if (targets === undefined || !('targets' in flow.form)) return;
  for (const receiver of receivers.ids[place])
    countLooks(frame, flow, targetsOf(frame, flow, flow.form, targets, receiver, listed).looks * times);
}

function timesOf(frame: Frame, { carrier: { where, times } }: Flow, carrier: number): number {
  if (where !== undefined && asked(frame, where, carrier) !== 1) return 0;
  return times === undefined ? 1 : Math.max(0, asked(frame, times, carrier));
}

function receiversOf(state: WorldState, { receivers }: Flow, carrier: number): readonly number[] {
  if (receivers === undefined) return [carrier];
  return receivers.length === 0 ? [] : connected(state, receivers, carrier);
}

function canReceive({ state: { model, identity } }: Frame, { kind, form }: Flow, receiver: number): boolean {
  if (kind !== 0 && identity.kind[receiver] !== kind) return false;
  return flowColumns(form).every((column) => model.columns[column].kinds[identity.kind[receiver]] === 1);
}

function targetsOf(
  frame: Frame,
  flow: Flow,
  form: PropagatorForm,
  targets: Map<number, Targets>,
  receiver: number,
  listed: { pairs: number },
): Targets {
  return kept(targets, receiver, () => {
    const { state } = frame;
    const { kind } = state.identity;
    const { steps, where, itself } = form.targets;
    const rows: readonly (readonly Step[])[] = steps.get(kind[receiver]) ?? [];
    const { kinds } = state.model.columns[form.column];
    const isTarget = (id: number) =>
      kinds[kind[id]] === 1 && (itself || id !== receiver) && (where === undefined || asked(frame, where, id) === 1);
    let looks = 0;
    const ids = rows.map((row) => {
      const found = connected(state, row, receiver);
      countListed(frame, flow, found.length, listed);
      looks += found.length;
      return found.filter(isTarget);
    });
    return { ids: ids.flat(), looks };
  });
}

function* streamsIn(gathered: readonly Gathered[], { memory }: FlowBook, stage: FlowStage): Generator<Stream> {
  for (const { carriers, parties } of gathered) {
    const here = parties.filter(({ flow }) => stageOf(flow.form) === stage);
    for (const [place, carrier] of carriers.entries())
      for (const party of here) yield* streamsFrom(party, carrier, place, memory);
  }
}

/** A stream for each receiver; repeated where times must be separate. */
function* streamsFrom(
  { flow, receivers, targets }: Party,
  carrier: number,
  place: number,
  memory: FlowBook['memory'],
): Generator<Stream> {
  const all = receivers.times[place];
  const isRepeated = repeats(flow) || (memory === 'stale' && targets !== undefined);
  const times = isRepeated ? 1 : all;
  // No receivers, however many times.
  if (receivers.ids[place].length === 0) return;
  for (let time = 0; time < all; time += times)
    for (const receiver of receivers.ids[place])
      yield { flow, carrier, receiver, times, cells: cellsOf(flow, targets, receiver) };
}

/** Amounts of a sequence differ each time. */
function repeats({ form }: Flow): boolean {
  return form.does === 'constant' && isSequential(form.amount);
}

function cellsOf({ form }: Flow, targets: Party['targets'], receiver: number): readonly Cell[] {
  const own = flowColumns(form).map((column) => ({ column, id: receiver }));
  if (targets === undefined || !('targets' in form)) return own;
  const { column } = form;
  return [...own, ...(targets.get(receiver)?.ids ?? []).map((id) => ({ column, id }))];
}

function runStage(
  context: TurnContext,
  { memory }: FlowBook,
  begun: Values,
  streams: () => Iterable<Stream>,
  clock: FlowClock,
): void {
  const { state, frame, profile } = context;
  const [predictions, changes] = [createTally(state), createTally(state)];
  const own = new Map<Flow, Tally>();
  const amounts: number[] = [];
  let last: readonly number[] = [];
  let longest = 0;
  for (const { flow, receiver, times, cells } of streams()) {
    const amount = amountOf(frame, flow, receiver);
    if (flow.form.does === 'constant') amounts.push(amount);
    last = predicted(flow.form, cells.map(begun), amount);
    cells.forEach((cell, i) => {
      predictions.add(cell, Math.imul(last[i], times));
    });
    longest = Math.max(longest, cells.length);
    clock(flow);
  }
  // With stale memory, one list stands for all: the last stream's predictions, then what each expects in turn. At most
  // as many as a stream has cells are read.
  const remembered = [...last];
  let next = 0;
  for (const stream of streams()) {
    const { flow, cells } = stream;
    const { form } = flow;
    const isStale = memory === 'stale' && 'targets' in form;
    if (isStale && remembered.length < longest) for (const cell of cells) remembered.push(predictions.with(cell));
    const c = cells.map(begun);
    const p = isStale ? remembered : cells.map(predictions.with);
    apply(
      context,
      stream,
      corrected(form, c, p, predicted(form, c, form.does === 'constant' ? amounts[next++] : 0)),
      changes,
      profile && kept(own, flow, () => createTally(state)),
    );
    clock(flow);
  }
  changes.write();
  if (profile !== undefined) for (const [{ index }, tally] of own) profile.flows.now.changed[index] += tally.changed();
}

function amountOf(frame: Frame, flow: Flow, receiver: number): number {
  const { form } = flow;
  return form.does === 'constant' ? naming(frame, flow, () => asked(frame, form.amount, receiver)) : 0;
}

function apply(
  { watch }: TurnContext,
  { flow, carrier, receiver, times, cells }: Stream,
  corrections: readonly number[],
  changes: Tally,
  own: Tally | undefined,
): void {
  cells.forEach((cell, i) => {
    if (corrections[i] === 0) return;
    const before = watch === undefined ? 0 : changes.with(cell);
    const change = Math.imul(corrections[i], times);
    changes.add(cell, change);
    own?.add(cell, change);
    watch?.({
      column: cell.column,
      object: cell.id,
      rule: flow.name,
      source: cell.id === receiver ? carrier : receiver,
      label: flow.form.does,
      before,
      after: changes.with(cell),
    });
  });
}

/** Sums of changes of cells, which stay unchanged until written. */
interface Tally {
  add(cell: Cell, change: number): void;
  readonly with: (cell: Cell) => number;
  /** Cells with another sum than 0. */
  readonly changed: () => number;
  write(): void;
}

function createTally(state: WorldState): Tally {
  const sums = new Map<number, Int32Array>();
  return {
    add({ column, id }, change) {
      kept(sums, column, () => new Int32Array(state.identity.kind.length))[id] += change;
    },
    changed: () =>
      [...sums.values()].reduce((all, changes) => all + changes.filter((change) => change !== 0).length, 0),
    with: ({ column, id }) => (state.cells[column][id] + (sums.get(column)?.[id] ?? 0)) | 0,
    write() {
      for (const [index, changes] of sums) {
        const column = state.model.columns[index];
        changes.forEach((change, id) => {
          if (change !== 0) writeCell(state, column, id, (readCell(state, column, id) + change) | 0);
        });
      }
    },
  };
}

function valuesNow(state: WorldState, book: FlowBook): Values {
  const before = new Map([...columnsOfFlows(book)].map((column) => [column, state.cells[column].slice()]));
  return ({ column, id }) => before.get(column)?.[id] ?? 0;
}

/** Before filtering; throws beyond the limit. */
function countLooks(frame: Frame, flow: Flow, objects: number): void {
  frame.visits += objects;
  const limit = frame.state.limits.visitsPerTurn;
  if (frame.visits > limit) {
    throw new EdictError(
      'limit-visits',
      `${flowTitle(flow)} brings the objects that aggregates and flows looked at in turn ${frame.turn} to more than ${limit}; let it lead to fewer or raise limits.visitsPerTurn`,
      flow.name,
    );
  }
}

/** Throws beyond the limit. */
function countListed({ state, turn }: Frame, flow: Flow, pairs: number, listed: { pairs: number }): void {
  listed.pairs += pairs;
  const limit = state.limits.flowPairs;
  if (listed.pairs > limit) {
    throw new EdictError(
      'limit-pairs',
      `${flowTitle(flow)} brings the pairs that flows list in turn ${turn} to more than ${limit}; let it lead to fewer or raise limits.flowPairs`,
      flow.name,
    );
  }
}

/** 0 where absent. */
function asked(frame: Frame, node: Node, id: number): number {
  frame.slots[sourceSlot] = id;
  return (frame.evaluate(node) ?? 0) | 0;
}

function naming<T>(frame: Frame, flow: Flow, act: () => T): T {
  frame.rule = flowRule(frame.state.model, flow);
  return blaming(flowTitle(flow), flow.name, act);
}
