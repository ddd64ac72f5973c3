import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../src/bridge/bridge-session.js';
import { fillName, offerFill } from '../../src/bridge/offer.js';
import { offerCounting } from './counting-batch.js';

describe('the layout of views', () => {
  it('has what goes in, what every step writes and what few write apart', () => {
    const batch = offerCounting({ instances: 2 }).create(undefined);
    const { actions, outputs, finals, all, places } = layoutOf(batch);
    expect(actions).toEqual({ start: 0, end: 48 });
    expect(outputs.start).toBe(64);
    expect(outputs.end).toBeLessThanOrEqual(finals.start);
    expect(all).toEqual({ start: 0, end: finals.end });
    expect(places.map(({ name, type, length }) => [name, type, length])).toEqual([
      ['actions', 'i32', 12],
      ['observations', 'f32', 20],
      ['action_mask', 'u8', 36],
      ['reward', 'f32', 4],
      ['terminated', 'u8', 2],
      ['truncated', 'u8', 2],
      ['live', 'u8', 4],
      ['final_observations', 'f32', 20],
      ['turns', 'i32', 2],
    ]);
  });

  it('is of one buffer', () => {
    const batch = { ...offerCounting({}).create(undefined), reward: new Float32Array(2) };
    expect(() => layoutOf(batch)).toThrow(
      'edict: a bridge needs all views of a batch in one buffer, but reward lies in another than actions',
    );
  });
});

describe('the environment that costs nothing', () => {
  it('fits in the bytes that it says, and shows that a step arrived', () => {
    const offer = offerFill({ instances: 64 });
    const batch = offer.create(undefined);
    const { all, outputs } = layoutOf(batch);
    expect(all.end).toBeLessThanOrEqual(offer.bytes);
    expect(outputs.end - outputs.start).toBeGreaterThanOrEqual(64 * 512 * 4);
    expect(outputs.end - outputs.start).toBeLessThan(1.1 * 64 * 512 * 4);
    batch.reset();
    batch.actions[0] = 3;
    batch.step();
    expect([batch.reward[0], batch.turns[0], batch.observations[0]]).toEqual([3, 1, 1]);
    expect(() => batch.hash(0)).toThrow(`edict: ${fillName} can only be reset and stepped`);
  });
});
