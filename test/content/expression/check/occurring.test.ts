import { describe, expect, test } from 'vitest';
import type { Type } from '../../../../src/model/model.js';
import { type ExpressionContext, compileExpression } from '../../../../src/content/expression/compile-expression.js';
import { answering, boolean, contextOf, entity, focus, number, problems, shown } from './model.js';

const ability: ExpressionContext = {
  ...contextOf('activation'),
  slots: new Map([['self', 0]]),
  tested: -1,
  firstFree: 2,
  mayBeNobody: true,
  ...answering,
};
const raid: ExpressionContext = {
  ...ability,
  occurring: { ...answering.occurring, controller: 'nobody does', types: answering.occurring?.types.slice(0, 1) ?? [] },
};

const lowered = (text: string, expected: Type | undefined = boolean, context = ability): string =>
  shown(compileExpression(text, expected, context));

describe('what occurs', () => {
  const rows: readonly (readonly [text: string, node: string, expected?: Type])[] = [
    ['occurrence.amount > 3', '(compare > (occurring 1 number) (constant number 3))'],
    ['occurrence.planet.population', '(read population missing (occurring 0 entity))', number],
    ['occurrence.who == controller', '(compare == (occurring 2 entity) (controller))'],
    ['controller', '(controller)', entity],
    ['step == battle', '(compare == (step 5) (constant enumeration 2))'],
    ['has(occurrence.ghost)', '(present (occurring 4 entity))'],
    [
      'was(occurrence.planet.population) > 3',
      '(compare > (remembered 7 (read population missing (occurring 0 entity))) (constant number 3))',
    ],
    [
      'was(occurrence.planet.owner) == self.owner',
      '(compare == (remembered 7 (follow owner (occurring 0 entity))) (follow owner (slot 0)))',
    ],
    // What an aggregate binds is not in the way of what it stands in.
    [
      'objects(ship).exists(s, was(objects(planet).exists(p, p == occurrence.planet)))',
      '(aggregate any objects 5 0 @2 (remembered 7 (aggregate any objects 3 0 @3 (compare == (slot 3) (occurring 0 entity)))))',
    ],
  ];
  for (const [text, node, expected = boolean] of rows)
    test(text, () => {
      expect(lowered(text, expected)).toBe(node);
    });

  test('gives words their type', () => {
    expect(lowered('occurrence.aim == industry', boolean, raid)).toBe(
      '(compare == (occurring 3 enumeration 0) (constant enumeration 2))',
    );
    expect(lowered('was(occurrence.aim)', focus, raid)).toBe('(remembered 7 (occurring 3 enumeration 0))');
  });

  test('knows the kinds of its objects', () => {
    const warned = compileExpression('occurrence.who.population > 3', boolean, ability);
    expect(warned.ok ? warned.warnings.map(({ code, message }) => [code, message]) : []).toEqual([
      ['never-present', 'the object here is of kind `empire`, which has no meter `population`, so it is always absent'],
    ]);
    const controlled = compileExpression('controller.population > 3', boolean, ability);
    expect(controlled.ok && controlled.warnings).toHaveLength(1);
    const remembered = compileExpression('was(occurrence.who).population > 3', boolean, ability);
    expect(remembered.ok && remembered.warnings).toHaveLength(1);
    const known = compileExpression('occurrence.planet.population > 3', boolean, ability);
    expect(known.ok && known.warnings).toEqual([]);
  });

  test('takes no name from where nothing occurs', () => {
    const plain = contextOf('scope');
    expect(lowered('objects(ship).exists(occurrence, occurrence.attack > 1)', boolean, plain)).toContain(
      '(read attack',
    );
    expect(problems('objects(ship).exists(occurrence, true)', boolean, ability)).toEqual([
      'shadowed-name at "occurrence": `occurrence` already has a meaning here | give the member another name',
    ]);
  });
});

describe('mistakes about what occurs', () => {
  const where = 'only abilities have';
  const rows: readonly (readonly [name: string, text: string, message: string, context?: ExpressionContext])[] = [
    [
      'no occurrence',
      'occurrence.amount > 3',
      `no-occurrence at "occurrence": there is no \`occurrence\` here, ${where} one, in \`where\`, \`if\`, \`into\`, \`yields\` and \`do\`, and occurrences in \`possible\` and \`do\``,
      contextOf('scope'),
    ],
    [
      'no controller',
      'controller == source',
      `no-controller at "controller": there is no \`controller\` here, ${where} one, in \`where\``,
      contextOf('scope'),
    ],
    [
      'no step',
      'has(step)',
      'no-step at "step": there is no `step` here, only content that declares the steps of play has one | list their words under `timing`',
      contextOf('scope'),
    ],
    [
      'nothing to remember',
      'was(source.population) > 3',
      'no-occurrence at "was": nothing is remembered here, expected `was` in abilities',
      contextOf('scope'),
    ],
    [
      'a controller where nobody is',
      'controller == occurrence.who',
      'no-controller at "controller": there is no `controller` here: nobody does',
      raid,
    ],
    [
      'the occurrence itself',
      'has(occurrence)',
      'occurrence-value at "occurrence": an occurrence is not a value, only its fields are | write `occurrence.planet`',
    ],
    [
      'a misspelt field',
      'occurrence.amuont > 3',
      'unknown-field at "amuont": none of `raid`, `feast` has a field `amuont`, there are `planet`, `amount`, `who`, `aim`, `ghost` | did you mean `amount`?',
    ],
    [
      'a field of another type of occurrence',
      'has(occurrence.ghost)',
      'unknown-field at "ghost": `raid` has no field `ghost`, there are `planet`, `amount`, `who`, `aim` | write one of `planet`',
      raid,
    ],
    [
      'a field of two types',
      'has(occurrence.aim)',
      'field-types at "aim": `aim` is a word of `focus` in `raid` and an object in `feast`, expected one type in all that is answered here | rename one of the two fields, or make two abilities of it',
    ],
    [
      'self in was',
      'was(self.population) > 3',
      'not-remembered at "self": `self` stands in `was`, which looks at the occurrence alone; expected its fields, roles and aggregates | ask `self` outside of `was`',
    ],
    [
      'a controller in was',
      'was(controller == occurrence.who)',
      'no-controller at "controller": there is no `controller` here: `was` looks at the occurrence alone, expected it outside of `was`',
    ],
    [
      'a member of an aggregate in was',
      'objects(ship).exists(s, was(s.attack) > 1)',
      'not-remembered at "s": `s` stands in `was`',
    ],
    [
      'was in was',
      'was(was(occurrence.amount)) > 3',
      'no-occurrence at "was": `was` is nested in `was`, expected it once: everything in it is as it was',
    ],
    ['a draw in was', 'was(random()) > 3', 'draw-in-expression at "random()"'],
    [
      'too many arguments',
      'was(occurrence.amount, 3) > 1',
      'wrong-arity at "was": `was` takes 1 argument, found 2 | write `was(x)`',
    ],
    ['a wrong type', 'was(occurrence.amount)', 'type-mismatch'],
  ];
  for (const [name, text, message, context = ability] of rows) {
    test(name, () => {
      const found = problems(text, boolean, context);
      expect(found).toHaveLength(1);
      expect(found[0]).toContain(message);
    });
  }

  test('that follow from a lost field are not told', () => {
    const torn: ExpressionContext = {
      ...raid,
      occurring: { controller: '', types: [{ name: 'raid', fields: new Map(), isTorn: true }] },
    };
    expect(problems('occurrence.amount > 3', boolean, torn)).toEqual([]);
    expect(compileExpression('occurrence.amount > 3', boolean, torn).ok).toBe(false);
  });
});
