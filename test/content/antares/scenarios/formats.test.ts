import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { levelFormat, loadFormat } from '../../../../src/content/antares/scenarios/antares-format.js';
import { runScenarios } from '../../../../src/scenarios/run-scenarios.js';
import { formats } from '../../../support/formats.js';
import { folderWith } from '../../../cli/files.js';
import { refusal } from '../../../support/errors.js';

const always = { type: 'time', op: 'ge', duration: '0s' };
const score = { type: 'score', counter: { player: 0, which: 0 }, value: 1 };
const level = {
  players: [{ type: 'human', cash: 51_200 }],
  initials: [],
  bases: {},
  ui: { zoom: 'foe', screen: 'main', line: 1 },
};
const good = {
  format: 'conditions/1',
  name: 'counts',
  policy: 'sound',
  until: 90,
  level,
  conditions: [{ persistent: true, when: always, action: [score] }],
  host: [],
  expect: {
    events: [
      ['fire', 0, 0, 1],
      ['act', 0, 'score', -1, -1],
      ['fire', 90, 0, 1],
      ['act', 90, 'score', -1, -1],
    ],
    scores: [[2, 0, 0]],
    cash: [51_200],
    winner: null,
    over: null,
    enabledAtEnd: [0],
  },
};

/** Why the only case of a file fails. */
function failureOf(value: unknown, format = levelFormat): string | undefined {
  return format.load({ file: 'level.json', text: JSON.stringify(value) })[0].run();
}

