import { describe, expect, test } from 'vitest';
import { ancestorOfKind, attach, attachedTo, attachment, contentsOf } from '../../src/components/attachment.js';
import { destroy } from '../../src/state/object-life.js';
import { refusal, refusedWith } from '../support/errors.js';
import { at, galaxyModel, inside, make, stateOf } from '../support/hand-model.js';
import { longTest } from '../support/heavy.js';

const kindIndex = (name: string): number => galaxyModel.kindByName.get(name)?.index ?? 0;

describe('what is attached', () => {
  test('is listed by ascending id, one level or all', () => {
    const state = stateOf();
    const later = make(state, 'ghost');
    const system = make(state, 'system', { place: at(0) });
    const planet = make(state, 'planet', { place: inside(system) });
    const farm = make(state, 'building', { place: inside(planet) });
    destroy(state, later);
    const ship = make(state, 'ship', { place: inside(system) });
    expect(ship).toBe(later);
    expect([...attachedTo(state, system)]).toEqual([ship, planet]);
    expect(contentsOf(state, system)).toEqual([ship, planet, farm]);
    expect([...attachedTo(state, farm)]).toEqual([]);
    expect([...attachedTo(state, 31)]).toEqual([]);
  });

  test('is found upward by kind, the object itself first', () => {
    const state = stateOf();
    const system = make(state, 'system', { place: at(0) });
    const planet = make(state, 'planet', { place: inside(system) });
    const farm = make(state, 'building', { place: inside(planet) });
    expect(
      ['building', 'planet', 'system', 'ship'].map((kind) => ancestorOfKind(state, farm, kindIndex(kind))),
    ).toEqual([farm, planet, system, 0]);
    expect(ancestorOfKind(state, 0, kindIndex('planet'))).toBe(0);
  });

  test('follows every change', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'system', { place: at(0) }), make(state, 'system', { place: at(1) })];
    const planet = make(state, 'planet', { place: inside(a) });
    expect([...attachedTo(state, a)]).toEqual([planet]);
    attach(state, planet, b);
    expect([[...attachedTo(state, a)], [...attachedTo(state, b)]]).toEqual([[], [planet]]);
    attach(state, planet, 0);
    expect([...attachedTo(state, b)]).toEqual([]);
    destroy(state, planet);
    expect(contentsOf(state, b)).toEqual([]);
  });

  longTest('may be very many', () => {
    const state = stateOf(galaxyModel, { capacity: 600_010 });
    const root = make(state, 'box');
    const box = make(state, 'box', { place: inside(root) });
    for (let i = 0; i < 600_000; i++) make(state, 'box', { place: inside(box) });
    expect(contentsOf(state, root).length).toBe(600_001);
  });
});

test('a saved attachment that the kinds do not allow is damaged', () => {
  const state = stateOf();
  const system = make(state, 'system', { place: at(0) });
  const planet = make(state, 'planet', { place: inside(system) });
  const farm = make(state, 'building', { place: inside(planet) });
  const check = () => attachment.checkOf?.(state, planet);
  expect(check).not.toThrow();
  state.parent[planet] = farm;
  expect(refusal(check).message).toContain('which does not take its kind');
});

describe('attaching', () => {
  test('is refused where the kinds do not allow it', () => {
    const state = stateOf();
    const system = make(state, 'system', { place: at(0) });
    const farm = make(state, 'building');
    const error = refusal(() => {
      attach(state, farm, system);
    });
    expect(error.code).toBe('attachment');
    expect(error.message).toContain('a building cannot be attached to a system; attach it to a planet');
    expect(state.parent[farm]).toBe(0);
    expect(
      refusedWith(() => {
        attach(state, make(state, 'ghost'), system);
      }),
    ).toBe('attachment');
  });

  test('never closes a cycle', () => {
    const state = stateOf();
    const a = make(state, 'box');
    const b = make(state, 'box', { place: inside(a) });
    const c = make(state, 'box', { place: inside(b) });
    for (const parent of [a, b, c])
      expect(
        refusedWith(() => {
          attach(state, a, parent);
        }),
      ).toBe('attachment-cycle');
    expect([a, b, c].map((id) => state.parent[id])).toEqual([0, a, b]);
    attach(state, c, a);
    attach(state, b, c);
    expect(contentsOf(state, a)).toEqual([b, c]);
  });

  test('is limited in depth', () => {
    const state = stateOf(galaxyModel, { limits: { attachmentDepth: 4 } });
    let top = make(state, 'box');
    for (let i = 0; i < 3; i++) top = make(state, 'box', { place: inside(top) });
    const error = refusal(() => make(state, 'box', { place: inside(top) }));
    expect(error.code).toBe('limit-attachment');
    expect(error.message).toContain('the limit is 4');
  });

  test('counts what hangs below toward the depth', () => {
    const state = stateOf(galaxyModel, { limits: { attachmentDepth: 4 } });
    const chain = (): readonly [number, number] => {
      const top = make(state, 'box');
      const middle = make(state, 'box', { place: inside(top) });
      return [top, make(state, 'box', { place: inside(middle) })];
    };
    const [, bottom] = chain();
    const [top] = chain();
    expect(
      refusedWith(() => {
        attach(state, top, bottom);
      }),
    ).toBe('limit-attachment');
  });
});
