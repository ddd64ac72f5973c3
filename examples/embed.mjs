// Edict as a library: content as an object, a world, a host system, a few turns, questions.
// Run it with `node examples/embed.mjs` after `npm run build`.
import { createWorld, defineContent } from 'edict';

const content = defineContent({
  meters: {
    maxPopulation: { reset: true },
    population: { default: 1, max: 'maxPopulation', growth: 'approach(value, self.maxPopulation, 2)' },
  },
  properties: { fertility: { type: 'number', default: 3 }, minerals: { type: 'number' } },
  kinds: {
    empire: { faction: true, properties: ['minerals'] },
    planet: { meters: ['population', 'maxPopulation'], properties: ['fertility'] },
    building: { attachesTo: ['planet'] },
  },
  classes: {
    farm: {
      kind: 'building',
      groups: [
        {
          name: 'harvest',
          scope: { include: 'target == source.planet' },
          effects: [{ meter: 'maxPopulation', add: '4 * target.fertility', label: 'Farm' }],
        },
        {
          name: 'taxes',
          activation: 'source.planet.population >= 5',
          scope: { include: 'target == source.planet' },
          effects: [{ stockpile: 'minerals', add: '10' }],
        },
      ],
    },
  },
});

const world = createWorld(content, { seed: 'embed' });
const empire = world.spawn({ kind: 'empire', name: 'Terrans' });
const terra = world.spawn({ kind: 'planet', name: 'Terra', owner: empire });
world.spawn({ class: 'farm', owner: empire, place: { in: terra } });

world.addSystem({
  name: 'drought',
  phase: 'host',
  query: ['planet'],
  writes: ['fertility'],
  run({ ids, columns: { fertility }, random }) {
    for (const id of ids) if (random() < 0.1) fertility[id] = 2;
  },
});

const start = world.snapshot();
world.run(3);
console.log(
  `turn ${world.turn}: population ${world.get(terra, 'population')}, minerals ${world.get(empire, 'minerals')}`,
);
for (const { rule, label, before, after } of world.explain(terra, 'population').steps) {
  console.log(`  ${rule} (${label}): ${before} -> ${after}`);
}
console.log(`crowded: ${world.query({ kind: 'planet', where: 'self.population >= 7' }).length}`);

const hash = world.hash();
world.restore(start);
world.run(3);
console.log(`the same again: ${world.hash() === hash}`);
