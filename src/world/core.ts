import { isTurnPending } from '../components/decided.js';
import { turnOf } from '../components/clock.js';
import { frameCount } from '../components/frames.js';
import type { CellWrite, During, Moment, TurnContext } from '../meaning/effects/turn-context.js';
import type { Executor } from '../meaning/executor.js';
import type { Profile } from '../meaning/profile.js';
import type { Asker } from '../ask/asker.js';
import type { Surveyor, Sweeper } from '../ask/survey.js';
import type { Expression, Node } from '../ir/node.js';
import type { OccurrenceType } from '../ir/occurrence.js';
import type { Program, Rule, WrittenTexts } from '../ir/rule.js';
import type { TriggerEvent } from '../events/event.js';
import type { Machine, RunOptions } from '../events/event-machine.js';
import type { EventWatch } from '../events/event-watch.js';
import type { Solver } from '../meaning/cell-solver.js';
import type { Variable } from '../model/model.js';
import { type Placement, put } from '../components/place.js';
import { touch } from '../model/stamps.js';
import { growState, maxCells, maxEdges, maxFrames, maxLinks, maxWords, roomOf } from '../state/world-state.js';
import type { Toolkit } from './toolkit.js';
import { demandOwnWorld } from '../components/lend.js';
import type { WorldState } from '../components/state.js';
import { header } from '../kernel/arena.js';
import { EdictError, type Room, WorldFullError } from '../kernel/errors.js';
import { isObject, listGiven, reading, refused, textGiven, unreadable } from '../kernel/given.js';
import { demand, maxCapacity } from '../kernel/identity.js';
import type { Snapshot } from '../kernel/snapshot.js';
import { nextOfStream } from '../kernel/streams.js';
import type { Schedule } from '../systems/schedule.js';
import type { PlaceOption, World, WorldOptions } from './api.js';
import type { OpenView } from './ecs-view.js';
import type { Declared } from './declared-component.js';
import type { ReportBook } from './report-book.js';
import type { WriteCheck } from './write-check.js';
import { checkOptions } from './host-arguments.js';
import type { Decision, TurnAgent } from './events-api.js';
import { type Undo, noteChange } from './undo.js';

export interface Forked {
  readonly core: WorldCore;
  readonly world: World;
}

export interface WorldCore {
  readonly program: Program;
  readonly tools: Toolkit;
  readonly world: () => World;
  readonly fork: (capacity?: number, options?: WorldOptions, content?: Program) => Forked;
  readonly state: WorldState;
  readonly executor: Executor;
  readonly schedule: Schedule;
  readonly hostSystems: ((core: WorldCore) => void)[];
  readonly fixed: boolean;
  /** The number of the running turn, 0 between turns. */
  running: number;
  /** A turn is explained on a copy. */
  locked: boolean;
  hostSystem: string;
  /** Stamps of what the running host system declares to write. */
  writing: readonly number[];
  /** For `check: 'writes'`. */
  readonly writeCheck: WriteCheck | undefined;
  /** Made on demand. */
  readonly view: () => OpenView;
  /** Declared by the host. */
  readonly components: Map<string, Declared>;
  watch: ((write: CellWrite) => void) | undefined;
  /** See `TurnContext`. */
  during: During | undefined;
  readonly moments: Map<Rule, Moment>;
  /** What is asked of the other parts of the turn. */
  readonly asks: {
    events: EventWatch | undefined;
    flows: (() => void) | undefined;
    growth: (() => void) | undefined;
    claimed: TurnContext['claimed'];
  };
  /** Undefined unless somebody wants to know. */
  profile: Profile | undefined;
  /** Undefined before the first turn and after a restore. */
  beforeTurn: Snapshot | undefined;
  spare: Snapshot | undefined;
  /** Before several turns. */
  runStart: Snapshot | undefined;
  readonly solver: Solver | undefined;
  /** Undefined without variables. */
  readonly settle: (() => void) | undefined;
  readonly variableOfKind: (kind: number, name: string) => Variable | undefined;
  readonly machine: Machine | undefined;
  readonly types: readonly OccurrenceType[];
  readonly typesByName: ReadonlyMap<string, OccurrenceType>;
  /** Some effects of its actions stack or branch. */
  readonly stacks: boolean;
  /** Outside of turns, without a listener. */
  quiet: TurnContext | undefined;
  readonly quietRun: RunOptions;
  readonly asker: Asker;
  readonly surveyor: Surveyor;
  readonly sweeper: Sweeper;
  readonly expressions: ReadonlyMap<string, Expression>;
  /** By text: conditions over one object, and expressions over slot 0 or 1. */
  readonly texts: {
    readonly conditions: Map<string, Node>;
    readonly expressions: readonly Map<string, Node>[];
    /** Of these and of the program. */
    readonly written: WrittenTexts;
  };
  listener: ((event: TriggerEvent) => void) | undefined;
  readonly unheard: TriggerEvent[];
  /** Triggers run outside of turns: their listener may start no other call. */
  isPolling: boolean;
  readonly undo: Undo;
  readonly reportBook: ReportBook;
  /** Of the waiting turn; undefined if unknown. */
  turnDecision: Decision | undefined;
  readonly turnRun: RunOptions;
  readonly turnContext: () => TurnContext;
  /** Given decisions of the running turn, and the number already taken. */
  turnAnswers: { readonly given: number[]; taken: number };
  /** Of an occurrence that a host system raised in this turn. */
  turnFailure: Error | undefined;
  lastAnswers: readonly number[];
  /** Decisions of earlier turns, by turn. Most turns have none. */
  readonly answers: Map<number, readonly number[]>;
  agent: TurnAgent | undefined;
  isChanging: boolean;
  /** Host code (an aggregator, a sequence) may neither ask nor change then. */
  isAnswering: boolean;
  changeStart: Snapshot | undefined;
}

