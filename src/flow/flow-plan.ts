import type { Flow, FlowTargets } from '../ir/rule.js';
import type { Step } from '../model/connection.js';
import { columnStamp, fact } from '../model/stamps.js';
import { columnsOf, factsOf } from '../state/connections.js';
import type { Model } from '../model/model.js';
import { flowColumns } from '../meaning/flow-book.js';
import { flowRule } from '../meaning/drawing-rules.js';
import { type Node, sourceSlot } from '../ir/node.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { rowsOver } from '../eval/columns/rows.js';

/** A planned flow: expressions as terms, and what tells its parts from those of other flows. */
export interface FlowPlan
  extends Readonly<Record<'where' | 'times' | 'active' | 'amount' | 'target', Term | undefined>> {
  readonly flow: Flow;
  readonly rule: number;
  /** By kind: 1 where objects have all cells. */
  readonly kinds: Uint8Array;
  /** Flows of equal keys have equal receivers; propagators of equal target keys equal targets. */
  readonly key: string;
  readonly targetKey: string;
  /** Must be evaluated object by object. */
  readonly isSequential: boolean;
}

export function planFlow(book: TermBook, model: Model, flow: Flow): FlowPlan {
  const termFor = (node: Node | undefined): Term | undefined => (node === undefined ? undefined : termOf(book, node));
  const { carrier, form } = flow;
  const [where, times, active] = [termFor(carrier.where), termFor(carrier.times), termFor(flow.active)];
  const amount = termFor(form.does === 'constant' ? form.amount : undefined);
  const targets = 'targets' in form ? form.targets : undefined;
  const target = termFor(targets?.where);
  const kinds = Uint8Array.from({ length: model.kinds.length + 1 }, (_, kind) =>
    kind > 0 && flowColumns(form).every((column) => model.columns[column].kinds[kind] === 1) ? 1 : 0,
  );
  const drawsFor = (terms: readonly (Term | undefined)[]) =>
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

/** Stamps of steps and terms, always with the population. Draws are never kept. */
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

export function targetSteps({ steps }: FlowTargets): readonly (readonly Step[])[] {
  return [...steps.values()].flat();
}

/** Values of a term for objects: integers that wrap at 32 bits, 0 where absent. `kind`: of all objects, or 0. */
export function askObjects(
  evaluator: Evaluator,
  rule: number,
  term: Term,
  ids: Int32Array,
  length: number,
  kind: number,
  into: Int32Array,
): void {
  const { scratch, frame } = evaluator;
  const mark = scratch.mark();
  frame.rule = rule;
  const { numbers, codes, absence } = evaluator.evaluate(term, rowsOver(sourceSlot, ids, length, kind));
  const { name } = term.type;
  if (name === 'number' || name === 'numeric') for (let i = 0; i < length; i++) into[i] = numbers[i];
  else for (let i = 0; i < length; i++) into[i] = codes[i];
  if (absence !== undefined) for (let i = 0; i < length; i++) if (absence[i] !== 0) into[i] = 0;
  scratch.release(mark);
}
