// A game whose players decide: the duel of duel.yaml, played by two random agents. A copy taken in the midst of a
// decision goes on by itself.
// Run it with `node examples/play-duel.mjs` after `npm run build`.
import { readFileSync } from 'node:fs';
import { createWorld, defineContent } from 'edict';
import { playOut, randomAgent, replay } from 'edict/play';
import { parse } from 'yaml';

const scenario = parse(readFileSync(new URL('duel.yaml', import.meta.url), 'utf8'));
const content = defineContent(scenario.content);

/** The world as the scenario has it; what refers to others is set when all are there. */
function dealtWorld() {
  const world = createWorld(content, { seed: 'embed' });
  for (const { name, kind, class: className, in: home, values: { foe, ...values } = {} } of scenario.world.objects) {
    world.spawn({
      name,
      values,
      ...(kind === undefined ? { class: className } : { kind }),
      ...(home === undefined ? {} : { place: { in: world.find(home) } }),
    });
  }
  for (const { name, values } of scenario.world.objects)
    if (values?.foe !== undefined) world.set(world.find(name), 'foe', world.find(values.foe));
  for (const [role, name] of Object.entries(scenario.world.roles)) world.relations.setRole(role, world.find(name));
  return world;
}

const agents = () => [randomAgent('left'), randomAgent('right')];

// All at once, written down.
const world = dealtWorld();
const game = playOut(world, agents(), { log: true });
console.log(
  `over after ${game.ticks} turns and ${game.decisions} decisions; the loser is ${world.nameOf(world.questions.evaluate("role('loser')"))}`,
);

// The same decisions lead to the same state.
replay(dealtWorld(), game.log);
console.log(`played again: state ${game.log.hash}`);

// Stopped in the midst of a turn: what has to be decided is part of the state.
const stopped = dealtWorld();
const [left, right] = agents();
playOut(stopped, [left, right], { decisions: 50 });
const { player, kind, options } = stopped.events.decision;
console.log(`decision 51, ${kind} of ${stopped.nameOf(player)}: ${options.map(({ name }) => name).join(', ')}`);
const snapshot = stopped.snapshot();

// A copy goes on from there, whatever has become of the world that it was taken of.
playOut(stopped, [left, right]);
const copy = dealtWorld();
copy.restore(snapshot);
game.log.decisions.slice(50).forEach(({ index }) => {
  playOut(copy, () => index, { decisions: 1 });
});
console.log(`stopped and gone on: ${stopped.hash() === game.log.hash}; the copy: ${copy.hash() === game.log.hash}`);
