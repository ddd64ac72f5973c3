import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { playScenario } from '../../src/content/l5r/turn/play-scenario.js';
import type { ExecutorName } from '../../src/world/api.js';
import { propertyRuns } from '../support/choices.js';
import { type Told, oracleLog } from '../support/timing-oracle/oracle-log.js';
import { scenarios } from '../support/timing-oracle/random-scenario.js';
import type { Scenario } from '../support/timing-oracle/scenario.js';
import { OutOfScope } from '../support/timing-oracle/stage.js';
import { heavy } from '../support/heavy.js';

test.each<ExecutorName>(['compiled', 'reference'])(
  'scenarios at random go as plainly played ones, executor %s',
  (executor) => {
    const lines = new Map<string, number>();
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const told = endOf(scenario);
        fc.pre(told !== undefined);
        expect(
          comparable(scenario, playScenario(scenario as Parameters<typeof playScenario>[0], { executor })),
        ).toEqual(comparable(scenario, told));
        for (const word of new Set(told.log.map((line) => line.split(/[ :]/)[0])))
          lines.set(word, (lines.get(word) ?? 0) + 1);
      }),
      { maxSkipsPerRun: 20, ...propertyRuns(200) },
    );
    if (process.env.EDICT_PROPERTY_RUNS !== undefined) return;
    // Random scenarios in which nothing answers would show nothing.
    for (const [word, times] of Object.entries({
      A: 20,
      B: 60,
      C: 15,
      apply: 120,
      zero: 10,
      fail: 20,
      fizzle: 1,
      pass: 20,
      adjust: 4,
      create: 10,
      force: 10,
      gold: 4,
      turn: 10,
      phase: 10,
    }).map(([word, times]) => [word, heavy(Math.floor(times / 12), times)] as const))
      expect({ word, times: Math.min(times, lines.get(word) ?? 0) }).toEqual({ word, times });
  },
  600_000,
);

/** Nothing where it has no end within reason, or asks what the rules leave open. */
function endOf(scenario: Scenario): Told | undefined {
  try {
    return oracleLog(scenario);
  } catch (error) {
    if (error instanceof OutOfScope) return undefined;
    throw error;
  }
}

/** What is not said of an entity is not so, or zero, and a player of whom nothing is said has no honor. */
function comparable({ given }: Scenario, { log, entities, honor }: Pick<Told, 'log' | 'entities' | 'honor'>): unknown {
  return {
    log,
    entities: Object.fromEntries(
      Object.keys(given.entities ?? {}).map((name) => [
        name,
        Object.fromEntries(
          Object.entries(entities[name]).filter(
            ([, value]) => value !== null && value !== undefined && value !== false && value !== 0,
          ),
        ),
      ]),
    ),
    honor: Object.fromEntries(Object.entries(honor).filter(([, value]) => value !== 0)),
  };
}

const fixtures = new URL('../../../shared/fixtures/timing/scenarios.json', import.meta.url);

interface Fixture extends Scenario {
  readonly id: string;
  readonly log: readonly string[];
  readonly then: { readonly ent?: Told['entities']; readonly honor?: Told['honor'] };
}

describe.skipIf(!existsSync(fixtures))('the fixtures of timing (they lie beside a checkout, in ../shared)', () => {
  test('are plainly played as they stand', () => {
    const { scenarios: all } = JSON.parse(readFileSync(fixtures, 'utf8')) as { readonly scenarios: readonly Fixture[] };
    expect(all.length).toBeGreaterThan(30);
    for (const each of all) {
      const {
        id,
        log,
        then: { ent = {}, honor = {} },
      } = each;
      const told = oracleLog(each);
      expect({ id, log: told.log }).toEqual({ id, log });
      expect({ id, ...told }).toMatchObject({ id, entities: ent, honor });
    }
  });
});
