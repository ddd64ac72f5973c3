import { describe, expect, test } from 'vitest';
import { isAvailable } from '../../../src/components/availability.js';
import { readCell, writeCell } from '../../../src/components/cells.js';
import { destroy } from '../../../src/state/object-life.js';
import { boundTo, bindRole } from '../../../src/components/roles.js';
import type { WorldState } from '../../../src/components/state.js';
import { fireAction } from '../../../src/meaning/effects/fire-effects.js';
import { type Message, beginTurn } from '../../../src/meaning/effects/turn-context.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { present } from '../../../src/eval/ops/logic.js';
import { read } from '../../../src/eval/ops/read.js';
import { role } from '../../../src/eval/ops/object-links.js';
import type { Effect, Recipient, Rule } from '../../../src/ir/rule.js';
import { at, columnNamed, make, modelOf, stateOf } from '../../support/hand-model.js';
import { refusal } from '../../support/errors.js';
import { absences, boolean, classNode, giving, none, number, source, target } from '../../support/nodes.js';

const model = modelOf({
  kinds: { empire: { faction: true, ownership: 'none' }, ship: {} },
  columns: { gold: { kinds: ['empire', 'ship'] }, hull: { kinds: ['ship'] } },
  classes: { scout: { kind: 'ship' } },
  roles: ['first', 'second', 'third'],
});

const alarm: Rule = {
  index: 0,
  name: 'trigger alarm',
  label: 'Alarm',
  carrier: { by: 'class', class: 1 },
  phase: 'actions',
  priority: 0,
  activation: [],
  include: [],
  exclude: [],
  effects: [],
  claims: 0,
  dispatch: 'rule',
  reads: [],
  writes: [],
  structural: true,
  origin: { file: 'content.yaml', line: 1, column: 1 },
};

const gold = columnNamed(model, 'gold');
const base = (recipient: Recipient = 'target'): Pick<Effect, 'recipient' | 'stacking' | 'label'> => ({
  recipient,
  stacking: 0,
  label: '',
});
const pay = (amount: Node | number, recipient: Recipient = 'target', holder?: Node): Effect => ({
  kind: 'modify',
  ...base(recipient),
  column: gold.index,
  ...(holder === undefined ? {} : { holder }),
  modification: 'add',
  amount: typeof amount === 'number' ? number(amount) : amount,
});
const bind = (to: number | Node, object: Node): Effect => ({
  kind: 'bind',
  ...base(),
  role: typeof to === 'number' ? number(to) : to,
  object,
});
const roleNode = (index: number): Node => makeNode(role, { role: index });
const goldOf = (of: Node): Node =>
  makeNode(read, { column: gold.index, type: gold.type, climb: false, absent: 'zero' as const }, of);

interface Scene {
  readonly state: WorldState;
  readonly empire: number;
  readonly ship: number;
  readonly heard: Message[];
  fire(effects: readonly Effect[], source: number, target: number): void;
  gold(id: number): number;
}

function scene(): Scene {
  const state = stateOf(model);
  const empire = make(state, 'empire');
  const ship = make(state, 'ship', { owner: empire });
  const heard: Message[] = [];
  const context = beginTurn(state, 1, { listen: (message) => heard.push(message) });
  return {
    state,
    empire,
    ship,
    heard,
    fire: (effects, from, on) => {
      fireAction(context, alarm, effects, from, on);
    },
    gold: (id) => readCell(state, gold, id),
  };
}

