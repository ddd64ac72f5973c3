import type { Flow, FlowTargets } from '../ir/rule.js';
import type { Step } from '../model/connection.js';
import { columnStamp, fact } from '../model/stamps.js';
import { columnsOf, factsOf } from '../state/connections.js';
import type { Model } from '../model/model.js';
import { flowColumns } from '../meaning/flow-book.js';
import { flowRule } from '../meaning/drawing-rules.js';
import type { Node } from '../ir/node.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';

/**
 * What the planner knows of a flow: its expressions as terms, and by what its parts are told from those of other flows.
 */
export interface FlowPlan {
  readonly flow: Flow;
  /** The index of its draws. */
  readonly rule: number;
  readonly where: Term | undefined;
  readonly times: Term | undefined;
  readonly active: Term | undefined;
  readonly amount: Term | undefined;
  readonly target: Term | undefined;
  /** By kind: 1 where an object of it has all cells that take part. */
  readonly kinds: Uint8Array;
  /** Flows of one key have the same receivers; propagators of one target key have the same targets from each. */
  readonly key: string;
  readonly targetKey: string;
  /** Something in it has to be asked of one object after the other. */
  readonly isSequential: boolean;
}

export function planFlow(book: TermBook, model: Model, flow: Flow): FlowPlan {
  const termFor = (node: Node | undefined): Term | undefined => (node === undefined ? undefined : termOf(book, node));
  const { carrier, form } = flow;
  const [where, times, active] = [termFor(carrier.where), termFor(carrier.times), termFor(flow.active)];
  const amount = termFor(form.does === 'constant' ? form.amount : undefined);
  const targets = 'targets' in form ? form.targets : undefined;
  const target = termFor(targets?.where);
  const kinds = kindsWith(model, flowColumns(form));
  const drawsFor = (terms: readonly (Term | undefined)[]): number =>
    terms.some((term) => term?.draws === true) ? flow.index : -1;
  return {
    flow,
    where,
    times,
    active,
    amount,
    target,
    kinds,
    rule: flowRule(model, flow),
    key: JSON.stringify([
      carrier.kind,
      carrier.objects,
      where?.id,
      times?.id,
      flow.receivers,
      flow.kind,
      active?.id,
      [...kinds],
      drawsFor([where, times, active]),
    ]),
    targetKey:
      targets === undefined
        ? ''
        : JSON.stringify([[...targets.steps], target?.id, targets.itself, [...kinds], drawsFor([target])]),
    isSequential: [where, times, active, amount, target].some((term) => term?.sequential === true),
  };
}

function kindsWith({ kinds, columns }: Model, all: readonly number[]): Uint8Array {
  return Uint8Array.from({ length: kinds.length + 1 }, (_, kind) =>
    kind > 0 && all.every((column) => columns[column].kinds[kind] === 1) ? 1 : 0,
  );
}

/** Stamps of what rows of steps and terms read, who is there always among them. What is drawn is never kept. */
export function stampsOf(rows: readonly (readonly Step[])[], terms: readonly (Term | undefined)[]): readonly number[] {
  const stamps = new Set<number>([fact.population]);
  for (const steps of rows) {
    for (const name of factsOf(steps)) stamps.add(fact[name]);
    for (const column of columnsOf(steps)) stamps.add(columnStamp(column));
  }
  for (const term of terms) {
    for (const stamp of term?.stamps ?? []) stamps.add(stamp);
    if (term?.draws === true) stamps.add(fact.occurrence);
  }
  return [...stamps];
}

/** All rows of steps to targets. */
export function targetSteps({ steps }: FlowTargets): readonly (readonly Step[])[] {
  return [...steps.values()].flat();
}
