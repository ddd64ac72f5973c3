import { timeOf, turnOf } from './components/clock.js';
import { delayCount } from './components/delays.js';
import { frameCount } from './components/frames.js';
import { type Program, isProgram } from './ir/program.js';
import { beginTurn } from './meaning/effects/turn-context.js';
import type { TriggerEvent } from './events/trigger/event.js';
import { heardProgram } from './ir/heard-effects.js';
import type { Action } from './ir/trigger.js';
import type { RunOptions } from './events/trigger/machine.js';
import { checkFrames } from './events/trigger/check-frames.js';
import { isTurnPending } from './components/answers.js';
import { checkState } from './state/check-state.js';
import { type EcsMirror, createMirror, syncMirror } from './state/ecs.js';
import { layoutOf } from './components/layout.js';
import { type WorldSizes } from './components/sizes.js';
import { population } from './state/objects.js';
import { hashState } from './state/state-hash.js';
import {
  captureState,
  createState,
  leastCells,
  leastFrames,
  leastLinks,
  leastWords,
  restoreState,
  roomOf,
} from './state/world-state.js';
import { type WorldState } from './components/state.js';
import { columnBytes, header } from './kernel/arena.js';
import { EdictError } from './kernel/errors.js';
import { functionGiven, reading, refused, seedGiven, truthGiven } from './kernel/given.js';
import { limitsFrom } from './kernel/limits.js';
import { type Snapshot, checkHeader, demandSnapshot, decodeSnapshot, encodeSnapshot } from './kernel/snapshot.js';
import { standardSchedule } from './systems/standard.js';
import { compiledAsker, referenceAsker } from './ask/asker.js';
import { createSurveyor } from './ask/survey.js';
import { createSweeper } from './ask/sweep.js';
import type { World, WorldOptions } from './world/api.js';
import { bound } from './world/bound.js';
import {
  type Forked,
  type Inside,
  type Methods,
  type WorldCore,
  betweenTurns,
  framed,
  growFor,
  inside,
  insideOf,
  turnsCompleted,
} from './world/core.js';
import { decideWithin } from './world/decisions.js';
import { evaluateFor, executorNamed, machineFor, solverFor, variableNamesOf } from './world/executors.js';
import { holdingMethods } from './world/holdings.js';
import { inquiryMethods } from './world/inquiry.js';
import { objectMethods } from './world/objects.js';
import { mistaken, optionsGiven } from './world/options.js';
import { queryMethods } from './world/queries.js';
import { lastChangeOf, settle, solvingMethods } from './world/solving.js';
import { deciderOf, occurredIn, optionCountOf, pendingIn, stepOfPlay, timingMethods } from './world/timing.js';
import { quietly, triggerMethods } from './world/triggers.js';
import { addHostSystem, keepEvent, messagesTo, turnMethods } from './world/turns.js';
import { createUndo } from './world/undo.js';
import { explainRule } from './world/verdicts.js';

const defaultCapacity = 1_024;

/** An empty world of a program. Throws EdictError when an option is out of range. */
export function createWorld(program: Program, given: WorldOptions = {}): World {
  checkProgram(program);
  const options = worldOptions('createWorld', given);
  return openWorld(program, options, sizesOf(program, options)).world;
}

/**
 * A world from the bytes that `save` gave. The content must be the one it was saved with. Host phases and systems are
 * not saved: add them again.
 * Throws EdictError for damaged files and for files of other content.
 */
