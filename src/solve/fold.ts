import { cellClass } from '../model/cell-class.js';
import type { WorldState } from '../components/state.js';
import type { Machine } from './machine.js';
import { type ModifierBook, constancy } from './modifier-book.js';
import { type Run, comparisonsOf, mergeRuns } from './merge-entries.js';
import { type ModifierList, compareEntries } from './modifier-list.js';
import { applySkip, opcode } from './opcodes.js';

/**
 * A cell that many modifiers of others reach does not have all of them in its program. It has a fold: its own modifiers
 * in order, and lists that it shares with other cells, each in a scope. Its program evaluates each different amount
 * once; the fold applies them as often as they are in the lists, in the order of all modifiers.
 */
export interface Fold {
  readonly own: readonly OwnModifier[];
  /** By list, then by the first grant of the scope. */
  readonly links: readonly Link[];
  /** Tells the order of all modifiers. */
  grantSum: number;
}

interface OwnModifier {
  readonly modifier: number;
  readonly scope: number;
  readonly grant: number;
  /** Place of its amount among those that the program keeps; -1: it is constant, or evaluated when it applies. */
  readonly kept: number;
}

interface Link {
  readonly list: ModifierList;
  readonly scope: number;
  /** Place of the first amount of the list that the program keeps. */
  readonly kept: number;
}

/** What folding needs. */
export interface Folding {
  readonly state: WorldState;
  readonly book: ModifierBook;
  readonly folds: ReadonlyMap<number, Fold>;
  /** Counts steps of work; throws where there are too many. */
  readonly charge: (steps: number, variable: number) => void;
  /** Asks the interpreter for an amount, which the machine has as its value then. */
  readonly ask: (machine: Machine, modifier: number, scope: number, running: number, runningClass: number) => void;
}

const { plain, whole, failed } = cellClass;

