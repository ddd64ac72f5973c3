import { describe, expect, test } from 'vitest';
import type { Plain } from '../../../support/level-values.js';
import { played, stageOf } from './action-stage.js';

describe('message', () => {
  const message = (id: number | null): Plain => ({ type: 'message', id, pages: ['Hello.', 'Again.'] });
  const shown = (...messages: readonly Plain[]) => {
    const stage = played([{ action: messages }]);
    return ['hasMessage', 'messageId', 'messagePage'].map((column) => stage.level(column));
  };

  test('shows its first page', () => {
    expect(shown(message(7))).toEqual([true, 7, 1]);
  });

  test('takes the place of another, also without an id', () => {
    expect(shown(message(7), message(8))).toEqual([true, 8, 1]);
    expect(shown(message(7), message(null))[0]).toBe(false);
  });

  test('begins at page 1 again', () => {
    const stage = stageOf([{ action: [message(7)] }]);
    stage.session.set({ 'ui.message': [7, 2] });
    stage.session.run(0);
    expect(stage.level('messagePage')).toBe(1);
  });

  test('conditions see it in the same sweep', () => {
    const when = (page: number): Plain => ({ type: 'message', op: 'eq', id: 7, page });
    const stage = played([{ action: [message(7)] }], {
      conditions: [
        { when: when(1), action: [{ type: 'flash' }] },
        { when: when(2), action: [{ type: 'check' }] },
      ],
    });
    expect(stage.acts()).toEqual(['message -1 -1', 'flash -1 -1']);
  });
});

describe('zoom and select', () => {
  test('write what is on the screen', () => {
    const stage = played([
      {
        action: [
          { type: 'zoom', value: '1:16' },
          { type: 'select', screen: 'build', line: 3 },
        ],
      },
    ]);
    expect(['zoom', 'screen', 'line'].map((column) => stage.level(column))).toEqual(['1:16', 'build', 3]);
  });
});

describe('key', () => {
  test('keeps the keys that are off; one that is named twice is off', () => {
    const stage = played([
      {
        action: [
          { type: 'key', disable: ['up', 'down', 'fire'] },
          { type: 'key', enable: ['up', 'down', 'left'], disable: ['down'] },
        ],
      },
    ]);
    expect(stage.session.world.relations.wordsOf(stage.levelObject(), 'keys')).toEqual(
      expect.arrayContaining(['down', 'fire']),
    );
    expect(stage.session.world.relations.wordsOf(stage.levelObject(), 'keys')).toHaveLength(2);
  });
});
