import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { WorldData } from '../../../support/expression-oracle/facts.js';
import { type CaseData, decideCase } from '../../../support/expression-oracle/run-case.js';
import { type TurnsData, decideTurns } from '../../../support/expression-oracle/run-turns.js';

interface Stated {
  readonly expect?: unknown;
  readonly diagnostics?: Readonly<Record<string, number>>;
  readonly loadError?: unknown;
}

interface FixtureFile {
  readonly world: WorldData;
  readonly cases: readonly (CaseData & Stated & { readonly whatIf?: Stated })[];
  readonly turns?: readonly (TurnsData & Stated)[];
}

const folder = fileURLToPath(new URL('../../../../../shared/fixtures/expressions/', import.meta.url));
const files = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()
  : [];

describe('the oracle of expressions against the fixtures', () => {
  it.skipIf(files.length > 0)('needs the fixtures, which are not here', ({ skip }) => skip(`nothing at ${folder}`));

  for (const file of files) {
    const { world, cases, turns = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as FixtureFile;
    it(`decides the cases of ${file}`, () => {
      for (const each of cases) {
        const { issues, values, diagnostics, whatIf } = decideCase(world, each);
        expect(issues[0], each.name).toEqual(each.loadError);
        if (each.expect === undefined) continue;
        expect(values, each.name).toEqual(each.expect);
        if (each.policy === 'intended')
          expect({ overflow: diagnostics?.overflow, 'div-zero': diagnostics?.divZero }, each.name).toEqual({
            overflow: 0,
            'div-zero': 0,
            ...each.diagnostics,
          });
        expect(whatIf, each.name).toEqual(each.whatIf?.expect);
      }
    });
    if (turns.length > 0)
      it(`decides the turns of ${file}`, () => {
        for (const each of turns) {
          const { issues, values } = decideTurns(world, each);
          expect(issues[0], each.name).toEqual(each.loadError);
          if (each.expect !== undefined) expect(values, each.name).toEqual(each.expect);
        }
      });
  }
});
