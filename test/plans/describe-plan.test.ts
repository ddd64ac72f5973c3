import { describe, expect, it } from 'vitest';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { among } from '../../src/eval/ops/among.js';
import { age } from '../../src/eval/ops/time.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import { lookup } from '../../src/eval/ops/constants.js';
import { coordinate, nearby, stepToward } from '../../src/eval/ops/space.js';
import { cosine, sine, squareRoot } from '../../src/eval/ops/arithmetic.js';
import { sighted } from '../../src/eval/ops/bit-tests.js';
import { kindOf } from '../../src/eval/ops/object-links.js';
import { describeProgram } from '../../src/plans/describe-plan.js';
import { nominalWorld } from '../../src/match/work.js';
import { growthLines, ruleLines, summaryLines } from '../../src/cli/check-command.js';
import { printExpression } from '../../src/eval/print-expression.js';
import { planOf } from '../../src/rules/program-plan.js';
import type { GroupSource } from '../../src/content/native/schema.js';
import { loadGalaxy } from '../../src/galaxy/load-galaxy.js';
import { contentWith } from '../support/content.js';
import { modelOf } from '../support/hand-model.js';
import { member, number, source, target } from '../support/nodes.js';

const groups: readonly GroupSource[] = [
  {
    name: 'harvest',
    priority: 10,
    activation: 'source.crew > 1',
    scope: {
      include: 'target.kind == planet && target.fertility > 2 && ownedBy(target, source)',
      exclude: 'target.size == tiny',
    },
    effects: [
      { meter: 'limit', add: '3 * target.fertility' },
      { meter: 'stock', multiply: 'value + source.rank' },
    ],
  },
  {
    name: 'home',
    scope: {
      include: ['target == source.planet', 'target.kind == ship && distance(target, source) <= 5 && chance(0.5)'],
      exclude: 'sees(source, target)',
    },
    effects: [{ meter: 'wealth', add: -1 }],
  },
  {
    name: 'rust',
    scope: { include: 'target == source' },
    effects: [{ destroy: true }, { property: 'rank', set: 'source.rank - 1', on: 'source' }],
  },
];

const program = contentWith({ classes: { farm: { kind: 'building', groups: [...groups] } } });