describe('conditions/1', () => {
  it('passes where all is as expected', () => {
    expect(failureOf(good)).toBeUndefined();
  });

  it('looks at nothing that is left out', () => {
    expect(failureOf({ ...good, expect: {} })).toBeUndefined();
  });

  it.each([
    ['scores', { scores: [[3, 0, 0]] }, 'scores: is [[2,0,0]], expected [[3,0,0]]'],
    ['cash', { cash: [1] }, 'cash: is [51200], expected [1]'],
    ['a winner', { winner: 0 }, 'winner: is null, expected 0'],
    ['an end', { over: 180 }, 'over: is null, expected 180'],
    ['what is armed', { enabledAtEnd: [] }, 'enabledAtEnd: is [0], expected []'],
    ['an error', { error: 'sweep-depth' }, 'it does not stop, expected error sweep-depth'],
    [
      'a refusal',
      { error: 'load', path: 'conditions[0].when.op' },
      'the level loads, expected it to be refused at conditions[0].when.op',
    ],
    [
      'diagnostics',
      { diagnostics: [['skip', 0, 'heal', 'x']] },
      'diagnostics differ at 0 (there are 0, expected 1)\n  is          0  nothing more\n  expected    0  ["skip",0,"heal"]',
    ],
    [
      'another event',
      {
        events: [
          ['fire', 0, 0, 1],
          ['act', 0, 'pay', -1, -1],
        ],
      },
      [
        'events differ at 1 (there are 4, expected 2)',
        '              0  ["fire",0,0,1]',
        '  is          1  ["act",0,"score",-1,-1]',
        '              2  ["fire",90,0,1]',
        '              3  ["act",90,"score",-1,-1]',
        '  expected    1  ["act",0,"pay",-1,-1]',
      ].join('\n'),
    ],
    [
      'more events',
      { events: [...good.expect.events, ['fire', 180, 0, 1]] },
      'events differ at 4 (there are 4, expected 5)',
    ],
    ['fewer events', { events: good.expect.events.slice(0, 3) }, 'events differ at 3 (there are 4, expected 3)'],
    [
      'a longer beginning',
      { eventsPrefix: [...good.expect.events, ['fire', 180, 0, 1]] },
      'events differ at 4 (there are 4, expected at least 5)',
    ],
  ])('tells of %s', (_what, expect_, message) => {
    expect(failureOf({ ...good, expect: expect_ })).toContain(message);
  });

  it('takes a beginning of the events for enough where that is asked', () => {
    expect(failureOf({ ...good, expect: { eventsPrefix: good.expect.events.slice(0, 2) } })).toBeUndefined();
    expect(failureOf({ ...good, expect: { eventsPrefix: [] } })).toBeUndefined();
  });

  it('tells of an error that is not expected, and of all that differs', () => {
    const endless = { ...good, conditions: [{ persistent: true, when: always, action: [{ type: 'check' }] }] };
    const message = failureOf({ ...endless, expect: { scores: [[1, 0, 0]] } });
    expect(message).toMatch(
      /^it stops with error sweep-depth at time 0 \(.+\), expected it not to\nscores: is \[\[0,0,0\]\], expected \[\[1,0,0\]\]$/,
    );
    expect(failureOf({ ...endless, expect: { error: 'sweep-depth', cycle: [0] } })).toBeUndefined();
    expect(failureOf({ ...endless, expect: { error: 'sweep-depth', cycle: [1] } })).toContain(
      'cycle: is [0], expected [1]',
    );
    expect(failureOf({ ...endless, expect: { error: 'null-direct' } })).toContain('expected error null-direct');
  });

  it('takes a duration for the time until which it is played', () => {
    expect(failureOf({ ...good, until: '1.5s' })).toBeUndefined();
    expect(failureOf({ ...good, until: '1s' })).toContain('events differ at 2');
  });

  it('shows the first of many problems of a level, and where to see the others', () => {
    const message = failureOf({
      ...good,
      conditions: Array.from({ length: 9 }, () => ({ when: { ...always, bogus: 1 } })),
    });
    expect(message?.split('\n')).toHaveLength(7);
    expect(message).toMatch(/\n {2}and 4 more; edict antares check level\.json lists all$/);
  });

  it('tells of all facts that cannot be, with their places', () => {
    const message = failureOf({
      ...good,
      host: [
        { t: 9, phase: 'tick', set: { 'initial.7.position': [0, 0], 'player.0.ships': 2 } },
        { t: 9, phase: 'tick', set: { 'player.0.ships': 'x' } },
      ],
    });
    expect(message).toMatch(
      /^what the host says cannot be:\nlevel\.json:1:\d+: there is no initial 7 for initial\.7\.position: the level has none\nlevel\.json:1:\d+: the fact `player\.0\.ships` cannot be "x"; give a whole number/,
    );
  });

  it('keeps whole numbers and reals apart', () => {
    const real = JSON.stringify({ ...good, expect: { error: 'load', path: 'conditions[0].action[0].value' } }).replace(
      '"which":0},"value":1',
      '"which":0},"value":1.0',
    );
    expect(real).toContain('"value":1.0');
    expect(levelFormat.load({ file: 'level.json', text: real })[0].run()).toBeUndefined();
  });

  it('says why a level does not load, and where it should not have', () => {
    const broken = { ...good, conditions: [{ when: { ...always, op: 'gt', bogus: 1 } }] };
    expect(failureOf(broken)).toMatch(
      /^the level does not load:\n {2}level\.json:1:\d+: conditions\[0\]\.when\.bogus \[unknown-field\]: /,
    );
    expect(failureOf({ ...broken, expect: { error: 'load', path: 'conditions[0].when.op' } })).toMatch(
      /refused for other reasons, expected at conditions\[0\]\.when\.op:\n {2}level\.json:1:\d+: conditions\[0\]\.when\.bogus /,
    );
    expect(failureOf({ ...broken, expect: { error: 'load' } })).toBeUndefined();
  });

  it('takes a level from a file beside it', () => {
    const folder = folderWith({
      'gate.pn':
        'players: [{type: "human"}]\nconditions:\n  * {when: {type: "time", op: "ge", duration: "0s"}, action: [{type: "win", player: 0}]}\n',
      'gate.json': JSON.stringify({
        format: 'conditions/1',
        policy: 'sound',
        until: 0,
        level: 'gate.pn',
        expect: { winner: 0, over: 180 },
      }),
      'gone.json': JSON.stringify({ format: 'conditions/1', policy: 'sound', until: 0, level: 'gone.pn', expect: {} }),
      'bad.pn': 'a: 1\n b: 2\n',
      'bad.json': JSON.stringify({ format: 'conditions/1', policy: 'sound', until: 0, level: 'bad.pn', expect: {} }),
    });
    const outcomes = [...runScenarios([folder], formats)].map(({ file, passed, failures }) => [
      file.slice(folder.length + 1),
      passed,
      failures.map(({ message }) => message.replaceAll(folder, '')),
    ]);
    expect(outcomes).toEqual([
      ['bad.json', 0, [expect.stringMatching(/^\/bad\.pn:2:\d+: /)]],
      ['gate.json', 1, []],
      ['gone.json', 0, [expect.stringContaining('/gone.pn does not exist')]],
    ]);
  });

  it.each([
    [
      'a phase',
      { host: [{ t: 0, phase: 'later' }] },
      'host[0].phase is "later", expected "tick" or "sweep" or "front" or "late"',
    ],
    ['an expectation', { expect: { score: [] } }, 'did you mean `scores`?'],
    ['no policy', { policy: undefined }, 'policy is missing'],
    [
      'an error that there is not',
      { expect: { error: 'sweep-dept' } },
      'unknown error "sweep-dept"; give load, sweep-depth,',
    ],
    [
      'an action that there is not',
      {
        expect: {
          events: [
            ['fire', 0, 0, 1],
            ['act', 0, 'scoer', -1, -1],
          ],
        },
      },
      'unknown action "scoer"',
    ],
    ['a time that is none', { until: '3x' }, 'until'],
    ['conditions twice', { level: 'x.pn' }, 'leave them out here'],
  ])('refuses %s with its place', (_what, change, message) => {
    expect(refusal(() => failureOf({ ...good, ...change })).message).toContain(message);
  });

  it('refuses what is no JSON, with its place', () => {
    expect(
      refusal(() => levelFormat.load({ file: 'x.json', text: '{ "format": "conditions/1",\n  "a" 1 }' })).message,
    ).toMatch(/x\.json is no JSON:\nx\.json:2:7: /);
  });
});

