import { describe, expect, test } from 'vitest';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import * as arithmetic from '../../../src/eval/ops/arithmetic.js';
import type { Effect, Modification } from '../../../src/ir/rule.js';
import { referenceExecutor } from '../../../src/reference/reference-executor.js';
import { compiledExecutor } from '../../support/compiled-executor.js';
import { boolean, number, source, target } from '../../support/nodes.js';
import { stateOf } from '../../support/hand-model.js';
import {
  type Case,
  type Maker,
  type RuleParts,
  branch,
  classIndex,
  columnIndex,
  handModel,
  is,
  itself,
  makerOf,
  of,
  onePass,
  passesOf,
  plus,
  ranked,
  running,
  times,
  write,
} from './hand-rules.js';
import { type Outcome, runPasses } from './run-passes.js';

/** Colonies with the ranks 1 to 4. */
const four = ({ add }: Maker): void => {
  for (let i = 0; i < 4; i++) add('colony', { rank: i + 1 });
};

function outcomeOf(rules: readonly RuleParts[], given: Case = {}): Outcome {
  return onePass(rules, four, given).outcome;
}

/** What the compiled executor alone comes to, as a world runs it. */
function compiled(rules: readonly RuleParts[], given: Case = {}): Outcome {
  const program = passesOf([rules]);
  const state = stateOf(handModel, given.limits === undefined ? {} : { limits: given.limits });
  four(makerOf(state));
  return runPasses(compiledExecutor(program, state), state, [program.rules.passes[0].rules]);
}

const huge = (object: Node): Node => times(of(object, 'rank'), 1e308);
const noNumber = makeNode(arithmetic.subtract, undefined, times(of(target, 'rank'), Infinity), number(Infinity));
const first: RuleParts = { include: [itself], effects: [write('stock', 'add', 1)] };

