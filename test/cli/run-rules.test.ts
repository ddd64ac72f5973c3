import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, oneSentence } from './run-cli.js';
import { folderWith } from './files.js';

const farms = `format: edict-scenario/1
content:
  meters: { food: { default: 5 }, supplied: { reset: true } }
  kinds: { farm: { meters: [food, supplied] }, ruin: {} }
  classes:
    farm:
      kind: farm
      groups:
        - { name: grow, scope: { include: target == source }, effects: [{ meter: food, add: 1 }] }
        - { name: starve, activation: source.supplied > 9, scope: { include: target == source }, effects: [{ meter: food, add: -1 }] }
        - { name: envy, scope: { include: target.kind == farm && target.food > 1000 }, effects: [{ meter: food, add: -1 }] }
        - { name: luck, activation: chance(0.5), scope: { include: target == source }, effects: [{ meter: food, add: 1 }] }
    ruin: { kind: ruin, groups: [{ name: decay, scope: { include: target == source }, effects: [{ destroy: true }] }] }
  triggers:
    - { name: famine, when: time > 1000, do: [{ tell: hunger }] }
    - { name: harvest, when: time > 1, do: [{ tell: harvest }] }
world:
  objects: [{ name: A, class: farm }, { name: B, class: farm }]
cases: [{ name: runs, steps: [{ run: 1 }] }]
`;

const lands = `format: edict-scenario/1
content:
  meters: { food: { default: 5, max: maxFood, growth: value + 1 }, maxFood: { default: 100 } }
  properties: { crime: { type: integer, default: 100 } }
  variables: { yield: {} }
  kinds: { field: { meters: [food, maxFood], properties: [crime], variables: [yield] } }
  classes: { rich: { kind: field, modifiers: [{ variable: yield, add: self.food }] } }
  flows:
    - { name: wind, constant: crime, amount: 1, carrier: { kind: field, where: self.crime > 900 } }
    - { name: time, decay: crime, percent: 10, carrier: field }
world:
  objects: [{ name: A, class: rich }, { name: B, kind: field }]
cases: [{ name: runs, steps: [{ run: 1 }] }]
`;

function file(): string {
  return join(folderWith({ 'farms.yaml': farms }), 'farms.yaml');
}

interface Json {
  readonly rules: readonly { readonly rule: string; readonly state: string; readonly active: number }[];
  readonly seeds?: readonly string[];
  readonly triggers: readonly { readonly name: string; readonly times: number }[];
}

