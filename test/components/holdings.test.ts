import { describe, expect, test } from 'vitest';
import { captureState, checkState, createState, growState, restoreState } from '../../src/state/world-state.js';
import { heldWords, holdOnly, holdingOffset, holds, setHeld } from '../../src/components/holdings.js';
import { destroy } from '../../src/state/object-life.js';
import { fact } from '../../src/model/stamps.js';
import { hashState } from '../../src/state/state-hash.js';
import { type WorldState } from '../../src/components/state.js';
import { header } from '../../src/kernel/arena.js';
import { WorldFullError } from '../../src/kernel/errors.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { refusal, refusedWith } from '../support/errors.js';
import { at, make, modelOf, stateOf } from '../support/hand-model.js';
import { held, heldModel } from '../support/held-model.js';

const kindNamed = (name: string): number => heldModel.kindByName.get(name)?.index ?? 0;

/** Words of 32 bits that a city, a team and a plot have. */
const [cityWords, teamWords, plotWords] = [3 + 1 + 2, 3, 1];

function stateWith(words: number, capacity = 16): WorldState {
  return createState(heldModel, defaultLimits, { capacity, lanes: 4, factions: 4, streams: 1, words }, '1', false);
}

describe('words that objects hold', () => {
  test('are held by the objects that were told to, and by nobody else', () => {
    const state = stateOf(heldModel);
    const [a, b, plot] = [make(state, 'city'), make(state, 'city'), make(state, 'plot', { place: at(0) })];
    for (const word of [1, 31, 32, 63, 64, 70]) setHeld(state, held.techs, a, word, true);
    setHeld(state, held.tags, a, 31, true);
    setHeld(state, held.buildings, a, 32, true);
    setHeld(state, held.tags, plot, 31, true);
    expect(Object.values(held).map((holding) => heldWords(state, holding, a))).toEqual([
      [1, 31, 32, 63, 64, 70],
      [31],
      [32],
    ]);
    expect(Object.values(held).map((holding) => heldWords(state, holding, b))).toEqual([[], [], []]);
    expect(heldWords(state, held.tags, plot)).toEqual([31]);
    expect(Array.from({ length: 71 }, (_, word) => word).filter((word) => holds(state, held.techs, a, word))).toEqual([
      1, 31, 32, 63, 64, 70,
    ]);
    setHeld(state, held.techs, a, 32, false);
    expect(heldWords(state, held.techs, a)).toEqual([1, 31, 63, 64, 70]);
  });

  test('lie where columns look for them', () => {
    const state = stateOf(heldModel);
    make(state, 'team');
    const city = make(state, 'city');
    expect(
      Object.values(held).map((holding) =>
        ['team', 'plot', 'city', 'unit'].map((kind) => holdingOffset(state, holding, kindNamed(kind))),
      ),
    ).toEqual([
      [0, -1, 0, -1],
      [-1, 0, 3, -1],
      [-1, -1, 4, -1],
    ]);
    setHeld(state, held.buildings, city, 32, true);
    const word = 32;
    expect(
      (state.words[state.wordBlock[city] + holdingOffset(state, held.buildings, kindNamed('city')) + (word >>> 5)] >>>
        (word & 31)) &
        1,
    ).toBe(1);
  });

  test('are none of what is no word, nobody, or of a kind that lacks the set', () => {
    const state = stateOf(heldModel);
    const [city, unit] = [make(state, 'city'), make(state, 'unit')];
    for (let word = 1; word <= 70; word++) setHeld(state, held.techs, city, word, true);
    for (const word of [0, -1, 71, 95, 96, 1.5, NaN]) expect(holds(state, held.techs, city, word)).toBe(false);
    for (const id of [0, unit])
      expect([holds(state, held.techs, id, 1), heldWords(state, held.techs, id)]).toEqual([false, []]);
    for (const word of [0, 71, 1.5])
      expect(
        refusedWith(() => {
          setHeld(state, held.techs, city, word, true);
        }),
      ).toBe('bad-value');
    expect(
      refusal(() => {
        setHeld(state, held.techs, unit, 1, true);
      }).message,
    ).toContain('a unit has no set techs; it has none');
    const plot = make(state, 'plot', { place: at(0) });
    expect(
      refusal(() => {
        setHeld(state, held.techs, plot, 1, true);
      }).message,
    ).toContain('a plot has no set techs; it has tags');
  });

  test('note a change, and only a change', () => {
    const state = stateOf(heldModel);
    const city = make(state, 'city');
    const seen = [true, true, false, false].map((isHeld) => {
      const before = state.stamps.values[fact.holding];
      setHeld(state, held.techs, city, 5, isHeld);
      return state.stamps.values[fact.holding] !== before;
    });
    expect(seen).toEqual([true, false, true, false]);
  });

  test('are at first those that the class says, of the sets that it names', () => {
    const given = { duration: 0, invisible: false, initial: new Map(), kind: kindNamed('city') };
    const port = {
      ...given,
      index: 1,
      name: 'port',
      held: new Map([
        [held.techs, [32, 70]],
        [held.tags, [31]],
      ]),
    };
    const camp = { ...given, index: 2, name: 'camp' };
    const state = stateOf({
      ...heldModel,
      classes: [port, camp],
      classByName: new Map([port, camp].map((each) => [each.name, each])),
    });
    const all = (id: number): readonly (readonly number[])[] =>
      Object.values(held).map((holding) => heldWords(state, holding, id));
    expect(
      ['port', 'camp', undefined].map((name) => all(make(state, 'city', name === undefined ? {} : { class: name }))),
    ).toEqual([
      [[32, 70], [31], []],
      [[], [], []],
      [[], [], []],
    ]);
  });

  test('can be made just those of a list', () => {
    const state = stateOf(heldModel);
    const city = make(state, 'city');
    for (const words of [[1, 32, 70], [32, 2], [], [5, 5]]) {
      holdOnly(state, held.techs, city, words);
      expect(heldWords(state, held.techs, city)).toEqual([...new Set(words)].sort((a, b) => a - b));
    }
    const before = state.stamps.values[fact.holding];
    holdOnly(state, held.techs, city, [5]);
    expect(state.stamps.values[fact.holding]).toBe(before);
    expect(
      refusedWith(() => {
        holdOnly(state, held.techs, city, [71]);
      }),
    ).toBe('bad-value');
  });

  test('go with the object, and a new one in its row holds nothing', () => {
    const state = stateWith(cityWords);
    for (let round = 0; round < 3; round++) {
      const city = make(state, 'city');
      expect([city, heldWords(state, held.techs, city)]).toEqual([1, []]);
      for (const word of [1, 40, 70]) setHeld(state, held.techs, city, word, true);
      destroy(state, city);
      expect(holds(state, held.techs, city, 40)).toBe(false);
    }
  });

  test('move together where there is no room left, and stay who they are', () => {
    const state = stateWith(2 * cityWords + teamWords + plotWords);
    const [a, team, b] = [make(state, 'city'), make(state, 'team'), make(state, 'city')];
    setHeld(state, held.techs, team, 70, true);
    setHeld(state, held.buildings, b, 32, true);
    const before = hashState(state);
    expect(() => make(state, 'city')).toThrow(WorldFullError);
    expect(hashState(state)).toBe(before);
    destroy(state, a);
    const [c, plot] = [make(state, 'city'), make(state, 'plot', { place: at(0) })];
    expect(state.arena.header[header.words]).toBe(1 + 2 * cityWords + teamWords + plotWords);
    expect([heldWords(state, held.techs, team), heldWords(state, held.buildings, b)]).toEqual([[70], [32]]);
    for (const id of [c, plot])
      expect(Object.values(held).flatMap((holding) => heldWords(state, holding, id))).toEqual([]);
    const error = refusal(() => make(state, 'team'));
    expect([error.code, error.message]).toEqual([
      'world-full',
      `edict: the world is full: all ${2 * cityWords + teamWords + plotWords} words are taken; reserve more words`,
    ]);
    // What needs none still fits.
    make(state, 'unit');
    checkState(state);
  });

  test('stay when the world grows, and come back with a snapshot', () => {
    const state = stateWith(cityWords);
    const city = make(state, 'city');
    setHeld(state, held.techs, city, 64, true);
    const [before, snapshot] = [hashState(state), captureState(state)];
    growState(state, 100, 10, { words: 500 });
    expect([hashState(state), heldWords(state, held.techs, city)]).toEqual([before, [64]]);
    const other = make(state, 'city');
    setHeld(state, held.techs, other, 1, true);
    setHeld(state, held.techs, city, 64, false);
    restoreState(state, snapshot);
    expect([hashState(state), heldWords(state, held.techs, city)]).toEqual([before, [64]]);
    expect(heldWords(state, held.techs, make(state, 'city'))).toEqual([]);
  });

  test('cost nothing where content declares none', () => {
    const model = modelOf({ kinds: { rock: {} } });
    const state = stateOf(model);
    const rock = make(state, 'rock');
    destroy(state, rock);
    expect(
      [state.words, state.wordBlock, state.linkOf, state.linkFrom, state.linkTo].map((column) => column.length),
    ).toEqual([0, 0, 0, 0, 0]);
    expect(
      state.arena.layout.columns.filter(
        ({ name, dimension }) => ['word', 'link'].includes(dimension) || name === 'wordBlock',
      ),
    ).toEqual([]);
    checkState(state);
  });

  test('may be of 65,535 words, and values of columns of 255', () => {
    const many = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => String(i));
    const of = (count: number): WorldState =>
      stateOf({
        ...heldModel,
        enumerations: heldModel.enumerations.map((each, i) =>
          i === held.techs ? { ...each, members: many(count) } : each,
        ),
      });
    const state = of(65_535);
    const team = make(state, 'team');
    setHeld(state, held.techs, team, 65_535, true);
    expect(heldWords(state, held.techs, team)).toEqual([65_535]);
    checkState(state);
    expect(refusal(() => of(65_536)).message).toContain(
      'the enumeration tech has 65536 words, of which the set techs can tell 65535 apart',
    );
    const column = modelOf({
      kinds: { rock: {} },
      columns: { sort: { kinds: ['rock'], type: { name: 'enumeration', index: 0 }, storage: 'u8' } },
      enumerations: { sort: { members: many(256) } },
    });
    expect(refusedWith(() => stateOf(column))).toBe('limit-words');
  });
});

