import { type Room, createRoom, growRoom } from '../../kernel/room.js';
import { firstPlaces } from '../columns/first-places.js';
import { laterBy } from '../columns/fold-rows.js';
import { constantValue } from '../node-shape.js';
import { rankedCount } from '../ops/members.js';
import { type RankedRange, argumentsOf } from '../ops/range.js';
import type { Term } from '../term.js';
import { js } from './code.js';
import type { Segment } from './emit-around.js';
import { membersInFrame } from './emit-members.js';
import { type Emission, inBand, isTrue, memberIn } from './emission.js';

/** The first ones among members. */
interface Chosen {
  places: Int32Array;
  ids: Int32Array;
}

/** The first members of another range by their keys, for code of frames. Visits are counted. */
export function emitRanked(range: RankedRange, slot: number, args: readonly Term[], emission: Emission): Segment {
  const [count, filter, ...keys] = args.slice(argumentsOf(range.of), argumentsOf(range));
  // With the keys of each.
  const room = emission.thing('', createRoom(keys.length));
  const made: Chosen = { places: new Int32Array(0), ids: new Int32Array(0) };
  const chosen = emission.thing('', made);
  const members = membersInFrame(range.of, args, emission, false);
  const most = emission.keep(js`${emission.thing('rankedCount', rankedCount)}(${inBand(emission.of(count))})`);
  const listed = emission.variable(0);
  emission.overMembers({ ...members, slot, kind: range.kind }, (member) => {
    if (constantValue(filter) !== 1) emission.add(js`if (!(${isTrue(emission.of(filter))})) continue;`);
    const values = keys.map((key) => {
      const { value, absence } = emission.of(key);
      const isNone = js`${value} !== ${value}`;
      emission.add(js`if (${absence === undefined ? isNone : js`${absence} !== 0 || ${isNone}`}) continue;`);
      return value;
    });
    emission.add(js`if (${listed} === ${room}.ids.length) ${emission.thing('growRoom', growRoom)}(${room});
${room}.ids[${listed}] = ${member};`);
    values.forEach((value, i) => {
      emission.add(js`${room}.numbers[${i}][${listed}] = ${value};`);
    });
    emission.add(js`${listed}++;`);
  });
  const choose = emission.thing('choose', chooseFirst);
  const to = emission.keep(js`${choose}(${room}, ${listed}, ${most}, ${range.order === 'least' ? 1 : 0}, ${chosen})`);
  emission.visit(to);
  return { memberAt: memberIn(emission.keep(js`${chosen}.ids`)), from: js`0`, to };
}

/** Lists the first of so many members; returns how many. */
function chooseFirst({ ids, numbers }: Room, length: number, most: number, least: number, into: Chosen): number {
  const count = Math.min(length, most);
  if (into.ids.length < count) {
    into.places = new Int32Array(ids.length);
    into.ids = new Int32Array(ids.length);
  }
  firstPlaces(length, count, into.places, laterBy(numbers, least === 1));
  for (let i = 0; i < count; i++) into.ids[i] = ids[into.places[i]];
  return count;
}
