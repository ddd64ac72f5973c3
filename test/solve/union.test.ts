import { expect, it } from 'vitest';
import { type Element, arrayText, readArray } from '../../src/components/compounds.js';
import type { ElementType } from '../../src/model/model.js';
import { unionOf } from '../../src/solve/graph.js';
import { createStringPool, intern, textOf } from '../../src/kernel/strings.js';

function united(of: ElementType, array: readonly Element[], added: readonly Element[]): readonly Element[] {
  const pool = createStringPool();
  const handle = unionOf(
    pool,
    { name: 'array', of },
    intern(pool, arrayText(of, array)),
    intern(pool, arrayText(of, added)),
  );
  return readArray(textOf(pool, handle));
}

const int = (value: number): Element => ({ value, whole: true });
const double = (value: number): Element => ({ value, whole: false });

it('a union keeps what is there, twice where it is, and appends the rest once', () => {
  expect(united({ name: 'text' }, ['b', 'a', 'b'], ['c', 'a', 'c'])).toEqual(['b', 'a', 'b', 'c']);
});

it('a union tells an int from a double, and 0 from −0', () => {
  expect(
    united({ name: 'numeric' }, [int(1), double(0)], [double(1), double(-0), int(1), double(NaN), double(NaN)]),
  ).toEqual([int(1), double(0), double(1), double(-0), double(NaN)]);
});

it('a union of long arrays takes as many steps as they have elements', () => {
  const numbers = Array.from({ length: 100_000 }, (_, i) => int(i));
  expect(united({ name: 'numeric' }, numbers.slice(0, 60_000), numbers.slice(40_000))).toHaveLength(100_000);
}, 2_000);