describe('the hash', () => {
  test('sees every word of every object', () => {
    const hashes = new Set<string>();
    let states = 0;
    const look = (change: (state: WorldState, city: number, team: number) => void): void => {
      const state = stateOf(heldModel);
      const [city, team] = [make(state, 'city'), make(state, 'team')];
      change(state, city, team);
      hashes.add(hashState(state));
      states++;
    };
    look(() => {});
    for (const holding of [held.techs, held.buildings])
      for (const word of [1, 31, 32])
        look((state, city) => {
          setHeld(state, holding, city, word, true);
        });
    look((state, _, team) => {
      setHeld(state, held.techs, team, 1, true);
    });
    look((state, city) => {
      for (const word of [1, 32]) setHeld(state, held.techs, city, word, true);
    });
    expect(hashes.size).toBe(states);
  });

  test('depends neither on where words lie nor on words that came and went', () => {
    const [roundabout, straight] = [stateWith(100), stateWith(200, 20)];
    for (const state of [roundabout, straight]) {
      const gone = [make(state, state === straight ? 'unit' : 'city'), make(state, 'city')];
      if (state === roundabout) setHeld(state, held.techs, gone[0], 3, true);
      for (const id of gone) destroy(state, id);
    }
    const [a, b] = [make(straight, 'city'), make(straight, 'city')];
    setHeld(straight, held.techs, a, 7, true);
    setHeld(straight, held.buildings, b, 9, true);
    const [c, d] = [make(roundabout, 'city'), make(roundabout, 'city')];
    setHeld(roundabout, held.buildings, d, 9, true);
    for (const isHeld of [true, false]) setHeld(roundabout, held.techs, c, 8, isHeld);
    setHeld(roundabout, held.techs, c, 7, true);
    expect(roundabout.wordBlock[c]).not.toBe(straight.wordBlock[a]);
    expect(hashState(roundabout)).toBe(hashState(straight));
  });
});

