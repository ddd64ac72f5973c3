import type { Order } from '../compile/environment.js';
import type { Evaluator } from '../compile/columns/evaluator.js';
import type { Vector } from '../compile/columns/vector.js';
import type { Node } from '../compile/node.js';
import type { Term } from '../compile/plan/term.js';
import { type TermBook, termOf } from '../compile/plan/term-book.js';
import { type Asked, createAsked, isKnown, note, valuesOf } from './asked-values.js';
import type { Matcher, Outers } from './matcher.js';
import type { Pairs } from './pairs.js';

/** Which choices of an order agents have, in the masks of all agents. */
export interface AllowedChoices {
  /** Writes what has changed into the masks. */
  write(): void;
  /** Writes what is preferred of what is allowed, for those rows that are marked; the rest must be 0. Returns a number that cannot be given. */
  prefer(rows: Uint8Array, into: Float32Array): { readonly value: number; readonly pair: number } | undefined;
}

export interface MaskPlace {
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

/** `pairs`: agents with the objects that they can order; `found`: those with the objects that can be chosen. */
export function createAllowedChoices(evaluator: Evaluator, book: TermBook, { choices, slots }: Order, pairs: Pairs, agents: Outers, found: Matcher | undefined, { into, size, offset, rowOf }: MaskPlace): AllowedChoices {
  const { scratch } = evaluator;
  const count = choices.by === 'value' ? choices.values.length : choices.count;
  const width = 1 + count;
  const whole = (slots?.count ?? 1) * width;
  const allowed = choices.by === 'value' ? askedFor(choices.allowed) : [];
  const preferred = choices.by === 'value' ? askedFor(choices.prefer) : choices.prefer === undefined ? [] : askedFor([choices.prefer]);
  const free = choices.by === 'value' ? [...choices.allowed.keys()].filter((choice) => choices.allowed[choice] === undefined) : [];
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
      byTerm.set(term, [...byTerm.get(term) ?? [], choice]);
    });
    return [...byTerm].map(([term, of]) => ({ asked: createAsked(evaluator, term), choices: of }));
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
      const { pairs: { length, outers, places: chosen } } = found;
      for (let i = 0; i < length; i++) into[places[outers[i]] + 1 + chosen[i]] = 1;
      foundVersion = found.pairs.version;
    }
    if (pairs.length > 0) for (const each of allowed) writeAllowed(each);
  }

  function writeAllowed({ asked, choices: of }: AskedFor): void {
    if (isKnown(asked, pairs)) return;
    const mark = scratch.mark();
    const { codes, absence } = valuesOf(evaluator, asked, pairs, agents);
    const { length, outers } = pairs;
    for (const choice of of) {
      for (let i = 0; i < length; i++) {
        const at = asked.ofOuters ? outers[i] : i;
        into[places[i] + 1 + choice] = codes[at] === 1 && (absence === undefined || absence[at] === 0) ? 1 : 0;
      }
    }
    scratch.release(mark);
    note(asked, pairs);
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

function numberAt({ numbers, absence }: Vector, at: number): number {
  return absence === undefined || absence[at] === 0 ? numbers[at] : 0;
}
