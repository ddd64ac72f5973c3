import { describe, expect, test } from 'vitest';
import type { Type } from '../../../../src/model/model.js';
import { boolean, contextOf, entity, focus, number, problems, size, types, warnings } from './model.js';

function check(
  cases: readonly (readonly [text: string, ...problems: readonly string[]])[],
  expected: Type | undefined = boolean,
): void {
  test.each(cases)('%s', (text, ...found) => {
    expect(problems(text, expected)).toEqual(found);
  });
}

describe('names', () => {
  check([
    ['sorce.population > 3', 'unknown-name at "sorce": unknown name `sorce` | did you mean `source`?'],
    ['population > 3', 'unknown-name at "population": unknown name `population` | write `target.population`'],
    ['owner == source', 'unknown-name at "owner": unknown name `owner` | write `target.owner`'],
    ['tun > 3', 'unknown-name at "tun": unknown name `tun` | did you mean `turn`?'],
    ['value > 3', 'no-value at "value": there is no `value` here, only amounts and growth formulas have one'],
    [
      'target == planet',
      'unknown-name at "planet": unknown name `planet` | `planet` is a kind: write `target.planet` or compare `.kind`',
    ],
    ['farm', 'unknown-name at "farm": unknown name `farm` | `farm` is a class: compare `.class` with it'],
    ['target.kind == plant', 'unknown-name at "plant": unknown name `plant`, expected a kind | did you mean `planet`?'],
    ['target.class == farmm', 'unknown-name at "farmm": unknown name `farmm`, expected a class | did you mean `farm`?'],
    [
      'target.size == mediun',
      'unknown-name at "mediun": unknown name `mediun`, expected a word of `size` | did you mean `medium`?',
    ],
    [
      "target.size == 'mediun'",
      'unknown-word at "\'mediun\'": `mediun` is not a word of `size` | did you mean `medium`?',
    ],
    ["target.kind == 'ships'", 'unknown-word at "\'ships\'": `ships` is not a kind | did you mean `ship`?'],
    [
      "target.focus == 'x'",
      'unknown-word at "\'x\'": `x` is not a word of `focus` | write one of `farming`, `industry`, `target`, `__proto__`',
    ],
    [
      "'a' == 'b'",
      'unknown-word at "\'a\'": nothing here says what `a` is a word of | compare it with a property, such as `target.kind`',
    ],
    ["foo == 'b'", 'unknown-name at "foo": unknown name `foo`'],
    [
      'null == null',
      'type-mismatch at "null": nothing here says of what type this `null` is | compare it with an object, a word or a class',
    ],
    [
      'target.populaton > 3',
      'unknown-member at "populaton": `populaton` is neither a meter, a property, a variable nor a kind, nor another member of an object | did you mean `population`?',
    ],
    [
      'target.plannet.population > 3',
      'unknown-member at "plannet": `plannet` is neither a meter, a property, a variable nor a kind, nor another member of an object | did you mean `planet`?',
    ],
    [
      "role('rivl') == target",
      'unknown-role at "\'rivl\'": the content declares no role `rivl` | did you mean `rival`?',
    ],
    [
      'role(target.owner) == target',
      'type-mismatch at "target.owner": expected the name of a role in quotes | write one of `ally`, `rival`',
    ],
    [
      "related(target, source, 'wat')",
      'unknown-relation at "\'wat\'": the content declares no relation `wat` | did you mean `war`?',
    ],
    [
      "related(target, source, 'marriage')",
      'unknown-relation at "\'marriage\'": the content declares no relation `marriage` | write one of `war`, `alliance`',
    ],
    [
      'related(target, source, target.owner)',
      'type-mismatch at "target.owner": expected the name of a relation in quotes | write one of `war`, `alliance`',
    ],
    ["related(target, 3, 'war')", 'type-mismatch at "3": expected an object, found a number'],
    [
      "related(target, 'war')",
      'wrong-arity at "related": `related` takes 3 arguments, found 2 | write `related(x, y, \'name\')`',
    ],
    [
      'stockpile(source, mineral) > 3',
      'unknown-stockpile at "mineral": expected the name of a stockpile, a number that only factions have, found `mineral` | did you mean `minerals`?',
    ],
    [
      'stockpile(source, population) > 3',
      'unknown-stockpile at "population": expected the name of a stockpile, a number that only factions have, found `population`, which is a meter | write one of `minerals`',
    ],
    [
      'stockpile(source, fertility) > 3',
      'unknown-stockpile at "fertility": expected the name of a stockpile, a number that only factions have, found `fertility`, which other objects than factions have | write one of `minerals`',
    ],
    [
      'stockpile(source, stance) == farming',
      'unknown-stockpile at "stance": expected the name of a stockpile, a number that only factions have, found `stance`, which is not a number | write one of `minerals`',
    ],
    [
      "affiliation(target, source, 'empire-inklusive')",
      'unknown-word at "\'empire-inklusive\'": expected a mode of affiliation in quotes, found `empire-inklusive` | did you mean `empire-inclusive`?',
    ],
  ]);
});

