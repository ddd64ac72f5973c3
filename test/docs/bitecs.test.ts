import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as bitEcs from 'bitecs';
import { expect, it } from 'vitest';
import * as edict from '../../src/index.js';
import { longTest } from '../support/heavy.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/bitecs.md`, 'utf8');
const example = readFileSync(`${root}examples/herd.mjs`, 'utf8').trimEnd();

it('the guide for people who know bitECS has at most 750 words without its example', () => {
  expect(page.replace(/```[^]*?```/g, '').split(/\s+/).length).toBeLessThanOrEqual(750);
});

it('the guide shows the example as it is', () => {
  expect(page).toContain(`\`\`\`js\n${example}\n\`\`\``);
});

longTest('the guide shows what the example prints', () => {
  const printed = execFileSync(process.execPath, ['examples/herd.mjs'], { cwd: root, encoding: 'utf8' });
  expect(page).toContain(`prints\n\n\`\`\`\n${printed.trimEnd()}\n\`\`\``);
});

it('the guide names functions that bitECS and Edict have', () => {
  const [, operators = ''] = /^\| (`Or`.*?), `without` \|/m.exec(page) ?? [];
  const names = [...operators.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(names).toHaveLength(6);
  for (const name of names) expect(Reflect.get(edict, name), name).toBe(Reflect.get(bitEcs, name));
  for (const name of ['addEntity', 'removeEntity', 'addComponent', 'query', 'pipe', 'observe', 'Pair']) {
    expect(page).toContain(`\`${name}`);
    expect(Reflect.get(bitEcs, name), name).toBeTypeOf('function');
  }
});

it('the guide says what numbers in arrays mean', () => {
  const world = edict.createWorld(
    edict.defineContent({
      enumerations: { size: ['small', 'large'] },
      properties: {
        open: { type: 'boolean' },
        size: { type: 'size' },
        home: { type: 'reference' },
      },
      kinds: {
        realm: { faction: true },
        star: { node: true },
        ship: { attachesTo: ['star'], properties: ['open', 'size', 'home'] },
        boat: { attachesTo: ['ship'], properties: ['open', 'size', 'home'] },
      },
    }),
  );
  world.destroy(world.spawn({ kind: 'realm' }));
  const realm = world.spawn({ kind: 'realm' });
  const [star, other] = [0, 8].map((x) => world.spawn({ kind: 'star', place: { x, y: 0 } }));
  world.relations.connect(star, other);
  const nowhere = world.spawn({ kind: 'ship', owner: realm, values: { open: true, size: 'large', home: realm } });
  const ships = [
    world.spawn({ kind: 'ship', place: { lane: [star, other], fraction: 0.5 } }),
    world.spawn({ kind: 'ship', place: { x: 1, y: 2 } }),
  ];
  const carried = world.spawn({ kind: 'boat', place: { in: ships[0] } });
  const idOf = (handle: edict.Handle): number => world.describe(handle).id;
  const ecs = world.ecs();
  const component = (name: string) => ecs.components.get(name) ?? {};
  const column = (name: string, of: edict.Handle) => ecs.columns.get(name)?.value[idOf(of)];

  // The handle of the second realm is not its id.
  expect(idOf(realm)).not.toBe(realm);
  expect([column('open', nowhere), column('size', nowhere), column('home', nowhere)]).toEqual([1, 2, realm]);
  expect([column('open', carried), column('size', carried), column('home', carried)]).toEqual([0, 0, 0]);
  const { place, end } = component('location');
  expect([star, ...ships, nowhere, carried].map((each) => place[idOf(each)])).toEqual([1, 2, 3, 0, 0]);
  expect(end[idOf(ships[0])]).toBe(idOf(star));
  expect(component('owner').owner[idOf(nowhere)]).toBe(idOf(realm));
  expect(component('attachment').parent[idOf(carried)]).toBe(idOf(ships[0]));
  expect(world.find(idOf(realm))).toBe(realm);
});
