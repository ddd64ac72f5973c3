import { describe, expect, it } from 'vitest';
import { bear } from '../../../../src/state/object-life.js';
import { put } from '../../../../src/components/place.js';
import { hashState } from '../../../../src/state/state-hash.js';
import { createState } from '../../../../src/state/world-state.js';
import { type WorldState } from '../../../../src/components/state.js';
import { settle, settleCells, settleFaction } from '../../../../src/content/focs/state/imported-game.js';
import { WorldFullError } from '../../../../src/kernel/errors.js';
import { defaultLimits } from '../../../../src/kernel/world-limits.js';
import { sampleGame } from './sample-state.js';

const game = sampleGame((builder) => builder.rule('RULE_FACTOR'));
const { kinds } = game;
const world = (): WorldState =>
  createState(game.model, defaultLimits, { capacity: 8, lanes: 1, factions: 2, streams: 1 }, 'seed', false);

describe('objects settled in a world that nothing has left', () => {
  it('are those that would be born there', () => {
    const born = world();
    const settled = world();
    const common = { class: 0, owner: 0, created: 3 };
    for (const [kind, name] of [
      [kinds.galaxy, 'All'],
      [kinds.empire, 'One'],
      [kinds.empire, 'Two'],
      [kinds.system, 'Here'],
      [kinds.planet, 'Here'],
      [kinds.ship, ''],
    ] as const) {
      const object = {
        ...common,
        kind,
        name,
        owner: kind === kinds.planet ? 3 : 0,
        class: kind === kinds.ship ? (game.classOf('Hull', 'SH_LARGE') ?? 0) : 0,
      };
      const id = kind === kinds.empire ? settleFaction(settled, object) : settle(settled, object);
      if (kind === kinds.system) put(settled, id, { at: 'point', x: 1, y: 2 });
      expect(
        bear(born, { ...object, place: kind === kinds.system ? { at: 'point', x: 1, y: 2 } : { at: 'nowhere' } }),
      ).toBe(id);
    }
    settleCells(settled);
    expect(hashState(settled)).toBe(hashState(born));
    expect(settled.faction.slice(1, 4)).toEqual(Uint8Array.of(0, 1, 2));
  });

  it('are refused where there is no room', () => {
    const full = world();
    const planet = { kind: kinds.planet, class: 0, name: '', owner: 0, created: 0 };
    for (let i = 0; i < 8; i++) settle(full, planet);
    expect(() => settle(full, planet)).toThrow(WorldFullError);
  });
});
