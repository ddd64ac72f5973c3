import { turnOf } from '../components/clock.js';
import { ancestorOfKind } from '../components/attachment.js';
import { liveIds } from '../components/live-objects.js';
import type { WorldState } from '../components/state.js';
import { asChoice, asComparison, constantValue, disjuncts, isOf } from '../eval/node-shape.js';
import { created } from '../eval/ops/time.js';
import { type Node, sourceSlot } from '../ir/node.js';
import type { CellModifier, ModifierCarrier } from '../ir/rule.js';
import { handleOf } from '../kernel/identity.js';
import type { AppliedModifier } from '../meaning/cell-solver.js';
import { type Variable, cellClass, classAt, kindAt } from '../model/model.js';
import type { WorldCore } from './core.js';
import { variableHistory } from './modifier-history.js';
import { readsIn, toldClauses } from './past-cells.js';
import { clausesOf, unlimitedFrame, wordingOf } from './past-clauses.js';
import { readsOf } from './past-reads.js';
import { toTyped } from './typed-value.js';
import { contentIn, settledCell } from './variables.js';
import type { PastClause, PastRead } from './past-api.js';
import type { ModifierVerdict, VariableVerdict } from './why-not-api.js';
import { writtenBefore } from './why-not-expression.js';

/** So many modifiers in force are told, and so many that are not. */
const mostTold = 200;

/** A variable of an object now: what changes its value, and what does not. */
export function whyNotVariable(core: WorldCore, variable: Variable, id: number): VariableVerdict {
  const { state, solver } = core;
  const cell = settledCell(core, id, variable);
  const value = toTyped(state, variable.type, contentIn(state, cell));
  const { steps } = variableHistory(core, id, variable);
  const applied = solver?.steps(cell) ?? [];
  const inForce = applied
    .slice(0, mostTold)
    .map((each, i) => tellApplied(core, each, steps[i].modifier ?? { amount: value, before: value, after: value }));
  const modifiers = [...inForce, ...absentModifiers(core, variable, new Set(applied.map(({ modifier }) => modifier)))];
  const { told } = writtenBefore(
    core,
    modifiers.flatMap(({ clauses, reads }) => [...readsIn(clauses), ...reads]),
  );
  const holder = ancestorOfKind(state, id, variable.kind);
  return {
    of: 'variable',
    variable: variable.name,
    turn: turnOf(state),
    outcome: outcomeOf(core, variable, holder, cell, inForce),
    object: handleOf(state.identity, holder),
    initial: steps.at(0)?.modifier?.before ?? value,
    value,
    modifiers: modifiers.map((each) => ({
      ...each,
      clauses: toldClauses(each.clauses, { told }),
      reads: each.reads.map(told),
    })),
    clauses: [],
  };
}

function outcomeOf(
  { state }: WorldCore,
  { input }: Variable,
  holder: number,
  cell: number,
  inForce: readonly ModifierVerdict[],
): VariableVerdict['outcome'] {
  if (state.cellClasses[cell] === cellClass.failed) return 'failed';
  if (input) return 'input';
  if (state.granted[holder] !== 1) return 'not granted';
  if (inForce.length === 0) return 'unmodified';
  return inForce.some(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    ? 'modified'
    : 'unchanged';
}

type Values = Pick<ModifierVerdict, 'amount' | 'before' | 'after'>;

function tellApplied(
  core: WorldCore,
  { modifier, carrier, scope }: AppliedModifier,
  { amount, before, after }: Values,
): ModifierVerdict {
  const { state, program } = core;
  const frame = unlimitedFrame(state);
  frame.slots[sourceSlot] = scope;
  if (before !== null && 'value' in before && typeof before.value === 'number') frame.value = before.value;
  const wording = wordingOf(program, 'self');
  const { condition, value } = partsOfAmount(modifier.amount);
  const clauses: readonly PastClause[] = clausesOf('condition', condition, frame, wording);
  const reads: readonly PastRead[] = readsOf(value, frame, wording);
  const isSkipped = amount?.type === 'failed';
  return {
    ...headOf(state, modifier),
    carrier: handleOf(state.identity, carrier),
    state: isSkipped ? 'skipped' : 'applied',
    amount: isSkipped ? null : amount,
    before,
    after,
    clauses,
    reads,
  };
}

function headOf(
  { model }: WorldState,
  { name, modification, text, carrier }: CellModifier,
): Pick<ModifierVerdict, 'modifier' | 'modification' | 'text' | 'on'> {
  const on = carrier.by === 'class' ? classAt(model, carrier.class).name : kindAt(model, carrier.kind).name;
  return { modifier: name, modification, text, on };
}

/** The condition of an amount that is absent unless it holds, without what makes it absent. */
function partsOfAmount(amount: Node): { readonly condition: Node | undefined; readonly value: Node } {
  const choice = asChoice(amount);
  if (choice === undefined) return { condition: undefined, value: amount };
  const [all, never] = disjuncts(choice[0]);
  const compared = never === undefined ? undefined : asComparison(never);
  return compared !== undefined && isOf(never.args[0], created) && constantValue(choice[2]) !== undefined
    ? { condition: all, value: choice[1] }
    : { condition: undefined, value: amount };
}

function absentModifiers(
  { state, program }: WorldCore,
  { index }: Variable,
  inForce: ReadonlySet<CellModifier>,
): readonly ModifierVerdict[] {
  const others = program.rules.modifiers
    .filter((modifier) => modifier.variable === index && !inForce.has(modifier))
    .slice(0, mostTold);
  if (others.length === 0) return [];
  const carried = new Set<string>();
  const granted = new Set<string>();
  for (const id of liveIds(state)) {
    for (const key of [`kind ${state.identity.kind[id]}`, `class ${state.class[id]}`]) {
      carried.add(key);
      if (state.granted[id] === 1) granted.add(key);
    }
  }
  return others.map((modifier) => {
    const key = keyOf(modifier.carrier);
    return {
      ...headOf(state, modifier),
      carrier: null,
      state: granted.has(key) ? 'does not reach' : carried.has(key) ? 'not granted' : 'not carried',
      amount: null,
      before: null,
      after: null,
      clauses: [],
      reads: [],
    };
  });
}

function keyOf(carrier: ModifierCarrier): string {
  return carrier.by === 'kind' ? `kind ${carrier.kind}` : `class ${carrier.class}`;
}
