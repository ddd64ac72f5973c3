import type { Action, Base, Condition, Initial, Level, Reference, When } from '../../../src/content/antares/syntax.js';
import { zooms } from '../../../src/content/antares/syntax.js';
import type { Policy } from '../../../src/content/antares/policy.js';
import type { Facts, HostEntry } from '../../../src/turns/antares/host-entry.js';

/** A level played by plain objects and calls, as its rules read: what sessions are compared with. It knows no motion but `stop`. */

interface Body {
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

interface Player {
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

interface Roles {
  readonly subject: Body | null;
  readonly direct: Body | null;
}

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

export class Stop extends Error {}

type OracleEvent = readonly (string | number)[];

export class LevelOracle {
  readonly events: OracleEvent[] = [];
  readonly players: Player[];
  winner: number | null = null;
  over: number | null = null;
  private time: number;
  private readonly start: number;
  private readonly enabled: boolean[];
  private readonly slots: (Body | null)[];
  private readonly others = new Map<string, Body>();
  private queue: Entry[] = [];
  private running: Entry | null = null;
  private removed: Body[] = [];
  private message: [number, number] | null = null;
  private screen: string;
  private line: number;
  private zoom: string;
  private acts = 0;

  constructor(private readonly level: Level, private readonly policy: Policy) {
    this.start = this.time = level.startTime === undefined ? 0 : -60 * level.startTime;
    this.enabled = level.conditions.map(({ disabled }) => !disabled);
    ({ screen: this.screen, line: this.line, zoom: this.zoom } = level.ui);
    this.players = level.players.map(({ type, cash }) => ({ human: type === 'human', cash, scores: [0, 0, 0], ships: 0, autopilot: false, flagship: null, control: null, target: null, buildAt: null }));
    this.slots = level.initials.map((initial, number) => (initial.hidden ? null : this.make(initial, number)));
    for (const [number, { owner, base, build, flagship }] of level.initials.entries()) {
      const body = this.slots[number];
      const player = owner === undefined ? undefined : this.players.at(owner);
      if (body === null || player === undefined) continue;
      if (flagship) player.flagship = body;
      if (build.length > 0 && level.bases.get(base)?.destination === true && player.buildAt === null) player.control = player.target = player.buildAt = body;
    }
    for (const [number, { owner, target }] of level.initials.entries()) {
      const [body, aim] = [this.slots[number], target === undefined ? null : this.slots[target]];
      if (body === null || aim === null) continue;
      body.destination = aim;
      if (owner !== undefined) this.players[owner].target = aim;
    }
  }

  get enabledAtEnd(): number[] {
    return this.enabled.flatMap((each, index) => (each ? [index] : []));
  }

  run(until: number, host: readonly HostEntry[]): void {
    for (let t = this.start + 3; t <= Math.min(0, until); t += 3) {
      if (this.start === 0) break;
      this.step(t, host, (t - this.start) % 90 === 0, true);
      if (t < 0) this.late(host);
    }
    this.say(host, 'front');
    this.sweep(1);
    this.late(host);
    for (let t = 1; t <= until; t++) {
      this.step(t, host, t % 90 === 0, t % 3 === 0);
      this.late(host);
    }
  }

  private step(t: number, host: readonly HostEntry[], sweeps: boolean, queue: boolean): void {
    for (const body of this.removed.splice(0)) if (!body.inUse) this.free(body);
    this.time = t;
    this.acts = 0;
    this.say(host, 'tick');
    if (queue) this.lookAtQueue();
    this.say(host, 'sweep');
    if (sweeps) this.sweep(1);
  }

  private free(body: Body): void {
    body.freed = true;
    for (const player of this.players) {
      for (const key of ['flagship', 'control', 'target', 'buildAt'] as const) if (player[key] === body) player[key] = null;
    }
  }

