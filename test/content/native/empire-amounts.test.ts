import { describe, expect, test } from 'vitest';
import { load, withEffect } from './samples.js';

describe('what an effect on empires asks its target for', () => {
  const told = (...effects: readonly string[]): readonly string[] =>
    effects.flatMap((effect) =>
      load(withEffect(effect)).warnings.map(({ line, column, code }) => `${line}:${column} ${code}`),
    );

  test('and only others have is warned of, in every amount', () => {
    expect(told('{ stockpile: minerals, add: "1 + target.population" }')).toEqual(['24:46 never-present']);
    expect(told('{ property: minerals, on: empires, set: "target.planet.population + target.parent.level" }')).toEqual([
      '24:54 never-present',
      '24:81 never-present',
    ]);
    expect(told('{ available: farm, to: target.level > 1 }')).toEqual(['24:36 never-present']);
    expect(
      told('{ create: farm, on: empires, count: target.level, initial: { level: "has(target.rich) ? 1 : 2" } }'),
    ).toEqual(['24:49 never-present', '24:86 never-present']);
  });

  test('with what to do about it', () => {
    const [{ message, suggestion }] = load(withEffect('{ stockpile: minerals, add: target.population }')).warnings;
    expect(message).toBe(
      'this effect fires on empires, so `target` is an empire here, and no kind of empire has the meter `population`: it is always absent',
    );
    expect(suggestion).toBe(
      'reach the object from `source`, or by an aggregate such as `owned(target, planet).sum(each, each.population)`',
    );
    const words = load(withEffect('{ available: farm, to: target.size == tiny }')).warnings;
    expect(words.map((each) => each.suggestion)).toEqual([
      'reach the object from `source`, or by an aggregate over `owned(target)`',
    ]);
    expect(
      load(withEffect('{ stockpile: minerals, add: "owned(target, planet).sum(each, each.population)" }')),
    ).toMatchObject({ ok: true, warnings: [] });
  });

  test('is not, where it is there, or leads to others, or is asked of something else', () => {
    expect(
      told(
        '{ stockpile: minerals, add: "target.minerals + stockpile(target, minerals) + source.planet.population" }',
        '{ property: level, add: target.level }',
        '{ property: level, on: source, add: target.level }',
      ),
    ).toEqual([]);
    expect(told('{ stockpile: minerals, add: target.owner.level }'), 'by the expression already').toEqual([
      '24:54 never-present',
    ]);
    const led = withEffect('{ stockpile: minerals, add: target.home.population }')
      .replace('minerals: {', 'home: { type: reference }, minerals: {')
      .replace('[minerals]', '[minerals, home]');
    expect(load(led)).toMatchObject({ ok: true, warnings: [] });
  });

  test('is told once of what nobody has', () => {
    expect(told('{ stockpile: minerals, add: target.idle }').length).toBe(0);
    expect(
      load(
        withEffect('{ stockpile: minerals, add: target.idle }').replace(
          '  maxPopulation:',
          '  idle: {}\n  maxPopulation:',
        ),
      ).warnings,
    ).toHaveLength(1);
  });
});