export const inside = Symbol('inside');

export interface Inside {
  readonly [inside]: {
    readonly core: WorldCore;
    /** With the room of this world, or for more objects, and with its options but for those given. */
    readonly copy: (
      more?: { readonly capacity?: number } & Pick<WorldOptions, 'executor' | 'fixed' | 'check'>,
    ) => Forked;
  };
}

/** Throws for any other value. */
export function insideOf(world: World): Inside[typeof inside] {
  const given: unknown = world;
  const kept = isObject(given) ? reading('the world', () => (given as Partial<Inside>)[inside]) : undefined;
  if (kept === undefined)
    throw new EdictError('bad-option', 'the argument is not a world; pass what createWorld or loadWorld returned');
  return kept;
}

export function idOf(core: WorldCore, handle: number): number {
  return demand(core.state.identity, handle);
}

/** 0 for null. */
export function idOrNone(core: WorldCore, handle: number | null | undefined): number {
  return handle === null || handle === undefined ? 0 : idOf(core, handle);
}

/** Throws while a system runs in a copy: the change was meant for that. */
export function changing(core: WorldCore): void {
  refuseForeign(core);
  noteChange(core.undo);
  if (core.running === 0) core.turnDecision = undefined;
}

function refuseForeign(core: WorldCore): void {
  if (core.isAnswering) throw answering('changed the world');
  demandOwnWorld(core.state);
}

export function turnsCompleted(core: WorldCore): number {
  return core.running > 0 ? core.running - 1 : turnOf(core.state);
}

/** Listeners of triggers may call these. */
const copying: readonly string[] = ['snapshot', 'save', 'fork'];
/** Undone after a failure: see undo.ts. */
const undone: readonly string[] = ['raise', 'raiseAll', 'pass', 'pay', 'decide', 'advance', 'poll', 'resume'];

/** Throws while a turn or a change runs. */
export function betweenTurns(core: WorldCore, what: string): void {
  if (copying.includes(what) || undone.includes(what)) refuseForeign(core);
  else changing(core);
  if (core.isPolling && !copying.includes(what))
    throw new EdictError('polling', `${what} was called by a trigger listener; call it after the triggers are done`);
  if (core.isChanging)
    throw new EdictError('change-running', `${what} was called within change(…); call it before or after that`);
  if (core.running > 0)
    throw new EdictError('turn-running', `${what} was called while turn ${core.running} runs; call it between turns`);
}

