import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { captureState, checkState, createState, growState, restoreState, roomOf } from '../../src/state/world-state.js';
import { linkCount, listOf, listersOf, listing, listings, setList } from '../../src/components/links.js';
import { destroy, unbear } from '../../src/state/object-life.js';
import type { Model } from '../../src/model/model.js';
import { fact } from '../../src/model/stamps.js';
import { hashState } from '../../src/state/state-hash.js';
import { type WorldState } from '../../src/components/state.js';
import { header } from '../../src/kernel/arena.js';
import type { Lists } from '../../src/kernel/lists.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { type Choices, choicesOf, propertyRuns } from '../support/choices.js';
import { refusal, refusedWith } from '../support/errors.js';
import { at, inside, make, stateOf } from '../support/hand-model.js';
import { heldModel, linked } from '../support/held-model.js';
import { longTest } from '../support/heavy.js';

const { trade, working, friends } = linked;

function stateWith(links: number): WorldState {
  return createState(heldModel, defaultLimits, { capacity: 16, lanes: 4, factions: 4, streams: 1, links }, '1', false);
}

interface Scene {
  readonly state: WorldState;
  readonly cities: readonly number[];
  readonly plots: readonly number[];
}

function scene(state = stateOf(heldModel)): Scene {
  return {
    state,
    plots: [0, 1].map((x) => make(state, 'plot', { place: at(x) })),
    cities: [0, 1, 2].map(() => make(state, 'city')),
  };
}

const of = ({ start, ids }: Lists, id: number): readonly number[] => [...ids.subarray(start[id], start[id + 1])];