  private late(host: readonly HostEntry[]): void {
    for (const { t, phase, set, sweep } of host) {
      if (t !== this.time || phase !== 'late') continue;
      this.set(set ?? {});
      if (sweep === true) this.sweep(1);
    }
  }

  private say(host: readonly HostEntry[], when: string): void {
    for (const { t, phase, set } of host) if (t === this.time && phase === when) this.set(set ?? {});
  }

  private set(facts: Facts): void {
    for (const [name, value] of Object.entries(facts)) {
      const [of, index, field] = name.split('.');
      if (of === 'ui') this.setScreen(index, value);
      else if (of === 'player') this.setPlayer(this.players[Number(index)], field, value);
      else this.setBody(this.slots[Number(index)], field, value);
    }
  }

  private setScreen(field: string, value: unknown): void {
    if (field === 'message') this.message = value as [number, number] | null;
    else if (field === 'screen') this.screen = String(value);
    else this.line = Number(value);
  }

  private setPlayer(player: Player, field: string, value: unknown): void {
    if (field === 'flagship' || field === 'control') player[field] = this.named(value, player);
    else Object.assign(player, { [field]: value });
  }

  private named(value: unknown, player: Player): Body | null {
    if (typeof value === 'number') {
      const body = this.slots[value];
      return body?.freed === true ? null : body;
    }
    if (value === null) return null;
    const made = this.others.get(String(value)) ?? this.blank();
    this.others.set(String(value), made);
    made.owner = this.players.indexOf(player);
    return made;
  }

  private blank(): Body {
    const [base] = this.level.bases.values();
    return { number: -1, base, build: [], owner: -1, inUse: true, freed: false, at: [NaN, NaN], speed: [0, 0], health: base.maxHealth, attributes: new Set(), tags: new Set(), destination: null, occupation: new Map() };
  }

  private setBody(body: Body | null, field: string, value: unknown): void {
    if (body === null || body.freed) return;
    if (field === 'exists') this.remove(body);
    else if (field === 'owner') body.owner = value === null ? -1 : Number(value);
    else if (field === 'position') body.at = value as [number, number];
    else if (field === 'velocity') body.speed = value as [number, number];
    else if (field === 'health') body.health = Number(value);
    else {
      const aim = value === null ? null : this.slots[Number(value)];
      body.destination = aim?.freed === true ? null : aim;
    }
  }

  private make(initial: Initial, number: number): Body {
    const base = this.baseNamed(initial.base);
    return {
      number, base, build: initial.build, owner: initial.owner ?? -1, inUse: true, freed: false, at: [...initial.position], speed: [...initial.velocity], health: initial.health ?? base.maxHealth,
      attributes: new Set(base.attributes), tags: new Set(base.tags), destination: null, occupation: new Map(),
    };
  }

  private baseNamed(name: string): Base {
    const base = this.level.bases.get(name);
    if (base === undefined) throw new Error(name);
    return base;
  }

  private resolve({ by, index }: Reference): Body | null {
    if (by === 'initial') {
      const body = this.slots.at(index) ?? null;
      return body?.inUse === true ? body : null;
    }
    const player = this.players[index];
    if (by === 'flagship') return this.policy === 'compat' || player.flagship?.inUse === true ? player.flagship : null;
    const body = player[by];
    if (body?.inUse !== true) return null;
    return by === 'control' && body.owner !== index ? null : body;
  }