export function demandNothingRuns({ state }: WorldCore, what: string): void {
  const unfinished = isTurnPending(state)
    ? 'a turn waits for a decision; call events.decide first'
    : frameCount(state) > 0
      ? 'actions of triggers are unfinished; call triggers.resume first, or events.decide while events.decision waits'
      : undefined;
  if (unfinished !== undefined) throw new EdictError('paused', `${what} was called while ${unfinished}`);
}

export function isIdle({ running, locked, isPolling, isChanging, isAnswering, state }: WorldCore): boolean {
  return (
    running === 0 &&
    !locked &&
    !isPolling &&
    !isChanging &&
    !isAnswering &&
    frameCount(state) === 0 &&
    !isTurnPending(state)
  );
}

/** Doubles the room, for objects also of their parts. False if the world is fixed or at its limit. */
export function growRoom(core: WorldCore, what: Room): boolean {
  const { state, fixed } = core;
  const room = roomOf(state);
  const { capacity, lanes, cells, words } = room;
  if (fixed) return false;
  const more = {
    cells: Math.min(maxCells, cells * 2),
    words: Math.min(maxWords, words * 2),
    links: Math.min(maxLinks, room.links * 2),
    edges: Math.min(maxEdges, room.edges * 2),
    frames: Math.min(maxFrames, room.frames * 2),
  };
  if (what !== 'places') {
    const isMore = more[what] > room[what];
    if (isMore) grow(core, capacity, lanes, { [what]: more[what] });
    return isMore;
  }
  if (capacity >= maxCapacity) return false;
  grow(core, Math.min(maxCapacity, capacity * 2), lanes, {
    cells: state.model.variables.length > 0 ? more.cells : cells,
    words: state.model.holdings.length > 0 ? more.words : words,
  });
  return true;
}

function grow(
  { state, writeCheck, hostSystem, writing }: WorldCore,
  capacity: number,
  lanes: number,
  more?: Parameters<typeof growState>[3],
): void {
  // Afterwards the arrays are others, and what they were before is lost.
  writeCheck?.demand(hostSystem === '' ? 'the host' : `system ${hostSystem}`, writing);
  growState(state, capacity, lanes, more);
  writeCheck?.note();
}

/** Counts of rows that share the room for frames. */
export const framed = [
  header.frames,
  header.parked,
  header.delays,
  header.occurrences,
  header.uses,
  header.memories,
  header.copies,
  header.past,
  header.answers,
];

export function growFor(core: WorldCore, { header: used }: Snapshot): void {
  const isShort = (word: number, dimension: number) => used[word] > core.state.arena.sizes[dimension];
  while (isShort(header.highWater, 0) && growRoom(core, 'places'));
  while (isShort(header.cells, 5) && growRoom(core, 'cells'));
  while (isShort(header.words, 6) && growRoom(core, 'words'));
  while (used[header.links] + 1 > core.state.arena.sizes[7] && growRoom(core, 'links'));
  growEdges(core, used[header.edges]);
  const framesUsed = Math.max(...framed.map((word) => used[word]));
  while (framesUsed > roomOf(core.state).frames && growRoom(core, 'frames'));
}

/** Repeats an action without effects in a full world, once it has grown. */
export function growing<Made>(core: WorldCore, attempt: () => Made): Made {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof WorldFullError) || !growRoom(core, error.what)) throw error;
    }
  }
}

/** At once, for so many edges. Throws where the world is fixed or at its limit. */
export function growEdges(core: WorldCore, needed: number): void {
  const { capacity, lanes, edges } = roomOf(core.state);
  if (needed <= edges) return;
  if (core.fixed || needed > maxEdges) throw new WorldFullError(edges, undefined, 'edges');
  grow(core, capacity, lanes, { edges: Math.min(maxEdges, Math.max(needed, 2 * edges)) });
}

/** False if the world is fixed. */
export function growLanes(core: WorldCore): boolean {
  const { capacity, lanes } = roomOf(core.state);
  if (core.fixed || lanes >= maxCapacity) return false;
  grow(core, capacity, Math.min(maxCapacity, lanes * 2));
  return true;
}