describe('lists of objects', () => {
  test('keep their order and repeats, each link and holder for itself', () => {
    const {
      state,
      cities: [a, b, c],
      plots: [p, q],
    } = scene();
    setList(state, trade, a, [c, b, c, a]);
    setList(state, working, a, [q, p]);
    setList(state, trade, b, [a]);
    expect([a, b, c].map((id) => listOf(state, trade, id))).toEqual([[c, b, c, a], [a], []]);
    expect([a, b, c].map((id) => listOf(state, working, id))).toEqual([[q, p], [], []]);
    setList(state, trade, a, [b, c]);
    expect([listOf(state, trade, a), listOf(state, trade, b), listOf(state, working, a)]).toEqual([
      [b, c],
      [a],
      [q, p],
    ]);
    setList(state, trade, a, []);
    expect([listOf(state, trade, a), linkCount(state)]).toEqual([[], 3]);
    expect(listOf(state, trade, 0)).toEqual([]);
  });

  test('are known by all at once, and the way back', () => {
    const {
      state,
      cities: [a, b, c],
      plots: [p],
    } = scene();
    setList(state, trade, c, [a, a, b]);
    setList(state, trade, a, [b, a]);
    setList(state, working, b, [p]);
    const lists = listings(state, trade);
    expect([a, b, c].map((id) => of(lists, id))).toEqual([[b, a], [], [a, a, b]]);
    const back = listing(state, trade);
    expect([a, b, c].map((id) => of(back, id))).toEqual([[a, c], [a, c], []]);
    expect([of(listing(state, working), p), of(listing(state, working), b)]).toEqual([[b], []]);
    // They are kept until a list changes, and cover who comes in the meantime.
    const late = make(state, 'city');
    expect([listings(state, trade), listing(state, trade)].map((each, i) => each === [lists, back][i])).toEqual([
      true,
      true,
    ]);
    expect([of(lists, late), of(back, late), listOf(state, trade, late)]).toEqual([[], [], []]);
    setList(state, trade, late, [a]);
    expect([of(listings(state, trade), late), of(listing(state, trade), a)]).toEqual([[a], [a, c, late]]);
  });

  test('lose what is destroyed, and go with who keeps them', () => {
    const {
      state,
      cities: [a, b, c],
      plots: [p],
    } = scene();
    setList(state, trade, a, [b, c, b, a]);
    setList(state, trade, b, [a, c]);
    setList(state, working, c, [p]);
    destroy(state, b);
    expect([listOf(state, trade, a), listOf(state, trade, b), linkCount(state)]).toEqual([[c, a], [], 3]);
    const next = make(state, 'city');
    expect([next, listOf(state, trade, next), listOf(state, trade, a)]).toEqual([b, [], [c, a]]);
    destroy(state, c);
    expect([listOf(state, trade, a), linkCount(state)]).toEqual([[a], 1]);
    checkState(state);
  });

  test('lose also what goes with what it hangs on, and what was never to be', () => {
    const {
      state,
      plots: [p],
    } = scene();
    const team = make(state, 'team');
    const unit = make(state, 'unit', { place: inside(p) });
    const crate = make(state, 'crate', { place: inside(unit) });
    setList(state, friends, team, [crate, unit, p, team]);
    setList(state, friends, unit, [team]);
    destroy(state, p);
    expect(listOf(state, friends, team)).toEqual([team]);
    const late = make(state, 'unit');
    setList(state, friends, late, [team]);
    setList(state, friends, team, [late]);
    unbear(state, late);
    expect([listOf(state, friends, team), linkCount(state)]).toEqual([[], 0]);
  });

  test('refuse what they cannot hold, and nothing has changed', () => {
    const {
      state,
      cities: [a, b],
      plots: [p],
    } = scene();
    const team = make(state, 'team');
    setList(state, trade, a, [b]);
    const before = hashState(state);
    expect(
      refusal(() => {
        setList(state, trade, p, [a]);
      }).message,
    ).toContain('a plot keeps no list trade; it keeps none');
    expect(
      refusal(() => {
        setList(state, friends, a, [b]);
      }).message,
    ).toContain('a city keeps no list friends; it keeps trade, working');
    expect(
      refusal(() => {
        setList(state, trade, a, [b, p]);
      }).message,
    ).toContain(`object ${p} is a plot; trade lists objects of kind city`);
    expect(
      refusedWith(() => {
        setList(state, trade, a, [0]);
      }),
    ).toBe('no-object');
    expect(
      refusedWith(() => {
        setList(state, friends, team, [team, 0]);
      }),
    ).toBe('no-object');
    expect(hashState(state)).toBe(before);
  });

  test('note a change, and only a change', () => {
    const {
      state,
      cities: [a, b, c],
    } = scene();
    const changes = (run: () => void): boolean => {
      const before = state.stamps.values[fact.link];
      run();
      return state.stamps.values[fact.link] !== before;
    };
    const lists = [[b, c], [b, c], [c, b], [c, b, b], [], []];
    expect(
      lists.map((list) =>
        changes(() => {
          setList(state, trade, a, list);
        }),
      ),
    ).toEqual([true, false, true, true, true, false]);
    setList(state, trade, a, [b]);
    expect(
      [c, b].map((id) =>
        changes(() => {
          destroy(state, id);
        }),
      ),
    ).toEqual([false, true]);
  });

  test('need room, and a list that takes the place of another only for what is more', () => {
    const {
      state,
      cities: [a, b],
    } = scene(stateWith(3));
    setList(state, trade, a, [a, b, a]);
    expect(
      refusal(() => {
        setList(state, trade, b, [a]);
      }).message,
    ).toBe('edict: the world is full: all 3 links are taken; reserve more links');
    expect(
      refusedWith(() => {
        setList(state, trade, a, [b, b, b, b]);
      }),
    ).toBe('world-full');
    expect(listOf(state, trade, a)).toEqual([a, b, a]);
    setList(state, trade, a, [b, b, b]);
    setList(state, trade, a, [b]);
    setList(state, trade, b, [a, a]);
    expect([listOf(state, trade, a), listOf(state, trade, b)]).toEqual([[b], [a, a]]);
    growState(state, 16, 4, { links: 9 });
    setList(state, trade, b, [a, a, a, a, a, a, a, b]);
    expect([listOf(state, trade, a), listOf(state, trade, b)]).toEqual([[b], [a, a, a, a, a, a, a, b]]);
  });

  test('stay when the world grows, and come back with a snapshot', () => {
    const {
      state,
      cities: [a, b, c],
    } = scene();
    setList(state, trade, a, [c, b, c]);
    const [before, snapshot] = [hashState(state), captureState(state)];
    growState(state, 100, 20, { links: 1_000 });
    expect([hashState(state), listOf(state, trade, a)]).toEqual([before, [c, b, c]]);
    setList(state, trade, b, [a, b, c, a, b, c]);
    destroy(state, c);
    restoreState(state, snapshot);
    expect([hashState(state), listOf(state, trade, a), listOf(state, trade, b)]).toEqual([before, [c, b, c], []]);
    destroy(state, c);
    expect(listOf(state, trade, a)).toEqual([b]);
  });
});

/** What lists should be: by holder, then by link. */
type Known = Map<number, Map<number, readonly number[]>>;

/** A link, an object that keeps a list of it, and what may be in that. */
function anyList(known: Known, choices: Choices): readonly [number, number, number[]] {
  const link = choices.pick([trade, friends]);
  const holders = [...known].filter(([, lists]) => lists.has(link)).map(([id]) => id);
  const fitting = link === trade ? holders : [...known.keys()];
  return [link, choices.pick(holders), Array.from({ length: choices.below(6) }, () => choices.pick(fitting))];
}

