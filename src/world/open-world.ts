import { timeOf, turnOf } from '../components/clock.js';
import { delayCount } from '../components/delays.js';
import { frameCount } from '../components/frames.js';
import type { Program, Rule } from '../ir/rule.js';
import { beginTurn } from '../meaning/effects/turn-context.js';
import type { TriggerEvent } from '../events/trigger/event.js';
import { heardProgram } from '../ir/heard-effects.js';
import type { Action } from '../ir/trigger.js';
import type { RunOptions } from '../events/trigger/machine.js';
import { isTurnPending } from '../components/decided.js';
import { type EcsMirror, createMirror, syncMirror } from '../state/ecs.js';
import type { WorldSizes } from '../components/component.js';
import { population } from '../state/objects.js';
import { hashState } from '../state/state-hash.js';
import { captureState, createState, restoreState, roomOf } from '../state/world-state.js';
import { columnBytes } from '../kernel/arena.js';
import { seedGiven } from '../kernel/given.js';
import { limitsFrom } from '../kernel/limits.js';
import { demandSnapshot, encodeSnapshot } from '../kernel/snapshot.js';
import { standardSchedule } from '../systems/standard.js';
import { compiledAsker, referenceAsker } from '../ask/asker.js';
import { createSurveyor, createSweeper } from '../ask/survey.js';
import type { Clause, Handle, Verdict, World, WorldOptions } from './api.js';
import { bound } from './bound.js';
import {
  type Forked,
  type Inside,
  type Methods,
  type WorldCore,
  betweenTurns,
  growFor,
  idOf,
  idOrNone,
  inside,
  turnsCompleted,
} from './core.js';
import { decideWithin } from './decisions.js';
import { evaluateFor, executorNamed, machineFor, solverFor, variableNamesOf } from './executors.js';
import { holdingMethods } from './holdings.js';
import { inquiryMethods } from './inquiry.js';
import { objectMethods } from './objects.js';
import { queryMethods } from './queries.js';
import { lastChangeOf, settle, solvingMethods } from './solving.js';
import { deciderOf, occurredIn, optionCountOf, pendingIn, stepOfPlay, timingMethods } from './timing.js';
import { quietly, triggerMethods } from './triggers.js';
import { addHostSystem, keepEvent, messagesTo, turnMethods } from './turns.js';
import { createUndo } from './undo.js';
import { createFrame } from '../eval/interpreter.js';
import { printNode } from '../eval/make-node.js';
import { type Node, notFound, sourceSlot, targetSlot } from '../ir/node.js';
import { carries } from '../meaning/sources.js';
import { classAt } from '../model/model.js';
import { EdictError } from '../kernel/errors.js';
import { named } from './names.js';

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

/** What each condition says of a source and a target, as the world is now. */
function explainRule(core: WorldCore, ruleName: string, source: Handle, target?: Handle | null): Verdict {
  const rule = named('rule', core.program.rules.rules, ruleName);
  const carrier = idOf(core, source);
  const { state } = core;
  const frame = createFrame(state, turnOf(state) + (core.running > 0 ? 0 : 1));
  frame.rule = rule.index;
  if (!carries(rule.carrier, carrier, frame)) {
    const whom =
      rule.carrier.by === 'class'
        ? `an object of class ${classAt(state.model, rule.carrier.class).name}`
        : 'one of its sources';
    throw new EdictError('not-a-source', `object ${carrier} does not carry rule ${rule.name}; pass ${whom}`, rule.name);
  }
  frame.slots[sourceSlot] = carrier;
  const answers = (part: Clause['part']): readonly Clause[] =>
    rule[part].map((node, i) => ({
      part,
      text: textOf(rule, part, node, i),
      answer: answerOf(frame.evaluate(node)),
    }));
  const activation = answers('activation');
  const active = activation.every(({ answer }) => answer === 'true');
  if (target === null || target === undefined)
    return { rule: rule.name, active, inScope: undefined, clauses: activation };
  frame.slots[targetSlot] = idOrNone(core, target);
  const include = answers('include');
  const exclude = answers('exclude');
  const inScope =
    include.some(({ answer }) => answer === 'true') &&
    !exclude.some(({ answer }) => answer === 'true') &&
    ![...include, ...exclude].some(({ answer }) => answer === 'not found');
  return { rule: rule.name, active, inScope, clauses: [...activation, ...include, ...exclude] };
}

function answerOf(value: number | null | undefined): Clause['answer'] {
  if (value === notFound) return 'not found';
  if (value === undefined) return 'does not apply';
  return value === 1 ? 'true' : 'false';
}

function textOf(rule: Rule, part: Clause['part'], node: Node, index: number): string {
  return rule.texts?.[part][index] ?? printNode(node);
}
