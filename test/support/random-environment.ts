import type { Block, Choices as OrderChoices, Environment, Order, Slots } from '../../src/ir/environment.js';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { and } from '../../src/eval/ops/logic.js';
import type { Program } from '../../src/ir/rule.js';
import { type Type, kindAt } from '../../src/model/model.js';
import { compileExpression } from '../../src/content/expression/compile-expression.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import type { Choices } from './choices.js';
import { columnNamed } from './hand-model.js';
import { type Place, type Vocabulary, randomExpressions } from './random-expression.js';

/** Environments by hand and at random, for tests of what is below the loader. */

/** The node of a text over names that stand for slots, in their order. */
export function nodeOf(
  { model, rules: { names } }: Program,
  text: string,
  slots: readonly string[],
  type: Type['name'] = 'number',
): Node {
  const result = compileExpression(text, { name: type } as Type, {
    model,
    ...(names === undefined ? {} : { names }),
    limits: defaultLimits,
    slots: new Map(slots.map((name, i) => [name, i])),
    tested: slots.length - 1,
    value: undefined,
    firstFree: 2,
    sites: { next: 0 },
  });
  if (result.ok) return result.node;
  throw new Error(`${text}: ${result.problems.map(({ message }) => message).join('; ')}`);
}

const bothObjects = ['agent', 'self'];
const forChoices = ['self', 'choice'];