describe('a number that is not finite', () => {
  test.each<[string, Effect, number]>([
    ['that is known before', write('stock', 'add', huge(target)), 2],
    ['in a sum', write('stock', 'set', plus(times(running, 1e308), times(of(target, 'rank'), 1e308))), 1],
    ['at its turn', write('rank', 'set', times(times(of(target, 'rank'), 1e300), 1e300)), 1],
    ['of a holder', write('stock', 'add', huge(target), { holder: source }), 1],
    ['for 32 bits', write('light', 'set', times(of(target, 'rank'), 2e38)), 2],
    ['for 32 bits, in steps', write('light', 'set', plus(times(of(target, 'rank'), 2e38), running)), 2],
    ['for 32 bits, at its turn', write('light', 'set', times(plus(running, running), 3e38)), 1],
    ['in a branch', branch(boolean(true), [write('stock', 'add', huge(target))]), 2],
    ['of the source', write('stock', 'add', huge(target), { recipient: 'source' }), 2],
  ])('%s is refused with the rule and the object', (_, effect, object) => {
    const { refusal } = outcomeOf([
      first,
      { include: [ranked], name: 'tilt', effects: [write('light', 'set', 1), effect] },
    ]);
    expect(refusal).toMatch(
      new RegExp(
        `^not-finite: edict: rule tilt would set ${effect.kind === 'modify' ? handModel.columns[effect.column].name : 'stock'} of object ${object} to `,
      ),
    );
  });

  test.each<[Modification, string]>([
    ['set', 'NaN'],
    ['add', 'NaN'],
    ['multiply', 'NaN'],
    ['divide', 'NaN'],
    ['minimum', 'NaN'],
    ['maximum', 'NaN'],
  ])('no number at all is refused, also where %s would not tell', (modification, said) => {
    for (const [column, amount] of [
      ['stock', noNumber],
      ['light', noNumber],
      ['stock', number(NaN)],
      ['light', number(NaN)],
    ] as const) {
      const { refusal } = outcomeOf([
        first,
        { include: [ranked], name: 'tilt', effects: [write(column, modification, amount)] },
      ]);
      expect(refusal).toBe(
        `not-finite: edict: rule tilt would set ${column} of object 1 to ${said}; keep its amounts within the range of numbers`,
      );
    }
  });

  test('is no error where it is not written: no such cell, out of scope, of an inactive source, claimed', () => {
    const tilt: RuleParts = { include: [ranked], effects: [write('stock', 'minimum', number(NaN))] };
    expect(
      outcomeOf([{ ...tilt, effects: [write('crew', 'minimum', number(NaN)), write('crew', 'set', number(NaN))] }])
        .refusal,
    ).toBeUndefined();
    expect(
      outcomeOf([
        { ...tilt, include: [is(of(target, 'rank'), '>', 4)] },
        { ...tilt, activation: [is(of(source, 'rank'), '>', 4)] },
      ]).refusal,
    ).toBeUndefined();
    expect(
      outcomeOf([
        { ...first, include: [ranked], claims: 1 },
        { ...tilt, claims: 1 },
      ]).refusal,
    ).toBeUndefined();
  });

  test('an infinite amount that leaves a finite number is none', () => {
    expect(
      outcomeOf([
        {
          include: [ranked],
          effects: [
            write('stock', 'minimum', Infinity),
            write('stock', 'maximum', -Infinity),
            write('stock', 'divide', Infinity),
            write('rank', 'divide', -Infinity),
          ],
        },
      ]).refusal,
    ).toBeUndefined();
  });

  test('the first in strict order is named: by rule, source, effect, target', () => {
    // Written for all sources at once the second effect of the first source would come last.
    const rule: RuleParts = {
      include: [ranked],
      name: 'tilt',
      effects: [
        write('light', 'add', times(of(source, 'rank'), 1e38)),
        write('stock', 'set', times(times(of(target, 'rank'), 1e154), times(of(source, 'rank'), 5e153))),
      ],
    };
    expect(outcomeOf([rule, { include: [ranked], effects: [write('stock', 'add', huge(target))] }]).refusal).toContain(
      'rule tilt would set stock of object 4 to Infinity',
    );
    expect(outcomeOf([{ include: [ranked], effects: [write('stock', 'add', huge(target))] }, rule]).refusal).toContain(
      'rule rule 0 would set stock of object 2 to Infinity',
    );
  });

  test('makes the compiled executor ask for strict order, once', () => {
    const { refusal, again } = compiled([{ include: [ranked], effects: [write('stock', 'add', huge(target))] }]);
    expect(refusal).toMatch(/^not-finite/);
    expect(again).toBe(true);
    expect(compiled([first]).again).toBe(false);
  });
});

