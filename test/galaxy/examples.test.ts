import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadContent } from '../../src/content/native/load-content.js';
import { galaxyFiles } from '../../src/galaxy/load-galaxy.js';
import type { Program } from '../../src/ir/rule.js';
import { createWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';

const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
const names = ['first-farm', 'chance-and-stacking', 'starlanes'];

const textOf = (name: string): string => readFileSync(`${folder}${name}/content.yaml`, 'utf8');

function open(name: string): Program {
  const loaded = loadContent([{ file: name, text: textOf(name) }]);
  if (!loaded.ok) throw new Error(loaded.errors.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  expect(loaded.warnings).toEqual([]);
  return loaded.program;
}

const meter = (world: World, name: string, column: string): unknown => world.get(world.find(name) ?? 0, column);

describe('examples', () => {
  it('the galaxy loads without errors and warnings', () => {
    const loaded = loadContent(galaxyFiles());
    expect(loaded.ok ? [] : loaded.errors.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([]);
    expect(loaded.warnings).toEqual([]);
  });

  it.each(names)('%s loads without errors and warnings, and says what it shows', (name) => {
    open(name);
    expect(textOf(name)).toMatch(/^# .*\n(?:#.*\n)*# Shows: /);
  });

  it('first-farm feeds its planet', () => {
    const world = createWorld(open('first-farm'));
    const empire = world.spawn({ kind: 'empire', name: 'Empire' });
    const planet = world.spawn({ kind: 'planet', name: 'Planet', owner: empire, values: { fertility: 2 } });
    world.spawn({ class: 'farm', owner: empire, place: { in: planet } });
    world.run(3);
    expect(meter(world, 'Planet', 'maxPopulation')).toBe(11);
    expect(meter(world, 'Planet', 'population')).toBe(4);
    expect(meter(world, 'Empire', 'food')).toBe(10 + 1 + 1.5 + 2);
  });

  it('chance-and-stacking keeps one of several', () => {
    const world = createWorld(open('chance-and-stacking'));
    const town = world.spawn({ kind: 'town', name: 'Town' });
    const folk = Array.from({ length: 40 }, () => world.spawn({ kind: 'person', place: { in: town } }));
    for (const name of ['drum', 'flute', 'cook', 'cook', 'clerk', 'mayor', 'lantern'])
      world.spawn({ class: name, place: { in: town } });
    world.run(1);
    expect([meter(world, 'Town', 'noise'), meter(world, 'Town', 'taxes'), meter(world, 'Town', 'light')]).toEqual([
      8, 10, 4.5,
    ]);
    expect(new Set(folk.map((each) => world.get(each, 'joy'))).size).toBeGreaterThan(1);
    world.run(8);
    expect(world.query({ class: 'lantern' }).length).toBeLessThanOrEqual(1);
  });

  it('starlanes guides ships', () => {
    const world = createWorld(open('starlanes'));
    const empire = world.spawn({ kind: 'empire' });
    const [a, b, c] = ['A', 'B', 'C'].map((name, i) =>
      world.spawn({ kind: 'system', name, place: { x: 60 * i, y: 0 } }),
    );
    world.relations.connect(a, b);
    world.relations.connect(b, c);
    world.spawn({ class: 'beacon', owner: empire, place: { in: a } });
    world.spawn({ class: 'courier', name: 'Docked', owner: empire, place: { in: b } });
    world.spawn({ class: 'courier', name: 'Under way', owner: empire, place: { lane: [a, b], fraction: 0.5 } });
    world.spawn({ class: 'courier', name: 'Unseen', place: { in: a } });
    world.run(1);
    expect(['A', 'B', 'C'].map((name) => meter(world, name, 'signal'))).toEqual([3, 2, 1]);
    expect(['Docked', 'Under way', 'Unseen'].map((name) => meter(world, name, 'speed'))).toEqual([14, 15, 9]);
  });
});