  private isTrue(when: When): boolean {
    const compare = (a: number, b: number): boolean => ({ eq: a === b, ne: a !== b, lt: a < b, gt: a > b, le: a <= b, ge: a >= b })[when.op];
    const same = (a: unknown, b: unknown): boolean => (when.op === 'eq') === (a === b);
    switch (when.type) {
      case 'autopilot': {
        const { flagship, autopilot, human } = this.players[when.player];
        return flagship !== null && (this.policy === 'compat' || (flagship.inUse && human)) && same(autopilot, when.value);
      }
      case 'building': {
        const { buildAt } = this.players[when.player];
        return buildAt?.inUse === true && buildAt.owner === when.player && same(false, when.value);
      }
      case 'cash': return compare(this.players[when.player].cash, when.value);
      case 'computer': return (when.op === 'eq') === (this.screen === when.screen && (when.line === undefined || this.line === when.line));
      case 'count': return compare(when.of.filter((each) => this.isTrue(each)).length, when.value);
      case 'destroyed': return same(this.resolve(when.object) === null, when.value);
      case 'distance': {
        const [from, to] = [this.resolve(when.from), this.resolve(when.to)];
        if (from === null || to === null) return false;
        const squares = (from.at[0] - to.at[0]) ** 2 + (from.at[1] - to.at[1]) ** 2;
        // Of bodies that only the host knows nobody has said where they are.
        return !Number.isNaN(squares) && compare(squares, Math.floor(when.value ** 2));
      }
      case 'health': {
        const body = this.resolve(when.object);
        return compare(body === null ? 0 : body.health / body.base.maxHealth, when.value);
      }
      case 'identity': {
        const [a, b] = [this.resolve(when.a), this.resolve(when.b)];
        return a !== null && b !== null && same(a, b);
      }
      case 'message': return this.message !== null && (this.policy === 'compat' || this.message[1] > 0) && (when.op === 'eq') === (this.message[0] === when.id && this.message[1] === when.page);
      case 'owner': {
        const body = this.resolve(when.object);
        return body !== null && same(body.owner, when.player);
      }
      case 'score': return compare(this.players[when.counter.player].scores[when.counter.which], when.value);
      case 'ships': return compare(this.players[when.player].ships, when.value);
      case 'speed': {
        const body = this.resolve(when.object);
        if (body === null) return false;
        const [x, y] = body.speed;
        return this.policy === 'compat' ? compare(Math.max(Math.abs(x), Math.abs(y)), when.value) : compare(x * x + y * y, when.value ** 2);
      }
      case 'target': {
        const [body, aim] = [this.resolve(when.object), this.resolve(when.target)];
        return body !== null && aim !== null && same(body.destination, aim);
      }
      case 'time': {
        const setup = -this.start;
        const ticks = !when.legacyStartTime ? when.duration : 3 * when.duration < setup ? 3 * when.duration - setup : when.duration - 60 * Math.floor(setup / 180);
        return compare(this.time, ticks);
      }
      case 'zoom': return compare(zooms.findIndex((each) => each === this.zoom), zooms.indexOf(when.value));
    }
  }

  private sweep(depth: number): void {
    if (this.policy === 'sound' && depth > 64) throw new Stop('sweep-depth');
    for (const [index, condition] of this.level.conditions.entries()) if (this.enabled[index] && this.isTrue(condition.when)) this.fire(condition, index, depth);
  }

  private fire({ persistent, subject, direct, action }: Condition, index: number, depth: number): void {
    if (!persistent) this.enabled[index] = false;
    const roles = { subject: subject === undefined ? null : this.resolve(subject), direct: direct === undefined ? null : this.resolve(direct) };
    this.events.push(['fire', this.time, index, depth]);
    this.go([{ list: action, next: 0, ...roles }], depth);
  }

  /** Runs lists, the innermost last, until they end or are delayed. */
  private go(frames: Frame[], depth: number): void {
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      if (frame.next >= frame.list.length) {
        frames.pop();
        continue;
      }
      const action = frame.list[frame.next++];
      const { subject: asSubject, direct: asDirect } = action.override;
      const subject = asSubject === undefined ? frame.subject : this.resolve(asSubject);
      const direct = (asDirect === undefined ? frame.direct : this.resolve(asDirect)) ?? subject;
      if (!passes(action, { subject, direct })) continue;
      const roles = action.reflexive ? { subject: direct, direct: subject } : { subject, direct };
      if (++this.acts > 5_000) throw new Stop('limit-actions');
      this.events.push(['act', this.time, action.type, roles.subject?.number ?? -1, roles.direct?.number ?? -1]);
      if (action.type === 'group') frames.push({ list: action.of, next: 0, ...roles });
      else if (action.type === 'delay') return this.delay(frames, frame, action.duration);
      else this.act(action, roles, subject, direct, depth);
    }
  }

