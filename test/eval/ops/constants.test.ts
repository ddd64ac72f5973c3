import { describe, expect, test } from 'vitest';
import { destroy } from '../../../src/state/object-life.js';
import { writeCell } from '../../../src/components/cells.js';
import { handleOf } from '../../../src/kernel/identity.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { columnsRead, makeNode, operationOf, printNode } from '../../../src/eval/make-node.js';
import { type Node, type Value, sourceSlot } from '../../../src/ir/node.js';
import * as arithmetic from '../../../src/eval/ops/arithmetic.js';
import { age, running, turn } from '../../../src/eval/ops/time.js';
import { compare, within } from '../../../src/eval/ops/compare-values.js';
import { type Comparison } from '../../../src/kernel/comparison.js';
import { draw } from '../../../src/eval/ops/draws.js';
import { classOf, follow, kindOf, role } from '../../../src/eval/ops/object-links.js';
import { operations } from '../../../src/eval/ops/index.js';
import * as logic from '../../../src/eval/ops/logic.js';
import { refusal, refusedWith } from '../../support/errors.js';
import { at, columnNamed, galaxyModel, inside, make, modelOf, stateOf } from '../../support/hand-model.js';
import {
  absences,
  boolean,
  classNode,
  evaluated,
  giving,
  kindNode,
  none,
  number,
  reading,
  source,
  target,
  word,
} from '../../support/nodes.js';
import { longTest } from '../../support/heavy.js';

const state = stateOf();
const valueOf = (node: Node): Value => evaluated(state, node);

describe('the table of operations', () => {
  test('has each operation under its own name', () => {
    for (const [name, operation] of operations) expect(operation.name).toBe(name);
    expect(operations.size).toBeGreaterThanOrEqual(36);
  });

  test('refuses what it does not have', () => {
    expect(
      refusedWith(() => operationOf({ op: '__proto__', type: { name: 'number' }, args: [], data: undefined })),
    ).toBe('ir-unknown');
    expect(
      refusedWith(() =>
        createFrame(state, 1).evaluate({ op: 'fly', type: { name: 'number' }, args: [], data: undefined }),
      ),
    ).toBe('ir-unknown');
  });

  test('prints nodes so that different ones differ', () => {
    expect(
      printNode(makeNode(compare, { comparison: '>=' }, reading(state, 'population', target, 'missing'), number(5))),
    ).toBe('(compare >= (read 0 missing (slot 1)) (constant number 5))');
    expect(printNode(none)).not.toBe(printNode(number(0)));
    expect(printNode(word(0, 1))).not.toBe(printNode(word(1, 1)));
  });

  test('knows the columns that a node reads at any depth', () => {
    const node = makeNode(
      arithmetic.add,
      undefined,
      reading(state, 'population', source, 'zero'),
      makeNode(arithmetic.negate, undefined, reading(state, 'fertility', target, 'initial', true)),
    );
    expect([...columnsRead(node)].sort((a, b) => a - b)).toEqual([0, 2]);
  });
});

