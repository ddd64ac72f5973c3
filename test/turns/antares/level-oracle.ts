import type { Action, Base, Condition, Initial, Level } from '../../../src/content/antares/syntax.js';
import type { Policy } from '../../../src/content/antares/policy.js';
import type { Facts, HostEntry } from '../../../src/turns/antares/host-entry.js';
import { type Body, type OracleState, type Player, type Roles, isTrue, resolve } from './oracle-conditions.js';

interface Frame extends Roles {
  readonly list: readonly Action[];
  next: number;
}

interface Entry {
  left: number;
  readonly frames: readonly Frame[];
  readonly innermost: Roles;
  readonly stuck: boolean;
}

/** What a rule forbids. */
export class Stop extends Error {}

type OracleEvent = readonly (string | number)[];

export interface OracleResult {
  readonly events: OracleEvent[];
  /** Why it stopped, if it did. */
  stop: string | undefined;
  winner: number | null;
  over: number | null;
  readonly scores: readonly (readonly number[])[];
  readonly cash: readonly number[];
  readonly enabledAtEnd: readonly number[];
}

/** Plays a level by plain objects and calls, as its rules read: what sessions are compared with. It knows no motion but `stop`. */
export function playByRules(level: Level, policy: Policy, until: number, host: readonly HostEntry[]): OracleResult {
  const start = level.startTime === undefined ? 0 : -60 * level.startTime;
  const events: OracleEvent[] = [];
  const result: { winner: number | null; over: number | null } = { winner: null, over: null };
  const enabled = level.conditions.map(({ disabled }) => !disabled);
  const others = new Map<string, Body>();
  const queue: Entry[] = [];
  let running: Entry | null = null;
  const removed: Body[] = [];
  let acts = 0;
  const state: OracleState = {
    level, policy, start, time: start, message: null, ...level.ui,
    players: level.players.map(({ type, cash }) => ({ human: type === 'human', cash, scores: [0, 0, 0], ships: 0, autopilot: false, flagship: null, control: null, target: null, buildAt: null })),
    slots: level.initials.map((initial, number) => (initial.hidden ? null : make(initial, number))),
  };
  setUp();
  let stop: string | undefined;
  try {
    run();
  } catch (thrown) {
    if (!(thrown instanceof Stop || thrown instanceof RangeError)) throw thrown;
    // The engine has no other limit either.
    stop = thrown instanceof Stop ? thrown.message : 'sweep-depth';
  }
  const { players } = state;
  return { events, stop, ...result, scores: players.map(({ scores }) => scores), cash: players.map(({ cash }) => cash), enabledAtEnd: enabled.flatMap((each, index) => (each ? [index] : [])) };

  function setUp(): void {
    for (const [number, { owner, base, build, flagship }] of level.initials.entries()) {
      const body = state.slots[number];
      const player = owner === undefined ? undefined : state.players.at(owner);
      if (body === null || player === undefined) continue;
      if (flagship) player.flagship = body;
      if (build.length > 0 && level.bases.get(base)?.destination === true && player.buildAt === null) player.control = player.target = player.buildAt = body;
    }
    for (const [number, { owner, target }] of level.initials.entries()) {
      const [body, aim] = [state.slots[number], target === undefined ? null : state.slots[target]];
      if (body === null || aim === null) continue;
      body.destination = aim;
      if (owner !== undefined) state.players[owner].target = aim;
    }
  }

  function run(): void {
    for (let t = start + 3; start < 0 && t <= Math.min(0, until); t += 3) {
      step(t, (t - start) % 90 === 0, true);
      if (t < 0) late();
    }
    say('front');
    sweep(1);
    late();
    for (let t = 1; t <= until; t++) {
      step(t, t % 90 === 0, t % 3 === 0);
      late();
    }
  }

  function step(t: number, sweeps: boolean, looksAtQueue: boolean): void {
    for (const body of removed.splice(0)) if (!body.inUse) free(body);
    state.time = t;
    acts = 0;
    say('tick');
    if (looksAtQueue) lookAtQueue();
    say('sweep');
    if (sweeps) sweep(1);
  }

  function free(body: Body): void {
    body.freed = true;
    for (const player of state.players) {
      for (const key of ['flagship', 'control', 'target', 'buildAt'] as const) if (player[key] === body) player[key] = null;
    }
  }

  function late(): void {
    for (const { t, phase, set, sweep: again } of host) {
      if (t !== state.time || phase !== 'late') continue;
      setFacts(set ?? {});
      if (again === true) sweep(1);
    }
  }

  function say(when: string): void {
    for (const { t, phase, set } of host) if (t === state.time && phase === when) setFacts(set ?? {});
  }

  function setFacts(facts: Facts): void {
    for (const [name, value] of Object.entries(facts)) {
      const [of, index, field] = name.split('.');
      if (of === 'ui') setScreen(index, value);
      else if (of === 'player') setPlayer(state.players[Number(index)], field, value);
      else setBody(state.slots[Number(index)], field, value);
    }
  }

  function setScreen(field: string, value: unknown): void {
    if (field === 'message') state.message = value as [number, number] | null;
    else if (field === 'screen') state.screen = value as string;
    else state.line = Number(value);
  }

  function setPlayer(player: Player, field: string, value: unknown): void {
    if (field === 'flagship' || field === 'control') player[field] = named(value, player);
    else Object.assign(player, { [field]: value });
  }

  function named(value: unknown, player: Player): Body | null {
    if (typeof value === 'number') {
      const body = state.slots[value];
      return body?.freed === true ? null : body;
    }
    if (typeof value !== 'string') return null;
    const made = others.get(value) ?? blank();
    others.set(value, made);
    made.owner = state.players.indexOf(player);
    return made;
  }

  function blank(): Body {
    const [base] = level.bases.values();
    return { number: -1, base, build: [], owner: -1, inUse: true, freed: false, at: [NaN, NaN], speed: [0, 0], health: base.maxHealth, attributes: new Set(), tags: new Set(), destination: null, occupation: new Map() };
  }

  function setBody(body: Body | null, field: string, value: unknown): void {
    if (body === null || body.freed) return;
    if (field === 'exists') remove(body);
    else if (field === 'owner') body.owner = value === null ? -1 : Number(value);
    else if (field === 'position') body.at = value as [number, number];
    else if (field === 'velocity') body.speed = value as [number, number];
    else if (field === 'health') body.health = Number(value);
    else {
      const aim = value === null ? null : state.slots[Number(value)];
      body.destination = aim?.freed === true ? null : aim;
    }
  }

  function make(initial: Initial, number: number): Body {
    const base = baseNamed(initial.base);
    return {
      number, base, build: initial.build, owner: initial.owner ?? -1, inUse: true, freed: false, at: [...initial.position], speed: [...initial.velocity], health: initial.health ?? base.maxHealth,
      attributes: new Set(base.attributes), tags: new Set(base.tags), destination: null, occupation: new Map(),
    };
  }

  function baseNamed(name: string): Base {
    const base = level.bases.get(name);
    if (base === undefined) throw new Error(name);
    return base;
  }

  function sweep(depth: number): void {
    if (policy === 'sound' && depth > 64) throw new Stop('sweep-depth');
    for (const [index, condition] of level.conditions.entries()) if (enabled[index] && isTrue(state, condition.when)) fire(condition, index, depth);
  }

  function fire({ persistent, subject, direct, action }: Condition, index: number, depth: number): void {
    if (!persistent) enabled[index] = false;
    const roles = { subject: subject === undefined ? null : resolve(state, subject), direct: direct === undefined ? null : resolve(state, direct) };
    events.push(['fire', state.time, index, depth]);
    go([{ list: action, next: 0, ...roles }], depth);
  }

  /** Runs lists, the innermost last, until they end or are delayed. */
  function go(frames: Frame[], depth: number): void {
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      if (frame.next >= frame.list.length) {
        frames.pop();
        continue;
      }
      const action = frame.list[frame.next++];
      const { subject: asSubject, direct: asDirect } = action.override;
      const subject = asSubject === undefined ? frame.subject : resolve(state, asSubject);
      const direct = (asDirect === undefined ? frame.direct : resolve(state, asDirect)) ?? subject;
      if (!passes(action, { subject, direct })) continue;
      const roles = action.reflexive ? { subject: direct, direct: subject } : { subject, direct };
      if (++acts > 5_000) throw new Stop('limit-actions');
      events.push(['act', state.time, action.type, roles.subject?.number ?? -1, roles.direct?.number ?? -1]);
      if (action.type === 'group') frames.push({ list: action.of, next: 0, ...roles });
      else if (action.type === 'delay') return delay(frames, frame, action.duration);
      else act(action, roles, subject, direct, depth);
    }
  }

  function delay(frames: readonly Frame[], innermost: Frame, duration: number): void {
    const left = policy === 'sound' ? Math.max(0, duration) : duration;
    if (policy === 'compat') {
      if (running !== null && left <= running.left) throw new Stop('hang:zero-delay');
      if (queue.length + (running === null ? 0 : 1) >= 120) return;
    }
    const stuck = policy === 'compat' && innermost.next >= innermost.list.length;
    const entry = { left, frames: frames.map((each) => ({ ...each })), innermost, stuck };
    const before = policy === 'compat' ? queue.findIndex((each) => each.left >= left) : queue.findIndex((each) => each.left > left);
    queue.splice(before < 0 ? queue.length : before, 0, entry);
  }

  function lookAtQueue(): void {
    for (const entry of queue) if (!entry.stuck) entry.left -= 3;
    let due = policy === 'compat' ? Infinity : queue.filter(({ left }) => left <= 0).length;
    for (let entry = queue.at(0); entry !== undefined && due > 0 && !entry.stuck && entry.left <= 0; entry = queue.at(0), due--) {
      queue.shift();
      if (entry.innermost.subject?.freed === true || entry.innermost.direct?.freed === true) {
        if (policy === 'sound') events.push(['dropped', state.time]);
        continue;
      }
      running = entry;
      go([...entry.frames], 0);
      running = null;
    }
  }

  function playerFor(player: number | undefined, direct: Body | null): number {
    return player ?? direct?.owner ?? -1;
  }

  function act(action: Action, { subject, direct }: Roles, listSubject: Body | null, listDirect: Body | null, depth: number): void {
    const needs = ['assume', 'cap-speed', 'cloak', 'energize', 'heal', 'hold', 'thrust'].includes(action.type) || (action.type === 'move' && action.origin === 'level');
    if (needs && direct === null) {
      if (policy === 'compat') throw new Stop('null-direct');
      events.push(['skip', state.time, action.type]);
      return;
    }
    switch (action.type) {
      case 'check': return sweep(depth + 1);
      case 'condition':
        for (const index of action.enable) enabled[index] = true;
        for (const index of action.disable) enabled[index] = false;
        return;
      case 'score': {
        const player = playerFor(action.counter.player, direct);
        if (player >= 0) state.players[player].scores[action.counter.which] += action.value;
        return;
      }
      case 'pay': {
        const player = playerFor(action.player, direct);
        if (player >= 0) state.players[player].cash = Math.max(0, state.players[player].cash + action.value);
        return;
      }
      case 'win': return win(playerFor(action.player, direct));
      case 'reveal':
        for (const number of action.initial) reveal(number);
        return;
      case 'message': state.message = action.id === undefined ? null : [action.id, 1]; return;
      case 'zoom': state.zoom = action.value; return;
      case 'select': state.screen = action.screen; state.line = action.line; return;
      default: if (direct !== null) actOn(action, subject, direct, listSubject, listDirect, depth);
    }
  }

  function actOn(action: Action, subject: Body | null, direct: Body, listSubject: Body | null, listDirect: Body | null, depth: number): void {
    switch (action.type) {
      case 'destroy': destroy(direct, depth); return;
      case 'remove': remove(direct); return;
      case 'heal':
        direct.health += action.value;
        if (direct.health < 0) destroy(direct, depth);
        return;
      case 'capture': capture(direct, action.player ?? subject?.owner ?? -1); return;
      case 'occupy': occupy(direct, subject?.owner ?? -1, action.value); return;
      case 'target':
        if (subject?.attributes.has('can_accept_destination') === true) subject.destination = subject.owner < 0 ? null : direct;
        return;
      case 'assume': assume(direct, action.which); return;
      case 'morph': {
        const base = baseNamed(action.base);
        Object.assign(direct, { base, attributes: new Set(base.attributes), tags: new Set(base.tags) });
        return;
      }
      case 'move': {
        const origin = action.origin === 'level' ? [0, 0] : (action.origin === 'subject' ? listSubject : listDirect)?.at;
        if (origin !== undefined && (action.origin === 'level' || (listSubject !== null && listDirect !== null))) direct.at = [origin[0] + action.to[0], origin[1] + action.to[1]];
        return;
      }
      case 'stop': direct.speed = [0, 0]; return;
      default:
    }
  }

  function assume(body: Body, which: number): void {
    const slot = which + state.players[0].scores[0];
    if (slot >= 0 && slot < state.slots.length) state.slots[slot] = body;
    else if (policy === 'sound') events.push(['skip', state.time, 'assume']);
  }

  /** That nobody has won ends the level at once, whenever it is said. */
  function win(player: number): void {
    if (player < 0) {
      result.over = state.time;
    } else if (result.winner === null) {
      result.winner = player;
      result.over ??= state.time + 180;
    }
  }

  function reveal(number: number): void {
    if (state.slots[number]?.inUse === true) return;
    const initial = level.initials[number];
    const aim = initial.target === undefined ? null : state.slots[initial.target];
    const body = make(initial, number);
    state.slots[number] = body;
    const player = initial.owner === undefined ? undefined : state.players[initial.owner];
    if (player !== undefined && initial.build.length > 0 && body.attributes.has('is_destination')) adopt(body);
    if (player !== undefined && initial.flagship && player.flagship?.inUse !== true) player.flagship = body;
    if (player !== undefined && aim?.inUse === true && body.attributes.has('can_accept_destination')) body.destination = aim;
  }

  function remove(body: Body): void {
    body.inUse = false;
    removed.push(body);
  }

  function destroy(body: Body, depth: number): void {
    if (!body.inUse) return;
    const survives = body.attributes.has('neutral_death');
    if (survives) {
      body.health = body.base.maxHealth;
      capture(body, -1, false);
      for (const attribute of ['hated', 'can_engage', 'can_collide', 'can_be_hit']) body.attributes.delete(attribute);
    }
    const { base } = body;
    go([{ list: base.destroyAction, next: 0, subject: body, direct: null }], depth);
    if (!survives && body.base.dies) remove(body);
  }

  function capture(body: Body, player: number, restores = true): void {
    if (body.owner === player) return;
    for (const each of state.players) if (each.buildAt === body) each.buildAt = null;
    body.owner = player;
    if (restores && player >= 0 && body.attributes.has('is_destination')) adopt(body);
    if (!restores || !body.attributes.has('neutral_death')) return;
    body.attributes = new Set(body.base.attributes);
    body.occupation.clear();
    if (player >= 0 && body.base.occupyCount !== undefined) body.occupation.set(player, body.base.occupyCount);
  }

  /** What a player commands, aims for and builds at, where there is nothing else. */
  function adopt(body: Body): void {
    const player = state.players[body.owner];
    const commands = player.control?.inUse === true && player.control.owner === body.owner;
    if (!commands) {
      player.control = body;
      if (body.build.length > 0) player.buildAt = body;
    }
    if (player.target?.inUse !== true) player.target = body;
  }

  function occupy(body: Body, player: number, value: number): void {
    const { occupyCount } = body.base;
    if (player < 0 || occupyCount === undefined || !body.attributes.has('neutral_death') || !body.attributes.has('is_destination')) return;
    const count = (body.occupation.get(player) ?? 0) + value;
    body.occupation.set(player, count);
    if (count >= occupyCount) capture(body, player);
  }
}

function passes({ filter }: Action, { subject, direct }: Roles): boolean {
  if (filter === undefined) return true;
  const { owner, tags, attributes } = filter;
  if (owner !== 'any' && subject !== null && direct !== null && (subject.owner === direct.owner) !== (owner === 'same')) return false;
  if (tags.size + attributes.size === 0) return true;
  return direct !== null && [...tags].every(([tag, has]) => direct.tags.has(tag) === has) && [...attributes].every((attribute) => direct.attributes.has(attribute));
}