describe('a state from a file is refused', () => {
  const scene = (): { readonly state: WorldState; readonly city: number; readonly other: number } => {
    const state = stateOf(heldModel);
    const [city, other] = [make(state, 'city'), make(state, 'city')];
    setHeld(state, held.techs, city, 70, true);
    setHeld(state, held.tags, city, 31, true);
    return { state, city, other };
  };

  test('but not as it is made', () => {
    expect(() => {
      checkState(scene().state);
    }).not.toThrow();
  });

  test.each<
    readonly [
      string,
      RegExp,
      (scene: { readonly state: WorldState; readonly city: number; readonly other: number }) => void,
    ]
  >([
    [
      'no place for words',
      /words of object 1 are nowhere/,
      ({ state, city }) => {
        state.wordBlock[city] = 0;
      },
    ],
    [
      'words after all others',
      /words of object 2 are nowhere/,
      ({ state, other }) => {
        state.wordBlock[other]++;
      },
    ],
    [
      'one place for two',
      /one place for their words/,
      ({ state, city, other }) => {
        state.wordBlock[other] = state.wordBlock[city];
      },
    ],
    [
      'words of one who is gone',
      /words of object 2 are nowhere/,
      ({ state, other }) => {
        const place = state.wordBlock[other];
        destroy(state, other);
        state.wordBlock[other] = place;
      },
    ],
    [
      'words of a kind without',
      /words of object 3 are nowhere/,
      ({ state }) => {
        state.wordBlock[make(state, 'unit')] = 1;
      },
    ],
    [
      'the word none',
      /techs of object 1 holds an unknown word/,
      ({ state, city }) => {
        state.words[state.wordBlock[city]] |= 1;
      },
    ],
    [
      'a word after the last',
      /techs of object 1 holds an unknown word/,
      ({ state, city }) => {
        state.words[state.wordBlock[city] + 2] |= 1 << 7;
      },
    ],
    [
      'the word none of a full set',
      /tags of object 1 holds an unknown word/,
      ({ state, city }) => {
        state.words[state.wordBlock[city] + 3] |= 1;
      },
    ],
    [
      'the 33rd of 32 words',
      /buildings of object 1 holds an unknown word/,
      ({ state, city }) => {
        state.words[state.wordBlock[city] + 5] |= 2;
      },
    ],
  ])('with %s', (_, message, harm) => {
    const given = scene();
    harm(given);
    expect(() => {
      checkState(given.state);
    }).toThrow(message);
  });
});
