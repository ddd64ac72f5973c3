import { inspect } from '../../src/world/inspect.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { ExecutorName, Handle, World, WorldOptions } from '../../src/world/api.js';
import type { TriggerEvent } from '../../src/world/events-api.js';
import { createWorld, loadWorld } from '../../src/world.js';
import type { Choices } from './choices.js';
import { randomChange } from './random-change.js';

/**
 * One game four times: by both executors, each of them in one world that goes on in place, and in a world that is put
 * aside for a copy of itself at every turn and between small steps. All four must hear the same, give the same values
 * and have the same hash after each turn.
 */

/** A game that is being played in one world. */
export interface Course {
  readonly name: string;
  readonly isCopied: boolean;
  world: World;
}

/** The ways to copy a world; a copy goes on exactly as the original would. */
const ways = ['save', 'fork', 'restore', 'undo', 'elsewhere'] as const;

/** Aggregates are counted by what an executor looks at; what goes on for ever is found out soon. */
const limits = { visitsPerTurn: 5_000_000_000, occurrencesPerRoot: 60, actionsPerTick: 3_000 };

export function openCourses(open: (options: WorldOptions) => World): readonly Course[] {
  return (['compiled', 'reference'] as const).flatMap((executor) =>
    [false, true].map((isCopied) => ({
      name: `${executor}, ${isCopied ? 'copied' : 'in place'}`,
      isCopied,
      world: open({ executor, limits }),
    })),
  );
}

/** A copy of a world, made in some way. Throws where its hash is another one. */
function copyOf(world: World, choices: Choices): World {
  const before = world.hash();
  const way = choices.pick(ways);
  const copy = copyBy(way, world);
  if (copy.hash() !== before) throw new Error(`${way}: the copy has another hash than the world`);
  if (world.hash() !== before) throw new Error(`${way}: a copy changes the hash of the world`);
  return copy;
}

function copyBy(way: (typeof ways)[number], world: World): World {
  const { program } = world;
  const executor = inspect(world).executor.name as ExecutorName;
  switch (way) {
    case 'save':
      return loadWorld(program, world.save(), { executor, limits });
    case 'fork':
      return world.fork();
    case 'restore':
      world.restore(world.snapshot());
      return world;
    case 'undo': {
      const snapshot = world.snapshot();
      attempt(() => (world.triggers.isPaused ? world.triggers.resume({ steps: 2 }) : stepped(world)));
      world.restore(snapshot);
      return world;
    }
    case 'elsewhere': {
      const other = createWorld(program, {
        executor,
        limits,
        reserve: { objects: Math.max(64, inspect(world).capacity), factions: 31 },
      });
      other.restore(world.snapshot());
      return other;
    }
  }
}

function stepped(world: World): boolean {
  world.step();
  return true;
}

function attempt(act: () => boolean | string | undefined): string {
  try {
    return String(act() ?? 'done');
  } catch (error) {
    if (error instanceof EdictError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

type Move = 'step' | 'advance' | 'poll' | 'change' | 'small steps';
const moves: readonly Move[] = [
  'step',
  'step',
  'step',
  'step',
  'small steps',
  'small steps',
  'advance',
  'poll',
  'change',
];

/** What can be seen of a world. */
export interface Sight {
  readonly outcome: string;
  readonly heard: readonly string[];
  readonly hash: string;
  readonly values: readonly string[];
}

/** One turn of a game. `turn` gives the same choices to all courses. */
export function playTurn(course: Course, choices: Choices, asked: readonly string[]): Sight {
  const copies = choices.split('copies');
  const heard: string[] = [];
  const listen = (event: TriggerEvent): void => {
    heard.push(JSON.stringify(event));
  };
  if (course.isCopied) course.world = copyOf(course.world, copies);
  const move = choices.split('what').pick(moves);
  const outcome = `${move}: ${act(course, move, choices.split('move'), copies, listen)}`;
  return { outcome, heard, hash: course.world.hash(), values: valuesOf(course.world, asked) };
}

function act(
  course: Course,
  move: Move,
  choices: Choices,
  copies: Choices,
  listen: (event: TriggerEvent) => void,
): string {
  switch (move) {
    case 'step': {
      course.world.triggers.hear(listen);
      const outcome = attempt(() => stepped(course.world));
      course.world.triggers.hear(undefined);
      return outcome;
    }
    case 'change':
      return `${attempt(() => randomChange(course.world, choices))} ${attempt(() => changeVariables(course.world, choices.split('variables')))}`;
    case 'advance':
      return attempt(() => course.world.triggers.advance(choices.between(1, 2), { listen }));
    case 'small steps':
      return attempt(() =>
        inSmallSteps(course, copies, (options) => course.world.triggers.advance(1, options), listen),
      );
    case 'poll':
      return attempt(() => inSmallSteps(course, copies, (options) => course.world.triggers.poll(options), listen));
  }
}

interface StepOptions {
  readonly listen: (event: TriggerEvent) => void;
  readonly steps: number;
}

/**
 * Stops after each small step; a course of copies goes on in a copy. How many steps there are is not compared: what
 * nothing answers takes fewer when compiled.
 */
function inSmallSteps(
  course: Course,
  copies: Choices,
  begin: (options: StepOptions) => boolean,
  listen: (event: TriggerEvent) => void,
): string {
  const options = { listen, steps: 1 };
  for (let isDone = begin(options); !isDone; ) {
    if (course.isCopied) course.world = copyOf(course.world, copies);
    isDone = course.world.triggers.resume(options);
  }
  return 'done';
}

/** What hosts do to variables and to the clock. */
function changeVariables(world: World, choices: Choices): string {
  const all = world.query();
  if (all.length === 0) return 'nobody';
  const object = choices.pick(all);
  switch (choices.below(5)) {
    case 0:
      world.set(object, 'given', choices.between(-2, 9));
      return 'given';
    case 1:
      world.variables.grant(object);
      return 'grant';
    case 2:
      world.variables.revoke(object);
      return 'revoke';
    case 3:
      world.triggers.setTime(choices.between(-3, 40));
      return 'time';
    default:
      world.relations.setRole('hero', choices.oneIn(5) ? null : object);
      return 'hero';
  }
}

/** All cells and variables of all objects, what triggers say, and what a host asks. */
function valuesOf(world: World, asked: readonly string[]): readonly string[] {
  const { model } = world.program;
  const all = world.query();
  const cells = all.map((object) =>
    JSON.stringify([
      world.describe(object),
      model.variables
        .filter(({ kind }) => model.kinds[kind - 1].name === world.kindOf(object))
        .map((variable) => world.variables.typed(object, variable)),
    ]),
  );
  const truths = model.triggers.map((name) => `${name} ${attempt(() => world.triggers.isTrue(name))}`);
  const answers = asked.flatMap((expression) =>
    all
      .slice(0, 6)
      .map((source) => `${expression} of ${String(source)}: ${attempt(() => evaluated(world, expression, source))}`),
  );
  return [
    ...cells,
    ...truths,
    ...answers,
    `time ${String(world.triggers.time)}`,
    `turn ${String(world.turn)}`,
    `delayed ${String(world.triggers.delayed)}`,
    `paused ${String(world.triggers.isPaused)}`,
  ];
}

function evaluated(world: World, expression: string, source: Handle): string {
  return JSON.stringify(world.questions.evaluate(expression, { source })) ?? 'absent';
}
