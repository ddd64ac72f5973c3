import type { Model } from '../model/model.js';
import { type Bounding, type Possible, valuesOf } from '../eval/bounds.js';
import { mayBeUnfound, mayMiss } from '../eval/declared.js';
import { absenceOf, operationOf } from '../eval/make-node.js';
import type { Term } from '../eval/term.js';

/** What is known of the objects that an expression is about. */
export interface Assumed {
  readonly model: Model;
  /** Kinds by slot; a slot that is not there holds an object of any kind. */
  readonly kinds: ReadonlyMap<number, number>;
  /** Classes by slot, where they are known. */
  readonly classes?: ReadonlyMap<number, number>;
  /** Slots that may hold nobody. */
  readonly nobody?: ReadonlySet<number>;
}

/**
 * What an expression can be, each part looked at once. Never less than it can be: what is not understood may be
 * anything.
 */
export function possibleOf(term: Term, assumed: Assumed): Possible {
  const known = new Map<Term, Possible>();
  const bounding: Bounding = {
    model: assumed.model,
    of(each) {
      let possible = known.get(each);
      if (possible === undefined) {
        possible = operationOf(each).bounds?.(each, bounding) ?? anything(each, bounding);
        known.set(each, possible);
      }
      return possible;
    },
    slot: (slot) => ({
      least: assumed.nobody?.has(slot) === true ? 0 : 1,
      most: Infinity,
      absent: false,
      kind: assumed.kinds.get(slot),
      class: assumed.classes?.get(slot),
    }),
    ofMember: (each, slot, kind) => possibleOf(each, withMember(assumed, slot, kind)),
  };
  return bounding.of(term);
}

/** Anything of its type, absent where its arguments make it so. */
function anything(term: Term, { model, of }: Bounding): Possible {
  const absences = term.args.map((arg) => (of(arg).absent ? mayMiss | mayBeUnfound : 0));
  return { ...valuesOf(term.type, model), absent: absenceOf(term, absences) !== 0 };
}

function withMember(assumed: Assumed, slot: number, kind: number): Assumed {
  const kinds = new Map(assumed.kinds);
  kinds.delete(slot);
  if (kind !== 0) kinds.set(slot, kind);
  const classes = new Map(assumed.classes);
  classes.delete(slot);
  const nobody = new Set(assumed.nobody);
  nobody.delete(slot);
  return { ...assumed, kinds, classes, nobody };
}
