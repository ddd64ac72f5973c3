import { describe, expect, test } from 'vitest';
import type { Type } from '../../../../src/model/model.js';
import { compileExpression } from '../../../../src/content/expression/compile-expression.js';
import { type Place, boolean, colour, contextOf, entity, focus, ir, number, shown, size, types } from './model.js';

type Case = readonly [text: string, node: string];

function check(cases: readonly Case[], expected: Type | 'any', place: Place = 'scope'): void {
  test.each(cases)('%s', (text, node) => {
    expect(ir(text, expected, place)).toBe(node);
  });
}

describe('names', () => {
  check(
    [
      ['source', '(slot 0)'],
      ['self', '(slot 0)'],
      ['target', '(slot 1)'],
      ['null', '(constant entity 0)'],
    ],
    entity,
  );
  check(
    [
      ['value', '(running)'],
      ['turn', '(turn)'],
      ['-value', '(negate (running))'],
      ['-5', '(negate (constant number 5))'],
    ],
    number,
    'amount',
  );
  check(
    [
      ['farming', '(constant enumeration 1)'],
      ["'farming'", '(constant enumeration 1)'],
      ["'target'", '(constant enumeration 3)'],
      ['null', '(constant enumeration 0)'],
      ['none', '(constant enumeration 0)'],
      ["'none'", '(constant enumeration 0)'],
      ['source.focus', '(read focus climb initial (slot 0))'],
    ],
    focus,
  );
  check(
    [
      ['none', '(constant enumeration 2)'],
      ['null', '(constant enumeration 0)'],
      ["'deep blue'", '(constant enumeration 3)'],
    ],
    colour,
  );
  check(
    [
      ['planet', '(constant kind 3)'],
      ["'planet'", '(constant kind 3)'],
    ],
    types.kind,
  );
  check(
    [
      ['farm', '(constant class 1)'],
      ["'mine'", '(constant class 2)'],
      ['null', '(constant class 0)'],
    ],
    types.class,
  );

  test('a value that is a word is one', () => {
    const context = { ...contextOf('amount'), value: focus };
    expect(shown(compileExpression('value == farming ? industry : value', focus, context))).toBe(
      '(choose (compare == (running enumeration) (constant enumeration 1)) (constant enumeration 2) (running enumeration))',
    );
  });
});

describe('members', () => {
  check(
    [
      ['target.owner', '(follow owner (slot 1))'],
      ['target.parent.parent', '(follow parent (follow parent (slot 1)))'],
      ['target.planet', '(follow ancestor 3 (slot 1))'],
      ['source.target.system', '(follow ancestor 2 (read target climb initial (slot 0)))'],
    ],
    entity,
  );
  check(
    [
      ['target.kind == planet', '(compare == (kindOf (slot 1)) (constant kind 3))'],
      ['target.class == farm', '(compare == (classOf (slot 1)) (constant class 1))'],
      ['target.class == source.class', '(compare == (classOf (slot 1)) (classOf (slot 0)))'],
      ['farm != target.blueprint', '(compare != (constant class 1) (read blueprint climb notFound (slot 1)))'],
      ['target.capital', '(read capital climb notFound (slot 1))'],
      ['target == source.planet', '(compare == (slot 1) (follow ancestor 3 (slot 0)))'],
    ],
    boolean,
  );
  check([['source.planet.population', '(read population zero (follow ancestor 3 (slot 0)))']], number);
});

