import type { WorldData } from './facts.js';
import { type CaseData, decideCase } from './run-case.js';
import { type TurnsData, decideTurns } from './run-turns.js';

/**
 * A document of cases that states what the oracle decides of them; those of which it can only say that they load are
 * left out.
 */
export function documentOfCases(world: WorldData, cases: readonly CaseData[]): string {
  return textOf(world, {
    cases: cases.map((each) => statedCase(world, each)).filter((each) => 'expect' in each || 'loadError' in each),
  });
}

/** A document of turns that states what the oracle decides of them. */
export function documentOfTurns(world: WorldData, turns: readonly TurnsData[]): string {
  return textOf(world, { turns: turns.map((each) => statedTurns(world, each)) });
}

function textOf(world: WorldData, parts: object): string {
  return JSON.stringify({ format: 'expressions/1', world, ...parts });
}

function statedCase(world: WorldData, data: CaseData): object {
  const {
    issues: [first],
    values,
    diagnostics,
    whatIf,
  } = decideCase(world, data);
  return {
    ...data,
    ...(first === undefined ? {} : { loadError: first }),
    ...(values === undefined
      ? {}
      : {
          expect: values,
          diagnostics:
            data.policy === 'compat' ? {} : { overflow: diagnostics?.overflow, 'div-zero': diagnostics?.divZero },
        }),
    ...(data.whatIf === undefined
      ? {}
      : { whatIf: { ...data.whatIf, ...(whatIf === undefined ? {} : { expect: whatIf }) } }),
  };
}

function statedTurns(world: WorldData, data: TurnsData): object {
  const {
    issues: [first],
    values,
  } = decideTurns(world, data);
  return {
    ...data,
    ...(first === undefined ? {} : { loadError: first }),
    ...(values === undefined ? {} : { expect: values }),
  };
}
