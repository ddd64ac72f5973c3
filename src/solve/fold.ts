import { type CellContent, cellClass } from '../model/model.js';
import type { WorldState } from '../components/state.js';
import { copied } from '../kernel/enlarged.js';
import { type Run, comparisonsOf, mergeRuns } from './cell-tables.js';
import type { Machine } from './machine.js';
import { type ModifierBook, constancy } from './modifier-book.js';
import { type ModifierList, compareEntries, firstNotBefore } from './modifier-list.js';
import { applySkip, opcode } from './cell-forms.js';

/**
 * For cells that many modifiers of others reach: own modifiers in order, and shared lists, each in a scope. The program
 * evaluates each different amount once; the fold applies them in the order of all.
 */
export interface Fold {
  readonly own: readonly OwnModifier[];
  /** By list, then by the first grant of the scope. */
  readonly links: readonly Link[];
  /** Identifies the order of all modifiers. */
  grantSum: number;
}

interface OwnModifier {
  readonly modifier: number;
  readonly scope: number;
  readonly grant: number;
  /** Place among the kept amounts; -1: constant, or evaluated when applied. */
  readonly kept: number;
}

interface Link {
  readonly list: ModifierList;
  readonly scope: number;
  /** Place of the list's first kept amount. */
  readonly kept: number;
}

interface Folding {
  readonly state: WorldState;
  readonly book: ModifierBook;
  readonly folds: ReadonlyMap<number, Fold>;
  readonly charge: (steps: number, variable: number) => void;
  readonly ask: (machine: Machine, modifier: number, scope: number, running: number, runningClass: number) => void;
}

const { plain, whole, failed } = cellClass;

export function createFolder(folding: Folding): (machine: Machine, cell: number) => void {
  const { book, folds, charge } = folding;
  const amounts = createAmounts(folding);
  const applyInOrder = createApplier(folding, amounts);

  return (machine, cell) => {
    const fold = folds.get(cell);
    if (fold === undefined) return;
    const [first] = fold.links;
    const isShared = fold.own.length === 0 && fold.links.length === 1 && first.list.varying === 0;
    if (isShared && first.list.shared !== undefined) {
      machine.running = first.list.shared.value;
      machine.runningClass = first.list.shared.class;
      return;
    }
    foldRanks(machine, fold, cell);
    if (isShared) first.list.shared = { value: machine.running, class: machine.runningClass };
  };

  /** Within a rank order may not matter. */
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
      const now = lowestRank(book, fold, own, cursors);
      if (now === noRank) return;
      const ownEnd = amounts.evaluate(machine, fold, own, cursors, now);
      const stretch: Stretch = { machine, cell, own: fold.own, from: own, to: ownEnd, cursors };
      if (!addExactly(book, stretch, amounts, charge)) applyInOrder(stretch);
      own = ownEnd;
      for (const cursor of cursors) [cursor.distinct, cursor.entry] = [cursor.distinctEnd, cursor.entryEnd];
    }
  }
}

/** Of one rank: own modifiers `from` to before `to`, and those of each list. */
interface Stretch {
  readonly machine: Machine;
  readonly cell: number;
  readonly own: readonly OwnModifier[];
  readonly from: number;
  readonly to: number;
  readonly cursors: readonly Cursor[];
}

function lowestRank({ rank }: ModifierBook, { own }: Fold, at: number, cursors: readonly Cursor[]): number {
  let lowest = at < own.length ? rank[own[at].modifier] : noRank;
  for (const { list, distinct } of cursors)
    if (distinct < list.distinct.length) lowest = Math.min(lowest, rank[list.distinct[distinct]]);
  return lowest;
}

interface Amounts {
  values: Float64Array;
  classes: Uint8Array;
  length: number;
  evaluate(machine: Machine, fold: Fold, from: number, cursors: readonly Cursor[], rank: number): number;
}

