import type { WorldState } from '../components/state.js';
import { liveIds } from '../components/live-objects.js';
import { kept } from '../kernel/maps.js';
import { EdictError, blaming } from '../kernel/errors.js';
import { describe, isObject, refused } from '../kernel/given.js';
import type { IdList } from '../indexes/indexes.js';
import type { Term } from '../eval/term.js';
import { termOf } from '../eval/term-book.js';
import { type Asker, type Asking, type Session, commonKind } from './asker.js';
import { type RowQuestions, beginQuestions, createQuestions, numbersOf, truthOf } from './row-questions.js';
import { type Expression, type Node, sourceSlot } from '../ir/node.js';
import { type FactKey, type Readers, anyWord, factKey } from './fact-readers.js';
import { makeNode, rebuilt, withArgs } from '../eval/make-node.js';
import { and, choose } from '../eval/ops/logic.js';
import { compare } from '../eval/ops/compare-values.js';
import { constant } from '../eval/ops/constants.js';
import { add, subtract } from '../eval/ops/arithmetic.js';
import { heldCount, heldWord, holds } from '../eval/ops/bit-tests.js';
import { slot } from '../eval/ops/object-links.js';
import { supposed } from '../eval/ops/supposed.js';
import { dataOf, isOf, isSlot } from '../eval/node-shape.js';

/** Values of an expression for all objects of a kind. Valid until the next survey. */
export interface SurveyColumn {
  readonly expression: Expression;
  readonly kind: number;
  /** Ids of the objects, ascending. The array may be longer than `count`. */
  readonly ids: Int32Array;
  readonly count: number;
  /**
   * For conditions: `words[from + (place >>> 5)]` has the bit `place & 31` for the object at `place` in `ids`.
   * Undefined for numbers.
   */
  readonly truth: { readonly words: Uint32Array; readonly from: number } | undefined;
  /** For numbers: the value for each place in `ids`. Undefined for conditions. */
  readonly numbers: Float64Array | undefined;
}

/** The value at a place of a column, from 0; conditions give 0 or 1. Throws if there is no such place. */
export function surveyed(column: SurveyColumn, place: number): number {
  if (!isObject(column)) throw refused('the column', column, 'what survey of a world returned');
  const { truth, numbers, count } = column;
  if (typeof place !== 'number' || !(place >= 0 && place < count))
    throw new EdictError('bad-option', `there is no place ${describe(place)} in a column of ${count} objects`);
  if (truth !== undefined) return (truth.words[truth.from + (place >>> 5)] >>> (place & 31)) & 1;
  return numbers?.[place] ?? 0;
}

export interface Surveyor {
  survey(expressions: readonly Expression[], asking: Asking): readonly SurveyColumn[];
}

type Answer = Pick<SurveyColumn, 'truth' | 'numbers'>;

interface Memory {
  readonly session: Session;
  readonly questions: RowQuestions;
}

interface KindMemory extends Memory {
  readonly numbers: Float64Array[];
}

export function createSurveyor(state: WorldState, asker: Asker): Surveyor {
  const memories = new Map<number, KindMemory>();
  return {
    survey(expressions, asking) {
      const session = asker.session?.();
      session?.open(asking);
      const found = new Map<Expression, Map<number, SurveyColumn>>(
        expressions.map((expression) => [expression, new Map()]),
      );
      const kinds = [...new Set(expressions.flatMap(({ scope }) => scope))].sort((a, b) => a - b);
      for (const kind of kinds) {
        const list = session === undefined ? idsOfKind(state, kind) : session.evaluator.indexes.ofKind(kind);
        const here = expressions.filter(({ scope }) => scope.includes(kind));
        const answers =
          session === undefined
            ? askSingly(asker, here, list, asking)
            : askTogether(memoryOf(memories, session, kind), asker, here, list, kind, asking);
        for (const [i, expression] of here.entries())
          found.get(expression)?.set(kind, { expression, kind, ids: list.ids, count: list.length, ...answers[i] });
      }
      return expressions.flatMap((expression) =>
        expression.scope.flatMap((kind) => found.get(expression)?.get(kind) ?? []),
      );
    },
  };
}

function memoryOf(memories: Map<number, KindMemory>, session: Session, kind: number): KindMemory {
  let memory = memories.get(kind);
  if (memory?.session !== session)
    memories.set(kind, (memory = { session, questions: createQuestions(session), numbers: [] }));
  return memory;
}