describe('edict run --rules', () => {
  it('shows an exclusion that leaves no target', async () => {
    const text = farms.replace('&& target.food > 1000', ', exclude: target.food < 1000');
    const { out } = await cli(['run', join(folderWith({ 'f.yaml': text }), 'f.yaml'), '--turns', '1', '--rules']);
    expect(out).toContain('exclude target.food < 1000: leaves no target for all 2 sources');
  });

  it('lists rules that did nothing first, with what kept them, and how often triggers fired', async () => {
    const { code, out, error } = await cli(['run', file(), '--turns', '3', '--rules']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const lines = out.slice(out.indexOf('\nrules ') + 1, out.indexOf('\nturns per second')).split('\n');
    const shown = lines.map((line) => line.replace(/ +\d+\.\d{3} +[\d.]+ %/, ' * ').trimEnd());
    expect(shown.map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
      'rules  active  targets  writes  changed  ms  share',
      'no object carries them',
      '  ruin/decay  0  0  0  0 *',
      'never active',
      '  farm/starve  0  0  0  0 *  source.supplied > 9: fails for all 2 sources',
      'active, with nobody in scope',
      '  farm/envy  6  0  0  0 *  target.food > 1000: leaves no target for all 2 sources',
      'at work',
      expect.stringMatching(/^ {2}farm\/(grow {2}6 {2}6 {2}6 {2}6|luck {2}\d {2}\d {2}\d {2}\d) \*$/),
      expect.stringMatching(/^ {2}farm\/(grow {2}6 {2}6 {2}6 {2}6|luck {2}\d {2}\d {2}\d {2}\d) \*$/),
      '',
      'triggers  fired',
      '  famine  never',
      '  harvest  1',
      '',
    ]);
  });

  it('gives them as JSON, by name if wanted', async () => {
    const { out } = await cli(['run', file(), '--turns', '3', '--rules', 'name', '--json']);
    const { rules, triggers } = (JSON.parse(out) as { readonly coverage: Json }).coverage;
    expect(rules.map(({ rule }) => rule)).toEqual(['farm/envy', 'farm/grow', 'farm/luck', 'farm/starve', 'ruin/decay']);
    expect(rules[1]).toMatchObject({ state: 'works', active: 6, targets: 6, fired: 6, wrote: 6, blocked: null });
    expect(triggers).toEqual([
      { name: 'famine', times: 0 },
      { name: 'harvest', times: 1 },
    ]);
  });

  it('sums them over seeds', async () => {
    const { out } = await cli(['run', file(), '--turns', '4', '--rules', '--seeds', '1..5', '--json']);
    const { rules, seeds, triggers } = JSON.parse(out) as Json;
    expect(seeds).toEqual(['1', '2', '3', '4', '5']);
    expect(rules.find(({ rule }) => rule === 'farm/grow')).toMatchObject({ active: 40 });
    expect(triggers).toContainEqual({ name: 'harvest', times: 5 });
    // Each seed has draws of its own.
    const alone = await Promise.all(
      (seeds ?? []).map(async (seed) => {
        const run = await cli(['run', file(), '--turns', '4', '--rules', '--seed', seed, '--json']);
        return (
          (JSON.parse(run.out) as { readonly coverage: Json }).coverage.rules.find(({ rule }) => rule === 'farm/luck')
            ?.active ?? NaN
        );
      }),
    );
    expect(rules.find(({ rule }) => rule === 'farm/luck')?.active).toBe(alone.reduce((sum, each) => sum + each));
    expect(new Set(alone).size).toBeGreaterThan(1);
  });

  it('lists flows, growth formulas and variables too, and sums them over seeds', async () => {
    const land = join(folderWith({ 'land.yaml': lands }), 'land.yaml');
    const { out } = await cli(['run', land, '--turns', '3', '--rules']);
    const lines = out.slice(out.indexOf('\nflows ') + 1, out.indexOf('\nturns per second')).split('\n');
    const shown = lines.map((line) => line.replace(/ +\d+\.\d{3} +[\d.]+ %/, ' * ').trimEnd());
    expect(shown.map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
      'flows  carriers  receivers  targets  changed  ms  share',
      'never carried',
      '  wind  0  0  0  0 *  self.crime > 900: fails for all 2 carriers',
      'at work',
      '  time  6  6  0  6 *',
      '',
      'growth  objects  changed  ms  share',
      'at work',
      '  food  6  6 *',
      '',
      'variables  objects  modified  solved  changed  ms  share',
      'at work',
      '  yield  2  1  3  3 *',
      '',
    ]);
    const summed = await cli(['run', land, '--turns', '3', '--rules', 'name', '--seeds', '1..2', '--json']);
    const report = JSON.parse(summed.out) as Record<string, readonly unknown[]>;
    expect([report.flows[1], report.growths[0], report.variables[0]]).toMatchObject([
      { flow: 'wind', state: 'not carried', candidates: 12, blocked: { part: 'carrier', failed: 2 } },
      { meter: 'food', objects: 12, changed: 12 },
      { variable: 'yield', kind: 'field', state: 'works', objects: 4, modified: 2, solved: 6, changed: 6 },
    ]);
  });

  it('says so where no turn has run', async () => {
    const { out } = await cli(['run', file(), '--turns', '0', '--rules', '--seeds', '1..2']);
    expect(out).toContain('no turn has run, so no rule has done anything');
    expect((await cli(['run', file(), '--turns', '0', '--rules'])).out).toContain('no turn has run');
  });

  it.each([
    [['--seeds', '3..1', '--rules'], 'give a range of whole numbers, such as 1..20'],
    [['--seeds', '1..20000', '--rules'], 'give 10,000 seeds at most'],
    [['--seeds', '1..3'], 'give --rules too'],
    [['--rules', 'size'], 'give cost or name'],
  ])('refuses %j', async (argv, hint) => {
    const { code, error } = await cli(['run', file(), ...argv]);
    expect(code).toBe(2);
    expect(error).toMatch(oneSentence);
    expect(error).toContain(hint);
  });
});
