import type { Base, Document, Event, Initial, Policy } from './document.js';
import { ticksOfDuration } from './numbers.js';
import type { Entry } from './queue.js';

/** A body of a level. It stays what roles name after it is gone. */
export interface Body {
  /** Number of the initial that it came from. */
  readonly from: number;
  base: Base;
  /** -1: nobody. */
  owner: number;
  place: readonly [number, number];
  /** In 1/256. */
  velocity: readonly [number, number];
  health: number;
  maxHealth: number;
  /** In 1/256. */
  maxSpeed: number;
  attributes: ReadonlySet<string>;
  destination: Body | undefined;
  /** By player. */
  occupation: Map<number, number>;
  inUse: boolean;
  freed: boolean;
}

/** What is no body of the level: only what it is called is known of it. */
export interface Stranger {
  readonly name: string;
}

export interface Player {
  readonly isActive: boolean;
  readonly isHuman: boolean;
  cash: number;
  scores: number[];
  ships: number;
  autopilot: boolean;
  /** Null: no build object. */
  building: boolean;
  /** Undefined: it has no build object; `host`: one of which the host alone knows. */
  buildsAt: Body | 'host' | undefined;
  flagship: Body | undefined;
  control: Body | undefined;
  target: Body | undefined;
}

export interface Stage {
  readonly document: Document;
  readonly policy: Policy;
  /** Ticks. */
  readonly setup: number;
  time: number;
  /** What each slot of the initials names. */
  readonly slots: (Body | undefined)[];
  readonly bodies: Body[];
  readonly players: Player[];
  readonly enabled: boolean[];
  /** The first entry runs first. */
  queue: Entry[];
  running: Entry | undefined;
  /** The conditions that have fired and not come to their end, outermost first. */
  readonly fired: number[];
  depth: number;
  /** Destroy actions within destroy actions. */
  destroying: number;
  zoom: string;
  screen: string;
  line: number;
  message: readonly [number, number] | undefined;
  winner: number | null;
  over: number | null;
  readonly events: Event[];
  readonly diagnostics: Event[];
}

/** Ends a run; the events before it stay. */
export class Stop extends Error {
  constructor(
    readonly code: string,
    readonly cycle?: readonly number[],
  ) {
    super(code);
  }
}

const seats = 4;

export function openStage(document: Document): Stage {
  const { level, conditions, policy } = document;
  const setup = ticksOfDuration(level.start_time ?? '0s');
  const stage: Stage = {
    document,
    policy,
    setup,
    time: -setup,
    slots: level.initials.map(() => undefined),
    bodies: [],
    players: Array.from({ length: seats }, (_, index) => playerOf(document, index)),
    enabled: conditions.map(({ disabled }) => disabled !== true),
    queue: [],
    running: undefined,
    fired: [],
    depth: 0,
    destroying: 0,
    ...level.ui,
    message: undefined,
    winner: null,
    over: null,
    events: [],
    diagnostics: [],
  };
  level.initials.forEach(({ hidden }, slot) => {
    if (hidden !== true) createBody(stage, slot);
  });
  level.initials.forEach((_initial, slot) => {
    aim(stage, slot);
  });
  stage.slots.forEach((body, slot) => {
    settleAt(stage, body, level.initials[slot] ?? {});
  });
  return stage;
}

function playerOf({ level }: Document, index: number): Player {
  const player = level.players[index];
  return {
    isActive: player !== undefined,
    isHuman: player?.type === 'human',
    cash: player?.cash ?? 0,
    scores: [0, 0, 0],
    ships: 0,
    autopilot: false,
    building: false,
    buildsAt: undefined,
    flagship: undefined,
    control: undefined,
    target: undefined,
  };
}

/** A body of an initial, bound to its slot. */
export function createBody(stage: Stage, slot: number): void {
  const initial = stage.document.level.initials[slot];
  const base = initial === undefined ? undefined : stage.document.level.bases[initial.base];
  if (initial === undefined || base === undefined) return;
  const [vx, vy] = initial.velocity ?? [0, 0];
  const body: Body = {
    from: slot,
    base,
    owner: initial.owner ?? -1,
    place: initial.position,
    velocity: [vx * 256, vy * 256],
    health: initial.health ?? base.maxHealth,
    maxHealth: base.maxHealth,
    maxSpeed: base.maxSpeed * 256,
    attributes: new Set(base.attributes),
    destination: undefined,
    occupation: new Map(),
    inUse: true,
    freed: false,
  };
  stage.bodies.push(body);
  stage.slots[slot] = body;
}

/** Gives a body the destination that its initial names; its owner aims for it too. */
function aim(stage: Stage, slot: number): void {
  const target = stage.document.level.initials[slot]?.target;
  const [body, at] = [stage.slots[slot], target === undefined ? undefined : stage.slots[target]];
  if (body === undefined || at === undefined) return;
  body.destination = at;
  const player = stage.players[body.owner];
  if (player !== undefined) player.target = at;
}

function settleAt(stage: Stage, body: Body | undefined, { build = [], flagship }: Partial<Initial>): void {
  const player = body === undefined ? undefined : stage.players[body.owner];
  if (body === undefined || player === undefined) return;
  if (flagship === true) player.flagship = body;
  if (!body.base.destination || player.buildsAt !== undefined || build.length === 0) return;
  player.building = false;
  player.buildsAt = body;
  player.control ??= body;
  player.target ??= body;
}