describe('arithmetic', () => {
  test.each([
    ['add', 2, 3, 5],
    ['subtract', 2, 3, -1],
    ['multiply', 2, 3, 6],
    ['minimum', 2, 3, 2],
    ['minimum', 3, 2, 2],
    ['maximum', 2, 3, 3],
    ['maximum', 3, 2, 3],
    ['power', 2, 10, 1024],
    ['power', 0, 0, 1],
  ] as const)('%s(%d, %d) is %d', (name, a, b, result) => {
    expect(valueOf(makeNode(arithmetic[name], undefined, number(a), number(b)))).toBe(result);
  });

  test.each([
    ['negate', 3, -3],
    ['absolute', -3, 3],
    ['floor', -1.5, -2],
    ['ceiling', -1.5, -1],
    ['ceiling', 1.2, 2],
    ['round', 0.5, 1],
    ['round', -0.5, -1],
    ['round', 2.5, 3],
    ['round', -2.5, -3],
    ['round', 0.49999999999999994, 0],
    ['round', 1.4, 1],
    ['round', -1.6, -2],
  ] as const)('%s(%d) is %d', (name, a, result) => {
    expect(valueOf(makeNode(arithmetic[name], undefined, number(a)))).toBe(result);
  });

  test('division by zero follows its policy', () => {
    const of = (
      zeroDivisor: arithmetic.ZeroDivisor,
      operation: typeof arithmetic.divide,
      a: number,
      b: number,
    ): Value => valueOf(makeNode(operation, { zeroDivisor }, number(a), number(b)));
    expect((['zero', 'dividend', 'ieee'] as const).map((policy) => of(policy, arithmetic.divide, 7, 0))).toEqual([
      0,
      7,
      Infinity,
    ]);
    expect((['zero', 'dividend'] as const).map((policy) => of(policy, arithmetic.remainder, 7, 0))).toEqual([0, 7]);
    expect(of('zero', arithmetic.divide, 7, 2)).toBe(3.5);
    expect([
      of('zero', arithmetic.remainder, 7, 3),
      of('zero', arithmetic.remainder, -7, 3),
      of('zero', arithmetic.remainder, 7, -3),
    ]).toEqual([1, -1, 1]);
  });

  test.each(absences)('of what is %s is that', (_, absent) => {
    for (const name of ['add', 'subtract', 'multiply', 'minimum', 'maximum', 'power'] as const) {
      expect(valueOf(makeNode(arithmetic[name], undefined, giving(absent), number(1)))).toBe(absent);
      expect(valueOf(makeNode(arithmetic[name], undefined, number(1), giving(absent)))).toBe(absent);
    }
    for (const name of ['negate', 'absolute', 'floor', 'ceiling', 'round'] as const) {
      expect(valueOf(makeNode(arithmetic[name], undefined, giving(absent)))).toBe(absent);
    }
    expect(valueOf(makeNode(arithmetic.divide, { zeroDivisor: 'zero' }, giving(absent), number(0)))).toBe(absent);
  });

  test('of both absences is the stronger one, in either order', () => {
    expect(valueOf(makeNode(arithmetic.add, undefined, giving(undefined), giving(null)))).toBeNull();
    expect(valueOf(makeNode(arithmetic.add, undefined, giving(null), giving(undefined)))).toBeNull();
  });

  test('takes numbers only', () => {
    const error = refusal(() => makeNode(arithmetic.add, undefined, number(1), boolean(true)));
    expect([error.code, error.message]).toEqual([
      'ir-type',
      'edict: add takes (number, number), not (number, boolean)',
    ]);
    expect(refusedWith(() => makeNode(arithmetic.negate, undefined, none))).toBe('ir-type');
    expect(refusedWith(() => makeNode(arithmetic.add, undefined, number(1)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(arithmetic.divide, { zeroDivisor: 'zero' }, number(1), none))).toBe('ir-type');
  });
});

describe('comparison', () => {
  const compared = (comparison: Comparison, a: Node, b: Node): Value =>
    valueOf(makeNode(compare, { comparison }, a, b));
  const all: readonly Comparison[] = ['==', '!=', '<', '<=', '>', '>='];

  test('of numbers', () => {
    const row = (a: number, b: number): readonly Value[] =>
      all.map((comparison) => compared(comparison, number(a), number(b)));
    expect(row(1, 2)).toEqual([0, 1, 1, 1, 0, 0]);
    expect(row(2, 2)).toEqual([1, 0, 0, 1, 0, 1]);
    expect(row(3, 2)).toEqual([0, 1, 0, 0, 1, 1]);
    expect(row(NaN, NaN)).toEqual([0, 1, 0, 0, 0, 0]);
    expect(row(-0, 0)).toEqual([1, 0, 0, 1, 0, 1]);
  });

  test('of words of one enumeration by their place, of others for equality', () => {
    expect(compared('<', word(0, 1), word(0, 2))).toBe(1);
    expect(compared('==', kindNode(2), kindNode(2))).toBe(1);
    expect(compared('!=', classNode(2), classNode(1))).toBe(1);
    expect(compared('==', boolean(true), boolean(false))).toBe(0);
    expect(compared('==', none, none)).toBe(1);
    for (const make of [kindNode, classNode])
      expect(refusedWith(() => compared('<', make(1), make(2)))).toBe('ir-type');
    expect(refusedWith(() => compared('<', boolean(true), boolean(false)))).toBe('ir-type');
    expect(refusedWith(() => compared('==', word(0, 1), word(1, 1)))).toBe('ir-type');
    expect(refusedWith(() => compared('==', number(1), boolean(true)))).toBe('ir-type');
  });

  test.each(absences)('with what is %s is that, whatever the operator', (_, absent) => {
    for (const comparison of all) {
      expect(compared(comparison, giving(absent), number(1))).toBe(absent);
      expect(compared(comparison, number(1), giving(absent))).toBe(absent);
    }
  });
});

describe('logic', () => {
  const values: readonly Value[] = [0, 1, undefined, null];
  const both = (operation: typeof logic.and): readonly Value[][] =>
    values.map((a) =>
      values.map((b) => valueOf(makeNode(operation, undefined, giving(a, 'boolean'), giving(b, 'boolean')))),
    );

  test('and: a false decides, else the stronger absence stays', () => {
    expect(both(logic.and)).toEqual([
      [0, 0, 0, 0],
      [0, 1, undefined, null],
      [0, undefined, undefined, null],
      [0, null, null, null],
    ]);
  });

  test('or: a true decides, else the stronger absence stays', () => {
    expect(both(logic.or)).toEqual([
      [0, 1, undefined, null],
      [1, 1, 1, 1],
      [undefined, 1, undefined, null],
      [null, 1, null, null],
    ]);
  });

  test('of nothing and of many', () => {
    expect(valueOf(makeNode(logic.and, undefined))).toBe(1);
    expect(valueOf(makeNode(logic.or, undefined))).toBe(0);
    expect(valueOf(makeNode(logic.and, undefined, boolean(true), giving(undefined, 'boolean'), boolean(false)))).toBe(
      0,
    );
    expect(
      valueOf(makeNode(logic.or, undefined, boolean(false), giving(null, 'boolean'), giving(undefined, 'boolean'))),
    ).toBeNull();
  });

  test('not, present, applies', () => {
    const of = (operation: typeof logic.not): readonly Value[] =>
      values.map((value) => valueOf(makeNode(operation, undefined, giving(value, 'boolean'))));
    expect(of(logic.not)).toEqual([1, 0, undefined, null]);
    expect(of(logic.present)).toEqual([1, 1, 0, 0]);
    expect(of(logic.applies)).toEqual([0, 1, 0, 0]);
  });

  test('otherwise gives the second value where the first is absent', () => {
    const of = (a: Value, b: Value): Value => valueOf(makeNode(logic.otherwise, undefined, giving(a), giving(b)));
    expect([of(1, 2), of(0, 2), of(undefined, 2), of(null, 2), of(null, undefined)]).toEqual([1, 0, 2, 2, undefined]);
  });

  test('choose evaluates the chosen value only, and is as absent as its condition', () => {
    const broken: Node = { op: 'fly', type: { name: 'number' }, args: [], data: undefined };
    const of = (condition: Value, a: Node, b: Node): Value =>
      valueOf(makeNode(logic.choose, undefined, giving(condition, 'boolean'), a, b));
    expect([
      of(1, number(5), broken),
      of(0, broken, number(6)),
      of(undefined, broken, broken),
      of(null, broken, broken),
    ]).toEqual([5, 6, undefined, null]);
  });

  test('takes conditions and values of one type', () => {
    for (const operation of [logic.and, logic.or])
      expect(refusedWith(() => makeNode(operation, undefined, boolean(true), number(1)))).toBe('ir-type');
    for (const operation of [logic.not, logic.applies])
      expect(refusedWith(() => makeNode(operation, undefined, number(1)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(logic.otherwise, undefined, number(1), none))).toBe('ir-type');
    expect(refusedWith(() => makeNode(logic.choose, undefined, boolean(true), number(1), none))).toBe('ir-type');
    expect(refusedWith(() => makeNode(logic.choose, undefined, number(1), number(1), number(1)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(logic.present, undefined))).toBe('ir-type');
  });
});

describe('within', () => {
  const model = modelOf({
    kinds: { planet: {} },
    enumerations: {
      size: { members: ['asteroids', 'tiny', 'small', 'medium', 'large', 'huge', 'gasGiant'], order: 'ordered' },
      environment: {
        members: [
          'swamp',
          'toxic',
          'inferno',
          'radiated',
          'barren',
          'tundra',
          'desert',
          'terran',
          'ocean',
          'asteroids',
          'gas',
        ],
        order: 'wheel',
        ring: 9,
      },
      focus: { members: ['farming', 'industry'] },
    },
  });
  const at = (enumeration: number, a: Value, centre: Value, range: Value): Value => {
    const type = { name: 'enumeration', index: enumeration } as const;
    const node: Node = { op: 'within', type: { name: 'boolean' }, args: [], data: undefined };
    return evaluated(stateOf(model), {
      ...node,
      args: [{ ...giving(a), type }, { ...giving(centre), type }, giving(range)],
    });
  };

  test('on an order counts places', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((size) => at(0, size, 4, 2))).toEqual([0, 0, 1, 1, 1, 1, 1, 0]);
    expect(at(0, 4, 4, 0)).toBe(1);
    expect(at(0, 4, 4, -1)).toBe(0);
    expect(at(0, 4, 5, 0.5)).toBe(0);
    expect(at(0, 4, 5, 1.5)).toBe(1);
  });

  test('on a wheel counts steps either way round', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((environment) => at(1, environment, 1, 2))).toEqual([
      1, 1, 1, 0, 0, 0, 0, 1, 1,
    ]);
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((environment) => at(1, environment, 9, 1))).toEqual([
      1, 0, 0, 0, 0, 0, 0, 1, 1,
    ]);
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((environment) => at(1, environment, 5, 100))).toEqual(new Array(9).fill(1));
  });

  test('off the wheel matches itself only, at any range', () => {
    expect([9, 10, 11].map((environment) => at(1, environment, 10, 100))).toEqual([0, 1, 0]);
    expect([1, 9, 10, 11].map((environment) => at(1, environment, 9, 100))).toEqual([1, 1, 0, 0]);
    // The range is ignored.
    expect(at(1, 10, 10, -1)).toBe(1);
  });

  test('of none and without order is equality', () => {
    expect([at(1, 0, 0, 1), at(1, 0, 1, 9), at(1, 1, 0, 9), at(0, 0, 1, 9)]).toEqual([1, 0, 0, 0]);
    expect([at(2, 1, 1, 5), at(2, 1, 2, 5)]).toEqual([1, 0]);
  });

  test('of what is absent is absent, the stronger first', () => {
    expect([
      at(0, undefined, 1, 1),
      at(0, null, 1, 1),
      at(0, 1, null, 1),
      at(0, 1, 1, undefined),
      at(0, undefined, null, 1),
      at(0, undefined, undefined, null),
    ]).toEqual([undefined, null, null, undefined, null, null]);
  });

  test('takes two words of one enumeration and a number', () => {
    expect(refusedWith(() => makeNode(within, undefined, word(0, 1), word(1, 1), number(1)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(within, undefined, word(0, 1), word(0, 1), word(0, 1)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(within, undefined, number(1), number(1), number(1)))).toBe('ir-type');
  });
});