/** Throws unless the lists are those, one by one and all at once, and the state could come from a file. */
function expectLists(state: WorldState, known: Known): void {
  let count = 0;
  for (const link of [trade, friends]) {
    const [all, back] = [listings(state, link), listing(state, link)];
    for (const [id, lists] of known) {
      const expected = lists.get(link) ?? [];
      count += expected.length;
      expect([listOf(state, link, id), of(all, id)]).toEqual([expected, expected]);
      const listers = [...known]
        .filter(([, each]) => each.get(link)?.includes(id) ?? false)
        .map(([holder]) => holder)
        .sort((a, b) => a - b);
      expect([listersOf(state, link, id), of(back, id)]).toEqual([listers, listers]);
    }
  }
  expect(linkCount(state)).toBe(count);
  checkState(state);
}

/** Where each row lies. */
const layOf = ({ arena, linkOf, linkFrom, linkTo }: WorldState): unknown => {
  const last = arena.header[header.links] + 1;
  return [linkOf, linkFrom, linkTo].map((column) => [...column.subarray(0, last)]);
};

interface Account {
  readonly state: WorldState;
  readonly known: Known;
  readonly choices: Choices;
}

function bornIn({ state, known }: Account, kind: string): void {
  known.set(make(state, kind), new Map([[kind === 'city' ? trade : friends, []]]));
}

/** The first two stay, so that there is always somebody to list. */
function loseOne({ state, known, choices }: Account): void {
  if (known.size < 3) return;
  const gone = choices.pick([...known.keys()].slice(2));
  destroy(state, gone);
  known.delete(gone);
  for (const lists of known.values())
    for (const [link, ids] of lists)
      lists.set(
        link,
        ids.filter((id) => id !== gone),
      );
}

/** Gives a list, in a copy that was put back too: that goes on as the other does, row by row. */
function giveOne({ state, known, choices }: Account): void {
  const [link, holder, ids] = anyList(known, choices);
  const room = roomOf(state).links - linkCount(state) + (known.get(holder)?.get(link)?.length ?? 0);
  const states = choices.oneIn(3) ? [state, copyOf(state)] : [state];
  if (ids.length > room) {
    for (const each of states)
      expect(
        refusedWith(() => {
          setList(each, link, holder, ids);
        }),
      ).toBe('world-full');
    return;
  }
  for (const each of states) setList(each, link, holder, ids);
  known.get(holder)?.set(link, ids);
  for (const each of states) expect([layOf(each), hashState(each)]).toEqual([layOf(state), hashState(state)]);
}

function copyOf(state: WorldState): WorldState {
  const copy = createState(heldModel, defaultLimits, roomOf(state), '1', false);
  restoreState(copy, captureState(state));
  return copy;
}

function changeOne(account: Account): void {
  const { state, known, choices } = account;
  switch (choices.below(6)) {
    case 0:
      if (known.size < 20) bornIn(account, choices.pick(['city', 'unit']));
      return;
    case 1:
      return loseOne(account);
    case 2:
      return growState(state, roomOf(state).capacity, 4, { links: roomOf(state).links + choices.below(9) });
    default:
      return giveOne(account);
  }
}

longTest('lists are what they were given, whatever came and went, grew and was put back', () => {
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
      const state = createState(
        heldModel,
        defaultLimits,
        { capacity: 24, lanes: 4, factions: 4, streams: 1, links: 40 },
        '1',
        false,
      );
      const account: Account = { state, known: new Map(), choices: choicesOf(seed) };
      const { known } = account;
      for (const kind of ['city', 'unit']) bornIn(account, kind);
      for (let i = 0; i < 40; i++) {
        changeOne(account);
        expectLists(state, known);
      }
      // Nothing is left of lists that are gone, and the lay of the rest does not show.
      const copy = copyOf(state);
      for (const [id, lists] of known) for (const link of lists.keys()) setList(copy, link, id, []);
      expect([linkCount(copy), layOf(copy)]).toEqual([0, [[0], [0], [0]]]);
      for (const [id, lists] of [...known].reverse()) for (const [link, ids] of lists) setList(copy, link, id, ids);
      expect(hashState(copy)).toBe(hashState(state));
    }),
    propertyRuns(30),
  );
});

