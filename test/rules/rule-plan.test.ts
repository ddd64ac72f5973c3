import { describe, expect, it } from 'vitest';
import { fact } from '../../src/model/stamps.js';
import { plannedGroup } from '../plans/plans.js';

const planets = { include: 'target.kind == planet && ownedBy(target, source)' };

describe('plans of rules', () => {
  it('ask all sources together where nothing that they write is read by them', () => {
    const { plan } = plannedGroup({ scope: planets, effects: [{ meter: 'wealth', add: 1 }] });
    expect(plan).toMatchObject({ together: true, hindrance: '', steady: true });
  });

  it('say why sources are asked one after another', () => {
    const reason = (group: Parameters<typeof plannedGroup>[0]): string => {
      const { plan } = plannedGroup(group);
      expect(plan.together).toBe(false);
      return plan.hindrance;
    };
    expect(reason({ scope: { include: 'target.kind == planet && target.wealth > 3' } })).toBe(
      'its conditions read wealth, which it writes',
    );
    expect(reason({ activation: 'source.planet.wealth > 3', scope: planets })).toBe(
      'its conditions read wealth, which it writes',
    );
    expect(reason({ scope: planets, effects: [{ destroy: true }] })).toBe(
      'it creates, destroys, gives or moves objects',
    );
    expect(reason({ scope: planets, effects: [{ bind: 'rival', to: 'source.owner' }] })).toBe(
      'it binds a role, or makes objects ones of another class',
    );
    expect(reason({ scope: planets, effects: [{ become: 'colony' }] })).toBe(
      'it binds a role, or makes objects ones of another class',
    );
    expect(reason({ scope: planets, effects: [{ meter: 'wealth', add: 1, stacking: 1 }] })).toBe(
      'it has an effect that is fired on each target by itself',
    );
    expect(reason({ scope: planets, effects: [{ meter: 'wealth', add: 1, on: 'source' }] })).toBe(
      'it has an effect that is fired on each target by itself',
    );
    expect(reason({ scope: planets, effects: [{ meter: 'wealth', add: 'source.planet.wealth' }] })).toBe(
      'it has an effect that is fired on each target by itself',
    );
  });

  it('tell what amounts depend on', () => {
    const by = (add: string, meter = 'wealth') =>
      plannedGroup({ scope: planets, effects: [{ meter, add }] }).plan.writes?.steps.map((write) => write.by);
    expect(by('3')).toEqual(['source']);
    expect(by('source.crew')).toEqual(['source']);
    expect(by('target.fertility')).toEqual(['target']);
    expect(by('target.fertility * source.crew')).toEqual(['pair']);
    expect(by('value / 2')).toEqual(['pair']);
    expect(by('target.wealth')).toEqual(['pair']);
    expect(by('random() * target.fertility')).toEqual(['pair']);
  });

  it("read another effect's column in an amount as what changes between sources", () => {
    const { plan } = plannedGroup({
      scope: planets,
      effects: [
        { meter: 'limit', add: 'target.wealth' },
        { meter: 'wealth', add: 1 },
      ],
    });
    expect(plan.writes?.steps.map((write) => write.by)).toEqual(['pair', 'source']);
  });

  it('keep nothing that depends on chance or on the turn', () => {
    expect(plannedGroup({ scope: planets, activation: 'chance(0.5)' }).plan.steady).toBe(false);
    expect(plannedGroup({ scope: { include: 'target.kind == planet && turn > 3' } }).plan.steady).toBe(false);
    expect(plannedGroup({ scope: planets, effects: [{ meter: 'wealth', add: 'random()' }] }).plan.steady).toBe(false);
  });

  it('work out ahead where objects go, or to whom, where that changes nothing that is asked', () => {
    const self = { include: 'target == source' };
    const ahead = (group: Parameters<typeof plannedGroup>[0]): boolean => plannedGroup(group).plan.ahead !== undefined;
    expect(ahead({ activation: 'source.goal != null', scope: self, effects: [{ move: 'source.goal' }] })).toBe(true);
    expect(ahead({ activation: 'source.owner == null', scope: self, effects: [{ move: 'target.goal' }] })).toBe(true);
    expect(ahead({ activation: 'source.crew > 2', scope: self, effects: [{ give: 'source.goal' }] })).toBe(true);
    expect(
      ahead({ scope: { include: 'target.kind == ship && target.goal == source' }, effects: [{ move: 'target.goal' }] }),
    ).toBe(true);
    // What it says depends on what it changes.
    expect(ahead({ scope: self, effects: [{ move: 'source.planet' }] })).toBe(false);
    expect(ahead({ scope: self, effects: [{ move: 'source.goal.goal' }] })).toBe(false);
    expect(ahead({ scope: self, effects: [{ give: 'source.owner' }] })).toBe(false);
    // So does what it asks.
    expect(ahead({ activation: 'source.fertility > 2', scope: self, effects: [{ move: 'source.goal' }] })).toBe(false);
    expect(
      ahead({
        scope: { include: 'target.kind == ship && target.system == source.system' },
        effects: [{ move: 'source.goal' }],
      }),
    ).toBe(false);
    expect(ahead({ activation: 'source.owner == null', scope: self, effects: [{ give: 'source.goal' }] })).toBe(false);
    // Others land elsewhere, or are several.
    expect(ahead({ scope: self, effects: [{ move: 'source.goal', on: 'source' }] })).toBe(false);
    expect(ahead({ scope: self, effects: [{ move: 'source.goal' }, { give: 'source.goal' }] })).toBe(false);
  });

  it('do not ask of places what sources and targets of a known kind have by themselves', () => {
    const asked = (activation: string): readonly number[] => plannedGroup({ activation }).plan.asked;
    expect(asked('source.goal != null')).not.toContain(fact.place);
    expect(asked('source.owner == null')).not.toContain(fact.place);
    expect(asked('source.fertility > 2')).toContain(fact.place);
    expect(asked('source.goal.goal != null')).toContain(fact.place);
  });

  it('tell which amounts nothing changes meanwhile', () => {
    const isKnown = (add: string) =>
      plannedGroup({ scope: planets, effects: [{ meter: 'wealth', add }] }).plan.writes?.steps.map(
        ({ chain }) => chain !== undefined,
      );
    expect(isKnown('target.fertility * source.crew')).toEqual([true]);
    expect(isKnown('random() * target.fertility')).toEqual([true]);
    expect(isKnown('value / 2')).toEqual([false]);
    expect(isKnown('target.wealth * source.crew')).toEqual([false]);
    expect(isKnown('target.fertility')).toEqual([true]);
  });

  it('leave out what always holds of sources', () => {
    expect(plannedGroup({ activation: ['true', 'source.crew > 1', '2 > 1'] }).plan.gates).toHaveLength(1);
  });
});
