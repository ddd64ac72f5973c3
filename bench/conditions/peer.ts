import type { Level } from '../../src/content/antares/syntax.js';
import { cellSorts } from './cells.js';
import type { Writes } from './changes.js';
import { type PeerRules, peerRulesOf } from './peer-rules.js';
import { counterCount } from './syntax.js';

/** The state of a level in plain arrays. */
export interface PeerState {
  time: number;
  /** By initial; -1: nobody. */
  readonly owner: Int8Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly health: Float64Array;
  readonly maxHealth: Float64Array;
  readonly exists: Uint8Array;
  /** Three of each player. */
  readonly counters: Int32Array;
  /** By player, in raw units. */
  readonly cash: Float64Array;
  /** By condition. */
  readonly enabled: Uint8Array;
}

/**
 * What somebody would write who has only these conditions to watch: one loop over arrays, which looks at each that is
 * enabled, in order, every time.
 */
export interface Peer {
  readonly state: PeerState;
  /** The conditions that fired in the last sweep, up to what it returned. */
  readonly fired: Int32Array;
  write(writes: Writes): void;
  /** Looks once at all that is enabled; gives how many fired. */
  sweep(): number;
}

export function createPeer(level: Level): Peer {
  const rules = peerRulesOf(level);
  const state = stateOf(level);
  const fired = new Int32Array(rules.conditions);
  return { state, fired, write: (writes) => writeTo(state, writes), sweep: () => sweep(rules, state, fired) };
}

function stateOf({ initials, players, bases, conditions }: Level): PeerState {
  const maxHealth = Float64Array.from(initials, ({ base }) => bases.get(base)?.maxHealth ?? 0);
  return {
    time: 0,
    owner: Int8Array.from(initials, ({ owner }) => owner ?? -1),
    x: Float64Array.from(initials, ({ position }) => position[0]),
    y: Float64Array.from(initials, ({ position }) => position[1]),
    health: Float64Array.from(initials, ({ health }, i) => health ?? maxHealth[i]),
    maxHealth,
    exists: Uint8Array.from(initials, ({ hidden }) => Number(!hidden)),
    counters: new Int32Array(players.length * counterCount),
    cash: Float64Array.from(players, ({ cash }) => cash),
    enabled: Uint8Array.from(conditions, ({ disabled }) => Number(!disabled)),
  };
}

const sorts = {
  owner: cellSorts.indexOf('owner'),
  place: cellSorts.indexOf('place'),
  health: cellSorts.indexOf('health'),
  exists: cellSorts.indexOf('exists'),
};

function writeTo(state: PeerState, { count, sort, at, first, second }: Writes): void {
  for (let i = 0; i < count; i++) {
    const where = at[i];
    switch (sort[i]) {
      case sorts.owner:
        state.owner[where] = first[i];
        break;
      case sorts.place:
        state.x[where] = first[i];
        state.y[where] = second[i];
        break;
      case sorts.health:
        state.health[where] = first[i];
        break;
      case sorts.exists:
        state.exists[where] = first[i];
        break;
      default:
        state.counters[where] = first[i];
    }
  }
}

/** Whether an order, as a set of answers, holds between two numbers. */
function holds(order: number, left: number, right: number): boolean {
  return (order & ((left < right ? 1 : 0) | (left === right ? 2 : 0) | (left > right ? 4 : 0))) !== 0;
}

/**
 * Whether a row is true now. Codes are written as numbers (see `looks`), because the engine makes a table of jumps only
 * for those.
 */
function isTrue(rules: PeerRules, state: PeerState, row: number): boolean {
  const order = rules.order[row];
  const a = rules.a[row];
  switch (rules.look[row]) {
    case /* owner */ 0:
      return state.exists[a] !== 0 && (order === 2) === (state.owner[a] === rules.b[row]);
    case /* score */ 1:
      return holds(order, state.counters[a], rules.value[row]);
    case /* distance */ 2: {
      const b = rules.b[row];
      if (state.exists[a] === 0 || state.exists[b] === 0) return false;
      const dx = state.x[a] - state.x[b];
      const dy = state.y[a] - state.y[b];
      return holds(order, dx * dx + dy * dy, rules.value[row]);
    }
    case /* time */ 3:
      return holds(order, state.time, rules.value[row]);
    case /* destroyed */ 4:
      return (order === 2) === (1 - state.exists[a] === rules.b[row]);
    case /* health */ 5:
      return holds(order, state.exists[a] === 0 ? 0 : state.health[a] / state.maxHealth[a], rules.value[row]);
    default: {
      let many = 0;
      for (let member = a, end = rules.b[row]; member < end; member++) if (isTrue(rules, state, member)) many++;
      return holds(order, many, rules.value[row]);
    }
  }
}

/**
 * As `isTrue` of every condition in turn, written out for what is no count: calls would take as long as what they ask.
 */
function sweep(rules: PeerRules, state: PeerState, fired: Int32Array): number {
  const { conditions, look, order, a: firsts, b: seconds, value, persistent } = rules;
  const { enabled, exists, owner, x, y, health, maxHealth, counters, time } = state;
  let many = 0;
  for (let i = 0; i < conditions; i++) {
    if (enabled[i] === 0) continue;
    const a = firsts[i];
    let holdsNow: boolean;
    switch (look[i]) {
      case /* owner */ 0:
        holdsNow = exists[a] !== 0 && (order[i] === 2) === (owner[a] === seconds[i]);
        break;
      case /* score */ 1:
        holdsNow = holds(order[i], counters[a], value[i]);
        break;
      case /* distance */ 2: {
        const b = seconds[i];
        if ((exists[a] & exists[b]) === 0) continue;
        const dx = x[a] - x[b];
        const dy = y[a] - y[b];
        holdsNow = holds(order[i], dx * dx + dy * dy, value[i]);
        break;
      }
      case /* time */ 3:
        holdsNow = holds(order[i], time, value[i]);
        break;
      case /* destroyed */ 4:
        holdsNow = (order[i] === 2) === (1 - exists[a] === seconds[i]);
        break;
      case /* health */ 5:
        holdsNow = holds(order[i], exists[a] === 0 ? 0 : health[a] / maxHealth[a], value[i]);
        break;
      default:
        holdsNow = isTrue(rules, state, i);
    }
    if (!holdsNow) continue;
    if (persistent[i] === 0) enabled[i] = 0;
    fired[many++] = i;
    act(rules, state, i);
  }
  return many;
}

function act(
  { actionsFrom, deed, player, which, amount, subject }: PeerRules,
  state: PeerState,
  condition: number,
): void {
  const about = subject[condition];
  // Roles are looked up when a condition fires: what is gone then has no owner.
  const owner = about >= 0 && state.exists[about] !== 0 ? state.owner[about] : -1;
  for (let i = actionsFrom[condition], end = actionsFrom[condition + 1]; i < end; i++) {
    if (deed[i] === /* enable */ 2) {
      state.enabled[which[i]] = 1;
      continue;
    }
    const whose = player[i] >= 0 ? player[i] : owner;
    if (whose < 0) continue;
    if (deed[i] === /* score */ 0) state.counters[counterCount * whose + which[i]] += amount[i];
    else state.cash[whose] = Math.max(0, state.cash[whose] + amount[i]);
  }
}
