import { describe, expect, test } from 'vitest';
import { setAvailable } from '../../src/components/availability.js';
import { readCell, writeCell } from '../../src/components/cells.js';
import { connect, disconnect } from '../../src/components/lanes.js';
import { destroy } from '../../src/state/object-life.js';
import { setOwner } from '../../src/components/ownership.js';
import { liveIds } from '../../src/components/live-objects.js';
import { put } from '../../src/components/place.js';
import { setRelated } from '../../src/components/relations.js';
import { hashState } from '../../src/state/state-hash.js';
import { setSeen } from '../../src/components/visibility.js';
import { captureState, createState, growState, restoreState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import {
  columnNamed as columnOf,
  galaxyModel,
  at,
  inside,
  make,
  stateOf,
  type HandSizes,
} from '../support/hand-model.js';
import { header } from '../../src/kernel/arena.js';
import { handleOf } from '../../src/kernel/identity.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { nextOfStream } from '../../src/kernel/streams.js';
import { refusal, refusedWith } from '../support/errors.js';

interface Scene {
  readonly state: WorldState;
  readonly empires: readonly number[];
  readonly systems: readonly number[];
  readonly planet: number;
  readonly ship: number;
}

/** Something of everything. */
function scene(sizes: HandSizes = {}): Scene {
  const state = stateOf(galaxyModel, sizes);
  const empires = [make(state, 'empire', { name: 'Terra' }), make(state, 'empire', { name: 'Vega' })];
  const systems = [0, 10, 20].map((x) => make(state, 'system', { place: at(x) }));
  connect(state, systems[0], systems[1]);
  connect(state, systems[1], systems[2]);
  const planet = make(state, 'planet', { owner: empires[0], place: inside(systems[0]) });
  const ship = make(state, 'ship', {
    class: 'scout',
    name: 'Argo',
    owner: empires[1],
    place: { at: 'lane', from: systems[0], to: systems[1], fraction: 0.5 },
  });
  writeCell(state, columnOf(galaxyModel, 'population'), planet, 4.5);
  writeCell(state, columnOf(galaxyModel, 'target'), ship, planet);
  setSeen(state, empires[0], ship, true);
  setAvailable(state, empires[1], 1, true);
  setRelated(state, 1, empires[0], empires[1], true);
  state.role[1] = handleOf(state.identity, empires[1]);
  nextOfStream(state.streams, state.strings, 'combat');
  return { state, empires, systems, planet, ship };
}

describe('the state hash', () => {
  const changes: readonly (readonly [string, (scene: Scene) => void])[] = [
    [
      'the turn',
      ({ state }) => {
        state.arena.header[header.turn]++;
      },
    ],
    [
      'a meter',
      ({ state, planet }) => {
        writeCell(state, columnOf(galaxyModel, 'population'), planet, 4.25);
      },
    ],
    [
      'a reference',
      ({ state, ship, systems }) => {
        writeCell(state, columnOf(galaxyModel, 'target'), ship, systems[0]);
      },
    ],
    [
      'an owner',
      ({ state, planet, empires }) => {
        setOwner(state, planet, empires[1]);
      },
    ],
    [
      'a place',
      ({ state, systems }) => {
        put(state, systems[2], at(21));
      },
    ],
    [
      'an attachment',
      ({ state, planet, systems }) => {
        put(state, planet, inside(systems[1]));
      },
    ],
    [
      'a position on a lane',
      ({ state, ship, systems }) => {
        put(state, ship, { at: 'lane', from: systems[0], to: systems[1], fraction: 0.25 });
      },
    ],
    [
      'a lane',
      ({ state, systems }) => {
        connect(state, systems[0], systems[2]);
      },
    ],
    [
      'no lane',
      ({ state, systems }) => {
        disconnect(state, systems[0], systems[1]);
      },
    ],
    [
      'what is seen',
      ({ state, empires, planet }) => {
        setSeen(state, empires[1], planet, true);
      },
    ],
    [
      'what is available',
      ({ state, empires }) => {
        setAvailable(state, empires[0], 1, true);
      },
    ],
    [
      'a relation',
      ({ state, empires }) => {
        setRelated(state, 0, empires[0], empires[1], true);
      },
    ],
    [
      'a relation the other way',
      ({ state, empires }) => {
        setRelated(state, 1, empires[1], empires[0], true);
      },
    ],
    [
      'no relation',
      ({ state, empires }) => {
        setRelated(state, 1, empires[0], empires[1], false);
      },
    ],
    [
      'a role',
      ({ state }) => {
        state.role[1] = 0;
      },
    ],
    [
      'a random stream',
      ({ state }) => {
        nextOfStream(state.streams, state.strings, 'combat');
      },
    ],
    [
      'another random stream',
      ({ state }) => {
        nextOfStream(state.streams, state.strings, 'trade');
      },
    ],
    [
      'who is there',
      ({ state, ship }) => {
        destroy(state, ship);
      },
    ],
    [
      'one more',
      ({ state }) => {
        make(state, 'ghost');
      },
    ],
    [
      'a name',
      ({ state, ship }) => {
        state.name[ship] = 0;
      },
    ],
    [
      'a class',
      ({ state, ship }) => {
        state.class[ship] = 0;
      },
    ],
    [
      'an age',
      ({ state, ship }) => {
        state.created[ship] = 1;
      },
    ],
    [
      'a generation',
      ({ state, planet, systems }) => {
        destroy(state, planet);
        make(state, 'planet', { owner: 1, place: inside(systems[0]) });
      },
    ],
  ];

  test.each(changes)('sees %s', (_, change) => {
    const changed = scene();
    const before = hashState(changed.state);
    expect(before).toBe(hashState(scene().state));
    change(changed);
    expect(hashState(changed.state)).not.toBe(before);
  });

  test('tells all of them apart', () => {
    const hashes = changes.map(([, change]) => {
      const changed = scene();
      change(changed);
      return hashState(changed.state);
    });
    expect(new Set(hashes).size).toBe(changes.length);
  });

  test('does not depend on how much room there is', () => {
    const sizes: readonly HandSizes[] = [
      { capacity: 8 },
      { capacity: 1_000 },
      { lanes: 3 },
      { lanes: 99 },
      { factions: 2 },
      { factions: 33 },
      { factions: 200 },
      { streams: 1 },
      { streams: 40 },
    ];
    expect(new Set(sizes.map((size) => hashState(scene(size).state))).size).toBe(1);
  });

  test('does not depend on the order of lanes, nor on lanes, sights and relations that came and went', () => {
    const { state, systems, empires, planet } = scene();
    const before = hashState(state);
    connect(state, systems[0], systems[2]);
    disconnect(state, systems[0], systems[1]);
    connect(state, systems[1], systems[0]);
    disconnect(state, systems[2], systems[0]);
    setSeen(state, empires[1], planet, true);
    setSeen(state, empires[1], planet, false);
    for (const related of [true, false]) setRelated(state, 0, empires[0], empires[1], related);
    expect(hashState(state)).toBe(before);
  });

  test('takes a stale reference for none', () => {
    const { state, ship, planet } = scene();
    destroy(state, planet);
    const stale = hashState(state);
    writeCell(state, columnOf(galaxyModel, 'target'), ship, 0);
    expect(hashState(state)).toBe(stale);
  });

  test('follows the seed', () => {
    expect(hashState(stateOf(galaxyModel, { seed: 'a' }))).not.toBe(hashState(stateOf(galaxyModel, { seed: 'b' })));
  });
});

describe('a state', () => {
  test('grows without a change to anything it means', () => {
    const { state, ship, planet } = scene({ capacity: 8, lanes: 3 });
    const before = hashState(state);
    const handles = [...liveIds(state)].map((id) => handleOf(state.identity, id));
    growState(state, 50, 20);
    expect(hashState(state)).toBe(before);
    expect([...liveIds(state)].map((id) => handleOf(state.identity, id))).toEqual(handles);
    expect(readCell(state, columnOf(galaxyModel, 'target'), ship)).toBe(planet);
    const [rows, lanes] = state.arena.sizes;
    expect([rows, lanes]).toEqual([51, 21]);
    const next = make(state, 'ghost');
    expect(next).toBe(8);
    expect(nextOfStream(state.streams, state.strings, 'combat')).toBe(nextOfStream(...streamOf(scene().state)));
  });

  test('goes back to a snapshot, and from there the same way again', () => {
    const { state, ship, planet, systems } = scene();
    const before = hashState(state);
    const snapshot = captureState(state);
    const advance = (): string => {
      destroy(state, ship);
      make(state, 'ship', { place: inside(systems[1]), name: 'New' });
      make(state, 'building', { place: inside(planet) });
      destroy(state, systems[0]);
      nextOfStream(state.streams, state.strings, 'combat');
      return hashState(state);
    };
    const after = advance();
    restoreState(state, snapshot);
    expect(hashState(state)).toBe(before);
    expect(advance()).toBe(after);
  });

  test('goes back to a snapshot from before it grew', () => {
    const { state } = scene({ capacity: 8 });
    const before = hashState(state);
    const snapshot = captureState(state);
    growState(state, 40, 40);
    for (let i = 0; i < 20; i++) make(state, 'ghost', { name: `g${i}` });
    restoreState(state, snapshot);
    expect(hashState(state)).toBe(before);
    expect(make(state, 'ghost')).toBe(8);
    expect(state.name[8]).toBe(0);
  });

  test('takes the snapshot of another state of the same content, names and streams too', () => {
    const { state } = scene();
    const other = stateOf(galaxyModel, { seed: 'other' });
    make(other, 'ghost', { name: 'Somebody' });
    restoreState(other, captureState(state));
    expect(hashState(other)).toBe(hashState(state));
  });

  test('refuses the snapshot of other content, also when its meters have the same names', () => {
    const { state } = scene();
    const kinds = galaxyModel.kinds.slice(0, 2);
    const other = stateOf({ ...galaxyModel, kinds, kindByName: new Map(kinds.map((kind) => [kind.name, kind])) });
    const before = hashState(other);
    expect(
      refusedWith(() => {
        restoreState(other, captureState(state));
      }),
    ).toBe('foreign-snapshot');
    expect(hashState(other)).toBe(before);
  });

  test.each([
    ['objects', { capacity: 0 }],
    ['objects', { capacity: 2 ** 24 }],
    ['objects', { capacity: 1.5 }],
    ['objects', { capacity: NaN }],
    ['factions', { factions: 256 }],
    ['lanes', { lanes: -1 }],
    ['streams', { streams: 1_001 }],
  ])('is refused when its %s is out of range', (name, sizes) => {
    const all = { capacity: 8, lanes: 8, factions: 8, streams: 8, ...sizes };
    const error = refusal(() => createState(galaxyModel, defaultLimits, all, '1', false));
    expect(error.code).toBe('bad-option');
    expect(error.message).toContain(name);
  });
});

function streamOf(state: WorldState): [WorldState['streams'], WorldState['strings'], string] {
  return [state.streams, state.strings, 'combat'];
}