  private delay(frames: readonly Frame[], innermost: Frame, duration: number): void {
    const left = this.policy === 'sound' ? Math.max(0, duration) : duration;
    if (this.policy === 'compat') {
      if (this.running !== null && left <= this.running.left) throw new Stop('hang:zero-delay');
      if (this.queue.length + (this.running === null ? 0 : 1) >= 120) return;
    }
    const stuck = this.policy === 'compat' && innermost.next >= innermost.list.length;
    const entry = { left, frames: frames.map((each) => ({ ...each })), innermost, stuck };
    const before = this.policy === 'compat' ? this.queue.findIndex((each) => each.left >= left) : this.queue.findIndex((each) => each.left > left);
    this.queue.splice(before < 0 ? this.queue.length : before, 0, entry);
  }

  private lookAtQueue(): void {
    for (const entry of this.queue) if (!entry.stuck) entry.left -= 3;
    let due = this.policy === 'compat' ? Infinity : this.queue.filter(({ left }) => left <= 0).length;
    for (let entry = this.queue.at(0); entry !== undefined && due > 0 && !entry.stuck && entry.left <= 0; entry = this.queue.at(0), due--) {
      this.queue.shift();
      if (entry.innermost.subject?.freed === true || entry.innermost.direct?.freed === true) {
        if (this.policy === 'sound') this.events.push(['dropped', this.time]);
        continue;
      }
      this.running = entry;
      this.go([...entry.frames], 0);
      this.running = null;
    }
  }

  private playerFor(player: number | undefined, direct: Body | null): number {
    return player ?? direct?.owner ?? -1;
  }

  private act(action: Action, { subject, direct }: Roles, listSubject: Body | null, listDirect: Body | null, depth: number): void {
    const needs = ['assume', 'cap-speed', 'cloak', 'energize', 'heal', 'hold', 'thrust'].includes(action.type) || (action.type === 'move' && action.origin === 'level');
    if (needs && direct === null) {
      if (this.policy === 'compat') throw new Stop('null-direct');
      this.events.push(['skip', this.time, action.type]);
      return;
    }
    switch (action.type) {
      case 'check': return this.sweep(depth + 1);
      case 'condition':
        for (const index of action.enable) this.enabled[index] = true;
        for (const index of action.disable) this.enabled[index] = false;
        return;
      case 'score': {
        const player = this.playerFor(action.counter.player, direct);
        if (player >= 0) this.players[player].scores[action.counter.which] += action.value;
        return;
      }
      case 'pay': {
        const player = this.playerFor(action.player, direct);
        if (player >= 0) this.players[player].cash = Math.max(0, this.players[player].cash + action.value);
        return;
      }
      case 'win': return this.win(this.playerFor(action.player, direct));
      case 'reveal':
        for (const number of action.initial) this.reveal(number);
        return;
      case 'message': this.message = action.id === undefined ? null : [action.id, 1]; return;
      case 'zoom': this.zoom = action.value; return;
      case 'select': this.screen = action.screen; this.line = action.line; return;
      default: if (direct !== null) this.actOn(action, subject, direct, listSubject, listDirect, depth);
    }
  }