describe('types', () => {
  check([
    ['3', 'type-mismatch at "3": expected a condition, found a number | compare it, such as `… > 0`'],
    [
      'target.population && true',
      'type-mismatch at "target.population": expected a condition, found a number | compare it, such as `… > 0`',
    ],
    [
      '!target',
      'type-mismatch at "target": expected a condition, found an object | compare it, such as `… != null` or `… == source`',
    ],
    [
      'target.size',
      'type-mismatch at "target.size": expected a condition, found a word of `size` | compare it, such as `… == asteroids`',
    ],
    [
      'target.kind ? true : false',
      'type-mismatch at "target.kind": expected a condition, found a kind | compare it, such as `… == empire`',
    ],
    ['turn.population > 3', 'type-mismatch at "turn": expected an object, found a number'],
    [
      'available(target, target)',
      'type-mismatch at "target": expected a class, found an object | write `.class` after it',
    ],
    [
      'objects(target).count() > 1',
      'type-mismatch at "target": expected a kind, found an object | write `.kind` after it',
    ],
    ["turn > '3'", 'type-mismatch at "\'3\'": expected a number, found the text `3`'],
    [
      'turn == null',
      'type-mismatch at "null": expected a number, found `null` | ask with `has(…)` whether a value is there',
    ],
    [
      'target.kind == null',
      'type-mismatch at "null": expected a kind, found `null` | ask with `has(…)` whether a value is there',
    ],
    [
      '(true ? 1 : target) == 1',
      'type-mismatch at "1 : target": expected two values of one type, found a number and an object',
    ],
    [
      'within(turn, 3, 1)',
      'type-mismatch at "turn, 3": expected two words of one enumeration, found a number | compare numbers with `<=`',
    ],
    [
      'within(target.size, target.environment, 1)',
      'type-mismatch at "target.size, target.environment": expected two values of one type, found a word of `size` and a word of `environment`',
    ],
    [
      'target in source',
      'type-mismatch at "source": expected a list such as `[a, b]`, a set of words or a collection after `in`',
    ],
    [
      'has(null)',
      'type-mismatch at "null": nothing here says of what type this `null` is | compare it with an object, a word or a class',
    ],
  ]);
  check(
    [
      [
        'target.population > 3',
        'type-mismatch at "target.population > 3": expected a number, found a condition | write `… ? 1 : 0`',
      ],
      ['1 + true', 'type-mismatch at "true": expected a number, found a condition | write `… ? 1 : 0`'],
      ['[1]', 'collection-value at "[1]": a list is not a value | use it after `in`, as in `x in [a, b]`'],
      [
        'target[0]',
        'unknown-operator at "target[0]": nothing here has numbered parts | write `.first()` for the first of a collection',
      ],
    ],
    number,
  );
  check(
    [
      [
        'target.environment',
        'type-mismatch at "target.environment": expected a word of `focus`, found a word of `environment`',
      ],
    ],
    focus,
  );
  check([['target.kind', 'type-mismatch at "target.kind": expected an object, found a kind']], entity);
});

describe('comparisons', () => {
  check([
    [
      'target.size == target.environment',
      'not-comparable at "target.size == target.environment": a word of `size` and a word of `environment` cannot be compared',
    ],
    [
      'target.focus == target',
      'not-comparable at "target.focus == target": a word of `focus` and an object cannot be compared | write \'target\' in quotes for the word',
    ],
    ['target == 3', 'not-comparable at "target == 3": an object and a number cannot be compared'],
    [
      'target < source',
      'not-comparable at "<": `<` compares numbers and ordered words, not an object | compare with `==` or `!=`',
    ],
    [
      'true < false',
      'not-comparable at "<": `<` compares numbers and ordered words, not a condition | compare with `==` or `!=`',
    ],
    [
      'target.kind >= planet',
      'not-comparable at ">=": `>=` compares numbers and ordered words, not a kind | compare with `==` or `!=`',
    ],
    [
      'target.environment < toxic',
      'not-comparable at "<": the words of `environment` have no order, so `<` cannot compare them | use `within(word, centre, range)`',
    ],
    [
      'target.focus < farming',
      'not-comparable at "<": the words of `focus` have no order, so `<` cannot compare them | compare with `==` or `in`, or declare the enumeration ordered',
    ],
    ['target in [source, 3]', 'not-comparable at "3": an object and a number cannot be compared'],
  ]);
});