describe('operators', () => {
  check(
    [
      [
        '1 + 2 * 3 - 4',
        '(subtract (add (constant number 1) (multiply (constant number 2) (constant number 3))) (constant number 4))',
      ],
      ['7 / turn', '(divide zero (constant number 7) (turn))'],
      ['7 % turn', '(remainder zero (constant number 7) (turn))'],
      ['turn > 3 ? 1 : 2', '(choose (compare > (turn) (constant number 3)) (constant number 1) (constant number 2))'],
    ],
    number,
  );
  check(
    [
      ['true && false && true', '(and (constant boolean 1) (constant boolean 0) (constant boolean 1))'],
      ['true || !false', '(or (constant boolean 1) (not (constant boolean 0)))'],
      ['target.size >= medium', '(compare >= (read size climb notFound (slot 1)) (constant enumeration 4))'],
      ['medium < target.size', '(compare < (constant enumeration 4) (read size climb notFound (slot 1)))'],
      ['target.capital == true', '(compare == (read capital climb notFound (slot 1)) (constant boolean 1))'],
      ['target.owner == null', '(compare == (follow owner (slot 1)) (constant entity 0))'],
      ['target.size in [tiny]', '(compare == (read size climb notFound (slot 1)) (constant enumeration 2))'],
      ['turn in [1, 2]', '(or (compare == (turn) (constant number 1)) (compare == (turn) (constant number 2)))'],
      ['target.size in []', '(constant boolean 0)'],
      [
        '(turn > 3 ? tiny : huge) == target.size',
        '(compare == (choose (compare > (turn) (constant number 3)) (constant enumeration 2) (constant enumeration 6)) (read size climb notFound (slot 1)))',
      ],
    ],
    boolean,
  );
  check(
    [
      [
        'turn > 3 ? tiny : source.size',
        '(choose (compare > (turn) (constant number 3)) (constant enumeration 2) (read size climb initial (slot 0)))',
      ],
    ],
    size,
  );
});

describe('functions of numbers', () => {
  check(
    [
      ['abs(turn)', '(absolute (turn))'],
      ['truncate(turn / 2)', '(truncate (divide zero (turn) (constant number 2)))'],
      ['single(turn)', '(single (turn))'],
      ['floor(turn)', '(floor (turn))'],
      ['ceil(turn)', '(ceiling (turn))'],
      ['round(turn)', '(round (turn))'],
      ['pow(turn, 2)', '(power (turn) (constant number 2))'],
      ['min(1, 2)', '(minimum (constant number 1) (constant number 2))'],
      ['max(1, 2, turn)', '(maximum (maximum (constant number 1) (constant number 2)) (turn))'],
      ['clamp(turn, 1, 2)', '(minimum (maximum (turn) (constant number 1)) (constant number 2))'],
      ['age(source)', '(age (slot 0))'],
      ['created(source)', '(created (slot 0))'],
      ['random()', '(draw 0 2)'],
      ['random() + random()', '(add (draw 0 2) (draw 1 2))'],
    ],
    number,
  );
  check(
    [
      [
        'approach(value, self.maxPopulation, 1)',
        '(choose (compare < (running) (read maxPopulation zero (slot 0))) (minimum (add (running) (constant number 1)) (read maxPopulation zero (slot 0))) (maximum (subtract (running) (constant number 1)) (read maxPopulation zero (slot 0))))',
      ],
    ],
    number,
    'growth',
  );
});

