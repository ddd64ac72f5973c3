import { hasCell } from '../components/cells.js';
import type { WorldState } from '../components/state.js';
import { asChoice, asNamedCondition, asOtherwise, asRead, constantValue, isSlot } from '../eval/node-shape.js';
import { isAbsent } from '../eval/operation.js';
import { printExpression } from '../eval/print-expression.js';
import type { Wording } from '../eval/printer.js';
import type { Term } from '../eval/term.js';
import { plainTerm } from '../eval/term-book.js';
import type { Frame, Node } from '../ir/node.js';
import { handleOf } from '../kernel/identity.js';
import { toHost } from './typed-value.js';
import type { PastRead } from './past-api.js';

/**
 * The values that decide an expression: what it compares and tests, and the meters and properties in that. Of a choice,
 * only those of the branch that is taken.
 */
export function readsOf(expression: Node, frame: Frame, wording: Wording): readonly PastRead[] {
  const found = new Map<string, PastRead>();
  const terms = new Map<Node, Term>();
  const whole = plainTerm(expression, terms);
  const nodes = new Map([...terms].map(([node, term]) => [term, node]));
  const isWritten = (node: Node): boolean => wording.written?.(node) !== undefined;
  const isFromText = isWritten(expression);
  const collect = (term: Term): void => {
    // Objects that an aggregate binds are in no slot here.
    if (isSlot(term) || constantValue(term) !== undefined || (term.free & ~whole.free) !== 0) return;
    const node = nodes.get(term) ?? term;
    const isValue = term.heavy || term.args.length === 0 || term.type.name !== 'boolean';
    // One word of the language may stand for several steps, and a choice has the value of its branch.
    const isStep = (isFromText && !isWritten(node) && term.args.some(isNumber)) || asChoice(term) !== undefined;
    // Whether the whole condition is true is its answer.
    if (asRead(term) !== undefined || (isValue && term !== whole && !isStep)) {
      const read = readOf(node, frame, wording);
      if (!found.has(read.text)) found.set(read.text, read);
    }
    // What is looked at by an aggregate is about its members.
    if (!isAggregate(term)) for (const arg of evaluatedIn(term, frame)) collect(arg);
  };
  collect(whole);
  return [...found.values()];
}

function isNumber({ type }: Term): boolean {
  return type.name === 'number' || type.name === 'numeric';
}

function isAggregate(term: Term): boolean {
  return term.heavy && !term.args.some(({ heavy }) => heavy);
}

/** The arguments that an expression evaluates. */
function evaluatedIn(term: Term, frame: Frame): readonly Term[] {
  const [asked, then, other] = asChoice(term) ?? [];
  if (asked !== undefined && then !== undefined && other !== undefined) {
    const chosen = frame.evaluate(asked);
    return isAbsent(chosen) ? [asked] : [asked, chosen === 1 ? then : other];
  }
  const [value, otherwise] = asOtherwise(term) ?? [];
  if (value !== undefined && otherwise !== undefined)
    return isAbsent(frame.evaluate(value)) ? [value, otherwise] : [value];
  const named = asNamedCondition(term);
  if (named === undefined) return term.args;
  const answer = branchTaken(named.answer, frame);
  return answer === undefined ? [named.object] : [named.object, answer];
}

/** Of a choice, and of a choice in it; itself if it is none. Undefined where a condition of them is absent. */
export function branchTaken<Of extends Node>(node: Of, frame: Frame): Of | undefined {
  let at = node;
  for (let choice = asChoice(at); choice !== undefined; choice = asChoice(at)) {
    const chosen = frame.evaluate(choice[0]);
    if (isAbsent(chosen)) return undefined;
    at = choice[chosen === 1 ? 1 : 2];
  }
  return at;
}

function readOf(node: Node, frame: Frame, wording: Wording): PastRead {
  const { state } = frame;
  const value = frame.evaluate(node);
  const cell = cellRead(node, frame);
  return {
    text: printExpression(node, wording),
    value: isAbsent(value) ? undefined : toHost(state, node.type, value),
    isObject: node.type.name === 'entity',
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
function cellRead(node: Node, frame: Frame): Cell | undefined {
  const data = asRead(node);
  if (data === undefined) return undefined;
  const { state } = frame;
  const column = state.model.columns[data.column];
  let id = frame.evaluate(node.args[0]) ?? 0;
  while (id !== 0 && !hasCell(state, column, id)) id = data.climb ? state.parent[id] : 0;
  return id === 0 ? undefined : { id, column: column.name };
}
