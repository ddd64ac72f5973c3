import { liveIds } from '../../../src/components/live-objects.js';
import { expect, test } from 'vitest';
import type { Ability } from '../../../src/ir/occurrence.js';
import { type Frame, type Node, sourceSlot, targetSlot } from '../../../src/ir/node.js';
import { makeNode } from '../../../src/eval/make-node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { controller } from '../../../src/eval/ops/occurrence-reads.js';
import { otherwise } from '../../../src/eval/ops/logic.js';
import { createTermBook } from '../../../src/eval/term-book.js';
import { carries } from '../../../src/meaning/answering.js';
import {
  type Listener,
  createListener,
  type Pairs,
  clearPairs,
  emptyPairs,
  makeMatchLoops,
} from '../../../src/events/finder/listener.js';
import { popMemories, popOccurrences } from '../../../src/components/occurrence-stack.js';
import type { Model } from '../../../src/model/model.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { type Choices, choicesOf, propertyRuns } from '../../support/choices.js';
import { comparerOf, randomRows } from '../../eval/columns/compared.js';
import { nodeOf } from '../../eval/columns/random-node.js';
import { occur } from '../../eval/columns/random-occurrence.js';
import { change, randomState } from '../../eval/columns/random-state.js';
import { longTest } from '../../support/heavy.js';
import fc from 'fast-check';

/** An entry of random conditions, each of which may be left out; some of them ask for who controls the ability. */
function randomListener(choices: Choices, model: Model): Listener {
  const place = { model, slots: 2, running: undefined, aggregates: 1 };
  const nodeIn = (name: string, type: 'boolean' | 'entity'): Node => {
    const own = choices.split(name);
    return nodeOf({ name: type }, own, place, own.between(1, 3));
  };
  const who = nodeIn('who', 'entity');
  const perhaps = (name: string, type: 'boolean' | 'entity'): Node | undefined => {
    const way = choices.split(`way ${name}`).below(4);
    if (way === 0) return undefined;
    if (way > 1) return nodeIn(name, type);
    // Nobody controls it while that is asked; what it comes to is who does.
    return type === 'entity'
      ? makeNode(otherwise, {}, makeNode(controller, {}), who)
      : makeNode(compare, { comparison: '==' }, makeNode(controller, {}), who);
  };
  const kind = choices.between(1, model.kinds.length);
  const ability: Ability = {
    index: 0,
    name: 'any',
    class: 'reaction',
    at: 'after',
    on: [],
    carrier: { by: 'kind', kind, own: false },
    next: false,
    lapses: false,
    first: false,
    optional: false,
    list: -1,
    origin: { file: '', line: 0, column: 0 },
    live: perhaps('live', 'boolean'),
    controller: perhaps('controller', 'entity'),
    condition: perhaps('condition', 'boolean'),
  };
  return createListener(
    ability,
    { type: 0, where: perhaps('where', 'boolean') },
    model,
    createTermBook({ supposing: false }),
  );
}

type Row = readonly [id: number, player: number];

/** One object after the other, as the reference would ask. */
function expected({
  frame,
  entry,
  ids,
}: {
  readonly frame: Frame;
  readonly entry: Listener;
  readonly ids: readonly number[];
}): { readonly live: readonly Row[]; readonly answering: readonly Row[] } {
  const isTrue = (asked: Listener['live']): boolean => asked === undefined || frame.evaluate(asked.node) === 1;
  const bind = (id: number, player: number): void => {
    frame.slots[sourceSlot] = id;
    frame.controller = player;
  };
  const live = ids.flatMap((id): Row[] => {
    bind(id, 0);
    const player = entry.controller === undefined ? 0 : (frame.evaluate(entry.controller.node) ?? 0);
    bind(id, player);
    return isTrue(entry.live) ? [[id, player]] : [];
  });
  const answering = live.filter(([id, player]) => {
    bind(id, player);
    return isTrue(entry.where) && isTrue(entry.condition);
  });
  return { live, answering };
}

function rowsIn({ count, ids, players }: Pairs): readonly Row[] {
  return Array.from({ length: count }, (_, i) => [ids[i], players[i]]);
}

const seen = { live: 0, dead: 0, answering: 0, silent: 0, controlled: 0 };

function compareAll(seed: number, objects: number): void {
  const choices = choicesOf(seed);
  const state = randomState(choices, objects);
  const comparer = comparerOf(state);
  const { frame } = comparer;
  const [live, answering] = [emptyPairs(), emptyPairs()];
  for (let each = 0; each < 12; each++) {
    const own = choices.split(`entry ${each}`);
    const entry = randomListener(own, state.model);
    // What draws is never kept.
    if (entry.dependsOn === undefined) continue;
    const loops = makeMatchLoops(entry, state.model);
    for (let round = 0; round < 3; round++) {
      popOccurrences(state, 0);
      popMemories(state, 0);
      occur(state, own);
      randomRows(comparer, own, 2, false);
      // The functions know of what kinds these are.
      const ids = [...liveIds(state)].filter((id) => carries(entry.ability, state.identity.kind[id], state.class[id]));
      const [occurrence, target] = [frame.occurrence, frame.slots[targetSlot]];
      const wanted = expected({ frame, entry, ids });
      expect([frame.occurrence, frame.slots[targetSlot]]).toEqual([occurrence, target]);
      clearPairs(live, ids.length);
      loops.findHolders(frame, Int32Array.from(ids), live);
      clearPairs(answering, live.count);
      loops.findAnswering(frame, live, answering);
      expect({ live: rowsIn(live), answering: rowsIn(answering) }).toEqual(wanted);
      seen.live += wanted.live.length;
      seen.dead += ids.length - wanted.live.length;
      seen.answering += wanted.answering.length;
      seen.silent += wanted.live.length - wanted.answering.length;
      seen.controlled += wanted.live.filter(([, player]) => player !== 0).length;
      for (let i = own.below(3); i > 0; i--) change(state, own);
    }
  }
}

longTest('functions that ask an ability of all its objects find whom the interpreter finds, one by one', () => {
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), fc.integer({ min: 0, max: 30 }), compareAll),
    propertyRuns(24, 6),
  );
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(100);
});

test('an ability of too many parts has no functions', () => {
  const choices = choicesOf(1);
  const { model } = randomState(choices, 1);
  const entry = randomListener(choices, model);
  const args = Array.from({ length: 1_100 }, () =>
    nodeOf({ name: 'boolean' }, choices, { model, slots: 2, running: undefined, aggregates: 0 }, 1),
  );
  const node = { op: 'and', type: { name: 'boolean' }, args, data: undefined } as const;
  expect(() => makeMatchLoops({ ...entry, condition: { node, made: undefined, calls: 0 } }, model)).toThrow(EdictError);
});
