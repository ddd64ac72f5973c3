import { inspect } from '../../../src/world/inspect.js';
import { describe, expect, test, vi } from 'vitest';
import type { ExecutorName } from '../../../src/world/api.js';
import { createWorld, loadWorld } from '../../../src/world.js';
import { cli } from '../../cli/run-cli.js';
import { contentWith } from '../../support/content.js';
import { refusal } from '../../support/errors.js';
import { longTest } from '../../support/heavy.js';

const program = contentWith({
  groups: [{ scope: { include: 'target.kind == planet' }, effects: [{ meter: 'wealth', add: '1' }] }],
});

function worldFor(environment: string | undefined, executor?: ExecutorName) {
  vi.stubEnv('EDICT_EXECUTOR', environment);
  return createWorld(program, executor === undefined ? {} : { executor });
}

describe('the executor of a world', () => {
  test('is compiled where nothing is said, or what EDICT_EXECUTOR names, or what the options name', () => {
    expect(inspect(worldFor(undefined)).executor.name).toBe('compiled');
    expect(inspect(worldFor('')).executor.name).toBe('compiled');
    expect(inspect(worldFor('compiled')).executor.name).toBe('compiled');
    expect(inspect(worldFor('reference')).executor.name).toBe('reference');
    expect(inspect(worldFor('reference', 'compiled')).executor.name).toBe('compiled');
    expect(inspect(worldFor(undefined, 'reference')).executor.name).toBe('reference');
  });

  test('is that of the options in copies too, and of the environment in worlds that are loaded', () => {
    const world = worldFor('compiled', 'reference');
    expect(inspect(world.fork()).executor.name).toBe('reference');
    expect(inspect(loadWorld(program, world.save())).executor.name).toBe('compiled');
    vi.stubEnv('EDICT_EXECUTOR', 'reference');
    expect(inspect(loadWorld(program, world.save())).executor.name).toBe('reference');
  });

  test('is one clear error where it is neither', () => {
    expect(refusal(() => worldFor('quick'))).toMatchObject({
      code: 'bad-option',
      message: 'edict: EDICT_EXECUTOR is "quick"; give compiled or reference',
    });
    expect(refusal(() => worldFor('toString')).message).toContain('EDICT_EXECUTOR is "toString"');
    expect(refusal(() => worldFor('compiled', 'quick' as ExecutorName)).message).toBe(
      'edict: the executor is "quick"; give compiled or reference',
    );
    expect(refusal(() => worldFor('compiled', 1 as unknown as ExecutorName)).code).toBe('bad-option');
  });

  test('counts its ways: the reference interpreter takes none of them', () => {
    const [compiled, reference] = (['compiled', 'reference'] as const).map((executor) => {
      const world = createWorld(program, { executor });
      world.spawn({ class: 'law' });
      world.spawn({ class: 'colony' });
      world.run(2);
      return world;
    });
    expect(inspect(compiled).executor.paths).toMatchObject({ together: 2, inTurn: 0, fired: 0 });
    expect(Object.values(inspect(reference).executor.paths).every((count) => count === 0)).toBe(true);
    expect(compiled.hash()).toBe(reference.hash());
  });
});

describe('edict run', () => {
  const small = ['run', '--objects', '60', '--turns', '2'];

  longTest('says which executor ran', async () => {
    const reports: Record<string, { executor: string; hash: string }> = {};
    for (const name of ['compiled', 'reference']) {
      vi.stubEnv('EDICT_EXECUTOR', name);
      reports[name] = JSON.parse((await cli([...small, '--json'])).out) as { executor: string; hash: string };
      expect(reports[name].executor).toBe(name);
      expect((await cli(small)).out).toMatch(new RegExp(`^executor +${name}$`, 'm'));
    }
    expect(reports.compiled.hash).toBe(reports.reference.hash);
  });

  test('refuses one that there is not, in one sentence', async () => {
    vi.stubEnv('EDICT_EXECUTOR', 'quick');
    expect(await cli(small)).toEqual({
      code: 1,
      out: '',
      error: 'edict: EDICT_EXECUTOR is "quick"; give compiled or reference\n',
    });
  });
});