  private actOn(action: Action, subject: Body | null, direct: Body, listSubject: Body | null, listDirect: Body | null, depth: number): void {
    switch (action.type) {
      case 'destroy': this.destroy(direct, depth); return;
      case 'remove': this.remove(direct); return;
      case 'heal':
        direct.health += action.value;
        if (direct.health < 0) this.destroy(direct, depth);
        return;
      case 'capture': this.capture(direct, action.player ?? subject?.owner ?? -1); return;
      case 'occupy': this.occupy(direct, subject?.owner ?? -1, action.value); return;
      case 'target':
        if (subject?.attributes.has('can_accept_destination') === true) subject.destination = subject.owner < 0 ? null : direct;
        return;
      case 'assume': {
        const slot = action.which + this.players[0].scores[0];
        if (slot >= 0 && slot < this.slots.length) this.slots[slot] = direct;
        else if (this.policy === 'sound') this.events.push(['skip', this.time, 'assume']);
        return;
      }
      case 'morph': {
        const base = this.baseNamed(action.base);
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

  /** That nobody has won ends the level at once, whenever it is said. */
  private win(player: number): void {
    if (player < 0) {
      this.over = this.time;
    } else if (this.winner === null) {
      this.winner = player;
      this.over ??= this.time + 180;
    }
  }

  private reveal(number: number): void {
    if (this.slots[number]?.inUse === true) return;
    const initial = this.level.initials[number];
    const aim = initial.target === undefined ? null : this.slots[initial.target];
    const body = this.make(initial, number);
    this.slots[number] = body;
    const player = initial.owner === undefined ? undefined : this.players[initial.owner];
    if (player !== undefined && initial.build.length > 0 && body.attributes.has('is_destination')) this.adopt(body);
    if (player !== undefined && initial.flagship && player.flagship?.inUse !== true) player.flagship = body;
    if (player !== undefined && aim?.inUse === true && body.attributes.has('can_accept_destination')) body.destination = aim;
  }

  private remove(body: Body): void {
    body.inUse = false;
    this.removed.push(body);
  }

  private destroy(body: Body, depth: number): void {
    if (!body.inUse) return;
    const survives = body.attributes.has('neutral_death');
    if (survives) {
      body.health = body.base.maxHealth;
      this.capture(body, -1, false);
      for (const attribute of ['hated', 'can_engage', 'can_collide', 'can_be_hit']) body.attributes.delete(attribute);
    }
    const { base } = body;
    this.go([{ list: base.destroyAction, next: 0, subject: body, direct: null }], depth);
    if (!survives && body.base.dies) this.remove(body);
  }

  private capture(body: Body, player: number, restores = true): void {
    if (body.owner === player) return;
    for (const each of this.players) if (each.buildAt === body) each.buildAt = null;
    body.owner = player;
    if (restores && player >= 0 && body.attributes.has('is_destination')) this.adopt(body);
    if (!restores || !body.attributes.has('neutral_death')) return;
    body.attributes = new Set(body.base.attributes);
    body.occupation.clear();
    if (player >= 0 && body.base.occupyCount !== undefined) body.occupation.set(player, body.base.occupyCount);
  }

  /** What a player commands, aims for and builds at, where there is nothing else. */
  private adopt(body: Body): void {
    const player = this.players[body.owner];
    const commands = player.control?.inUse === true && player.control.owner === body.owner;
    if (!commands) {
      player.control = body;
      if (body.build.length > 0) player.buildAt = body;
    }
    if (player.target?.inUse !== true) player.target = body;
  }

  private occupy(body: Body, player: number, value: number): void {
    const { occupyCount } = body.base;
    if (player < 0 || occupyCount === undefined || !body.attributes.has('neutral_death') || !body.attributes.has('is_destination')) return;
    const count = (body.occupation.get(player) ?? 0) + value;
    body.occupation.set(player, count);
    if (count >= occupyCount) this.capture(body, player);
  }
}

function passes({ filter }: Action, { subject, direct }: Roles): boolean {
  if (filter === undefined) return true;
  const { owner, tags, attributes } = filter;
  if (owner !== 'any' && subject !== null && direct !== null && (subject.owner === direct.owner) !== (owner === 'same')) return false;
  if (tags.size + attributes.size === 0) return true;
  return direct !== null && [...tags].every(([tag, has]) => direct.tags.has(tag) === has) && [...attributes].every((attribute) => direct.attributes.has(attribute));
}