function createAmounts({ book: { rank, constancyOf }, ask }: Folding): Amounts {
  const constants = new Map<number, CellContent>();
  const amounts: Amounts = { values: new Float64Array(64), classes: new Uint8Array(64), length: 0, evaluate };
  return amounts;

  function evaluate(machine: Machine, { own }: Fold, from: number, cursors: readonly Cursor[], now: number): number {
    amounts.length = 0;
    let at = from;
    for (; at < own.length && rank[own[at].modifier] === now; at++)
      take(machine, own[at].modifier, own[at].scope, own[at].kept);
    for (const cursor of cursors) {
      const { list, scope } = cursor;
      cursor.amounts = amounts.length;
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
    if (kept >= 0) add(machine.keptValues[kept], machine.keptClasses[kept]);
    else if (constancyOf[modifier] === constancy.running) add(0, evaluatedLater);
    else {
      const constant = constantOf(machine, modifier, scope);
      add(constant.value, constant.class);
    }
  }

  function add(value: number, how: number): void {
    const { length } = amounts;
    if (length === amounts.values.length) {
      amounts.values = copied(amounts.values, new Float64Array(2 * length));
      amounts.classes = copied(amounts.classes, new Uint8Array(2 * length));
    }
    amounts.values[length] = value;
    amounts.classes[length] = how;
    amounts.length++;
  }

  function constantOf(machine: Machine, modifier: number, scope: number): CellContent {
    const known = constants.get(modifier);
    if (known !== undefined) return known;
    ask(machine, modifier, scope, 0, plain);
    const made = { value: machine.value, class: machine.class };
    constants.set(modifier, made);
    return made;
  }
}

/**
 * In any order where that is exact: whole numbers without rounding, or ints, which wrap. Otherwise returns false and
 * changes nothing.
 */
function addExactly(
  { application }: ModifierBook,
  { machine, own, from, to, cursors }: Stretch,
  { values, classes, length }: Amounts,
  charge: Folding['charge'],
): boolean {
  const sample = to > from ? own[from].modifier : firstOf(cursors);
  const modification = plainly(application[sample]);
  if (modification !== opcode.addPlain && modification !== opcode.addNumeric) return false;
  charge(length, cursors[0].list.variable);
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
  for (let i = from; i < to; i++) if (!add(own[i].modifier, 1)) return false;
  for (const { list, distinct, distinctEnd } of cursors)
    for (let i = distinct; i < distinctEnd; i++) if (!add(list.distinct[i], list.counts[i])) return false;
  if (isFailing) machine.runningClass = failed;
  else if (isAdding) machine.running = isWrapping ? (machine.running + sum) | 0 : machine.running + sum + 0;
  return true;
}

function createApplier({ state, book, charge, ask }: Folding, amounts: Amounts): (stretch: Stretch) => void {
  const { application } = book;
  /** By modifier: its place in `distinct` of the list being applied. */
  const slots = new Int32Array(book.reached.size === 0 ? 0 : book.modifiers.length);
  return (stretch) => {
    const { from, to, cursors } = stretch;
    let steps = to - from;
    for (const { entry, entryEnd } of cursors) steps += entryEnd - entry;
    const { list } = cursors[0];
    if (cursors.every((each) => each.list === list)) {
      charge(steps, list.variable);
      applyList(stretch);
    } else {
      charge(steps * comparisonsOf(to - from + cursors.length), list.variable);
      applyMerged(stretch);
    }
  };

  /** One list in one or more scopes: each entry in all scopes, own modifiers between entries. */
  function applyList(stretch: Stretch): void {
    const { own, from, to, cursors } = stretch;
    const [{ list, distinct, distinctEnd, entry, entryEnd }] = cursors;
    for (let i = distinct; i < distinctEnd; i++) slots[list.distinct[i]] = i - distinct;
    let at = entry;
    for (let next = from; next < to; next++) {
      const end = firstNotBefore(book, list, own[next], at, entryEnd);
      applyEntries(stretch, at, end);
      apply(stretch, own[next].modifier, own[next].scope, next - from);
      at = end;
    }
    applyEntries(stretch, at, entryEnd);
  }

  function applyEntries(stretch: Stretch, from: number, to: number): void {
    const { machine, cursors } = stretch;
    const { modifiers } = cursors[0].list;
    if (from === to) return;
    if (cursors.length === 1) {
      const form = plainly(application[modifiers[from]]);
      if (applyDoubles(machine, form, cursors[0], from, to)) return;
    }
    for (let i = from; i < to; i++) {
      const modifier = modifiers[i];
      for (const { scope, amounts: first } of cursors) apply(stretch, modifier, scope, first + slots[modifier]);
    }
  }

  /** Sums and products of doubles. Returns false, without effect, in other cases. */
  function applyDoubles(
    machine: Machine,
    modification: number,
    { list: { modifiers }, amounts: start }: Cursor,
    from: number,
    to: number,
  ): boolean {
    const { values, classes, length } = amounts;
    const adds = modification === opcode.addPlain || modification === opcode.addNumeric;
    if (
      (!adds && modification !== opcode.multiplyPlain && modification !== opcode.multiplyNumeric) ||
      machine.runningClass !== plain
    )
      return false;
    for (let i = start; i < length; i++) if (classes[i] !== plain) return false;
    let value = machine.running;
    if (modification === opcode.addNumeric)
      for (let i = from; i < to; i++) value += values[start + slots[modifiers[i]]];
    else if (modification === opcode.multiplyNumeric)
      for (let i = from; i < to; i++) value *= values[start + slots[modifiers[i]]];
    else if (adds) for (let i = from; i < to; i++) value = value + values[start + slots[modifiers[i]]] + 0;
    else for (let i = from; i < to; i++) value = value * values[start + slots[modifiers[i]]] + 0;
    machine.running = value;
    const isPlain = modification === opcode.addPlain || modification === opcode.multiplyPlain;
    // Values that are not finite stay so.
    if (isPlain && value - value !== 0) machine.runningClass = failed;
    return true;
  }

  function applyMerged(stretch: Stretch): void {
    const { own, from, to, cursors } = stretch;
    const runs: Run[] = [];
    for (let i = from; i < to; i++) runs.push({ ...own[i], amount: i - from, advance: () => false });
    let places = new Int32Array(0);
    cursors.forEach((cursor, i) => {
      if (cursor.entry === cursor.entryEnd) return;
      if (i === 0 || cursors[i - 1].list !== cursor.list) places = placesOf(cursor);
      runs.push(runOf(cursor, places));
    });
    const { grant } = state;
    const compare = (a: Run, b: Run) =>
      compareEntries(book, a.modifier, a.grant, b.modifier, b.grant) || grant[a.scope] - grant[b.scope];
    mergeRuns(runs, compare, ({ modifier, scope, amount }) => apply(stretch, modifier, scope, amount));
  }

  function placesOf({ list, distinct, distinctEnd, entry, entryEnd }: Cursor): Int32Array<ArrayBuffer> {
    for (let i = distinct; i < distinctEnd; i++) slots[list.distinct[i]] = i - distinct;
    const places = new Int32Array(entryEnd - entry);
    for (let i = entry; i < entryEnd; i++) places[i - entry] = slots[list.modifiers[i]];
    return places;
  }

  function apply({ machine, cell }: Stretch, modifier: number, scope: number, amount: number): void {
    const how = amounts.classes[amount];
    if (how !== evaluatedLater) {
      machine.apply(application[modifier], cell, amounts.values[amount], how);
      return;
    }
    ask(machine, modifier, scope, machine.running, machine.runningClass);
    machine.apply(application[modifier], cell, machine.value, machine.class);
  }
}

/** In `distinct`, whose amounts begin at `amounts`, and in the entries of a list. */
interface Cursor extends Omit<Link, 'kept'> {
  kept: number;
  distinct: number;
  entry: number;
  distinctEnd: number;
  entryEnd: number;
  amounts: number;
}

const noRank = Infinity;

/** In addition to the classes of cells: the amount depends on the running value. */
const evaluatedLater = 255;

/** The entries of a rank in a list, in one scope; `places`: of their amounts. */
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
