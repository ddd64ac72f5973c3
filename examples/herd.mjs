// Host systems over arrays: hares move, bounce, are born and die. A rule of content feeds them.
// Run it with `node examples/herd.mjs` after `npm run build`.
import { createWorld, defineContent, query } from 'edict';

const content = defineContent({
  meters: { food: { default: 4, growth: 'self.x < 30 ? value + 1 : value - 1' } }, // they graze where x < 30
  properties: { x: { type: 'number' }, y: { type: 'number' } },
  kinds: { hare: { meters: ['food'], properties: ['x', 'y'] }, rock: { properties: ['x', 'y'] } },
});
const world = createWorld(content, { seed: 'herd' });
const position = world.component('position', { x: 'x', y: 'y' }); // of the two properties, which rules read
const velocity = world.component('velocity', { x: 'f64', y: 'f64' }); // arrays of its own

world.addSystem({
  name: 'move',
  phase: 'host',
  query: [position, velocity],
  writes: ['position', 'velocity'],
  run({ ids, components }) {
    const { x, y } = components.position;
    const { x: vx, y: vy } = components.velocity;
    for (const id of ids) {
      x[id] += vx[id];
      y[id] += vy[id];
      if (x[id] < 0 || x[id] > 100) vx[id] = -vx[id];
      if (y[id] < 0 || y[id] > 100) vy[id] = -vy[id];
    }
  },
});

world.addSystem({
  name: 'lives',
  phase: 'host',
  query: ['hare'],
  reads: ['position'],
  writes: ['food'],
  run({ ids, columns: { food }, components: { position: at }, commands, random }) {
    commands.destroyMany(ids.filter((id) => food[id] <= 0));
    const mothers = [...ids].filter((id) => food[id] >= 16);
    for (const id of mothers) food[id] -= 8;
    commands.spawnMany({
      kind: 'hare',
      count: mothers.length,
      values: { x: mothers.map((id) => at.x[id]), y: mothers.map((id) => at.y[id]) },
      components: { velocity: { x: mothers.map(() => 6 * random() - 3), y: mothers.map(() => 6 * random() - 3) } },
    });
  },
});

world.spawn({ kind: 'rock', values: { x: 20, y: 50 } });
for (let i = 0; i < 100; i++) {
  const speed = { x: 6 * world.random('start') - 3, y: 6 * world.random('start') - 3 };
  world.spawn({ kind: 'hare', values: { x: i, y: 50 }, components: { velocity: speed } });
}

const start = world.snapshot();
for (let i = 0; i < 4; i++) {
  world.run(10);
  console.log(`turn ${world.turn}: ${query(world.ecs(), ['hare']).length} hares`);
}
const hash = world.hash();
world.restore(start);
world.run(40);
console.log(`the same again: ${world.hash() === hash}`);
