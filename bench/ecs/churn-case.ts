import { EdictError } from '../../src/kernel/errors.js';
import { type Churner, churnerPeers } from './churners.js';
import { edictChurner } from './edict-churner.js';
import { lifetime } from './litters.js';
import { measureInTurn } from './measure-in-turn.js';
import type { PeerTimes } from './move-case.js';

/** A tenth of the particles dies in every turn and as many are born, by Edict and by peers. */
export interface ChurnCase {
  readonly case: 'churn';
  /** A multiple of the lifetime. */
  readonly count: number;
  readonly milliseconds: number;
}

/** Until every particle of the start has died. */
const compared = lifetime + 2;

/** Throws where the particles differ, before it times and afterwards. */
export function runChurnCase({ count, milliseconds }: ChurnCase): PeerTimes {
  const born = count / lifetime;
  const churners = [
    edictChurner(born, 'edict', false),
    edictChurner(born, 'edict view', true),
    ...churnerPeers.map((create) => create(born)),
  ];
  for (let turn = 0; turn < compared; turn++) {
    for (const { turn: churn } of churners) churn();
    assertSameParticles(churners);
  }
  const times = measureInTurn(
    churners.map(({ turn }) => turn),
    // A quick run has fewer: a round takes half a second.
    { milliseconds, rounds: milliseconds < 1_000 ? 10 : 30, warmups: 15 },
  );
  assertSameParticles(churners);
  return { times };
}

export function assertSameParticles([first, ...others]: readonly Churner[]): void {
  const expected = JSON.stringify(first.census());
  for (const { name, census } of others) {
    const found = JSON.stringify(census());
    if (found !== expected)
      throw new EdictError(
        'disagreement',
        `the particles are ${expected} by ${first.name} and ${found} by ${name}; they must be the same`,
      );
  }
}
