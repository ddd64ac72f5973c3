import type { Column, Model, Type, Variable } from '../../components/model.js';
import type { Numeric } from '../../kernel/numeric.js';
import { slotCount } from '../../ir/frame.js';
import { operationOf } from '../make-node.js';
import { sameType } from '../operation.js';
import type { AggregateData } from '../ops/fold.js';
import { rangeFacts } from '../ops/members.js';
import type { Term } from '../term.js';
import { refuse } from './code.js';

/** Nodes that one function may have. */
export const mostNodes = 1000;

/**
 * Looks at a term once more before code is made of it, as if nobody had: types, counts, slots, and every number that
 * its data hold. Throws when anything is odd.
 */
export function validate(term: Term, model: Model): void {
  const known = new Map<Term, number>();
  if (nodesIn(term, model, known) > mostNodes) refuse(`more than ${mostNodes} nodes`);
}

function nodesIn(term: Term, model: Model, known: Map<Term, number>): number {
  const before = known.get(term);
  if (before !== undefined) return before;
  if (known.size > mostNodes) return refuse(`more than ${mostNodes} nodes`);
  const { node, args } = term;
  const operation = operationOf(node);
  const type = operation.type(
    args.map((arg) => arg.node.type),
    node.data,
  );
  if (typeof type === 'string' || !sameType(type, node.type))
    return refuse('a node of another type than its arguments make');
  checkType(type, model);
  if (Object.hasOwn(checks, node.op)) checks[node.op](node.data, model);
  known.set(term, 0);
  const nodes = args.reduce((sum, arg) => sum + nodesIn(arg, model, known), 1);
  const free =
    (args.reduce((bits, arg) => bits | arg.free, 0) & ~(operation.binds?.(node.data) ?? 0)) |
    (operation.slots?.(node.data) ?? 0);
  if (free !== term.free) return refuse('a term that depends on other slots than it says');
  known.set(term, nodes);
  return nodes;
}

type Check = (data: unknown, model: Model) => void;