describe('limits', () => {
  const wide: RuleParts = {
    include: [ranked],
    name: 'wide',
    effects: [write('stock', 'add', 1), write('light', 'add', 1)],
  };

  test('on effects: the rule that passes them is named, with the number', () => {
    expect(outcomeOf([wide], { limits: { effectsPerTurn: 32 } }).refusal).toBeUndefined();
    expect(outcomeOf([first, wide], { limits: { effectsPerTurn: 12 } }).refusal).toBe(
      'limit-effects: edict: rule wide fires effect number 13 of turn 1, the limit is 12; narrow its scope or raise limits.effectsPerTurn',
    );
    expect(
      outcomeOf([{ ...wide, effects: [branch(boolean(true), wide.effects)] }], { limits: { effectsPerTurn: 31 } })
        .refusal,
    ).toContain('rule wide fires effect number 32 of turn 1');
    expect(compiled([first, wide], { limits: { effectsPerTurn: 12 } }).again).toBe(true);
  });

  test('on effects count for all passes of a turn together', () => {
    const { outcome } = onePass([wide], four, { run: [0, 0], limits: { effectsPerTurn: 63 } });
    expect(outcome.refusal).toContain('rule wide fires effect number 64 of turn 1');
    expect(onePass([wide], four, { run: [0, 0], limits: { effectsPerTurn: 64 } }).outcome).toMatchObject({
      refusal: undefined,
      fired: 64,
      wrote: 64,
    });
  });

  test('on tests: each rule and active source counts one where it names the target, else all there are', () => {
    expect(outcomeOf([first, wide], { limits: { testsPerTurn: 20 } }).refusal).toBeUndefined();
    expect(outcomeOf([first, wide], { limits: { testsPerTurn: 19 } }).refusal).toBe(
      'limit-tests: edict: rule wide (hand:2): scopes tested more than 19 objects in turn 1; let fewer objects carry the rule or raise limits.testsPerTurn',
    );
    expect(
      outcomeOf([{ ...wide, activation: [is(of(source, 'rank'), '>', 2)] }], { limits: { testsPerTurn: 8 } }).refusal,
    ).toBeUndefined();
  });

  test('on tests come before all that is met when rules fire', () => {
    const tilt: RuleParts = { include: [ranked], effects: [write('stock', 'add', huge(target))] };
    expect(outcomeOf([tilt, wide], { limits: { testsPerTurn: 31 } }).refusal).toContain(
      'limit-tests: edict: rule wide (hand:2)',
    );
    expect(outcomeOf([wide, wide], { limits: { testsPerTurn: 31, effectsPerTurn: 3 } }).refusal).toContain(
      'limit-tests',
    );
  });

  test('on objects that are created', () => {
    const birth: Effect = {
      kind: 'create',
      recipient: 'target',
      stacking: 0,
      label: '',
      class: classConstant('scout'),
      count: number(2),
      initial: [{ column: columnIndex('rank'), value: of(target, 'rank') }],
    };
    const rule: RuleParts = { name: 'birth', include: [itself], effects: [birth] };
    expect(outcomeOf([rule], { limits: { createdPerTurn: 8 } })).toMatchObject({ refusal: undefined, created: 8 });
    expect(outcomeOf([rule], { limits: { createdPerTurn: 7 } }).refusal).toContain(
      'rule birth brings the objects created in turn 1 to 8, the limit is 7',
    );
    expect(
      outcomeOf([{ ...rule, effects: [{ ...birth, initial: [{ column: columnIndex('rank'), value: huge(target) }] }] }])
        .refusal,
    ).toContain('rule birth would create an object with rank of Infinity');
    expect(outcomeOf([{ ...rule, effects: [{ ...birth, count: number(40) }] }]).refusal).toMatch(/^world-full: /);
  });

  test('on what aggregates look at stop either executor', () => {
    const count: Node = makeNode(
      aggregate,
      { fold: 'count', range: { over: 'objects', kind: 0, class: 0 }, slot: 2 },
      is(of({ ...target, data: { slot: 2 } }, 'rank'), '>', of(target, 'rank')),
    );
    const program = passesOf([[{ include: [ranked], effects: [write('stock', 'add', count)] }]]);
    for (const make of [referenceExecutor, compiledExecutor]) {
      const state = stateOf(handModel, { limits: { visitsPerTurn: 3 } });
      four(makerOf(state));
      expect(runPasses(make(program, state), state, [program.rules.passes[0].rules]).refusal).toContain(
        'limit-visits: edict: ',
      );
    }
  });
});

test('a list of rules that is no pass of the program is refused', () => {
  const program = passesOf([[first]]);
  const state = stateOf(handModel);
  expect(runPasses(compiledExecutor(program, state), state, [[...program.rules.passes[0].rules]]).refusal).toMatch(
    /^foreign-rule: /,
  );
});

test('nothing is left of a pass that is refused, and the next is run as if it had not been', () => {
  const claimed: RuleParts = { ...first, claims: 3 };
  const program = passesOf([
    [claimed],
    [claimed, { include: [ranked], effects: [write('stock', 'add', huge(target))] }],
  ]);
  const [good, bad] = program.rules.passes.map((pass) => pass.rules);
  const state = stateOf(handModel);
  four(makerOf(state));
  const executor = compiledExecutor(program, state);
  for (let i = 0; i < 3; i++) {
    expect(runPasses(executor, state, [good, bad]).refusal).toMatch(/^not-finite/);
    expect(runPasses(executor, state, [good]).refusal).toBeUndefined();
    expect([1, 2, 3, 4].map((id) => state.cells[columnIndex('stock')][id])).toEqual([i + 1, i + 1, i + 1, i + 1]);
  }
});

function classConstant(name: string): Node {
  return {
    op: 'constant',
    type: { name: 'class' },
    args: [],
    data: { value: classIndex(name), type: { name: 'class' } },
  };
}
