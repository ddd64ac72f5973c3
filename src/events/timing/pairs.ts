/**
 * Objects and who controls their ability, side by side, by ids and by handles (0: nobody); the first `count` are in
 * use.
 */
export interface Pairs {
  count: number;
  ids: Int32Array;
  players: Int32Array;
  sources: Float64Array;
  controllers: Float64Array;
}

export function emptyPairs(): Pairs {
  return {
    count: 0,
    ids: new Int32Array(0),
    players: new Int32Array(0),
    sources: new Float64Array(0),
    controllers: new Float64Array(0),
  };
}

/** Empties them, with room for so many. */
export function clearPairs(pairs: Pairs, room: number): void {
  pairs.count = 0;
  if (pairs.ids.length >= room) return;
  pairs.ids = new Int32Array(room);
  pairs.players = new Int32Array(room);
  pairs.sources = new Float64Array(room);
  pairs.controllers = new Float64Array(room);
}

export function addPair(pairs: Pairs, id: number, player: number, source: number, controller: number): void {
  const at = pairs.count++;
  pairs.ids[at] = id;
  pairs.players[at] = player;
  pairs.sources[at] = source;
  pairs.controllers[at] = controller;
}