/** Makes what folds the modifiers of a cell into the running value of a machine. */
export function createFolder({ state, book, folds, charge, ask }: Folding): (machine: Machine, cell: number) => void {
  const { rank, application, constancyOf } = book;
  /** Amounts of constant modifiers that were evaluated. */
  const constants = new Map<number, { readonly value: number; readonly class: number }>();
  /** The amounts that apply now: of own modifiers, then of each link those of the different modifiers of its list. */
  let values = new Float64Array(64);
  let classes = new Uint8Array(64);
  let amounts = 0;
  /** By modifier: its place among the different ones of the list that is applied. */
  const slots = new Int32Array(book.reached.size === 0 ? 0 : book.modifiers.length);

  return (machine, cell) => {
    const fold = folds.get(cell);
    if (fold === undefined) return;
    const [first] = fold.links;
    if (fold.own.length > 0 || fold.links.length > 1 || first.list.varying > 0) {
      foldRanks(machine, fold, cell);
      return;
    }
    if (first.list.shared === undefined) {
      foldRanks(machine, fold, cell);
      first.list.shared = { value: machine.running, class: machine.runningClass };
    }
    machine.running = first.list.shared.value;
    machine.runningClass = first.list.shared.class;
  };

  /** Modifiers of one rank all do the same, so rank by rank their order may make no difference. */
  function foldRanks(machine: Machine, fold: Fold, cell: number): void {
    const cursors = fold.links.map(
      ({ list, scope, kept }): Cursor => ({
        list,
        scope,
        kept,
        distinct: 0,
        entry: 0,
        distinctEnd: 0,
        entryEnd: 0,
        amounts: 0,
      }),
    );
    for (let own = 0; machine.runningClass !== failed; ) {
      const now = lowestRank(fold, own, cursors);
      if (now === noRank) return;
      const ownEnd = evaluate(machine, fold, own, cursors, now);
      const variable = cursors[0].list.variable;
      if (!addExactly(machine, fold, own, ownEnd, cursors))
        applyInOrder(machine, fold, own, ownEnd, cursors, cell, variable);
      own = ownEnd;
      for (const cursor of cursors) [cursor.distinct, cursor.entry] = [cursor.distinctEnd, cursor.entryEnd];
    }
  }

  function lowestRank({ own }: Fold, at: number, cursors: readonly Cursor[]): number {
    let lowest = at < own.length ? rank[own[at].modifier] : noRank;
    for (const { list, distinct } of cursors)
      if (distinct < list.distinct.length) lowest = Math.min(lowest, rank[list.distinct[distinct]]);
    return lowest;
  }

  /** Evaluates the amounts of a rank, and finds where it ends; returns where it ends among own modifiers. */
  function evaluate(
    machine: Machine,
    { own }: Fold,
    ownStart: number,
    cursors: readonly Cursor[],
    now: number,
  ): number {
    amounts = 0;
    let at = ownStart;
    for (; at < own.length && rank[own[at].modifier] === now; at++)
      take(machine, own[at].modifier, own[at].scope, own[at].kept);
    for (const cursor of cursors) {
      const { list, scope } = cursor;
      cursor.amounts = amounts;
      cursor.entryEnd = cursor.entry;
      let end = cursor.distinct;
      for (; end < list.distinct.length && rank[list.distinct[end]] === now; end++) {
        const modifier = list.distinct[end];
        const isKept = constancyOf[modifier] === constancy.varying;
        take(machine, modifier, scope, isKept ? cursor.kept++ : -1);
        cursor.entryEnd += list.counts[end];
      }
      cursor.distinctEnd = end;
    }
    return at;
  }

  function take(machine: Machine, modifier: number, scope: number, kept: number): void {
    if (amounts === values.length) grow();
    if (kept >= 0) {
      values[amounts] = machine.keptValues[kept];
      classes[amounts++] = machine.keptClasses[kept];
      return;
    }
    if (constancyOf[modifier] === constancy.running) {
      classes[amounts++] = evaluatedLater;
      return;
    }
    const constant = constantOf(machine, modifier, scope);
    values[amounts] = constant.value;
    classes[amounts++] = constant.class;
  }

  function grow(): void {
    const [moreValues, moreClasses] = [new Float64Array(2 * amounts), new Uint8Array(2 * amounts)];
    moreValues.set(values);
    moreClasses.set(classes);
    values = moreValues;
    classes = moreClasses;
  }

  function constantOf(
    machine: Machine,
    modifier: number,
    scope: number,
  ): { readonly value: number; readonly class: number } {
    const known = constants.get(modifier);
    if (known !== undefined) return known;
    ask(machine, modifier, scope, 0, plain);
    const made = { value: machine.value, class: machine.class };
    constants.set(modifier, made);
    return made;
  }

  /**
   * Adds up amounts in any order where that makes no difference: whole numbers whose sum cannot be rounded, or ints of
   * 32 bits, which wrap. False where it might make one; then nothing was done.
   */
  function addExactly(
    machine: Machine,
    { own }: Fold,
    ownStart: number,
    ownEnd: number,
    cursors: readonly Cursor[],
  ): boolean {
    const sample = ownEnd > ownStart ? own[ownStart].modifier : firstOf(cursors);
    const modification = plainly(application[sample]);
    if (modification !== opcode.addPlain && modification !== opcode.addNumeric) return false;
    charge(amounts, cursors[0].list.variable);
    const isWrapping = modification === opcode.addNumeric;
    if (isWrapping ? machine.runningClass !== whole : !Number.isInteger(machine.running)) return false;
    let [sum, size] = [0, Math.abs(machine.running)];
    let at = 0;
    let isFailing = false;
    let isAdding = false;
    const add = (modifier: number, times: number): boolean => {
      const [value, how] = [values[at], classes[at++]];
      if (how === failed) {
        isFailing ||= application[modifier] < opcode.setPlain + applySkip;
        return true;
      }
      if (how === evaluatedLater || (isWrapping ? how !== whole : !Number.isInteger(value))) return false;
      sum = isWrapping ? (sum + Math.imul(value, times)) | 0 : sum + value * times;
      isAdding = true;
      size += Math.abs(value) * times;
      return isWrapping || size <= Number.MAX_SAFE_INTEGER;
    };
    for (let i = ownStart; i < ownEnd; i++) if (!add(own[i].modifier, 1)) return false;
    for (const { list, distinct, distinctEnd } of cursors)
      for (let i = distinct; i < distinctEnd; i++) if (!add(list.distinct[i], list.counts[i])) return false;
    if (isFailing) machine.runningClass = failed;
    else if (isAdding) machine.running = isWrapping ? (machine.running + sum) | 0 : machine.running + sum + 0;
    return true;
  }

  function applyInOrder(
    machine: Machine,
    fold: Fold,
    ownStart: number,
    ownEnd: number,
    cursors: readonly Cursor[],
    cell: number,
    variable: number,
  ): void {
    let steps = ownEnd - ownStart;
    for (const { entry, entryEnd } of cursors) steps += entryEnd - entry;
    const { list } = cursors[0];
    if (cursors.every((each) => each.list === list)) {
      charge(steps, variable);
      applyList(machine, fold, ownStart, ownEnd, cursors, cell);
    } else {
      charge(steps * comparisonsOf(ownEnd - ownStart + cursors.length), variable);
      applyMerged(machine, fold, ownStart, ownEnd, cursors, cell);
    }
  }

  /** One list in one or several scopes: each entry in all scopes, and own modifiers between the entries. */
  function applyList(
    machine: Machine,
    { own }: Fold,
    ownStart: number,
    ownEnd: number,
    cursors: readonly Cursor[],
    cell: number,
  ): void {
    const [{ list, distinct, distinctEnd, entry, entryEnd }] = cursors;
    for (let i = distinct; i < distinctEnd; i++) slots[list.distinct[i]] = i - distinct;
    let from = entry;
    for (let next = ownStart; next < ownEnd; next++) {
      const to = placeIn(list, own[next], from, entryEnd);
      applyEntries(machine, cursors, from, to, cell);
      apply(machine, own[next].modifier, own[next].scope, next - ownStart, cell);
      from = to;
    }
    applyEntries(machine, cursors, from, entryEnd, cell);
  }

  /** The first entry of a range that applies after an own modifier. */
  function placeIn(list: ModifierList, { modifier, grant }: OwnModifier, from: number, to: number): number {
    let [first, end] = [from, to];
    while (first < end) {
      const middle = (first + end) >>> 1;
      if (compareEntries(book, list.modifiers[middle], list.grants[middle], modifier, grant) < 0) first = middle + 1;
      else end = middle;
    }
    return first;
  }

  function applyEntries(machine: Machine, cursors: readonly Cursor[], from: number, to: number, cell: number): void {
    const [
      {
        list: { modifiers },
        amounts: start,
      },
    ] = cursors;
    if (from === to || (cursors.length === 1 && applyDoubles(machine, modifiers, start, from, to))) return;
    for (let i = from; i < to; i++) {
      const modifier = modifiers[i];
      for (const { scope, amounts: first } of cursors) apply(machine, modifier, scope, first + slots[modifier], cell);
    }
  }

  /**
   * Sums and products of doubles without a call for each. False where something else is to be done; then nothing was.
   */
  function applyDoubles(machine: Machine, modifiers: Int32Array, start: number, from: number, to: number): boolean {
    const modification = plainly(application[modifiers[from]]);
    const adds = modification === opcode.addPlain || modification === opcode.addNumeric;
    if (
      (!adds && modification !== opcode.multiplyPlain && modification !== opcode.multiplyNumeric) ||
      machine.runningClass !== plain
    )
      return false;
    for (let i = start; i < amounts; i++) if (classes[i] !== plain) return false;
    let value = machine.running;
    if (modification === opcode.addNumeric)
      for (let i = from; i < to; i++) value += values[start + slots[modifiers[i]]];
    else if (modification === opcode.multiplyNumeric)
      for (let i = from; i < to; i++) value *= values[start + slots[modifiers[i]]];
    else if (adds) for (let i = from; i < to; i++) value = value + values[start + slots[modifiers[i]]] + 0;
    else for (let i = from; i < to; i++) value = value * values[start + slots[modifiers[i]]] + 0;
    machine.running = value;
    const isPlain = modification === opcode.addPlain || modification === opcode.multiplyPlain;
    // What is no finite number any more does not become one again.
    if (isPlain && value - value !== 0) machine.runningClass = failed;
    return true;
  }

  /** Several lists: their entries are merged. */
  function applyMerged(
    machine: Machine,
    { own }: Fold,
    ownStart: number,
    ownEnd: number,
    cursors: readonly Cursor[],
    cell: number,
  ): void {
    const runs: Run[] = [];
    for (let i = ownStart; i < ownEnd; i++) runs.push({ ...own[i], amount: i - ownStart, advance: () => false });
    let places = new Int32Array(0);
    cursors.forEach((cursor, i) => {
      if (cursor.entry === cursor.entryEnd) return;
      if (i === 0 || cursors[i - 1].list !== cursor.list) places = placesOf(cursor);
      runs.push(runOf(cursor, places));
    });
    const { grant } = state;
    const compare = (a: Run, b: Run): number =>
      compareEntries(book, a.modifier, a.grant, b.modifier, b.grant) || grant[a.scope] - grant[b.scope];
    mergeRuns(runs, compare, ({ modifier, scope, amount }) => {
      apply(machine, modifier, scope, amount, cell);
    });
  }

  /** By entry of a rank: the place of its modifier among the different ones. */
  function placesOf({ list, distinct, distinctEnd, entry, entryEnd }: Cursor): Int32Array<ArrayBuffer> {
    for (let i = distinct; i < distinctEnd; i++) slots[list.distinct[i]] = i - distinct;
    const places = new Int32Array(entryEnd - entry);
    for (let i = entry; i < entryEnd; i++) places[i - entry] = slots[list.modifiers[i]];
    return places;
  }

  function apply(machine: Machine, modifier: number, scope: number, amount: number, cell: number): void {
    if (classes[amount] !== evaluatedLater) {
      machine.apply(application[modifier], cell, values[amount], classes[amount]);
      return;
    }
    ask(machine, modifier, scope, machine.running, machine.runningClass);
    machine.apply(application[modifier], cell, machine.value, machine.class);
  }
}

