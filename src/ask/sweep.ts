import type { WorldState } from '../components/state.js';
import { type Expression, type Node, sourceSlot } from '../ir/node.js';
import type { Term } from '../eval/term.js';
import { termOf } from '../eval/term-book.js';
import { type Asker, type Asking, type Desk, commonKind } from './asker.js';
import { type Batch, beginBatch, createBatch, truthOf } from './batch.js';
import { type FactKey, factKey, type Readers } from './facts.js';
import { naming } from './survey.js';
import { makeNode, withArgs } from '../eval/make-node.js';
import { choose } from '../eval/ops/logic.js';
import { compare } from '../eval/ops/compare.js';
import { constant } from '../eval/ops/values.js';
import { holds } from '../eval/ops/bits.js';
import { slot } from '../eval/ops/objects.js';
import { supposed } from '../eval/ops/supposed.js';
import { dataOf, isSlot } from '../eval/shape.js';

interface SweptFact {
  readonly key: FactKey;
  readonly value: number;
}

/**
 * What changes where: the expression has another value for the object when the fact is so. By fact, expression, object.
 * Arrays may be longer than `length`.
 */
export interface SweepEntries {
  readonly length: number;
  /** Places in the facts and objects that were asked about. */
  readonly facts: Int32Array;
  readonly objects: Int32Array;
  readonly expressions: readonly Expression[];
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** Which expressions would change, for each of many facts by itself: only those are asked that read it. */
export interface Sweeper {
  /** `ids`: of the objects. The result holds until the next sweep. */
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
  let memory: { readonly desk: Desk; readonly batch: Batch } | undefined;

  function batchOf(desk: Desk): Batch {
    if (memory?.desk !== desk) memory = { desk, batch: createBatch(desk) };
    return memory.batch;
  }

  return {
    sweep(facts, ids, readers, asking) {
      entries.length = 0;
      entries.expressions.length = 0;
      const desk = asker.desk?.();
      desk?.open(asking);
      const batch = desk === undefined ? undefined : batchOf(desk);
      if (batch !== undefined) beginBatch(batch, ids, ids.length, commonKind(state, ids, ids.length));
      const single = singly(asker, ids, asking);
      for (const [place, fact] of facts.entries()) {
        for (const supposed of supposedOf(plans, readers, fact)) {
          const { expression, node } = supposed;
          const terms = desk === undefined ? undefined : termsOf(supposed, desk);
          naming(expression, () => {
            if (batch === undefined || terms?.areSets !== true)
              single(expression.node, node, (row, was, is) => {
                note(place, row, ids[row], expression, was, is);
              });
            else noteDifferences(batch, terms.present, terms.supposed, place, ids, expression);
          });
        }
      }
      return entries;
    },
  };

  /** Notes each row in which two conditions differ. */
  function noteDifferences(
    batch: Batch,
    present: Term,
    supposed: Term,
    place: number,
    ids: Int32Array,
    expression: Expression,
  ): void {
    if (present === supposed) return;
    const [before, after] = [truthOf(batch, present), truthOf(batch, supposed)];
    const { words, width } = batch;
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
  terms:
    | { readonly desk: Desk; readonly present: Term; readonly supposed: Term; readonly areSets: boolean }
    | undefined;
}

/** Who reads a fact, with the fact supposed; kept with the index of readers. */
function supposedOf(
  plans: WeakMap<Readers, Map<string, readonly Supposed[]>>,
  readers: Readers,
  { key, value }: SweptFact,
): readonly Supposed[] {
  let made = plans.get(readers);
  if (made === undefined) plans.set(readers, (made = new Map<string, readonly Supposed[]>()));
  const name = value === 0 ? `not ${key}` : key;
  let found = made.get(name);
  if (found === undefined)
    made.set(
      name,
      (found = readers
        .of(key)
        .map((expression) => ({ expression, node: cofactor(expression.node, key, value), terms: undefined }))),
    );
  return found;
}

function termsOf(made: Supposed, desk: Desk): NonNullable<Supposed['terms']> {
  if (made.terms?.desk === desk) return made.terms;
  const [present, supposed] = [termOf(desk.book, made.expression.node), termOf(desk.book, made.node)];
  return (made.terms = {
    desk,
    present,
    supposed,
    areSets: present.type.name === 'boolean' && !present.sequential,
  });
}

/** Asks both values of every row. What an expression is now is asked once. */
function singly(
  asker: Asker,
  ids: Int32Array,
  asking: Asking,
): (present: Node, supposed: Node, tell: (row: number, was: number, is: number) => void) => void {
  const known = new Map<Node, Float64Array>();
  const after = new Float64Array(ids.length);
  return (present, supposed, tell) => {
    let before = known.get(present);
    if (before === undefined) {
      known.set(present, (before = new Float64Array(ids.length)));
      asker.ask(present, ids, ids.length, before, asking);
    }
    asker.ask(supposed, ids, ids.length, after, asking);
    for (let row = 0; row < ids.length; row++) if (before[row] !== after[row]) tell(row, before[row], after[row]);
  };
}

interface Growing {
  length: number;
  facts: Int32Array;
  objects: Int32Array;
  readonly expressions: Expression[];
  before: Float64Array;
  after: Float64Array;
}

function grow(entries: Growing): void {
  const twice = <Cells extends Int32Array | Float64Array>(cells: Cells, larger: Cells): Cells => {
    larger.set(cells);
    return larger;
  };
  const room = 2 * entries.facts.length;
  entries.facts = twice(entries.facts, new Int32Array(room));
  entries.objects = twice(entries.objects, new Int32Array(room));
  entries.before = twice(entries.before, new Float64Array(room));
  entries.after = twice(entries.after, new Float64Array(room));
}

/**
 * An expression as if a fact of slot 0 were otherwise: where that fact of some object is read, the value stands if it
 * is that object, else what stood there. So no overlay is needed: the planner sees a plain expression, most of which
 * folds away.
 */
function cofactor(node: Node, key: FactKey, value: number): Node {
  const made = new Map<Node, Node>();
  const left = [node];
  for (let at = left.at(-1); at !== undefined; at = left.at(-1)) {
    const open = made.has(at) ? [] : at.args.filter((arg) => !made.has(arg));
    if (open.length > 0) {
      for (const arg of open) left.push(arg);
      continue;
    }
    left.pop();
    if (!made.has(at)) made.set(at, replaced(at, made, key, value));
  }
  return made.get(node) ?? node;
}

function replaced(node: Node, made: ReadonlyMap<Node, Node>, key: FactKey, value: number): Node {
  const args = node.args.map((arg) => made.get(arg) ?? arg);
  const same = withArgs(node, args);
  if (!isFact(node, key)) return same;
  const known = makeNode(constant, { value, type: node.type });
  if (isSlot(args[0], sourceSlot)) return known;
  const asked = makeNode(slot, { slot: sourceSlot });
  return makeNode(choose, undefined, makeNode(compare, { comparison: '==' }, args[0], asked), known, same);
}

function isFact(node: Node, key: FactKey): boolean {
  const question = dataOf(node, supposed);
  if (question !== undefined) return factKey.question(question.question, question.word) === key;
  const held = dataOf(node, holds);
  return held !== undefined && factKey.holding(held.holding, held.word) === key;
}
