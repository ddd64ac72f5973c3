// A level, and a game around it: what the game says in each step, and what it is told.
// Run it with `node examples/play-level.mjs` after `npm run build`.
import { loadLevel, openLevel, readDocument } from 'edict/antares';

const text = `
players: [{type: "human"}]
initials: [{base: "ship", owner: 0, position: [0, 0]}]
bases: {ship: {maxHealth: 100, maxSpeed: 2.0}}
conditions:
  * direct: {initial: 0}
    when: {type: "health", op: "lt", object: {initial: 0}, value: 0.5}
    action:
      * {type: "play", any: [{sound: "alarm"}]}
      * {type: "delay", duration: "1s"}
      * {type: "win", player: 0}
`;

const read = readDocument('level.pn', new TextEncoder().encode(text));
if (!read.ok) throw new Error(`line ${read.problem.at.line}: ${read.problem.message}`);
const { level, problems } = loadLevel(read.value, 'sound');
if (level === undefined) throw new Error(problems.map(({ at, message }) => `line ${at.line}: ${message}`).join('\n'));

const session = openLevel(level, 'sound', {
  listen(event) {
    if (event.kind === 'act' && event.action === 'play')
      console.log(`play ${JSON.stringify(event.fields)} at ${JSON.stringify(session.world.positionOf(event.direct))}`);
  },
});

let health = 100;
while (session.result().over === null && !session.isStopped) {
  health -= 1;
  // Motion, fights and building are the game's: here the ship drifts, and something hurts it.
  const events = session.step([
    { phase: 'late', set: { 'initial.0.position': [session.time, 0], 'initial.0.health': health } },
  ]);
  for (const event of events) console.log(JSON.stringify(event));
}

const { winner, over, error } = session.result();
console.log(error === undefined ? `won by player ${winner}, over at tick ${over}` : `stopped: ${error.message}`);