export function loadWorld(program: Program, bytes: Uint8Array, given: WorldOptions = {}): World {
  checkProgram(program);
  const options = worldOptions('loadWorld', given);
  if (!ArrayBuffer.isView(bytes)) throw mistaken('loadWorld', 'the bytes that save gave', bytes);
  const snapshot = savedOf(program, bytes);
  const [capacity = 0, lanes = 0, factions = 0, streams = 0] = snapshot.sizes.map((rows) => rows - 1);
  checkHeader(layoutOf(program.model, { capacity, lanes, factions, streams }), snapshot);
  const cells = Math.max(options.cells ?? leastCells(program.model), snapshot.header[header.cells]);
  const words = Math.max(options.words ?? leastWords(program.model), snapshot.header[header.words]);
  const links = Math.max(options.links ?? leastLinks(program.model), snapshot.header[header.links]);
  const frames = Math.max(options.frames ?? leastFrames(program.model), ...framed.map((word) => snapshot.header[word]));
  // How much room there was is no part of the state; what is used must fit.
  const used = snapshot.header[header.highWater] - 1;
  const { world, core } = openWorld(program, options, {
    capacity: Math.max(options.capacity ?? defaultCapacity, used),
    lanes,
    factions,
    streams,
    cells,
    words,
    links,
    frames,
  });
  accept(core, snapshot);
  return world;
}

/**
 * Puts what `save` gave into a world that `loadWorld` made: quicker than another. Where it throws, as `loadWorld` does,
 * the world is good only for this.
 */
export function reloadWorld(world: World, bytes: Uint8Array): void {
  const { core } = insideOf(world);
  const snapshot = savedOf(world.program, bytes);
  growFor(core, snapshot);
  accept(core, snapshot);
}

function savedOf(program: Program, bytes: Uint8Array): Snapshot {
  const { snapshot, head } = decodeSnapshot(bytes);
  if (head.content !== program.fingerprint)
    throw new EdictError(
      'foreign-file',
      'the saved world is of other content; load it with the content it was saved with',
    );
  return snapshot;
}

function accept(core: WorldCore, snapshot: Snapshot): void {
  const { state, machine } = core;
  restoreState(state, snapshot);
  core.beforeTurn = undefined;
  checkState(state);
  if (machine !== undefined) checkFrames(state, machine.book, machine.timing);
  // What a file says of variables is not trusted.
  core.solver?.solveAll();
}

/** Several instances side by side, each with its own rows; see state/instances.ts. It does not grow. */
export interface DividedWorld {
  readonly world: World;
  readonly state: WorldState;
}

/** Of each instance. */
export interface DivisionSizes {
  readonly instances: number;
  /** Rows, a multiple of 32; the first is never given out. */
  readonly stride: number;
  /** Objects, fewer than there are rows. */
  readonly room: number;
  readonly factions: number;
  readonly lanes: number;
}

/** An empty divided world of a program, which must be confined (compile/confine). */
export function createDividedWorld(
  program: Program,
  { instances, stride, room, factions, lanes }: DivisionSizes,
  options: Pick<WorldOptions, 'executor' | 'limits'> = {},
): DividedWorld {
  const { world, core } = openWorld(
    program,
    { ...options, fixed: true },
    {
      ...sizesOf(program, {}),
      capacity: instances * stride - 1,
      lanes: Math.max(1, instances * lanes),
      factions: instances * factions,
      streams: 1,
      instances,
    },
  );
  const { division } = core.state.identity;
  if (division !== undefined) division.room = room;
  return { world, state: core.state };
}

/** A world with the sizes and the state of a snapshot, or with room for more objects (`capacity`). */
export function openSnapshot(
  program: Program,
  snapshot: Snapshot,
  { capacity = 0, ...options }: Pick<WorldOptions, 'executor' | 'limits' | 'capacity'> = {},
): DividedWorld {
  const [places, lanes, factions, streams] = snapshot.sizes.map((rows) => rows - 1);
  const { world, core } = openWorld(
    program,
    { ...options, fixed: true },
    { ...sizesOf(program, {}), capacity: Math.max(places, capacity), lanes, factions, streams },
  );
  restoreState(core.state, snapshot);
  return { world, state: core.state };
}

const optionNames: readonly (keyof WorldOptions)[] = [
  'seed',
  'capacity',
  'fixed',
  'lanes',
  'factions',
  'streams',
  'cells',
  'words',
  'links',
  'frames',
  'shared',
  'limits',
  'sequence',
  'executor',
];

