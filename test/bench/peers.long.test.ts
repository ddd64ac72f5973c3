import { describe, expect, it } from 'vitest';
import { assertSameMeters, assertSameTargets } from '../../bench/scope/agreement.js';
import { createColumnar } from '../../bench/scope/columnar.js';
import { createDisturbance } from '../../bench/scope/disturb.js';
import { createEdictScope } from '../../bench/scope/edict.js';
import { createHandwritten } from '../../bench/scope/handwritten.js';
import { ruleNames } from '../../bench/scope/rules.js';
import { createSift } from '../../bench/scope/sift.js';
import type { World } from '../../src/world/api.js';
import { type ScopeWorld, makeScopeWorld } from '../../bench/scope/world.js';

const sources = 60;

function galaxyOf(seed: string): ScopeWorld {
  return makeScopeWorld({ objects: 1_000, sources, seed });
}

describe('the peers have one answer', () => {
  it.each(['1', 'two', 'three'])('at 1,000 objects of seed %s', (seed) => {
    const galaxy = galaxyOf(seed);
    const reference = createEdictScope(galaxy, ruleNames, { executor: 'reference' });
    const compiled = createEdictScope(galaxy, ruleNames, { executor: 'compiled' });
    const places = reference.places();
    const peers = {
      handwritten: createHandwritten(galaxy, places),
      bits: createColumnar(galaxy, places),
      lists: createColumnar(galaxy, places, ruleNames, 0),
    };
    // Twice, because what is kept for the next turn must be right too.
    for (let turn = 0; turn < 2; turn++) {
      reference.turn();
      compiled.turn();
      const expected = reference.meters();
      for (const rule of ruleNames)
        expect(
          expected[rule]?.some((value) => value > 0),
          `${rule} has targets`,
        ).toBe(true);
      for (const [name, peer] of Object.entries(peers)) {
        peer.turn();
        assertSameMeters(name, peer.meters(), 'reference', expected, ruleNames);
      }
      assertSameMeters('compiled', compiled.meters(), 'reference', expected, ruleNames);
    }
    assertSameTargets(createSift(galaxy, places), peers.bits, ruleNames, 10);
    assertSameTargets(createSift(galaxy, places), peers.lists, ruleNames, 10);
  });

  it('a difference is found and named', () => {
    const galaxy = galaxyOf('1');
    const columnar = createColumnar(galaxy, createEdictScope(galaxy, []).places());
    columnar.turn();
    const meters = columnar.meters();
    const other = {
      ...meters,
      G3: meters.G3?.map((value, row) => (row === 7 ? value + 1 : value)) ?? new Float64Array(0),
    };
    expect(() => assertSameMeters('a', meters, 'b', other, ruleNames)).toThrow(
      /G3: happiness of planet 7 is .* by a and .* by b/,
    );
    expect(() => assertSameMeters('a', meters, 'b', {}, ruleNames)).toThrow('no meters of G1');
    expect(() => assertSameTargets({ targets: () => [-1] }, columnar, ruleNames, 1)).toThrow('G1: source 0');
  });
});

describe('a galaxy', () => {
  it('is the same for one seed, and another for another', () => {
    expect(galaxyOf('1')).toEqual(galaxyOf('1'));
    expect(galaxyOf('1').planets.owner).not.toEqual(galaxyOf('2').planets.owner);
  });

  it('has lanes in both directions that lead everywhere', () => {
    const { stars } = galaxyOf('1');
    const met = new Set([0]);
    for (const star of met) {
      for (let k = stars.laneStarts[star]; k < stars.laneStarts[star + 1]; k++) {
        const back = stars.laneEnds.subarray(
          stars.laneStarts[stars.laneEnds[k]],
          stars.laneStarts[stars.laneEnds[k] + 1],
        );
        expect(back).toContain(star);
        met.add(stars.laneEnds[k]);
      }
    }
    expect(met.size).toBe(stars.count);
  });

  it('has posts on what is owned and in a system, of the same first sources whatever their number', () => {
    const galaxy = galaxyOf('1');
    const more = makeScopeWorld({ objects: 1_000, sources: 2 * sources, seed: '1' });
    expect(more.planets).toEqual(galaxy.planets);
    for (const { owner, system, count } of galaxy.posts) {
      expect(count).toBe(sources);
      expect(Math.max(...owner)).toBeLessThan(12);
      expect(Math.min(...system)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('a disturbance', () => {
  it('leaves the state as it was', () => {
    const galaxy = galaxyOf('1');
    const edict = createEdictScope(galaxy, ruleNames);
    const disturb = createDisturbance(galaxy, edict);
    const hash = edict.world.hash();
    for (let round = 0; round < 30; round++) disturb();
    expect(edict.world.hash()).toBe(hash);
  });

  it('changes everything that the rules read', () => {
    const galaxy = galaxyOf('1');
    const { handles, world } = createEdictScope(galaxy, ruleNames);
    const calls = new Set<string>();
    const watched = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get(target, name: keyof Part & string): unknown {
          const value: unknown = target[name];
          return typeof value !== 'function'
            ? value
            : (...given: never[]) => {
                calls.add(name === 'set' ? `set ${String(given[1])}` : name);
                return Reflect.apply(value, target, given) as unknown;
              };
        },
      });
    const all: World = watched({ ...world, relations: watched(world.relations) });
    createDisturbance(galaxy, { ...createEdictScope(galaxy, []), handles, world: all })();
    for (const call of [
      'set population',
      'set focus',
      'set species',
      'set attack',
      'set level',
      'setOwner',
      'move',
      'setVisible',
      'setAvailable',
      'setRelated',
    ]) {
      expect(calls, call).toContain(call);
    }
  });
});
