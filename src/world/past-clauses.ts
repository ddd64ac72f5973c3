import { hasCell } from '../components/cells.js';
import { turnOf } from '../components/clock.js';
import type { WorldState } from '../components/state.js';
import { createFrame } from '../eval/interpreter.js';
import { asApplied, asRead, conjuncts, constantValue, disjuncts, isSlot } from '../eval/node-shape.js';
import { printExpression } from '../eval/print-expression.js';
import type { Wording } from '../eval/printer.js';
import type { Term } from '../eval/term.js';
import { plainTerm } from '../eval/term-book.js';
import { type Frame, type Node, sourceSlot, targetSlot } from '../ir/node.js';
import type { Program } from '../ir/rule.js';
import { handleOf } from '../kernel/identity.js';
import { clauseAnswer, longestText } from './rule-clauses.js';
import { toHost } from './typed-value.js';
import type { ClausePart, PastClause, PastRead } from './why-not-api.js';

/** A condition, with its text if it is known as written. */
export interface Condition {
  readonly node: Node;
  readonly text?: string | undefined;
}

/** Questions look at all objects one by one, which a turn need not do: its limits are not meant. */
export function unlimitedFrame(state: WorldState): Frame {
  const frame = createFrame(state, turnOf(state));
  frame.visits = frame.tests = frame.sorted = -Infinity;
  return frame;
}

/** Slot 0 is `self`, or `source` in rules; occurrences have named fields. */
export function wordingOf(
  { model, rules: { timing } }: Pick<Program, 'model' | 'rules'>,
  first: Wording['first'],
): Wording {
  const fields: (string | undefined)[] = [];
  for (const type of timing.types) for (const [place, field] of type.fields.entries()) fields[place] ??= field?.name;
  return { model, first, longest: longestText, fields };
}

/** The parts of a condition that are joined by `&&`, for the objects in the slots of a frame. */
export function clausesOf(
  part: ClausePart,
  node: Node | undefined,
  frame: Frame,
  wording: Wording,
): readonly PastClause[] {
  if (node === undefined) return [];
  return partsIn(node).map((each) => clauseOf(part, { node: each }, frame, wording));
}

/** Where absence counts as false, the parts may be absent. */
export function partsIn(node: Node): readonly Node[] {
  return conjuncts(asApplied(node) ?? node).flatMap((part) => (asApplied(part) === undefined ? part : partsIn(part)));
}

/** Also of conditions that are joined by `||`, as alternatives. */
export function alternativesOf(part: ClausePart, node: Node, frame: Frame, wording: Wording): readonly PastClause[] {
  return disjuncts(node).flatMap((each, alternative) =>
    partsIn(each).map((clause) => clauseOf(part, { node: clause }, frame, wording, alternative)),
  );
}

export function clauseOf(
  part: ClausePart,
  { node, text }: Condition,
  frame: Frame,
  wording: Wording,
  alternative = 0,
): PastClause {
  return {
    part,
    text: text ?? printExpression(node, wording),
    alternative,
    answer: clauseAnswer(frame.evaluate(node)),
    reads: readsOf(node, frame, wording),
  };
}

export function areTrue(clauses: readonly PastClause[]): boolean {
  return clauses.every(({ answer }) => answer === 'true');
}

/** The values that decide a condition: what it compares and tests, and the meters and properties in that. */
export function readsOf(condition: Node, frame: Frame, wording: Wording): readonly PastRead[] {
  const found = new Map<string, PastRead>();
  const whole = plainTerm(condition);
  const collect = (term: Term): void => {
    if (isSlot(term) || constantValue(term) !== undefined || (term.free & ~fixedSlots) !== 0) return;
    const isValue = term.heavy || term.args.length === 0 || term.type.name !== 'boolean';
    // Whether the whole condition is true is its answer.
    if (asRead(term) !== undefined || (isValue && term !== whole)) {
      const read = readOf(term, frame, wording);
      if (!found.has(read.text)) found.set(read.text, read);
    }
    // What is looked at by an aggregate is about its members.
    if (!isAggregate(term)) for (const arg of term.args) collect(arg);
  };
  collect(whole);
  return [...found.values()];
}

const fixedSlots = (1 << sourceSlot) | (1 << targetSlot);

function isAggregate(term: Term): boolean {
  return term.heavy && !term.args.some(({ heavy }) => heavy);
}

function readOf(term: Term, frame: Frame, wording: Wording): PastRead {
  const { state } = frame;
  const value = frame.evaluate(term);
  const cell = cellRead(term, frame);
  return {
    text: printExpression(term, wording),
    value: value === undefined || value === null ? undefined : toHost(state, term.type, value),
    isObject: term.type.name === 'entity',
    ...(cell === undefined ? { object: null, column: null } : placeOf(state, cell)),
    ...unwritten,
  };
}

/** A meter or property of an object, as a value that was read. */
export function readOfCell(state: WorldState, id: number, column: number, text: string): PastRead {
  const { name, type } = state.model.columns[column];
  return {
    text,
    value: toHost(state, type, state.cells[column][id]),
    isObject: type.name === 'entity',
    ...placeOf(state, { id, column: name }),
    ...unwritten,
  };
}

const unwritten = { written: null, later: [], laterCount: 0 } as const;

interface Cell {
  readonly id: number;
  readonly column: string;
}

function placeOf({ identity }: WorldState, { id, column }: Cell): Pick<PastRead, 'object' | 'column'> {
  return { object: handleOf(identity, id), column };
}

/** The cell of a read: of the object itself, or of what it is attached to. */
function cellRead(term: Term, frame: Frame): Cell | undefined {
  const data = asRead(term);
  if (data === undefined) return undefined;
  const { state } = frame;
  const column = state.model.columns[data.column];
  let id = frame.evaluate(term.args[0]) ?? 0;
  while (id !== 0 && !hasCell(state, column, id)) id = data.climb ? state.parent[id] : 0;
  return id === 0 ? undefined : { id, column: column.name };
}
