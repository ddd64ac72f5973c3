import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFrame } from '../../../../src/eval/interpreter.js';
import { suppose } from '../../../../src/ir/node.js';
import { connected } from '../../../../src/state/connections.js';
import { applyEvent } from '../../../../src/content/civ/world/fill-world.js';
import { relationSteps } from '../../../../src/content/civ/lower/subject.js';
import { type Policy, objectTypes, relationNames } from '../../../../src/content/civ/syntax.js';
import { type CivWorld, askCiv, civWorldOf, typesOf } from '../../../support/civ-world.js';
import { choicesOf } from '../../../support/choices.js';
import { civOracle, factKey } from '../../../support/civ-oracle.js';
import { type RandomFact, randomCivExpression, randomDeclaration, randomFacts } from '../../../support/random-civ.js';
import { heavy } from '../../../support/heavy.js';

const policies: readonly Policy[] = ['intended', 'compat'];
const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe('what an expression means', () => {
  test('is what the declaration says, with whatever is supposed, mishaps counted', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const choices = choicesOf(number);
        const world = civWorldOf(randomDeclaration(choices.split('world')));
        const policy = choices.pick(policies);
        const on = [...world.objects.keys()];
        const facts = choices.oneIn(2) ? [] : randomFacts(choices, on, false);
        for (let i = 0; i < 6; i++) {
          const expression = randomCivExpression(
            choices.split(i),
            choices.pick(['boolean', 'number'] as const),
            choices.between(0, 4),
            true,
          );
          const oracle = civOracle(world.civ.declaration, policy, supposedOf(facts), counting());
          const frame = createFrame(world.state, 1);
          frame.next = counting();
          frame.suppositions = suppositionsOf(world, facts);
          const some = choices.oneIn(2)
            ? on
            : on.filter((id) => id.startsWith(choices.pick(['city', 'unit', 'plot', 'player', 'team', 'game'])));
          const answers = askCiv(world, expression, some, { policy, frame });
          expect(answers).toEqual(
            some.map((id) =>
              expression.type === 'boolean' ? oracle.evaluate(expression, id) === 1 : oracle.evaluate(expression, id),
            ),
          );
          expect(frame.mishaps).toEqual(oracle.mishaps);
        }
      }),
      { numRuns: heavy(24, 120) },
    );
  });

  test('under facts that their objects store is what it is when they are changed', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const choices = choicesOf(number);
        const data = randomDeclaration(choices.split('world'));
        const [world, changed] = [civWorldOf(data), civWorldOf(data)];
        const on = [...world.objects.keys()];
        const facts = randomFacts(choices, on, true);
        for (const fact of facts) change(changed, fact);
        const frame = createFrame(world.state, 1);
        frame.suppositions = suppositionsOf(world, facts);
        for (let i = 0; i < 6; i++) {
          const expression = randomCivExpression(
            choices.split(i),
            choices.pick(['boolean', 'number'] as const),
            choices.between(0, 4),
          );
          if (readsHandicap(JSON.stringify(expression))) continue;
          expect(askCiv(world, expression, on, { frame })).toEqual(askCiv(changed, expression, on));
        }
      }),
      { numRuns: heavy(12, 60) },
    );
  });

  test('does not depend on which other types are in scope', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const choices = choicesOf(number);
        const world = civWorldOf(randomDeclaration(choices.split('world')));
        const on = [...world.objects.keys()];
        const expression = randomCivExpression(choices, choices.pick(['boolean', 'number'] as const), 3);
        const together = askCiv(world, expression, on, { scope: objectTypes });
        expect(together).toEqual(
          on.map((id) => askCiv(world, expression, [id], { scope: typesOf(world.civ, [id]) })[0]),
        );
      }),
      { numRuns: heavy(8, 40) },
    );
  });
});

describe('what relations lead to', () => {
  test('is what the declaration says, in its order, repeats kept', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const choices = choicesOf(number);
        const { civ, state, objects } = civWorldOf(randomDeclaration(choices));
        const policy = choices.pick(policies);
        const oracle = civOracle(civ.declaration, policy);
        const names = new Map([...objects].map(([id, object]) => [object, id]));
        for (const [id, object] of objects) {
          for (const relation of relationNames) {
            for (const to of objectTypes) {
              const distance = relation === 'NEAR' ? choices.below(4) : 0;
              const steps = relationSteps(civ, relation, typesOf(civ, [id])[0], to, distance, policy);
              const found = steps === undefined ? [] : connected(state, steps, object).map((each) => names.get(each));
              expect({ id, relation, to, distance, found }).toEqual({
                id,
                relation,
                to,
                distance,
                found: oracle.related(id, relation, to, distance),
              });
            }
          }
        }
      }),
      { numRuns: heavy(5, 25) },
    );
  });
});

/** The same numbers for both sides. */
function counting(): () => number {
  let drawn = 0;
  return () => (drawn++ * 7) % 23;
}

function supposedOf(facts: readonly RandomFact[]): ReadonlyMap<string, number> {
  return new Map(facts.map(({ object, question, word, value }) => [factKey(object, question, word), value]));
}

function suppositionsOf({ civ, objects }: CivWorld, facts: readonly RandomFact[]) {
  return suppose(
    facts.map(({ object, question, word, value }) => ({
      question: civ.questions.get(question) ?? -1,
      word: civ.words.get(question)?.get(word) ?? 0,
      object: objects.get(object) ?? 0,
      value,
    })),
  );
}

function change({ world, objects }: CivWorld, { object, question, word, value }: RandomFact): void {
  const id = objects.get(object) ?? 0;
  if (word === '') world.set(id, question, value);
  // A number that an option is declared with counts no longer.
  else if (question === 'OPTION') applyEvent(world, objects, { object, gom: question, id: word, has: value === 1 });
  else world.relations.setWord(id, question, word, value === 1);
}

/** Adapting looks at the handicap that is stored, whatever is supposed. */
function readsHandicap(text: string): boolean {
  return text.includes('"adapt"');
}
