import { beginTurn } from '../meaning/effects/turn-context.js';
import { compiledAsker, referenceAsker } from '../ask/asker.js';
import { createSurveyor, createSweeper } from '../ask/survey.js';
import { turnOf } from '../components/clock.js';
import type { WorldSizes } from '../components/component.js';
import type { TriggerEvent } from '../events/event.js';
import type { RunOptions, Machine } from '../events/event-machine.js';
import { heardProgram } from '../ir/heard-effects.js';
import { type Program, writtenTexts } from '../ir/rule.js';
import type { Action } from '../ir/trigger.js';
import { seedGiven, refused } from '../kernel/given.js';
import { limitsFrom } from '../kernel/world-limits.js';
import { demandSnapshot, encodeSnapshot } from '../kernel/snapshot.js';
import { population } from '../state/object-life.js';
import { hashState } from '../state/state-hash.js';
import { captureState, createState, restoreState, roomOf } from '../state/world-state.js';
import { standardSchedule } from '../systems/standard.js';
import type { World, WorldOptions, ExecutorName } from './api.js';
import {
  type MethodsOf,
  bound,
  type Forked,
  type Inside,
  type WorldCore,
  betweenTurns,
  changing,
  growFor,
  inside,
  turnsCompleted,
} from './core.js';
import { worldColumn } from './columns.js';
import { type OpenView, createView } from './ecs-view.js';
import { awaitComponents, componentOf, componentsIn } from './own-components.js';
import { createWriteCheck, demandValues } from './write-check.js';
import { decideWithin, keepEvent, messagesTo, turnMethods } from './turns.js';
import { eventsPart } from './events.js';
import { objectMethods } from './object-methods.js';
import { query } from './queries.js';
import { questionMethods } from './questions.js';
import { parameterValues, setParameters } from './parameters.js';
import { copyBook, createReportBook } from './report-book.js';
import { cutReports, reportsPart } from './reports.js';
import { relationMethods } from './relation-methods.js';
import { evaluateFor, quietly, triggersPart } from './trigger-methods.js';
import { outlineOf } from './saves/outline.js';
import { createUndo } from './undo.js';
import { settle, variablesPart } from './variables.js';
import { setArmed } from '../components/armed-triggers.js';
import type { WorldState } from '../components/state.js';
import type { Solver } from '../meaning/cell-solver.js';
import { variablesOf } from '../components/cell-blocks.js';
import type { Model, Variable } from '../model/model.js';
import type { MakeExecutor } from '../meaning/executor.js';
import { createCompiledExecutor } from '../systems/compiled-executor.js';
import { keptBy } from '../kernel/maps.js';
import { processSetting } from '../kernel/process-settings.js';
import type { ReferenceTools } from '../reference/reference-tools.js';
import { type Toolkit, neededPart, takes } from './toolkit.js';

export function openWorld(tools: Toolkit, content: Program, options: WorldOptions, sizes: WorldSizes): Forked {
  const core = createCore(heardProgram(content), options, sizes, {
    tools,
    world: () => world,
    fork: (capacity = 0, more = options, program = content) => forkOf(core, program, more, capacity),
  });
  const world = worldOf(core, content, options);
  return { core, world };
}

function createCore(
  program: Program,
  options: WorldOptions,
  sizes: WorldSizes,
  { world, fork, tools }: Pick<WorldCore, 'world' | 'fork' | 'tools'>,
): WorldCore {
  const { model, rules, budget } = program;
  const limits = limitsFrom(options.limits);
  const state = createState(
    model,
    limits,
    sizes,
    seedGiven(options.seed ?? '1'),
    options.shared ?? false,
    budget?.turn,
  );
  setParameters(state, options.parameters ?? {});
  state.sequence = options.sequence;
  const executorName = executorNamed(options.executor);
  const executor = makerOf(tools, executorName)(program, state);
  const machine = machineFor(tools, program, executorName, state);
  const types = machine?.timing.types ?? [];
  const solver = solverFor(tools, program, executorName, state);
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
    get watch() {
      return core.asks.events;
    },
    // After each action: triggers see earlier ones.
    settle: settleCore,
    decide: (question) => decideWithin(core, question),
  };
  let view: OpenView | undefined;
  const asker = executorName === 'reference' ? referenceAsker(state) : compiledAsker(state);
  const core: WorldCore = {
    program,
    tools,
    world,
    fork,
    state,
    executor,
    schedule: standardSchedule(program, executor, machine, turnRun),
    turnRun,
    turnContext: () =>
      beginTurn(state, turnOf(state), {
        watch: core.watch,
        during: core.during,
        listen: messagesTo(core),
        evaluate: evaluateFor(executor),
      }),
    turnAnswers: { given: [], taken: 0 },
    turnFailure: undefined,
    lastAnswers: [],
    answers: new Map(),
    agent: undefined,
    turnDecision: undefined,
    undo: createUndo(() => quietly(core)),
    reportBook: createReportBook(rules.reports ?? [], limits.reportedTurns),
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
    texts: { conditions: new Map(), expressions: [new Map(), new Map()], written: writtenTexts(program) },
    isChanging: false,
    isAnswering: false,
    changeStart: undefined,
    running: 0,
    locked: false,
    hostSystem: '',
    writing: [],
    writeCheck: options.check === undefined ? undefined : createWriteCheck(state),
    view: () =>
      (view ??= createView(state, () => {
        changing(core);
      })),
    components: new Map(),
    watch: undefined,
    during: undefined,
    moments: new Map(),
    asks: { events: undefined, flows: undefined, growth: undefined, claimed: undefined },
    profile: undefined,
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
    // What the host has written so far is replaced.
    core.writeCheck?.note();
    growFor(core, snapshot);
    restoreState(core.state, snapshot);
    cutReports(core);
    core.beforeTurn = undefined;
    core.writeCheck?.note();
  },
  fork: (core) => core.fork().world,
  ecs: (core) => core.view(),
  column: worldColumn,
  component: componentOf,
  hash(core) {
    settle(core);
    return hashState(core.state);
  },
  save(core) {
    betweenTurns(core, 'save');
    settle(core);
    demandValues(core.state, 'the host');
    const { state, program } = core;
    return encodeSnapshot(captureState(state), program.fingerprint, componentsIn(core), outlineOf(state, program));
  },
} satisfies Partial<MethodsOf<WorldCore, World>>;

