import { describe, expect, test } from 'vitest';
import { macroOf } from '../../../../src/content/expression/check/expand-calls.js';
import { compileExpression } from '../../../../src/content/expression/compile-expression.js';
import { boolean, contextOf, entity, ir, model, number, problems, warnings } from './model.js';

const modifier = contextOf('modifier');

describe('a variable is read like a property', () => {
  test.each([
    [
      'as a parameter it is its default where nobody has it',
      'target.garrison + 1',
      number,
      'amount',
      '(add (solved 2 initial (slot 1)) (constant number 1))',
    ],
    [
      'as what is tested it is not found there',
      'target.garrison > 1',
      boolean,
      'scope',
      '(compare > (solved 2 notFound (slot 1)) (constant number 1))',
    ],
    [
      'of another object it is a parameter',
      'target.population > source.garrison',
      boolean,
      'scope',
      '(compare > (read population missing (slot 1)) (solved 2 initial (slot 0)))',
    ],
    ['as what has asks for', 'has(source.garrison)', boolean, 'amount', '(present (solved 2 notFound (slot 0)))'],
    [
      'as what default replaces',
      'default(source.garrison, 3)',
      number,
      'amount',
      '(otherwise (solved 2 notFound (slot 0)) (constant number 3))',
    ],
    ['a boolean is a condition', 'target.loyal', boolean, 'scope', '(solved 3 notFound (slot 1))'],
    [
      'a word gives the other side its type',
      'source.owner.mood == industry',
      boolean,
      'amount',
      '(compare == (solved 4 initial (follow owner (slot 0))) (constant enumeration 2))',
    ],
    [
      'by a reference',
      'source.target.garrison',
      number,
      'amount',
      '(solved 2 initial (read target climb initial (slot 0)))',
    ],
    [
      'of members',
      'objects(planet).sum(p, p.garrison)',
      number,
      'amount',
      '(aggregate sum objects 3 0 @2 (constant boolean 1) (solved 2 notFound (slot 2)))',
    ],
  ] as const)('%s', (_, text, type, place, expected) => {
    expect(ir(text, type, place)).toBe(expected);
  });

  test('of several kinds: each is asked, and the last one says what there is where nobody has it', () => {
    expect(ir('target.crewed', number, 'amount')).toBe(
      '(otherwise (solved 0 missing (slot 1)) (solved 1 initial (slot 1)))',
    );
    expect(ir('target.crewed > 1')).toBe(
      '(compare > (otherwise (solved 0 missing (slot 1)) (solved 1 notFound (slot 1))) (constant number 1))',
    );
  });

  test('where the kind of the object is known only that one is asked', () => {
    expect(ir('target.planet.crewed', number, 'amount')).toBe('(solved 0 initial (slot 1))');
    expect(ir('objects(ship).sum(s, s.crewed)', number, 'amount')).toContain('(solved 1 notFound (slot 2))');
    expect(ir('self.crewed', number, 'modifier')).toBe('(solved 0 initial (slot 0))');
  });

  test('the way up begins at the object that is asked', () => {
    expect(ir('self.planet.crewed', number, 'modifier')).toBe('(solved 0 initial (slot 0))');
    expect(ir('self.parent.crewed', number, 'modifier')).toBe('(solved 0 initial (slot 0))');
    expect(ir('self.parent.parent.garrison', number, 'modifier')).toBe('(solved 2 initial (slot 0))');
    expect(ir('self.planet.garrison', number, 'modifier'), "who is on no planet has no planet's garrison").toBe(
      '(solved 2 initial (follow ancestor 3 (slot 0)))',
    );
    expect(ir('self.parent.crewed', number, 'growth'), 'an object of any kind may have a crew itself').toContain(
      '(follow parent (slot 0))',
    );
  });

  test('a model without a library has its variables all the same', () => {
    const { library: _library, ...context } = contextOf('amount');
    expect(compileExpression('source.garrison', number, context)).toMatchObject({ ok: true });
    expect(problems('source.garison', number, context)).toEqual([
      'unknown-member at "garison": `garison` is neither a meter, a property, a variable nor a kind, nor another member of an object | did you mean `garrison`?',
    ]);
  });

  test('a call of one is told from a member', () => {
    expect(problems('source.garrison() > 1')).toEqual([
      'unknown-function at "garrison": there is no fold of collections `garrison` | leave the parentheses out: it is a member, not a function',
    ]);
  });
});

describe('what cannot be seen', () => {
  test('from a kind that neither has it nor hangs on what has it', () => {
    expect(problems('source.owner.garrison > 1')).toEqual([
      'not-visible at "garrison": the object here is of kind `empire`, which neither has the variable `garrison` nor hangs on what has it | objects of kind `system` have it',
    ]);
    expect(problems('self.mood == farming', boolean, modifier)[0]).toContain(
      'not-visible at "mood": the object here is of kind `building`',
    );
  });

  test('a misspelt name is proposed', () => {
    expect(problems('target.garison > 1')[0]).toContain('did you mean `garrison`?');
  });

  test('a name without an object', () => {
    expect(problems('garrison + 1', number)[0]).toContain('write `target.garrison`');
  });
});

