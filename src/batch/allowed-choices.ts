import type { Order } from '../ir/environment.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import type { Vector } from '../eval/columns/vector.js';
import { type Rows, rowsOver } from '../eval/columns/rows.js';
import { type Node, sourceSlot } from '../ir/node.js';
import type { Test } from '../match/selection-plan.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import { meetMarks } from '../match/sets/marks.js';
import { markTest } from '../match/sets/mark-test.js';
import { type Asked, createAsked, valuesOf, type Pairs } from './pairs.js';
import type { Matcher, Outers } from './matcher.js';
import { makeNode } from '../eval/make-node.js';
import { and } from '../eval/ops/logic.js';
import { conjuncts } from '../eval/shape.js';

/** Which choices of an order agents have, in the masks of all agents. */
interface AllowedChoices {
  /** Writes what has changed into the masks. */
  write(): void;
  /**
   * Writes what is preferred of what is allowed, for those rows that are marked; the rest must be 0. Returns a number
   * that cannot be given.
   */
  prefer(rows: Uint8Array, into: Float32Array): { readonly value: number; readonly pair: number } | undefined;
}

interface MaskPlace {
  /** u8 [rows, size] */
  readonly into: Uint8Array;
  readonly size: number;
  /** Where the order's first head begins in each row. */
  readonly offset: number;
  /** Row of each agent by its number. */
  readonly rowOf: Int32Array;
}

/** A term with the choices that it is asked for: what does not speak of the choice is one term for all. */
interface AskedFor {
  readonly asked: Asked;
  readonly choices: readonly number[];
}

/** When choices are allowed: where the rest and all that others ask too are true. */
interface Condition extends AskedFor {
  readonly shared: readonly SharedPart[];
  readonly rest: Test | undefined;
}

/** A condition on agents that several choices ask, with its answer. */
interface SharedPart {
  readonly asked: Asked;
  marks: Uint8Array;
}