describe('functions', () => {
  check([
    ['ab(3) > 1', 'unknown-function at "ab": there is no function `ab` | did you mean `abs`?'],
    ['object(ship).count() > 1', 'not-a-collection at "object(ship)": expected a collection | did you mean `objects`?'],
    [
      'source.distance(target) < 3',
      'unknown-function at "distance": there is no fold of collections `distance` | write `distance(x, y)`',
    ],
    [
      'target.population() > 3',
      'unknown-function at "population": there is no fold of collections `population` | leave the parentheses out: it is a member, not a function',
    ],
    [
      'exists(objects(ship))',
      'unknown-function at "exists": there is no function `exists` | write it after a collection, as in `objects().exists(v, condition)`',
    ],
    [
      'objects(ship).exist(s, true)',
      'unknown-function at "exist": there is no fold of collections `exist` | did you mean `exists`?',
    ],
    ['clamp(1, 2) > 1', 'wrong-arity at "clamp": `clamp` takes 3 arguments, found 2 | write `clamp(x, low, high)`'],
    ['min(1) > 1', 'wrong-arity at "min": `min` takes 2 or more arguments, found 1 | write `min(x, y, …)`'],
    ['abs() > 1', 'wrong-arity at "abs": `abs` takes 1 argument, found 0 | write `abs(x)`'],
    [
      'attached().count() > 1',
      'wrong-arity at "attached": `attached` takes 1 or 2 arguments, found 0 | write `attached(x, kind)`',
    ],
  ]);
});