/** Conditions as sets, equal numbers once. */
function askTogether(
  { session, questions, numbers }: KindMemory,
  asker: Asker,
  expressions: readonly Expression[],
  { ids, length }: IdList,
  kind: number,
  asking: Asking,
): readonly Answer[] {
  beginQuestions(questions, ids, length, kind);
  const known = new Map<Term, Float64Array>();
  let lent = 0;
  const room = () => {
    if (lent === numbers.length || numbers[lent].length < length) numbers[lent] = new Float64Array(length);
    return numbers[lent++];
  };
  const offsets = expressions.map((expression) =>
    naming(expression, () => {
      const term = termOf(session.book, expression.node);
      if (term.type.name !== 'number' && !term.sequential) return truthOf(questions, term);
      let values = term.sequential ? undefined : known.get(term);
      if (values !== undefined) return values;
      values = room();
      if (term.sequential) {
        asker.ask(expression.node, ids, length, values, asking);
        session.open(asking);
      } else {
        known.set(term, values);
        numbersOf(questions, term, values);
      }
      return values;
    }),
  );
  // The array of sets may have grown.
  return offsets.map((answer, i) =>
    typeof answer === 'number'
      ? { truth: { words: questions.words, from: answer }, numbers: undefined }
      : answerOf(expressions[i], answer, length),
  );
}

function askSingly(
  asker: Asker,
  expressions: readonly Expression[],
  { ids, length }: IdList,
  asking: Asking,
): readonly Answer[] {
  return expressions.map((expression) => {
    const values = new Float64Array(length);
    naming(expression, () => {
      asker.ask(expression.node, ids, length, values, asking);
    });
    return answerOf(expression, values, length);
  });
}

/** Errors (limits) name the expression. */
export function naming<Result>({ name }: Expression, act: () => Result): Result {
  return blaming(`expression ${name}`, name, act);
}

function answerOf({ node }: Expression, values: Float64Array, length: number): Answer {
  if (node.type.name === 'number') return { truth: undefined, numbers: values };
  const words = new Uint32Array((length + 31) >>> 5);
  for (let place = 0; place < length; place++) words[place >>> 5] |= values[place] << (place & 31);
  return { truth: { words, from: 0 }, numbers: undefined };
}

function idsOfKind(state: WorldState, kind: number): IdList {
  const ids = Int32Array.from([...liveIds(state)].filter((id) => state.identity.kind[id] === kind));
  return { ids, length: ids.length };
}

interface SweptFact {
  readonly key: FactKey;
  readonly value: number;
}

/**
 * The changes: each entry is an expression whose value for an object changes if a fact is assumed. Sorted by fact,
 * expression, object. Arrays may be longer than `length`.
 */