describe('reads', () => {
  const world = stateOf();
  const system = make(world, 'system', { place: at(0) });
  const planet = make(world, 'planet', { place: inside(system) });
  const farm = make(world, 'building', { place: inside(planet) });
  const ship = make(world, 'ship');
  writeCell(world, columnNamed(galaxyModel, 'colour'), system, 2);
  writeCell(world, columnNamed(galaxyModel, 'population'), planet, 7);

  test('are of the object itself unless they climb', () => {
    const of = (name: string, climb: boolean, id: number): Value =>
      evaluated(world, reading(world, name, target, 'missing', climb), [0, id]);
    expect([farm, planet, system].map((id) => of('population', false, id))).toEqual([undefined, 7, undefined]);
    expect([farm, planet, system, ship].map((id) => of('colour', true, id))).toEqual([2, 2, 2, undefined]);
    expect([farm, planet, system].map((id) => of('population', true, id))).toEqual([7, 7, undefined]);
  });

  test('of what is not there say so as they are told', () => {
    for (const [id, of] of [
      [ship, target],
      [0, target],
      [0, giving(undefined, 'entity')],
      [0, giving(null, 'entity')],
    ] as const) {
      const as = (absent: Parameters<typeof reading>[3]): Value =>
        evaluated(world, reading(world, 'level', of, absent, true), [0, id]);
      expect([as('missing'), as('notFound'), as('zero'), as('initial')]).toEqual([undefined, null, 0, 1]);
    }
  });

  test('of a stale reference are none', () => {
    const [hunter, prey] = [make(world, 'ship'), make(world, 'ship')];
    writeCell(world, columnNamed(galaxyModel, 'target'), hunter, prey);
    destroy(world, prey);
    expect(evaluated(world, reading(world, 'target', target, 'missing'), [0, hunter])).toBe(0);
  });

  test('take an object', () => {
    expect(refusedWith(() => reading(world, 'level', number(1), 'zero'))).toBe('ir-type');
  });
});