describe('aggregates', () => {
  const list =
    "`objects(kind)`, `instances(class)`, `attached(x, kind)`, `contents(x, kind)`, `owned(faction, kind)`, `owners(x)`, `near(x, n, 'grid')`, `neighbours(x, n, 'grid')`, `links(x, 'network')`, `within(x, r, 'space')`, `realm(self)`, `above(self)`, `self.trade`, `self.cargo`";
  check([
    [
      'objects(ship)',
      'collection-value at "objects(ship)": a collection is not a value | fold it, as with `.count()`, `.exists(v, …)`, `.sum(v, …)` or `.first()`',
    ],
    [
      'objects(ship).filter(s, true) == 3',
      'collection-value at "objects(ship).filter(s, true)": a collection is not a value | fold it, as with `.count()`, `.exists(v, …)`, `.sum(v, …)` or `.first()`',
    ],
    [
      'min(objects(ship), 3) > 1',
      'collection-value at "objects(ship)": a collection is not a value | fold it, as with `.count()`, `.exists(v, …)`, `.sum(v, …)` or `.first()`',
    ],
    ['target.exists(s, true)', `not-a-collection at "target": expected a collection | write one of ${list}`],
    [
      'objects().first().count() > 1',
      `not-a-collection at "objects().first()": expected a collection | write one of ${list}`,
    ],
    [
      'objects(ship).exists(s.attack > 3)',
      'wrong-arity at "exists": `exists` takes 2 arguments, found 1 | write `.exists(v, condition)`',
    ],
    [
      'objects(ship).exists(3, true)',
      'variable-expected at "3": expected a name for the member as the first argument of `exists` | write `.exists(v, …)`',
    ],
    [
      'objects(ship).exists(source, true)',
      'shadowed-name at "source": `source` already has a meaning here | give the member another name',
    ],
    [
      'objects(ship).exists(turn, true)',
      'shadowed-name at "turn": `turn` already has a meaning here | give the member another name',
    ],
    [
      'objects(ship).exists(s, objects().exists(s, true))',
      'shadowed-name at "s": `s` already has a meaning here | give the member another name',
    ],
    ['objects(ship).exists(s, true) && s == target', 'unknown-name at "s": unknown name `s`'],
    [
      'objects(ship).sum() > 1',
      'wrong-arity at "sum": `sum` needs to know which number of each member it is to take | write `.sum(v, number)`',
    ],
    ['objects(ship).sum(3) > 1', 'wrong-arity at "sum": `sum` takes a variable and a number | write `.sum(v, number)`'],
    [
      'objects(ship).map(s, 1).sum(s, 2) > 1',
      'wrong-arity at "sum": `sum` takes no arguments after `map` | write `.sum()`',
    ],
    [
      'objects(ship).map(s, 1).exists(s, true)',
      'not-a-collection at "exists": after `map` there are numbers, which `exists` cannot take | use `sum`, `mean`, `min`, `max` or `count`',
    ],
    [
      'objects(ship).map(s, 1).anyWithinJumps(target, 2)',
      'not-a-collection at "anyWithinJumps": after `map` there are numbers, which `anyWithinJumps` cannot take | use `sum`, `mean`, `min`, `max` or `count`',
    ],
    [
      'attached(target).anyWithinJumps(source, 2)',
      'not-a-collection at "anyWithinJumps": `anyWithinJumps` looks among all objects, those of a kind or those of a class, not at what is `attached` | write `objects(kind).anyWithinJumps(x, n)`',
    ],
    [
      'objects(ship).anyWithinDistance(2, target)',
      'type-mismatch at "2": expected an object, found a number',
      'type-mismatch at "target": expected a number, found an object',
    ],
    [
      'objects(ship).anyWithinDistance(target)',
      'wrong-arity at "anyWithinDistance": `anyWithinDistance` takes 2 arguments, found 1 | write `.anyWithinDistance(x, n)`',
    ],
    [
      'anyWithinJumps(target, 2)',
      'unknown-function at "anyWithinJumps": there is no function `anyWithinJumps` | write it after a collection, as in `objects().anyWithinJumps(x, n)`',
    ],
    [
      'objects(ship).map(s, 1).first() == target',
      'not-a-collection at "first": after `map` there are numbers, which `first` cannot take | use `sum`, `mean`, `min`, `max` or `count`',
    ],
    [
      'objects(ship).map(s, 1).filter(s, true).count() > 1',
      'not-a-collection at "filter": after `map` there are numbers, which `filter` cannot take | put `map` last, before `sum`, `mean`, `min`, `max` or `count`',
    ],
    ['objects(ship).map(s, s.owner).sum() > 1', 'type-mismatch at "s.owner": expected a number, found an object'],
  ]);

  test('nest as deep as the limit and no deeper; what an aggregate starts from does not count', () => {
    const limited = contextOf('scope', { aggregateDepth: 1 });
    expect(problems('objects().exists(a, true) && objects().exists(a, true)', boolean, limited)).toEqual([]);
    expect(problems('attached(objects().first()).exists(a, true)', boolean, limited)).toEqual([]);
    expect(problems('objects().exists(a, attached(a).exists(b, true))', boolean, limited)).toEqual([
      'aggregate-depth at "objects().exists(a, attached(a).exists(b, true))": aggregates nest 2 deep, the limit is 1 | keep the inner result in a meter of its own',
    ]);
    expect(problems('objects().exists(a, instances(farm).anyWithinJumps(a, 3))', boolean, limited)).toHaveLength(1);
    expect(
      problems('objects().filter(a, attached(a).exists(b, true)).anyWithinJumps(target, 3)', boolean, limited),
    ).toHaveLength(1);
    expect(problems('instances(farm).anyWithinJumps(objects().first(), objects().count())', boolean, limited)).toEqual(
      [],
    );
    expect(problems('objects().exists(a, distanceTo(a, farm) < 3)', boolean, limited)).toHaveLength(1);
    expect(problems('distanceTo(objects().first(), farm) < 3', boolean, limited)).toHaveLength(1);
  });
});

describe('several at once', () => {
  check([
    [
      'foo + bar > baz.population',
      'unknown-name at "foo": unknown name `foo`',
      'unknown-name at "bar": unknown name `bar`',
      'unknown-name at "baz": unknown name `baz`',
    ],
    [
      'clamp(foo, true, target.x) > 1 && !turn',
      'unknown-name at "foo": unknown name `foo`',
      'type-mismatch at "true": expected a number, found a condition | write `… ? 1 : 0`',
      'unknown-member at "x": `x` is neither a meter, a property, a variable nor a kind, nor another member of an object',
      'type-mismatch at "turn": expected a condition, found a number | compare it, such as `… > 0`',
    ],
    [
      'attached(foo).filter(a, bar).exists(b, b.baz > 1)',
      'unknown-name at "foo": unknown name `foo`',
      'unknown-name at "bar": unknown name `bar`',
      'unknown-member at "baz": `baz` is neither a meter, a property, a variable nor a kind, nor another member of an object',
    ],
    [
      'foo in [bar.population, 3, null]',
      'unknown-name at "foo": unknown name `foo`',
      'unknown-name at "bar": unknown name `bar`',
    ],
  ]);

  test('are counted, so that a long text of mistakes stays cheap', () => {
    expect(problems(Array.from({ length: 300 }, (_, place) => `nobody${String(place)}`).join(' && '))).toHaveLength(50);
  });
});