describe('a modifier', () => {
  test('asks members of collections for no variables', () => {
    const [problem] = problems('attached(self.planet, building).sum(b, b.planet.crewed)', number, modifier);
    expect(problem).toMatch(/^member-variable at "crewed": `crewed` is a variable, and a modifier cannot ask/);
    expect(problems('objects(planet).filter(p, p.loyal).count()', number, modifier)[0]).toContain(
      'member-variable at "loyal"',
    );
  });

  test('may look at its own in there', () => {
    expect(problems('objects(planet).filter(p, p.population > self.crewed).count()', number, modifier)).toEqual([]);
  });

  test('draws nothing', () => {
    expect(problems('random()', number, modifier)[0]).toMatch(/^draw-in-modifier at "random\(\)"/);
    expect(problems('chance(0.5)', boolean, modifier)).toHaveLength(1);
    expect(problems('random() < 0.5')).toEqual([]);
  });

  test('knows one object', () => {
    expect(problems('source.crewed', number, modifier)).toEqual([
      'unknown-name at "source": unknown name `source` | write `self`',
    ]);
    expect(problems('target.crewed', number, modifier)[0]).toContain('write `self`');
  });

  test('value is no function', () => {
    expect(problems('value() + 4', number, modifier)).toEqual([
      'unknown-function at "value": there is no function `value` | write `value` without parentheses',
    ]);
  });
});

describe('lookup', () => {
  test.each([
    ["lookup('crops', target.environment)", 'amount', '(lookup 0 number (read environment climb initial (slot 1)))'],
    ['lookup(crops, toxic)', 'amount', '(lookup 0 number (constant enumeration 2))'],
    [
      "lookup('odds', 2.5, ocean) ? 1 : 0",
      'amount',
      '(choose (lookup 1 boolean (minimum (maximum (add (floor (constant number 2.5)) (constant number 1)) (constant number 0)) (constant number 4)) (constant enumeration 4)) (constant number 1) (constant number 0))',
    ],
  ] as const)('%s', (text, place, expected) => {
    expect(ir(text, number, place)).toBe(expected);
  });

  test.each([
    ["lookup('corps', toxic)", 'unknown-table at "\'corps\'": unknown table `corps` | did you mean `crops`?'],
    [
      'lookup(1 + 1, toxic)',
      'type-mismatch at "1 + 1": expected the name of a table in quotes | write one of `crops`, `odds`',
    ],
    [
      "lookup('crops')",
      'wrong-arity at "lookup": `lookup` takes 2 or 3 arguments, found 1 | write `lookup(\'table\', key)`',
    ],
    [
      "lookup('crops', toxic, 1)",
      'wrong-arity at "lookup": the table `crops` has one key, found 2 | write `lookup(\'crops\', key)`',
    ],
    [
      "lookup('odds', 1) ? 1 : 0",
      'wrong-arity at "lookup": the table `odds` has two keys, found 1 | write `lookup(\'odds\', key, key)`',
    ],
    ["lookup('crops', 3)", 'type-mismatch at "3": expected a word of `environment`, found a number'],
    [
      "lookup('crops', toxik)",
      'unknown-name at "toxik": unknown name `toxik`, expected a word of `environment` | did you mean `toxic`?',
    ],
    [
      "lookup('nothing', target.populaton)",
      'unknown-table at "\'nothing\'": unknown table `nothing` | write one of `crops`, `odds`',
    ],
  ])('%s', (text, expected) => {
    expect(problems(text, number, contextOf('amount'))[0]).toBe(expected);
  });

  test('hosts have no tables', () => {
    const { library: _library, ...context } = contextOf('amount');
    expect(problems("lookup('crops', toxic)", number, context)[0]).toContain('unknown-table');
  });
});

