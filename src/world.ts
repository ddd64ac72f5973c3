import { turnOf } from './components/clock.js';
import { type Program, isProgram } from './ir/program.js';
import { beginTurn } from './meaning/effects/turn-context.js';
import type { TriggerEvent } from './events/trigger/event.js';
import { heardProgram } from './ir/heard-effects.js';
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
import { describe, functionGiven, reading, refused, seedGiven, truthGiven } from './kernel/given.js';
import { limitsFrom } from './kernel/limits.js';
import { type Snapshot, checkHeader, demandSnapshot, decodeSnapshot, encodeSnapshot } from './kernel/snapshot.js';
import { standardSchedule } from './systems/standard.js';
import type { World, WorldOptions } from './world/api.js';
import {
  type Inside,
  type WorldCore,
  betweenTurns,
  framed,
  growFor,
  inside,
  insideOf,
  turnsCompleted,
} from './world/core.js';
import { optionsGiven } from './world/options.js';
import { evaluateFor, executorNamed } from './world/executors.js';
import { inquiryMethods } from './world/inquiry.js';
import { machineFor } from './world/executors.js';
import { objectMethods } from './world/objects.js';
import { queryMethods } from './world/queries.js';
import { settle, solvingMethods } from './world/solving.js';
import { timingMethods } from './world/timing.js';
import { createUndo } from './world/undo.js';
import { solverFor, variableNamesOf } from './world/executors.js';
import {
  type Forked,
  addHostSystem,
  decideWithin,
  keepEvent,
  messagesTo,
  turnMethods,
  waitingTurn,
} from './world/turns.js';
import { triggerMethods } from './world/triggers.js';
import { verdictOf } from './world/verdicts.js';

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
  if (!ArrayBuffer.isView(bytes))
    throw new EdictError('bad-option', `loadWorld takes the bytes that save gave, not ${describe(bytes)}`);
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
 * Puts what `save` gave in the place of all that is in a world that `loadWorld` made: quicker than to make another.
 * Where it throws, what `loadWorld` throws, the world is good for nothing but this.
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
  const {
    program: { rules },
    state,
    machine,
    solver,
  } = core;
  restoreState(state, snapshot);
  core.beforeTurn = undefined;
  checkState(state);
  if (machine !== undefined) checkFrames(state, rules.triggers, rules.timing);
  // What a file says of variables is not trusted.
  solver?.solveAll();
}

/**
 * A world that several instances lie in, side by side, each with rows of its own; see state/instances.ts. It does
 * not grow.
 */
export interface DividedWorld {
  readonly world: World;
  readonly state: WorldState;
}

/** What a divided world is to have room for, in each instance. */
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
  const {
    identity: { division },
  } = core.state;
  if (division !== undefined) division.room = room;
  return { world, state: core.state };
}

/**
 * A world of the sizes that a snapshot has, or with room for more objects (`capacity`), as it was when that was taken,
 * with its state.
 */
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

/** What `loadContent` returns is not yet a program: the commonest mistake of a first hour. */
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
  const program = heardProgram(content);
  const limits = limitsFrom(options.limits);
  const state = createState(program.model, limits, sizes, seedGiven(options.seed ?? '1'), options.shared ?? false);
  const { sequence } = options;
  state.sequence = sequence;
  const executor = executorNamed(options.executor)(program, state);
  const machine = machineFor(program, executor.name, state);
  const unheard: TriggerEvent[] = [];
  const turnRun: RunOptions = {
    get tell() {
      return core.listener === undefined
        ? undefined
        : (event: TriggerEvent) => {
            keepEvent(state, unheard, event);
          };
    },
    // Behind each action, as outside of turns: a trigger sees what an earlier one did.
    settle: () => {
      if (core.solver !== undefined) settle(core);
    },
    decide: (question) => decideWithin(core, question),
  };
  const core: WorldCore = {
    program,
    state,
    executor,
    schedule: standardSchedule(program, executor, machine, turnRun),
    turnRun,
    turnContext: () =>
      beginTurn(state, turnOf(core.state), {
        watch: core.watch,
        listen: messagesTo(core),
        evaluate: evaluateFor(executor),
      }),
    turnAnswers: { given: [], taken: 0 },
    turnFailure: undefined,
    lastAnswers: [],
    agent: undefined,
    turnDecision: undefined,
    undo: createUndo(),
    machine,
    unheard,
    listener: undefined,
    isPolling: false,
    hostSystems: [],
    fixed: options.fixed ?? false,
    solver: solverFor(program, executor.name)(state),
    variableNames: variableNamesOf(program.model),
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
  const solving = solvingMethods(core);
  const { running, methods: triggering } = triggerMethods(core);
  const waiting = waitingTurn(core);
  const timing = timingMethods(core, running, waiting);
  const { evaluateText, ...queries } = queryMethods(core);
  let mirror: EcsMirror | undefined;
  const fork = (): Forked => forkOf(core, world, options);
  const world: World & Inside = {
    [inside]: {
      core,
      fixedCopy: ({ capacity = 0, ...other } = {}) =>
        forkOf(core, world, { ...options, ...other, fixed: true }, capacity),
    },
    program: content,
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
    ...objectMethods(core),
    ...queries,
    ...inquiryMethods(core, evaluateText),
    ...turnMethods(core, () => world, fork),
    ...solving,
    ...triggering,
    ...timing,
    // Getters are not copied.
    get lastChange() {
      return solving.lastChange;
    },
    get time() {
      return triggering.time;
    },
    get isPaused() {
      return triggering.isPaused;
    },
    get delayed() {
      return triggering.delayed;
    },
    get decision() {
      return timing.decision;
    },
    get optionCount() {
      return timing.optionCount;
    },
    get decider() {
      return timing.decider;
    },
    get occurred() {
      return timing.occurred;
    },
    get stepOfPlay() {
      return timing.stepOfPlay;
    },
    resume(options) {
      if (!isTurnPending(state)) return triggering.resume(options);
      betweenTurns(core, 'resume');
      waiting.goOn([]);
      return !isTurnPending(state);
    },
    explainRule: (rule, source, target) => verdictOf(core, rule, source, target),
    snapshot(into) {
      betweenTurns(core, 'snapshot');
      if (into !== undefined) demandSnapshot(into);
      settle(core);
      return captureState(state, into);
    },
    restore(snapshot) {
      betweenTurns(core, 'restore');
      demandSnapshot(snapshot);
      growFor(core, snapshot);
      restoreState(state, snapshot);
      core.beforeTurn = undefined;
    },
    fork: () => fork().world,
    hash() {
      settle(core);
      return hashState(state);
    },
    ecs() {
      core.isOpen = true;
      mirror ??= createMirror(state);
      return syncMirror(state, mirror);
    },
    save() {
      betweenTurns(core, 'save');
      settle(core);
      return encodeSnapshot(captureState(state), program.fingerprint);
    },
  };
  return { core, world };
}

/** `capacity`: objects that the copy has room for at least. */
function forkOf(core: WorldCore, world: World, options: WorldOptions, capacity = 0): Forked {
  betweenTurns(core, 'fork');
  settle(core);
  const room = roomOf(core.state);
  const twin = openWorld(world.program, options, { ...room, capacity: Math.max(room.capacity, capacity) });
  restoreState(twin.core.state, captureState(core.state));
  twin.core.schedule.phases.splice(0, Infinity, ...core.schedule.phases);
  for (const system of core.hostSystems) addHostSystem(twin.core, system, () => twin.world);
  return twin;
}
