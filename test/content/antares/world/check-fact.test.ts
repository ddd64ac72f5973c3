import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFact, checkFact, type FactValue } from '../../../../src/content/antares/world/level-facts.js';
import { EdictError } from '../../../../src/kernel/errors.js';
import { propertyRuns } from '../../../support/choices.js';
import { refusedWith } from '../../../support/errors.js';
import { type LevelStage, baseOf, initialOf, levelOf, stageOf } from '../../../support/level-stage.js';
import { heavy } from '../../../support/heavy.js';

const level = levelOf({
  players: [
    { type: 'human', cash: 100 },
    { type: 'cpu', cash: 100 },
  ],
  bases: [baseOf('ship')],
  initials: [initialOf('ship', { owner: 0 }), initialOf('ship', { hidden: true })],
});
const stage = (): LevelStage => stageOf(level, 'sound', 'reference');

const fields = {
  initial: ['exists', 'owner', 'position', 'velocity', 'health', 'maxHealth', 'dest'],
  player: ['cash', 'ships', 'score', 'autopilot', 'building', 'flagship', 'control', 'target'],
  ui: ['screen', 'line', 'zoom', 'message'],
};
const numbered = (of: 'initial' | 'player'): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(1), fc.constantFrom(...fields[of])).map(([number, field]) => `${of}.${String(number)}.${field}`);
const name = fc.oneof(
  numbered('initial'),
  numbered('player'),
  fc.constantFrom(...fields.ui).map((field) => `ui.${field}`),
);
const number = fc.oneof(fc.integer({ min: -2, max: 3 }), fc.double(), fc.constantFrom(2 ** 31, 2 ** 53, 1e300, -1e308));
const value: fc.Arbitrary<FactValue> = fc.oneof(
  number,
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('x', 'x1', 'main', 'all', '1'),
  fc.tuple(number, number),
  fc.tuple(number, number, number),
);

/** The code of what is refused; undefined where it is not. */
function codeOf(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof EdictError) return error.code;
    throw error;
  }
}

describe('checking a fact', () => {
  it('lets pass just what can be said', () => {
    const said = { passed: 0, refused: 0 };
    fc.assert(
      fc.property(name, value, (fact, given) => {
        const { world, model } = stage();
        const before = world.hash();
        const refused = codeOf(() => {
          checkFact(model, fact, given);
        });
        expect(world.hash()).toBe(before);
        const result = codeOf(() => {
          applyFact(world, model, fact, given, new Map());
        });
        if (refused === undefined) expect(result).toBeUndefined();
        else expect(refused).toBe('bad-fact');
        said[refused === undefined ? 'passed' : 'refused']++;
      }),
      propertyRuns(400),
    );
    expect(said.passed).toBeGreaterThan(heavy(3, 30));
    expect(said.refused).toBeGreaterThan(heavy(3, 30));
  });

  it.each([
    ['initial.1.position', 3],
    ['player.1.ships', 'many'],
    ['ui.zoom', 'near'],
    ['initial.2.health', 1],
    ['player.0.cash', Number.NaN],
    ['initial.0.velocity', [1e307, 0]],
  ] as const)('refuses %s %j', (fact, given) => {
    expect(
      refusedWith(() => {
        checkFact(stage().model, fact, given);
      }),
    ).toBe('bad-fact');
  });
});
