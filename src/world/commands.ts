import { connect, areJoined, disconnect, laneCount } from '../components/lanes.js';
import { setHeld } from '../components/holdings.js';
import { setOwner } from '../components/ownership.js';
import { checkPoint, put } from '../components/place.js';
import { EdictError } from '../kernel/errors.js';
import { truthGiven } from '../kernel/given.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { destroyMany } from '../state/object-life.js';
import type { Commands } from './ecs-api.js';
import { handleGiven, handlesGiven, placeWith, pointsGiven, still } from './command-arguments.js';
import { type WorldCore, growLanes, placementOf } from './core.js';
import { holdingNamed, wordNamed } from './host-arguments.js';
import { bearBrood, broodGiven } from './spawn-many.js';
import { bearGiven, newbornGiven, newbornWith } from './spawning.js';

/** Changes of structure that wait for the end of a system. */
export interface CommandList extends Commands {
  /** Takes commands from now on. */
  begin(): void;
  /** Takes no more. */
  end(): void;
  /** Makes them all, and forgets them. */
  apply(): void;
}

/** By what is done, in this order. */
const steps = ['spawn', 'destroy', 'move', 'give', 'hold', 'connect'] as const;
type Step = (typeof steps)[number];

/** `name`: of the system. What is kept refers to objects by handles. */
export function createCommands(core: WorldCore, name: string): CommandList {
  const { state } = core;
  const waiting: Record<Step, (() => void)[]> = { spawn: [], destroy: [], move: [], give: [], hold: [], connect: [] };
  const doomed: Float64Array[] = [];
  let isOpen = false;

  const demandOpen = (command: keyof Commands): void => {
    if (!isOpen)
      throw new EdictError(
        'bad-system',
        `${command} of the commands of system ${name} was called outside its run; call commands before run ` +
          'returns, or use calls of the world',
        name,
      );
  };
  const idOf = (what: string, handle: number): number => still(state.identity, what, handle);
  const handleIn = (what: string, object: number): number => handleGiven(state.identity, what, object);
  const objectOf = (command: keyof Commands, object: number): Float64Array =>
    Float64Array.of(handleIn(`the object of ${command}`, object));
  const objectsOf = (command: keyof Commands, objects: ArrayLike<number>): Float64Array =>
    handlesGiven(state.identity, `the objects of ${command}`, objects);
  const asHandle = (id: number): number => handleOf(state.identity, id);

  const forget = (): void => {
    for (const step of steps) waiting[step].length = 0;
    doomed.length = 0;
  };
  const give = (command: keyof Commands, objects: Float64Array, owner: number | null): void => {
    const to = owner === null ? 0 : handleIn(`the owner of ${command}`, owner);
    waiting.give.push(() => {
      for (const object of objects)
        setOwner(state, idOf(`an object of ${command}`, object), idOf(`the owner of ${command}`, to));
    });
  };
  const hold = (command: keyof Commands, objects: Float64Array, set: string, word: string, held: boolean): void => {
    const { index, words } = holdingNamed(state.model, set);
    const value = wordNamed(state.model, words, word);
    truthGiven(`held of ${command}`, held);
    waiting.hold.push(() => {
      for (const object of objects) setHeld(state, index, idOf(`an object of ${command}`, object), value, held);
    });
  };
  const join = (command: keyof Commands, from: Float64Array, to: Float64Array, joined: boolean): void => {
    waiting.connect.push(() => {
      for (const [i, end] of from.entries())
        joinNodes(
          core,
          idOf(`the first node of ${command}`, end),
          idOf(`the second node of ${command}`, to[i]),
          joined,
        );
    });
  };
  const joinOne = (command: keyof Commands, a: number, b: number, joined: boolean): void => {
    demandOpen(command);
    const from = Float64Array.of(handleIn(`the first node of ${command}`, a));
    join(command, from, Float64Array.of(handleIn(`the second node of ${command}`, b)), joined);
  };

  return {
    spawn(options) {
      demandOpen('spawn');
      const newborn = newbornWith(newbornGiven(core, options), asHandle);
      waiting.spawn.push(() => {
        bearGiven(
          core,
          newbornWith(newborn, (handle) => idOf('what spawn is given', handle)),
        );
      });
    },
    spawnMany(options) {
      demandOpen('spawnMany');
      const brood = broodGiven(core, options);
      waiting.spawn.push(() => {
        bearBrood(core, brood, idOf);
      });
    },
    destroy(object) {
      demandOpen('destroy');
      doomed.push(objectOf('destroy', object));
    },
    destroyMany(objects) {
      demandOpen('destroyMany');
      doomed.push(objectsOf('destroyMany', objects));
    },
    move(object, place) {
      demandOpen('move');
      const [handle] = objectOf('move', object);
      const placement = placeWith(placementOf(core, place), asHandle);
      if (placement.at === 'point') checkPoint(placement.x, placement.y);
      waiting.move.push(() => {
        const id = idOf('the object of move', handle);
        put(
          state,
          id,
          placeWith(placement, (holder) => idOf('the place of move', holder)),
        );
      });
    },
    moveMany(objects, x, y) {
      demandOpen('moveMany');
      const handles = objectsOf('moveMany', objects);
      const points = pointsGiven('moveMany', x, y, handles.length);
      waiting.move.push(() => {
        for (const [i, handle] of handles.entries())
          put(state, idOf('an object of moveMany', handle), { at: 'point', x: points.x[i], y: points.y[i] });
      });
    },
    give(object, owner) {
      demandOpen('give');
      give('give', objectOf('give', object), owner);
    },
    giveMany(objects, owner) {
      demandOpen('giveMany');
      give('giveMany', objectsOf('giveMany', objects), owner);
    },
    hold(object, set, word, held = true) {
      demandOpen('hold');
      hold('hold', objectOf('hold', object), set, word, held);
    },
    holdMany(objects, set, word, held = true) {
      demandOpen('holdMany');
      hold('holdMany', objectsOf('holdMany', objects), set, word, held);
    },
    connect(a, b) {
      joinOne('connect', a, b, true);
    },
    connectMany(a, b) {
      demandOpen('connectMany');
      const from = handlesGiven(state.identity, 'the first nodes of connectMany', a);
      const to = handlesGiven(state.identity, 'the second nodes of connectMany', b);
      if (from.length !== to.length)
        throw new EdictError(
          'bad-option',
          `connectMany has ${from.length} first nodes and ${to.length} second nodes; give the same number of both`,
        );
      join('connectMany', from, to, true);
    },
    disconnect(a, b) {
      joinOne('disconnect', a, b, false);
    },
    begin() {
      forget();
      isOpen = true;
    },
    end() {
      isOpen = false;
    },
    apply() {
      for (const step of steps) {
        for (const act of waiting[step]) act();
        if (step === 'destroy') destroyAll(core, doomed);
      }
      forget();
    },
  };
}

/** Those that are still there. */
function destroyAll({ state }: WorldCore, doomed: readonly Float64Array[]): void {
  const ids = new Uint32Array(doomed.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const handles of doomed) {
    for (let i = 0; i < handles.length; i++) {
      const id = resolve(state.identity, handles[i]);
      if (id !== 0) ids[count++] = id;
    }
  }
  if (count > 0) destroyMany(state, ids.subarray(0, count));
}

function joinNodes(core: WorldCore, from: number, to: number, joined: boolean): void {
  const { state } = core;
  if (!joined) disconnect(state, from, to);
  else if (!areJoined(state, from, to)) {
    if (laneCount(state) + 1 >= state.laneEnd.length) growLanes(core);
    connect(state, from, to);
  }
}
