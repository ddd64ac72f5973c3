import { describe, expect, it } from 'vitest';
import { meterRules, metersOfKind } from '../../../../src/content/focs/model/game-model.js';

describe('the rules of meters', () => {
  it('are one for each meter of a kind', () => {
    const pairs = meterRules.flatMap(({ meter, kinds }) => kinds.map((kind) => `${kind} ${meter}`));
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('give each kind the meters that the game lists', () => {
    const sizes = (
      [
        'system',
        'planet',
        'building',
        'fleet',
        'ship',
        'field',
        'pod',
        'mount',
        'gun',
        'galaxy',
        'empire',
        'design',
        'order',
        'tech',
      ] as const
    ).map((kind) => metersOfKind(kind).length);
    expect(sizes).toEqual([1, 25, 1, 1, 15, 3, 1, 2, 4, 0, 0, 0, 0, 0]);
    expect([...metersOfKind('ship')].sort()).toEqual([
      'DETECTION',
      'FUEL',
      'INDUSTRY',
      'MAX_FUEL',
      'MAX_SHIELD',
      'MAX_STRUCTURE',
      'RESEARCH',
      'SHIELD',
      'SPEED',
      'STEALTH',
      'STRUCTURE',
      'TARGET_INDUSTRY',
      'TARGET_RESEARCH',
      'TARGET_TRADE',
      'TRADE',
    ]);
  });

  it('clamp every cap, and that before what it caps', () => {
    for (const [i, { clamp, kinds }] of meterRules.entries()) {
      if (typeof clamp === 'string') continue;
      for (const kind of kinds) {
        const at = meterRules.findIndex((rule) => rule.meter === clamp.cap && rule.kinds.includes(kind));
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThan(i);
        expect(meterRules[at].clamp).toBe('bounds');
      }
    }
  });
});
