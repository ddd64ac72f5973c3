import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, oneSentence } from './run-cli.js';
import { folderWith } from './files.js';

/** The first rule reads a meter that the second writes later in the turn. */
const supply = `format: edict-scenario/1
content:
  meters: { supplied: { reset: true }, health: { default: 5 } }
  kinds: { planet: { meters: [supplied, health], flags: { fit: self.health > 5 } } }
  classes:
    world:
      kind: planet
      groups:
        - name: growth
          priority: 50
          activation: source.supplied > 0
          scope: { include: target == source }
          effects: [{ meter: health, add: 1 }]
        - name: supply
          priority: 200
          scope: { include: target == source }
          effects: [{ meter: supplied, add: 3 }]
        - name: flood
          scope: { include: target.kind == planet && target.health > 7 }
          effects: [{ meter: health, add: -1 }]
world:
  objects: [{ name: Terra, class: world }, { name: Mars, class: world }]
cases: [{ name: runs, steps: [{ run: 1 }] }]
`;

function file(): string {
  return join(folderWith({ 'supply.yaml': supply }), 'supply.yaml');
}

describe('edict why-not', () => {
  it('shows what a rule met when it had its turn, and who wrote it later', async () => {
    const { code, out, error } = await cli(['why-not', 'world/growth', 'Terra', file(), '--turns', '2']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toBe(`world/growth of Terra (#1) in turn 2: not active
place in the turn: phase meters, priority 50

activation
  false  source.supplied > 0
           source.supplied was 0
             written before: 3 → 0 by reset
             written later: 0 → 3 by world/supply of Terra (#1), priority 200

source.supplied was written later in the turn, by world/supply; give this rule a priority above 200 to see it.
`);
  });

  it('shows what a growth formula read, and what it gave', async () => {
    const grown = supply.replace('health: { default: 5 }', 'health: { default: 5, growth: "value + self.supplied" }');
    const folder = folderWith({ 'grown.yaml': grown });
    const { out } = await cli(['why-not', 'growth health', 'Terra', join(folder, 'grown.yaml')]);
    expect(out).toBe(`growth health of Terra (#1) in turn 1: grew
evaluated before anything grew

growth
  8  value + self.supplied
           self.health was 5
             written later: 5 → 8 by growth
           self.supplied was 3
             written before: 0 → 3 by world/supply of Terra (#1), phase meters, priority 200

It wrote
  health of Terra (#1): 5 → 8
`);
  });

  it('advises no priority where another condition fails whatever comes later', async () => {
    const both = supply.replace('source.supplied > 0', '[source.supplied > 0, source.seed > 3]');
    const text = both
      .replace('health: { default: 5 } }', 'health: { default: 5 }, seed: {} }')
      .replace('[supplied, ', '[supplied, seed, ');
    const { out } = await cli(['why-not', 'world/growth', 'Terra', join(folderWith({ 'a.yaml': text }), 'a.yaml')]);
    expect(out).toContain('written later: 0 → 3 by world/supply');
    expect(out).toContain('false  source.seed > 3');
    expect(out).not.toContain('give this rule a priority');
  });

  it('says how to ask about the growth of a meter', async () => {
    const grown = join(
      folderWith({ 'grown.yaml': supply.replace('default: 5', 'default: 5, growth: value + 1') }),
      'grown.yaml',
    );
    const { error } = await cli(['why-not', 'growth', 'health', grown]);
    expect(error).toMatch(oneSentence);
    expect(error).toContain('write "growth METER" in one pair of quotes, such as "growth health"');
    const { code, error: without } = await cli(['why-not', 'growth health', grown]);
    expect(code).toBe(2);
    expect(without).toContain('edict why-not needs the object that has the meter; name it after "growth health"');
  });

  it('shows what leaves nobody in a scope', async () => {
    const { out } = await cli(['why-not', 'world/flood', 'Terra', file()]);
    expect(out).toBe(`world/flood of Terra (#1) in turn 1: active, with no object in its scope
place in the turn: phase meters, priority 100

  scope    condition              objects left
  include  target.kind == planet             2
  include  target.health > 7                 0
`);
  });

  it('takes a target, also beside the file of a scenario', async () => {
    const { out } = await cli(['why-not', 'world/flood', 'Terra', 'Mars', file(), '--json']);
    expect(JSON.parse(out)).toMatchObject({
      rule: 'world/flood',
      outcome: 'not in scope',
      source: { id: 1, name: 'Terra' },
      target: { id: 2, name: 'Mars' },
      clauses: [
        { part: 'include', text: 'target.kind == planet', answer: 'true' },
        {
          part: 'include',
          text: 'target.health > 7',
          answer: 'false',
          reads: [{ text: 'target.health', value: 5, object: 2, column: 'health', written: null, later: [] }],
        },
      ],
    });
  });

  it('shows what a rule that fired has written', async () => {
    const { out } = await cli(['why-not', 'world/supply', 'Mars', file()]);
    expect(out).toContain('world/supply of Mars (#2) in turn 1: fired on 1 object\n');
    expect(out).toContain('\nIt wrote\n  supplied of Mars (#2): 0 → 3\n');
  });

  it('does not advise a priority where the phases differ, and gives ids of objects', async () => {
    const content = `format: edict-scenario/1
content:
  meters: { food: { default: 5 } }
  properties: { stock: {}, friend: { type: reference } }
  kinds: { farm: { meters: [food], properties: [stock, friend] } }
  classes:
    farm:
      kind: farm
      groups:
        - { name: eat, activation: source.stock > 2, scope: { include: target == source }, effects: [{ meter: food, add: 1 }] }
        - { name: store, scope: { include: target == source }, effects: [{ property: stock, set: 3 - source.stock }] }
        - { name: greet, activation: source.friend != null, scope: { include: target == source }, effects: [{ property: friend, set: source }] }
        - { name: leave, activation: turn > 1 && source.friend == source, scope: { include: target == source }, effects: [{ destroy: true }] }
world:
  objects: [{ name: A, class: farm }, { name: B, class: farm, values: { friend: A } }]
cases: [{ name: runs, steps: [{ run: 1 }] }]
`;
    const path = join(folderWith({ 'farm.yaml': content }), 'farm.yaml');
    const { out } = await cli(['why-not', 'farm/eat', 'A', path]);
    expect(out).toContain('written later: 0 → 3 by farm/store of A (#1), phase actions, priority 100');
    expect(out).toContain(
      'by farm/store in the phase actions; this rule, in the phase meters, can see it in the next turn',
    );
    const greeted = await cli(['why-not', 'farm/greet', 'B', path, '--json']);
    expect(JSON.parse(greeted.out)).toMatchObject({
      outcome: 'fired',
      clauses: [{ reads: [{ text: 'source.friend', value: 1, isObject: true, later: [{ before: 1, after: 2 }] }] }],
      writes: [{ object: 2, column: 'friend', before: 1, after: 2, source: 2 }],
    });
    // B is gone then.
    const gone = await cli(['why-not', 'farm/leave', 'B', path, '--turns', '2']);
    expect(gone).toMatchObject({ code: 0, error: '' });
    expect(gone.out).toContain('farm/leave of #2 (gone) in turn 2: fired on 1 object');
  });

  it.each([
    [['world/growth', 'nofile.yaml'], 1, 'nofile.yaml does not exist'],
    [
      ['world/growth', '{file}'],
      2,
      'needs the object that carries the rule; name it after "world/growth"; objects of class world carry it: Terra (#1), Mars (#2)',
    ],
    [['growth', '{file}'], 1, '"growth" alone does not say which; this content has no meter with growth'],
    [['rule', 'Terra', '{file}'], 1, 'write "rule CLASS/GROUP" in one pair of quotes, such as "rule world/growth"'],
    [['self.health > 3', 'Terra', 'Mars', '{file}'], 2, 'one object too many for the expression'],
    [['self.health >', 'Terra', '{file}'], 1, 'self.health >'],
    [['flood', 'Terra', '{file}'], 1, 'did you mean `world/flood`?'],
    [['fit', 'Terra', '{file}'], 1, 'did you mean `self.fit`?'],
    [['supplied', 'Terra', '{file}'], 1, 'is a meter or property without growth; use explain'],
    [[], 2, 'needs <name>'],
    [['world/growth', 'Terra', 'nofile.yaml'], 1, 'nofile.yaml does not exist'],
    [['nofile.yaml', 'world/growth', 'Terra'], 2, 'is not the last argument; name it last'],
    [['world/growth', 'Terra', 'Mars', 'Pluto'], 2, 'is no file of a scenario'],
  ])('refuses %j', async (args, code, hint) => {
    const found = await cli(['why-not', ...args.map((arg) => (arg === '{file}' ? file() : arg))]);
    expect(found).toMatchObject({ code, out: '' });
    expect(found.error).toMatch(oneSentence);
    expect(found.error).toContain(hint);
  });

  it('names what is like an unknown rule', async () => {
    const { code, error } = await cli(['why-not', 'world/grwth', 'Terra', file()]);
    expect(code).toBe(1);
    expect(error).toMatch(oneSentence);
    expect(error).toContain('did you mean `world/growth`?');
  });
});

/** Everything that can be asked about but rules. */
const town = `format: edict-scenario/1
content:
  enumerations: { plan: [rest, work] }
  properties: { water: { type: integer }, dam: { type: boolean }, plan: { type: plan } }
  roles: [mayor]
  variables: { pace: { type: number, default: 3 } }
  kinds: { well: { properties: [water, dam, plan], variables: [pace] } }
  classes:
    well: { kind: well, modifiers: [{ variable: pace, label: heavy, add: 2, when: self.dam }] }
  flows: [{ name: drizzle, carrier: well, limited: water, amount: 5, limit: 12, active: "!self.dam" }]
  triggers: [{ name: flood, when: mayor.water > 9, do: [{ property: dam, set: true, direct: mayor }] }]
  occurrences: { rain: {} }
  abilities: [{ name: flood, class: trait, on: rain, do: [{ tell: wet }] }]
  environment:
    name: town
    agents: { of: well, count: 1 }
    turns: 9
    capacity: 31
    observation: { own: { values: { water: agent.water } } }
    actions: { plan: { property: plan, allowed: choice == rest || agent.water > 50 } }
    reward: agent.water
world: { objects: [{ name: A, class: well }, { name: B, class: well, values: { dam: true } }], roles: { mayor: A } }
cases: [{ name: runs, steps: [{ run: 1 }] }]
`;

describe('edict why-not of other things than rules', () => {
  const town1 = () => join(folderWith({ 'town.yaml': town }), 'town.yaml');

  it.each([
    [
      ['drizzle', 'B'],
      `flow drizzle of B (#2) in turn 1: not active
tested before anything flowed: limited, amount 5, limit 12
1 time, 1 receiver, 0 active, 0 targets

active, of the receiver
  false  !self.dam
           self.dam was true

values
           self.water was 0
`,
    ],
    [
      ['pace', 'A'],
      `pace of A (#1) after turn 1: 3, since no modifier changes it
it begins with 3

  modifier  does   carrier  amount
  heavy     add 2  A (#1)   skipped

when, of heavy
  false  self.dam
`,
    ],
    [
      ['self.water > 4 && self.dam', 'A'],
      `self.water > 4 && self.dam of A (#1) after turn 1: false
  true   self.water > 4
           self.water was 5
             written before: 0 → 5 by drizzle of A (#1), phase flows
  false  self.dam
`,
    ],
    [
      ['plan', 'A'],
      `order plan of A (#1) after turn 1: offered
1 object in slots

rest: allowed
  true   choice == rest || agent.water > 50
           agent.water was 5
             written before: 0 → 5 by drizzle of A (#1), phase flows

work: not allowed
  false  choice == rest || agent.water > 50
           agent.water was 5
             written before: 0 → 5 by drizzle of A (#1), phase flows
`,
    ],
    [
      ['trigger flood'],
      `trigger flood in turn 1: not true
tested in the sweep of the turn, test 1 of 1, armed

when
  false  mayor.water > 9
           mayor.water was 5
             written before: 0 → 5 by drizzle of A (#1), phase flows
           mayor was A (#1)
`,
    ],
    [
      ['ability flood'],
      `ability flood in turn 1: nothing that it answers happened
it answers rain at the point \`after\`, in step B; 0 occurrences reached it, 0 answered
`,
    ],
  ])('shows %j', async (args, out) => {
    expect(await cli(['why-not', ...args, town1()])).toEqual({ code: 0, error: '', out });
  });

  it('gives ids in JSON', async () => {
    const json = async (...args: readonly string[]): Promise<unknown> =>
      JSON.parse((await cli(['why-not', ...args, town1(), '--json'])).out);
    expect(await json('trigger flood')).toMatchObject({ of: 'trigger', outcome: 'not true', subject: null });
    expect(await json('ability flood')).toMatchObject({ of: 'ability', outcome: 'no occurrence', occurrence: null });
    expect(await json('drizzle', 'A')).toMatchObject({
      of: 'flow',
      object: { id: 1, name: 'A' },
      writes: [{ object: 1, column: 'water', source: 1 }],
    });
    expect(await json('pace', 'A')).toMatchObject({ of: 'variable', object: { id: 1 }, modifiers: [{ carrier: 1 }] });
    expect(await json('plan', 'A')).toMatchObject({
      of: 'order',
      object: { id: 1 },
      choices: [{ choice: 'rest' }, {}],
    });
    expect(await json('self.water', 'A')).toMatchObject({ of: 'expression', value: 5, reads: [{ object: 1 }] });
  });

  it('asks for a qualified name where several things have one', async () => {
    const { code, error } = await cli(['why-not', 'flood', town1()]);
    expect(code).toBe(1);
    expect(error).toContain('2 things are called "flood"; ask about "trigger flood" or "ability flood"');
  });
});
