import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Game, loadGame } from '../../src/content/focs/game.js';
import { type GalaxyState, parseState } from '../../src/content/focs/state/read-state.js';
import { focsFixtures, stockContent } from './focs-content.js';

/** The game's own content and states of its fixtures, each read once a worker. */

let game: Game | undefined;
const states = new Map<string, GalaxyState>();

export function stockGame(): Game {
  if (game !== undefined) return game;
  const loaded = loadGame(stockContent());
  if (loaded.game === undefined)
    throw new Error(`the stock content has errors: ${loaded.errors.map(({ message }) => message).join('; ')}`);
  game = loaded.game;
  return game;
}

export function stockState(name: string): GalaxyState {
  let state = states.get(name);
  if (state === undefined) states.set(name, (state = parseState(`${name}.json`, fixtureText(`${name}.json.gz`))));
  return state;
}

/** The lines of a trace, as they are. */
export function traceOf<Line>(file: string): readonly Line[] {
  return fixtureText(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function fixtureText(file: string): string {
  return gunzipSync(readFileSync(join(focsFixtures, file))).toString('utf8');
}