const sizeNames = ['capacity', 'lanes', 'factions', 'streams', 'cells', 'words', 'links', 'frames'] as const;

/** The result of `loadContent` is no program: the commonest mistake of a first hour. */
function checkProgram(program: unknown): void {
  if (
    !reading(
      'the program',
      () => isProgram(program) && program.model.columnByName instanceof Map && Array.isArray(program.rules.rules),
    )
  )
    throw new EdictError(
      'bad-option',
      'this is no program; pass what defineContent returned, or the program of what loadContent returned when it is ok',
    );
}

function worldOptions(what: string, given: WorldOptions): WorldOptions {
  const options = optionsGiven(what, given, optionNames);
  for (const size of sizeNames)
    if (options[size] !== undefined && typeof options[size] !== 'number')
      throw refused(size, options[size], 'a whole number');
  const { fixed = false, shared = false, sequence } = options;
  truthGiven('fixed', fixed);
  truthGiven('shared', shared);
  functionGiven('sequence', sequence, 'a function that gives the next whole number');
  return options;
}

function sizesOf({ model }: Program, options: WorldOptions): WorldSizes {
  const capacity = options.capacity ?? defaultCapacity;
  return {
    capacity,
    lanes: options.lanes ?? Math.min(4 * capacity, 1_000_000),
    factions: options.factions ?? 31,
    streams: options.streams ?? 16,
    cells: options.cells ?? leastCells(model),
    words: options.words ?? leastWords(model),
    links: options.links ?? leastLinks(model),
    frames: options.frames ?? leastFrames(model),
  };
}

function openWorld(content: Program, options: WorldOptions, sizes: WorldSizes): Forked {
  const core = createCore(heardProgram(content), options, sizes, {
    world: () => world,
    fork: (capacity = 0, more = options) => forkOf(core, world, more, capacity),
  });
  const world = worldOf(core, content, options);
  return { core, world };
}

function createCore(
  program: Program,
  options: WorldOptions,
  sizes: WorldSizes,
  { world, fork }: Pick<WorldCore, 'world' | 'fork'>,
): WorldCore {
  const { model, rules } = program;
  const limits = limitsFrom(options.limits);
  const state = createState(model, limits, sizes, seedGiven(options.seed ?? '1'), options.shared ?? false);
  state.sequence = options.sequence;
  const executor = executorNamed(options.executor)(program, state);
  const machine = machineFor(program, executor.name, state);
  const solver = solverFor(program, executor.name)(state);
  const unheard: TriggerEvent[] = [];
  const settleCore =
    solver &&
    ((): void => {
      settle(core);
    });
  const turnRun: RunOptions = {
    get tell() {
      return core.listener === undefined
        ? undefined
        : (event: TriggerEvent) => {
            keepEvent(state, unheard, event);
          };
    },
    // After each action, as outside of turns: a trigger sees what an earlier one did.
    settle: settleCore,
    decide: (question) => decideWithin(core, question),
  };
  const asker = executor.name === 'reference' ? referenceAsker(state) : compiledAsker(state);
  const core: WorldCore = {
    program,
    world,
    fork,
    state,
    executor,
    schedule: standardSchedule(program, executor, machine, turnRun),
    turnRun,
    turnContext: () =>
      beginTurn(state, turnOf(state), {
        watch: core.watch,
        listen: messagesTo(core),
        evaluate: evaluateFor(executor),
      }),
    turnAnswers: { given: [], taken: 0 },
    turnFailure: undefined,
    lastAnswers: [],
    agent: undefined,
    turnDecision: undefined,
    undo: createUndo(() => quietly(core)),
    machine,
    typesByName: new Map(machine?.timing.types.map((type) => [type.name, type])),
    stacks: machine?.book.lists.some(({ actions }) => actions.some(doesStack)) === true,
    quiet: undefined,
    quietRun: { settle: settleCore },
    unheard,
    listener: undefined,
    isPolling: false,
    hostSystems: [],
    fixed: options.fixed ?? false,
    solver,
    settle: settleCore,
    variableNames: variableNamesOf(model),
    asker,
    surveyor: createSurveyor(state, asker),
    sweeper: createSweeper(state, asker),
    expressions: new Map(rules.expressions.map((expression) => [expression.name, expression])),
    texts: { conditions: new Map(), expressions: [new Map(), new Map()] },
    isChanging: false,
    isAnswering: false,
    changeStart: undefined,
    running: 0,
    locked: false,
    hostSystem: '',
    isOpen: false,
    watch: undefined,
    beforeTurn: undefined,
    spare: undefined,
    runStart: undefined,
  };
  return core;
}