describe('relations and sorts', () => {
  const world = stateOf();
  const empire = make(world, 'empire');
  const system = make(world, 'system', { place: at(0) });
  const planet = make(world, 'planet', { place: inside(system), owner: empire });
  const farm = make(world, 'building', { class: 'farm', place: inside(planet), created: 3 });
  const planetKind = galaxyModel.kindByName.get('planet')?.index ?? 0;

  test('follow leads to one object or none', () => {
    const of = (relation: 'owner' | 'parent' | 'ancestor', id: Node | number): Value => {
      const node = makeNode(
        follow,
        { relation, kind: relation === 'ancestor' ? planetKind : 0 },
        typeof id === 'number' ? source : id,
      );
      return evaluated(world, node, [typeof id === 'number' ? id : 0]);
    };
    expect([empire, system, planet, farm, 0].map((id) => of('owner', id))).toEqual([empire, empire, empire, 0, 0]);
    expect([empire, system, planet, farm, 0].map((id) => of('parent', id))).toEqual([0, 0, system, planet, 0]);
    expect([empire, system, planet, farm, 0].map((id) => of('ancestor', id))).toEqual([0, 0, planet, planet, 0]);
    for (const [, absent] of absences) expect(of('owner', giving(absent, 'entity'))).toBe(absent);
    make(world, 'planet', { place: inside(system), owner: make(world, 'empire') });
    expect(of('owner', system)).toBe(0);
    expect(refusedWith(() => makeNode(follow, { relation: 'owner', kind: 0 }, number(1)))).toBe('ir-type');
  });

  test('kind and class', () => {
    expect([planet, farm, 0].map((id) => evaluated(world, makeNode(kindOf, undefined, source), [id]))).toEqual([
      planetKind,
      planetKind + 1,
      undefined,
    ]);
    expect([planet, farm, 0].map((id) => evaluated(world, makeNode(classOf, undefined, source), [id]))).toEqual([
      0,
      1,
      undefined,
    ]);
    for (const operation of [kindOf, classOf])
      expect(refusedWith(() => makeNode(operation, undefined, number(1)))).toBe('ir-type');
  });

  test('turn, age and the running value', () => {
    expect(evaluated(world, makeNode(turn, undefined), [], 9)).toBe(9);
    expect([farm, 0].map((id) => evaluated(world, makeNode(age, undefined, source), [id], 9))).toEqual([6, undefined]);
    const frame = createFrame(world, 1);
    frame.value = 4;
    expect(frame.evaluate(makeNode(running, { type: { name: 'number' } }))).toBe(4);
  });

  test('a role is missing until somebody is bound, and again when that one is gone', () => {
    const rival = makeNode(role, { role: 0 });
    expect(evaluated(world, rival)).toBeUndefined();
    const other = make(world, 'empire');
    world.role[1] = handleOf(world.identity, other);
    expect(evaluated(world, rival)).toBe(other);
    destroy(world, other);
    expect(make(world, 'empire')).toBe(other);
    expect(evaluated(world, rival)).toBeUndefined();
  });
});