/** Throws for stale handles. */
export function placementOf(core: WorldCore, given: PlaceOption | undefined): Placement {
  if (given === null || given === undefined) return { at: 'nowhere' };
  const { in: holder, lane, fraction, x, y } = placeGiven(given);
  if (holder !== undefined) return { at: 'object', object: idOf(core, holder) };
  if (lane !== undefined) {
    const ends = listGiven('the lane of a place', lane, 'a list of its two nodes');
    if (ends.length !== 2) throw refused('the lane of a place', ends, 'a list of its two nodes');
    if (typeof fraction !== 'number') throw refused('the fraction of a place', fraction, 'a number between 0 and 1');
    return { at: 'lane', from: idOf(core, ends[0]), to: idOf(core, ends[1]), fraction };
  }
  if (x === undefined)
    throw new EdictError('place', 'a place has none of in, lane and x; give one of them, or null for nowhere');
  if (typeof x !== 'number') throw refused('x of a place', x, 'a finite number');
  if (typeof y !== 'number') throw refused('y of a place', y, 'a finite number');
  return { at: 'point', x, y };
}

export const placeKeys: readonly string[] = ['in', 'lane', 'fraction', 'x', 'y'];

interface PlaceGiven {
  readonly in?: number | undefined;
  readonly lane?: readonly number[] | undefined;
  readonly fraction?: unknown;
  readonly x?: unknown;
  readonly y?: unknown;
}

/** Reads each part once: ten million moves a second are usual. */
function placeGiven(given: object): PlaceGiven {
  try {
    checkOptions('a place', given, placeKeys);
    const { in: holder, lane, fraction, x, y } = given as PlaceGiven;
    return { in: holder, lane, fraction, x, y };
  } catch (error) {
    throw unreadable('what a place is given', error);
  }
}

/** The next number in [0, 1) of a named random stream. */
export function drawn(core: WorldCore, stream: string): number {
  changing(core);
  const { streams, strings } = core.state;
  return nextOfStream(streams, strings, textGiven('the name of a random stream', stream));
}

/** A failure changes nothing. */
export function moveObject(core: WorldCore, id: number, place: PlaceOption): void {
  put(core.state, id, placementOf(core, place));
}

/** What a host system may have written so far. */
export function noteWrites({ writing, state }: WorldCore): void {
  for (const stamp of writing) touch(state.stamps, stamp);
}

/** Throws if the code of another question asks. */
export function answer<Result>(core: WorldCore, act: () => Result): Result {
  if (core.isAnswering) throw answering('asked the world');
  core.isAnswering = true;
  try {
    return act();
  } finally {
    core.isAnswering = false;
  }
}

function answering(what: string): EdictError {
  return new EdictError(
    'answering',
    `an aggregator or a sequence of the host ${what} while a question is answered; it may use only its arguments`,
  );
}

export type MethodsOf<Context, Of> = {
  readonly [Name in keyof Of]: Of[Name] extends (...given: infer Given) => infer Made
    ? (context: Context, ...given: Given) => Made
    : never;
};

/** Binds functions of a record as methods. */
export function bound<Context, Of>(context: Context, table: MethodsOf<Context, Of>): Of {
  const methods = Object.entries(table) as (readonly [string, (context: Context) => unknown])[];
  return Object.fromEntries(methods.map(([name, method]) => [name, method.bind(undefined, context)])) as Of;
}

const hidden = Symbol('core');

type MethodNames<Of> = {
  [Name in keyof Of]: Of[Name] extends (...given: never) => unknown ? Name : never;
}[keyof Of];

/**
 * The same with properties, which are functions of the record too. All objects share the getters: an object with its
 * own getters would be a hash table in V8.
 */
export function partOf<Of>(
  methods: MethodsOf<WorldCore, Pick<Of, MethodNames<Of>>>,
  properties: { readonly [Name in Exclude<keyof Of, MethodNames<Of>>]: (core: WorldCore) => Of[Name] },
): (core: WorldCore) => Of {
  const getters = Object.fromEntries(
    Object.entries<(core: WorldCore) => unknown>(properties).map(([name, read]) => [
      name,
      {
        enumerable: true,
        get(this: { readonly [hidden]: WorldCore }) {
          return read(this[hidden]);
        },
      },
    ]),
  );
  return (core) => {
    const part = Object.defineProperty(bound(core, methods), hidden, { value: core });
    return Object.defineProperties(part, getters) as Of;
  };
}
