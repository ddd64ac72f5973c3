import type { WorldState } from '../components/state.js';
import { liveIds } from '../components/identity.js';
import { EdictError, blaming } from '../kernel/errors.js';
import { describe, refused } from '../kernel/given.js';
import type { Expression } from '../ir/node.js';
import type { IdList } from '../indexes/indexes.js';
import type { Term } from '../eval/term.js';
import { termOf } from '../eval/term-book.js';
import { type Asker, type Asking, type Desk } from './asker.js';
import { type Batch, beginBatch, createBatch, numbersOf, truthOf } from './batch.js';

/** What an expression says of all objects of one kind. Lent until the next survey. */
export interface SurveyColumn {
  readonly expression: Expression;
  readonly kind: number;
  /** Ids, ascending; perhaps longer than `count`. */
  readonly ids: Int32Array;
  readonly count: number;
  /**
   * Of a condition: whom it is true of, the bit of the object at a place in `ids` at `from + (place >>> 5)`; undefined
   * for numbers.
   */
  readonly truth: { readonly words: Uint32Array; readonly from: number } | undefined;
  /** Of a number: its values by place in `ids`; undefined for conditions. */
  readonly numbers: Float64Array | undefined;
}

/** What a column says of the object at a place from 0; conditions as 0 and 1. Throws where there is none. */
export function surveyed(column: SurveyColumn, place: number): number {
  if (!isColumn(column)) throw refused('the column', column, 'what survey of a world returned');
  const { truth, numbers, count } = column;
  if (typeof place !== 'number' || !(place >= 0 && place < count))
    throw new EdictError('bad-option', `there is no place ${describe(place)} in a column of ${count} objects`);
  if (truth !== undefined) return (truth.words[truth.from + (place >>> 5)] >>> (place & 31)) & 1;
  return numbers?.[place] ?? 0;
}

function isColumn(column: unknown): column is SurveyColumn {
  return typeof column === 'object' && column !== null;
}

/** Asks expressions of every object of their kinds. */
export interface Surveyor {
  survey(expressions: readonly Expression[], asking: Asking): readonly SurveyColumn[];
}

type Answer = Pick<SurveyColumn, 'truth' | 'numbers'>;

/** What is kept of a kind between surveys: memory. */
interface KindMemory {
  readonly desk: Desk;
  readonly batch: Batch;
  readonly numbers: Float64Array[];
}

export function createSurveyor(state: WorldState, asker: Asker): Surveyor {
  const memories = new Map<number, KindMemory>();
  return {
    survey(expressions, asking) {
      const desk = asker.desk?.();
      desk?.open(asking);
      const found = new Map<Expression, Map<number, SurveyColumn>>(
        expressions.map((expression) => [expression, new Map()]),
      );
      const kinds = [...new Set(expressions.flatMap(({ scope }) => scope))].sort((a, b) => a - b);
      for (const kind of kinds) {
        const list = desk === undefined ? idsOfKind(state, kind) : desk.evaluator.indexes.ofKind(kind);
        const here = expressions.filter(({ scope }) => scope.includes(kind));
        const answers =
          desk === undefined
            ? askSingly(asker, here, list, asking)
            : askTogether(memoryOf(memories, desk, kind), asker, here, list, kind, asking);
        for (const [i, expression] of here.entries())
          found.get(expression)?.set(kind, { expression, kind, ids: list.ids, count: list.length, ...answers[i] });
      }
      return expressions.flatMap((expression) =>
        expression.scope.flatMap((kind) => found.get(expression)?.get(kind) ?? []),
      );
    },
  };
}

function memoryOf(memories: Map<number, KindMemory>, desk: Desk, kind: number): KindMemory {
  let memory = memories.get(kind);
  if (memory?.desk !== desk) memories.set(kind, (memory = { desk, batch: createBatch(desk), numbers: [] }));
  return memory;
}

/** Conditions as sets, equal numbers once. */
function askTogether(
  { desk, batch, numbers }: KindMemory,
  asker: Asker,
  expressions: readonly Expression[],
  { ids, length }: IdList,
  kind: number,
  asking: Asking,
): readonly Answer[] {
  beginBatch(batch, ids, length, kind);
  const known = new Map<Term, Float64Array>();
  let lent = 0;
  const room = (): Float64Array => {
    if (lent === numbers.length || numbers[lent].length < length) numbers[lent] = new Float64Array(length);
    return numbers[lent++];
  };
  const offsets = expressions.map((expression) =>
    naming(expression, () => {
      const term = termOf(desk.book, expression.node);
      if (term.type.name !== 'number' && !term.sequential) return truthOf(batch, term);
      let values = term.sequential ? undefined : known.get(term);
      if (values !== undefined) return values;
      values = room();
      if (term.sequential) {
        asker.ask(expression.node, ids, length, values, asking);
        desk.open(asking);
      } else {
        known.set(term, values);
        numbersOf(batch, term, values);
      }
      return values;
    }),
  );
  // Sets lie in one array, which may have grown meanwhile.
  return offsets.map((answer, i) =>
    typeof answer === 'number'
      ? { truth: { words: batch.words, from: answer }, numbers: undefined }
      : answerOf(expressions[i], answer, length),
  );
}

/** Each is asked by itself. */
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

/** Errors, such as a limit that is passed, name the expression. */
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
