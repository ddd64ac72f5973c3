import { describe, expect, it, vi } from 'vitest';
import { civFormat } from '../../../../src/content/civ/scenarios/civ-format.js';
import { choicesOf } from '../../../support/choices.js';
import { documentOfCases, documentOfTurns } from '../../../support/expression-oracle/as-document.js';
import { randomCase } from '../../../support/expression-oracle/random-case.js';
import { randomTurns } from '../../../support/expression-oracle/random-turns.js';
import { randomWorld } from '../../../support/expression-oracle/random-world.js';
import { heavy } from '../../../support/heavy.js';

/** How many random worlds: always the same ones, unless EDICT_PROPERTY_RUNS asks for more. */
const worlds = Math.max(heavy(10, 60), Number(process.env.EDICT_PROPERTY_RUNS ?? '') || 0);
const casesEach = 6;

/** What fails of the documents of many worlds. */
function faultsOf(first: number, documentOf: (seed: number) => string): readonly string[] {
  const faults: string[] = [];
  for (let seed = first; seed < first + worlds; seed++) {
    for (const { name, run } of civFormat.load({
      file: `world-${String(seed)}.json`,
      text: documentOf(seed),
    })) {
      const fault = run();
      if (fault !== undefined) faults.push(`${name}: ${fault}`);
    }
  }
  return faults;
}

describe.each(['compiled', 'reference'])('what the oracle of expressions decides, by the %s executor', (executor) => {
  const first = executor === 'compiled' ? 0 : 1_000_000;

  it('holds for random cases of random worlds', () => {
    vi.stubEnv('EDICT_EXECUTOR', executor);
    const faults = faultsOf(first, (seed) => {
      const choices = choicesOf(seed);
      const world = randomWorld(choices.split('world'));
      return documentOfCases(world, [
        ...Array.from({ length: casesEach }, (_, i) =>
          randomCase(choices.split(i), world, `${String(seed)}.${String(i)}`),
        ),
        // A document has at least one case that says something.
        { name: 'it loads', policy: 'intended', xml: '<Active>1</Active>', type: 'bool', on: ['game'] },
      ]);
    });
    expect(faults).toEqual([]);
  });

  it('holds for random turns of random worlds', () => {
    vi.stubEnv('EDICT_EXECUTOR', executor);
    const faults = faultsOf(first, (seed) => {
      const choices = choicesOf(seed);
      const world = randomWorld(choices.split('world'));
      return documentOfTurns(world, [randomTurns(choices.split('turns'), world, String(seed))]);
    });
    expect(faults).toEqual([]);
  });
});
