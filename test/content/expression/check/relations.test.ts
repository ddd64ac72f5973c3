import { describe, expect, test } from 'vitest';
import { compileExpression } from '../../../../src/content/expression/compile-expression.js';
import { contextOf, ir, number, problems, shown, warnings } from './model.js';

describe('sets', () => {
  test.each([
    ['physics in target.owner.techs', '(holds 0 1 (follow owner (slot 1)))'],
    ["'optics' in source.owner.techs", '(holds 0 2 (follow owner (slot 0)))'],
    ['!(optics in role(rival).techs)', '(not (holds 0 2 (role 1)))'],
    ['none in source.owner.techs', '(constant boolean 0)'],
    ['objects(empire).exists(e, physics in e.techs)', '(aggregate any objects 1 0 @2 (holds 0 1 (slot 2)))'],
  ])('%s', (text, expected) => {
    expect(ir(text)).toBe(expected);
  });

  test.each([
    [
      'none in source.owner.techs',
      ['never-true at "none in source.owner.techs": none is in no set, so this is never true'],
    ],
    [
      'physics in source.planet.techs',
      ['never-true at "techs": the object here is of kind `planet`, which has no set `techs`, so this is never true'],
    ],
    ['physics in source.owner.techs', []],
    ['physics in target.techs', []],
  ])('%s: warnings', (text, expected) => {
    expect(warnings(text)).toEqual(expected);
  });

  test.each([
    [
      'red in source.owner.techs',
      ['unknown-name at "red": unknown name `red`, expected a word of `tech` | write one of `physics`, `optics`'],
    ],
    [
      'source.owner.techs',
      [
        'collection-value at "techs": `techs` is a set of words, and a set is not a value | ask for a word of it, as in `word in x.techs`',
      ],
    ],
    [
      'source.owner.techs()',
      [
        'unknown-function at "techs": there is no fold of collections `techs` | leave the parentheses out: it is a member, not a function',
      ],
    ],
    ['techs == 1', ['unknown-name at "techs": unknown name `techs` | write `target.techs`']],
  ])('%s: problems', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});

describe('lists, grids and connections', () => {
  test.each([
    [
      'target.planet.trade.exists(p, p.capital)',
      '(aggregate any connection 3 0 [listed 0] @2 (follow ancestor 3 (slot 1)) (read capital climb notFound (slot 2)))',
    ],
    [
      'size(source.planet.trade) > 1',
      '(compare > (aggregate count connection 3 0 [listed 0] @2 (follow ancestor 3 (slot 0)) (constant boolean 1)) (constant number 1))',
    ],
    [
      'target.cargo.count() == 0',
      '(compare == (aggregate count connection 0 0 [listed 1] @2 (slot 1) (constant boolean 1)) (constant number 0))',
    ],
    [
      'near(target, 2).count() > 3',
      '(compare > (aggregate count cells 0 1 @2 (slot 1) (constant number 2) (constant boolean 1)) (constant number 3))',
    ],
    [
      'near(target, reach, map).exists(s, true)',
      '(aggregate any cells 0 1 @2 (slot 1) (constant number 2) (constant boolean 1))',
    ],
    [
      'neighbours(target).count() > turn',
      '(compare > (aggregate count cells 0 0 @2 (slot 1) (constant number 1) (constant boolean 1)) (turn))',
    ],
    [
      'neighbours(target, turn).count() > 3',
      '(compare > (aggregate count cells 0 0 @2 (slot 1) (turn) (constant boolean 1)) (constant number 3))',
    ],
    ['steps(target, source) > 1', '(compare > (gridSteps 0 (slot 1) (slot 0)) (constant number 1))'],
    ['empty(cell(1, 2))', '(vacant 0 (gridCell 0 (constant number 1) (constant number 2)))'],
    [
      'empty(target, ship) && row(target) > 0',
      '(and (vacant 5 (slot 1)) (compare > (floor (coordinate y (slot 1))) (constant number 0)))',
    ],
    ['column(target) > 1', '(compare > (floor (coordinate x (slot 1))) (constant number 1))'],
    [
      'realm(source.owner).count() > 0',
      '(compare > (aggregate count connection 3 0 [owned 3] @2 (follow owner (slot 0)) (constant boolean 1)) (constant number 0))',
    ],
    [
      'realm(target).count() > 0',
      '(compare > (aggregate count connection 3 0 [kind 1, owned 3] @2 (slot 1) (constant boolean 1)) (constant number 0))',
    ],
    [
      'above(target).first() == source',
      '(compare == (aggregate first connection 0 0 [parent] @2 (slot 1) (constant boolean 1)) (slot 0))',
    ],
    [
      "target.planet.trade.collect('OR', p, p.capital)",
      '(collect 1 connection 3 0 [listed 0] @2 (follow ancestor 3 (slot 1)) (read capital climb notFound (slot 2)))',
    ],
  ])('%s', (text, expected) => {
    expect(ir(text)).toBe(expected);
  });

  test('an object that is surely of the kind that a connection leads from is not asked for it', () => {
    expect(ir('objects(empire).exists(e, realm(e).count() > 1)')).toContain('[owned 3] @3 (slot 2)');
  });

  test('what is filtered out is given to no aggregator', () => {
    expect(ir("objects(planet).filter(p, p.capital).collect('MAX', q, 3)", number, 'amount')).toMatch(
      /^\(collect 6 objects 3 0 @2 \(choose \(or \(read capital .*\) \(compare < \(created \(constant entity 0\)\) \(constant number 0\)\)\) \(constant number 3\) \(constant number 0\)\)\)$/,
    );
  });

  test.each([
    [
      'near(target, 101).count() > 1',
      [
        'distance-expected at "101": expected how far away as a whole number from 0 to 100, found 101 | write such a number, or an expression',
      ],
    ],
    [
      'near(target, true).count() > 1',
      ['type-mismatch at "true": expected a number, found a condition | write `… ? 1 : 0`'],
    ],
    [
      'empty(target, source.kind)',
      [
        'kind-expected at "source.kind": expected a kind that is known at load | write the name of a kind, or count with `attached(x).filter(v, v.kind == …)`',
      ],
    ],
    [
      "steps(target, source, 'mpa') > 1",
      ['unknown-grid at "\'mpa\'": expected the name of a grid in quotes, found `mpa` | did you mean `map`?'],
    ],
    [
      "near(target, 1, 'mpa').count() > 1",
      ['unknown-grid at "\'mpa\'": expected the name of a grid in quotes, found `mpa` | did you mean `map`?'],
    ],
    [
      'near(target, 1).anyWithinJumps(source, 2)',
      [
        'not-a-collection at "anyWithinJumps": `anyWithinJumps` looks among all objects, those of a kind or those of a class, not at what is `near` | write `objects(kind).anyWithinJumps(x, n)`',
      ],
    ],
    [
      "objects(planet).collect('SUMM', p, 1) > 1",
      [
        'unknown-aggregator at "\'SUMM\'": expected the name of an aggregator in quotes, found `SUMM` | did you mean `SUM`?',
      ],
    ],
    [
      "objects(planet).collect('SUM', 1, 1) > 1",
      [
        'variable-expected at "1": expected a name for the member as the second argument of `collect` | write `.collect(v, …)`',
      ],
    ],
    [
      "objects(planet).map(p, 1).collect('SUM', q, 1) > 1",
      [
        'not-a-collection at "collect": after `map` there are numbers, which `collect` cannot take | use `sum`, `mean`, `min`, `max` or `count`',
      ],
    ],
    [
      'source.planet.trade',
      [
        'collection-value at "trade": `trade` is a list of objects, and a list is not a value | fold it, as with `x.trade.count()` or `x.trade.exists(v, …)`',
      ],
    ],
    [
      'realm(source.owner, 1).count() > 1',
      ['wrong-arity at "realm": `realm` takes 1 argument, found 2 | write `realm(x)`'],
    ],
  ])('%s: problems', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  test.each([
    [
      'source.planet.cargo.count() > 1',
      [
        'never-present at "cargo": the object here is of kind `planet`, which has no list `cargo`, so it is always empty',
      ],
    ],
    [
      'realm(source.planet).count() > 1',
      [
        'never-present at "realm(source.planet)": `realm` leads from objects of kind `empire`, and the object here is of kind `planet`, so it leads nowhere',
      ],
    ],
  ])('%s: warnings', (text, expected) => {
    expect(warnings(text)).toEqual(expected);
  });
});

describe('constants', () => {
  test.each([
    ['raging', '(constant boolean 1)'],
    ['target.population > reach', '(compare > (read population missing (slot 1)) (constant number 2))'],
    [
      'reach in [1, 2]',
      '(or (compare == (constant number 2) (constant number 1)) (compare == (constant number 2) (constant number 2)))',
    ],
  ])('%s', (text, expected) => {
    expect(ir(text)).toBe(expected);
  });

  test.each([
    ['reach', ['type-mismatch at "reach": expected a condition, found a number | compare it, such as `… > 0`']],
    [
      'objects(planet).exists(reach, true)',
      ['shadowed-name at "reach": `reach` already has a meaning here | give the member another name'],
    ],
    ['reach() > 1', ['unknown-function at "reach": there is no function `reach` | write `reach` without parentheses']],
    ['target.population > reech', ['unknown-name at "reech": unknown name `reech` | did you mean `reach`?']],
  ])('%s: problems', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});

describe('flags', () => {
  test('ask for what is supposed, and else for the condition of the class or kind', () => {
    expect(ir('objects(building).exists(b, b.busy)')).toBe(
      '(aggregate any objects 4 0 @2 (supposed 1 0 (slot 2) (choose (applies (compare == (classOf (slot 2)) (constant class 1))) ' +
        '(applies (compare > (read population missing (follow ancestor 3 (slot 2))) (constant number 5))) ' +
        '(applies (compare > (solved 0 notFound (slot 2)) (constant number 1))))))',
    );
  });

  test('aggregates in a condition bind the next free slots', () => {
    expect(ir('objects(planet).exists(p, p.thriving)')).toContain(
      '(aggregate any attached 4 0 @3 (slot 2) (compare > (read attack missing (slot 3)) (constant number 1)))',
    );
  });

  test('what they read are parameters of the object', () => {
    const compiled = compileExpression('target.thriving', undefined, contextOf('scope'));
    expect(compiled.ok && compiled.reads.map(({ root, upward, tested }) => [root, upward, tested])).toEqual([
      [1, true, false],
      [1, true, false],
    ]);
  });

  test('a modifier cannot ask members for one that looks at variables', () => {
    const context = contextOf('modifier');
    expect(problems('attached(self.planet, building).exists(b, b.busy)', undefined, context)).toEqual([
      'member-variable at "busy": `busy` looks at a variable, and a modifier cannot ask the members of a collection for theirs | ask for meters and properties, or let a modifier of the members write to this object',
    ]);
    expect(shown(compileExpression('self.busy', undefined, context))).toContain('(supposed 1 0 (slot 0)');
  });

  test('of a kind that has none are never so', () => {
    expect(warnings('source.system.thriving')).toEqual([
      'never-true at "thriving": the object here is of kind `system`, of which `thriving` is never so',
    ]);
  });
});
