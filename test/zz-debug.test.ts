import { test } from 'vitest';
import { defineContent } from '../src/content/native/define.js';
import { choicesOf } from './support/choices.js';
import { randomContent } from './support/random-content.js';
import { randomWorld } from './support/random-world.js';

test('debug', () => {
  const given = JSON.parse(process.env.CASE ?? '{}');
  const choices = choicesOf(given.seed);
  const source = randomContent(choices, given.groups).source;
  const program = defineContent(source);
  const worlds = (['reference', 'compiled'] as const).map((executor) => randomWorld(choicesOf(given.seed), program, given.objects, { executor }));
  for (const rule of program.rules.rules) console.log(rule.name, JSON.stringify(rule.texts), JSON.stringify(rule.effects.map((e) => ({ ...e, amount: undefined, kind: e.kind }))));
  console.log(JSON.stringify(Object.entries(source.classes ?? {}).flatMap(([n, c]) => (c.groups ?? []).map((g) => [n, g])), null, 1));
  console.log(JSON.stringify(source.meters));
  for (let t = 0; t < given.turns; t++) {
    const out = worlds.map((w) => { try { w.step(); return ''; } catch (e) { return String(e); } });
    if (out[0] !== out[1]) console.log('ERR', out);
    if (worlds[0].hash() === worlds[1].hash()) continue;
    console.log('turn', t + 1);
    const views = worlds.map((w) => new Map(w.query().map((h) => [h, w.describe(h)])));
    for (const h of new Set([...views[0].keys(), ...views[1].keys()])) {
      const [a, b] = views.map((v) => JSON.stringify(v.get(h)));
      if (a !== b) console.log('REF', a, '\nCOM', b);
    }
    break;
  }
});
