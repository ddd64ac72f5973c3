import { beginTurn } from '../meaning/effects/turn-context.js';
import { compiledAsker, referenceAsker } from '../ask/asker.js';
import { createSurveyor, createSweeper } from '../ask/survey.js';
import { turnOf } from '../components/clock.js';
import type { WorldSizes } from '../components/component.js';
import type { TriggerEvent } from '../events/event.js';
import type { RunOptions } from '../events/event-machine.js';
import { heardProgram } from '../ir/heard-effects.js';
import type { Program } from '../ir/rule.js';
import type { Action } from '../ir/trigger.js';
import { seedGiven } from '../kernel/given.js';
import { limitsFrom } from '../kernel/world-limits.js';
import { demandSnapshot, encodeSnapshot } from '../kernel/snapshot.js';
import { type EcsMirror, createMirror, syncMirror } from '../state/ecs.js';
import { population } from '../state/object-life.js';
import { hashState } from '../state/state-hash.js';
import { captureState, createState, restoreState, roomOf } from '../state/world-state.js';
import { standardSchedule } from '../systems/standard.js';
import type { World, WorldOptions } from './api.js';
import {
  type MethodsOf,
  bound,
  type Forked,
  type Inside,
  type WorldCore,
  betweenTurns,
  growFor,
  inside,
  turnsCompleted,
} from './core.js';
import { decideWithin, addHostSystem, keepEvent, messagesTo, turnMethods } from './turns.js';
import { eventsPart } from './events.js';
import { executorNamed, machineFor, solverFor, variablesByName } from './executors.js';
import { objectMethods } from './object-methods.js';
import { query } from './queries.js';
import { questionMethods } from './questions.js';
import { relationMethods } from './relation-methods.js';
import { evaluateFor, quietly, triggersPart } from './trigger-methods.js';
import { createUndo } from './undo.js';
import { settle, variablesPart } from './variables.js';

export function openWorld(content: Program, options: WorldOptions, sizes: WorldSizes): Forked {
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
  const types = machine?.timing.types ?? [];
  const solver = solverFor(program, executor.name, state);
  const unheard: TriggerEvent[] = [];
  const settleCore =
    solver &&
    ((): void => {
      settle(core);
    });
  const turnRun: RunOptions = {
    get listen() {
      return core.listener === undefined
        ? undefined
        : (event: TriggerEvent) => {
            keepEvent(state, unheard, event);
          };
    },
    // After each action: triggers see earlier ones.
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
    types,
    typesByName: new Map(types.map((type) => [type.name, type])),
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
    variableOfKind: variablesByName(model),
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

function doesStack({ task }: Action): boolean {
  return task.by === 'effects' && task.effects.some(({ kind, stacking }) => kind === 'branch' || stacking !== 0);
}

const methods = {
  ...objectMethods,
  query,
  ...turnMethods,
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
} satisfies Partial<MethodsOf<WorldCore, World>>;

function worldOf(core: WorldCore, program: Program, options: WorldOptions): World & Inside {
  const { state } = core;
  let mirror: EcsMirror | undefined;
  return {
    [inside]: {
      core,
      fixedCopy: ({ capacity = 0, executor } = {}) =>
        core.fork(capacity, { ...options, ...(executor && { executor }), fixed: true }),
    },
    program,
    get turn() {
      return turnsCompleted(core);
    },
    get size() {
      return population(state);
    },
    questions: bound(core, questionMethods),
    triggers: triggersPart(core),
    events: eventsPart(core),
    variables: variablesPart(core),
    relations: bound(core, relationMethods),
    ...bound<WorldCore, Pick<World, keyof typeof methods>>(core, methods),
    ecs() {
      core.isOpen = true;
      mirror ??= createMirror(state);
      return syncMirror(state, mirror);
    },
  };
}

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
