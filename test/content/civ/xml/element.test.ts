import { describe, expect, it } from 'vitest';
import { joinPath, stepsOf } from '../../../../src/content/civ/xml/element.js';
import { rootOf } from '../../../support/civ-xml.js';

describe('paths', () => {
  it('count those of one name, from 1, and only where there are several', () => {
    expect(stepsOf(rootOf('<And><Is/><Has/><Is/><Is/></And>'))).toEqual(['Is[1]', 'Has', 'Is[2]', 'Is[3]']);
    expect(stepsOf(rootOf('<And/>'))).toEqual([]);
  });

  it('begin with nothing', () => {
    expect(joinPath('', 'And')).toBe('And');
    expect(joinPath('And', 'Is[2]')).toBe('And/Is[2]');
  });
});
