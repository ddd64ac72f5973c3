import { describe, expect, it } from 'vitest';
import { expensivePlan, expensivePlans, timesOf } from '../../src/plans/describe-plan.js';
import { estimateGrowth, estimateRule } from '../../src/plans/estimate.js';
import { nominalWorld } from '../../src/match/work.js';
import { planOf } from '../../src/rules/program-plan.js';
import { createTermBook } from '../../src/eval/term-book.js';
import { loadGalaxy } from '../../src/galaxy/load-galaxy.js';
import type { GroupSource } from '../../src/content/native/schema.js';
import { contentWith } from '../support/content.js';
import { plannedGroup } from './plans.js';

type Group = Partial<GroupSource>;

function tests(group: Group, objects?: number): number {
  const { program, plan } = plannedGroup(group);
  return estimateRule(createTermBook(), plan, program.model, nominalWorld(objects)).tests;
}

function scope(include: string): Group {
  return { scope: { include } };
}

describe('estimates', () => {
  it('are for a world of a stated size', () => {
    expect(nominalWorld()).toEqual({ objects: 10_000, sources: 500, factions: 12, nodes: 1_000 });
    expect(nominalWorld(1_000_000)).toEqual({ objects: 1_000_000, sources: 50_000, factions: 12, nodes: 100_000 });
    expect(nominalWorld(1)).toEqual({ objects: 1, sources: 1, factions: 1, nodes: 1 });
  });

  it('rise with what is asked', () => {
    const rising = [
      'target == source',
      'target.kind == planet && target.system == source.system',
      'target.kind == planet && jumps(target, source) <= 2',
      'target.kind == planet && target.fertility > source.crew',
      'target.kind == planet && objects(ship).exists(s, distance(s, target) < source.crew)',
    ].map((include) => tests(scope(include)));
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    expect(new Set(rising).size).toBe(rising.length);
    expect(rising[4]).toBeGreaterThan(500 * 1000);
  });

  it('know that what is near is found once for all who ask for the same, or once for each source', () => {
    const all = tests(scope('target.kind == planet && instances(farm).anyWithinJumps(target, 2)'));
    const bySource = tests(
      scope('target.kind == planet && objects(ship).filter(s, s.crew > source.crew).anyWithinJumps(target, 2)'),
    );
    const byPair = tests(
      scope(
        'target.kind == planet && objects(ship).filter(s, s.crew > source.crew + target.wealth).anyWithinJumps(target, 2)',
      ),
    );
    const without = tests(scope('target.kind == planet && target.rank > 2'));
    expect(all - without).toBeLessThan(10_000);
    expect(bySource).toBeGreaterThan(without + 500 * 2_000);
    expect(byPair).toBeGreaterThan(bySource * 100);
  });

  it('rise with the world', () => {
    for (const include of [
      'target == source',
      'target.kind == planet && ownedBy(target, source)',
      'owned(target).count() > objects(planet).count()',
      'jumps(target, source) <= 1',
    ]) {
      const sizes = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000].map((objects) => tests(scope(include), objects));
      expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    }
  });

  it('count candidates once for all sources, and again for each where effects change them', () => {
    const together = tests(scope('target.kind == planet && target.fertility > 1 && target == source.planet'));
    expect(together).toBeLessThan(10_000);
    const own = scope('target.kind == planet && target.fertility > 1 && ownedBy(target, source)');
    const inTurn = tests({ ...own, effects: [{ destroy: true }] });
    expect(inTurn).toBeGreaterThan(tests(own) * 5);
    expect(inTurn).toBeGreaterThan(500 * 2_500);
  });

  it('know that sources of one faction share an answer', () => {
    const shared = tests(scope('target.kind == planet && ownedBy(target, source)'));
    const single = tests(scope('target.kind == planet && target.fertility > source.crew'));
    expect(shared * 3).toBeLessThan(single);
  });

  it('count members of aggregates for each row that they differ in, and once where they do not', () => {
    const forAll = tests(scope('target.kind == planet && objects(ship).count() > 3'));
    const forEach = tests(scope('target.kind == planet && objects(ship).exists(s, s.crew > target.fertility)'));
    expect(forEach).toBeGreaterThan(forAll * 5);
    expect(tests(scope('target.kind == planet && attached(target, building).count() > 3'))).toBeLessThan(forEach / 5);
    expect(
      tests(scope('target.kind == planet && owned(source, ship).exists(s, s.crew > target.fertility)')),
    ).toBeGreaterThan(forEach / 10);
  });

  it('take the chance that content states', () => {
    expect(
      tests({ activation: 'chance(0.01)', ...scope('target.kind == planet && target.fertility > source.crew') }),
    ).toBeLessThan(tests(scope('target.kind == planet && target.fertility > source.crew')) / 20);
  });

  it('count growth formulas over all objects that have the meter', () => {
    const program = contentWith({
      sections: {
        meters: {
          stock: { growth: 'value + 1' },
          limit: {},
          wealth: { growth: 'value + objects(ship).filter(s, s.wealth > value).count()' },
          crew: {},
          speed: {},
        },
      },
    });
    const { growths } = planOf(program);
    const [plain, dear] = program.rules.growths.map((growth) => {
      const formula = growths.get(growth);
      return formula === undefined ? 0 : estimateGrowth(growth, formula, program.model, nominalWorld()).tests;
    });
    expect(plain).toBe(3_334);
    expect(dear).toBeGreaterThan(plain * 1_000);
  });
});