describe('functions of content', () => {
  test.each([
    [
      'its expression stands in place of the call',
      'half(source.population)',
      number,
      '(divide zero (read population zero (slot 0)) (constant number 2))',
    ],
    [
      'nested steps',
      'half(half(8))',
      number,
      '(divide zero (divide zero (constant number 8) (constant number 2)) (constant number 2))',
    ],
    [
      'with a collection',
      'crowd(source.system, 3).count()',
      number,
      '(aggregate count attached 3 0 @2 (follow ancestor 2 (slot 0)) (compare > (read population missing (slot 2)) (constant number 3)))',
    ],
  ] as const)('%s', (_, text, type, expected) => {
    expect(ir(text, type, 'amount')).toBe(expected);
  });

  test('an argument is what it is in the place of the call, whatever the function calls its members', () => {
    expect(ir('objects(planet).exists(p, crowd(p.system, p.population).count() > 1)')).toBe(
      '(aggregate any objects 3 0 @2 (compare > (aggregate count attached 3 0 @3 (follow ancestor 2 (slot 2)) (compare > (read population missing (slot 3)) (read population zero (slot 2)))) (constant number 1)))',
    );
    expect(
      ir('crowd(crowd(source.system, 1).first(), crowd(source.system, 2).count()).count()', number, 'amount'),
    ).toContain('attached 3 0 @2');
  });

  test('an argument that is not used must be sound all the same', () => {
    expect(ir('first(2, 3)', number, 'amount')).toBe('(constant number 2)');
    expect(problems('first(2, sorce.population)', number)).toEqual([
      'unknown-name at "sorce": unknown name `sorce` | did you mean `source`?',
    ]);
    expect(problems('first(2, toxic)', number)).toEqual([]);
    expect(problems('first(2, toxik)', number)[0]).toContain('unknown-name at "toxik"');
    expect(problems('first(2, true ? null : toxik)', number)[0]).toContain('unknown-name at "toxik"');
    expect(problems('first(2, 1 && true)', number)[0]).toContain('type-mismatch');
    expect(problems('first(2, attached(source, planet))', number)).toEqual([]);
    expect(problems('first(2, attached(sorce).filter(p, true))', number)).toHaveLength(1);
  });

  test('a result without a type of its own takes one', () => {
    expect(ir('target.environment == first(toxic, 1)')).toBe(
      '(compare == (read environment climb notFound (slot 1)) (constant enumeration 2))',
    );
    expect(ir('first(objects(planet), 1).count()', number, 'amount')).toContain('aggregate count');
  });

  test.each([
    ['half(true)', 'type-mismatch at "true": expected a number, found a condition | write `… ? 1 : 0`'],
    [
      'half(1) && true',
      'type-mismatch at "half(1)": `half(…)`: expected a condition, found a number | compare it, such as `… > 0`',
    ],
    ['half()', 'wrong-arity at "half": `half` takes 1 argument, found 0 | write `half(x)`'],
    ['half(1, 2)', 'wrong-arity at "half": `half` takes 1 argument, found 2 | write `half(x)`'],
    ['halve(1)', 'unknown-function at "halve": there is no function `halve` | did you mean `half`?'],
    [
      'source.half() > 1',
      'unknown-function at "half": there is no fold of collections `half` | write `half(…)`, with the object as an argument',
    ],
    ['crowd(1, 2).count() > 1', 'type-mismatch at "1": expected an object, found a number'],
    [
      'crowd(source, 2) > 1',
      'collection-value at "crowd(source, 2)": `crowd(…)`: a collection is not a value | fold it, as with `.count()`, `.exists(v, …)`, `.sum(v, …)` or `.first()`',
    ],
  ])('%s', (text, expected) => {
    expect(problems(text)).toEqual([expected]);
  });

  test('a mistake in an argument that stands twice is told once', () => {
    const twice = macroOf('twice', ['x'], {
      kind: 'binary' as const,
      operator: '+' as const,
      left: { kind: 'name' as const, name: 'x', span: none },
      right: { kind: 'name' as const, name: 'x', span: none },
      operatorSpan: none,
      span: none,
    });
    const context = contextOf('amount');
    const library = {
      variables: new Map(),
      tables: new Map(),
      room: { left: 1_000_000 },
      functions: new Map([['twice', twice]]),
    };
    expect(problems('twice(true)', number, { ...context, library })).toHaveLength(1);
    expect(problems(`${'twice('.repeat(40)}1${')'.repeat(40)}`, number, { ...context, library })).toEqual([
      expect.stringContaining('too-large at "twice"'),
    ]);
    expect(
      problems(`${'twice('.repeat(14)}1${')'.repeat(14)}`, number, {
        ...context,
        library: { ...library, room: { left: -1 } },
      })[0],
    ).toContain('all expressions together');
    expect(
      problems(`${'twice('.repeat(8)}1${')'.repeat(8)}`, number, {
        ...context,
        limits: { ...context.limits, expressionDepth: 12 },
        library,
      })[0],
    ).toBe(undefined);
  });

  test('what they bring in counts for the depth', () => {
    const body = {
      kind: 'unary' as const,
      operator: '-' as const,
      operand: {
        kind: 'unary' as const,
        operator: '-' as const,
        operand: { kind: 'name' as const, name: 'x', span: none },
        span: none,
      },
      span: none,
    };
    const context = contextOf('amount', { expressionDepth: 10 });
    const library = {
      variables: new Map(),
      tables: new Map(),
      room: { left: 1_000_000 },
      functions: new Map([['keep', macroOf('keep', ['x'], body)]]),
    };
    expect(problems('keep(keep(keep(1)))', number, { ...context, library })).toEqual([]);
    expect(problems('keep(keep(keep(keep(keep(1)))))', number, { ...context, library })[0]).toMatch(/^too-deep/);
  });
});

const none = { start: 0, end: 0 };

test('objects that are no members of anything are entities still', () => {
  expect(ir('source.target', entity, 'amount')).toBe('(read target climb initial (slot 0))');
  expect(warnings('target.garrison > 1')).toEqual([]);
  expect(model.variables).toHaveLength(5);
});
