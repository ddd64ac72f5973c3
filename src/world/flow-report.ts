import type { Flow } from '../ir/rule.js';
import { type Node, sourceSlot } from '../ir/node.js';
import { printExpression } from '../eval/print-expression.js';
import { flowRule } from '../meaning/drawing-rules.js';
import type { Profile } from '../meaning/profile.js';
import { connected } from '../state/connections.js';
import type { WorldCore } from './core.js';
import { type Failure, type Failures, blockedNow, countFailures, mostAsked } from './most-failed.js';
import { partsIn, wordingOf } from './past-clauses.js';
import type { ClausePart } from './past-api.js';
import { type Look, asked, canReceive, nearOf, reachedFrom } from './why-not-flow.js';

/**
 * How far a flow has come in the profiled turns. `unused`: no object could carry it. `not carried`: `where` or `times`
 * of its carrier was true of none. `no receivers`: it led to no object with its properties. `not active`: `active` was
 * true of no receiver. `no targets`: no receiver had one. `changed nothing`: something took part, and nothing flowed.
 */
export type FlowState =
  | 'unused'
  | 'not carried'
  | 'no receivers'
  | 'not active'
  | 'no targets'
  | 'changed nothing'
  | 'works';

/** What a flow did in the profiled turns. */
export interface FlowReport {
  readonly flow: string;
  readonly does: Flow['form']['does'];
  readonly file: string;
  readonly line: number;
  readonly state: FlowState;
  /** Objects that could carry it, those that did, receivers, and pairs of receivers and targets, summed over turns. */
  readonly candidates: number;
  readonly carriers: number;
  readonly receivers: number;
  readonly targets: number;
  /** Properties of objects that the flow alone would have left at another value, summed over turns. */
  readonly changed: number;
  /** Lists that several flows use count for the first. */
  readonly milliseconds: number;
  /** Of flows that moved nothing: the condition that failed most often in the last turn. Null as for rules. */
  readonly blocked: FlowBlock | null;
}

/** `failed` of `asked` carriers, receivers or targets. */
export type FlowBlock = Failure<Extract<ClausePart, 'carrier' | 'active' | 'target'>>;

export function flowReports(
  { program }: Pick<WorldCore, 'program'>,
  { flows: { counts } }: Profile,
  blocks: ReadonlyMap<Flow, FlowBlock>,
): readonly FlowReport[] {
  return program.rules.flows.flows.map((flow) => {
    const { name, form, origin, index } = flow;
    return {
      flow: name,
      does: form.does,
      file: origin.file,
      line: origin.line,
      state: stateOf(counts, flow),
      candidates: counts.asked[index],
      carriers: counts.carriers[index],
      receivers: counts.receivers[index],
      targets: counts.targets[index],
      changed: counts.changed[index],
      milliseconds: counts.milliseconds[index],
      blocked: blocks.get(flow) ?? null,
    };
  });
}

function stateOf(counts: Profile['flows']['counts'], { index, form }: Flow): FlowState {
  if (counts.changed[index] > 0) return 'works';
  if (counts.asked[index] === 0) return 'unused';
  if (counts.carriers[index] === 0) return 'not carried';
  if (counts.reached[index] === 0) return 'no receivers';
  if (counts.receivers[index] === 0) return 'not active';
  return 'targets' in form && counts.targets[index] === 0 ? 'no targets' : 'changed nothing';
}

/** Flows without participants in the profiled turns. */
export function idleFlows({ program }: Pick<WorldCore, 'program'>, { flows: { counts } }: Profile): readonly Flow[] {
  return program.rules.flows.flows.filter((flow) =>
    ['not carried', 'not active', 'no targets'].includes(stateOf(counts, flow)),
  );
}

/** What blocks flows; known after a turn of the twin. */
export function askFlows(twin: WorldCore, flows: readonly Flow[]): ReadonlyMap<Flow, FlowBlock> {
  const found = new Map<Flow, FlowBlock>();
  if (flows.length === 0) return found;
  const { state } = twin;
  twin.asks.flows = () => {
    found.clear();
    for (const flow of flows) {
      const by = blockedNow(state, flowRule(state.model, flow), (frame) =>
        blockedIn({ core: twin, flow, frame, clauses: [] }),
      );
      if (by !== undefined) found.set(flow, by);
    }
  };
  return found;
}

function blockedIn(look: Look): FlowBlock | undefined {
  const { core, flow } = look;
  const { state } = core;
  const { carrier, active, form } = flow;
  const failures = countFailures<FlowBlock['part']>();
  const carriers = connected(state, carrier.objects, 0).filter(
    (id) => carrier.kind === 0 || state.identity.kind[id] === carrier.kind,
  );
  const someCarriers = carriers.slice(0, mostAsked);
  const carrying = someCarriers.filter(
    (id) => holds(look, failures, 'carrier', carrier.where, id) && isRepeated(look, failures, carrier.times, id),
  );
  if (carrying.length === 0) return failures.worst(someCarriers.length);
  failures.clear();
  const receivers = distinct(carrying, (id) => reachedFrom(look, id).filter((each) => canReceive(look, each)));
  const taking = receivers.filter((id) => holds(look, failures, 'active', active, id));
  if (taking.length === 0) return failures.worst(receivers.length);
  failures.clear();
  if (!('targets' in form)) return undefined;
  const near = distinct(taking, (id) => nearOf(look, id));
  const isTarget = near.map((id) => holds(look, failures, 'target', form.targets.where, id));
  return isTarget.includes(true) ? undefined : failures.worst(near.length);
}

function distinct(ids: readonly number[], next: (id: number) => readonly number[]): readonly number[] {
  const found = new Set<number>();
  for (const id of ids) {
    for (const each of next(id)) {
      if (found.size === mostAsked) return [...found];
      found.add(each);
    }
  }
  return [...found];
}

/** Counts the parts of a condition that are false. */
function holds(
  { core, frame }: Look,
  failures: Failures<FlowBlock['part']>,
  part: FlowBlock['part'],
  condition: Node | undefined,
  id: number,
): boolean {
  frame.slots[sourceSlot] = id;
  const parts = condition === undefined ? [] : partsIn(condition);
  const failing = parts.filter((node) => frame.evaluate(node) !== 1);
  for (const node of failing) failures.fail(part, printExpression(node, wordingOf(core.program, 'self')));
  return failing.length === 0;
}

function isRepeated(look: Look, failures: Failures<FlowBlock['part']>, times: Node | undefined, id: number): boolean {
  if (times === undefined || asked(look, times, id) >= 1) return true;
  failures.fail('carrier', `${printExpression(times, wordingOf(look.core.program, 'self'))} >= 1`);
  return false;
}
