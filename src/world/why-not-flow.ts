import { turnOf } from '../components/clock.js';
import type { Flow } from '../ir/rule.js';
import { type Frame, type Node, sourceSlot } from '../ir/node.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { flowRule } from '../meaning/drawing-rules.js';
import type { CellWrite } from '../meaning/effects/turn-context.js';
import { flowColumns } from '../meaning/flow-book.js';
import { connected } from '../state/connections.js';
import type { WorldCore } from './core.js';
import type { Handle } from './host-values.js';
import { readsIn, toldClauses, writesAround } from './past-cells.js';
import { areTrue, clausesOf, unlimitedFrame, wordingOf } from './past-clauses.js';
import { readOfCell } from './past-reads.js';
import { demandKnown, repeatedTurn } from './repeat-turn.js';
import type { PastClause, PastRead } from './past-api.js';
import type { FlowVerdict } from './why-not-api.js';

const purpose = 'ask why nothing flowed';

interface Handles {
  /** Carries the flow, or receives it. */
  readonly giver: Handle;
  readonly taker: Handle | undefined;
}

/** Runs the last turn twice: to see who takes part before anything flows, and what flows and who wrote that. */
export function whyNotFlow(core: WorldCore, flow: Flow, handles: Handles): FlowVerdict {
  const { receiving, ...found } = lookBefore(core, flow, handles);
  const written = writesAround(core, {
    purpose,
    reads: [...readsIn(found.clauses), ...found.values],
    arrange(twin, isNow) {
      twin.asks.flows = isNow;
      return undefined;
    },
    isOwn: (write, twin) => isOwn(write, twin, flow, handles, receiving),
  });
  return {
    of: 'flow',
    flow: flow.name,
    turn: turnOf(core.state),
    does: flow.form.does,
    ...found,
    outcome: found.outcome === 'nothing' && written.writeCount > 0 ? 'flowed' : found.outcome,
    clauses: toldClauses(found.clauses, written),
    values: found.values.map(written.told),
    bounds: Object.fromEntries(
      Object.entries(flow.form).filter(
        (entry): entry is [string, number] => typeof entry[1] === 'number' && boundNames.has(entry[0]),
      ),
    ),
    writes: written.writes,
    writeCount: written.writeCount,
  };
}

/** Numbers of forms that are no columns. */
const boundNames: ReadonlySet<string> = new Set([
  'amount',
  'percent',
  'floor',
  'limit',
  'growth',
  'inhibition',
  'divisor',
]);

/** The carrier writes to its receivers, and these to their targets. */
function isOwn(
  { rule, object, source }: CellWrite,
  { state: { identity } }: WorldCore,
  { name }: Flow,
  { giver, taker }: Handles,
  receiving: ReadonlySet<number>,
): boolean {
  if (rule !== name) return false;
  const [written, by] = [handleOf(identity, object), handleOf(identity, source)];
  const isGiven = by === giver || receiving.has(by) || (written === giver && receiving.has(written));
  return taker === undefined ? isGiven : isGiven && written === taker;
}

interface Found
  extends Pick<FlowVerdict, 'outcome' | 'times' | 'receivers' | 'active' | 'targets' | 'clauses' | 'values'> {
  /** Handles of the receivers. */
  readonly receiving: ReadonlySet<number>;
}

const nobody: Found = {
  outcome: 'no such object',
  times: 0,
  receivers: 0,
  active: 0,
  targets: 0,
  clauses: [],
  values: [],
  receiving: new Set(),
};

function lookBefore(core: WorldCore, flow: Flow, { giver, taker }: Handles): Found {
  const { twin, run } = repeatedTurn(core, purpose);
  demandKnown(core, twin, [giver, taker ?? giver]);
  const { identity } = twin.state;
  let found = nobody;
  twin.asks.flows = () => {
    const [from, to] = [giver, taker ?? giver].map((handle) => resolve(identity, handle));
    found = from === 0 || to === 0 ? nobody : lookNow(twin, flow, from, taker === undefined ? 0 : to);
  };
  run();
  return found;
}

/** At a flow in a turn, before anything flows. */
export interface Look {
  readonly core: WorldCore;
  readonly flow: Flow;
  readonly frame: Frame;
  readonly clauses: PastClause[];
}

