import { describe, expect, test } from 'vitest';
import { hashState } from '../../../../src/state/state-hash.js';
import { hasFocsFixtures } from '../../../support/focs-content.js';
import { turned } from './turned.js';

const skipped = hasFocsFixtures ? '' : ' (skipped: ../shared is absent)';

describe.skipIf(!hasFocsFixtures)(`whole turns of real games${skipped}`, () => {
  test('mid_t119: a turn by the reference comes to the same', () => {
    expect(hashState(turned('mid_t119', 'reference').session.state)).toBe(
      hashState(turned('mid_t119', 'compiled').session.state),
    );
  }, 120_000);
});
