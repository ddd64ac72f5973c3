import type { QuerySystem, SystemContext } from '../world/api.js';
import type { World } from '../world/api.js';
import { query } from '../world/ecs-view.js';
import { type Field, type Observers, createSightMap, emptyField, widen } from './sight-map.js';

/** Empires see objects within the detection of one of their ships or planets, less the `stealth` of the object. */

const columnNames = ['detection', 'stealth'] as const;
const componentNames = ['attachment', 'location', 'owner', 'faction', 'visibility'] as const;
type Names = (typeof columnNames)[number] | (typeof componentNames)[number];
type Seen = Pick<SystemContext<Names>, 'ids' | 'columns' | 'components'>;

export const detectionSystem: QuerySystem<Names> = {
  name: 'detection',
  phase: 'host',
  query: [],
  reads: [...columnNames, 'attachment', 'location', 'owner', 'faction'],
  writes: ['visibility'],
  run: look,
};

/** The same, between turns. */
export function detect(world: World): void {
  const ecs = world.ecs();
  const named = (map: ReadonlyMap<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, map.get(name)]));
  const columns = new Map([...ecs.columns].map(([name, { value }]) => [name, value]));
  look({
    ids: query(ecs, []),
    columns: named(columns, columnNames) as Seen['columns'],
    components: named(ecs.components, componentNames) as Seen['components'],
  });
  ecs.changed('visibility');
}

/** In `location.place`: where its parent is, or nowhere. */
const inherited = 0;

function look({ ids, columns, components }: Seen): void {
  const { place, x, y } = components.location;
  const { parent } = components.attachment;
  const seenBy = components.visibility.seenBy as Uint32Array;
  const words = seenBy.length / place.length;
  const holders = holdersOf(ids, place, parent);
  const map = createSightMap(
    observersAmong(ids, holders, columns, components),
    fieldOf(ids, holders, columns, components),
  );
  // Of a place: what stands there unhidden, or equally hidden, is seen by the same empires.
  const known = new Int32Array(place.length);
  const { stealth } = columns;
  for (let i = 0; i < ids.length; i++) {
    const [id, holder] = [ids[i], holders[i]];
    if (holder === 0) continue;
    const like = known[holder];
    const first = id * words;
    // Word by word: most worlds have one, and a call for it takes longer.
    if (like !== 0 && stealth[like] === stealth[id]) {
      for (let word = 0; word < words; word++) seenBy[first + word] = seenBy[like * words + word];
      continue;
    }
    known[holder] = id;
    for (let word = 0; word < words; word++) seenBy[first + word] = 0;
    map.seeInto(seenBy, first, x[holder], y[holder], stealth[id]);
  }
}

/** Of each object the one that has its position; 0: it is nowhere. */
function holdersOf(ids: Uint32Array, place: ArrayLike<number>, parent: ArrayLike<number>): Int32Array {
  const holders = new Int32Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    let at = ids[i];
    while (at !== 0 && place[at] === inherited) at = parent[at];
    holders[i] = at;
  }
  return holders;
}

function fieldOf(
  ids: Uint32Array,
  holders: Int32Array,
  { stealth }: Seen['columns'],
  { location: { x, y } }: Seen['components'],
): Field {
  const field = emptyField();
  for (let i = 0; i < ids.length; i++)
    if (holders[i] !== 0) widen(field, x[holders[i]], y[holders[i]], stealth[ids[i]]);
  return field;
}

/** Objects with detection and an owner. Of those on one object, an empire needs only the keenest. */
function observersAmong(
  ids: Uint32Array,
  holders: Int32Array,
  { detection }: Seen['columns'],
  { attachment: { parent }, location: { x, y }, owner: { owner }, faction: { faction } }: Seen['components'],
): Observers {
  const [xs, ys, reach, slot] = [0, 0, 0, 0].map((): number[] => []);
  const keenest = new Map<number, number>();
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (!(detection[id] > 0) || holders[i] === 0 || owner[id] === 0) continue;
    const eye = faction[owner[id]];
    const key = parent[id] * slots + eye;
    const same = parent[id] === 0 ? undefined : keenest.get(key);
    if (same !== undefined) {
      reach[same] = Math.max(reach[same], detection[id]);
      continue;
    }
    keenest.set(key, reach.length);
    xs.push(x[holders[i]]);
    ys.push(y[holders[i]]);
    reach.push(detection[id]);
    slot.push(eye);
  }
  return { count: reach.length, x: xs, y: ys, reach, slot };
}

/** More than there are factions. */
const slots = 256;
