import { describe, expect, test } from 'vitest';
import { makeNode } from '../../src/eval/make-node.js';
import { role } from '../../src/eval/ops/object-links.js';
import { plainPolicy } from '../../src/ir/trigger.js';
import type { TriggerEvent } from '../../src/events/event.js';
import { TriggerError } from '../../src/events/frames/stack.js';
import { createWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { sound } from '../content/native/samples.js';
import { counts, does, told, triggerWorld, when } from '../support/trigger-world.js';

const enginePolicy = {
  ...plainPolicy,
  ties: 'last',
  trailing: 'lost',
  capacity: 3,
  zero: 'same-step',
  tellsDropped: false,
} as const;

function errorOf(run: () => unknown): TriggerError {
  try {
    run();
  } catch (error) {
    if (error instanceof TriggerError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

const board = (world: World, name: string): unknown => world.get(world.query({ kind: 'board' })[0], name);

describe('sweeps', () => {
  test('a later trigger sees what an earlier one did; an earlier one waits for the next sweep', () => {
    const world = triggerWorld([
      { when: when('a', '>=', 1), actions: [counts('b')] },
      { actions: [counts('a')] },
      { when: when('a', '>=', 1), actions: [] },
    ]);
    expect(told((listen) => world.triggers.poll({ listen }))).toEqual([
      '0 trigger 1 (1)',
      '0 a += 1',
      '0 trigger 2 (1)',
    ]);
    expect(told((listen) => world.triggers.poll({ listen }))).toEqual(['0 trigger 0 (1)', '0 b += 1']);
    expect(told((listen) => world.triggers.poll({ listen }))).toEqual([]);
  });

  test('what an action asks for is done before its list goes on, and is not done again by the sweep around it', () => {
    const world = triggerWorld([{ actions: [does({ by: 'poll' }), counts('a')] }, { actions: [counts('b')] }]);
    expect(told((listen) => world.triggers.poll({ listen }))).toEqual([
      '0 trigger 0 (1)',
      '0 poll',
      '0 trigger 1 (2)',
      '0 b += 1',
      '0 a += 1',
    ]);
  });

  test('sweeps in one another without an end are stopped, and the triggers are named', () => {
    const world = triggerWorld([{ actions: [] }, { persistent: true, actions: [does({ by: 'poll' })] }], {
      policy: { ...plainPolicy, depth: 5 },
    });
    const error = errorOf(() => world.triggers.poll());
    expect(error.code).toBe('sweep-depth');
    expect(error.cycle).toEqual([1]);
    expect(error.message).toContain('trigger 1');
    expect(world.triggers.isPaused).toBe(false);
  });

  test('triggers that fire one another over and over are stopped by what they do in a tick', () => {
    const again = does({ by: 'poll' });
    const world = triggerWorld(
      [
        { persistent: true, actions: [again] },
        { persistent: true, actions: [again] },
      ],
      { policy: { ...plainPolicy, depth: 60 } },
      { limits: { actionsPerTick: 40 } },
    );
    expect(errorOf(() => world.triggers.poll()).code).toBe('limit-actions');
  });

  test('lists that begin one another without an end are stopped', () => {
    const world = triggerWorld([{ actions: [does({ by: 'start', list: 1 })] }], {
      lists: [[does({ by: 'start', list: 1 })]],
    });
    expect(errorOf(() => world.triggers.poll())).toMatchObject({ code: 'list-depth', culprit: 'list 1' });
  });
});

describe('delays', () => {
  test('the rest of a list and of those around it goes on when the time has come', () => {
    const world = triggerWorld([{ actions: [does({ by: 'group', list: 1 }), counts('b')] }], {
      lists: [[does({ by: 'delay', ticks: 2 }), counts('a')]],
    });
    expect(told((listen) => world.triggers.advance(3, { listen }))).toEqual([
      '1 trigger 0 (1)',
      '1 group',
      '1 delay',
      '3 a += 1',
      '3 b += 1',
    ]);
  });

  test('of equal ones the first that was queued goes first, or the last', () => {
    const sources = [
      { actions: [does({ by: 'delay', ticks: 2 }), counts('a')] },
      { actions: [does({ by: 'delay', ticks: 2 }), counts('b')] },
    ];
    const order = (policy: typeof plainPolicy): readonly string[] =>
      told((listen) => triggerWorld(sources, { policy }).triggers.advance(3, { listen })).filter((line) =>
        line.startsWith('3'),
      );
    expect(order(plainPolicy)).toEqual(['3 a += 1', '3 b += 1']);
    expect(order(enginePolicy)).toEqual(['3 b += 1', '3 a += 1']);
  });

  test('one of no ticks waits for the next look at the queue, also within a delayed list', () => {
    const world = triggerWorld([
      { actions: [does({ by: 'delay', ticks: 0 }), counts('a'), does({ by: 'delay', ticks: -4 }), counts('b')] },
    ]);
    expect(told((listen) => world.triggers.advance(4, { listen }))).toEqual([
      '1 trigger 0 (1)',
      '1 delay',
      '2 a += 1',
      '2 delay',
      '3 b += 1',
    ]);
  });

  test('a queue that would never come to its end is an error where delays may run at once', () => {
    const world = triggerWorld([{ actions: [does({ by: 'delay', ticks: 1 }), does({ by: 'delay', ticks: 0 })] }], {
      policy: enginePolicy,
    });
    expect(errorOf(() => world.triggers.advance(3))).toMatchObject({ code: 'hang:zero-delay' });
    expect(world.triggers.delayed).toBe(0);
  });

  test('a last delay that loses what is after it stands in the way of those after it', () => {
    const sources = [
      { actions: [does({ by: 'delay', ticks: 5 }), counts('a')] },
      { actions: [does({ by: 'delay', ticks: 2 }), counts('b')] },
      { actions: [does({ by: 'delay', ticks: 3 })] },
    ];
    const world = triggerWorld(sources, { policy: enginePolicy });
    world.triggers.advance(30);
    expect([board(world, 'a'), board(world, 'b'), world.triggers.delayed]).toEqual([0, 1, 2]);
  });

  test('more than there is room for are dropped', () => {
    const one = { actions: [does({ by: 'delay', ticks: 2 }), counts('a')] };
    const world = triggerWorld([one, one, one, one, one], { policy: enginePolicy });
    world.triggers.advance(9);
    expect(board(world, 'a')).toBe(3);
  });

  test('what is dropped because somebody is gone is told with its list and trigger, also where a part of it was delayed', () => {
    const subject = makeNode(role, { role: 0 });
    const world = triggerWorld(
      [
        { actions: [counts('b')] },
        { subject, direct: subject, actions: [does({ by: 'group', list: 2 }), counts('a')] },
      ],
      { lists: [[does({ by: 'delay', ticks: 2 }), counts('a')]] },
    );
    world.triggers.advance();
    world.destroy(world.query({ kind: 'board' })[0]);
    const events: TriggerEvent[] = [];
    const waiting: number[] = [];
    world.triggers.advance(3, {
      listen: (event) => {
        events.push(event);
        waiting.push(world.triggers.delayed);
      },
    });
    // Who is told finds it gone already, so that a copy that is made then does not drop it again.
    expect(waiting).toEqual([0]);
    expect(events).toEqual([
      { kind: 'dropped', time: 3, trigger: 1, list: 1, name: 'list 1', reason: 'an object of its list is gone' },
    ]);
    expect(world.triggers.delayed).toBe(0);
  });

  test('what an occurrence has delayed is dropped without a trigger', () => {
    const world = createWorld(
      sound(`kinds: { stone: { properties: [weight] } }
properties: { weight: {} }
occurrences: { roll: { fields: { stone: stone }, subject: stone, do: [{ delay: 2 }, { property: weight, add: 1 }] } }
`),
    );
    const stone = world.spawn({ kind: 'stone' });
    world.events.raise('roll', { stone });
    world.destroy(stone);
    const events: TriggerEvent[] = [];
    world.triggers.advance(3, {
      listen: (event) => {
        events.push(event);
      },
    });
    expect(events).toMatchObject([{ kind: 'dropped', trigger: -1, name: world.program.rules.triggers.lists[0].name }]);
  });

  test('are refused where more would wait than may, parts of lists counted, and the turn is undone', () => {
    const delays = { persistent: true, actions: [does({ by: 'group', list: 2 }), counts('a')] };
    const world = triggerWorld(
      [delays, delays],
      { lists: [[does({ by: 'delay', ticks: 50 })]] },
      { limits: { waiting: 11 } },
    );
    world.run(2);
    const before = world.hash();
    const error = errorOf(() => {
      world.step();
    });
    expect(error).toMatchObject({ code: 'limit-waiting', culprit: 'trigger 1' });
    expect(error.message).toContain(
      'trigger 1 brings the number of delayed lists of actions and their parts to 12 at time 3, the limit is 11',
    );
    expect([world.hash(), world.turn, world.triggers.delayed]).toEqual([before, 2, 4]);
    // A copy counts what waits in it.
    expect(
      errorOf(() => {
        world.fork().step();
      }),
    ).toMatchObject({ code: 'limit-waiting', culprit: 'trigger 1' });
    world.triggers.setTime(7);
    expect(errorOf(() => world.triggers.advance(1)).code).toBe('limit-waiting');
  });

  test('make room for others when they have run', () => {
    const world = triggerWorld(
      [{ persistent: true, actions: [does({ by: 'delay', ticks: 3 }), counts('a')] }],
      {},
      { limits: { waiting: 3 } },
    );
    world.run(400);
    expect([world.triggers.delayed, board(world, 'a')]).toEqual([3, 397]);
  });

  test('thousands are kept, run in order and leave nothing after', () => {
    const sources = Array.from({ length: 300 }, (_, i) => ({
      persistent: true,
      actions: [does({ by: 'delay', ticks: i % 7 }), counts('a')],
    }));
    const world = triggerWorld(sources);
    world.triggers.advance(20);
    world.triggers.arm(0, false);
    for (let i = 0; i < sources.length; i++) world.triggers.arm(i, false);
    world.triggers.advance(10);
    expect([world.triggers.delayed, board(world, 'a')]).toEqual([0, 6_000]);
  });
});

describe('rises', () => {
  test('a condition that becomes true fires once each time', () => {
    const world = triggerWorld([{ looks: 'rise', persistent: true, when: when('a', '>', 0), actions: [counts('b')] }]);
    const object = world.query({ kind: 'board' })[0];
    const after = (a: number): unknown => {
      world.set(object, 'a', a);
      world.triggers.advance();
      return world.get(object, 'b');
    };
    expect([0, 1, 2, 0, 3, 3].map(after)).toEqual([0, 1, 1, 1, 2, 2]);
  });
});

describe('what hosts may do', () => {
  test('a listener may change the world and take snapshots, but begin nothing', () => {
    const world = triggerWorld([{ actions: [counts('a')] }, { when: when('b', '==', 7), actions: [counts('a')] }]);
    const object = world.query({ kind: 'board' })[0];
    world.triggers.poll({
      listen: (event) => {
        if (event.kind === 'fire') world.set(object, 'b', 7);
        expect(world.snapshot().used).toBeGreaterThan(0);
        expect(() => world.triggers.poll()).toThrow('poll was called by a trigger listener');
        expect(() => {
          world.step();
        }).toThrow('step was called by a trigger listener');
      },
    });
    expect(world.get(object, 'a')).toBe(2);
  });

  test('what is unfinished must be gone on with before anything else begins', () => {
    const world = triggerWorld([{ actions: [counts('a'), counts('a')] }]);
    expect(world.triggers.poll({ steps: 2 })).toBe(false);
    expect(world.triggers.isPaused).toBe(true);
    expect(() => world.triggers.advance()).toThrow('call triggers.resume first');
    expect(() => {
      world.step();
    }).toThrow('call triggers.resume first');
    expect(world.triggers.resume()).toBe(true);
    expect(board(world, 'a')).toBe(2);
  });

  test('turns let a tick pass and tell what happened when they are done', () => {
    const world = triggerWorld([{ actions: [does({ by: 'delay', ticks: 1 }), counts('a')] }]);
    const said = told((listen) => {
      world.triggers.hear(listen);
      world.run(2);
    });
    expect(said).toEqual(['1 trigger 0 (1)', '1 delay', '2 a += 1']);
    expect(world.triggers.time).toBe(2);
  });

  test('what a listener throws does not undo turns, and nothing is told of turns that are undone', () => {
    const world = triggerWorld(
      [
        { persistent: true, when: when('a', '<', 3), actions: [counts('a')] },
        { when: when('a', '>=', 2), actions: [does({ by: 'start', list: 2 })] },
      ],
      { lists: [[does({ by: 'start', list: 2 })]] },
    );
    world.triggers.hear(() => {
      throw new Error('mine');
    });
    expect(() => {
      world.step();
    }).toThrow('mine');
    expect([world.turn, board(world, 'a')]).toEqual([1, 1]);
    const said = told((listen) => {
      world.triggers.hear(listen);
      expect(() => {
        world.run(2);
      }).toThrow('begin one another without end');
    });
    expect([said, world.turn]).toEqual([[], 1]);
  });

  test('bad calls are refused', () => {
    const world = triggerWorld([{ actions: [] }]);
    expect(() => world.triggers.advance(-1)).toThrow('ticks is -1');
    expect(() => world.triggers.poll({ steps: 0 })).toThrow('steps is 0');
    expect(() => world.triggers.poll({ listen: 3 as never })).toThrow('listen is 3');
    expect(() => {
      world.triggers.hear(3 as never);
    }).toThrow('what hear is given is 3');
    expect(() => {
      world.triggers.setTime(0.5);
    }).toThrow('the time is 0.5');
    expect(() => world.triggers.isArmed('triger 0')).toThrow('did you mean `trigger 0`?');
    expect(() => world.triggers.isArmed(1)).toThrow('there is no trigger 1');
  });

  test('a world grows where its triggers need more room than it has', () => {
    const deep = Array.from({ length: 200 }, (_, i) => [does({ by: 'group', list: 2 + i }), counts('a')]);
    const world = triggerWorld([{ actions: [does({ by: 'group', list: 1 })] }], {
      lists: [...deep, [does({ by: 'delay', ticks: 1 })]],
    });
    world.triggers.advance(3);
    expect(board(world, 'a')).toBe(200);
    expect(() =>
      triggerWorld(
        [{ actions: [does({ by: 'group', list: 1 })] }],
        { lists: [...deep, [does({ by: 'delay', ticks: 1 })]] },
        { fixed: true },
      ).triggers.advance(3),
    ).toThrow('all 64 frames are taken');
  });
});
