// 64 games in one batch: observations in, actions out. Agents choose at random among what is allowed.
// Run it with `node examples/train.mjs` after `npm run build`.
import { createBatch, openEnvironment } from 'edict/batch';

const batch = createBatch(openEnvironment('galaxy-small'), {
  instances: 64,
  seats: 'first',
  opponents: 'random',
  autoreset: 'same-step',
});
const { heads, choices, maskSize, observationSize } = batch.shape;
console.log(
  `${observationSize} numbers in, ${heads} choices out, of ${Math.min(...choices)} to ${Math.max(...choices)} each`,
);

let state = 1;
const below = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};

batch.reset(7);
let episodes = 0;
let earned = 0;
for (let step = 0; step < 250; step++) {
  for (let instance = 0; instance < batch.instances; instance++) {
    let at = instance * maskSize;
    choices.forEach((count, head) => {
      const allowed = Array.from({ length: count }, (_, choice) => choice).filter(
        (choice) => batch.actionMask[at + choice] === 1,
      );
      batch.actions[instance * heads + head] = allowed[below(allowed.length)];
      at += count;
    });
  }
  batch.step();
  for (let instance = 0; instance < batch.instances; instance++) {
    earned += batch.reward[instance];
    episodes += batch.terminated[instance] | batch.truncated[instance];
  }
}
console.log(`${episodes} episodes ended; the first agents earned ${earned.toFixed(1)}`);
batch.close();
