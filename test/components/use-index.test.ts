import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUseIndex } from '../../src/components/occurrence-stack.js';

const use = fc.record({
  occurrence: fc.integer({ min: 1, max: 3 }),
  ability: fc.integer({ min: -2, max: 2 }),
  source: fc.constantFrom(0, 5, 2 ** 24 + 5, 2 ** 40 + 5),
  number: fc.integer({ min: 0, max: 2 }),
});
const step = fc.oneof(
  use.map((add) => ({ add })),
  fc.nat(30).map((drop) => ({ drop })),
);

test('an index of uses finds what a look through all rows finds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), use, fc.nat(10), (steps, asked, from) => {
      const columns = { occurrence: [0], ability: [0], source: [0], number: [0] };
      const index = createUseIndex(() => columns);
      for (const each of steps) {
        if ('drop' in each) {
          const down = Math.min(each.drop, columns.ability.length - 1);
          index.drop(down);
          for (const column of Object.values(columns)) column.length = down + 1;
        } else {
          columns.occurrence.push(each.add.occurrence);
          columns.ability.push(each.add.ability);
          columns.source.push(each.add.source);
          columns.number.push(each.add.number);
          index.add(columns.number.length - 1);
        }
      }
      const rows = columns.ability.map((_, row) => row).filter((row) => row > from);
      const isThere = rows.some(
        (row) =>
          columns.occurrence[row] === asked.occurrence &&
          columns.ability[row] === asked.ability &&
          columns.source[row] === asked.source &&
          columns.number[row] === asked.number,
      );
      expect(index.has(from, asked.occurrence, asked.ability, asked.source, asked.number)).toBe(isThere);
    }),
  );
});
