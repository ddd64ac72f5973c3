import fc from 'fast-check';
import type { Policy, Reference } from './document.js';

/** What a level is made of, as far as its parts name one another. */
export interface Shape {
  readonly policy: Policy;
  readonly seats: number;
  readonly initials: number;
  readonly conditions: number;
  /** Velocities have two components: nothing is slowed. */
  readonly isDiagonal: boolean;
  /** Mostly delays, and what makes bodies come and go. */
  readonly isAboutDelays: boolean;
}

/** An index of one of some; in `compat` now and then of none. */
export function indexOf({ policy }: Shape, count: number): fc.Arbitrary<number> {
  const inside = fc.nat(count - 1);
  return policy === 'sound'
    ? inside
    : fc.oneof({ weight: 9, arbitrary: inside }, { weight: 1, arbitrary: fc.constantFrom(-1, count) });
}

/** A seat, taken or not. */
export function seatOf(shape: Shape): fc.Arbitrary<number> {
  return fc.oneof({ weight: 4, arbitrary: fc.nat(shape.seats - 1) }, { weight: 1, arbitrary: indexOf(shape, 4) });
}

export function referenceOf(shape: Shape): fc.Arbitrary<Reference> {
  const seat = seatOf(shape);
  return fc.oneof(
    { weight: 6, arbitrary: indexOf(shape, shape.initials).map((initial) => ({ initial })) },
    { weight: 1, arbitrary: seat.map((flagship) => ({ flagship })) },
    { weight: 1, arbitrary: seat.map((control) => ({ control })) },
    { weight: 1, arbitrary: seat.map((target) => ({ target })) },
  );
}