/** Environments for random content: every part of them at random, agents of any kind that has a faction or not. */
export function randomEnvironment(
  choices: Choices,
  program: Program,
  names: Vocabulary,
  agentCount: number,
): Environment {
  const { model } = program;
  const draws = choices.oneIn(6);
  const place = (objects: readonly string[]): Place => ({ objects, value: false, draws });
  const number = (own: Choices, objects: readonly string[]): Node => {
    const text = randomExpressions(own, names).number(place(objects), own.between(0, 3));
    // What is not finite is an error of its own.
    return nodeOf(
      program,
      own.oneIn(30) ? text : `clamp(${own.oneIn(2) ? text : `default(${text}, 1)`}, -1000, 1000)`,
      objects,
    );
  };
  const condition = (own: Choices, objects: readonly string[]): Node => {
    const { condition: any } = randomExpressions(own, names);
    const depth = own.between(0, 3);
    const parts = Array.from({ length: own.between(1, 3) }, (_, i) =>
      objects.length === 2 && own.oneIn(3) ? indexed(own, objects) : any(place(objects), i === 0 ? depth : 1),
    );
    return nodeOf(program, parts.join(' && '), objects, 'boolean');
  };
  /** Conditions of which a part is answered by an index. */
  const indexed = (own: Choices, [a, b]: readonly string[]): string =>
    own.pick([
      `(${b}.owner == ${a === 'self' ? `${a}.owner` : a})`,
      `(${b}.owner == ${a === 'self' ? `${a}.owner` : a})`,
      `(jumps(${b}, ${a}.system) <= ${own.between(0, 2)})`,
      `(${b} == ${a}.goal)`,
      `(distance(${a}, ${b}) < 2)`,
      `(${b}.owner != ${a === 'self' ? `${a}.owner` : a})`,
      `(${b} != ${a}.system)`,
      `(${b}.goal != ${a} || ${b} == ${a}.goal)`,
    ]);
  const maybe = <Made>(own: Choices, make: (of: Choices) => Made): Made | undefined =>
    own.oneIn(2) ? make(own) : undefined;
  const kindIndex = (own: Choices): number => own.pick(model.kinds).index;
  const slotsOf = (own: Choices, kind: number): Slots => ({
    kind,
    where: maybe(own.split('where'), (of) => condition(of, bothObjects)),
    order: maybe(own.split('order'), (of) => number(of, bothObjects)),
    count: own.pick([1, 2, 5, 40]),
  });
  const agentKind = kindIndex(choices.split('agents'));
  const sharedSlots = slotsOf(choices.split('shared'), kindIndex(choices.split('shared kind')));

  function block(own: Choices, name: string): Block {
    const slots = own.oneIn(3) ? undefined : own.oneIn(3) ? sharedSlots : slotsOf(own.split('slots'), kindIndex(own));
    const values = Array.from({ length: own.between(1, 4) }, (_, i) => {
      const of = own.split(`value ${i}`);
      const objects = of.oneIn(3) ? ['agent'] : bothObjects;
      return { name: `v${i}`, node: of.oneIn(4) ? condition(of, objects) : number(of, objects) };
    });
    return { name, slots, values };
  }

  function order(own: Choices, name: string): Order | undefined {
    const { property, kinds } = own.pick(ordered(program));
    if (kinds.length === 0) return undefined;
    const kind = own.pick(kinds);
    const isOwn = kind === agentKind && own.oneIn(2);
    const slots = isOwn ? undefined : slotsOf(own.split('slots'), kind);
    const column = columnNamed(model, property);
    return {
      name,
      slots,
      column: column.index,
      choices:
        column.type.name === 'entity'
          ? choosing(own)
          : among(
              own,
              column.type.name === 'enumeration'
                ? model.enumerations[column.type.index].members
                : model.classes.map((item) => item.name),
            ),
    };
  }

  function choosing(own: Choices): OrderChoices {
    return {
      by: 'object',
      kind: kindIndex(own),
      where: condition(own.split('choices'), forChoices),
      count: own.pick([1, 3, 12]),
      prefer: maybe(own.split('prefer'), (of) => number(of, forChoices)),
    };
  }

  function among(own: Choices, members: readonly string[]): OrderChoices {
    const values = members.map((_, i) => i + 1).filter(() => !own.oneIn(3));
    const shared = condition(own.split('shared'), bothObjects);
    // A part that several choices have in common.
    const common = own.split('common').oneIn(2) ? condition(own.split('agents'), ['agent']) : undefined;
    const allowed = (of: Choices): Node =>
      common === undefined ? condition(of, bothObjects) : makeNode(and, undefined, common, condition(of, ['agent']));
    return {
      by: 'value',
      values,
      names: values.map((value) => members[value - 1]),
      allowed: values.map((value) =>
        common === undefined && own.oneIn(3) ? shared : maybe(own.split(`allowed ${value}`), allowed),
      ),
      prefer: values.map((value) => maybe(own.split(`prefer ${value}`), (of) => number(of, bothObjects))),
    };
  }

  const list = <Made>(what: string, make: (own: Choices, name: string) => Made | undefined): Made[] =>
    Array.from({ length: choices.split(what).between(1, 3) }, (_, i) =>
      make(choices.split(`${what} ${i}`), `${what}${i}`),
    ).filter((made) => made !== undefined);
  return {
    name: 'random',
    agents: { kind: agentKind, where: undefined, count: agentCount },
    turns: 0,
    capacity: 100,
    maps: 1,
    blocks: list('block', block),
    orders: list('order', order),
    reward: { node: number(choices.split('reward'), ['agent']), change: false },
    lives: maybe(choices.split('lives'), (own) => condition(own, ['agent'])),
    terminated:
      names.roles.length === 0
        ? undefined
        : maybe(choices.split('terminated'), (own) =>
            nodeOf(
              program,
              randomExpressions(own, names).condition({ objects: [`role('rival')`], value: false, draws: false }, 2),
              [],
              'boolean',
            ),
          ),
    origin: { file: 'test', line: 1, column: 1 },
  };
}

/** Properties that are none at first, with the kinds that have them. */
function ordered({ model }: Program): readonly { readonly property: string; readonly kinds: readonly number[] }[] {
  return ['focus', 'goal', 'plan'].map((property) => ({
    property,
    kinds: model.kinds
      .filter(({ index }) => columnNamed(model, property).kinds[index] === 1)
      .map(({ index }) => kindAt(model, index).index),
  }));
}
