import { type Base, type Level, type Reference, type When, zooms } from '../../../src/content/antares/syntax.js';
import type { Policy } from '../../../src/content/antares/policy.js';

export interface Body {
  number: number;
  base: Base;
  build: readonly string[];
  owner: number;
  inUse: boolean;
  freed: boolean;
  at: [number, number];
  speed: [number, number];
  health: number;
  attributes: Set<string>;
  tags: Set<string>;
  destination: Body | null;
  occupation: Map<number, number>;
}

export interface Player {
  human: boolean;
  cash: number;
  scores: number[];
  ships: number;
  autopilot: boolean;
  flagship: Body | null;
  control: Body | null;
  target: Body | null;
  buildAt: Body | null;
}

export interface Roles {
  readonly subject: Body | null;
  readonly direct: Body | null;
}

/** What conditions look at. */
export interface OracleState {
  readonly level: Level;
  readonly policy: Policy;
  /** Ticks; that of the beginning is 0, or before it where there is setup. */
  readonly start: number;
  time: number;
  readonly players: readonly Player[];
  /** By number of the initial. */
  readonly slots: (Body | null)[];
  message: [number, number] | null;
  screen: string;
  line: number;
  zoom: string;
}

export function resolve({ slots, players, policy }: OracleState, { by, index }: Reference): Body | null {
  if (by === 'initial') {
    const body = slots.at(index) ?? null;
    return body?.inUse === true ? body : null;
  }
  const player = players[index];
  if (by === 'flagship') return policy === 'compat' || player.flagship?.inUse === true ? player.flagship : null;
  const body = player[by];
  if (body?.inUse !== true) return null;
  return by === 'control' && body.owner !== index ? null : body;
}

export function isTrue(state: OracleState, when: When): boolean {
  switch (when.type) {
    case 'count': return compare(when.op, when.of.filter((each) => isTrue(state, each)).length, when.value);
    case 'autopilot':
    case 'building':
    case 'cash':
    case 'score':
    case 'ships': return isTrueOfPlayer(state, when);
    case 'computer': return (when.op === 'eq') === (state.screen === when.screen && (when.line === undefined || state.line === when.line));
    case 'message': return isTrueOfMessage(state, when);
    case 'time': return isTrueOfTime(state, when);
    case 'zoom': return compare(when.op, zooms.findIndex((each) => each === state.zoom), zooms.indexOf(when.value));
    default: return isTrueOfBody(state, when);
  }
}

type Of<Type extends When['type']> = Extract<When, { readonly type: Type }>;

function compare(op: When['op'], a: number, b: number): boolean {
  return { eq: a === b, ne: a !== b, lt: a < b, gt: a > b, le: a <= b, ge: a >= b }[op];
}

function isSame(op: When['op'], a: unknown, b: unknown): boolean {
  return (op === 'eq') === (a === b);
}

function isTrueOfPlayer({ players, policy }: OracleState, when: Of<'autopilot' | 'building' | 'cash' | 'score' | 'ships'>): boolean {
  if (when.type === 'score') return compare(when.op, players[when.counter.player].scores[when.counter.which], when.value);
  const player = players[when.player];
  if (when.type === 'cash') return compare(when.op, player.cash, when.value);
  if (when.type === 'ships') return compare(when.op, player.ships, when.value);
  if (when.type === 'building') return player.buildAt?.inUse === true && player.buildAt.owner === when.player && isSame(when.op, false, when.value);
  return player.flagship !== null && (policy === 'compat' || (player.flagship.inUse && player.human)) && isSame(when.op, player.autopilot, when.value);
}

function isTrueOfMessage({ message, policy }: OracleState, { op, id, page }: Of<'message'>): boolean {
  return message !== null && (policy === 'compat' || message[1] > 0) && (op === 'eq') === (message[0] === id && message[1] === page);
}

function isTrueOfTime({ start, time }: OracleState, { op, duration, legacyStartTime }: Of<'time'>): boolean {
  const setup = -start;
  return compare(op, time, !legacyStartTime ? duration : 3 * duration < setup ? 3 * duration - setup : duration - 60 * Math.floor(setup / 180));
}

function isTrueOfBody(state: OracleState, when: Of<'destroyed' | 'distance' | 'health' | 'identity' | 'owner' | 'speed' | 'target'>): boolean {
  const [first, second] = bodiesOf(when).map((reference) => resolve(state, reference));
  if (when.type === 'destroyed') return isSame(when.op, first === null, when.value);
  if (when.type === 'health') return compare(when.op, first === null ? 0 : first.health / first.base.maxHealth, when.value);
  if (first === null || second === null) return false;
  switch (when.type) {
    case 'identity': return isSame(when.op, first, second);
    case 'owner': return isSame(when.op, first.owner, when.player);
    case 'target': return isSame(when.op, first.destination, second);
    case 'speed': {
      const [x, y] = first.speed;
      return state.policy === 'compat' ? compare(when.op, Math.max(Math.abs(x), Math.abs(y)), when.value) : compare(when.op, x * x + y * y, when.value ** 2);
    }
    case 'distance': {
      const squares = (first.at[0] - second.at[0]) ** 2 + (first.at[1] - second.at[1]) ** 2;
      // Of bodies that only the host knows nobody has said where they are.
      return !Number.isNaN(squares) && compare(when.op, squares, Math.floor(when.value ** 2));
    }
  }
}

function bodiesOf(when: Of<'destroyed' | 'distance' | 'health' | 'identity' | 'owner' | 'speed' | 'target'>): readonly Reference[] {
  if (when.type === 'identity') return [when.a, when.b];
  if (when.type === 'distance') return [when.from, when.to];
  return when.type === 'target' ? [when.object, when.target] : [when.object];
}
