import type { Reference, When } from './document.js';
import { compares, equals, rawCash, round256, ticksOfDuration } from './numbers.js';
import { flagshipOf, hasBuildObject, resolve } from './references.js';
import type { Body, Stage } from './stage.js';

const zooms = ['2:1', '1:1', '1:2', '1:4', '1:16', 'foe', 'object', 'all'];

/** Whether a condition is true now. What is missing makes it false for every operator, health apart. */
export function isTrue(stage: Stage, when: When): boolean {
  const { type, op } = when;
  switch (type) {
    case 'autopilot':
      return isAutopilotSo(stage, when);
    case 'building':
      return isBuildingSo(stage, when);
    case 'cash':
      return isCashSo(stage, when);
    case 'computer':
      return equals(
        stage.screen === when.screen && (when.line === undefined || when.line === null || stage.line === when.line),
        op,
      );
    case 'count':
      return compares((when.of ?? []).filter((member) => isTrue(stage, member)).length, op, numberOf(when));
    case 'destroyed':
      return equals((resolve(stage, when.object) === undefined) === when.value, op);
    case 'distance':
      return isDistanceSo(stage, when);
    case 'health':
      return compares(healthOf(resolve(stage, when.object)), op, numberOf(when));
    case 'identity':
      return ofBoth(stage, when.a, when.b, (a, b) => equals(a === b, op));
    case 'message':
      return isMessageSo(stage, when);
    case 'owner':
      return of(stage, when.object, ({ owner }) => equals(owner === when.player, op));
    case 'score':
      return compares(
        stage.players[when.counter?.player ?? -1]?.scores[when.counter?.which ?? -1] ?? 0,
        op,
        numberOf(when),
      );
    case 'ships':
      return compares(stage.players[playerOf(when)]?.ships ?? 0, op, numberOf(when));
    case 'speed':
      return of(stage, when.object, (body) => isSpeedSo(stage, when, body));
    case 'target':
      return ofBoth(stage, when.object, when.target, (body, at) => equals(body.destination === at, op));
    case 'time':
      return compares(stage.time, op, timeOf(stage, when));
    case 'zoom':
      return compares(zooms.indexOf(stage.zoom), op, zooms.indexOf(String(when.value)));
    default:
      throw new Error(`no such condition: ${type}`);
  }
}

function numberOf({ value }: When): number {
  return Number(value);
}

function playerOf({ player }: When): number {
  return player ?? -1;
}

function of(stage: Stage, reference: Reference | undefined, isSo: (body: Body) => boolean): boolean {
  const body = resolve(stage, reference);
  return body !== undefined && isSo(body);
}

function ofBoth(
  stage: Stage,
  first: Reference | undefined,
  second: Reference | undefined,
  isSo: (first: Body, second: Body) => boolean,
): boolean {
  return of(stage, first, (one) => of(stage, second, (other) => isSo(one, other)));
}

function isAutopilotSo(stage: Stage, when: When): boolean {
  const player = stage.players[playerOf(when)];
  if (player === undefined || flagshipOf(stage, playerOf(when)) === undefined) return false;
  if (stage.policy === 'sound' && !(player.isActive && player.isHuman)) return false;
  return equals(player.autopilot === when.value, when.op);
}

function isBuildingSo(stage: Stage, when: When): boolean {
  return (
    hasBuildObject(stage, playerOf(when)) && equals(stage.players[playerOf(when)]?.building === when.value, when.op)
  );
}

function isCashSo(stage: Stage, when: When): boolean {
  const player = stage.players[playerOf(when)];
  if (player === undefined || (stage.policy === 'sound' && !player.isActive)) return false;
  return compares(player.cash, when.op, rawCash(numberOf(when)));
}

function isDistanceSo(stage: Stage, when: When): boolean {
  return ofBoth(stage, when.from, when.to, ({ place: [x, y] }, { place: [otherX, otherY] }) => {
    return compares((x - otherX) ** 2 + (y - otherY) ** 2, when.op, Math.floor(numberOf(when) ** 2));
  });
}

function healthOf(body: Body | undefined): number {
  return body === undefined ? 0 : body.health / body.maxHealth;
}

function isMessageSo(stage: Stage, when: When): boolean {
  if (stage.message === undefined) return false;
  const [id, page] = stage.message;
  return (page !== 0 || stage.policy === 'compat') && equals(id === when.id && page === when.page, when.op);
}

function isSpeedSo(stage: Stage, when: When, { velocity: [x, y] }: Body): boolean {
  const value = round256(numberOf(when));
  return stage.policy === 'compat'
    ? compares(Math.max(Math.abs(x), Math.abs(y)), when.op, value)
    : compares(x * x + y * y, when.op, value * value);
}

/** In levels that count the time of their setup as a third, what they say is what a clock would show that does so. */
function timeOf(stage: Stage, { duration = '0s', legacy_start_time: isLegacy }: When): number {
  const ticks = ticksOfDuration(duration);
  if (isLegacy !== true) return ticks;
  return 3 * ticks < stage.setup ? 3 * ticks - stage.setup : ticks - 60 * Math.floor(stage.setup / 60 / 3);
}
