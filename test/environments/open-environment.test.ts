import { inspect } from '../../src/world/inspect.js';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentNames, openEnvironment } from '../../src/environments/open-environment.js';
import { refusal } from '../support/errors.js';

describe('openEnvironment', () => {
  it('knows the environments of the package', () => {
    expect(environmentNames).toEqual(['cart-pole', 'galaxy', 'galaxy-small']);
    for (const name of environmentNames) expect(openEnvironment(name).program.environment?.name).toBe(name);
  });

  it('names the nearest of them for one that there is not', () => {
    expect(() => openEnvironment('galaxy-smal')).toThrow(
      'there is no environment "galaxy-smal"; did you mean `galaxy-small`?; there are cart-pole, galaxy, galaxy-small, and the path of a scenario file may be given',
    );
    expect(() => openEnvironment('chess')).toThrow(
      'there is no environment "chess"; there are cart-pole, galaxy, galaxy-small',
    );
  });

  it('opens a scenario file, whose world all episodes begin in', () => {
    const content =
      'kinds: { side: { faction: true, properties: [ordered] } }\n  enumerations: { word: [go] }\n  properties: { ordered: { type: word } }\n';
    const environment =
      '  environment: { name: tiny, agents: { of: side, count: 1 }, capacity: 40, observation: { side: { values: { one: "1" } } }, actions: { go: { property: ordered } }, reward: "1" }\n';
    const file = fileWith(
      `format: edict-scenario/1\nname: Tiny\ncontent:\n  ${content}${environment}world: { objects: [{ name: Blue, kind: side }] }\nsteps: []\n`,
    );
    const { program, start } = openEnvironment(file);
    expect(program.environment?.name).toBe('tiny');
    const [first, second] = [start(0), start(1)];
    expect([first.size, inspect(first).capacity, first.nameOf(first.query()[0])]).toEqual([1, 40, 'Blue']);
    expect(second.hash()).toBe(first.hash());
    first.run(1);
    expect(start(0).turn).toBe(0);
  });

  it('refuses several maps of a scenario file, which has one world', () => {
    const content =
      'kinds: { side: { faction: true, properties: [ordered] } }\n  enumerations: { word: [go] }\n  properties: { ordered: { type: word } }\n';
    const environment =
      '  environment: { name: tiny, agents: { of: side, count: 1 }, capacity: 40, maps: 4, observation: { side: { values: { one: "1" } } }, actions: { go: { property: ordered } }, reward: "1" }\n';
    const file = fileWith(
      `format: edict-scenario/1\nname: Tiny\ncontent:\n  ${content}${environment}world: { objects: [{ name: Blue, kind: side }] }\nsteps: []\n`,
    );
    const { code, culprit, message } = refusal(() => openEnvironment(file));
    expect([code, culprit]).toEqual(['bad-scenario', file]);
    expect(message).toContain(
      'has an environment with 4 maps, but all its episodes begin in one world, that of its first case; leave out maps, or make the worlds by a program, as start of createBatch',
    );
  });

  it('says of a scenario without an environment what it lacks', () => {
    const file = fileWith('format: edict-scenario/1\nname: Bare\ncontent: { kinds: { side: {} } }\nsteps: []\n');
    expect(() => openEnvironment(file)).toThrow('declares no environment; give it a section environment');
    expect(() => openEnvironment('./nowhere.yaml')).toThrow('nowhere.yaml');
  });

  it('says of content that it needs a scenario, which gives it a world', () => {
    const file = fileWith('kinds: { side: {} }\n');
    const { code, culprit, message } = refusal(() => openEnvironment(file));
    expect([code, culprit]).toEqual(['bad-scenario', file]);
    expect(message).toContain(
      'has no format field; to play content, name it under content of a scenario file (format: edict-scenario/1) that gives it a world',
    );
    const other = fileWith('format: timing/1\n');
    expect(() => openEnvironment(other)).toThrow(
      'has the format "timing/1"; environments are in scenario files of the format edict-scenario/1',
    );
  });

  it('refuses what is no text', () => {
    const { code, message } = refusal(() => openEnvironment(undefined as never));
    expect(code).toBe('bad-option');
    expect(message).toContain(
      'the environment is undefined; give the name of one, cart-pole, galaxy, galaxy-small, or the path of a scenario file',
    );
    expect(() => openEnvironment(new URL('file:///tiny.yaml') as never)).toThrow('the environment is an object; give');
  });
});

function fileWith(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'environment-')), 'scenario.yaml');
  writeFileSync(file, text);
  return file;
}