describe('dear plans', () => {
  const reasonOf = (group: Group) => {
    const { program } = plannedGroup(group);
    return expensivePlans(program);
  };

  it('are none in the embedded galaxy', () => {
    expect(expensivePlans(loadGalaxy())).toEqual([]);
  });

  it('say that all objects are looked at for each candidate and source, and what to ask instead', () => {
    const [found, ...others] = reasonOf(scope('objects().exists(o, distance(o, target) < source.crew)'));
    expect(others).toEqual([]);
    expect(found.tests).toBeGreaterThan(expensivePlan);
    expect(found.reason).toBe('looks at all objects for each candidate: 500 × 10,000 × 10,000 objects');
    expect(found.cheaper).toContain('ask attached(…), contents(…) or owned(…) instead');
  });

  it('say so of what only the candidate decides', () => {
    const [found] = reasonOf(scope('objects().exists(o, distance(o, target) < 5)'));
    expect(found.reason).toBe('looks at all objects for each candidate: 10,000 × 10,000 objects');
  });

  it('are found for amounts, too', () => {
    const [found] = reasonOf({
      ...scope('target.kind == planet'),
      effects: [{ meter: 'wealth', add: 'objects(ship).filter(s, distance(s, target) < source.crew).count()' }],
    });
    expect(found.reason).toBe('looks at all objects for each target: 500 × 3,334 × 3,334 objects');
    const [owned] = reasonOf({
      ...scope('target.kind == planet'),
      effects: [
        { meter: 'wealth', add: 'owned(source.owner, ship).filter(s, distance(s, target) < source.crew).count()' },
      ],
    });
    expect(owned.reason).toMatch(/^looks at all that a faction owns for each target/);
    expect(owned.cheaper).toBe('let another rule keep the result in a meter, and read that');
  });

  it('tell pairs that no index leaves out', () => {
    const parts = Array.from({ length: 30 }, (_, i) => `target.rank + source.rank != ${i}`);
    const [found] = reasonOf(scope(parts.join(' && ')));
    expect(found.reason).toBe('tests each candidate for each source: 500 × 10,000 objects');
    expect(found.cheaper).toContain('target.system == source.system');
  });

  it('tell candidates that are sought again', () => {
    const parts = Array.from({ length: 50 }, (_, i) => `target.fertility != ${i}`);
    const [found] = reasonOf({ ...scope(parts.join(' && ')), effects: [{ destroy: true }] });
    expect(found.reason).toBe('tests all candidates again after each source: 500 × 10,000 objects');
  });

  it('do not depend on the world alone: a larger one makes more rules dear', () => {
    const { program } = plannedGroup(scope('target.kind == planet && target.fertility > source.crew'));
    expect(expensivePlans(program)).toEqual([]);
    expect(expensivePlans(program, nominalWorld(1_000_000))).toHaveLength(1);
  });

  it('print factors with thousands apart', () => {
    expect(timesOf([500, 1_234_567, 12])).toBe('500 × 1,234,567 × 12');
    expect(timesOf([])).toBe('1');
  });
});
