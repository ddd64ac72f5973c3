import { describe, expect, it } from 'vitest';
import { childSpots, joinPath } from '../../../../src/content/civ/syntax.js';
import { rootOf } from '../../../support/civ-xml.js';

describe('paths', () => {
  it('count those of one name, from 1, and only where there are several', () => {
    const paths = (xml: string, path: string) => childSpots({ element: rootOf(xml), path }).map((spot) => spot.path);
    expect(paths('<And><Is/><Has/><Is/><Is/></And>', '')).toEqual(['Is[1]', 'Has', 'Is[2]', 'Is[3]']);
    expect(paths('<And><Is/><Is/></And>', 'And')).toEqual(['And/Is[1]', 'And/Is[2]']);
    expect(paths('<And/>', '')).toEqual([]);
  });

  it('begin with nothing', () => {
    expect(joinPath('', 'And')).toBe('And');
    expect(joinPath('And', 'Is[2]')).toBe('And/Is[2]');
  });
});
