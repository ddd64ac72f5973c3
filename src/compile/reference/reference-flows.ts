import { connected } from '../../components/connections.js';
import type { Step } from '../../components/connection.js';
import { readCell, writeCell } from '../../components/cells.js';
import type { WorldState } from '../../components/world-state.js';
import { EdictError, blaming } from '../../kernel/errors.js';
import type { TurnContext } from '../effects/turn-context.js';
import type { Flow, FlowBook, PropagatorForm } from '../flow.js';
import { type FlowGroup, columnsOfFlows, flowColumns, flowGroups, flowRule, flowStages, flowTitle, stageOf } from '../flow-book.js';
import type { Frame } from '../frame.js';
import { type Node, sourceSlot } from '../node.js';
import { corrected, predicted } from './flow-forms.js';

/** A flow from one carrier for one receiver. */
interface Stream {
  readonly flow: Flow;
  readonly carrier: number;
  readonly receiver: number;
  /** What takes part in it, as the form's meaning orders it. */
  readonly cells: readonly Cell[];
}

interface Cell {
  readonly column: number;
  readonly id: number;
}

type Values = (cell: Cell) => number;

/** The meaning of flows: one stream after the other, each stage predicted by all before any corrects. */
export function referenceFlows(context: TurnContext, book: FlowBook): void {
  const begun = valuesNow(context.state, book);
  const streams = flowGroups(book).flatMap((group) => gathered(context, group));
  for (const stage of flowStages) runStage(context, book, begun, streams.filter(({ flow }) => stageOf(flow.form) === stage));
}

/** Who takes part, carrier by carrier; nothing has flowed yet. */
function gathered({ state, frame }: TurnContext, { objects, kind, flows }: FlowGroup): readonly Stream[] {
  const streams: Stream[] = [];
  for (const carrier of connected(state, objects, 0)) {
    if (kind !== 0 && state.identity.kind[carrier] !== kind) continue;
    for (const flow of flows) naming(frame, flow, () => {
      const found = receiversOf(state, flow, carrier);
      const times = timesOf(frame, flow, carrier);
      countLooks(frame, flow, found.length * times);
      const each = times === 0 ? [] : found.filter((receiver) => takesPart(frame, flow, receiver)).map((receiver) => streamOf(frame, flow, carrier, receiver, times));
      // Nobody takes part however many times.
      for (let i = 0; i < times && each.length > 0; i++) for (const stream of each) streams.push(stream);
    });
  }
  return streams;
}

/** How many of a flow an object carries. */
function timesOf(frame: Frame, { carrier: { where, times } }: Flow, carrier: number): number {
  if (where !== undefined && asked(frame, where, carrier) !== 1) return 0;
  return times === undefined ? 1 : Math.max(0, asked(frame, times, carrier));
}

function receiversOf(state: WorldState, { receivers }: Flow, carrier: number): readonly number[] {
  if (receivers === undefined) return [carrier];
  return receivers.length === 0 ? [] : connected(state, receivers, carrier);
}

function takesPart(frame: Frame, { kind, form, active }: Flow, receiver: number): boolean {
  const { model, identity } = frame.state;
  if (kind !== 0 && identity.kind[receiver] !== kind) return false;
  if (!flowColumns(form).every((column) => model.columns[column].kinds[identity.kind[receiver]] === 1)) return false;
  return active === undefined || asked(frame, active, receiver) === 1;
}

function streamOf(frame: Frame, flow: Flow, carrier: number, receiver: number, times: number): Stream {
  const { form } = flow;
  const own = flowColumns(form).map((column) => ({ column, id: receiver }));
  if (!('targets' in form)) return { flow, carrier, receiver, cells: own };
  const targets = targetsOf(frame, flow, form, receiver, times);
  return { flow, carrier, receiver, cells: [...own, ...targets.map((id) => ({ column: form.column, id }))] };
}