describe('syntax', () => {
  check([
    [
      'target ==',
      'syntax at "==": expected a value after `==`, found the end of the text | add the missing value, or remove the `==`',
    ],
  ]);

  test('nesting is limited', () => {
    expect(problems(`${'('.repeat(10_000)}1${')'.repeat(10_000)}`, number).map((each) => each.split(' ')[0])).toEqual([
      'syntax',
    ]);
    expect(problems('1 + 1 + 1 + 1', number, contextOf('scope', { expressionDepth: 3 }))).toHaveLength(1);
  });
});

describe('warnings', () => {
  test.each([
    ['1 / 0 > turn', 'division-by-zero at "0": the divisor is always 0, and division by zero gives 0'],
    ['turn % -0.0 > turn', 'division-by-zero at "-0.0": the divisor is always 0, and division by zero gives 0'],
    ['target.size in []', 'never-true at "target.size in []": nothing is in an empty list, so this is never true'],
    [
      'target.ghost > 3',
      'never-present at "ghost": no kind of object has the property `ghost`, so it is always absent',
    ],
    [
      'target.planet.attack > 3',
      'never-present at "attack": the object here is of kind `planet`, which has no meter `attack`, so it is always absent',
    ],
    [
      'target.owner.size == huge',
      'never-present at "size": the object here is of kind `empire`, which has no property `size`, so it is always absent',
    ],
    [
      'objects(system).exists(s, s.environment == toxic)',
      'never-present at "environment": the object here is of kind `system`, which has no property `environment`, so it is always absent',
    ],
    [
      'instances(farm).exists(f, f.parent.attack > 3)',
      'never-present at "attack": the object here is of kind `planet`, which has no meter `attack`, so it is always absent',
    ],
    ['has(target.owner)', 'always-true at "has(target.owner)": this is always present, though it may be none'],
  ])('%s', (text, found) => {
    expect(warnings(text)).toEqual([found]);
  });

  test.each([
    'instances(farm).exists(f, f.environment == toxic)',
    'attached(target, building).exists(b, b.parent.population > 1)',
    'has(target.target)',
    "has(role('rival'))",
  ])('none for %s', (text) => {
    expect(warnings(text)).toEqual([]);
  });
});

describe('constants of a type', () => {
  test('take no name of another', () => {
    expect(problems('toxic', size)).toHaveLength(1);
    expect(problems('planet', types.class)).toHaveLength(1);
  });
});

describe('choices among members', () => {
  check(
    [
      [
        'objects(planet).minBy(p)',
        'wrong-arity at "minBy": `minBy` takes 2 to 9 arguments, found 1 | write `.minBy(v, key, …)`',
      ],
      [
        'objects(planet).minBy(p, p.focus)',
        'type-mismatch at "p.focus": a key is a number, a condition or a word of an ordered enumeration, found a word of `focus` | compare it, or take a number of it',
      ],
      [
        'objects(planet).top(2000, p, p.population).first()',
        'too-large at "2000": `top` keeps 2,000 members, the limit is 1,000 | keep fewer, or filter by a bound of the key',
      ],
      [
        'objects(planet).top(2, p, p.population).bottom(1, p, p.population).first()',
        'not-a-collection at "bottom": `bottom` follows `top` or `bottom`, expected one of them in a collection | give a further key after the first one instead',
      ],
      [
        'objects(planet).map(p, p.population).random()',
        'not-a-collection at "random": after `map` there are numbers, which `random` cannot take | use `sum`, `mean`, `min`, `max` or `count`',
      ],
      [
        'objects(planet).weighted(2, 3)',
        'variable-expected at "2": expected a name for the member as the first argument of `weighted` | write `.weighted(v, …)`',
      ],
    ],
    entity,
  );
});
