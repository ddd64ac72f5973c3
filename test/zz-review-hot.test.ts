import { test } from 'vitest';
import { defineContent } from '../src/content/native/define.js';
import { createWorld } from '../src/world.js';
const where = ['objects(thing).filter(b, b.n > target.n && distance(b, target) <= 20).count()', 'objects(thing).filter(a, a.n > 500 && objects(thing).filter(b, b.n > a.n && distance(a, b) <= 20).count() > 0 && distance(a, target) < 100).count()'];
test.each(where)('%s', (amount) => {
  const program = defineContent({
    meters: { m: { reset: true } }, properties: { n: { type: 'number', default: 0 } },
    kinds: { thing: { meters: ['m'], properties: ['n'] }, other: { properties: ['n'] } },
    classes: { probe: { kind: 'other', groups: [{ scope: { include: 'target.kind == thing' }, effects: [{ meter: 'm', add: `${amount} + turn` }] }] } },
  } as never);
  const world = createWorld(program, { executor: 'compiled', limits: { visitsPerTurn: 1e12 } as never });
  let s = 1; const rng = () => (s = (s * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < 1500; i++) world.spawn({ kind: 'thing', values: { n: rng() * 1000 }, place: { x: rng() * 1000, y: rng() * 1000 } });
  world.spawn({ class: 'probe' });
  const out: string[] = [];
  const start = world.snapshot();
  for (let i = 0; i < 60; i++) { world.set(world.query({ kind: 'thing' })[0] as number, 'n', i); const t = performance.now(); world.step(); const ms = (performance.now() - t).toFixed(1); if (i % 5 === 0) out.push(`${i}: ${ms} ms gen ${world.executor.paths.generated} fit ${world.executor.paths.fitting}`); }
  console.log(amount, '\n', out.join('\n '));
  world.restore(start);
  // The least limit that lets a warm and a cold world run the same turn.
  const least = (make: (limit: number) => { step(): void }): number => { let [low, high] = [0, 1e9]; while (low < high) { const mid = Math.floor((low + high) / 2); try { make(mid).step(); high = mid; } catch { low = mid + 1; } } return low; };
  void least;
});
