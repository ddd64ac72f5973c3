import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openCaseStages } from '../../../../src/content/civ/scenarios/declared-world.js';
import { readScenario, runTurns } from '../../../../src/content/civ/scenarios/civ-format.js';
import { runCase } from '../../../../src/content/civ/scenarios/run-case.js';
import type { CaseData, ScenarioData, TurnsData } from '../../../../src/content/civ/scenarios/scenario-schema.js';
import { runScenarios } from '../../../../src/scenarios/run-scenarios.js';
import { formats } from '../../../support/formats.js';

const file = fileURLToPath(new URL('realm.yaml', import.meta.url));
const realm = scenarioOf(readFileSync(file, 'utf8'));
const { world } = realm;
const stages = openCaseStages(world);

function scenarioOf(text: string): ScenarioData {
  const read = readScenario(file, text);
  if (!read.ok) throw new Error(read.errors.map(({ line, message }) => `${String(line)}: ${message}`).join('\n'));
  return read.scenario;
}

function caseNamed(name: string): CaseData {
  const found = realm.cases.find((each) => each.name.startsWith(name));
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
}

function turnsNamed(name: string): TurnsData {
  const found = realm.turns.find((each) => each.name.startsWith(name));
  if (found === undefined) throw new Error(`no turns ${name}`);
  return found;
}

describe('a realm of our own', () => {
  it.each(realm.cases.map((each) => ({ name: each.name, each })))('$name', ({ each }) => {
    expect(runCase(stages, each)).toBeUndefined();
  });

  it.each(realm.turns.map((each) => ({ name: each.name, each })))('$name', ({ each }) => {
    expect(runTurns(world, each)).toBeUndefined();
  });

  it('is run by the command', () => {
    const [outcome, ...others] = runScenarios([file], formats);
    expect(others).toEqual([]);
    expect(outcome).toEqual({ file, passed: realm.cases.length + realm.turns.length, failures: [] });
  });
});

describe('a case that fails says why', () => {
  it.each<[what: string, change: CaseData, message: string]>([
    [
      'a value',
      { ...caseNamed('mud around'), expect: [50, 8, 47, 41] },
      'far town has 7, expected 8; plot:3,2 has 40, expected 41',
    ],
    ['a condition', { ...caseNamed('nested'), expect: [true, true] }, 'far town has false, expected true'],
    ['a draw', { ...caseNamed('draws'), expect: [5, 2, 2, 2] }, 'game has 5, expected 2'],
    [
      'diagnostics',
      { ...caseNamed('what wraps'), diagnostics: { overflow: 2 } },
      '2 overflows and 2 divisions by zero are counted, expected 2 and 0',
    ],
    ['what it was before', whatIf([{ before: true, after: false }]), 'team:b has false before, expected true'],
    ['what it would be', whatIf([{ before: false, after: true }]), 'team:b has false after, expected true'],
    [
      'an issue that is not expected',
      { ...caseNamed('a misspelt'), loadError: undefined, expect: [], on: [] },
      'the expression has the error unknown-tag at Or/Hass (line 1, column 35 of the XML)',
    ],
    [
      'another issue',
      { ...caseNamed('a misspelt'), loadError: { code: 'arity', path: 'Or', severity: 'error' } },
      'expected the error arity at Or first',
    ],
    [
      'no issue',
      { ...caseNamed('nested'), loadError: { code: 'arity', path: '', severity: 'lint' } },
      'the expression loads without an issue, expected the lint arity at the holder',
    ],
  ])('%s', (_what, change, message) => {
    expect(runCase(stages, change)).toContain(message);
  });

  function whatIf(expected: readonly { readonly before: boolean; readonly after: boolean }[]): CaseData {
    const data = caseNamed('a technology');
    return {
      ...data,
      whatIf: {
        overrides: data.whatIf?.overrides ?? [],
        expect: [...expected, ...(data.whatIf?.expect?.slice(1) ?? [])],
      },
    };
  }

  it.each<[what: string, change: TurnsData, message: string]>([
    [
      'a value',
      { ...turnsNamed('a tithe'), expect: { 'player:b': { PROPERTY_SONG: [0, 11, 20] } } },
      'PROPERTY_SONG of player:b is 10 after turn 2, expected 11',
    ],
    [
      'a sum that should stay',
      { ...turnsNamed('mud flows'), conserves: { PROPERTY_MUD: 49 } },
      'the sum of PROPERTY_MUD over all objects is 50 before the first turn, expected 49',
    ],
    [
      'a sum that does not',
      { ...turnsNamed('a tithe'), expect: undefined, events: [], conserves: { PROPERTY_SONG: 0 } },
      'the sum of PROPERTY_SONG over all objects is 10 after turn 1, expected 0',
    ],
    [
      'another carrier',
      {
        ...turnsNamed('a source'),
        loadError: { carrier: 'global', code: 'arity', path: 'PropertyManipulators/PropertySource', severity: 'error' },
      },
      'is that of BUILDING_MILL, expected of global',
    ],
    [
      'manipulators that do not load',
      { ...turnsNamed('a source'), loadError: undefined },
      'BUILDING_MILL has the error arity at PropertyManipulators/PropertySource',
    ],
  ])('%s of turns', (_what, change, message) => {
    expect(runTurns(world, change)).toContain(message);
  });
});

describe('what cannot be run is refused', () => {
  it('a document that is no XML, with its place', () => {
    expect(() => runCase(stages, { ...caseNamed('nested'), xml: '<Active>\n<Or></Active>' })).toThrow(
      /the expression is no XML: .* \(line 2, column \d+\)/,
    );
  });

  it('a DOCTYPE', () => {
    const xml = '<!DOCTYPE Active [<!ENTITY a "1">]><Active>&a;</Active>';
    expect(() => runCase(stages, { ...caseNamed('nested'), xml })).toThrow('DOCTYPE');
  });

  it('ten thousand elements inside one another', () => {
    const xml = `<Active>${'<Not>'.repeat(10_000)}<Constant>1</Constant>${'</Not>'.repeat(10_000)}</Active>`;
    expect(() => runCase(stages, { ...caseNamed('nested'), xml })).toThrow(/deep/);
  });

  it('an override of what there is not', () => {
    const data = caseNamed('a technology');
    const overrides = [{ object: 'player:b', gom: 'TECH', id: 'TECH_WHEELS', has: true }];
    expect(() => runCase(stages, { ...data, whatIf: { ...data.whatIf, overrides } })).toThrow(
      /no word of TECH "TECH_WHEELS".*TECH_WHEEL\b/,
    );
  });
});