describe('descriptions of plans', () => {
  it('say in a few lines how each rule is run', () => {
    const { rules } = describeProgram(program);
    expect(
      rules.map((rule) => ruleLines({ ...rule, file: 'farm.yaml', line: 1 }).join('\n')).join('\n\n'),
    ).toBe(`1. farm/harvest  meters, priority 10  farm.yaml:1
   source   farm while source.crew > 1; all together
   target   planet: target.fertility > 2, unless target.size == tiny; then ownedBy(target, source) for each faction of source
   answer   one for each faction of source; kept while nothing changes
   effects  limit + (3 * target.fertility) (by target); stock × (value + source.rank) (by source and target)
   scans    about 65,000 object tests: 500 sources, 12 answers of 70 targets

2. farm/home  meters, priority 100  farm.yaml:1
   source   farm; all together
   target   any object; the one that is source.planet
   or       ship; by place: distance(target, source) <= 5; then random() < 0.5 for each source
   of these unless sees(source, target)
   answer   one for each source.planet and place of source and source and faction of source; not kept: it depends on the turn or on chance
   effects  wealth - 1
   scans    about 110,000 object tests: 500 sources, 500 answers of 35 targets

3. farm/rust  actions, priority 100  farm.yaml:1
   source   farm; one after another: it creates, destroys, gives or moves objects
   target   any object; the one that is source
   answer   one for each source, found again each turn
   effects  destroy (fired singly); rank = source.rank - 1 on the source (fired singly)
   scans    about 2,000 object tests: 500 sources, 500 answers of 1 target`);
  });

  it('sum up all content', () => {
    const description = describeProgram(program, nominalWorld(2_000));
    expect(summaryLines(description)).toEqual([
      '3 rules: 2 with all sources together, 1 source by source; 1 with answers that are kept while nothing changes',
      expect.stringMatching(/^1 growth formula; \d+ terms in all content, \d+ are shared$/),
      expect.stringMatching(
        /^about [\d,]+ object tests a turn if all is asked again, no rule is expensive \(more than 100,000,000\)$/,
      ),
      'for a world of 2,000 objects, 200 nodes, 12 factions, 100 sources a rule',
    ]);
    expect(growthLines(description.growths)).toEqual([
      'stock = value < self.limit ? min(value + 1, self.limit) : max(value - 1, self.limit)  (about 670 object tests: 667 objects)',
    ]);
  });

  it('are plain data', () => {
    const description = describeProgram(program);
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    expect(description.rules[0]).toMatchObject({
      rule: 'farm/harvest',
      phase: 'meters',
      priority: 10,
      order: 1,
      carrier: 'farm',
      together: true,
      because: '',
      activation: ['source.crew > 1'],
      candidates: [
        {
          of: 'planet',
          alike: 0,
          found: '',
          tests: [{ tests: ['ownedBy(target, source)'], sharedBy: ['faction of source'] }],
        },
      ],
      sharedBy: ['faction of source'],
      kept: true,
      unkept: '',
      effects: [
        { text: 'limit + (3 * target.fertility)', by: 'target' },
        { text: 'stock × (value + source.rank)', by: 'pair' },
      ],
    });
  });

  it('leave the plan as it was', () => {
    const before = planOf(program).book.terms.length;
    describeProgram(program);
    expect(planOf(program).book.terms.length).toBe(before);
  });

  it('show every rule of the embedded galaxy in twelve lines at most, most of them in eight', () => {
    const lengths = describeProgram(loadGalaxy()).rules.map((rule) => {
      const lines = ruleLines(rule);
      for (const line of lines) expect(line).not.toMatch(/undefined|\[object|NaN/);
      return lines.length;
    });
    expect(lengths).toHaveLength(120);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(12);
    expect(lengths.filter((length) => length <= 8).length).toBeGreaterThan(110);
  });
});

describe('printed expressions', () => {
  const printed = (text: string, longest = 300): string => {
    const { rules, model } = contentWith({
      classes: {
        farm: {
          kind: 'building',
          groups: [{ name: 'g', scope: { include: text }, effects: [{ meter: 'wealth', add: 1 }] }],
        },
      },
      sections: { relations: { war: {} } },
    });
    return printExpression(rules.rules[0].include[0], { model, first: 'source', longest });
  };

  it.each([
    'target.kind == planet && (target.wealth > 3 || !(source.crew == 2)) && target.class == colony',
    '(1 + source.crew) * 2 - (3 - target.wealth) / -source.crew % 4 > pow(2, 3)',
    'source.crew - (target.wealth - 1) == 1 - 2 - target.wealth',
    '(target.armed ? target.crew : source.crew) > (target.armed ? 1 : target.wealth > 0 ? 2 : 3)',
    "affiliation(target, source, 'enemies-exclusive') && ownedBy(target, source) && affiliation(target, null, 'empire-inclusive')",
    "related(source, target, 'war') && sees(source, target) && available(source.owner, scout) && ownedBy(source, role('rival'))",
    'attached(target, building).filter(v2, v2.rank > 1).sum(v2, v2.rank) > objects().count() && instances(scout).exists(v2, v2 == target)',
    'owned(source.owner, ship).all(v2, v2.armed) && owners(target).first() == contents(source.system).first() && target.goal == null',
    'within(target.environment, ocean, 2) && target.size >= small && has(target.wealth) && default(target.wealth, 3) > 2 && applies(target.armed)',
    'jumps(target, source) <= 3 && distance(target.system, source.planet) < 5 && age(target) > turn && random() < 0.25 && target.parent == source',
    'truncate(target.wealth / 2) == single(source.crew) && created(target) < turn && instances(scout).anyWithinJumps(target, 2)',
    'objects(planet).filter(v2, v2.wealth > 3 && v2 != target).anyWithinDistance(target.system, source.crew)',
  ])('say what was written: %s', (text) => {
    expect(printed(text)).toBe(text);
  });

  it('say in the same way what only other content can ask', () => {
    const model = modelOf({
      kinds: { ship: {}, empire: { faction: true } },
      tables: { fit: { width: 2, values: [0, 0, 0, 1] } },
      sights: ['mapped'],
      networks: ['supply'],
    });
    const range = { over: 'objects', kind: 1, class: 0 } as const;
    const [three, isTarget] = [number(3), makeNode(compare, { comparison: '==' as const }, member, target)];
    const shown = (node: Node): string => printExpression(node, { model, first: 'source', longest: 300 });
    expect(shown(makeNode(lookup, { table: 0, type: three.type }, makeNode(kindOf, undefined, target), three))).toBe(
      "lookup('fit', target.kind, 3)",
    );
    expect(shown(makeNode(sighted, { sight: 0 }, source, target))).toBe("sees(source, target, 'mapped')");
    expect(
      shown(
        makeNode(
          compare,
          { comparison: '<' as const },
          makeNode(squareRoot, undefined, makeNode(coordinate, { axis: 'y' as const }, target)),
          makeNode(sine, undefined, makeNode(cosine, undefined, three)),
        ),
      ),
    ).toBe('sqrt(target.y) < sin(cos(3))');
    expect(shown(makeNode(stepToward, undefined, source, target))).toBe('stepToward(source, target)');
    expect(
      shown(
        makeNode(nearby, { by: 'network' as const, network: 0, range, slot: 2, alone: 0 }, target, source, isTarget),
      ),
    ).toBe("objects(ship).filter(v2, v2 == target).anyInNetwork(target, source, 'supply')");
    const ranked = (choose: 'random' | 'least' | 'greatest'): string =>
      shown(
        makeNode(
          among,
          { slot: 2, range, choose, site: 0, slots: 1 },
          target,
          three,
          isTarget,
          ...(choose === 'random' ? [] : [makeNode(age, undefined, member)]),
        ),
      );
    expect((['random', 'least', 'greatest'] as const).map(ranked)).toEqual([
      'objects(ship).filter(v2, v2 == target).random(3).includes(target)',
      'objects(ship).filter(v2, v2 == target).least(3, v2, age(v2)).includes(target)',
      'objects(ship).filter(v2, v2 == target).greatest(3, v2, age(v2)).includes(target)',
    ]);
  });

  it('are cut where they are too long', () => {
    expect(printed('target.wealth > 3 && target.wealth < 5', 20)).toBe('target.wealth > 3 &…');
  });
});
