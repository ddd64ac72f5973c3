import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OracleObject, OracleStep, Outcome } from './formula-oracle.js';

/** The folder of the fixtures of formulas, which lies beside a checkout and is no part of it. */
export const formulaFixtures = fileURLToPath(new URL('../../../shared/fixtures/formulas/', import.meta.url));

/** Whether the fixtures are there; tests that need them are skipped where they are not. */
export const hasFormulaFixtures = existsSync(join(formulaFixtures, 'grammar.json'));

/** What tests of texts need of a case. */
export interface FormulaCase {
  readonly name: string;
  readonly lst: readonly string[];
  readonly objects?: readonly OracleObject[];
  readonly steps?: readonly (OracleStep & Outcome)[];
  readonly loadError?: { readonly code: string; readonly line?: string; readonly cycle?: readonly string[] };
}

/** All cases of all files; none where they are not there. */
export function formulaCases(): readonly FormulaCase[] {
  if (!hasFormulaFixtures) return [];
  const files = readdirSync(formulaFixtures)
    .filter((file) => file.endsWith('.json'))
    .sort();
  return files.flatMap(
    (file) =>
      (JSON.parse(readFileSync(join(formulaFixtures, file), 'utf8')) as { readonly cases: readonly FormulaCase[] })
        .cases,
  );
}
