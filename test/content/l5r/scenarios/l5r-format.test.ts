import { describe, expect, it } from 'vitest';
import { runScenarios } from '../../../../src/scenarios/run-scenarios.js';
import { formats } from '../../../support/formats.js';
import { l5rFormat } from '../../../../src/content/l5r/scenarios/l5r-format.js';
import { folderWith } from '../../../cli/files.js';
import { refusal } from '../../../support/errors.js';

const scenario = {
  id: 'A',
  title: 'The bell is heard',
  given: {
    entities: { bell: { location: 'tower' } },
    honor: { P1: 1 },
    abilities: [
      {
        id: 'monk',
        class: 'trait',
        at: 'after',
        on: { type: 'ring' },
        do: [{ raise: { type: 'gainHonor', player: 'P1', amount: 2 } }],
      },
    ],
  },
  when: [{ raise: { type: 'ring', card: 'bell' } }],
  then: {
    order: ['apply ring:bell', 'end monk'],
    never: ['fail ring:bell'],
    count: { 'apply gainHonor:P1=2': 1 },
    ent: { bell: { location: 'tower', bowed: false } },
    honor: { P1: 3 },
  },
};

function file(...scenarios: readonly unknown[]): string {
  return JSON.stringify({ format: 'timing/1', scenarios });
}

/** Why a scenario fails that expects something. */
function failureOf(then: unknown): string | undefined {
  return l5rFormat.load({ file: 'bell.json', text: file({ ...scenario, then }) })[0].run();
}

describe('timing/1', () => {
  it('passes where all is as expected, by its id and title', () => {
    const cases = l5rFormat.load({ file: 'bell.json', text: file(scenario, { id: 'B', when: [] }) });
    expect(cases.map(({ name, run }) => [name, run()])).toEqual([
      ['A The bell is heard', undefined],
      ['B', undefined],
    ]);
  });

  it.each([
    [
      'a line that there is not',
      { order: ['apply ring:bel'] },
      'order: there is no "apply ring:bel"; did you mean `apply ring:bell`?',
    ],
    [
      'lines in another order',
      { order: ['end monk', 'apply ring:bell'] },
      'order: there is no "apply ring:bell" after "end monk", line 4; it is line 1',
    ],
    [
      'a line too often',
      { order: ['end monk', 'end monk'] },
      'order: there is no "end monk" after "end monk", line 4; it is line 4',
    ],
    ['what must not be', { never: ['end monk', 'end nun'] }, 'never: "end monk" is line 4 of the log'],
    [
      'how often',
      { count: { 'end monk': 2, 'end nun': 1, 'pass P1': 0 } },
      'count: "end monk" is there once, expected 2 times\ncount: "end nun" is there 0 times, expected once',
    ],
    ['a place', { ent: { bell: { location: 'home' } } }, 'ent: location of bell is tower, expected home'],
    [
      'nothing where there is something',
      { ent: { bell: { location: null, inPlay: false } } },
      'ent: location of bell is tower, expected nothing\nent: inPlay of bell is true, expected false',
    ],
    [
      'something where there is nothing',
      { ent: { bell: { attachedTo: 'bell' } } },
      'ent: attachedTo of bell is nothing, expected bell',
    ],
    ['honor', { honor: { P1: 2, P2: 0 } }, 'honor: that of P1 is 3, expected 2'],
  ])('tells of %s, with the log', (_what, then, message) => {
    expect(failureOf(then)).toBe(
      [
        message,
        'the log:',
        '     1  apply ring:bell',
        '     2  B:monk(ring:bell)',
        '     3  apply gainHonor:P1=2',
        '     4  end monk',
      ].join('\n'),
    );
  });

  it('says that nothing happened', () => {
    const [{ run }] = l5rFormat.load({
      file: 'bell.json',
      text: file({ ...scenario, when: [], then: { order: ['end monk'] } }),
    });
    expect(run()).toBe('order: there is no "end monk"; there are none\nthe log:\n  (nothing)');
  });

  it('takes what nothing is said of for nothing', () => {
    expect(
      failureOf({
        ent: { bell: { attachedTo: null, controller: null, dishonored: false, force: 0 } },
        honor: { P2: 0 },
      }),
    ).toBeUndefined();
  });

  it('says all that is wrong with a scenario, with places, and plays the others', () => {
    const text = `{ "format": "timing/1",\n  "scenarios": [\n    { "id": "A", "whem": [] },\n    { "id": "B", "when": [] },\n    { "id": "C", "when": [{ "raise": { "typ": "ring" } }] }\n] }`;
    expect(l5rFormat.load({ file: 'bell.json', text }).map(({ name, run }) => [name, run()?.split('\n')])).toEqual([
      [
        'A',
        [
          'the scenario does not fit its format:',
          'bell.json:3:5: scenarios[0].when is missing, expected a list',
          'bell.json:3:18: there is no key "whem" in scenarios[0] (did you mean `when`?)',
        ],
      ],
      ['B', undefined],
      [
        'C',
        [
          'the scenario does not fit its format:',
          'bell.json:5:38: scenarios[2].when[0].raise.type is missing, expected a name',
        ],
      ],
    ]);
  });

  it('refuses a file that holds no scenarios', () => {
    const { code, message } = refusal(() =>
      l5rFormat.load({ file: 'bell.json', text: '{ "format": "timing/1",\n  "scenario": [] }' }),
    );
    expect([code, message]).toEqual([
      'bad-scenario',
      'edict: the scenario file does not fit its format:\nbell.json:1:1: scenarios is missing, expected a list\nbell.json:2:3: there is no key "scenario" in the file (did you mean `scenarios`?)',
    ]);
  });

  it('refuses what is no JSON, with its place', () => {
    expect(
      refusal(() => l5rFormat.load({ file: 'bell.json', text: '{ "format": "timing/1",\n  "scenarios" [] }' })).message,
    ).toMatch(/does not fit its format:\nbell\.json:2:/);
  });

  it('is found among other files, and tells of what cannot be resolved', () => {
    const endless = {
      id: 'loop',
      given: {
        abilities: [
          { id: 'echo', class: 'trait', at: 'after', on: { type: 'ring' }, do: [{ raise: { type: 'ring' } }] },
        ],
      },
      when: [{ raise: { type: 'ring' } }],
    };
    const folder = folderWith({
      'bells.json': file(scenario, endless),
      'bells.yaml':
        'format: timing/1\nscenarios:\n  - { id: A, when: [{ timePoint: Noon }], then: { never: [pass P1] } }\n',
      'notes.json': '{}',
    });
    const outcomes = [...runScenarios([folder], formats)].map(({ file: path, passed, failures }) => [
      path.slice(folder.length + 1),
      passed,
      failures.map(({ name, message }) => `${name}: ${message}`),
    ]);
    expect(outcomes).toEqual([
      ['bells.json', 1, [expect.stringMatching(/^loop: when\[0\]: .*echo/)]],
      ['bells.yaml', 1, []],
    ]);
  });
});
