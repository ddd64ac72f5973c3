import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineContent } from '../src/content/native/define.js';
import { createWorld } from '../src/world.js';
import { both, turn, twins } from './support/twin-worlds.js';
const scopes = ['ownedBy(target, source)', '!ownedBy(target, source)', 'sees(source, target)', '!sees(source, target)', 'target.owner == source.owner', 'ownedBy(target, source) && distance(target, source) <= 20', '!visible(source, target) && distance(target, source) <= 20', 'visible(source, target) && distance(target, source) < 20', "affiliated(target, source, 'enemies-exclusive')", 'objects(part).filter(p, ownedBy(p, source)).count() > 0', 'owned(source.owner).count() > 3'];
test.each(scopes)('all 31 slots: %s', (scope) => {
  let program;
  try {
    program = defineContent({ meters: { m: { reset: true } }, properties: { n: { type: 'number', default: 0 } }, kinds: { empire: { faction: true }, thing: { meters: ['m'], properties: ['n'] }, part: { attachesTo: ['thing'] }, other: { properties: ['n'] } },
      classes: { probe: { kind: 'other', groups: [{ scope: { include: `target.kind == thing && ${scope}` }, effects: [{ meter: 'm', add: '1 + source.n' }] }] } } } as never);
  } catch (error) { console.log('skipped', scope, (error as Error).message.slice(0, 200)); return; }
  for (const factions of [31, 32]) {
    const worlds = twins((options) => {
      const world = createWorld(program, { ...options, factions } as never);
      const e = Array.from({ length: factions }, () => world.spawn({ kind: 'empire' }));
      for (let i = 0; i < 120; i++) { const t = world.spawn({ kind: 'thing', ...(i % 5 === 0 ? {} : { owner: e[(i * 7) % factions] }), place: { x: (i * 13) % 50, y: (i * 7) % 50 } }); for (let k = 0; k < 3; k++) world.setVisible(e[(i * 3 + k * 11) % factions], t, true); world.setVisible(e[factions - 1], t, i % 3 === 0); }
      for (let i = 0; i < 80; i++) world.spawn({ class: 'probe', values: { n: i * 0.1 }, ...(i % 9 === 0 ? {} : { owner: e[factions - 1 - (i % 31)] }), place: { x: (i * 17) % 50, y: (i * 3) % 50 } });
      return world;
    });
    turn(worlds);
    both(worlds, (world) => { world.destroy(world.query({ kind: 'empire' })[factions - 1]); });
    turn(worlds);
    both(worlds, (world) => { world.spawn({ kind: 'empire' }); });
    for (let i = 0; i < 3; i++) expect(turn(worlds)).toBe(true);
  }
});
void fc;
