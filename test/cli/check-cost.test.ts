import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from './run-cli.js';
import { folderWith } from './files.js';

/** Each ship refuels all ships: 100 × 100 effects. */
const content = (budget = '', count = '1') => `meters: { fuel: { default: 3 } }
kinds: { dock: {}, ship: { meters: [fuel] } }
${budget}
classes:
  tanker:
    kind: ship
    groups:
      - { name: refuel, scope: { include: target.kind == ship }, effects: [{ meter: fuel, add: 1 }] }
      - { name: burn, scope: { include: target == source }, effects: [{ meter: fuel, add: -1 }] }
  yard:
    kind: dock
    groups:
      - { name: build, scope: { include: target == source }, effects: [{ create: tanker, count: ${count} }] }
`;

const scenario = `format: edict-scenario/1
name: fleet
content:
${content()
  .split('\n')
  .map((line) => `  ${line}`)
  .join('\n')}
world:
  objects:
    - { name: A, class: tanker }
    - { name: B, class: tanker }
    - { name: C, class: yard }
cases: [{ name: begins, steps: [{ run: 1 }] }]
`;

function fileWith(text: string): string {
  return join(folderWith({ 'a.yaml': text }), 'a.yaml');
}

async function costs(text: string, ...options: readonly string[]) {
  const { code, out, error } = await cli(['check', fileWith(text), '--cost', '--json', ...options]);
  expect(error).toBe('');
  const { costs: found, errors, warnings } = JSON.parse(out) as CheckJson;
  return { code, cost: found[0], errors, warnings };
}

interface CheckJson {
  readonly errors: readonly { readonly code: string; readonly line: number; readonly message: string }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly costs: readonly {
    readonly rules: readonly (Readonly<Record<string, unknown>> & { readonly rule: string })[];
    readonly bounded: Readonly<Record<string, number>>;
    readonly ran: Readonly<Record<string, number>> | null;
  }[];
}

describe('edict check --cost', () => {
  it('bounds what each rule and all together count in a stated world', async () => {
    const { code, cost } = await costs(content(), '--count', 'ship=100');
    expect(code).toBe(0);
    expect(cost.rules).toMatchObject([
      { rule: 'tanker/refuel', tests: 10_000, visits: 0, effects: 10_000, created: 0, unbounded: null },
      { rule: 'tanker/burn', tests: 100, effects: 100 },
      { rule: 'yard/build', tests: 0, effects: 0, created: 0 },
    ]);
    expect(cost.bounded).toEqual({ tests: 10_100, visits: 0, effects: 10_100, created: 0 });
  });

  it('counts classes less than their kind, and births for the rules after them', async () => {
    const { cost } = await costs(content(), '--count', 'ship=100', '--count', 'tanker=10', '--count', 'yard=2');
    // Meters come before births; both docks are yards.
    expect(cost.rules).toMatchObject([
      { rule: 'tanker/refuel', tests: 1020, effects: 1000 },
      { rule: 'tanker/burn', tests: 10 },
      { rule: 'yard/build', tests: 2, effects: 2, created: 2 },
    ]);
  });

  it('shows a table with the sum and the budget last', async () => {
    const text = content('budget: { world: { ship: 100 }, turn: { tests: 20000 } }');
    const { code, out } = await cli(['check', fileWith(text), '--cost']);
    expect(code).toBe(0);
    const lines = out.trim().split('\n').slice(-7);
    expect(lines[0]).toBe('   for at most 100 objects: ship 100');
    expect(lines.slice(1).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['rule', 'tests', 'visits', 'effects', 'created', 'share', 'most expensive'],
      ['tanker/refuel', '10,000', '0', '10,000', '0', '99 %', 'scope: target.kind == ship'],
      ['tanker/burn', '100', '0', '100', '0', '1 %', 'scope: target == source'],
      ['yard/build', '0', '0', '0', '0', '0 %'],
      ['all rules', '10,100', '0', '10,100', '0'],
      ['budget of a turn', '20,000'],
    ]);
  });

  it('shows what a run counted beside the bounds', async () => {
    const { cost } = await costs(scenario, '--turns', '3');
    // After two turns there are four tankers: the bound is for the last turn, which reaches it.
    expect(cost.ran).toEqual({ turns: 3, tests: 25, visits: 0, effects: 21, created: 1 });
    expect(cost.bounded).toEqual({ tests: 25, visits: 0, effects: 21, created: 1 });
    expect(cost.rules[0]).toMatchObject({ rule: 'tanker/refuel', ran: { tests: 20, effects: 16 } });
  });

  it('takes the world of a scenario as it begins', async () => {
    const { cost } = await costs(scenario);
    expect(cost.ran).toBeNull();
    expect(cost.bounded).toEqual({ tests: 9, visits: 0, effects: 7, created: 1 });
  });

  it.each([
    [[], 2, '--cost needs a world'],
    [['--count', 'shop=3'], 1, 'there is no kind, class or network "shop"; did you mean `ship`?'],
    [['--count', 'ship=-1'], 2, 'give a whole number from 0 to 16777215'],
  ])('refuses %j', async (options, exit, said) => {
    const { code, error } = await cli(['check', join(folderWith({ 'a.yaml': content() })), '--cost', ...options]);
    expect(code).toBe(exit);
    expect(error).toContain(said);
  });
});

it('asks for counts, too, if the one file is content whose worlds begin empty', async () => {
  const { code, error } = await cli(['check', fileWith(content()), '--cost']);
  expect(code).toBe(2);
  expect(error).toContain('--cost needs a world: give counts');
});

describe('a budget in edict check', () => {
  it('is an error for the sum of all rules, though each keeps to it', async () => {
    const { code, errors } = await costs(
      content('budget: { world: { ship: 100 }, turn: { tests: 10050 }, rule: { tests: 10000 } }'),
    );
    expect(code).toBe(1);
    expect(errors).toMatchObject([{ code: 'over-budget', line: 3 }]);
    expect(errors[0].message).toBe(
      'all rules together may test 10,100 objects in scopes in a turn, expected at most 10,050 by `budget.turn.tests`; the most: `tanker/refuel` 10,000, `tanker/burn` 100, `yard/build` 0',
    );
  });

  it('is an error at a rule that exceeds it, and of no other', async () => {
    const { errors } = await costs(content('budget: { world: { ship: 100 }, rule: { effects: 9999 } }'));
    expect(errors).toMatchObject([{ code: 'over-budget', line: 8 }]);
  });

  it('is kept at the bound itself, and judged for other counts that are given', async () => {
    const text = content('budget: { world: { ship: 100 }, turn: { tests: 10100, effects: 10100 } }');
    expect((await costs(text)).errors).toEqual([]);
    expect((await costs(text, '--count', 'ship=101')).errors).toHaveLength(2);
  });

  it('leaves what has no bound to the run, with a warning', async () => {
    const { errors, warnings, cost } = await costs(
      content('budget: { world: { dock: 1 }, turn: { created: 5 } }', 'source.age * 2')
        .replace('dock: {}', 'dock: { meters: [fuel] }')
        .replace('source.age', 'source.fuel'),
    );
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'unbounded-work' }]);
    expect(cost.rules.find(({ rule }) => rule === 'yard/build')).toMatchObject({ created: null });
  });

  it('names what it does not know', async () => {
    const { errors } = await costs(content('budget: { world: { shop: 100 } }'));
    expect(errors).toMatchObject([{ code: 'unknown-name', line: 3 }]);
    expect(errors[0].message).toBe('`shop` is no kind, class or network, expected the name of one');
  });
});
