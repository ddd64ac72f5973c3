import { describe, expect, it } from 'vitest';
import { counted, grouped } from '../../src/kernel/grouped.js';

describe('numbers for people', () => {
  it('group digits by thousands, and round', () => {
    expect([0, 999, 1000, -1234567, 1234.5, 0.12349, 0.0000123].map((value) => grouped(value))).toEqual([
      ...['0', '999', '1,000', '-1,234,567', '1,234.5', '0.123', '0.0000123'],
    ]);
    expect([grouped(1.123456789, 6), grouped(Infinity), grouped(NaN)]).toEqual(['1.123457', 'Infinity', 'NaN']);
  });

  it('stand before one noun or several', () => {
    expect([counted(1, 'object'), counted(2000, 'object'), counted(0, 'is', 'are')]).toEqual([
      ...['1 object', '2,000 objects', '0 are'],
    ]);
  });
});