test('what is done with one list costs about its length, however many lists there are', () => {
  const crate = heldModel.kindByName.get('crate')?.index ?? 0;
  const model: Model = { ...heldModel, links: [{ index: 0, name: 'beside', kinds: [crate], to: 0 }] };
  const state = createState(
    model,
    defaultLimits,
    { capacity: 15_000, lanes: 4, factions: 4, streams: 1, links: 75_000 },
    '1',
    false,
  );
  const crates = Array.from({ length: 15_000 }, () => make(state, 'crate'));
  const give = (step: number): void => {
    crates.forEach((id, i) => {
      setList(
        state,
        0,
        id,
        [1, 2, 3, 4, 5].map((k) => crates[(i * 7 + k * step) % crates.length]),
      );
    });
  };
  give(13);
  const begun = process.cpuUsage();
  give(17);
  for (const id of crates.slice(0, 5_000)) {
    setList(state, 0, id, [id, crates[0]]);
    expect([listOf(state, 0, id).length, listersOf(state, 0, id).includes(id)]).toEqual([2, true]);
  }
  for (const id of crates) destroy(state, id);
  const { user, system } = process.cpuUsage(begun);
  expect(linkCount(state)).toBe(0);
  // Walking the rows of all lists each time takes half a minute.
  expect((user + system) / 1e6).toBeLessThan(4);
}, 60_000);

describe('the hash', () => {
  test('sees which list, whose, of what and in which order', () => {
    const lists: readonly ((given: Scene) => void)[] = [
      () => {},
      ({ state, cities: [a, b] }) => {
        setList(state, trade, a, [b]);
      },
      ({ state, cities: [a, b] }) => {
        setList(state, trade, b, [a]);
      },
      ({ state, cities: [a, b] }) => {
        setList(state, trade, a, [b, b]);
      },
      ({ state, cities: [a, b, c] }) => {
        setList(state, trade, a, [b, c]);
      },
      ({ state, cities: [a, b, c] }) => {
        setList(state, trade, a, [c, b]);
      },
      ({ state, cities: [a, b, c] }) => {
        setList(state, trade, a, [b]);
        setList(state, trade, b, [c]);
      },
      ({ state, cities: [a], plots: [p] }) => {
        setList(state, working, a, [p]);
      },
    ];
    const hashes = lists.map((change) => {
      const given = scene();
      change(given);
      return hashState(given.state);
    });
    expect(new Set(hashes).size).toBe(lists.length);
  });

  test('does not see how the lists lie between one another', () => {
    const [one, other] = [scene(), scene(stateWith(40))];
    const [a, b, c] = one.cities;
    setList(one.state, trade, a, [b, c]);
    setList(one.state, trade, b, [c, c]);
    setList(other.state, trade, b, [a]);
    setList(other.state, trade, a, [b, c]);
    setList(other.state, trade, b, [c, c]);
    setList(one.state, working, c, one.plots);
    setList(one.state, working, c, []);
    expect(hashState(one.state)).toBe(hashState(other.state));
  });
});

test.each<readonly [string, RegExp, (scene: Scene) => void]>([
  [
    'no link',
    /row 1 of its lists is of no link/,
    ({ state }) => {
      state.linkOf[1] = 3;
    },
  ],
  [
    'a link below all',
    /row 1 of its lists is of no link/,
    ({ state }) => {
      state.linkOf[1] = -1;
    },
  ],
  [
    'nobody in a list',
    /trade lists what does not exist/,
    ({ state }) => {
      state.linkTo[1] = 0;
    },
  ],
  [
    'an id that nobody has',
    /trade lists what does not exist/,
    ({ state }) => {
      state.linkTo[1] = 15;
    },
  ],
  [
    'an id below all',
    /trade lists what does not exist/,
    ({ state }) => {
      state.linkFrom[1] = -1;
    },
  ],
  [
    'a list of nobody',
    /what does not exist keeps it/,
    ({ state }) => {
      state.linkFrom[1] = 0;
    },
  ],
  [
    'what it does not list',
    /object 1 is in the list trade of object 3/,
    ({ state, plots: [p] }) => {
      state.linkTo[1] = p;
    },
  ],
  [
    'a kind that keeps none',
    /in the list trade of object 1/,
    ({ state, plots: [p] }) => {
      state.linkFrom[1] = p;
    },
  ],
  [
    'a row of no list that says of which it is',
    /what does not exist keeps it/,
    ({ state }) => {
      state.linkOf[1] = 1;
      state.linkFrom[1] = state.linkTo[1] = 0;
    },
  ],
  [
    'a last row of no list',
    /lists what does not exist/,
    ({ state }) => {
      state.linkOf[1] = state.linkFrom[1] = state.linkTo[1] = 0;
    },
  ],
  [
    'more rows than it has',
    /lists what does not exist/,
    ({ state }) => {
      state.arena.header[header.links]++;
    },
  ],
])('a state from a file with %s is refused', (_, message, harm) => {
  const given = scene();
  setList(given.state, trade, given.cities[0], [given.cities[1]]);
  expect(() => {
    checkState(given.state);
  }).not.toThrow();
  harm(given);
  expect(() => {
    checkState(given.state);
  }).toThrow(message);
});