describe('draws', () => {
  const world = stateOf();
  const ids = [1, 2, 3, 4].map(() => make(world, 'ghost'));

  function drawn(given: {
    turn?: number;
    rule?: number;
    site?: number;
    slots?: number;
    objects?: readonly number[];
    seed?: string;
  }): Value {
    const { seed, turn: when = 1, rule = 0, site = 0, slots = 2, objects = [1, 2] } = given;
    const drawing = seed === undefined ? world : stateOf(galaxyModel, { seed });
    const frame = createFrame(drawing, when);
    frame.rule = rule;
    objects.forEach((id, i) => {
      frame.slots[i] = id;
    });
    return frame.evaluate(makeNode(draw, { site, slots }));
  }

  test('depend on seed, turn, rule, place and the objects that are bound, and on nothing else', () => {
    expect(drawn({})).toBe(drawn({}));
    expect(drawn({ objects: [1, 2, 3] })).toBe(drawn({}));
    expect(drawn({ slots: 1, objects: [1, 4] })).toBe(drawn({ slots: 1 }));
    const all = [
      {},
      { turn: 2 },
      { rule: 1 },
      { rule: -1 },
      { site: 1 },
      { slots: 1 },
      { slots: 3 },
      { objects: [2, 1] },
      { objects: [1, 3] },
      { objects: [1, 1] },
      { seed: '7' },
    ].map(drawn);
    expect(new Set(all).size).toBe(all.length);
  });

  test('are others for another tenant of a row', () => {
    const before = drawn({ objects: [1, ids[3]] });
    destroy(world, ids[3]);
    expect(make(world, 'ghost')).toBe(ids[3]);
    expect(drawn({ objects: [1, ids[3]] })).not.toBe(before);
  });

  longTest('come as often as they should over objects and turns', () => {
    let hits = 0;
    for (let when = 1; when <= 100; when++)
      for (let id = 1; id <= 4; id++)
        for (let rule = 0; rule < 25; rule++) if (Number(drawn({ turn: when, rule, objects: [id, 1] })) < 0.3) hits++;
    expect(Math.abs(hits / 10_000 - 0.3)).toBeLessThan(0.02);
  });

  test('take nothing', () => {
    expect(refusedWith(() => makeNode(draw, { site: 0, slots: 1 }, number(1)))).toBe('ir-type');
  });
});

test('the slots of a frame start empty', () => {
  expect(createFrame(state, 1).slots[sourceSlot]).toBe(0);
});