describe('functions of objects', () => {
  check(
    [
      ["affiliation(target, source, 'empire-exclusive')", '(affiliation empire-exclusive (slot 1) (slot 0))'],
      ["affiliation(target, null, 'empire-inclusive')", '(unowned (slot 1))'],
      ["affiliation(target, null, 'empire-exclusive')", '(unowned (slot 1))'],
      ["affiliation(target, null, 'enemies-inclusive')", '(not (unowned (slot 1)))'],
      ["affiliation(target, null, 'enemies-exclusive')", '(not (unowned (slot 1)))'],
      ['ownedBy(target, source)', '(affiliation empire-inclusive (slot 1) (slot 0))'],
      ['ownedBy(target, null)', '(unowned (slot 1))'],
      ["ownedBy(source, role('rival'))", '(affiliation empire-inclusive (slot 0) (role 1))'],
      ['role(ally) == target', '(compare == (role 0) (slot 1))'],
      ["related(target, source, 'war')", '(related 0 (slot 1) (slot 0))'],
      ['related(source.owner, target.owner, alliance)', '(related 1 (follow owner (slot 0)) (follow owner (slot 1)))'],
      ['sees(source, target)', '(visible (slot 0) (slot 1))'],
      ['distance(source, target) <= 3', '(compare <= (distance (slot 0) (slot 1)) (constant number 3))'],
      ['jumps(source, target) == 0', '(compare == (jumps (slot 0) (slot 1)) (constant number 0))'],
      ['available(source, farm)', '(available (follow owner (slot 0)) (constant class 1))'],
      ['available(source, source.class)', '(available (follow owner (slot 0)) (classOf (slot 0)))'],
      [
        'stockpile(source, minerals) >= 3',
        '(compare >= (read minerals missing (follow owner (slot 0))) (constant number 3))',
      ],
      [
        "stockpile(target, 'minerals') >= 3",
        '(compare >= (read minerals missing (follow owner (slot 1))) (constant number 3))',
      ],
      [
        'within(target.environment, toxic, 1)',
        '(within (read environment climb notFound (slot 1)) (constant enumeration 2) (constant number 1))',
      ],
      [
        'within(toxic, target.environment, turn)',
        '(within (constant enumeration 2) (read environment climb notFound (slot 1)) (turn))',
      ],
      ['chance(0.5)', '(compare < (draw 0 2) (constant number 0.5))'],
      ['has(target.population)', '(present (read population missing (slot 1)))'],
      [
        'applies(target.population > 3)',
        '(applies (compare > (read population missing (slot 1)) (constant number 3)))',
      ],
    ],
    boolean,
  );
  check(
    [
      ['distanceTo(target, farm)', '(aggregate least class 0 1 @2 (constant boolean 1) (distance (slot 1) (slot 2)))'],
      ['jumpsTo(target, mine)', '(aggregate least class 0 2 @2 (constant boolean 1) (jumps (slot 1) (slot 2)))'],
      [
        'jumpsTo(target, source.class)',
        '(aggregate least objects 0 0 @2 (compare == (classOf (slot 2)) (classOf (slot 0))) (jumps (slot 1) (slot 2)))',
      ],
    ],
    number,
  );
  check(
    [['default(target.target, null)', '(otherwise (read target climb notFound (slot 1)) (constant entity 0))']],
    entity,
  );
  check([['chance(0.5)', '(compare < (draw 0 1) (constant number 0.5))']], boolean, 'activation');
  check(
    [
      ['sqrt(turn)', '(finite (squareRoot (turn)))'],
      ['log(turn)', '(finite (logarithm (turn)))'],
      ['log2(turn)', '(finite (binaryLogarithm (turn)))'],
      ['exp(turn) + sin(turn) * cos(turn)', '(add (exponential (turn)) (multiply (sine (turn)) (cosine (turn))))'],
      ['atan2(turn, sign(turn))', '(arctangent (turn) (sign (turn)))'],
      ['mod(turn, 4)', '(modulo (turn) (constant number 4))'],
      ['lerp(turn, 8, 0.5)', '(add (turn) (multiply (subtract (constant number 8) (turn)) (constant number 0.5)))'],
      [
        'uniform(2, 5)',
        '(add (constant number 2) (multiply (subtract (constant number 5) (constant number 2)) (draw 0 2)))',
      ],
      ['normal(2, 5)', '(add (constant number 2) (multiply (constant number 5) (normal (draw 0 2))))'],
      [
        'exponential(2)',
        '(multiply (constant number 2) (negate (logarithm (subtract (constant number 1) (draw 0 2)))))',
      ],
      ['poisson(2)', '(poisson (constant number 2) (draw 0 2))'],
      [
        'bernoulli(0.5)',
        '(choose (compare < (draw 0 2) (constant number 0.5)) (constant number 1) (constant number 0))',
      ],
    ],
    number,
  );
});

