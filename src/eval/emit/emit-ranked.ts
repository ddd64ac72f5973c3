import { enlarged } from '../../kernel/enlarged.js';
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

/** Members with their keys, and the first ones among them. */
interface Ranking {
  ids: Int32Array;
  readonly keys: Float64Array[];
  places: Int32Array;
  chosen: Int32Array;
}

const firstRoom = 16;

/** The first members of another range by their keys, for code of frames. Visits are counted. */
export function emitRanked(range: RankedRange, slot: number, args: readonly Term[], emission: Emission): Segment {
  const [count, filter, ...keys] = args.slice(argumentsOf(range.of), argumentsOf(range));
  const made: Ranking = {
    ids: new Int32Array(firstRoom),
    keys: keys.map(() => new Float64Array(firstRoom)),
    places: new Int32Array(firstRoom),
    chosen: new Int32Array(firstRoom),
  };
  const ranking = emission.thing('', made);
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
    emission.add(js`if (${listed} === ${ranking}.ids.length) ${emission.thing('grow', grow)}(${ranking});
${ranking}.ids[${listed}] = ${member};`);
    values.forEach((value, i) => {
      emission.add(js`${ranking}.keys[${i}][${listed}] = ${value};`);
    });
    emission.add(js`${listed}++;`);
  });
  const choose = emission.thing('choose', chooseFirst);
  const to = emission.keep(js`${choose}(${ranking}, ${listed}, ${most}, ${range.order === 'least' ? 1 : 0})`);
  emission.visit(to);
  return { memberAt: memberIn(emission.keep(js`${ranking}.chosen`)), from: js`0`, to };
}

function grow(ranking: Ranking): void {
  const length = 2 * ranking.ids.length;
  ranking.ids = enlarged(ranking.ids, length);
  ranking.keys.forEach((key, i) => {
    ranking.keys[i] = new Float64Array(length);
    ranking.keys[i].set(key);
  });
}

/** Lists the first of so many members; returns how many. */
function chooseFirst(ranking: Ranking, length: number, most: number, least: number): number {
  const { ids, keys } = ranking;
  const count = Math.min(length, most);
  if (ranking.chosen.length < count) {
    ranking.places = new Int32Array(ids.length);
    ranking.chosen = new Int32Array(ids.length);
  }
  const { places, chosen } = ranking;
  firstPlaces(length, count, places, laterBy(keys, least === 1));
  for (let i = 0; i < count; i++) chosen[i] = ids[places[i]];
  return count;
}
