import { isAvailable } from '../../components/availability.js';
import { resolve } from '../../kernel/identity.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot } from '../../ir/node.js';
import { kindOfCarrier } from '../../ir/rule.js';
import { byNumber, columnStamp, fact, type Memo, memo } from '../../model/stamps.js';
import type { CarrierPlan, CountPlan } from '../pass-plan.js';
import type { Term } from '../../eval/term.js';
import { seatsIn } from '../../meaning/rule-sources.js';
import type { Selector } from '../../match/select/selector.js';
import { copyRange } from '../../indexes/scratch.js';

/** Sources of carrier c are in `lists[c]` from `from[c]` to `to[c]`, in firing order. */
export interface Sources {
  readonly lists: Int32Array[];
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The kind of all; 0: several. */
  readonly kinds: Int32Array;
  /** Ranks by place in the list, where they are not the ids. */
  readonly ranks: (Int32Array | undefined)[];
}

/** Finds the present sources of all carriers, lent from scratch memory until the next call. */
export type CarrierLists = () => Sources;

const nobody = new Int32Array(0);

export function createCarrierLists(
  evaluator: Evaluator,
  { finder }: Selector,
  carriers: readonly CarrierPlan[],
): CarrierLists {
  const { state, scratch, indexes } = evaluator;
  const sources: Sources = {
    lists: carriers.map(() => nobody),
    from: new Int32Array(carriers.length),
    to: new Int32Array(carriers.length),
    kinds: Int32Array.from(carriers, ({ carrier }) => kindOfCarrier(state.model, carrier)),
    ranks: carriers.map(() => undefined),
  };
  const finders = carriers.map(({ matches }) => matches.map(finder));
  const seats = byNumber((column) =>
    memo(state.stamps, [fact.population, columnStamp(column)], () => seatsIn(state, column)),
  );
  const references = new Map<string, Memo<Int32Array>>();
  return () => {
    for (let i = 0; i < carriers.length; i++) list(i, carriers[i]);
    return sources;
  };

  function list(number: number, plan: CarrierPlan): void {
    const { carrier, times, counted } = plan;
    if (carrier.by === 'seat') listSeats(number, carrier.class, carrier.column);
    else if (carrier.by === 'class') {
      const { ids, length } = indexes.ofClass(carrier.class);
      put(number, ids, 0, length);
    } else if (counted !== undefined) listCounted(number, counted);
    else if (finders[number].length === 1) {
      const { ids, from, to } = finders[number][0]();
      put(number, ids, from, to);
    } else listSeveral(number, plan);
    if (times !== undefined && counted === undefined) repeat(number, times);
  }

  function put(number: number, ids: Int32Array, from: number, to: number): void {
    sources.lists[number] = ids;
    sources.from[number] = from;
    sources.to[number] = to;
  }

  function listSeats(number: number, classIndex: number, column: number): void {
    const all = seats(column).get();
    const ids = scratch.codes(all.length);
    const ranks = scratch.codes(all.length);
    let length = 0;
    for (const { id, rank } of all) {
      if (isAvailable(state, rank, classIndex) !== true) continue;
      ids[length] = id;
      ranks[length++] = rank;
    }
    put(number, ids, 0, length);
    sources.ranks[number] = ranks;
  }

  function listSeveral(number: number, { matches }: CarrierPlan): void {
    const found: number[] = [];
    const kinds = new Set<number>();
    for (let i = 0; i < matches.length; i++) {
      const { ids, from, to } = finders[number][i]();
      if (to > from) kinds.add(matches[i].base.kind);
      for (let k = from; k < to; k++) found.push(ids[k]);
    }
    put(number, Int32Array.from(found), 0, found.length);
    sources.kinds[number] = kinds.size === 1 ? [...kinds][0] : 0;
  }

  /** Objects of a kind, each as often as a column of the object that they refer to says. */
  function listCounted(number: number, { kind, reference, count }: CountPlan): void {
    const { ids, length } = indexes.ofKind(kind);
    const to = referredTo(kind, reference);
    const counts = state.cells[count];
    let most = 0;
    for (let i = 0; i < length; i++) most += Math.max(0, Math.trunc(counts[to[i]]));
    const all = scratch.codes(most);
    let used = 0;
    for (let i = 0; i < length; i++) for (let left = counts[to[i]]; left >= 1; left--) all[used++] = ids[i];
    put(number, all, 0, used);
  }

  function referredTo(kind: number, reference: number): Int32Array {
    const name = `${kind} ${reference}`;
    let known = references.get(name);
    if (known === undefined)
      references.set(
        name,
        (known = memo(state.stamps, [fact.population, columnStamp(reference)], () => {
          const { ids, length } = indexes.ofKind(kind);
          return Int32Array.from({ length }, (_, i) => resolve(state.identity, state.cells[reference][ids[i]]));
        })),
      );
    return known.get();
  }

  function repeat(number: number, times: Term): void {
    const [from, to] = [sources.from[number], sources.to[number]];
    if (to === from) return;
    const some = scratch.codes(to - from);
    copyRange(sources.lists[number], from, to, some, 0);
    const rows = rowsOver(sourceSlot, some, to - from, sources.kinds[number]);
    const { numbers, absence } = evaluator.evaluate(times, rows);
    const all: number[] = [];
    for (let i = 0; i < to - from; i++) {
      const count = absence !== undefined && absence[i] !== 0 ? 0 : Math.trunc(numbers[i]);
      for (let copy = 0; copy < count; copy++) all.push(some[i]);
    }
    put(number, Int32Array.from(all), 0, all.length);
  }
}
