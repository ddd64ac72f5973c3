import { describe, expect, test } from 'vitest';
import { placeKind } from '../../../../../src/components/place-kind.js';
import { group, play } from './play.js';
import { longTest } from '../../../../support/heavy.js';

describe('MoveTowards', () => {
  test('goes straight toward a point, by no more than the speed', () => {
    // The drifter is at (100, 100).
    expect(play(group('MoveTowards speed = 25 x = 40 y = 20', 'Object id = 71')).place('Drifter')).toEqual({
      system: 0,
      x: 85,
      y: 80,
    });
    expect(
      play(group('MoveTowards speed = Target.Size * 5 x = 100 y = 0', 'Object id = 71')).place('Drifter'),
    ).toMatchObject({ x: 100, y: 80 });
  });

  test('arrives exactly, also at what it aims at', () => {
    expect(play(group('MoveTowards speed = 1000 x = 0.1 y = 0.3', 'Object id = 71')).place('Drifter')).toMatchObject({
      x: 0.1,
      y: 0.3,
    });
    // Beta is 50 from Alpha, and so is who is exactly as far away as it can go.
    const arrived = play(group('MoveTowards speed = 50 target = Object id = 20', 'Object id = 50'));
    expect(arrived.place('Guards')).toEqual({ system: 0, x: 30, y: 40 });
    expect(arrived.place('Scout')).toEqual(arrived.place('Guards'));
    expect(
      play(group('MoveTowards speed = 25 target = Object id = 20', 'Object id = 50')).place('Guards'),
    ).toMatchObject({ x: 15, y: 20 });
  });

  test('goes away when the speed is negative, and nowhere from the very place', () => {
    expect(play(group('MoveTowards speed = -25 x = 40 y = 20', 'Object id = 71')).place('Drifter')).toMatchObject({
      x: 115,
      y: 120,
    });
    expect(play(group('MoveTowards speed = -25 x = 100 y = 100', 'Object id = 71')).place('Drifter')).toMatchObject({
      x: 100,
      y: 100,
    });
  });

  test('leaves what is between two systems there', () => {
    const played = play(group('MoveTowards speed = 10 target = Object id = Target.PreviousSystemID', 'Object id = 51'));
    const { state } = played.session;
    expect(played.place('Travellers')).toEqual({ system: 0, x: 9, y: 12 });
    expect([state.place[played.id('Travellers')], state.end[played.id('Travellers')]]).toEqual([
      placeKind.lane,
      played.id('Alpha'),
    ]);
  });

  test('moves a system with all that is in it, but no ships and no buildings by themselves', () => {
    const system = play(group('MoveTowards speed = 5 x = 30 y = 100', 'Object id = 20'));
    expect(['Beta', 'Colony', 'Beast'].map((name) => system.place(name))).toEqual(
      Array.from({ length: 3 }, () => ({ system: system.id('Beta'), x: 30, y: 45 })),
    );
    const others = play(group('MoveTowards speed = 5 x = 30 y = 100', 'Or [ Ship Building Object id = 71 ]'));
    expect(['Scout', 'Lab', 'Yard'].map((name) => others.place(name).system)).toEqual(
      ['Alpha', 'Gamma', 'Alpha'].map(others.id),
    );
    expect(others.place('Drifter')).not.toMatchObject({ x: 100 });
  });

  test('does nothing where there is no goal', () => {
    expect(play(group('MoveTowards speed = 5 target = None', 'Object id = 71')).place('Drifter')).toMatchObject({
      x: 100,
      y: 100,
    });
  });
});

describe('MoveInOrbit', () => {
  test('turns around a point by the angle of speed over radius', () => {
    const { x, y } = play(group(`MoveInOrbit speed = ${(100 * Math.PI) / 2} x = 100 y = 0`, 'Object id = 71')).place(
      'Drifter',
    );
    expect(x).toBeCloseTo(0, 10);
    expect(y).toBeCloseTo(0, 10);
    const back = play(group(`MoveInOrbit speed = -${(100 * Math.PI) / 6} x = 100 y = 0`, 'Object id = 71')).place(
      'Drifter',
    );
    expect(back.x).toBeCloseTo(150, 10);
    expect(back.y).toBeCloseTo(100 * Math.cos(Math.PI / 6), 10);
  });

  test('turns around an object, and keeps its distance', () => {
    const played = play(group('MoveInOrbit speed = 7.5 focus = Object id = 20', 'Object id = 71'));
    const { x, y } = played.place('Drifter');
    expect(Math.hypot(x - 30, y - 40)).toBeCloseTo(Math.hypot(70, 60), 10);
    expect(x).toBeLessThan(100);
    expect(y).toBeGreaterThan(100);
  });

  test('does nothing in the very middle', () => {
    expect(play(group('MoveInOrbit speed = 7.5 x = 100 y = 100', 'Object id = 71')).place('Drifter')).toMatchObject({
      x: 100,
      y: 100,
    });
  });
});

describe('SetDestination', () => {
  /** Names of the systems where a fleet is bound for and to which it goes next. */
  const bound = (destination: string, fleet: number, name: string): readonly (string | undefined)[] => {
    const played = play(group(`SetDestination destination = ${destination}`, `Object id = ${fleet}`));
    const names = new Map(['Alpha', 'Beta', 'Gamma', 'Delta'].map((system) => [played.id(system), system]));
    return ['destination', 'nextSystem'].map((column) => names.get(played.value(name, column) ?? 0));
  };

  test('sets where a fleet is bound for and the system to which it goes first', () => {
    expect(bound('Object id = 25', 50, 'Guards')).toEqual(['Gamma', 'Beta']);
    expect(bound('And [ System Contains Object id = 71 ]', 50, 'Guards')).toEqual([undefined, undefined]);
  });

  test('takes the system of what is named', () => {
    expect(bound('Object id = 41', 52, 'Beasts')).toEqual(['Gamma', 'Gamma']);
  });

  test('goes on from a lane by the end that is nearer', () => {
    expect(bound('Object id = 25', 51, 'Travellers')).toEqual(['Gamma', 'Beta']);
    expect(bound('Object id = 10', 51, 'Travellers')).toEqual(['Alpha', 'Alpha']);
  });

  test('leads nowhere where there is no way, and where it is already', () => {
    expect(bound('Object id = 26', 50, 'Guards')).toEqual(['Delta', undefined]);
    expect(bound('Object id = 10', 50, 'Guards')).toEqual(['Alpha', undefined]);
  });

  test('leaves a fleet as it is where nothing fits', () => {
    expect(bound('None', 51, 'Travellers')).toEqual([undefined, 'Beta']);
  });

  longTest('takes one of several by chance, and always the same in the same turn', () => {
    const chosen = (seed: string): number | undefined =>
      play(group('SetDestination destination = And [ System Not Contains Source ]', 'Object id = 50'), {
        options: { seed },
      }).value('Guards', 'destination');
    const seeds = Array.from({ length: 12 }, (_, i) => `seed ${i}`);
    const all = seeds.map(chosen);
    expect(seeds.map(chosen)).toEqual(all);
    const { id } = play(group('NoOp'));
    expect(new Set(all)).toEqual(new Set([id('Beta'), id('Gamma'), id('Delta')]));
  });
});

describe('MoveTo', () => {
  test('takes a fleet and its ships along', () => {
    const played = play(
      group('MoveTo destination = And [ System Contains Building name = "BLD_LAB" ]', 'Object id = 51'),
    );
    expect(['Travellers', 'Gunboat'].map((name) => played.place(name).system)).toEqual([
      played.id('Gamma'),
      played.id('Gamma'),
    ]);
  });
});
