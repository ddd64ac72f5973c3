import { describe, expect, test } from 'vitest';
import { destroy } from '../../../src/state/object-life.js';
import { setRelated } from '../../../src/components/relations.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Value } from '../../../src/ir/node.js';
import { related } from '../../../src/eval/ops/affiliations.js';
import { refusedWith } from '../../support/errors.js';
import { at, galaxyModel, inside, make, stateOf } from '../../support/hand-model.js';
import { absences, evaluated, giving, none, number, source, target } from '../../support/nodes.js';

const [war, alliance] = galaxyModel.relations.map((_, index) => index);

describe('related', () => {
  const state = stateOf();
  const [a, b, c] = [make(state, 'empire'), make(state, 'empire'), make(state, 'empire')];
  const shared = make(state, 'system', { place: at(0) });
  const planet = make(state, 'planet', { owner: a, place: inside(shared) });
  make(state, 'planet', { owner: b, place: inside(shared) });
  const empty = make(state, 'system', { place: at(5) });
  const [mine, theirs, other, wild] = [a, b, c, 0].map((owner) => make(state, 'ship', { owner }));
  const ghost = make(state, 'ghost');
  setRelated(state, war, b, c, true);
  setRelated(state, alliance, a, c, true);
  const of = (relation: number, object: number, another: number): Value =>
    evaluated(state, makeNode(related, { relation }, source, target), [object, another]);

  test('of factions and of what they own, as the relation holds', () => {
    expect([of(war, b, c), of(war, c, b), of(war, a, b), of(war, a, c)]).toEqual([1, 1, 0, 0]);
    expect([of(alliance, a, c), of(alliance, c, a), of(alliance, b, c)]).toEqual([1, 0, 0]);
    expect([
      of(war, theirs, other),
      of(war, other, b),
      of(war, mine, other),
      of(alliance, planet, other),
      of(alliance, other, planet),
    ]).toEqual([1, 1, 0, 1, 0]);
  });

  test('of an object of several is that of any of them, on either side', () => {
    expect([of(war, shared, c), of(war, c, shared), of(alliance, shared, other), of(alliance, c, shared)]).toEqual([
      1, 1, 1, 0,
    ]);
    expect([of(war, shared, a), of(war, shared, b)]).toEqual([0, 0]);
  });

  test('is not of a faction and itself', () => {
    expect([of(war, b, b), of(war, theirs, b), of(war, shared, shared), of(alliance, mine, a)]).toEqual([0, 0, 0, 0]);
  });

  test('is missing where either stands for no faction', () => {
    for (const nobody of [wild, ghost, empty, 0])
      expect([of(war, nobody, c), of(war, c, nobody), of(war, nobody, nobody)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    expect(evaluated(state, makeNode(related, { relation: war }, source, none), [c])).toBeUndefined();
    for (const [, absent] of absences) {
      expect(
        evaluated(state, makeNode(related, { relation: war }, giving(absent, 'entity'), target), [0, c]),
      ).toBeUndefined();
      expect(
        evaluated(state, makeNode(related, { relation: war }, source, giving(absent, 'entity')), [c]),
      ).toBeUndefined();
    }
  });

  test('takes two objects, and shows its relation', () => {
    expect(printNode(makeNode(related, { relation: alliance }, source, target))).toBe('(related 1 (slot 0) (slot 1))');
    for (const args of [[source], [source, number(1)], [source, target, target]])
      expect(refusedWith(() => makeNode(related, { relation: war }, ...args))).toBe('ir-type');
  });

  test('ends with a faction', () => {
    const world = stateOf();
    const [one, two] = [make(world, 'empire'), make(world, 'empire')];
    const ship = make(world, 'ship', { owner: two });
    setRelated(world, war, one, two, true);
    const atWar = (): Value => evaluated(world, makeNode(related, { relation: war }, source, target), [one, ship]);
    expect(atWar()).toBe(1);
    destroy(world, two);
    expect(atWar()).toBeUndefined();
  });
});
