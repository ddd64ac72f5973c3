import { constantValue } from '../eval/node-shape.js';
import { kindNamedBy } from '../eval/named-kind.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import type { CreateEffect, Effect, Rule } from '../ir/rule.js';
import { type Model, classAt, kindAt } from '../model/model.js';
import { columnStamp, fact, kindStamp } from '../model/stamps.js';

interface Asking {
  readonly book: TermBook;
  readonly model: Model;
  readonly found: Set<number>;
}

const anything = (): boolean => true;

/**
 * Whether the effects of a rule may change facts or columns with a stamp while it runs. `kinds`: of all sources and all
 * targets, 0: several. `later`: columns are written afterwards.
 */
export function changesOf(
  book: TermBook,
  model: Model,
  { effects }: Rule,
  [source, target]: readonly [number, number],
  later: boolean,
): (stamp: number) => boolean {
  if (later) return () => false;
  const asking: Asking = { book, model, found: new Set() };
  const isKnown = effects.every((effect) => note(asking, effect, source, target));
  return isKnown ? (stamp) => asking.found.has(stamp) : anything;
}

/** Returns false where it may change anything. */
function note(asking: Asking, effect: Effect, source: number, target: number): boolean {
  if (effect.kind === 'branch')
    return [...effect.then, ...effect.otherwise].every((each) => note(asking, each, source, target));
  const recipient = effect.recipient === 'source' ? source : target;
  const kind = effect.holder === undefined ? recipient : kindNamedBy(termOf(asking.book, effect.holder), asking.model);
  switch (effect.kind) {
    case 'modify':
      asking.found.add(columnStamp(effect.column));
      return true;
    case 'move':
      return notePlace(asking, kind);
    case 'destroy':
      return noteLife(asking, kind);
    case 'create':
      return noteLife(asking, kindMade(asking, effect));
    default:
      return false;
  }
}

/** Of an attached object that nothing hangs on. */
function notePlace({ model, found }: Asking, kind: number): boolean {
  if (kind === 0 || kindAt(model, kind).node || isAbove(model, kind)) return false;
  for (const stamp of [fact.place, kindStamp(fact.place, kind), fact.spot]) found.add(stamp);
  return true;
}

/** Birth and death of an object that nothing hangs on. */
function noteLife(asking: Asking, kind: number): boolean {
  const { model, found } = asking;
  if (!notePlace(asking, kind) || kindAt(model, kind).faction) return false;
  for (const each of [fact.population, fact.owner] as const) {
    found.add(each);
    found.add(kindStamp(each, kind));
  }
  for (const each of [fact.sight, fact.seen, fact.name, fact.holding, fact.link, fact.availability, fact.edge])
    found.add(each);
  for (const column of kindAt(model, kind).columns) found.add(columnStamp(column));
  return true;
}

function isAbove({ kinds }: Model, kind: number): boolean {
  return kinds.some(({ attachesTo }) => attachesTo.includes(kind));
}

/** 0: unknown. */
function kindMade({ book, model }: Asking, { bare, class: of, then, inside }: CreateEffect): number {
  if (then !== undefined || inside !== undefined) return 0;
  const known = constantValue(termOf(book, of)) ?? 0;
  return bare ?? (known === 0 ? 0 : classAt(model, known).kind);
}
