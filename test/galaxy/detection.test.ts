import { beforeAll, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Program } from '../../src/ir/rule.js';
import { detect } from '../../src/galaxy/detection.js';
import { foundEmpire } from '../../src/galaxy/settle-empires.js';
import { loadGalaxy } from '../../src/galaxy/load-galaxy.js';
import { createWorld } from '../../src/world.js';
import type { Handle, PlaceOption, World } from '../../src/world/api.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { heavy } from '../support/heavy.js';

let program: Program;
beforeAll(() => {
  program = loadGalaxy();
});

/** A few empires with what they own and what is wild, some of it in one place; all has been seen by somebody before. */
function smallWorld(seed: number): World {
  const choices = choicesOf(seed);
  const world = createWorld(program, { seed });
  world.spawn({ class: 'nature' });
  const empires = Array.from(
    { length: choices.between(1, 5) },
    (_, i) => foundEmpire(world, { name: `Empire ${i}`, homeEnvironment: 'terran', studying: null }).handle,
  );
  const point = (): { readonly x: number; readonly y: number } => ({ x: choices.below(200), y: choices.below(200) });
  const systems = Array.from({ length: choices.between(2, 6) }, () => world.spawn({ kind: 'system', place: point() }));
  const anywhere = (): PlaceOption =>
    choices.pick([
      { in: choices.pick(systems) },
      { in: choices.pick(systems) },
      { lane: [systems[0], systems[1]], fraction: 0.4 },
      point(),
      null,
    ]);
  const owner = (): Handle | null => (choices.oneIn(3) ? null : choices.pick(empires));
  for (let i = choices.between(0, 30); i > 0; i--) {
    const values = { detection: choices.pick([0, 0, 20, 35.5, 60, 300]), stealth: choices.pick([0, 5, 15, 40]) };
    const made = choices.oneIn(3)
      ? world.spawn({
          kind: 'planet',
          owner: owner(),
          place: { in: choices.pick(systems) },
          values: { ...values, size: 'medium' },
        })
      : world.spawn({ class: choices.pick(['scout', 'mote']), owner: owner(), place: anywhere(), values });
    if (choices.oneIn(2)) world.relations.setVisible(choices.pick(empires), made, true);
  }
  world.spawn({ class: 'nebula', place: point() });
  return world;
}

/**
 * Whether an empire is to see something: one of its own, or what one of its eyes reaches; what is nowhere stays as it
 * was.
 */
function sees(world: World, empire: Handle, object: Handle, before: boolean): boolean {
  const at = world.positionOf(object);
  if (world.ownersOf(object).includes(empire)) return true;
  if (at === null) return before;
  return world.query().some((eye) => {
    const from = world.positionOf(eye);
    const far = Number(world.get(eye, 'detection') ?? 0) - Number(world.get(object, 'stealth') ?? 0);
    const looks =
      Number(world.get(eye, 'detection') ?? 0) > 0 &&
      world.ownersOf(eye).length === 1 &&
      world.ownersOf(eye)[0] === empire;
    return looks && from !== null && far >= 0 && (from.x - at.x) ** 2 + (from.y - at.y) ** 2 <= far ** 2;
  });
}

it('empires see what their eyes reach, and nothing else', () => {
  let [visible, hidden] = [0, 0];
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const world = smallWorld(seed);
      const pairs = world
        .query({ kind: 'empire' })
        .flatMap((empire) =>
          world.query().map((object) => ({ empire, object, before: world.relations.isVisible(empire, object) })),
        );
      detect(world);
      for (const { empire, object, before } of pairs) {
        const wanted = sees(world, empire, object, before);
        expect(world.relations.isVisible(empire, object), `${world.nameOf(empire)} and object ${object}`).toBe(wanted);
        if (wanted) visible++;
        else hidden++;
      }
    }),
    propertyRuns(60),
  );
  expect(Math.min(visible, hidden)).toBeGreaterThan(heavy(100, 300));
});
