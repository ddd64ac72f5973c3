import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregate } from '../../src/eval/ops/member-folds.js';
import { liveIds } from '../../src/components/live-objects.js';
import { createFrame } from '../../src/eval/interpreter.js';
import { makeNode, printNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { createTermBook, termOf } from '../../src/eval/term-book.js';
import { withSlot } from '../../src/eval/with-slot.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { member, source, target } from '../support/nodes.js';
import { randomState } from './columns/random-state.js';
import { nodeOf } from './columns/random-node.js';
import { all, any, is, of } from '../rules/run/hand-rules.js';
import { longTest } from '../support/heavy.js';

longTest(
  'a term with the target in place of the source, or the other way round, is what it is where both are one object',
  () => {
    let changed = 0;
    fc.assert(
      fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), fc.boolean(), (seed, forth) => {
        const choices = choicesOf(seed);
        const state = randomState(choices.split('state'), 12);
        const frame = createFrame(state, 3);
        const [from, to] = forth ? [1, 0] : [0, 1];
        for (let i = 0; i < 8; i++) {
          const node = nodeOf(
            { name: 'boolean' },
            choices.split(i),
            { model: state.model, slots: 2, running: undefined, aggregates: 2 },
            4,
          );
          const book = createTermBook();
          const term = termOf(book, node);
          if (term.draws) continue;
          const replaced = withSlot(book, term, from, to);
          expect((replaced.free >>> from) & 1).toBe(0);
          if (((term.free >>> from) & 1) === 0) expect(replaced).toBe(term);
          else changed++;
          for (const id of [...liveIds(state)].slice(0, 5)) {
            frame.slots[to] = id;
            frame.slots[from] = id;
            const expected = frame.evaluate(node);
            // What it depended on may now be anything.
            frame.slots[from] = 0;
            expect(frame.evaluate(replaced)).toBe(expected);
          }
        }
      }),
      propertyRuns(30),
    );
    expect(changed).toBeGreaterThan(50);
  },
);

test('what an aggregate binds is its own', () => {
  const count = (slot: number, filter: Node): Node =>
    makeNode(aggregate, { fold: 'count', range: { over: 'objects', kind: 0, class: 0 }, slot }, filter);
  const book = createTermBook();
  const outer = (object: Node): Node => is(of(object, 'rank'), '>', 1);
  // A member in the slot of the target hides it; one in another slot does not.
  const hiding = count(1, outer(target));
  const beside = count(2, all(is(of(member, 'rank'), '>', 0), outer(target)));
  expect(printNode(withSlot(book, termOf(book, hiding), 1, 0))).toBe(printNode(hiding));
  expect(withSlot(book, termOf(book, beside), 1, 0)).toBe(
    termOf(book, count(2, all(is(of(member, 'rank'), '>', 0), outer(source)))),
  );
  const mixed = any(is(hiding, '>', 2), outer(target));
  expect(withSlot(book, termOf(book, mixed), 1, 0)).toBe(termOf(book, any(is(hiding, '>', 2), outer(source))));
});
