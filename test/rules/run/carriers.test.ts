import { describe, expect, test } from 'vitest';
import { destroy } from '../../../src/state/object-life.js';
import type { Carrier } from '../../../src/ir/rule.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { kindOf } from '../../../src/eval/ops/object-links.js';
import { absences, giving, kindNode, number, source, word } from '../../support/nodes.js';
import {
  type Maker,
  type RuleParts,
  all,
  classIndex,
  columnIndex,
  is,
  kindIndex,
  of,
  onePass,
  plus,
  ranked,
  sign,
  write,
} from './hand-rules.js';

/** A rule that only says who fires it: every source in its turn is its own target. */
const carriedBy = (carrier: Carrier, more: Partial<RuleParts> = {}): RuleParts => ({
  carrier,
  effects: [write('rank', 'add', 1)],
  ...more,
});

/** Who fires, in which order. */
function sourcesOf(
  carrier: Carrier,
  fill: (maker: Maker) => unknown,
  more: Partial<RuleParts> = {},
): readonly number[] {
  return onePass([carriedBy(carrier, more)], fill).outcome.firings.map((firing) => firing.source);
}

const byClass = (name: string): Carrier => ({ by: 'class', class: classIndex(name) });
const byCondition = (
  kinds: readonly string[],
  where: readonly Node[] = [],
  times?: Node,
): Extract<Carrier, { readonly by: 'condition' }> => ({ by: 'condition', kinds: kinds.map(kindIndex), where, times });
const bySeat = (name: string): Carrier => ({ by: 'seat', class: classIndex(name), column: columnIndex('seat') });

test('a class is carried by its objects, by ascending id, also by such as are born in the turn', () => {
  const fill = ({ add, state }: Maker): number => {
    const first = add('planet');
    add('colony');
    add('scout');
    add('colony', {}, { created: 1 });
    destroy(state, first);
    return add('colony', {}, { created: 7 });
  };
  expect(sourcesOf(byClass('colony'), fill)).toEqual([1, 2, 4]);
  expect(sourcesOf(byClass('scout'), fill)).toEqual([3]);
  expect(sourcesOf(byClass('tech'), fill)).toEqual([]);
});

