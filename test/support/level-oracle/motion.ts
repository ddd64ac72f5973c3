import type { Action } from './document.js';
import { round256 } from './numbers.js';
import type { Roles } from './effects.js';
import type { Body } from './stage.js';

export function move(body: Body, { subject, direct }: Roles['origin'], { origin, to }: Action): void {
  const place = origin === 'subject' ? subject?.place : origin === 'direct' ? direct?.place : ([0, 0] as const);
  if (place !== undefined) body.place = [place[0] + (to?.x ?? 0), place[1] + (to?.y ?? 0)];
}

/** Scales the velocity, then caps each component; only of what can move. */
export function slow(body: Body, value: number): void {
  if (body.maxSpeed <= 0) return;
  const [x, y] = body.velocity.map((each) => Math.floor((each * round256(value)) / 256)) as [number, number];
  const length = Math.hypot(x, y);
  const cap = (each: number): number => {
    const most = Math.floor(Math.abs((body.maxSpeed * each) / length) + 0.5);
    return Math.max(-most, Math.min(most, each));
  };
  body.velocity = length > 0 ? [cap(x), cap(y)] : [x, y];
}

/** All bodies face 0: along the second axis. */
export function setSpeed(body: Body, value: number, isRelative: boolean): void {
  const [x, y] = isRelative ? body.velocity : [0, 0];
  body.velocity = [x, y + round256(value)];
}

export function push(body: Body, value: number): void {
  body.velocity = [0, round256(value)];
}

export function capSpeed(body: Body, value: number | undefined): void {
  body.maxSpeed = round256(value ?? body.base.maxSpeed);
}
