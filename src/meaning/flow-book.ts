import { kept } from '../kernel/maps.js';
import { columnsRead, draws } from '../eval/make-node.js';
import { columnsOf } from '../state/connections.js';
import type { Step } from '../model/connection.js';
import type { Model } from '../model/model.js';
import { EdictError } from '../kernel/errors.js';
import type { Flow, FlowBook, FlowForm } from '../ir/rule.js';
import type { Node } from '../ir/node.js';

export const flowStages = ['propagators', 'interactions', 'sources'] as const;
export type FlowStage = (typeof flowStages)[number];

const stages: Readonly<Record<FlowForm['does'], FlowStage>> = {
  spread: 'propagators',
  diffuse: 'propagators',
  gather: 'propagators',
  convert: 'interactions',
  convertPercent: 'interactions',
  inhibitedGrowth: 'interactions',
  constant: 'sources',
  limited: 'sources',
  decay: 'sources',
};

export function stageOf({ does }: FlowForm): FlowStage {
  return stages[does];
}

/** Columns of the receiver that take part, in the order of the form's meaning (see reference/flow-forms.ts). */
export function flowColumns(form: FlowForm): readonly number[] {
  switch (form.does) {
    case 'convert':
    case 'convertPercent':
      return [form.from, form.to];
    case 'inhibitedGrowth':
      return [form.column, form.inhibitor];
    default:
      return [form.column];
  }
}

/** Flows whose carriers are found the same way, by index. */
export interface FlowGroup {
  readonly kind: number;
  readonly objects: readonly Step[];
  readonly flows: readonly Flow[];
}

/** Groups by kind of carriers, then by first flow: objects in sequence, each with all flows of the group. */
export function flowGroups({ flows }: FlowBook): readonly FlowGroup[] {
  const groups = new Map<string, Flow[]>();
  for (const flow of [...flows].sort((a, b) => a.index - b.index)) {
    const key = JSON.stringify([flow.carrier.kind, flow.carrier.objects]);
    kept(groups, key, () => []).push(flow);
  }
  return [...groups.values()]
    .map(
      (members): FlowGroup => ({ kind: members[0].carrier.kind, objects: members[0].carrier.objects, flows: members }),
    )
    .sort((a, b) => a.kind - b.kind);
}

/** Flows with equal numbers share the lists of receivers and targets. */
interface FlowShares {
  readonly receivers: number;
  /** Equal targets from equal receivers; of propagators. */
  readonly targets: number;
}

/** Amounts are listed for each receiver, so flows of constants share nothing, and draws are each flow's own. */
export function flowShares({ columns, kinds }: Model, { flows }: FlowBook): ReadonlyMap<Flow, FlowShares> {
  const numbers = new Map<unknown, number>();
  const numberOf = (what: unknown): number => {
    const known = numbers.get(what) ?? numbers.size;
    numbers.set(what, known);
    return known;
  };
  const alike = (...parts: readonly unknown[]) => numberOf(JSON.stringify(parts));
  const ownOf = (flow: Flow, nodes: readonly (Node | undefined)[]) =>
    nodes.some((node) => node !== undefined && draws(node)) ? flow.index : -1;
  const sharesOf = (flow: Flow): FlowShares => {
    const { carrier, receivers: steps, kind, active, form } = flow;
    const having = kinds
      .filter(({ index }) => flowColumns(form).every((column) => columns[column].kinds[index] === 1))
      .map(({ index }) => index);
    const own = form.does === 'constant' ? flow.index : ownOf(flow, [carrier.where, carrier.times, active]);
    const receivers = alike(
      carrier.kind,
      carrier.objects,
      numberOf(carrier.where),
      numberOf(carrier.times),
      steps,
      kind,
      numberOf(active),
      having,
      own,
    );
    if (!('targets' in form)) return { receivers, targets: -1 };
    const { steps: byKind, where, itself } = form.targets;
    return { receivers, targets: alike(receivers, [...byKind], numberOf(where), itself, ownOf(flow, [where])) };
  };
  return new Map(flows.map((flow) => [flow, sharesOf(flow)]));
}

export function flowTitle({ name, origin }: Flow): string {
  return `flow ${name} (${origin.file}:${origin.line})`;
}

export function nodesOfFlow({ carrier, active, form }: Flow): readonly Node[] {
  const amount = form.does === 'constant' ? form.amount : undefined;
  const where = 'targets' in form ? form.targets.where : undefined;
  return [carrier.where, carrier.times, active, amount, where].filter((node) => node !== undefined);
}

export function columnsOfFlows({ flows }: FlowBook): ReadonlySet<number> {
  const steps = flows.flatMap(({ carrier, receivers, form }) => [
    carrier.objects,
    receivers ?? [],
    ...('targets' in form ? [...form.targets.steps.values()].flat() : []),
  ]);
  return new Set([
    ...flows.flatMap(({ form }) => flowColumns(form)),
    ...steps.flatMap(columnsOf),
    ...flows.flatMap((flow) => nodesOfFlow(flow).flatMap((node) => [...columnsRead(node)])),
  ]);
}

/**
 * Throws where a flowing column does not hold whole numbers of 32 bits. Makers of flows check that before, with better
 * messages.
 */
export function checkFlows({ columns }: Model, { flows }: FlowBook): void {
  for (const flow of flows) {
    for (const index of flowColumns(flow.form)) {
      const { name, integer, storage } = columns[index];
      if (!integer || storage !== 'i32')
        throw new EdictError(
          'flow-column',
          `${flowTitle(flow)} moves ${name}, which does not hold 32-bit integers; declare ${name} as whole numbers`,
          flow.name,
        );
    }
  }
}