export interface SweepEntries {
  readonly length: number;
  /** Indices of the given facts and objects. */
  readonly facts: Int32Array;
  readonly objects: Int32Array;
  readonly expressions: readonly Expression[];
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** Which expressions each of many single facts would change; only readers are asked. */
export interface Sweeper {
  /** `ids`: objects. Results hold until the next sweep. */
  sweep(facts: readonly SweptFact[], ids: Int32Array, readers: Readers, asking: Asking): SweepEntries;
}

export function createSweeper(state: WorldState, asker: Asker): Sweeper {
  const plans = new WeakMap<Readers, Map<string, readonly Supposed[]>>();
  const entries: Growing = {
    length: 0,
    facts: new Int32Array(1_024),
    objects: new Int32Array(1_024),
    expressions: [],
    before: new Float64Array(1_024),
    after: new Float64Array(1_024),
  };
  let memory: Memory | undefined;

  function questionsOf(session: Session): RowQuestions {
    if (memory?.session !== session) memory = { session, questions: createQuestions(session) };
    return memory.questions;
  }

  return {
    sweep(facts, ids, readers, asking) {
      entries.length = 0;
      entries.expressions.length = 0;
      const session = asker.session?.();
      session?.open(asking);
      const questions = session === undefined ? undefined : questionsOf(session);
      if (questions !== undefined) beginQuestions(questions, ids, ids.length, commonKind(state, ids, ids.length));
      const single = singly(asker, ids, asking);
      for (const [place, fact] of facts.entries()) {
        for (const supposed of supposedOf(plans, readers, fact)) {
          const { expression, node } = supposed;
          const terms = session === undefined ? undefined : termsOf(supposed, session);
          naming(expression, () => {
            if (questions === undefined || terms?.areSets !== true)
              single(expression.node, node, (row, was, is) => {
                note(place, row, ids[row], expression, was, is);
              });
            else noteDifferences(questions, terms.present, terms.supposed, place, ids, expression);
          });
        }
      }
      return entries;
    },
  };

  function noteDifferences(
    questions: RowQuestions,
    present: Term,
    supposed: Term,
    place: number,
    ids: Int32Array,
    expression: Expression,
  ): void {
    if (present === supposed) return;
    const [before, after] = [truthOf(questions, present), truthOf(questions, supposed)];
    const { words, width } = questions;
    for (let word = 0; word < width; word++) {
      let differing = (words[before + word] ^ words[after + word]) >>> 0;
      while (differing !== 0) {
        const bit = 31 - Math.clz32(differing & -differing);
        const row = (word << 5) + bit;
        const was = (words[before + word] >>> bit) & 1;
        note(place, row, ids[row], expression, was, 1 - was);
        differing &= differing - 1;
      }
    }
  }

  function note(fact: number, row: number, id: number, expression: Expression, before: number, after: number): void {
    if (!expression.scope.includes(state.identity.kind[id])) return;
    const at = entries.length++;
    if (at === entries.facts.length) grow(entries);
    entries.facts[at] = fact;
    entries.objects[at] = row;
    entries.expressions.push(expression);
    entries.before[at] = before;
    entries.after[at] = after;
  }
}

interface Supposed {
  readonly expression: Expression;
  readonly node: Node;
  terms: SupposedTerms | undefined;
}

interface SupposedTerms {
  readonly session: Session;
  readonly present: Term;
  readonly supposed: Term;
  readonly areSets: boolean;
}

/** Readers of a fact with the fact supposed; kept with the index. */
function supposedOf(
  plans: WeakMap<Readers, Map<string, readonly Supposed[]>>,
  readers: Readers,
  { key, value }: SweptFact,
): readonly Supposed[] {
  const made = kept(plans, readers, () => new Map<string, readonly Supposed[]>());
  return kept(made, value === 0 ? `not ${key}` : key, () =>
    readers
      .of(key)
      .map((expression) => ({ expression, node: cofactor(expression.node, key, value), terms: undefined })),
  );
}

function termsOf(made: Supposed, session: Session): SupposedTerms {
  if (made.terms?.session === session) return made.terms;
  const [present, supposed] = [termOf(session.book, made.expression.node), termOf(session.book, made.node)];
  return (made.terms = {
    session,
    present,
    supposed,
    areSets: present.type.name === 'boolean' && !present.sequential,
  });
}

/** Asks both values by row; present ones once. */
function singly(
  asker: Asker,
  ids: Int32Array,
  asking: Asking,
): (present: Node, supposed: Node, note: (row: number, was: number, is: number) => void) => void {
  const known = new Map<Node, Float64Array>();
  const after = new Float64Array(ids.length);
  return (present, supposed, note) => {
    const before = kept(known, present, () => {
      const values = new Float64Array(ids.length);
      asker.ask(present, ids, ids.length, values, asking);
      return values;
    });
    asker.ask(supposed, ids, ids.length, after, asking);
    for (let row = 0; row < ids.length; row++) if (before[row] !== after[row]) note(row, before[row], after[row]);
  };
}

type Growing = { -readonly [Name in keyof SweepEntries]: SweepEntries[Name] } & { readonly expressions: Expression[] };

function grow(entries: Growing): void {
  const { facts, objects, before, after } = entries;
  const room = 2 * facts.length;
  (entries.facts = new Int32Array(room)).set(facts);
  (entries.objects = new Int32Array(room)).set(objects);
  (entries.before = new Float64Array(room)).set(before);
  (entries.after = new Float64Array(room)).set(after);
}

/** The expression with a fact of slot 0 supposed. It mostly folds away, so that no overlay is needed. */
function cofactor(node: Node, key: FactKey, value: number): Node {
  return rebuilt(node, (part, args) => {
    const same = withArgs(part, args);
    if (!isFact(part, key)) return withWord(same, args, key, value);
    const known = makeNode(constant, { value, type: part.type });
    if (isSlot(args[0], sourceSlot)) return known;
    return makeNode(choose, undefined, isSource(args[0]), known, same);
  });
}

function isSource(object: Node): Node {
  return makeNode(compare, { comparison: '==' }, object, makeNode(slot, { slot: sourceSlot }));
}

/** A node that asks for any word of a set, or for their number, with one word of slot 0 supposed. */
function withWord(node: Node, [of, asked]: readonly Node[], key: FactKey, value: number): Node {
  const { holding } = dataOf(node, heldWord) ?? dataOf(node, heldCount) ?? { holding: -1 };
  if (holding < 0 || factKey.holding(holding, 0) !== anyWord(key)) return node;
  const word = Number(key.slice(key.lastIndexOf(' ') + 1));
  if (isOf(node, heldWord)) {
    const isWord = makeNode(
      compare,
      { comparison: '==' },
      asked,
      makeNode(constant, { value: word, type: asked.type }),
    );
    const known = makeNode(constant, { value, type: node.type });
    return makeNode(choose, undefined, makeNode(and, undefined, isSource(of), isWord), known, node);
  }
  const [one, none] = [1, 0].map((count) => makeNode(constant, { value: count, type: node.type }));
  const now = makeNode(choose, undefined, makeNode(holds, { holding, word }, of), one, none);
  const then = makeNode(constant, { value, type: node.type });
  const more = makeNode(subtract, undefined, then, now);
  return makeNode(add, undefined, node, makeNode(choose, undefined, isSource(of), more, none));
}

function isFact(node: Node, key: FactKey): boolean {
  const question = dataOf(node, supposed);
  if (question !== undefined) return factKey.question(question.question, question.word) === key;
  const held = dataOf(node, holds);
  return held !== undefined && factKey.holding(held.holding, held.word) === key;
}
