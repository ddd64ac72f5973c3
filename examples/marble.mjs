import { createWorld, defineContent } from 'edict';
import { createBatch } from 'edict/batch';

const program = defineContent({
  enumerations: { way: ['left', 'right'] },
  properties: { tilt: { type: 'way' }, place: {}, speed: {} },
  kinds: { marble: { faction: true, properties: ['tilt', 'place', 'speed'] } },
  classes: { glass: { kind: 'marble' } },
  environment: {
    name: 'marble',
    agents: { of: 'marble', count: 1 },
    turns: 100,
    capacity: 31,
    observation: { marble: { values: { place: 'agent.place', speed: 'agent.speed' } } },
    actions: { tilt: { property: 'tilt' } },
    reward: '-abs(agent.place)',
    terminated: 'objects(marble).filter(m, abs(m.place) > 1).count() > 0',
  },
});

function start() {
  const world = createWorld(program);
  world.spawn({ class: 'glass' });
  return world;
}

const hostRules = {
  size: 2, // numbers of an instance
  begin(numbers, at, draw) {
    numbers[at] = draw() - 0.5;
  },
  turn(numbers, actions) {
    for (let i = 0; i < actions.length; i++) {
      numbers[i * 2 + 1] += 0.1 * Math.sin([0, -0.2, 0.2][actions[i]]);
      numbers[i * 2] += numbers[i * 2 + 1];
    }
  },
  show(numbers, { observations, rewards, terminated }) {
    observations.set(numbers);
    for (let i = 0; i < terminated.length; i++) {
      rewards[i] = -Math.abs(numbers[i * 2]);
      terminated[i] = rewards[i] < -1 ? 1 : 0;
    }
  },
};

const batch = createBatch({ program, start, hostRules }, { instances: 64 });
for (const [policy, tilt] of [
  ['left', () => 1],
  ['against', ([place, speed]) => (place + 3 * speed > 0 ? 1 : 2)],
]) {
  batch.reset(0);
  let turns = 0;
  for (let turn = 0; turn < 1_000; turn++) {
    for (let i = 0; i < 64; i++) batch.actions[i] = tilt(batch.observations.subarray(i * 2, i * 2 + 2));
    batch.step();
    for (let i = 0; i < 64; i++)
      if (batch.terminated[i] + batch.truncated[i] > 0) turns = Math.max(turns, batch.turns[i]);
  }
  console.log(`tilted ${policy}, a marble lies for ${turns} turns at most`);
}
batch.close();
