import type { Base, Document, Event, Policy } from './document.js';
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
  building: boolean | null;
  buildsAt: Body | undefined;
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
  constructor(readonly code: string, readonly cycle?: readonly number[]) {
    super(code);
  }
}

const seats = 4;

export function openStage(document: Document): Stage {
  const { level, conditions, policy } = document;
  const setup = ticksOfDuration(level.start_time ?? '0s');
  const stage: Stage = {
    document, policy, setup, time: -setup,
    slots: level.initials.map(() => undefined), bodies: [], players: Array.from({ length: seats }, (_, index) => playerOf(document, index)),
    enabled: conditions.map(({ disabled }) => disabled !== true),
    queue: [], running: undefined, fired: [], depth: 0,
    ...level.ui, message: undefined, winner: null, over: null, events: [], diagnostics: [],
  };
  level.initials.forEach(({ hidden }, slot) => {
    if (hidden !== true) createBody(stage, slot);
  });
  level.initials.forEach((_initial, slot) => { aim(stage, slot, true); });
  stage.slots.forEach((body, slot) => { settleAt(stage, body, level.initials[slot]?.build ?? []); });
  return stage;
}

function playerOf({ level }: Document, index: number): Player {
  const player = level.players[index];
  return {
    isActive: player !== undefined, isHuman: player?.type === 'human', cash: player?.cash ?? 0, scores: [0, 0, 0], ships: 0, autopilot: false, building: null,
    buildsAt: undefined, flagship: undefined, control: undefined, target: undefined,
  };
}

/** A body of an initial, bound to its slot and, where the initial says so, the flagship of its owner. */
export function createBody(stage: Stage, slot: number): void {
  const initial = stage.document.level.initials[slot];
  const base = initial === undefined ? undefined : stage.document.level.bases[initial.base];
  if (initial === undefined || base === undefined) return;
  const [vx, vy] = initial.velocity ?? [0, 0];
  const body: Body = {
    from: slot, base, owner: initial.owner ?? -1, place: initial.position, velocity: [vx * 256, vy * 256], health: initial.health ?? base.maxHealth, maxHealth: base.maxHealth,
    maxSpeed: base.maxSpeed * 256, attributes: new Set(base.attributes), destination: undefined, occupation: new Map(), inUse: true, freed: false,
  };
  stage.bodies.push(body);
  stage.slots[slot] = body;
  const player = stage.players[body.owner];
  if (initial.flagship === true && player !== undefined) player.flagship = body;
}

/** Gives a body the destination that its initial names; at the start its owner aims for it too. */
export function aim(stage: Stage, slot: number, isStart: boolean): void {
  const target = stage.document.level.initials[slot]?.target;
  const [body, at] = [stage.slots[slot], target === undefined ? undefined : stage.slots[target]];
  if (body === undefined || at?.inUse !== true) return;
  body.destination = at;
  const player = stage.players[body.owner];
  if (isStart && player !== undefined) player.target = at;
}

function settleAt(stage: Stage, body: Body | undefined, build: readonly string[]): void {
  const player = body === undefined ? undefined : stage.players[body.owner];
  if (body?.base.destination !== true || player === undefined || player.buildsAt !== undefined || build.length === 0) return;
  player.building = false;
  player.buildsAt = body;
  player.control ??= body;
  player.target ??= body;
}
