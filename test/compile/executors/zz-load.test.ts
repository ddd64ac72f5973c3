import { test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { choicesOf } from '../../support/choices.js';
import { randomContent } from '../../support/random-content.js';
test('loads', () => {
  const seen = new Map<string, number>();
  for (let seed = 0; seed < 300; seed++) for (const manner of ['planned', 'calm', 'mixed'] as const) {
    try { defineContent(randomContent(choicesOf(seed), [0,1,2,3,4,5,6,7,8,9,10,11], manner).source); } catch (e) {
      const m = String(e).split('\n').slice(0, 6).join(' | ').slice(0, 600);
      const k = m.replace(/\d+/g, '#').slice(0, 100);
      if (!seen.has(k)) console.log(m);
      seen.set(k, (seen.get(k) ?? 0) + 1);
    }
  }
  console.log(seen);
});