describe('a condition', () => {
  /** 1 empire, 2 ship, 3 planet, 4 ship, 5 law, 6 planet. */
  const fill = ({ add }: Maker): void => {
    add('empire', { rank: 1 });
    add('ship', { rank: 5, focus: 2 });
    add('planet', { rank: 3, focus: 2, goal: 4 });
    add('scout', { rank: 2 });
    add('law');
    add('colony', { rank: 5, focus: 0 });
  };

  test('names kinds, in the order in which they fire, and all where it names none', () => {
    expect(sourcesOf(byCondition(['ship', 'planet']), fill)).toEqual([2, 4, 3, 6]);
    expect(sourcesOf(byCondition(['planet', 'ship']), fill)).toEqual([3, 6, 2, 4]);
    expect(sourcesOf(byCondition(['planet']), fill)).toEqual([3, 6]);
    expect(sourcesOf(byCondition([]), fill)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('is true of its sources; one that is absent is not', () => {
    const isHigh = is(of(source, 'rank'), '>=', 3);
    expect(sourcesOf(byCondition([], [isHigh]), fill)).toEqual([2, 3, 6]);
    expect(sourcesOf(byCondition(['planet', 'law', 'ship'], [isHigh]), fill)).toEqual([3, 6, 2]);
    expect(sourcesOf(byCondition([], [isHigh, is(of(source, 'rank'), '<', 5)]), fill)).toEqual([3]);
    expect(sourcesOf(byCondition([], [all(isHigh, is(of(source, 'rank'), '<', 5))]), fill)).toEqual([3]);
    expect(sourcesOf(byCondition(['empire'], [isHigh]), fill)).toEqual([]);
    for (const [, absent] of absences)
      expect(sourcesOf(byCondition([], [giving(absent, 'boolean')]), fill)).toEqual([]);
  });

  describe('for a value', () => {
    const focused = (value: number, absent: Parameters<typeof of>[2] = 'missing'): Node =>
      makeEqual(of(source, 'focus', absent), word(0, value));

    test.each([
      ['of one kind', ['planet']],
      ['of several', ['ship', 'planet']],
      ['of one that lacks it too', ['planet', 'law']],
    ])('%s', (_, kinds) => {
      const expected = kinds.flatMap((kind) => (kind === 'planet' ? [3] : kind === 'ship' ? [2] : []));
      expect(sourcesOf(byCondition(kinds, [focused(2)]), fill)).toEqual(expected);
      expect(sourcesOf(byCondition(kinds, [is(of(source, 'rank'), '>', 3), focused(2)]), fill)).toEqual(
        expected.filter((id) => id === 2),
      );
    });

    test('of all kinds', () => {
      expect(sourcesOf(byCondition([], [focused(2)]), fill)).toEqual([2, 3]);
      expect(sourcesOf(byCondition([], [focused(1)]), fill)).toEqual([4]);
    });

    test('of nobody, and none', () => {
      expect(sourcesOf(byCondition(['law'], [focused(2)]), fill)).toEqual([]);
      expect(sourcesOf(byCondition(['planet'], [focused(1)]), fill)).toEqual([]);
      expect(sourcesOf(byCondition(['planet'], [focused(0)]), fill)).toEqual([6]);
      expect(sourcesOf(byCondition(['planet', 'law'], [focused(0, 'zero')]), fill)).toEqual([6, 5]);
    });

    test('which those who lack it have by default', () => {
      expect(sourcesOf(byCondition(['ship', 'law'], [focused(1, 'initial')]), fill)).toEqual([4, 5]);
    });
  });

  describe('for a flag', () => {
    const armed = (absent: Parameters<typeof of>[2] = 'missing'): Node => of(source, 'armed', absent);
    /** The ships 2 and 4 and the law 5 can be armed, and are; 4 is not. */
    const arming = (maker: Maker): void => {
      fill(maker);
      maker.set(4, { armed: 0 });
    };

    test('of all kinds, and of some', () => {
      for (const absent of ['missing', 'notFound', 'zero'] as const) {
        expect(sourcesOf(byCondition([], [armed(absent)]), arming)).toEqual([2, 5]);
        expect(sourcesOf(byCondition(['law', 'planet', 'ship'], [armed(absent)]), arming)).toEqual([5, 2]);
        expect(sourcesOf(byCondition([], [armed(absent), is(of(source, 'rank'), '>', 0)]), arming)).toEqual([2]);
        expect(sourcesOf(byCondition([], [armed(absent)], number(2)), arming)).toEqual([2, 2, 5, 5]);
      }
    });

    test('which those who lack it have by default', () => {
      expect(sourcesOf(byCondition([], [armed('initial')]), arming)).toEqual([1, 2, 3, 5, 6]);
    });

    test('of those that are there', () => {
      expect(
        sourcesOf(byCondition([], [armed()]), (maker) => {
          arming(maker);
          for (const id of [5, 2]) destroy(maker.state, id);
          maker.add('planet');
        }),
      ).toEqual([]);
    });
  });

  test('is asked of kinds that it may name itself', () => {
    expect(
      sourcesOf(byCondition([], [makeEqual(makeNode(kindOf, undefined, source), kindNode(kindIndex('ship')))]), fill),
    ).toEqual([2, 4]);
  });

  test('of several rules is the same where it says the same', () => {
    const carrier = byCondition(['ship'], [is(of(source, 'rank'), '>', 2)]);
    const { outcome } = onePass(
      [
        carriedBy(carrier),
        carriedBy({ ...carrier }),
        carriedBy({ ...carrier, times: number(2) }),
        carriedBy(byCondition(['ship'])),
      ],
      fill,
    );
    expect(outcome.firings.map(({ source: id }) => id)).toEqual([2, 2, 2, 2, 2, 4]);
  });
});

function makeEqual(left: Node, right: Node): Node {
  return is(left, '==', right);
}

describe('times', () => {
  /** Planets with the ranks 0 to 3 and −2. */
  const fill = ({ add }: Maker): void => {
    for (const rank of [0, 1, 2, 3, -2]) add('planet', { rank });
  };
  const rank = of(source, 'rank');

  test('say how often each fires before the next does', () => {
    expect(sourcesOf(byCondition(['planet'], [], rank), fill)).toEqual([2, 3, 3, 4, 4, 4]);
    expect(sourcesOf(byCondition(['planet'], [is(rank, '!=', 2)], number(2)), fill)).toEqual([1, 1, 2, 2, 4, 4, 5, 5]);
  });

  test('are cut to whole numbers; below one it does not fire', () => {
    expect(sourcesOf(byCondition(['planet'], [], plus(rank, 0.9)), fill)).toEqual([2, 3, 3, 4, 4, 4]);
    for (const count of [0.999, -1, 0, -0, NaN])
      expect(sourcesOf(byCondition(['planet'], [], number(count)), fill), `${count}`).toEqual([]);
  });

  test.each(absences)('that are %s are none', (_, absent) => {
    expect(sourcesOf(byCondition(['planet'], [], giving(absent)), fill)).toEqual([]);
  });

  test('that only some have', () => {
    const mixed = ({ add }: Maker): void => {
      add('planet', { rank: 2 });
      add('law');
      add('ship', { rank: 1 });
    };
    expect(sourcesOf(byCondition([], [], rank), mixed)).toEqual([1, 1, 3]);
  });

  describe('that what they refer to has', () => {
    const count = (absent: Parameters<typeof of>[2] = 'zero', reference: Parameters<typeof of>[2] = 'zero'): Node =>
      of(of(source, 'goal', reference), 'rank', absent);
    /**
     * Planets 1 to 4 with the ranks 2.9, 0.5, -3 and 1, whose goals are 1, 1, 2 and 3; the ships 5 and 6 refer to 1 and
     * to nobody, the law 7 to itself and the empire 8 cannot.
     */
    const referring = ({ add, set }: Maker): void => {
      for (const rank of [2.9, 0.5, -3, 1]) add('planet', { rank });
      add('ship', { goal: 1 });
      for (const sort of ['ship', 'law', 'empire']) add(sort);
      [1, 1, 2, 3].forEach((goal, i) => {
        set(i + 1, { goal });
      });
      set(7, { goal: 7 });
    };

    test.each([
      ['alone', []],
      ['where it is more than 0', [is(count(), '>', 0)]],
    ])('%s', (_, where) => {
      expect(sourcesOf(byCondition(['planet'], where, count()), referring)).toEqual([1, 1, 2, 2]);
      expect(sourcesOf(byCondition([], where, count()), referring)).toEqual([1, 1, 2, 2, 5, 5]);
      expect(sourcesOf(byCondition(['ship', 'law', 'empire', 'planet'], where, count()), referring)).toEqual([
        5, 5, 1, 1, 2, 2,
      ]);
    });

    test('or has not', () => {
      expect(sourcesOf(byCondition([], [], count('missing')), referring)).toEqual([1, 1, 2, 2, 5, 5]);
      // Laws have no rank, whose initial value is 1; nor has nobody.
      expect(sourcesOf(byCondition([], [], count('initial', 'missing')), referring)).toEqual([
        1, 1, 2, 2, 5, 5, 6, 7, 8,
      ]);
      expect(sourcesOf(byCondition(['planet'], [is(count(), '<', 2)], count()), referring)).toEqual([]);
      expect(sourcesOf(byCondition(['planet'], [is(count(), '>', 3)], count()), referring)).toEqual([]);
      expect(
        sourcesOf(byCondition(['planet'], [is(count(), '>', 0), is(of(source, 'rank'), '<', 2)], count()), referring),
      ).toEqual([2, 2]);
    });

    test('and who is gone has none', () => {
      expect(
        sourcesOf(byCondition(['planet', 'ship'], [], count()), (maker) => {
          referring(maker);
          destroy(maker.state, 1);
          maker.add('planet', { rank: 4 });
        }),
      ).toEqual([]);
    });
  });

  test('fire the whole rule each time: all effects, then all effects again', () => {
    const rule: RuleParts = { carrier: byCondition(['planet'], [], number(2)), effects: [sign(1), sign(2)] };
    const { values } = onePass([rule], ({ add }) => [add('planet'), add('planet')]);
    expect(values('trail', 1, 2)).toEqual([1212, 1212]);
  });

  test('fire the whole rule each time on others too', () => {
    const rule: RuleParts = {
      carrier: byCondition(['law'], [], number(2)),
      include: [ranked],
      effects: [sign(1), write('trail', 'multiply', 2)],
    };
    const { values } = onePass([rule], ({ add }) => [add('law'), add('planet'), add('planet')]);
    expect(values('trail', 2, 3)).toEqual([42, 42]);
  });
});

describe('a seat', () => {
  /** Empires 1 to 3, whose seats are the planets 5, 4 and 4. */
  const fill = ({ add, set, grant }: Maker): void => {
    for (let i = 0; i < 3; i++) add('empire');
    for (let i = 0; i < 2; i++) add('planet');
    [5, 4, 4].forEach((seat, i) => {
      set(i + 1, { seat });
    });
    for (const empire of [3, 1]) grant(empire, 'tech');
    grant(2, 'edict');
  };

  test('is that of each faction to which the class is available, by ascending faction', () => {
    expect(sourcesOf(bySeat('tech'), fill)).toEqual([5, 4]);
    expect(sourcesOf(bySeat('edict'), fill)).toEqual([4]);
    expect(sourcesOf(bySeat('colony'), fill)).toEqual([]);
  });

  test('is nobody where the faction names none, or one that is gone, or the faction itself is gone', () => {
    expect(
      sourcesOf(bySeat('tech'), (maker) => {
        fill(maker);
        maker.set(1, { seat: 0 });
      }),
    ).toEqual([4]);
    expect(
      sourcesOf(bySeat('tech'), (maker) => {
        fill(maker);
        destroy(maker.state, 5);
        // A new tenant is somebody else.
        expect(maker.add('planet')).toBe(5);
      }),
    ).toEqual([4]);
    expect(
      sourcesOf(bySeat('tech'), (maker) => {
        fill(maker);
        destroy(maker.state, 1);
      }),
    ).toEqual([4]);
  });

  test('may be anything, also the faction itself', () => {
    expect(
      sourcesOf(
        bySeat('tech'),
        (maker) => {
          fill(maker);
          maker.set(1, { seat: 1 });
          maker.set(3, { seat: maker.add('law') });
        },
        { effects: [write('rank', 'add', 1)] },
      ),
    ).toEqual([1, 6]);
  });

  test('that is the same for two factions fires for each: all effects, then all effects again', () => {
    const rule: RuleParts = { carrier: bySeat('edict'), effects: [sign(1), sign(2)] };
    const { outcome, values } = onePass([rule], (maker) => {
      fill(maker);
      maker.grant(3, 'edict');
    });
    expect(outcome.firings.map((firing) => firing.source)).toEqual([4, 4]);
    expect(values('trail', 4)).toEqual([1212]);
  });

  test('in a column that factions do not have is nobody', () => {
    expect(
      sourcesOf({ by: 'seat', class: classIndex('tech'), column: columnIndex('goal') }, (maker) => {
        fill(maker);
        maker.set(4, { goal: 5 });
      }),
    ).toEqual([]);
  });
});
