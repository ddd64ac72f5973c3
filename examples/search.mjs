// Monte Carlo search in a batch: 32 copies of one game try an action each and play on at random; the best one is played.
// Run it with `node examples/search.mjs` after `npm run build`.
import { createBatch, openEnvironment } from 'edict';

const copies = 32;
const depth = 12;
const turns = 40;

const batch = createBatch(openEnvironment('galaxy-small'), { instances: copies, seats: 'first', opponents: 'random', autoreset: 'disabled' });
const { heads, choices, maskSize } = batch.shape;

let state = 1;
const below = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};

/** Fills in an action at random among what is allowed, for every copy. */
function choose() {
  for (let copy = 0; copy < copies; copy++) {
    let at = copy * maskSize;
    choices.forEach((count, head) => {
      const allowed = Array.from({ length: count }, (_, choice) => choice).filter((choice) => batch.actionMask[at + choice] === 1);
      batch.actions[copy * heads + head] = allowed[below(allowed.length)];
      at += count;
    });
  }
}

/** What each copy earns when it begins with an action of its own and plays on at random; gives the best first action. */
function search(kept) {
  const returns = new Float64Array(copies);
  choose();
  const first = batch.actions.slice();
  for (let turn = 0; turn < depth && !batch.terminated.includes(1) && !batch.truncated.includes(1); turn++) {
    if (turn > 0) choose();
    batch.step();
    for (let copy = 0; copy < copies; copy++) returns[copy] += batch.reward[copy];
  }
  batch.restore(kept);
  const best = returns.indexOf(Math.max(...returns));
  return first.subarray(best * heads, (best + 1) * heads);
}

/** Plays a game and says what it earned; `act` fills in the action of copy 0. */
function play(act) {
  batch.reset(5);
  let earned = 0;
  let kept;
  for (let turn = 0; turn < turns; turn++) {
    batch.fork(0, Array.from({ length: copies - 1 }, (_, i) => i + 1));
    kept = batch.snapshot(kept);
    const action = act(kept);
    for (let copy = 0; copy < copies; copy++) batch.actions.set(action, copy * heads);
    batch.step();
    earned += batch.reward[0];
  }
  return earned;
}

const random = play(() => {
  choose();
  return batch.actions.slice(0, heads);
});
const searched = play(search);
console.log(`${turns} turns at random earn ${random.toFixed(2)}, by search ${searched.toFixed(2)}`);
batch.close();
