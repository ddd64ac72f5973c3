import { header } from '../../kernel/arena.js';
import { beginDraw, endDraw, foldDraw } from '../../kernel/random.js';
import { amongColumns } from '../columns/among.js';
import type { Frame, Node } from '../../ir/node.js';
import { type Operation, booleanType, isAbsent } from '../operation.js';
import { binding, present, writeCall, writeMembers } from '../record.js';
import { hasAnchor, membersOf } from './members.js';
import type { AmongData } from './search.js';

export type { AmongData } from './search.js';

/**
 * Whether an object is one of so many members that the filter is true of. Arguments: the object, how many (what is
 * behind the point is cut off), the filter, and for `least` and `greatest` a key. Chosen are those with the smallest or
 * the largest keys as 32-bit numbers, an absent key counting as 0; among equal keys `least` takes the lower ids first
 * and `greatest` the higher. `random` takes those with the smallest draws, one for each member. Where the object or the
 * number is absent, it is not.
 */
export const among: Operation<AmongData> = {
  name: 'among',
  type(args, { choose, range, slot, slots }) {
    const keys = choose === 'random' ? 0 : 1;
    const fits =
      args.length === 3 + keys &&
      args[0].name === 'entity' &&
      args[1].name === 'number' &&
      args[2].name === 'boolean' &&
      (keys === 0 || args[3].name === 'number') &&
      !hasAnchor(range) &&
      (choose !== 'random' || slots <= slot);
    return fits
      ? booleanType
      : 'takes an object, a number, a condition and, unless it draws, a key, over all objects or a class, with draws of slots before the member';
  },
  text: ({ slot, range, choose, site, slots }) =>
    `${choose}${choose === 'random' ? ` ${site} ${slots}` : ''} ${range.over} ${range.kind} ${range.class} @${slot}`,
  document: {
    meaning: 'an object is one of so many members: drawn, or with the smallest or largest keys',
    absent: 'never',
    families: 'Ect',
  },
  absence: present,
  print({ data, args: [object, count, filter, key] }, to) {
    const name = writeMembers(to, data, undefined, filter);
    to.add(`.${data.choose}(`);
    to.write(count, binding.loosest);
    if (key !== undefined) {
      to.add(`, ${name}, `);
      to.write(key, binding.loosest);
    }
    to.add(').');
    writeCall(to, 'includes', [object]);
  },
  apart: ({ choose }) => (choose === 'random' ? 'an expression chooses at random among objects' : undefined),
  facts: ({ choose }) => (choose === 'random' ? ['population', 'clock'] : ['population']),
  draws: ({ choose }) => choose === 'random',
  slots: ({ choose, slots }) => (choose === 'random' ? (2 ** slots - 1) | 0 : 0),
  binds: (data) => 1 << data.slot,
  heavy: true,
  evaluate(node, frame) {
    const candidate = frame.evaluate(node.args[0]);
    const count = frame.evaluate(node.args[1]);
    if (isAbsent(candidate) || isAbsent(count) || candidate === 0) return 0;
    return chosenMembers(node, frame, Math.trunc(count)).includes(candidate) ? 1 : 0;
  },
  columns: amongColumns,
};

interface Ranked {
  readonly id: number;
  readonly key: number;
}

/** The members that are chosen. The order of keys that are no numbers is that of zero. */
function chosenMembers(node: Node<AmongData>, frame: Frame, count: number): readonly number[] {
  const { range, slot, choose } = node.data;
  const before = frame.slots[slot];
  try {
    const fitting = membersOf(range, node, frame).flatMap((id): readonly Ranked[] => {
      frame.slots[slot] = id;
      return frame.evaluate(node.args[2]) === 1 ? [{ id, key: keyOf(node, frame, id) }] : [];
    });
    const turned = choose === 'greatest' ? -1 : 1;
    return fitting
      .sort((a, b) => turned * (a.key - b.key || a.id - b.id))
      .slice(0, Math.max(0, count))
      .map(({ id }) => id);
  } finally {
    frame.slots[slot] = before;
  }
}

/** What members are ranked by; the member is in its slot. */
function keyOf(node: Node<AmongData>, frame: Frame, id: number): number {
  if (node.data.choose === 'random') return drawOf(node.data, frame, id);
  const key = Math.fround(frame.evaluate(node.args[3]) ?? 0);
  return Number.isNaN(key) ? 0 : key;
}

/** A draw as of the operation of that name, for a member beside the first slots. */
function drawOf({ site, slots }: AmongData, frame: Frame, id: number): number {
  const { arena, identity } = frame.state;
  const key = beginDraw(arena.header[header.seedLow], arena.header[header.seedHigh]);
  foldDraw(key, frame.turn);
  foldDraw(key, frame.rule);
  foldDraw(key, site);
  for (const each of [...frame.slots.slice(0, slots), id]) {
    foldDraw(key, each);
    foldDraw(key, identity.generation[each]);
  }
  return endDraw(key);
}
