import { type Operation, entityType, numberType } from '../operation.js';
import type { Type } from '../../model/model.js';
import { type Frame, slotCount } from '../../ir/node.js';
import { binding, writeMembers } from '../printer.js';
import { checkSlot, checkWord } from '../check-data.js';
import { present } from '../data.js';
import { mayBeTrue } from '../bounds.js';
import { whole, word } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';
import { pickColumns } from '../columns/pick-columns.js';
import { emitPick } from '../emit/emit-pick.js';
import { refuse } from '../emit/code.js';
import type { Rows } from '../columns/rows.js';
import { isSlot, someIn } from '../node-shape.js';
import { checkRange, members, rangeTypes, reachesFar } from './members.js';
import { pickedBy } from './picking.js';
import {
  type PickData,
  allPicks,
  argumentsOf,
  isGiven,
  kindIn,
  mostKeys,
  picksByDraw,
  picksByKeys,
  rangeFacts,
  rangeReads,
  rangeText,
} from './range.js';

/**
 * One of the members of which the filter is true, none where there is none; or the place of an object among them.
 * Arguments: those of the range, a number (`at`) or an object (`indexOf`), a filter, and keys.
 *
 * `least`, `greatest`: by keys, one after the other; of equal members the first. `weighted`: by one key, its weight.
 * Members with an absent key, or one that is no number, are left out. `at`: by its place, without the fraction, from 0.
 * `indexOf`: −1 where it is not among them.
 *
 * `random` draws places among all members first, and takes the first one of which the filter is true; after
 * `attemptsFor` it draws among all of which it is true. Each attempt counts as one visit.
 */
export const pick: Operation<PickData> = {
  name: 'pick',
  type(args, data): Type | string {
    const { pick: how, range, slot, slots } = data;
    const types = args.map(({ name }) => name);
    const given = isGiven(how) ? [how === 'at' ? 'number' : 'entity'] : [];
    const expected = [...rangeTypes(args, range), ...given, 'boolean'];
    const keys = types.slice(expected.length);
    const fits =
      expected.every((name, i) => name === types[i]) &&
      (picksByKeys(how) ? keys.length > 0 && keys.length <= mostKeys : keys.length === (how === 'weighted' ? 1 : 0)) &&
      keys.every((name) => name === 'number' || (picksByKeys(how) && (name === 'boolean' || name === 'enumeration'))) &&
      (!picksByDraw(how) || slots <= slot);
    if (!fits)
      return 'takes what its range starts from, a number or an object by which it looks, a condition, and keys, with draws of slots before the member';
    return how === 'indexOf' ? numberType : entityType;
  },
  data: record<PickData>({ ...members, pick: word(...allPicks), site: whole(), slots: whole(0, slotCount) }),
  text: ({ pick: how, range, slot, site, slots }) =>
    `${how}${picksByDraw(how) ? ` ${site} ${slots}` : ''} ${rangeText(range)} @${slot}`,
  document: {
    meaning:
      'one related object: drawn, drawn by weight, with the least or the greatest keys, or by its place; or the place of one',
    families: 'Ex',
  },
  absence: present,
  bounds({ data, args }, known) {
    const { pick: how, range, slot } = data;
    const kind = kindIn(range, known.model);
    const first = argumentsOf(range) + Number(isGiven(how));
    const isEmpty = !mayBeTrue(known.ofMember(args[first], slot, kind));
    const most = isEmpty ? 0 : Infinity;
    return how === 'indexOf'
      ? { least: -1, most: isEmpty ? -1 : most, absent: false, isWhole: true }
      : { least: 0, most, absent: false, kind: kind === 0 ? undefined : kind };
  },
  print({ data, args }, to) {
    const { pick: how, range } = data;
    const [filter, ...keys] = args.slice(argumentsOf(range) + Number(isGiven(how)));
    const name = writeMembers(to, data, args, filter);
    to.add(`.${pickNames[how]}(`);
    if (keys.length > 0) to.add(name);
    const written = isGiven(how) ? [args[argumentsOf(range)]] : keys;
    for (const [i, key] of written.entries()) {
      if (keys.length > 0 || i > 0) to.add(', ');
      to.write(key, binding.loosest);
    }
    to.add(')');
  },
  check({ pick: how, range, slot }, model) {
    checkWord(how, allPicks);
    checkRange(range, model);
    checkSlot(slot);
  },
  apart: ({ pick: how, range }) =>
    picksByDraw(how) ? 'an expression chooses at random among objects' : reachesFar(range),
  reads: ({ range }) => rangeReads(range),
  facts: ({ pick: how, range }) => {
    const facts = rangeFacts(range);
    return picksByDraw(how) ? [...new Set([...facts, 'population' as const, 'clock' as const])] : facts;
  },
  draws: ({ pick: how }) => picksByDraw(how),
  slots: ({ pick: how, slots }) => (picksByDraw(how) ? (2 ** slots - 1) | 0 : 0),
  binds: ({ slot }) => 1 << slot,
  heavy: true,
  evaluate: pickedBy,
  columns: pickColumns,
  emit: emitPick,
};

/** Names in the language, where they differ. */
const pickNames: Readonly<Record<PickData['pick'], string>> = {
  random: 'random',
  weighted: 'weighted',
  least: 'minBy',
  greatest: 'maxBy',
  at: 'at',
  indexOf: 'indexOf',
};

interface UnboundData {
  readonly slot: number;
}

/** What a choice is made without: the object that it is asked about, so that it is the same for all of these. */
export const unbound: Operation<UnboundData> = {
  name: 'unbound',
  type: (args) => (args.length === 1 ? args[0] : 'takes one value'),
  data: record<UnboundData>({ slot: whole(0, slotCount - 1) }),
  text: ({ slot }) => `@${slot}`,
  document: {
    meaning: 'its operand, evaluated without an object in a slot: draws in it are the same for all objects there',
    absent: 'its operand is',
    families: 'Ec',
  },
  bounds: ({ args: [of] }, known) => known.of(of),
  print: ({ args: [of] }, to, place) => {
    to.write(of, place);
  },
  check({ slot }) {
    checkSlot(slot);
  },
  binds: ({ slot }) => 1 << slot,
  evaluate: ({ args: [of], data: { slot } }, frame) => withoutObject(slot, frame, () => frame.evaluate(of)),
  columns: ({ args: [of], data: { slot } }, rows, evaluator) =>
    withoutObject(slot, evaluator.frame, () => evaluator.evaluate(of, rowsWithout(slot, rows))),
  /** Code keeps what it has read of a slot: an operand that reads this one is interpreted. */
  emit(term, emission) {
    const { slot } = term.data;
    const [of] = term.args;
    if (!emission.inFrame) return refuse('a value without an object in a slot');
    if (someIn(of, (part) => isSlot(part, slot))) return emission.interpreted(term);
    return emission.without(slot, of);
  },
};

function withoutObject<Made>(slot: number, { slots }: Pick<Frame, 'slots'>, act: () => Made): Made {
  const before = slots[slot];
  slots[slot] = 0;
  try {
    return act();
  } finally {
    slots[slot] = before;
  }
}

function rowsWithout(slot: number, rows: Rows): Rows {
  const { length, slots, kinds, running, runningClasses, varying } = rows;
  if (((varying >>> slot) & 1) === 0 && slots.at(slot) === undefined) return rows;
  const others = slots.map((ids, i) => (i === slot ? undefined : ids));
  const known = kinds.map((kind, i) => (i === slot ? 0 : kind));
  return { length, slots: others, kinds: known, running, runningClasses, varying: varying & ~(1 << slot) };
}