function doesStack({ deed }: Action): boolean {
  return deed.by === 'effects' && deed.effects.some(({ kind, stacking }) => kind === 'branch' || stacking !== 0);
}

function worldOf(core: WorldCore, program: Program, options: WorldOptions): World & Inside {
  const { state, executor } = core;
  let mirror: EcsMirror | undefined;
  return {
    [inside]: {
      core,
      fixedCopy: ({ capacity = 0, ...other } = {}) => core.fork(capacity, { ...options, ...other, fixed: true }),
    },
    program,
    executor: { name: executor.name, paths: executor.paths, activity: executor.activity },
    get turn() {
      return turnsCompleted(core);
    },
    get size() {
      return population(state);
    },
    get capacity() {
      return state.arena.sizes[0] - 1;
    },
    get bytes() {
      return columnBytes(state.arena);
    },
    get lastChange() {
      return lastChangeOf(core);
    },
    get time() {
      return timeOf(state);
    },
    get isPaused() {
      return frameCount(state) > 0 || isTurnPending(state);
    },
    get delayed() {
      return delayCount(state);
    },
    get decision() {
      return pendingIn(core)?.view();
    },
    get optionCount() {
      return optionCountOf(core);
    },
    get decider() {
      return deciderOf(core);
    },
    get occurred() {
      return occurredIn(core);
    },
    get stepOfPlay() {
      return stepOfPlay(core);
    },
    ...bound<WorldCore, Pick<World, keyof typeof methods>>(core, methods),
    ecs() {
      core.isOpen = true;
      mirror ??= createMirror(state);
      return syncMirror(state, mirror);
    },
  };
}

/** The part of a world that copies its state. */
const stateMethods = {
  snapshot(core, into) {
    betweenTurns(core, 'snapshot');
    if (into !== undefined) demandSnapshot(into);
    settle(core);
    return captureState(core.state, into);
  },
  restore(core, snapshot) {
    betweenTurns(core, 'restore');
    demandSnapshot(snapshot);
    growFor(core, snapshot);
    restoreState(core.state, snapshot);
    core.beforeTurn = undefined;
  },
  fork: (core) => core.fork().world,
  hash(core) {
    settle(core);
    return hashState(core.state);
  },
  save(core) {
    betweenTurns(core, 'save');
    settle(core);
    return encodeSnapshot(captureState(core.state), core.program.fingerprint);
  },
} satisfies Methods;

const methods = {
  ...objectMethods,
  ...holdingMethods,
  ...queryMethods,
  ...inquiryMethods,
  ...turnMethods,
  ...solvingMethods,
  ...triggerMethods,
  ...timingMethods,
  ...stateMethods,
  explainRule,
};

/** `capacity`: objects that the copy has room for at least. */
function forkOf(core: WorldCore, world: World, options: WorldOptions, capacity: number): Forked {
  betweenTurns(core, 'fork');
  settle(core);
  const room = roomOf(core.state);
  const twin = openWorld(world.program, options, { ...room, capacity: Math.max(room.capacity, capacity) });
  restoreState(twin.core.state, captureState(core.state));
  twin.core.schedule.phases.splice(0, Infinity, ...core.schedule.phases);
  for (const system of core.hostSystems) addHostSystem(twin.core, system);
  return twin;
}