describe('conditions-load/1', () => {
  const file = (bad: readonly unknown[], goodOnes: readonly unknown[] = []): unknown => ({
    format: 'conditions-load/1',
    note: 'x',
    bad,
    good: goodOnes,
  });
  const condition = { when: { type: 'owner', op: 'eq', object: { initial: 99 }, player: 0 } };

  it('has a case for each entry, in a level of eight initials', () => {
    const cases = loadFormat.load({
      file: 'x.json',
      text: JSON.stringify(
        file(
          [
            { name: 'a', conditions: [{ when: { ...always, x: 1 } }], path: 'when.x', code: 'unknown-field' },
            { name: 'b', conditions: [], level: { start_time: '1t' }, path: 'start_time', code: 'duration' },
          ],
          [
            { name: 'c', conditions: [{ when: { ...condition.when, object: { initial: 7 } } }] },
            { name: 'd', conditions: [condition], sound: { path: 'when.object.initial' } },
          ],
        ),
      ),
    });
    expect(cases.map(({ name, run }) => [name, run()])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', undefined],
      ['d', undefined],
    ]);
  });

  it('tells of what loads, of other places and of other codes, under each policy', () => {
    const only = (entry: object): unknown => file([{ name: 'x', path: 'when.op', ...entry }]);
    expect(failureOf(only({ conditions: [] }), loadFormat)).toBe(
      'policy compat: the level loads, expected it to be refused at when.op\npolicy sound: the level loads, expected it to be refused at when.op',
    );
    expect(failureOf(only({ conditions: [{ when: { ...always, x: 1 } }] }), loadFormat)).toContain(
      'refused for other reasons, expected at when.op:\n  conditions[0].when.x',
    );
    expect(failureOf(only({ conditions: [{ when: { ...always, op: 'is' } }], code: 'type' }), loadFormat)).toContain(
      'expected at when.op [type]',
    );
    expect(failureOf(file([], [{ name: 'x', conditions: [condition] }]), loadFormat)).toMatch(
      /^policy sound: the level does not load:\n {2}conditions\[0\]\.when\.object\.initial \[index\]/,
    );
  });
});

describe('archives', () => {
  const block = (text: string, size = 512): Buffer =>
    Buffer.concat([Buffer.from(text), Buffer.alloc(size - text.length)]);

  it('of something else, broken ones and empty ones in a folder are passed over', () => {
    const folder = folderWith({
      'other.tar.gz': gzipSync(Buffer.concat([block('notes/'), Buffer.alloc(1_024)])),
      'broken.tar.gz': 'no archive',
      'empty.tar.gz': '',
      'level.json': JSON.stringify(good),
    });
    expect([...runScenarios([folder], formats)].map(({ file, passed }) => [file, passed])).toEqual([
      [join(folder, 'level.json'), 1],
    ]);
  });

  it.each([
    [
      'something else',
      gzipSync(block('notes/')),
      'holds no cases that are known; archives that are: the tests of Procyon (procyon-tests/)',
    ],
    ['no archive', Buffer.from('x'), 'holds no cases that are known'],
    [
      'one that is cut off',
      gzipSync(Buffer.concat([block('procyon-tests/a/b/in.txt'), Buffer.alloc(4_096, 7)])).subarray(0, 30),
      'other.tar.gz',
    ],
  ])('that are named and are %s are told of', (_what, bytes, message) => {
    const folder = folderWith({ 'other.tar.gz': bytes });
    const [{ failures }] = [...runScenarios([join(folder, 'other.tar.gz')], formats)];
    expect(failures.map(({ name }) => name)).toEqual(['(file)']);
    expect(failures[0].message).toContain(message);
    expect(failures[0].message).not.toContain('inside edict itself');
  });
});