/** `pairs`: agents with the objects that they can order; `found`: those with the objects that can be chosen. */
export function createAllowedChoices(
  evaluator: Evaluator,
  book: TermBook,
  { choices, slots }: Order,
  pairs: Pairs,
  agents: Outers,
  found: Matcher | undefined,
  { into, size, offset, rowOf }: MaskPlace,
): AllowedChoices {
  const { scratch } = evaluator;
  const count = choices.by === 'value' ? choices.values.length : choices.count;
  const width = 1 + count;
  const whole = (slots?.count ?? 1) * width;
  const allowed = choices.by === 'value' ? conditionsOf(askedFor(choices.allowed)) : [];
  const preferred =
    choices.by === 'value' ? askedFor(choices.prefer) : choices.prefer === undefined ? [] : askedFor([choices.prefer]);
  const free =
    choices.by === 'value' ? [...choices.allowed.keys()].filter((choice) => choices.allowed[choice] === undefined) : [];
  /** By pair: where its head begins. */
  let places = new Int32Array(0);
  let version = -1;
  let foundVersion = -1;
  return { write, prefer: found === undefined ? preferValues : preferObjects };

  function askedFor(nodes: readonly (Node | undefined)[]): readonly AskedFor[] {
    const byTerm = new Map<Term, number[]>();
    nodes.forEach((node, choice) => {
      if (node === undefined) return;
      const term = termOf(book, node);
      byTerm.set(term, [...(byTerm.get(term) ?? []), choice]);
    });
    return [...byTerm].map(([term, of]) => ({ asked: createAsked(evaluator, term), choices: of }));
  }

  /** Agents are few, and what is asked of them alone is dear more often than not. */
  function conditionsOf(all: readonly AskedFor[]): readonly Condition[] {
    const shared = new Map<Term, SharedPart>();
    const splits = splitConditions(
      book,
      all.filter(({ asked: { ofOuters } }) => ofOuters).map(({ asked: { term } }) => term),
    ).values();
    return all.map(({ asked, choices: of }) => {
      const split = asked.ofOuters ? splits.next().value : undefined;
      const parts = split?.shared.map((term) => {
        const known = shared.get(term) ?? { asked: createAsked(evaluator, term), marks: new Uint8Array(0) };
        shared.set(term, known);
        return known;
      });
      return {
        asked,
        choices: of,
        shared: parts ?? [],
        rest: split === undefined ? testOf(asked.term) : split.rest === undefined ? undefined : testOf(split.rest),
      };
    });
  }

  function lay(): void {
    for (let at = offset; at < into.length; at += size) {
      into.fill(0, at, at + whole);
      for (let head = at; head < at + whole; head += width) into[head] = 1;
    }
    if (places.length < pairs.outers.length) places = new Int32Array(pairs.outers.length);
    const { outers, places: slotOf } = pairs;
    for (let i = 0; i < pairs.length; i++) {
      places[i] = rowOf[outers[i]] * size + offset + slotOf[i] * width;
      for (const choice of free) into[places[i] + 1 + choice] = 1;
    }
    version = pairs.version;
  }

  function write(): void {
    const isNew = version !== pairs.version || (found !== undefined && foundVersion !== found.pairs.version);
    if (isNew) lay();
    if (found !== undefined && isNew) {
      const {
        pairs: { length, outers, places: chosen },
      } = found;
      for (let i = 0; i < length; i++) into[places[outers[i]] + 1 + chosen[i]] = 1;
      foundVersion = found.pairs.version;
    }
    if (pairs.length > 0) for (const each of allowed) writeAllowed(each);
  }

  function writeAllowed({ asked, choices: of, shared, rest }: Condition): void {
    if (asked.answers.isFresh(pairs.version)) return;
    const mark = scratch.mark();
    const rows = asked.ofOuters ? rowsOver(sourceSlot, agents.ids, agents.length, agents.kind) : pairs.rows;
    const marks = scratch.bytes(rows.length);
    if (rest === undefined) marks.fill(1, 0, rows.length);
    else markTest(evaluator, rest, rows, marks);
    for (const part of shared) meetMarks(marks, marksOf(part, rows), rows.length);
    for (const choice of of) {
      if (asked.ofOuters) scatterThrough(marks, pairs.outers, places, 1 + choice, pairs.length, into);
      else scatter(marks, places, 1 + choice, pairs.length, into);
    }
    scratch.release(mark);
    asked.answers.note(pairs.version);
  }

  function marksOf(part: SharedPart, rows: Rows): Uint8Array {
    if (part.asked.answers.isFresh(pairs.version)) return part.marks;
    if (part.marks.length < rows.length) part.marks = new Uint8Array(2 * rows.length);
    markTest(evaluator, testOf(part.asked.term), rows, part.marks);
    part.asked.answers.note(pairs.version);
    return part.marks;
  }

  function preferValues(rows: Uint8Array, preferences: Float32Array): ReturnType<AllowedChoices['prefer']> {
    if (pairs.length === 0) return undefined;
    for (const { asked, choices: of } of preferred) {
      const mark = scratch.mark();
      const values = valuesOf(evaluator, asked, pairs, agents);
      for (const choice of of) {
        for (let i = 0; i < pairs.length; i++) {
          const place = places[i] + 1 + choice;
          if (rows[rowOf[pairs.outers[i]]] === 0 || into[place] === 0) continue;
          preferences[place] = numberAt(values, asked.ofOuters ? pairs.outers[i] : i);
          if (!Number.isFinite(preferences[place])) return { value: preferences[place], pair: i };
        }
      }
      scratch.release(mark);
    }
    return undefined;
  }

  function preferObjects(rows: Uint8Array, preferences: Float32Array): ReturnType<AllowedChoices['prefer']> {
    if (found === undefined || found.pairs.length === 0) return undefined;
    const { pairs: chosen } = found;
    for (const { asked } of preferred) {
      const mark = scratch.mark();
      const values = evaluator.evaluate(asked.term, chosen.rows);
      for (let i = 0; i < chosen.length; i++) {
        const pair = chosen.outers[i];
        if (rows[rowOf[pairs.outers[pair]]] === 0) continue;
        const place = places[pair] + 1 + chosen.places[i];
        preferences[place] = numberAt(values, i);
        if (!Number.isFinite(preferences[place])) return { value: preferences[place], pair };
      }
      scratch.release(mark);
    }
    return undefined;
  }
}

function testOf(term: Term): Test {
  return { term, wanted: 'true' };
}

function scatter(marks: Uint8Array, places: Int32Array, offset: number, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[places[i] + offset] = marks[i];
}

function scatterThrough(
  marks: Uint8Array,
  through: Int32Array,
  places: Int32Array,
  offset: number,
  length: number,
  into: Uint8Array,
): void {
  for (let i = 0; i < length; i++) into[places[i] + offset] = marks[through[i]];
}

function numberAt({ numbers, absence }: Vector, at: number): number {
  return absence === undefined || absence[at] === 0 ? numbers[at] : 0;
}

/** A condition as parts that all must be true: those that other conditions have too, and what is left. */
interface SplitCondition {
  readonly shared: readonly Term[];
  readonly rest: Term | undefined;
}

/** Splits conditions so that each part that several of them have can be asked once for all. */
function splitConditions(book: TermBook, conditions: readonly Term[]): readonly SplitCondition[] {
  const users = new Map<Term, number>();
  for (const condition of conditions)
    for (const part of conjuncts(condition)) users.set(part, (users.get(part) ?? 0) + 1);
  return conditions.map((condition) => {
    const shared = conjuncts(condition).filter((part) => (users.get(part) ?? 0) > 1 && !part.draws);
    if (shared.length === 0) return { shared, rest: condition };
    const rest = conjuncts(condition)
      .filter((part) => !shared.includes(part))
      .map(({ node }) => node);
    return {
      shared,
      rest:
        rest.length === 0 ? undefined : termOf(book, rest.length === 1 ? rest[0] : makeNode(and, undefined, ...rest)),
    };
  });
}
