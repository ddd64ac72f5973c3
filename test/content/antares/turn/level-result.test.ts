import { describe, expect, it } from 'vitest';
import { TriggerError } from '../../../../src/events/frames/stack.js';
import { type LevelStop, levelStops, stopOf } from '../../../../src/content/antares/turn/level-result.js';
import { type Plain, always, levelOf, loadPlain } from '../../../support/level-values.js';

const score: Plain = { type: 'score', counter: { player: 0, which: 0 }, value: 1 };
const level = levelOf(
  loadPlain(
    [
      { when: always, action: [score] },
      { when: always, action: [{ type: 'group', of: [{ type: 'check' }] }] },
    ],
    'sound',
  ),
);
const [
  ,
  {
    action: [group],
  },
] = level.conditions;
const fields = group.type === 'group' ? group.of[0].fields : undefined;

const errorOf = (code: string, cycle: readonly number[] = []): TriggerError =>
  new TriggerError(code, 'in words of triggers', 'x', cycle);
const stop = (code: string, cycle?: readonly number[]): LevelStop => stopOf(errorOf(code, cycle), level, 95, fields);

describe('why a level stops', () => {
  it.each(levelStops)('is told with time, whose action it was and its line: %s', (code) => {
    const { message, ...rest } = stop(code);
    expect(rest).toEqual({ code, cycle: [] });
    expect(message).toMatch(/^at 1\.58s .*the action `check` of condition 1 \(line \d+\)/);
    expect(message).not.toMatch(/trigger/);
  });

  it('names the conditions that set off one another, of many the first', () => {
    expect(stop('sweep-depth', [1, 0]).message).toMatch(
      /: condition 1 \(line \d+\), then condition 0 \(line \d+\) again and again; /,
    );
    expect(stop('sweep-depth', [1, 0, 1, 1, 0, 0]).message).toContain(', then 2 more, again and again; ');
  });

  it('is told without an action where none is known, and as it is where it is of no level', () => {
    expect(stopOf(errorOf('null-direct'), level, 95, undefined).message).toMatch(
      /^at 1\.58s an action has no direct object/,
    );
    expect(stop('another').message).toBe('in words of triggers');
  });
});