describe('aggregates', () => {
  check(
    [
      ['objects().count()', '(aggregate count objects 0 0 @2 (constant boolean 1))'],
      ['objects(ship).count()', '(aggregate count objects 5 0 @2 (constant boolean 1))'],
      ['size(objects(ship))', '(aggregate count objects 5 0 @2 (constant boolean 1))'],
      ['instances(farm).count()', '(aggregate count class 0 1 @2 (constant boolean 1))'],
      [
        'objects(source.kind).count()',
        '(aggregate count objects 0 0 @2 (compare == (kindOf (slot 2)) (kindOf (slot 0))))',
      ],
      [
        'instances(source.class).count()',
        '(aggregate count objects 0 0 @2 (compare == (classOf (slot 2)) (classOf (slot 0))))',
      ],
      ['attached(target).count()', '(aggregate count attached 0 0 @2 (slot 1) (constant boolean 1))'],
      ['attached(target, building).count()', '(aggregate count attached 4 0 @2 (slot 1) (constant boolean 1))'],
      [
        'contents(source.system, ship).count()',
        '(aggregate count contents 5 0 @2 (follow ancestor 2 (slot 0)) (constant boolean 1))',
      ],
      [
        'owned(source.owner, planet).count()',
        '(aggregate count owned 3 0 @2 (follow owner (slot 0)) (constant boolean 1))',
      ],
      ['owners(target).count()', '(aggregate count owners 0 0 @2 (slot 1) (constant boolean 1))'],
      [
        'objects(planet).sum(p, p.population)',
        '(aggregate sum objects 3 0 @2 (constant boolean 1) (read population missing (slot 2)))',
      ],
      [
        'objects(planet).mean(p, p.population * 2)',
        '(aggregate mean objects 3 0 @2 (constant boolean 1) (multiply (read population zero (slot 2)) (constant number 2)))',
      ],
      [
        'objects(planet).map(p, p.population).min()',
        '(aggregate least objects 3 0 @2 (constant boolean 1) (read population missing (slot 2)))',
      ],
      ['objects(planet).max(p, 1)', '(aggregate greatest objects 3 0 @2 (constant boolean 1) (constant number 1))'],
      [
        'objects(planet).map(p, p.population).count()',
        '(aggregate count objects 3 0 @2 (present (read population missing (slot 2))))',
      ],
      [
        'objects(planet).filter(p, p.capital).filter(q, q == target).sum(r, r.fertility)',
        '(aggregate sum objects 3 0 @2 (and (read capital climb notFound (slot 2)) (compare == (slot 2) (slot 1))) (read fertility climb notFound (slot 2)))',
      ],
    ],
    number,
  );
  check(
    [
      ['objects(planet).exists(p, p.capital)', '(aggregate any objects 3 0 @2 (read capital climb notFound (slot 2)))'],
      [
        'objects(planet).filter(p, p == target).exists(p, p.capital)',
        '(aggregate any objects 3 0 @2 (and (compare == (slot 2) (slot 1)) (read capital climb notFound (slot 2))))',
      ],
      ['objects(planet).all(p, p.capital)', '(aggregate all objects 3 0 @2 (read capital climb notFound (slot 2)))'],
      [
        'objects(planet).filter(p, p == target).all(p, p.capital)',
        '(aggregate all objects 3 0 @2 (or (not (applies (compare == (slot 2) (slot 1)))) (read capital climb notFound (slot 2))))',
      ],
      [
        'objects(planet).exists(p, attached(p, building).exists(b, b.target == p && chance(0.5)))',
        '(aggregate any objects 3 0 @2 (aggregate any attached 4 0 @3 (slot 2) (and (compare == (read target climb notFound (slot 3)) (slot 2)) (compare < (draw 0 4) (constant number 0.5)))))',
      ],
      [
        'objects(planet).exists(p, chance(0.5)) && chance(0.5)',
        '(and (aggregate any objects 3 0 @2 (compare < (draw 0 3) (constant number 0.5))) (compare < (draw 1 2) (constant number 0.5)))',
      ],
      [
        'instances(farm).anyWithinJumps(target, 3)',
        '(nearby jumps class 0 1 @2 (slot 1) (constant number 3) (constant boolean 1))',
      ],
      [
        'objects(planet).filter(p, p == source).filter(q, q.capital).anyWithinDistance(target.system, source.population)',
        '(nearby distance objects 3 0 @2 (follow ancestor 2 (slot 1)) (read population zero (slot 0)) (and (compare == (slot 2) (slot 0)) (read capital climb notFound (slot 2))))',
      ],
      [
        'objects().exists(a, objects(ship).filter(b, b == a).anyWithinJumps(a, 1))',
        '(aggregate any objects 0 0 @2 (nearby jumps objects 5 0 @3 (slot 2) (constant number 1) (compare == (slot 3) (slot 2))))',
      ],
    ],
    boolean,
  );
  check(
    [
      [
        'objects(planet).filter(p, p.capital).first()',
        '(aggregate first objects 3 0 @2 (read capital climb notFound (slot 2)))',
      ],
    ],
    entity,
  );
  check([['objects().count()', '(aggregate count objects 0 0 @1 (constant boolean 1))']], number, 'growth');
});