/** How far a fold is in a list: in its different modifiers, whose amounts begin at `amounts`, and in its entries. */
interface Cursor {
  readonly list: ModifierList;
  readonly scope: number;
  kept: number;
  distinct: number;
  entry: number;
  distinctEnd: number;
  entryEnd: number;
  amounts: number;
}

const noRank = Infinity;
/** A class beside those of cells: the amount depends on the running value. */
const evaluatedLater = 255;
/** The entries of a rank in a list, in one scope; `places` has that of each one's amount. */
function runOf({ list: { modifiers, grants }, scope, entry, entryEnd, amounts }: Cursor, places: Int32Array): Run {
  let at = entry;
  const run: Run = {
    modifier: modifiers[at],
    grant: grants[at],
    scope,
    amount: amounts + places[0],
    advance() {
      if (++at === entryEnd) return false;
      run.modifier = modifiers[at];
      run.grant = grants[at];
      run.amount = amounts + places[at - entry];
      return true;
    },
  };
  return run;
}

function firstOf(cursors: readonly Cursor[]): number {
  for (const { list, distinct, distinctEnd } of cursors) if (distinct < distinctEnd) return list.distinct[distinct];
  return 0;
}

function plainly(application: number): number {
  return application >= opcode.setPlain + applySkip ? application - applySkip : application;
}
