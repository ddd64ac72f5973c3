import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, oneSentence } from './run-cli.js';
import { folderWith } from './files.js';

/** The first rule reads a meter that the second writes later in the turn. */
const supply = `format: edict-scenario/1
content:
  meters: { supplied: { reset: true }, health: { default: 5 } }
  kinds: { planet: { meters: [supplied, health] } }
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
asked when it had its turn, in the phase meters at priority 50

activation
  false  source.supplied > 0
           source.supplied was 0
             written before: 3 → 0 by reset
             written later: 0 → 3 by world/supply of Terra (#1), priority 200

source.supplied was written later in the turn, by world/supply; give this rule a priority above 200 to see it.
`);
  });

  it('shows what leaves nobody in a scope', async () => {
    const { out } = await cli(['why-not', 'world/flood', 'Terra', file()]);
    expect(out).toBe(`world/flood of Terra (#1) in turn 1: active, with no object in its scope
asked when it had its turn, in the phase meters at priority 100

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

  it('names what is like an unknown rule', async () => {
    const { code, error } = await cli(['why-not', 'world/grwth', 'Terra', file()]);
    expect(code).toBe(1);
    expect(error).toMatch(oneSentence);
    expect(error).toContain('did you mean `world/growth`?');
  });
});