describe('any type', () => {
  check(
    [
      ['target.population', '(read population missing (slot 1))'],
      ['target.size', '(read size climb notFound (slot 1))'],
      ['turn + 1', '(add (turn) (constant number 1))'],
    ],
    'any',
  );

  test('draw sites go on from one expression of a rule to the next', () => {
    const context = contextOf('amount');
    expect(shown(compileExpression('random()', number, context))).toBe('(draw 0 2)');
    expect(shown(compileExpression('random()', number, context))).toBe('(draw 1 2)');
  });
});

describe('choices among members', () => {
  check(
    [
      ['objects(ship).random()', '(unbound @1 (pick random 0 2 objects 5 0 @2 (constant boolean 1)))'],
      ['attached(target, ship).random()', '(pick random 0 2 attached 5 0 @2 (slot 1) (constant boolean 1))'],
      [
        'objects(planet).minBy(p, p.population, p.size)',
        '(pick least objects 3 0 @2 (constant boolean 1) (read population missing (slot 2)) (read size climb notFound (slot 2)))',
      ],
      [
        'objects(planet).filter(p, p.capital).maxBy(p, p.population)',
        '(pick greatest objects 3 0 @2 (read capital climb notFound (slot 2)) (read population missing (slot 2)))',
      ],
      [
        'objects(planet).maxBy(p, random())',
        '(unbound @1 (pick greatest objects 3 0 @2 (constant boolean 1) (draw 0 3)))',
      ],
      [
        'objects(planet).weighted(p, p.population)',
        '(unbound @1 (pick weighted 0 2 objects 3 0 @2 (constant boolean 1) (read population missing (slot 2))))',
      ],
      ['objects(planet).at(2)', '(pick at objects 3 0 @2 (constant number 2) (constant boolean 1))'],
      [
        'attached(source.system, planet).top(3, p, p.population).at(1)',
        '(pick at greatest 1 of attached 3 0 @2 (follow ancestor 2 (slot 0)) (constant number 3) (constant boolean 1) (read population missing (slot 2)) (constant number 1) (constant boolean 1))',
      ],
    ],
    entity,
  );
  check(
    [
      ['objects(planet).indexOf(target)', '(pick indexOf objects 3 0 @2 (slot 1) (constant boolean 1))'],
      [
        'objects(planet).bottom(2, p, p.population).filter(p, p.capital).sum(p, p.population)',
        '(aggregate sum least 1 of objects 3 0 @2 (constant number 2) (constant boolean 1) (read population missing (slot 2)) (read capital climb notFound (slot 2)) (read population missing (slot 2)))',
      ],
      ['size(source.owner.techs)', '(heldCount 0 (follow owner (slot 0)))'],
    ],
    number,
  );
});
