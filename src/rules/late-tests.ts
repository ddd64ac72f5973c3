import { asKnown, conjuncts, isSlot, kindOrClass } from '../eval/node-shape.js';
import { type TermBook, stampsKnowing, termOf } from '../eval/term-book.js';
import { type Rule, kindOfCarrier } from '../ir/rule.js';
import { targetSlot } from '../ir/node.js';
import { type Test, byCost, isTrue, planTests, union } from '../match/selection-plan.js';
import type { Model } from '../model/model.js';
import { columnStamp, fact, kindStamp } from '../model/stamps.js';
import type { PassPlan } from './pass-plan.js';
import { factsChangedBy } from './plan-pass.js';

/**
 * A rule whose effects change what its conditions read. All sources are asked for what does not change, and each is
 * tested for the rest in its turn; otherwise all that are left would be asked again after each that fires.
 */
export interface LatePlan {
  /** Without the late tests, and with the stamps of the others alone. */
  readonly asked: PassPlan;
  readonly gates: readonly Test[];
  /** Of targets, all of one kind. */
  readonly tests: readonly Test[];
  readonly kind: number;
}

/** Undefined where late tests would leave too many candidates, or a rule is no such rule. */
export function planLate(
  book: TermBook,
  model: Model,
  rule: Rule,
  pass: Omit<PassPlan, 'stamps'>,
): LatePlan | undefined {
  const [{ selection, ...scope }] = pass.scopes;
  const [activation] = pass.activations;
  if (selection?.conjunctions.length !== 1 || selection.vetoes.length > 0 || rule.include.length !== 1)
    return undefined;
  if (rule.carrier.by !== 'class' || rule.heard === true) return undefined;
  const [{ own, generator }] = selection.conjunctions;
  if (own.kind === 0 || generator?.by === 'identity' || generator?.by === 'among') return undefined;
  const kinds = [kindOfCarrier(model, rule.carrier), own.kind];
  const written = new Set([...factsChangedBy([rule]), ...rule.writes.map(columnStamp)]);
  const stampsOf = (test: Test) => (isOfKind(test) ? [] : stampsKnowing(test.term, kinds, model));
  const isChanged = (test: Test) => stampsOf(test).some((stamp) => written.has(stamp));
  // Gates have no target: its slot may hold other objects in them.
  const stampsOfGate = ({ term }: Test) => stampsKnowing(term, [kinds[0]], model);
  const isChangedGate = (gate: Test) => stampsOfGate(gate).some((stamp) => written.has(stamp));
  const excluded = rule.exclude.map((node): Test => ({ term: termOf(book, node), wanted: 'clear' }));
  const tests = [...conjuncts(termOf(book, rule.include[0])).map(isTrue), ...excluded];
  // What costs more than a late test is left for those that pass it.
  const isLight = tests.some((test) => isChanged(test) && !test.term.heavy);
  const isLate = (test: Test) => isChanged(test) || (isLight && test.term.heavy && test.term.free === 1 << targetSlot);
  const early = tests.filter((test) => !isLate(test));
  if (early.length === tests.length && !activation.gates.some(isChangedGate)) return undefined;
  const gates = activation.gates.filter((test) => !isChangedGate(test));
  if ([...tests, ...activation.gates].some(({ term }) => term.sequential)) return undefined;
  const found = planTests(early, targetSlot);
  const [conjunction] = found.conjunctions;
  // A search by an index must not become one through all objects.
  if (conjunction.own.kind !== own.kind || conjunction.generator?.by !== generator?.by) return undefined;
  const stamps = union([
    kinds.map((kind) => kindStamp(fact.population, kind)),
    ...early.map(stampsOf),
    ...gates.map(stampsOfGate),
  ]);
  return {
    asked: { ...pass, activations: [{ ...activation, gates }], scopes: [{ ...scope, selection: found }], stamps },
    gates: activation.gates.filter(isChangedGate),
    tests: tests.filter(isLate).sort(byCost),
    kind: own.kind,
  };
}

/** Whether a candidate is of a kind, which never changes. */
function isOfKind({ term }: Test): boolean {
  const known = asKnown(term);
  return known !== undefined && kindOrClass(known.of) === 'kind' && isSlot(known.of.args[0], targetSlot);
}
