import { describe, expect, it } from 'vitest';
import { describeProgram, expensivePlans } from '../../src/plans/describe-plan.js';
import { type ProgramPlan, planProgram } from '../../src/rules/program-plan.js';
import type { Program } from '../../src/ir/rule.js';
import type { GroupSource } from '../../src/content/native/schema.js';
import { contentWith } from '../support/content.js';
import { longTest } from '../support/heavy.js';

/** Hostile content: what it makes the planner keep is counted, and grows no faster than the content. */

function planned(groups: readonly Partial<GroupSource>[]): { readonly program: Program; readonly plan: ProgramPlan } {
  const program = contentWith({
    groups: groups.map((group, i) => ({ name: `g${i}`, effects: [{ meter: 'wealth', add: 1 }], ...group })),
  });
  return { program, plan: planProgram(program) };
}

/** Everything that a plan holds: terms, their arguments, characters of their texts, conjunctions and tests. */
function sizeOf({ book, rules }: ProgramPlan) {
  const conjunctions = [...rules.values()].flatMap(({ selection }) => selection.conjunctions);
  return {
    terms: book.terms.length,
    args: book.terms.reduce((sum, { args }) => sum + args.length, 0),
    characters: [...book.byText.keys()].reduce((sum, text) => sum + text.length, 0),
    conjunctions: conjunctions.length,
    tests: conjunctions.reduce(
      (sum, { gates, own, tests }) =>
        sum + gates.length + own.tests.length + tests.reduce((all, each) => all + each.tests.length, 0),
      0,
    ),
  };
}

function scopeSize(include: string) {
  return sizeOf(planned([{ scope: { include } }]).plan);
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

describe('planning is bounded', () => {
  it('never multiplies out: alternating nests give no more than they say', () => {
    // (a1 || b1) && (a2 || b2) && … would have 2 to the power of n alternatives.
    const size = (count: number) =>
      scopeSize(
        numbers(count)
          .map((i) => `(target.wealth > ${i} || source.crew > ${i})`)
          .join(' && '),
      );
    const [small, large] = [size(40), size(400)];
    expect(large.conjunctions).toBe(1);
    expect(large.tests).toBe(400);
    expect(large.terms).toBeLessThan(400 * 6);
    expect(large.characters).toBeLessThan(small.characters * 15);
  });

  it('keeps nested conditions of one sort linear, however deep', () => {
    const nest = (depth: number, sign: string): string =>
      numbers(depth).reduce((inner, i) => `(${inner}) ${sign} source.crew == ${i}`, 'target == source');
    for (const sign of ['&&', '||']) {
      const [small, large] = [scopeSize(nest(45, sign)), scopeSize(nest(180, sign))];
      expect(large.args).toBeLessThan(small.args * 6);
      expect(large.characters).toBeLessThan(small.characters * 6);
    }
    const wide = numbers(2000)
      .map((i) => `source.crew == ${i}`)
      .join(' && ');
    const size = scopeSize(numbers(150).reduce((inner, i) => `(${inner}) && target.wealth == ${i}`, wide));
    expect(size.args).toBeLessThan(2150 * 5);
  });

  it('plans thousands of alternatives as one test', () => {
    const size = scopeSize(
      numbers(3000)
        .map((i) => `target.wealth == source.crew + ${i}`)
        .join(' || '),
    );
    expect(size).toMatchObject({ conjunctions: 1, tests: 1 });
    expect(size.terms).toBeLessThan(3000 * 4);
    expect(
      scopeSize(
        numbers(16)
          .map((i) => `target.wealth == source.crew + ${i}`)
          .join(' || '),
      ).conjunctions,
    ).toBe(16);
    expect(
      scopeSize(
        numbers(17)
          .map((i) => `target.wealth == source.crew + ${i}`)
          .join(' || '),
      ).conjunctions,
    ).toBe(1);
  });

  it('takes thousands of parts in one conjunction apart once', () => {
    const parts = numbers(1500)
      .flatMap((i) => [`target.wealth != ${i}`, `source.crew != ${i}`])
      .join(' && ');
    expect(scopeSize(`target.kind == planet && ${parts}`)).toMatchObject({ conjunctions: 1, tests: 3000 });
  });

  it('makes one term of what an expression of many levels says again and again', () => {
    // `approach` uses its first argument three times, so the tree grows threefold a level.
    const nested = (depth: number): string =>
      numbers(depth).reduce((inner) => `approach(${inner}, target.wealth, source.crew)`, '1');
    const { program, plan } = planned([{ scope: { include: `target.kind == planet && ${nested(7)} > 0` } }]);
    expect(sizeOf(plan).terms).toBeLessThan(7 * 10);
    const description = describeProgram(program);
    expect(JSON.stringify(description).length).toBeLessThan(10_000);
    expect(expensivePlans(program)).toEqual([]);
  });

  it('goes through 200 levels', () => {
    const { program, plan } = planned([
      {
        scope: {
          include: `target.wealth > ${numbers(190).reduce((inner, i) => `(${inner} + ${i} * source.crew)`, 'target.limit')}`,
        },
      },
    ]);
    expect(sizeOf(plan).terms).toBeLessThan(1000);
    expect(JSON.stringify(describeProgram(program)).length).toBeLessThan(20_000);
  });

  longTest('shares equal conditions of two thousand rules', () => {
    const group = {
      activation: 'source.crew > 3',
      scope: { include: 'target.kind == planet && ownedBy(target, source)', exclude: 'target.wealth > 5' },
    };
    const [one, many] = [planned([group]), planned(numbers(2000).map(() => group))];
    expect(sizeOf(many.plan).terms).toBe(sizeOf(one.plan).terms);
    expect(sizeOf(many.plan).conjunctions).toBe(2000);
    const { rules } = describeProgram(many.program);
    expect(new Set(rules.map(({ candidates }) => candidates[0].alike))).toEqual(new Set([1999]));
  });

  it("asks each effect's amount once for all that a rule writes", () => {
    const effects = numbers(600).map((i) => ({
      meter: ['wealth', 'stock', 'limit', 'crew', 'speed'][i % 5],
      add: `target.fertility * ${i}`,
    }));
    const { plan } = planned([{ scope: { include: 'target.kind == planet' }, effects }]);
    const [rule] = plan.rules.values();
    expect(rule.writes?.steps).toHaveLength(600);
    expect(sizeOf(plan).terms).toBeLessThan(600 * 3 + 10);
  });
});
