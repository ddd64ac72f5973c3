import { describe, expect, it } from 'vitest';
import { createWorld, defineContent, loadWorld } from '../../src/index.js';
import type { ExecutorName, WorldOptions } from '../../src/world/api.js';
import { refusal } from '../support/errors.js';

const content = defineContent({
  parameters: { most: { default: 12 } },
  properties: { size: {} },
  kinds: { cell: { properties: ['size'] } },
  classes: {
    germ: {
      kind: 'cell',
      duration: 4,
      groups: [{ scope: { include: 'target == source' }, effects: [{ property: 'size', add: 5 }] }],
    },
  },
  reports: {
    germs: 'instances(germ).count()',
    sizes: 'objects(cell).sum(c, c.size)',
    large: 'objects(cell).exists(c, c.size >= most)',
    mean: 'objects(cell).filter(c, c.size > 5).mean(c, c.size)',
  },
});

function germs(options: WorldOptions = {}) {
  const world = createWorld(content, options);
  world.spawn({ class: 'germ' });
  world.spawn({ class: 'germ', values: { size: 1 } });
  return world;
}

const executors: readonly ExecutorName[] = ['compiled', 'reference'];

describe.each(executors)('reports (%s)', (executor) => {
  it('are evaluated at the end of each turn, after objects have expired', () => {
    const world = germs({ executor });
    expect(world.reports.names).toEqual(['germs', 'sizes', 'large', 'mean']);
    expect([...world.reports.turns]).toEqual([]);
    expect(world.reports.last('sizes')).toBeNaN();
    world.run(3);
    world.step();
    expect([...world.reports.turns]).toEqual([1, 2, 3, 4]);
    expect([...world.reports.series('germs')]).toEqual([2, 2, 2, 0]);
    expect([...world.reports.series('sizes')]).toEqual([11, 21, 31, 0]);
    expect([...world.reports.series('large')]).toEqual([0, 0, 1, 0]);
    expect([...world.reports.series('mean')]).toEqual([6, 10.5, 15.5, NaN]);
    expect(world.reports.last('germs')).toBe(0);
  });

  it('leave the state as it is', () => {
    const { reports: _reports, ...rules } = content.rules;
    const silent = createWorld({ ...content, rules }, { executor });
    silent.spawn({ class: 'germ' });
    silent.spawn({ class: 'germ', values: { size: 1 } });
    const world = germs({ executor });
    silent.run(3);
    world.run(3);
    expect(world.hash()).toBe(silent.hash());
  });

  it('fail the turn with the name of the report', () => {
    const world = germs({ executor, limits: { visitsPerTurn: 1 } });
    const before = world.hash();
    expect(refusal(() => world.step()).message).toBe(
      'edict: report sizes: aggregates looked at more than 1 objects in one question; give the aggregate a smaller range or raise limits.visitsPerTurn',
    );
    expect([world.hash(), world.turn, world.reports.turns.length]).toEqual([before, 0, 0]);
  });
});

describe('the series of reports', () => {
  it('belong to the object of the host: a fork begins with a copy, a loaded world with none', () => {
    const world = germs();
    world.run(2);
    const fork = world.fork();
    fork.step();
    world.set(world.query()[0], 'size', 100);
    world.step();
    expect([...fork.reports.series('sizes')]).toEqual([11, 21, 31]);
    expect([...world.reports.series('sizes')]).toEqual([11, 21, 121]);
    const loaded = loadWorld(content, world.save());
    expect([...loaded.reports.turns]).toEqual([]);
    loaded.step();
    expect([...loaded.reports.turns]).toEqual([4]);
  });

  it('are cut back to the turn that is restored', () => {
    const world = germs();
    world.step();
    const snapshot = world.snapshot();
    world.run(2);
    world.restore(snapshot);
    expect([...world.reports.turns]).toEqual([1]);
    world.set(world.query()[0], 'size', 50);
    world.step();
    expect([...world.reports.series('sizes')]).toEqual([11, 66]);
    expect([...world.reports.turns]).toEqual([1, 2]);
  });

  it('go back with turns that are run all or none', () => {
    const world = germs();
    world.step();
    world.addSystem({
      name: 'stop',
      phase: 'host',
      run({ turn }) {
        if (turn === 2) throw new Error('stop');
      },
    });
    expect(() => world.run(5)).toThrow('stop');
    expect([...world.reports.turns]).toEqual([1]);
  });

  it('are copies', () => {
    const world = germs();
    world.step();
    world.reports.series('germs').fill(7);
    world.reports.turns.fill(7);
    expect([world.reports.last('germs'), ...world.reports.series('germs'), ...world.reports.turns]).toEqual([2, 2, 1]);
  });

  it.each([1, 2, 50, 64, 100])('keep the last %i turns', (reportedTurns) => {
    const counting = defineContent({ kinds: { cell: {} }, reports: { now: 'turn', half: 'turn / 2' } });
    const world = createWorld(counting, { limits: { reportedTurns } });
    for (let turn = 1; turn <= 333; turn++) {
      world.step();
      const first = Math.max(1, turn - reportedTurns + 1);
      const { turns } = world.reports;
      expect([turns.length, turns[0], turns.at(-1)]).toEqual([turn - first + 1, first, turn]);
    }
    expect([...world.reports.series('now')]).toEqual([...world.reports.turns]);
    expect([...world.reports.series('half')]).toEqual([...world.reports.turns].map((turn) => turn / 2));
  });

  it('refuse unknown names', () => {
    const { reports } = germs();
    expect(refusal(() => reports.series('sizs' as never)).message).toBe(
      'edict: there is no report "sizs"; did you mean `sizes`?',
    );
  });

  it('stay as they are while a turn is explained', () => {
    const world = germs();
    world.run(2);
    world.explain(world.query()[0], 'size');
    expect([...world.reports.turns]).toEqual([1, 2]);
  });
});
