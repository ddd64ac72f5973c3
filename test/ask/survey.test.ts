import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Expression } from '../../src/ir/node.js';
import { makeNode } from '../../src/eval/make-node.js';
import { constant } from '../../src/eval/ops/constants.js';
import { streamDraw } from '../../src/eval/ops/draws.js';
import { surveyed } from '../../src/ask/survey.js';
import { objectTypes } from '../../src/content/civ/syntax.js';
import { expressionOf } from '../../src/content/civ/lower/lower-expression.js';
import { kindAt } from '../../src/model/model.js';
import { type Choices, choicesOf, propertyRuns } from '../support/choices.js';
import { randomCivExpression, randomFacts } from '../support/random-civ.js';
import { type RealmTwins, openTwins } from '../support/realm-twins.js';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Expressions that have parts in common, each asked of one type or several. */
function randomExpressions(choices: Choices, { civ }: RealmTwins, count: number): readonly Expression[] {
  return Array.from({ length: count }, (_, index) => {
    const part = choices.split(index % 7);
    const scope = part.oneIn(3) ? objectTypes : [part.pick(objectTypes)];
    const expression = randomCivExpression(part, part.pick(['boolean', 'number'] as const), part.between(0, 4));
    return expressionOf({
      expression,
      civ,
      scope,
      policy: 'intended',
      name: `expression ${index}`,
      index,
      file: 'test',
    });
  });
}

describe('surveys', () => {
  test('say of every object what asking it says, by both executors, again and again while the world changes', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const choices = choicesOf(seed);
        const twins = openTwins(choices.split('world'), choices.pick([0, 90, 150]));
        const expressions = randomExpressions(choices.split('expressions'), twins, 12);
        for (let round = 0; round < 3; round++) {
          const columns = twins.compiled.questions.survey(expressions);
          expect(columns.map(({ expression, kind }) => [expression.name, kind])).toEqual(
            expressions.flatMap(({ name, scope }) => scope.map((kind) => [name, kind])),
          );
          const plain = twins.reference.questions.survey(expressions);
          for (const [i, column] of columns.entries()) {
            const handles = Array.from(column.ids.subarray(0, column.count), (id) => twins.compiled.find(id) ?? 0);
            const places = handles.map((_, place) => place);
            expect(handles).toEqual(twins.reference.query({ kind: kindAt(twins.civ.model, column.kind).name }));
            expect(places.map((place) => surveyed(column, place))).toEqual([
              ...twins.reference.questions.askAll(column.expression, handles),
            ]);
            expect(places.map((place) => surveyed(plain[i], place))).toEqual(
              places.map((place) => surveyed(column, place)),
            );
          }
          twins.changeBoth(choices.split(`change ${round}`));
        }
      }),
      propertyRuns(20),
    );
  });
});

describe('sweeps', () => {
  test('find what an overlay for each fact and object finds', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const choices = choicesOf(seed);
        const twins = openTwins(choices.split('world'));
        const expressions = randomExpressions(choices.split('expressions'), twins, 20).filter(
          ({ node }) => choices.oneIn(4) || node.type.name === 'boolean',
        );
        const objects = choices.some([...twins.objects.values()]);
        const facts = randomFacts(choices.split('facts'), [...twins.objects.keys()], false)
          .filter(({ word }) => word !== '')
          .map(({ question, word }) => ({ question, word }));
        const value = choices.oneIn(2);
        for (const world of [twins.compiled, twins.reference]) {
          const found = world.questions.sweep({ facts, objects, expressions, value });
          const swept = Array.from({ length: found.length }, (_, i) => [
            found.facts[i],
            found.objects[i],
            found.expressions[i].index,
            found.before[i],
            found.after[i],
          ]);
          const overlaid = facts.flatMap((fact, place) =>
            objects.flatMap((object, row) =>
              world.questions
                .whatIf([{ object, ...fact, value }])
                .changes([object], expressions)
                .map(({ expression, before, after }) => [
                  place,
                  row,
                  Number(expression.slice('expression '.length)),
                  Number(before),
                  Number(after),
                ]),
            ),
          );
          const sorted = (list: readonly (readonly number[])[]): readonly string[] =>
            list.map((each) => each.join(' ')).sort();
          expect(sorted(swept)).toEqual(sorted(overlaid));
        }
      }),
      propertyRuns(60),
    );
  });
});

describe('an overlay over an expression that draws in sequence', () => {
  test('draws the same as the world would, and takes nothing from its stream', () => {
    const { compiled, reference } = openTwins(choicesOf(7));
    for (const world of [compiled, reference]) {
      const [unit] = world.query({ kind: 'player' });
      const kind = world.program.model.kindByName.get('player')?.index ?? 0;
      const limit = makeNode(constant, { value: 1_000_000, type: { name: 'number' } });
      const drawn: Expression = {
        index: 0,
        name: 'drawn',
        scope: [kind],
        node: makeNode(streamDraw, undefined, limit),
        clauses: [],
        text: '',
        thing: '',
        origin: { file: 'test', line: 1, column: 1 },
      };
      const supposed = world.questions.whatIf([{ object: unit, question: 'PROPERTY_A', value: 3 }]);
      const before = world.hash();
      const values = [
        supposed.ask(drawn, unit),
        supposed.ask(drawn, unit),
        ...supposed.answers([unit], [drawn]).flatMap((each) => [each.before, each.after]),
      ];
      expect(world.hash()).toBe(before);
      const next = world.questions.ask(drawn, unit);
      expect(values).toEqual([next, next, next, next]);
      expect(world.questions.ask(drawn, unit)).not.toBe(next);
      expect(supposed.ask(drawn, unit)).toBe(world.questions.ask(drawn, unit));
    }
  });
});
