import type { Action } from './document.js';
import { rawCash } from './numbers.js';
import { controlOf, flagshipOf, hasBuildObject, inUse, readable } from './references.js';
import { type Body, type Player, type Stage, Stop, createBody } from './stage.js';
import { capSpeed, move, push, setSpeed, slow } from './motion.js';

export interface Roles {
  readonly subject: Body | undefined;
  readonly direct: Body | undefined;
  /** The roles before a swap. */
  readonly origin: { readonly subject: Body | undefined; readonly direct: Body | undefined };
}

const needDirect = new Set([
  'age',
  'assume',
  'cap-speed',
  'cloak',
  'create',
  'disable',
  'energize',
  'equip',
  'fire',
  'heal',
  'hold',
  'land',
  'spark',
  'spin',
  'thrust',
  'warp',
]);

/** Does what an action does to the level, `check`, `delay` and `group` apart. What belongs to the host does nothing. */
export function applyAction(stage: Stage, action: Action, roles: Roles, destroy: (body: Body) => void): void {
  const { direct, subject, origin } = roles;
  if (direct === undefined && crashesWithoutDirect(action)) {
    if (stage.policy === 'compat') throw new Stop('null-direct');
    stage.diagnostics.push(['skip', stage.time, action.type, 'no direct object']);
    return;
  }
  applyToLevel(stage, action, readable(direct));
  if (direct === undefined) return;
  // A slot may come to name what is freed, as roles do.
  if (action.type === 'assume') assume(stage, direct, (action.which ?? 0) + (stage.players[0]?.scores[0] ?? 0));
  else if (!direct.freed)
    applyToBody(
      stage,
      action,
      {
        subject: readable(subject),
        direct,
        origin: { subject: readable(origin.subject), direct: readable(origin.direct) },
      },
      direct,
      destroy,
    );
}

function crashesWithoutDirect({ type, origin, absolute, sound }: Action): boolean {
  if (type === 'move') return origin === undefined || origin === null || origin === 'level';
  if (type === 'play') return !(absolute === true && typeof sound === 'string');
  return needDirect.has(type);
}

function applyToLevel(stage: Stage, action: Action, direct: Body | undefined): void {
  const { type, enable, disable, counter, value } = action;
  switch (type) {
    case 'condition':
      for (const index of enable ?? []) enableCondition(stage, Number(index), true);
      for (const index of disable ?? []) enableCondition(stage, Number(index), false);
      break;
    case 'score':
      score(activeAt(stage, playerOf(counter?.player, direct)), counter?.which ?? -1, Number(value));
      break;
    case 'pay':
      pay(activeAt(stage, playerOf(action.player, direct)), Number(value));
      break;
    case 'win':
      win(stage, playerOf(action.player, direct));
      break;
    case 'reveal':
      for (const slot of action.initial ?? []) reveal(stage, slot);
      break;
    case 'message':
      stage.message = isNumber(action.id) ? [action.id, 1] : undefined;
      break;
    case 'zoom':
      stage.zoom = String(value);
      break;
    case 'select':
      [stage.screen, stage.line] = [action.screen ?? '', action.line ?? 0];
      break;
    default:
  }
}

function applyToBody(
  stage: Stage,
  action: Action,
  { subject, origin }: Roles,
  direct: Body,
  destroy: (body: Body) => void,
): void {
  switch (action.type) {
    case 'destroy':
      destroy(direct);
      break;
    case 'remove':
      removeBody(stage, direct);
      break;
    case 'capture':
      capture(stage, direct, isNumber(action.player) ? seatOf(stage, action.player) : (subject?.owner ?? -1));
      break;
    case 'occupy':
      occupy(stage, direct, subject?.owner ?? -1, Number(action.value));
      break;
    case 'heal':
      direct.health += Number(action.value);
      if (direct.health < 0) destroy(direct);
      break;
    case 'target':
      if (subject?.owner === -1) subject.destination = undefined;
      else if (subject?.attributes.has('can_accept_destination') === true && direct.inUse) subject.destination = direct;
      break;
    case 'morph':
      morph(stage, direct, action.base ?? '');
      break;
    case 'move':
      move(direct, origin, action);
      break;
    case 'stop':
      direct.velocity = [0, 0];
      break;
    case 'slow':
      slow(direct, Number(action.value));
      break;
    case 'speed':
      setSpeed(direct, Number(action.value), action.relative === true);
      break;
    case 'push':
      if (subject !== undefined && isNumber(action.value)) push(direct, action.value);
      break;
    case 'cap-speed':
      capSpeed(direct, isNumber(action.value) ? action.value : undefined);
      break;
    default:
  }
}

/** Who plays at a seat. Where nobody does nothing is counted, paid or owned. */
function activeAt({ players }: Stage, seat: number): Player | undefined {
  return players.find(({ isActive }, index) => isActive && index === seat);
}