function worldOf(core: WorldCore, program: Program, options: WorldOptions): World & Inside {
  const { state } = core;
  return {
    [inside]: {
      core,
      copy: ({ capacity = 0, executor = options.executor, ...more } = {}) =>
        core.fork(capacity, { ...options, ...(executor && { executor }), ...more }),
    },
    program,
    get turn() {
      return turnsCompleted(core);
    },
    get size() {
      return population(state);
    },
    get parameters() {
      return parameterValues(state);
    },
    reports: reportsPart(core),
    questions: bound(core, questionMethods),
    triggers: triggersPart(core),
    events: eventsPart(core),
    variables: variablesPart(core),
    relations: bound(core, relationMethods),
    ...bound<WorldCore, Pick<World, keyof typeof methods>>(core, methods),
  };
}

function forkOf(core: WorldCore, program: Program, options: WorldOptions, capacity: number): Forked {
  betweenTurns(core, 'fork');
  settle(core);
  const room = roomOf(core.state);
  const twin = openWorld(core.tools, program, options, { ...room, capacity: Math.max(room.capacity, capacity) });
  twin.core.state.family = core.state.family;
  twin.core.state.copyDepth = core.state.copyDepth + 1;
  awaitComponents(twin.core, componentsIn(core));
  restoreState(twin.core.state, captureState(core.state));
  copyBook(core.reportBook, twin.core.reportBook);
  for (const [turn, answers] of core.answers) twin.core.answers.set(turn, answers);
  twin.core.writeCheck?.note();
  twin.core.schedule.phases.splice(0, Infinity, ...core.schedule.phases);
  for (const install of core.hostSystems) {
    install(twin.core);
    twin.core.hostSystems.push(install);
  }
  return twin;
}

/** Undefined without triggers and occurrences. */
export function machineFor(
  tools: Toolkit,
  program: Program,
  executor: ExecutorName,
  state: WorldState,
): Machine | undefined {
  if (!takes.events(program)) return undefined;
  const {
    model,
    rules: { triggers: book, timing, rules },
  } = program;
  const { checkBook, createMachine, ...compiled } = neededPart(tools.events, 'triggers and occurrences');
  checkBook(model, book, timing, rules);
  for (const { index, armed } of book.triggers) setArmed(state, index, armed);
  const { watcher, finder, lists } = executor === 'reference' ? referenceOf(tools) : compiled;
  return createMachine(state, {
    book,
    timing,
    rules,
    watcher: watcher(state, book.triggers),
    finder: finder(state, timing),
    fire: lists(model),
  });
}

function solverFor(tools: Toolkit, program: Program, executor: ExecutorName, state: WorldState): Solver | undefined {
  if (!takes.solver(program)) return undefined;
  const make = executor === 'reference' ? referenceOf(tools).solver : neededPart(tools.solver, 'variables');
  return make(state, program.rules.modifiers);
}

/** Variables by kind and name; those of a kind on demand: there may be a million. */
function variablesByName(model: Model): (kind: number, name: string) => Variable | undefined {
  const ofKind = keptBy((kind: number) => new Map(variablesOf(model, kind).map((each) => [each.name, each])));
  return (kind, name) => (model.variables.length === 0 ? undefined : ofKind(kind).get(name));
}

/** With the parts that a program needs. */
export function makerOf(tools: Toolkit, name: ExecutorName): MakeExecutor {
  if (name === 'reference') return referenceOf(tools).executor;
  return (program, state) => createCompiledExecutor(program, state, () => neededPart(tools.flows, 'flows'));
}

function referenceOf({ reference }: Toolkit): ReferenceTools {
  return neededPart(reference, 'executor reference');
}

const executors: readonly ExecutorName[] = ['compiled', 'reference'];

/** Default: EDICT_EXECUTOR, else compiled. */
export function executorNamed(name: ExecutorName | undefined): ExecutorName {
  const asked = processSetting('EDICT_EXECUTOR') ?? '';
  const wanted = name ?? (asked === '' ? 'compiled' : asked);
  for (const each of executors) if (each === wanted) return each;
  const whose = name === undefined ? 'EDICT_EXECUTOR' : 'the executor';
  throw refused(whose, wanted, executors.join(' or '));
}
