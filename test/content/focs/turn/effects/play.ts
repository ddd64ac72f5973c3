import { expect } from 'vitest';
import type { Message } from '../../../../../src/meaning/effects/turn-context.js';
import { hasCell, readCell } from '../../../../../src/components/cells.js';
import { liveIds } from '../../../../../src/components/live-objects.js';
import { nodeOf, placeHolder } from '../../../../../src/components/place.js';
import { hashState } from '../../../../../src/state/state-hash.js';
import {
  type GameSession,
  type SessionOptions,
  createSession,
} from '../../../../../src/content/focs/turn/game-session.js';
import { idsByName, lowered, smallState } from '../../lower/small-game.js';

/** The small game after a pass of all effects, or a whole turn, in which Home carries groups of its own. */
export interface Played {
  readonly session: GameSession;
  readonly messages: readonly Message[];
  /** Id in the world of an object of the small game. */
  id(name: string): number;
  empire(number: number): number;
  /** What an object, by its name or id, has in a column; undefined where it lacks the column. */
  value(of: string | number, column: string): number | undefined;
  /** Where an object is: its system, and the point. */
  place(of: string | number): { readonly system: number; readonly x: number; readonly y: number };
  /** What was not there before, of a kind, by ascending id. */
  born(kind: string): readonly number[];
  isThere(name: string): boolean;
}

export interface Playing {
  /** Items beside those of the small game. */
  readonly items?: string;
  /** Passes of all effects, or a whole turn. */
  readonly run?: 'pass' | 'turn';
  readonly options?: SessionOptions;
  /** Changes the world before it is run. */
  readonly before?: (session: GameSession) => void;
}

/** A group as content writes it. */
export function group(effects: string, scope = 'Source', rest = ''): string {
  return `EffectsGroup scope = ${scope} ${rest} effects = [ ${effects} ]`;
}

/**
 * Runs groups that Home carries by both executors, which must agree on the whole world and on what is told, and gives
 * the compiled one.
 */
export function play(
  groups: string | readonly string[],
  { items = '', run = 'pass', options = {}, before = () => {} }: Playing = {},
): Played {
  const list = typeof groups === 'string' ? [groups] : groups;
  const small = lowered(
    `${items} Special name = "CASE" description = "" effectsgroups = [ ${list.join(' ')} ] graphic = ""`,
  );
  expect(small.problems).toEqual([]);
  const game = {
    model: small.game,
    program: { model: small.game.model, rules: small.lowered.rules, fingerprint: '' },
    origins: small.lowered.origins,
    items: 0,
    groups: 0,
  };
  const [reference, compiled] = (['reference', 'compiled'] as const).map((executor) => {
    const session = createSession(game, smallState('CASE'), { ...options, executor });
    const there = new Set(liveIds(session.state));
    const messages: Message[] = [];
    const listen = (message: Message): void => {
      messages.push(message);
    };
    before(session);
    if (run === 'pass') session.runPass('a', { listen });
    else session.runTurn({ listen });
    return { session, there, messages };
  });
  expect(hashState(compiled.session.state)).toBe(hashState(reference.session.state));
  expect(compiled.messages).toEqual(reference.messages);
  return playedOf(compiled);
}

function playedOf({
  session,
  there,
  messages,
}: {
  readonly session: GameSession;
  readonly there: ReadonlySet<number>;
  readonly messages: readonly Message[];
}): Played {
  const { state, imported } = session;
  const names = idsByName(imported);
  const idOf = (of: string | number): number => {
    const id = typeof of === 'number' ? of : names.get(of);
    if (id === undefined) throw new Error(`there is no ${of} in the small game`);
    return id;
  };
  return {
    session,
    messages,
    id: idOf,
    empire: (number) => imported.empires.get(number) ?? 0,
    value(of, name) {
      const column = state.model.columnByName.get(name);
      if (column === undefined) throw new Error(`there is no column ${name}`);
      const id = idOf(of);
      return hasCell(state, column, id) ? readCell(state, column, id) : undefined;
    },
    place(of) {
      const holder = placeHolder(state, idOf(of));
      return { system: nodeOf(state, idOf(of)), x: state.x[holder], y: state.y[holder] };
    },
    born: (kind) =>
      [...liveIds(state)].filter(
        (id) => !there.has(id) && state.model.kinds[state.identity.kind[id] - 1].name === kind,
      ),
    isThere: (name) => state.identity.kind[idOf(name)] !== 0 && state.identity.generation[idOf(name)] === 0,
  };
}
