// Search in a batch: copies of one game try changes of a plan for the turns to come, and the game goes on by the best.
// Run it with `node examples/search.mjs` after `npm run build`.
import { createBatch, openEnvironment } from 'edict/batch';

const copies = 32;
const turns = 200;
// A colony or a field of knowledge pays for itself in some forty turns: who looks less far finds nothing worth doing.
const depth = 40;
// So many turns are played before the next search, which begins with what is left of the plan.
const played = 10;
// What is kept of the plan in a copy: the rest is chosen at random.
const kept = 0.95;

const batch = createBatch(openEnvironment('galaxy-small'), {
  instances: copies,
  seats: 'first',
  opponents: 'random',
  autoreset: 'disabled',
});
const { heads, choices, maskSize } = batch.shape;

let state = 1;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

/**
 * Fills in the choices of every copy in a turn: mostly the planned one where it is allowed, else any that is. The first
 * copy keeps to the plan.
 */
function choose(planned) {
  for (let copy = 0; copy < copies; copy++) {
    let at = copy * maskSize;
    choices.forEach((count, head) => {
      const allowed = Array.from({ length: count }, (_, choice) => choice).filter(
        (choice) => batch.actionMask[at + choice] === 1,
      );
      const isKept = planned !== undefined && (copy === 0 || random() < kept) && allowed.includes(planned[head]);
      batch.actions[copy * heads + head] = isKept ? planned[head] : allowed[Math.floor(random() * allowed.length)];
      at += count;
    });
  }
}

/** The plan of the copy that earned most: the actions of each turn. The copies are where they were then. */
function search(plan, length) {
  const before = batch.snapshot();
  const returns = new Float64Array(copies);
  const tried = [];
  while (tried.length < length && !batch.terminated.includes(1) && !batch.truncated.includes(1)) {
    choose(plan[tried.length]);
    tried.push(batch.actions.slice());
    batch.step();
    for (let copy = 0; copy < copies; copy++) returns[copy] += batch.reward[copy];
  }
  batch.restore(before);
  const best = returns.indexOf(Math.max(...returns));
  return tried.map((actions) => actions.slice(best * heads, (best + 1) * heads));
}

/** Plays a game and says what it earned. */
function play(seed, isSearched) {
  batch.reset(seed);
  batch.fork(
    0,
    Array.from({ length: copies - 1 }, (_, i) => i + 1),
  );
  let plan = [];
  let earned = 0;
  for (let turn = 0; turn < turns && batch.terminated[0] === 0; turn++) {
    if (isSearched && (turn % played === 0 || plan.length === 0)) plan = search(plan, Math.min(depth, turns - turn));
    else if (!isSearched) choose();
    // All copies do what the first one does: they stay copies.
    const action = isSearched ? plan.shift() : batch.actions.slice(0, heads);
    for (let copy = 0; copy < copies; copy++) batch.actions.set(action, copy * heads);
    batch.step();
    earned += batch.reward[0];
  }
  return earned;
}

const seeds = [1, 2];
const mean = (isSearched) => seeds.reduce((sum, seed) => sum + play(seed, isSearched), 0) / seeds.length;
console.log(
  `${seeds.length} games of ${turns} turns at random earn ${mean(false).toFixed(2)} each, by search ${mean(true).toFixed(2)}`,
);
batch.close();