function targetsOf(frame: Frame, flow: Flow, { column, targets: { steps, where, itself } }: PropagatorForm, receiver: number, times: number): readonly number[] {
  const { state } = frame;
  const { kind } = state.identity;
  const rows: readonly (readonly Step[])[] = steps.get(kind[receiver]) ?? [];
  const found = rows.flatMap((row) => connected(state, row, receiver));
  countLooks(frame, flow, found.length * times);
  const { kinds } = state.model.columns[column];
  return found.filter((id) => kinds[kind[id]] === 1 && (itself || id !== receiver) && (where === undefined || asked(frame, where, id) === 1));
}

function runStage(context: TurnContext, { memory }: FlowBook, begun: Values, streams: readonly Stream[]): void {
  const { state, frame } = context;
  const predictions = streams.map((stream) => predicted(stream.flow.form, stream.cells.map(begun), amountOf(frame, stream)));
  const expected = valuesAfter(state, streams, predictions);
  // Where memory is stale, one list stands for all: what the last stream predicted, then what each expects in turn.
  const remembered = [...predictions.at(-1) ?? []];
  const corrections = streams.map(({ flow: { form }, cells }, i) => {
    let p = cells.map(expected);
    if (memory === 'stale' && 'targets' in form) {
      for (const value of p) remembered.push(value);
      p = remembered;
    }
    return corrected(form, cells.map(begun), p, predictions[i]);
  });
  streams.forEach((stream, i) => { apply(context, stream, corrections[i]); });
}

function amountOf(frame: Frame, { flow, receiver }: Stream): number {
  const { form } = flow;
  return form.does === 'constant' ? naming(frame, flow, () => asked(frame, form.amount, receiver)) : 0;
}

/** Adds what a stream changes, cell by cell. */
function apply({ state, watch }: TurnContext, { flow, carrier, receiver, cells }: Stream, changes: readonly number[]): void {
  cells.forEach(({ column: index, id }, i) => {
    if (changes[i] === 0) return;
    const column = state.model.columns[index];
    const before = readCell(state, column, id);
    writeCell(state, column, id, before + changes[i] | 0);
    watch?.({ column: index, object: id, rule: flow.name, source: id === receiver ? carrier : receiver, label: flow.form.does, before, after: readCell(state, column, id) });
  });
}

/** The values of all cells that flows look at, as they are now. */
function valuesNow(state: WorldState, book: FlowBook): Values {
  const kept = new Map(columnsOfFlows(book).reads.map((column) => [column, state.cells[column].slice()]));
  return ({ column, id }) => kept.get(column)?.[id] ?? 0;
}

/** The values that cells would have if all came as predicted. */
function valuesAfter(state: WorldState, streams: readonly Stream[], predictions: readonly (readonly number[])[]): Values {
  const changes = new Map<number, number>();
  const limit = state.identity.kind.length;
  streams.forEach(({ cells }, i) => {
    cells.forEach(({ column, id }, k) => { changes.set(column * limit + id, (changes.get(column * limit + id) ?? 0) + predictions[i][k] | 0); });
  });
  return ({ column, id }) => state.cells[column][id] + (changes.get(column * limit + id) ?? 0) | 0;
}

/** Receivers and targets count as visits, before any is left out; throws when that passes the limit. */
function countLooks(frame: Frame, flow: Flow, objects: number): void {
  frame.visits += objects;
  const limit = frame.state.limits.visitsPerTurn;
  if (frame.visits > limit) {
    throw new EdictError('limit-visits', `${flowTitle(flow)} brings the objects that aggregates and flows looked at in turn ${frame.turn} to more than ${limit}; let it lead to fewer or raise limits.visitsPerTurn`, flow.name);
  }
}

/** What an expression says of an object; where it says nothing, 0. */
function asked(frame: Frame, node: Node, id: number): number {
  frame.slots[sourceSlot] = id;
  return (frame.evaluate(node) ?? 0) | 0;
}

function naming<T>(frame: Frame, flow: Flow, act: () => T): T {
  frame.rule = flowRule(frame.state.model, flow);
  return blaming(flowTitle(flow), flow.name, act);
}