function lookNow(core: WorldCore, flow: Flow, giver: number, taker: number): Found {
  const { state } = core;
  const frame = unlimitedFrame(state);
  frame.rule = flowRule(state.model, flow);
  const look: Look = { core, flow, frame, clauses: [] };
  const { carrier } = flow;
  const carriers = connected(state, carrier.objects, 0).filter(
    (id) => carrier.kind === 0 || state.identity.kind[id] === carrier.kind,
  );
  const isCarrier = carriers.includes(giver);
  // Receivers may be asked about as givers: carriers often only say that there is a flow.
  const by = isCarrier ? giver : carriers.find((id) => isCarried(look, id) && reachedFrom(look, id).includes(giver));
  const values = valuesOf(look, taker === 0 ? [giver] : [giver, taker]);
  if (by === undefined) return { ...nobody, outcome: 'not a carrier', values };
  const times = timesOf(look, by);
  if (isCarrier) test(look, 'carrier', carrier.where, by);
  const reached = isCarrier ? reachedFrom(look, by) : [giver];
  const having = reached.filter((id) => canReceive(look, id));
  const active = having.filter((id) => flow.active === undefined || asked(look, flow.active, id) === 1);
  const targets = [...new Set(active.flatMap((id) => targetsOf(look, id)))];
  const base: Found = {
    ...nobody,
    times,
    receivers: having.length,
    active: active.length,
    targets: targets.length,
    clauses: look.clauses,
    values,
    receiving: new Set(active.map((id) => handleOf(state.identity, id))),
  };
  if (times < 1) return { ...base, outcome: 'not carried' };
  if (having.length === 0) return { ...base, outcome: 'no receivers' };
  const isReceiver = taker === 0 || having.includes(taker);
  const failing = having.find((id) => !active.includes(id));
  test(look, 'active', flow.active, isReceiver && taker !== 0 ? taker : (active[0] ?? failing ?? 0));
  if (active.length === 0 || (isReceiver && taker !== 0 && !active.includes(taker)))
    return { ...base, outcome: 'not active' };
  if ('targets' in flow.form) {
    const isMet = taker === 0 ? targets.length > 0 : targets.includes(taker) || active.includes(taker);
    if (!isMet) test(look, 'target', flow.form.targets.where, taker === 0 ? firstNear(look, active) : taker);
    if (!isMet) return { ...base, outcome: 'no targets' };
  } else if (!isReceiver) return { ...base, outcome: 'no receivers' };
  return { ...base, outcome: 'nothing' };
}

function test({ core, frame, clauses }: Look, part: PastClause['part'], node: Node | undefined, id: number): boolean {
  if (id === 0) return false;
  frame.slots[sourceSlot] = id;
  const found = clausesOf(part, node, frame, wordingOf(core.program, 'self'));
  clauses.push(...found);
  return areTrue(found);
}

/** 0 where absent. */
export function asked({ frame }: Look, node: Node, id: number): number {
  frame.slots[sourceSlot] = id;
  return (frame.evaluate(node) ?? 0) | 0;
}

function isCarried(look: Look, carrier: number): boolean {
  return timesOf(look, carrier) > 0;
}

function timesOf(look: Look, carrier: number): number {
  const { where, times } = look.flow.carrier;
  if (where !== undefined && asked(look, where, carrier) !== 1) return 0;
  return times === undefined ? 1 : Math.max(0, asked(look, times, carrier));
}

export function reachedFrom({ core: { state }, flow: { receivers } }: Look, carrier: number): readonly number[] {
  if (receivers === undefined) return [carrier];
  return receivers.length === 0 ? [] : connected(state, receivers, carrier);
}

export function canReceive({ core: { state }, flow: { kind, form } }: Look, id: number): boolean {
  const { model, identity } = state;
  if (kind !== 0 && identity.kind[id] !== kind) return false;
  return flowColumns(form).every((column) => model.columns[column].kinds[identity.kind[id]] === 1);
}

export function nearOf({ core: { state }, flow: { form } }: Look, receiver: number): readonly number[] {
  if (!('targets' in form)) return [];
  const { kind } = state.identity;
  const { kinds } = state.model.columns[form.column];
  return (form.targets.steps.get(kind[receiver]) ?? [])
    .flatMap((row) => connected(state, row, receiver))
    .filter((id) => kinds[kind[id]] === 1 && (form.targets.itself || id !== receiver));
}

function targetsOf(look: Look, receiver: number): readonly number[] {
  const { form } = look.flow;
  const where = 'targets' in form ? form.targets.where : undefined;
  return nearOf(look, receiver).filter((id) => where === undefined || asked(look, where, id) === 1);
}

function firstNear(look: Look, receivers: readonly number[]): number {
  for (const receiver of receivers) for (const near of nearOf(look, receiver)) return near;
  return 0;
}

function valuesOf({ core: { state }, flow: { form } }: Look, ids: readonly number[]): readonly PastRead[] {
  const names = ['self', 'target'];
  return ids.flatMap((id, i) =>
    flowColumns(form)
      .filter((column) => state.model.columns[column].kinds[state.identity.kind[id]] === 1)
      .map((column) => readOfCell(state, id, column, `${names[i]}.${state.model.columns[column].name}`)),
  );
}
