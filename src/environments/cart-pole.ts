import type { HostRules } from '../batch/host-rules.js';

/**
 * The cart and pole of Gymnasium (CartPole-v1) as rules of a host: the same formulas in the same order, on doubles.
 * Sines are not equal on every machine to the last bit, so content cannot have them. A cart is made of what agents see
 * of it, in that order: position (m), speed (m/s), angle (radians from upright), spin (radians/s).
 */
export const cartPole: HostRules = { size: 4, begin, turn, show, showIn };

/** m/s², kg, m (half of the pole), N, s. */
const gravity = 9.8;
const cartMass = 1;
const poleMass = 0.1;
const halfLength = 0.5;
const push = 10;
const tick = 0.02;

const mass = cartMass + poleMass;
const poleMoment = poleMass * halfLength;

const farthest = 2.4;
const steepest = (12 * 2 * Math.PI) / 360;

/** Of the action: 1 pushes to the left, 2 to the right, 0 (which Gymnasium has not) lets the cart roll. */
const forces = Float64Array.of(0, -push, push);

const names = ['position', 'speed', 'angle', 'spin'] as const;

/** All four within a twentieth of 0. */
function begin(numbers: Float64Array, at: number, draw: () => number): void {
  for (let i = 0; i < names.length; i++) numbers[at + i] = draw() * 0.1 - 0.05;
}

function turn(carts: Float64Array, actions: Int32Array): void {
  for (let i = 0, at = 0; i < actions.length; i++, at += 4) {
    const speed = carts[at + 1];
    const angle = carts[at + 2];
    const spin = carts[at + 3];
    const sine = Math.sin(angle);
    const cosine = Math.cos(angle);
    const pushed = (forces[actions[i]] + poleMoment * (spin * spin) * sine) / mass;
    const falling = (gravity * sine - cosine * pushed) / (halfLength * (4 / 3 - (poleMass * (cosine * cosine)) / mass));
    const rolling = pushed - (poleMoment * falling * cosine) / mass;
    carts[at] += tick * speed;
    carts[at + 1] = speed + tick * rolling;
    carts[at + 2] = angle + tick * spin;
    carts[at + 3] = spin + tick * falling;
  }
}

function show(carts: Float64Array, { observations, rewards, terminated }: Parameters<HostRules['show']>[1]): void {
  observations.set(carts);
  rewards.fill(1);
  for (let i = 0, at = 0; i < terminated.length; i++, at += 4) {
    terminated[i] = Math.abs(carts[at]) > farthest || Math.abs(carts[at + 2]) > steepest ? 1 : 0;
  }
}

function showIn(world: Parameters<NonNullable<HostRules['showIn']>>[0], carts: Float64Array, at: number): void {
  const [cart] = world.query({ kind: 'cart' });
  names.forEach((name, i) => {
    world.set(cart, name, carts[at + i]);
  });
}