/** What the type rules of the operations do not see. */
const checks: Readonly<Record<string, Check>> = {
  constant(data, model) {
    const { value, type } = data as { readonly value: number; readonly type: Type };
    if (type.name !== 'number') checkIndex(value, 0, codesOf(type, model));
  },
  numeral(data) {
    const { value, whole } = data as Numeric;
    if (typeof value !== 'number' || typeof whole !== 'boolean') refuse('a number of no class');
    if (whole && !Object.is(value, value | 0)) refuse('an int that is none');
  },
  numericCompare: (data) => {
    checkWord((data as { readonly comparison: string }).comparison, ['==', '!=', '<', '<=', '>', '>=']);
  },
  remembered(data) {
    const { number } = data as { readonly number: number };
    if (!Number.isSafeInteger(number) || number < 0) refuse('something remembered that has no number');
  },
  solved(data, model) {
    const { variable, type, absent } = data as {
      readonly variable: number;
      readonly type: Type;
      readonly absent: string;
    };
    checkIndex(variable, 0, model.variables.length);
    checkVariable(model.variables[variable], type, model);
    checkWord(absent, ['missing', 'notFound', 'zero', 'initial']);
  },
  slot: (data) => {
    checkSlot((data as { readonly slot: number }).slot);
  },
  read(data, model) {
    const { column, type, absent, climb } = data as {
      readonly column: number;
      readonly type: Type;
      readonly absent: string;
      readonly climb: unknown;
    };
    checkIndex(column, 0, model.columns.length);
    if (!sameType(model.columns[column].type, type) || typeof climb !== 'boolean')
      refuse('a read of another type than the column has');
    checkInitial(model.columns[column]);
    checkWord(absent, ['missing', 'notFound', 'zero', 'initial']);
  },
  follow(data, model) {
    const { relation, kind } = data as { readonly relation: string; readonly kind: number };
    checkWord(relation, ['owner', 'parent', 'ancestor']);
    if (relation === 'ancestor') checkIndex(kind, 0, model.kinds.length + 1);
  },
  divide: (data) => {
    checkWord((data as { readonly zeroDivisor: string }).zeroDivisor, ['zero', 'dividend', 'ieee']);
  },
  remainder: (data) => {
    checkWord((data as { readonly zeroDivisor: string }).zeroDivisor, ['zero', 'dividend', 'ieee']);
  },
  affiliation: (data) => {
    checkWord((data as { readonly mode: string }).mode, [
      'empire-inclusive',
      'empire-exclusive',
      'enemies-inclusive',
      'enemies-exclusive',
    ]);
  },
  lookup(data, model) {
    const { table, type } = data as { readonly table: number; readonly type: Type };
    checkIndex(table, 0, model.tables.length);
    if (type.name !== 'number')
      for (const value of model.tables[table].values) checkIndex(value, 0, codesOf(type, model));
  },
  sighted: (data, model) => {
    checkIndex((data as { readonly sight: number }).sight, 0, model.sights.length);
  },
  holds(data, model) {
    const { holding, word } = data as { readonly holding: number; readonly word: number };
    checkIndex(holding, 0, model.holdings.length);
    checkIndex(word, 1, model.enumerations[model.holdings[holding].words].members.length + 1);
  },
  supposed(data, model) {
    const { question, word } = data as { readonly question: number; readonly word: number };
    checkIndex(question, 0, model.questions.length);
    const { words } = model.questions[question];
    checkIndex(word, 0, words < 0 ? 1 : model.enumerations[words].members.length + 1);
  },
  integerDivide: (data) => {
    checkWord((data as { readonly byZero: string }).byZero, ['zero', 'dividend']);
  },
  coordinate: (data) => {
    checkWord((data as { readonly axis: string }).axis, ['x', 'y']);
  },
  related: (data, model) => {
    checkIndex((data as { readonly relation: number }).relation, 0, model.relations.length);
  },
  aggregate(data, model) {
    const { fold, range, slot } = data as AggregateData;
    checkWord(fold, ['any', 'all', 'count', 'sum', 'mean', 'least', 'greatest', 'first', 'integerSum', 'integerMean']);
    if (rangeFacts(range) === undefined) refuse('a range that there is not');
    checkIndex(range.kind, 0, model.kinds.length + 1);
    checkIndex(range.class, 0, model.classes.length + 1);
    checkSlot(slot);
  },
};

function checkType(type: Type, model: Model): void {
  if (type.name === 'enumeration') checkIndex(type.index, 0, model.enumerations.length);
  else
    checkWord(type.name, ['number', 'boolean', 'entity', 'kind', 'class', 'numeric', 'text', 'pair', 'dice', 'array']);
}

/** How many codes a type has; of objects a constant can only be none. */
function codesOf(type: Type, model: Model): number {
  switch (type.name) {
    case 'boolean':
      return 2;
    case 'kind':
      return model.kinds.length + 1;
    case 'class':
      return model.classes.length + 1;
    case 'enumeration':
      return model.enumerations[type.index].members.length + 1;
    default:
      return 1;
  }
}

function checkVariable({ type, kind, offset, initial }: Variable, wanted: Type, model: Model): void {
  if (!sameType(type, wanted)) refuse('a read of another type than the variable has');
  checkIndex(kind, 1, model.kinds.length + 1);
  checkIndex(offset, 0, model.variables.length);
  if ('text' in initial) return;
  if (initial.whole === true && !Object.is(initial.value, initial.value | 0)) refuse('an int that is none');
  if (type.name !== 'number' && type.name !== 'numeric') checkIndex(initial.value, 0, codesOf(type, model));
}

function checkInitial({ initial, type }: Column): void {
  if (!Number.isFinite(initial) || (type.name !== 'number' && !Number.isInteger(initial)))
    refuse('an initial value that is not finite');
}

function checkSlot(slot: number): void {
  checkIndex(slot, 0, slotCount);
}

function checkIndex(index: number, from: number, to: number): void {
  if (!Number.isInteger(index) || index < from || index >= to) refuse('an index out of range');
}

function checkWord(word: string, words: readonly string[]): void {
  if (!words.includes(word)) refuse('a word that there is not');
}