describe('an action', () => {
  test('fires on its target, on its source, and on the owners of the target', () => {
    const { state, empire, ship, fire, gold: has } = scene();
    const other = make(state, 'ship');
    fire([pay(1), pay(10, 'source'), pay(100, 'empires')], other, ship);
    expect([ship, other, empire].map(has)).toEqual([1, 10, 100]);
    // Nobody owns it.
    fire([pay(100, 'empires')], ship, other);
    expect([ship, other, empire].map(has)).toEqual([1, 10, 100]);
  });

  test('without a target fires what says by itself whom it changes, what binds and what tells', () => {
    const { state, empire, ship, heard, fire, gold: has } = scene();
    bindRole(state, 0, empire);
    fire(
      [
        pay(1),
        pay(2, 'target', roleNode(0)),
        pay(4, 'source'),
        pay(8, 'empires'),
        { kind: 'destroy', ...base() },
        { kind: 'give', ...base(), owner: none },
        { kind: 'availability', ...base(), holder: roleNode(0), class: classNode(1), available: boolean(true) },
        { kind: 'create', ...base(), class: classNode(1), count: number(1), initial: [], into: source },
        bind(1, source),
        { kind: 'message', ...base(), text: 'alarm', values: [] },
      ],
      ship,
      0,
    );
    expect([ship, empire].map(has)).toEqual([4, 2]);
    expect(isAvailable(state, empire, 1)).toBe(true);
    expect(boundTo(state, 1)).toBe(ship);
    expect(heard.map(({ rule, text, target: on }) => [rule, text, on])).toEqual([['trigger alarm', 'alarm', 0]]);
  });

  test('that raises where nothing resolves occurrences is refused, with a target and without', () => {
    const { ship, fire } = scene();
    const raise: Effect = { kind: 'raise', ...base(), occurrences: [] };
    for (const on of [ship, 0]) {
      const { code, message } = refusal(() => {
        fire([raise], ship, on);
      });
      expect(code).toBe('bad-content');
      expect(message).toContain('trigger alarm raises occurrences where nothing resolves them');
    }
  });

  test('without a source leaves out what is on the source', () => {
    const { ship, fire, gold: has } = scene();
    fire([pay(1, 'source'), pay(goldOf(source)), pay(5)], 0, ship);
    expect(has(ship)).toBe(5);
  });

  test('passes over what one of its effects has destroyed, and still pays the owner', () => {
    const { empire, ship, fire, gold: has } = scene();
    fire([{ kind: 'destroy', ...base() }, pay(1), pay(2, 'empires'), bind(2, target), pay(4, 'source')], ship, ship);
    expect(has(empire)).toBe(2);
  });

  test('a new object in the row of one that was destroyed is another', () => {
    const { state, ship, fire, gold: has } = scene();
    const yard = make(state, 'ship', { place: at(1, 2) });
    const born: Effect = {
      kind: 'create',
      ...base('source'),
      class: classNode(1),
      count: number(1),
      initial: [],
      then: [bind(0, target)],
    };
    fire([{ kind: 'destroy', ...base() }, born, pay(1)], yard, ship);
    const child = boundTo(state, 0);
    expect([child, has(child)]).toEqual([ship, 0]);
  });

  test('asks a branch with or without a target, at its turn', () => {
    const { state, empire, ship, fire, gold: has } = scene();
    bindRole(state, 0, empire);
    const someTarget: Effect = {
      kind: 'branch',
      ...base(),
      condition: makeNode(compare, { comparison: '!=' as const }, makeNode(role, { role: 2 }), none),
      then: [pay(1, 'target', roleNode(0)), pay(2)],
      otherwise: [pay(10, 'target', roleNode(0)), pay(20)],
    };
    fire([someTarget, bind(2, source), someTarget], ship, 0);
    expect([has(empire), has(ship)]).toEqual([11, 0]);
    fire([someTarget], empire, ship);
    expect([has(empire), has(ship)]).toEqual([12, 2]);
    const inBranch: Effect = {
      kind: 'branch',
      ...base(),
      condition: makeNode(present, undefined, target),
      then: [
        {
          kind: 'branch',
          ...base(),
          condition: boolean(false),
          then: [],
          otherwise: [pay(100, 'empires'), pay(100, 'source')],
        },
      ],
      otherwise: [],
    };
    fire([inBranch], ship, ship);
    expect([has(empire), has(ship)]).toEqual([112, 102]);
  });

  test('fires in the order of its effects, each on the world as it is then', () => {
    const { state, ship, fire, gold: has } = scene();
    writeCell(state, gold, ship, 3);
    fire([pay(goldOf(target)), { ...pay(10), modification: 'multiply' } as Effect, pay(goldOf(target))], 0, ship);
    expect(has(ship)).toBe(120);
  });
});

describe('binding a role by its number', () => {
  test('rounds toward zero', () => {
    const { state, ship, fire } = scene();
    fire([bind(1.9, target), bind(-0.9, target)], 0, ship);
    expect([0, 1, 2].map((index) => boundTo(state, index))).toEqual([ship, ship, 0]);
  });

  test('does nothing for a number that is that of no role, or absent', () => {
    const { state, empire, ship, fire } = scene();
    for (let index = 0; index < 3; index++) bindRole(state, index, empire);
    fire(
      [
        ...[-1, 3, 2 ** 31, NaN, Infinity].map((index) => bind(index, target)),
        ...absences.map(([, absent]) => bind(giving(absent), target)),
      ],
      0,
      ship,
    );
    expect([0, 1, 2].map((index) => boundTo(state, index))).toEqual([empire, empire, empire]);
  });

  test('an absent object, none and one that is gone unbind', () => {
    const { state, empire, ship, fire } = scene();
    for (const object of [none, ...absences.map(([, absent]) => giving(absent, 'entity')), roleNode(2)]) {
      bindRole(state, 0, empire);
      fire([bind(0, object)], 0, ship);
      expect(boundTo(state, 0)).toBe(0);
    }
    fire([bind(0, target)], 0, ship);
    destroy(state, ship);
    expect(boundTo(state, 0)).toBe(0);
  });
});
