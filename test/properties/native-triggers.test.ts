import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';
import type { ExecutorName, World } from '../../src/world/api.js';
import { heavy } from '../support/heavy.js';

/** What the host does before a turn. */
interface HostAction {
  readonly does: 'nothing' | 'set' | 'bind' | 'unbind' | 'destroy' | 'spawn';
  readonly object: number;
  readonly value: number;
}

const role = fc.constantFrom('capital', 'hero');
const small = fc.integer({ min: -2, max: 8 });
const comparison = fc.constantFrom('<', '>=', '==', '!=');
const number = fc.oneof(
  role.map((name) => `${name}.health`),
  role.map((name) => `${name}.rank`),
  fc.constantFrom('time', 'turn', 'time % 4'),
  fc.constantFrom(
    'objects(unit).count()',
    'objects(unit).sum(u, u.health)',
    'owned(capital, unit).filter(u, u.rank > 2).count()',
  ),
  fc.tuple(role, role).map(([a, b]) => `(${a}.health - ${b}.rank)`),
);
const leaf = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(number, comparison, small).map(([left, sign, right]) => `${left} ${sign} ${right}`),
  },
  role.map((name) => `has(${name})`),
  fc.constantFrom('capital == hero', 'hero.owner == capital', 'objects(unit).exists(u, u != hero && u.health > 3)'),
);
const condition = fc.letrec<{ readonly tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.tuple(tie('tree'), fc.constantFrom('&&', '||'), tie('tree')).map(([a, sign, b]) => `(${a} ${sign} ${b})`),
    tie('tree').map((inner) => `!(${inner})`),
  ),
})).tree;
const action: fc.Arbitrary<HostAction> = fc.record({
  does: fc.constantFrom('nothing', 'set', 'bind', 'unbind', 'destroy', 'spawn'),
  object: fc.nat({ max: 5 }),
  value: small,
});

function open(when: string, executor: ExecutorName): World {
  const told = (name: string) => [{ tell: name }];
  const content = defineContent({
    meters: { health: { default: 3, growth: '(value + self.rank) % 7' } },
    properties: { rank: { type: 'integer', default: 1 } },
    roles: ['capital', 'hero'],
    kinds: { side: { faction: true, meters: ['health'] }, unit: { meters: ['health'], properties: ['rank'] } },
    triggers: [
      { name: 'once', when, do: told('once') },
      { name: 'rise', when, looks: 'rise', do: told('rise') },
      { name: 'always', when, persistent: true, do: told('always') },
      { name: 'rises', when, looks: 'rise', persistent: true, do: told('rises') },
      { name: 'third', when, every: 3, persistent: true, do: told('third') },
    ],
  });
  const world = createWorld(content, { executor, seed: 'triggers' });
  const side = world.spawn({ kind: 'side' });
  const units = [0, 1, 2].map((rank) =>
    world.spawn({ kind: 'unit', owner: rank === 1 ? null : side, values: { rank, health: 2 * rank } }),
  );
  world.relations.setRole('capital', side);
  world.relations.setRole('hero', units[0]);
  return world;
}

function act(world: World, { does, object, value }: HostAction): void {
  const units = world.query({ kind: 'unit' });
  const unit = units.at(object % Math.max(units.length, 1));
  if (does === 'spawn') world.spawn({ kind: 'unit', values: { rank: value } });
  if (does === 'unbind') world.relations.setRole('hero', null);
  if (unit === undefined) return;
  if (does === 'set') world.set(unit, 'health', value);
  if (does === 'bind') world.relations.setRole(value > 5 ? 'capital' : 'hero', unit);
  if (does === 'destroy') world.destroy(unit);
}

/** Names of the triggers that fire, turn by turn, and when their condition was true. */
function play(
  when: string,
  actions: readonly HostAction[],
  executor: ExecutorName,
): { readonly fired: readonly (readonly string[])[]; readonly wasTrue: readonly boolean[]; readonly hash: string } {
  const world = open(when, executor);
  const fired: string[][] = [];
  const wasTrue: boolean[] = [];
  world.triggers.hear((event) => {
    if (event.kind === 'message') fired.at(-1)?.push(event.message.text);
  });
  for (const each of actions) {
    act(world, each);
    fired.push([]);
    world.step();
    wasTrue.push(world.triggers.isTrue('always'));
  }
  return { fired, wasTrue, hash: world.hash() };
}

describe('triggers of native content', () => {
  test('fire when their conditions say so, whatever the world does', () => {
    fc.assert(
      fc.property(condition, fc.array(action, { minLength: 4, maxLength: 9 }), (when, actions) => {
        const { fired, wasTrue, hash } = play(when, actions, 'compiled');
        const turnsOf = (name: string): readonly number[] =>
          fired.flatMap((names, i) => (names.includes(name) ? [i + 1] : []));
        const turnsTrue = wasTrue.flatMap((isTrue, i) => (isTrue ? [i + 1] : []));
        expect(turnsOf('always')).toEqual(turnsTrue);
        expect(turnsOf('once')).toEqual(turnsTrue.slice(0, 1));
        // At first nothing has been true yet, so that what is true in the first turn has risen in it.
        expect(turnsOf('rise')).toEqual(turnsOf('once'));
        expect(turnsOf('rises')).toEqual(turnsTrue.filter((turn) => !turnsTrue.includes(turn - 1)));
        expect(turnsOf('third')).toEqual(turnsTrue.filter((turn) => turn % 3 === 0));
        expect(play(when, actions, 'reference')).toEqual({ fired, wasTrue, hash });
      }),
      { numRuns: heavy(12, 48) },
    );
  });
});
