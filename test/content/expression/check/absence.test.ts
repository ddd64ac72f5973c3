import { describe, expect, test } from 'vitest';
import { compileExpression } from '../../../../src/content/expression/compile-expression.js';
import { type Place, boolean, column, contextOf, entity, ir, number } from './model.js';

/** The policies of the reads in a text, in its order. */
function policies(text: string, place: Place = 'scope', type = boolean): readonly string[] {
  return [...ir(text, type, place).matchAll(/\(read \w+ (climb )?(\w+)/g)].map((match) => match[2]);
}

describe('a meter', () => {
  test.each([
    ['target.population > 3', ['missing']],
    ['3 < target.population', ['missing']],
    ['target.population == target.maxPopulation', ['missing', 'zero']],
    ['target.population >= source.population', ['missing', 'zero']],
    ['target.population in [source.population, 3]', ['missing', 'zero', 'missing']],
    ['target.planet.population > 3', ['missing']],
    ['target.population + 1 > 3', ['zero']],
    ['-target.population < 3', ['zero']],
    ['abs(target.population) > 3', ['zero']],
    ['(target.population > 3 ? target.population : target.maxPopulation) > 2', ['missing', 'missing', 'missing']],
    ['chance(target.population)', ['zero']],
    ['within(target.size, medium, target.population)', ['notFound', 'zero']],
    ['target.owner.minerals > source.owner.minerals', ['missing', 'zero']],
    ['target.owner.minerals + 1 > 3', ['zero']],
    ['stockpile(source, minerals) + 1 > 3', ['missing']],
    ["role('rival').population > 3", ['zero']],
    ['objects(planet).first().population > 3', ['zero']],
    ['objects(planet).exists(p, p.population > target.population)', ['missing', 'zero']],
    ['objects(planet).exists(p, target.population < p.population)', ['zero', 'missing']],
    ['objects(planet).exists(p, target.population > 3 && p.population > 3)', ['missing', 'missing']],
    ['objects(planet).exists(p, p.population > source.population)', ['missing', 'zero']],
    ['objects(planet).sum(p, p.population) > 3', ['missing']],
    ['objects(planet).map(p, p.population).sum() > 3', ['missing']],
    ['objects(planet).sum(p, p.population + target.population) > 3', ['zero', 'zero']],
  ])('%s', (text, expected) => {
    expect(policies(text)).toEqual(expected);
  });

  test('is asked for its absence inside has and default, whosever it is and however deep', () => {
    expect(policies('has(source.population)')).toEqual(['missing']);
    expect(policies('has(source.population + 1)')).toEqual(['missing']);
    expect(policies('has(source.planet.population > 3)')).toEqual(['missing']);
    expect(policies('default(source.population, 3) > 2')).toEqual(['missing']);
    expect(policies('default(source.population + 1, 3) > 2')).toEqual(['missing']);
    expect(policies('default(target.population, target.maxPopulation) > 2')).toEqual(['missing', 'missing']);
    expect(policies('default(target.population, source.maxPopulation + 1) > 2')).toEqual(['missing', 'zero']);
    expect(policies('has(source.owner.minerals)')).toEqual(['missing']);
  });
});

describe('a property', () => {
  test.each([
    ['target.environment == source.environment', ['notFound', 'initial']],
    ['target.environment == source.planet.environment', ['notFound', 'initial']],
    ['target.fertility + 1 > source.fertility + 1', ['notFound', 'initial']],
    ['target.capital', ['notFound']],
    ['source.capital', ['initial']],
    ['within(source.environment, target.environment, 1)', ['initial', 'notFound']],
    ['has(source.environment)', ['notFound']],
    ['default(source.environment, toxic) == toxic', ['notFound']],
    ["role('rival').environment == toxic", ['initial']],
    ['target.target.population > 3', ['missing', 'notFound']],
    ['source.target.population > 3', ['zero', 'initial']],
  ])('%s', (text, expected) => {
    expect(policies(text)).toEqual(expected);
  });

  test('of factions that is no number is a property like any other', () => {
    expect(policies('target.owner.stance == source.owner.stance')).toEqual(['notFound', 'initial']);
    expect(ir('source.owner.stance == farming')).toBe(
      '(compare == (read stance climb initial (follow owner (slot 0))) (constant enumeration 1))',
    );
    expect(ir('has(source.owner.stance)')).toContain('(read stance climb notFound');
  });

  test('climbs unless it is a number that only factions have, and a meter never climbs', () => {
    expect(ir('target.size == huge')).toContain('(read size climb');
    expect(ir('target.minerals > 3')).toBe('(compare > (read minerals missing (slot 1)) (constant number 3))');
    expect(ir('target.population > 3')).not.toContain('climb');
  });
});

describe('the tested slot', () => {
  test('is the source in an activation', () => {
    expect(policies('source.population > 3', 'activation')).toEqual(['missing']);
    expect(policies('self.planet.size != asteroids', 'activation')).toEqual(['notFound']);
  });

  test('is nothing in an amount, save the members of aggregates', () => {
    expect(policies('target.population > 3', 'amount')).toEqual(['zero']);
    expect(policies('source.population', 'amount', number)).toEqual(['zero']);
    expect(policies('target.fertility', 'amount', number)).toEqual(['initial']);
    expect(policies("role('rival').population > 3", 'amount')).toEqual(['zero']);
    expect(policies('objects(planet).mean(p, p.population)', 'amount', number)).toEqual(['missing']);
    expect(policies('objects(planet).exists(p, p.environment == toxic)', 'amount')).toEqual(['notFound']);
  });
});

describe('a parameter of what is tested', () => {
  test.each([
    ['source.population >= source.maxPopulation', ['missing', 'zero']],
    ['source.population + 1 >= 2 * source.maxPopulation', ['zero', 'zero']],
    ['3 <= source.population', ['missing']],
    ['source.size < source.planet.size', ['notFound', 'initial']],
    ['source.fertility + 1 > source.fertility - 1', ['notFound', 'initial']],
    ['source.size in [source.planet.size, huge]', ['notFound', 'initial', 'notFound']],
    ['3 in [source.population, source.fertility]', ['missing', 'notFound']],
    ['within(source.environment, source.planet.environment, source.fertility)', ['notFound', 'initial', 'initial']],
    ['within(toxic, source.environment, 1)', ['notFound']],
    ['chance(source.fertility)', ['initial']],
    ['source.target == source.owner.target', ['notFound', 'initial']],
    ['distanceTo(source, farm) <= source.population', ['zero']],
    ['distanceTo(source.target, source.blueprint) <= source.fertility', ['initial', 'notFound', 'initial']],
    ['source.population >= jumpsTo(source, farm)', ['zero']],
    ['source.fertility <= -distance(source, source.target)', ['initial', 'notFound']],
    ['source.population <= stockpile(source, minerals)', ['zero', 'missing']],
    ['objects(planet).anyWithinDistance(source, source.fertility)', ['initial']],
    ['source.crewed > source.garrison', ['missing', 'notFound', 'initial']],
    ['source.capital == (source.population > 3)', ['notFound', 'zero']],
    [
      'source.population >= (source.capital ? source.fertility : source.attack)',
      ['missing', 'initial', 'initial', 'zero'],
    ],
    ['source.population >= objects(planet).sum(p, p.population + p.fertility)', ['missing', 'zero', 'notFound']],
    [
      'source.population >= objects(planet).filter(p, p.population > source.population).count()',
      ['missing', 'missing', 'zero'],
    ],
    ['objects(planet).sum(p, p.population) >= source.population', ['missing', 'zero']],
    ['objects(planet).count() - 1 >= source.fertility', ['initial']],
    ['source.population >= instances(farm).count()', ['missing']],
    ['instances(farm).count() <= distanceTo(source, farm) + source.population', ['zero']],
    ['source.population >= default(source.maxPopulation, 3)', ['missing', 'missing']],
    ['has(source.population >= source.maxPopulation)', ['missing', 'missing']],
    ['source.population <= 3 && 3 <= source.maxPopulation', ['missing', 'missing']],
    ['!(source.population >= source.maxPopulation)', ['missing', 'zero']],
  ])('in an activation: %s', (text, expected) => {
    expect(
      [...ir(text, boolean, 'activation').matchAll(/\((?:read \w+|solved \d+) (?:climb )?(\w+)/g)].map(
        (match) => match[1],
      ),
    ).toEqual(expected);
  });

  test.each([
    ['source.population >= target.population', ['zero', 'missing']],
    ['source.population >= source.maxPopulation', ['zero', 'zero']],
    ['target.population >= stockpile(source, minerals)', ['missing', 'missing']],
    ['target.population >= distance(source, target)', ['zero']],
    ['target.environment != target.owner.target.environment', ['notFound', 'initial', 'initial']],
  ])('in a scope: %s', (text, expected) => {
    expect(policies(text)).toEqual(expected);
  });
});

describe('read facts', () => {
  test('name the column, the root, whether it is tested, and the place', () => {
    const text = 'target.planet.population > source.fertility + 1 && has(target.attack)';
    const compiled = compileExpression(text, boolean, contextOf('scope'));
    expect(
      compiled.ok && compiled.reads.map(({ span, ...fact }) => ({ ...fact, text: text.slice(span.start, span.end) })),
    ).toEqual([
      { column: column('population'), root: 1, upward: true, tested: true, text: 'target.planet.population' },
      { column: column('fertility'), root: 0, upward: true, tested: false, text: 'source.fertility' },
      { column: column('attack'), root: 1, upward: true, tested: true, text: 'target.attack' },
    ]);
  });

  test('know chains, members of aggregates and objects of no slot', () => {
    const text =
      "target.target.population > 3 || objects(planet).exists(p, p.population > role('rival').population) || stockpile(target, minerals) > 1";
    const compiled = compileExpression(text, boolean, contextOf('scope'));
    expect(
      compiled.ok && compiled.reads.map(({ column: index, root, upward, tested }) => [index, root, upward, tested]),
    ).toEqual([
      [column('target'), 1, true, false],
      [column('population'), 1, false, true],
      [column('population'), 2, true, true],
      [column('population'), -1, false, false],
      [column('minerals'), 1, false, true],
    ]);
  });

  test('an object that stands by itself is a parameter', () => {
    const compiled = compileExpression('source.target', entity, contextOf('amount'));
    expect(compiled.ok && compiled.reads).toEqual([
      { column: column('target'), root: 0, upward: true, tested: false, span: { start: 0, end: 13 } },
    ]);
  });
});
