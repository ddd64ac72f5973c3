import { asHandle, handleOf, resolve } from '../kernel/identity.js';
import { kept } from '../kernel/maps.js';
import type { Cause } from '../meaning/effects/turn-context.js';
import { type Freshness, freshness } from '../model/stamps.js';
import type { PhaseObserver } from '../systems/schedule.js';
import type { WorldCore } from './core.js';
import type { CellStep, PastValue } from './histories-api.js';
import type { Handle } from './host-values.js';
import type { PastFact } from './past-facts.js';
import { watchWrites } from './past-writes.js';

/** A fact about an object while turns run again, with what has changed it so far. */
export interface Watched {
  readonly object: Handle;
  readonly fact: PastFact;
  isThere: boolean;
  /** Null while the object is not there. */
  value: PastValue;
  readonly steps: CellStep[];
  /** Steps that are forgotten. */
  skipped: number;
}

type Change = Pick<CellStep, 'before' | 'after' | 'item'>;

/** Facts that change with the same stamps. */
interface Group {
  readonly fresh: Freshness;
  readonly members: readonly Watched[];
}

const gone = 'what it referred to is gone';

/**
 * Notes the steps of facts while turns run on a copy, one by one. Cells report their writes; all facts are compared
 * before and after each effect, system and phase. The observer returned must be given to the turns.
 */
export function watchFacts(twin: WorldCore, all: readonly Watched[]): PhaseObserver {
  const { state, program, schedule } = twin;
  const priorities = new Map(program.rules.rules.map(({ name, priority }) => [name, priority]));
  const byColumn = new Map<number, Watched[]>();
  for (const each of all)
    if (each.fact.column !== undefined) kept(byColumn, each.fact.column.index, () => []).push(each);
  const [groups, solved] = [false, true].map((isSolved) =>
    groupsOf(
      twin,
      all.filter(({ fact }) => fact.isSolved === isSolved),
    ),
  );
  let cause: Cause = { rule: '', source: 0, label: '' };
  let phase = '';
  let seen = -1;
  let turn = -1;
  let starts: readonly Pick<Watched, 'isThere' | 'value'>[] = [];

  function note(each: Watched, { rule, source, label }: Cause, change: Change): void {
    const priority = priorities.get(rule);
    keep(each, { rule, source: asHandle(source), label, turn: twin.running, phase, priority, ...change });
  }

  function compareIn(some: readonly Group[], by: Cause): void {
    for (const { fresh, members } of some) {
      if (fresh.isFresh()) continue;
      fresh.note();
      for (const each of members) compare(each, by);
    }
  }

  function compare(each: Watched, by: Cause): void {
    const { isThere, value, fact } = each;
    look(twin, each);
    const isReference = fact.column?.type.name === 'entity';
    const of = isReference && isThere && each.isThere && each.value === null ? { ...by, label: gone } : by;
    for (const change of changesOf(fact, value, each.value)) note(each, of, change);
  }

  function compareAll(): void {
    if (seen === state.stamps.last) return;
    compareIn(groups, cause);
    seen = state.stamps.last;
  }

  /** A turn may begin more than once. What its new time has changed in variables is solved before its first phase. */
  function beginTurn(bySolving: Cause): void {
    if (twin.running !== turn) starts = all.map(({ isThere, value }) => ({ isThere, value }));
    turn = twin.running;
    for (const [i, each] of all.entries()) {
      while (each.steps.at(-1)?.turn === turn) each.steps.pop();
      Object.assign(each, starts[i]);
      if (each.fact.isSolved) compare(each, bySolving);
      else look(twin, each);
    }
  }

  twin.during = (next, act) => {
    compareAll();
    const outer = cause;
    cause = next;
    try {
      act();
      compareAll();
    } finally {
      cause = outer;
    }
  };
  const writes = watchWrites(twin, ({ column, object }, told) => {
    for (const each of byColumn.get(column) ?? []) {
      if (handleOf(state.identity, object) !== each.object) continue;
      const { object: _object, column: _column, ...write } = told();
      // Made by the same effect or system.
      if (!each.isThere) note(each, cause, { before: null, after: write.before });
      keep(each, { ...write, turn: twin.running });
      each.isThere = true;
      // Flows write their cells together, after all reports.
      each.value = write.after;
    }
  });
  return (name, stage) => {
    writes(name, stage);
    if (stage === 'begin') {
      phase = name;
      cause = { rule: name, source: 0, label: name };
      if (name === schedule.phases[0]) beginTurn({ ...cause, label: 'solved' });
      return;
    }
    compareAll();
    compareIn(solved, { rule: name, source: 0, label: 'solved' });
  };
}

function groupsOf({ state }: WorldCore, all: readonly Watched[]): readonly Group[] {
  const byStamps = new Map<string, Watched[]>();
  for (const each of all) kept(byStamps, each.fact.stamps.join(), () => []).push(each);
  return [...byStamps.values()].map((members) => ({
    fresh: freshness(state.stamps, members[0].fact.stamps),
    members,
  }));
}

export function look({ state }: WorldCore, each: Watched): void {
  const id = resolve(state.identity, each.object);
  each.isThere = id !== 0;
  each.value = id === 0 ? null : (each.fact.read(state, id) ?? null);
}

/** The last steps that are kept; twice as many for a while. */
const mostSteps = 10_000;

function keep(each: Watched, step: CellStep): void {
  each.steps.push(step);
  if (each.steps.length >= 2 * mostSteps) forgetFirst(each);
}

export function forgetFirst(each: Watched): void {
  const count = Math.max(0, each.steps.length - mostSteps);
  each.steps.splice(0, count);
  each.skipped += count;
}

function changesOf({ hasItems }: PastFact, before: PastValue, after: PastValue): readonly Change[] {
  if (!isList(before) || !isList(after)) return Object.is(before, after) ? [] : [{ before, after }];
  if (before.length === after.length && before.every((item, i) => item === after[i])) return [];
  if (!hasItems) return [{ before, after }];
  const items = [
    ...missing(before, after).map((item) => ({ item, before: true, after: false })),
    ...missing(after, before).map((item) => ({ item, before: false, after: true })),
  ];
  return items.length === 0 ? [{ before, after }] : items;
}

type Items = readonly (string | Handle)[];

function isList(value: PastValue): value is Exclude<PastValue, string | number | boolean | null> {
  return Array.isArray(value);
}

/** Items of one list that the other has less often. */
function missing(from: Items, other: Items): Items {
  const counts = new Map<string | Handle, number>();
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) + 1);
  return from.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}