function seatOf(stage: Stage, seat: number): number {
  return activeAt(stage, seat) === undefined ? -1 : seat;
}

function score(player: Player | undefined, which: number, value: number): void {
  if (player !== undefined && which >= 0 && which <= 2) player.scores[which] = (player.scores[which] ?? 0) + value;
}

function pay(player: Player | undefined, value: number): void {
  if (player !== undefined) player.cash = Math.max(0, player.cash + rawCash(value));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** The player of an action: the one it names, else the owner of its direct object. */
function playerOf(named: number | null | undefined, direct: Body | undefined): number {
  return named ?? direct?.owner ?? -1;
}

function enableCondition(stage: Stage, index: number, isEnabled: boolean): void {
  if (index >= 0 && index < stage.enabled.length) stage.enabled[index] = isEnabled;
}

function win(stage: Stage, player: number): void {
  if (activeAt(stage, player) === undefined) {
    // Whether or not somebody has won before.
    stage.over = stage.time;
    return;
  }
  if (stage.winner !== null) return;
  stage.winner = player;
  stage.over ??= stage.time + 180;
}

function reveal(stage: Stage, slot: number): void {
  if (inUse(stage.slots[slot]) !== undefined) return;
  createBody(stage, slot);
  const [initial, body] = [stage.document.level.initials[slot], stage.slots[slot]];
  const player = stage.players[body?.owner ?? -1];
  if (initial === undefined || body === undefined || player === undefined) return;
  if ((initial.build ?? []).length > 0 && body.base.destination === true) adopt(stage, body);
  // Who has a flagship keeps it.
  if (initial.flagship === true && flagshipOf(stage, body.owner) === undefined) player.flagship = body;
  const at = initial.target === undefined || initial.target === slot ? undefined : inUse(stage.slots[initial.target]);
  if (at !== undefined && body.attributes.has('can_accept_destination')) body.destination = at;
}

/** What a player commands, aims for and builds at, where there is nothing else. */
function adopt(stage: Stage, body: Body): void {
  const player = stage.players[body.owner];
  if (player === undefined) return;
  const commands = controlOf(stage, body.owner) !== undefined;
  const canBuild =
    body.attributes.has('can_accept_build') && (stage.document.level.initials[body.from]?.build ?? []).length > 0;
  if (canBuild && !(commands && hasBuildObject(stage, body.owner))) {
    player.buildsAt = body;
    player.building = false;
  }
  if (!commands) player.control = body;
  if (inUse(player.target) === undefined) player.target = body;
}

function assume(stage: Stage, direct: Body, slot: number): void {
  if (slot >= 0 && slot < stage.slots.length) stage.slots[slot] = direct;
  else if (stage.policy === 'sound') stage.diagnostics.push(['skip', stage.time, 'assume', 'no such initial']);
}

export function removeBody(stage: Stage, body: Body): void {
  body.inUse = false;
  leaveBuilding(stage, body);
}

/** What its base does when it is destroyed comes first; the body is there meanwhile. */
export function destroyBody(body: Body, stage: Stage, act: () => void): void {
  if (!body.inUse) return;
  if (!body.attributes.has('neutral_death')) {
    act();
    // By what it has become meanwhile.
    if (body.base.die !== false) removeBody(stage, body);
    return;
  }
  const lost = ['hated', 'can_engage', 'can_collide', 'can_be_hit'];
  body.health = body.maxHealth;
  capture(stage, body, -1);
  body.attributes = new Set([...body.attributes].filter((name) => !lost.includes(name)));
  act();
}

function capture(stage: Stage, body: Body, owner: number): void {
  if (body.owner === owner) return;
  body.owner = owner;
  leaveBuilding(stage, body);
  if (body.attributes.has('neutral_death')) {
    body.attributes = new Set(body.base.attributes);
    body.occupation.clear();
    if (owner !== -1) body.occupation.set(owner, body.base.occupyCount ?? 0);
  }
  if (body.base.destination === true) adopt(stage, body);
}

function occupy(stage: Stage, body: Body, owner: number, value: number): void {
  const full = body.base.occupyCount ?? 0;
  if (owner === -1 || !body.attributes.has('neutral_death') || body.base.destination !== true) return;
  const gained = (body.occupation.get(owner) ?? 0) + value;
  body.occupation.set(owner, gained);
  if (gained >= full) capture(stage, body, owner);
}

function morph(stage: Stage, body: Body, name: string): void {
  const base = stage.document.level.bases[name];
  if (base === undefined) return;
  body.base = base;
  body.attributes = new Set(base.attributes);
  body.maxHealth = base.maxHealth;
  body.maxSpeed = base.maxSpeed * 256;
}

function leaveBuilding(stage: Stage, body: Body): void {
  for (const player of stage.players) {
    if (player.buildsAt !== body) continue;
    player.buildsAt = undefined;
    player.building = false;
  }
}
