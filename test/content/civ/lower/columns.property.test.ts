import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noRules } from '../../../../src/ir/rule.js';
import { expressionOf } from '../../../../src/content/civ/lower/lower-expression.js';
import { type Policy, objectTypes } from '../../../../src/content/civ/syntax.js';
import { createCivModel } from '../../../../src/content/civ/world/create-civ-model.js';
import { readDeclaration } from '../../../support/civ-declaration.js';
import { fillWorld, realmReserve } from '../../../../src/content/civ/world/fill-world.js';
import { createWorld } from '../../../../src/world.js';
import { choicesOf, freshRuns } from '../../../support/choices.js';
import { civOracle, factKey } from '../../../support/civ-oracle.js';
import { randomCivExpression, randomDeclaration, randomFacts } from '../../../support/random-civ.js';

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe('worlds of the kernel', () => {
  test('answer as the declaration says, for all objects at once, with and without what is supposed', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const choices = choicesOf(number);
        const civ = createCivModel(readDeclaration(randomDeclaration(choices.split('world')), 'test'));
        const world = createWorld(
          { model: civ.model, rules: noRules, fingerprint: '' },
          { reserve: realmReserve(civ), executor: 'compiled' },
        );
        const objects = fillWorld(world, civ);
        const policy: Policy = choices.pick(['intended', 'compat']);
        const facts = randomFacts(choices, [...objects.keys()], false);
        const supposing = world.questions.whatIf(
          facts.map(({ object, question, word, value }) =>
            word === ''
              ? { object: objects.get(object) ?? 0, question, value }
              : { object: objects.get(object) ?? 0, question, word, value: value === 1 },
          ),
        );
        const supposed = new Map(
          facts.map(({ object, question, word, value }) => [factKey(object, question, word), value]),
        );
        for (let i = 0; i < 6; i++) {
          const part = choices.split(i);
          const source = randomCivExpression(part, part.pick(['boolean', 'number'] as const), part.between(0, 4));
          // Of some types alone, so that what is asked need not tell them apart.
          const scope = part.oneIn(2) ? objectTypes : [part.pick(objectTypes)];
          const on = [...objects.keys()].filter((id) => scope.some((type) => id.toUpperCase().startsWith(type)));
          const expression = expressionOf({
            expression: source,
            civ,
            scope,
            policy,
            name: `expression ${i}`,
            file: 'test',
          });
          const handles = on.map((id) => objects.get(id) ?? 0);
          const [plain, other] = [civOracle(civ.declaration, policy), civOracle(civ.declaration, policy, supposed)];
          expect([...world.questions.askAll(expression, handles)]).toEqual(on.map((id) => plain.evaluate(source, id)));
          expect([...supposing.askAll(expression, handles)]).toEqual(on.map((id) => other.evaluate(source, id)));
        }
      }),
      freshRuns(100),
    );
  });
});
