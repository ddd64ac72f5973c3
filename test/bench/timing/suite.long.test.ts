import { describe, expect, it } from 'vitest';
import { timingOf } from '../../../bench/measure.js';
import { watchedRatios } from '../../../bench/ratios.js';
import { reportLines, reportOf } from '../../../bench/report.js';
import { raisesOf, typeCount } from '../../../bench/timing/answers.js';
import { type AnyCase, type RunCase, runCase } from '../../../bench/timing/case.js';
import { createEdict, createPeer, timeRounds } from '../../../bench/timing/raiser.js';
import { gamesResults, raiseResults, windowResults } from '../../../bench/timing/results.js';
import { runTiming, timingSuite } from '../../../bench/timing/suite.js';

/** The case as it is, with hardly any time, and small. */
const shortly: RunCase = (asked) => runCase(small(asked));

function small(asked: AnyCase): AnyCase {
  switch (asked.case) {
    case 'snapshot-in-window':
      return { ...asked, size: 2, milliseconds: 1 };
    case 'games':
      return { ...asked, size: 2, milliseconds: 1, referenceRounds: 1 };
    default:
      return { ...asked, size: 300, milliseconds: 1, referenceRounds: 1 };
  }
}

const effort = { milliseconds: 0, rounds: 1, warmups: 0 };

describe('a run of timing', () => {
  it('measures all cases after what comes of them was compared', () => {
    const said: string[] = [];
    const results = runTiming({ quick: true, objects: undefined, seed: '1' }, (line) => said.push(line), shortly);
    expect(results.map(({ name }) => name)).toEqual([
      'unheard',
      'unheard handwritten',
      'unheard-change',
      'unheard-change handwritten',
      'three-answers',
      'three-answers handwritten',
      'snapshot-in-window',
      'snapshot-in-window restore',
      'games',
      'games decisions',
      'games least decisions',
    ]);
    for (const { name, ms } of results.filter((result) => result.ms !== undefined))
      expect(ms?.median, name).toBeGreaterThan(0);
    expect(results.at(-1)?.n).toBeGreaterThanOrEqual(100);
    expect(said).toEqual([
      'timing: unheard',
      'timing: unheard-change',
      'timing: three-answers',
      'timing: snapshot-in-window, games',
    ]);
    expect(Object.keys(watchedRatios([reportOf('timing', results)]))).toHaveLength(7);
    expect(reportLines(reportOf('timing', results), timingSuite.legend).join('\n')).toMatch(
      /^ {2}three-answers .* handwritten .* needed /m,
    );
  }, 120_000);
});

describe('agreement', () => {
  const raises = raisesOf(0, 300);
  const asked = { heard: typeCount, changes: true };

  it('holds between the bus, Edict and the interpreter, where occurrences change something and are answered', () => {
    const sum = raises.reduce((total, { amount }) => total + 2 * amount + 3, 0);
    const makers = [
      () => createPeer(asked, raises),
      () => createEdict(asked, raises, 'compiled'),
      () => createEdict(asked, raises, 'reference'),
    ];
    expect([...timeRounds(makers, raises, sum, () => effort).keys()]).toEqual(['handwritten', 'compiled', 'reference']);
  });

  it('is refused where something else comes of it', () => {
    const others = raises.map((raise) => ({ ...raise, card: 0 }));
    expect(() =>
      timeRounds(
        [() => createPeer(asked, raises), () => ({ ...createPeer(asked, others), name: 'other' })],
        raises,
        1_000,
        () => effort,
      ),
    ).toThrow(/expected/);
    const makers = [() => createPeer(asked, raises), () => createEdict(asked, others, 'compiled')];
    expect(() =>
      timeRounds(
        makers,
        raises,
        raises.reduce((total, { amount }) => total + 2 * amount + 3, 0),
        () => effort,
      ),
    ).toThrow(/cell 0 of compiled is /);
  });
});

describe('results', () => {
  const time = (milliseconds: number): ReturnType<typeof timingOf> => timingOf([milliseconds]);

  it('of occurrences compare them with peers, and with what is needed', () => {
    const [own, peer] = raiseResults('three-answers', 1_000, {
      edict: time(2),
      reference: time(100),
      handwritten: time(1),
      loop: undefined,
    });
    expect(own).toMatchObject({
      name: 'three-answers',
      n: 1_000,
      perSecond: 500_000,
      nanosecondsPerObject: 2_000,
      ratios: { reference: 50, handwritten: 0.5, needed: 1.25 },
    });
    expect(peer).toMatchObject({ name: 'three-answers handwritten', perSecond: 1_000_000 });
    expect(
      raiseResults('unheard-change', 1_000, {
        edict: time(2),
        reference: time(100),
        handwritten: time(1),
        loop: time(0.5),
      })[0].ratios,
    ).toEqual({ reference: 50, handwritten: 0.5, loop: 0.25 });
  });

  it('of snapshots are of one, of games of one and of a decision', () => {
    const [capture, restore] = windowResults(10, {
      objects: 30,
      bytes: 4_000,
      capture: time(0.1),
      restore: time(0.2),
      copy: time(0.05),
    });
    expect(capture).toMatchObject({
      name: 'snapshot-in-window',
      n: 30,
      bytes: 4_000,
      ms: { median: 0.01 },
      perSecond: 100_000,
      ratios: { copy: 0.5, needed: 2 },
    });
    expect(restore).toMatchObject({ name: 'snapshot-in-window restore', ms: { median: 0.02 }, ratios: { needed: 1 } });
    expect(gamesResults(20, { edict: time(10), reference: time(200), decisions: 2_500, least: 104 })).toMatchObject([
      { name: 'games', n: 20, perSecond: 2_000, ratios: { reference: 20, needed: 1 } },
      { name: 'games decisions', n: 125, perSecond: 250_000, nanosecondsPerObject: 4_000 },
      { name: 'games least decisions', n: 104 },
    ]);
  });
});
