import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Environment, Slots } from '../../../src/ir/environment.js';
import { operationOf } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { slot } from '../../../src/eval/ops/object-links.js';
import { type ContentSource, defineContent } from '../../../src/content/native/define.js';
import { parseExpression } from '../../../src/content/expression/parse-expression.js';
import { printExpression } from '../../support/print-native.js';
import { choicesOf, propertyRuns } from '../../support/choices.js';
import { type Vocabulary, randomExpressions } from '../../support/random-expression.js';

const world: ContentSource = {
  enumerations: { focus: ['industry', 'research'], size: { ordered: ['small', 'large'] } },
  roles: ['rival'],
  relations: { war: {} },
  meters: { population: {} },
  properties: {
    gold: {},
    rich: { type: 'boolean' },
    focus: { type: 'focus' },
    ordered: { type: 'focus' },
    size: { type: 'size' },
    aim: { type: 'reference' },
    ideas: { type: 'set', of: 'focus' },
  },
  kinds: {
    empire: { faction: true, properties: ['gold', 'ideas', 'ordered'] },
    system: { node: true, ownership: 'none' },
    planet: { attachesTo: ['system'], meters: ['population'], properties: ['rich', 'focus', 'ordered', 'size', 'aim'] },
  },
  classes: { farm: { kind: 'planet' }, mine: { kind: 'planet' } },
};

const vocabulary: Vocabulary = {
  kinds: ['empire', 'system', 'planet'],
  classes: ['farm', 'mine'],
  numbers: ['population', 'gold'],
  booleans: ['rich'],
  references: ['aim'],
  stockpiles: ['gold'],
  words: [
    { property: 'focus', enumeration: 'focus', members: ['industry', 'research'], ordered: false },
    { property: 'size', enumeration: 'size', members: ['small', 'large'], ordered: true },
  ],
  sets: [{ property: 'ideas', members: ['industry', 'research'] }],
  roles: ['rival'],
  relations: ['war'],
};

/** An environment of random expressions, each written as `write` does. */
function contentOf(seed: number, write: (text: string) => string): ContentSource {
  const random = randomExpressions(choicesOf(seed), vocabulary);
  const place = (...objects: readonly string[]) => ({ objects, value: false, draws: false });
  const number = (...objects: readonly string[]): string => write(random.number(place(...objects), 3));
  const condition = (...objects: readonly string[]): string => write(random.condition(place(...objects), 3));
  const chosen = (...objects: readonly string[]): string =>
    write(`choice == research ? (${random.number(place(...objects), 3)}) : 0`);
  return {
    ...world,
    environment: {
      name: 'random',
      agents: { of: 'empire', count: 1, where: condition('self') },
      capacity: 64,
      reward: { change: number('agent') },
      lives: [condition('agent'), condition('self')],
      observation: {
        planets: {
          of: 'planet',
          slots: 3,
          where: condition('agent', 'self'),
          order: number('agent', 'self'),
          values: { a: number('agent', 'self'), b: condition('agent', 'self') },
        },
        own: { values: { c: number('agent'), d: condition('self') } },
      },
      actions: {
        focus: {
          of: 'planet',
          slots: 2,
          where: condition('agent', 'self'),
          property: 'ordered',
          allowed: [condition('agent', 'self'), write('(choice != self.focus)')],
          prefer: chosen('agent', 'self'),
        },
        own: { property: 'ordered', choices: ['research'], prefer: chosen('agent') },
        aim: {
          of: 'planet',
          slots: 2,
          property: 'aim',
          choices: { of: 'planet', slots: 4, where: condition('self', 'choice') },
          prefer: number('self', 'choice'),
        },
      },
    },
  };
}

function printed(text: string): string {
  const parsed = parseExpression(text, { depth: 200 });
  if (!parsed.ok) throw new Error(`expected an expression: ${text}`);
  return printExpression(parsed.expression);
}

/** Slots that nothing inside the expression binds. */
function slotsAsked(node: Node, bound = 0): number {
  const own = node.op === slot.name ? 1 << (node.data as { readonly slot: number }).slot : 0;
  const inside = bound | (operationOf(node).binds?.(node.data) ?? 0);
  return node.args.reduce((bits, arg) => bits | slotsAsked(arg, inside), own) & ~inside;
}

function draws(node: Node): boolean {
  return operationOf(node).draws?.(node.data) === true || node.args.some(draws);
}

const slotNodes = (slots: Slots | undefined): readonly (Node | undefined)[] => [slots?.where, slots?.order];

/** The expressions that may ask for slot 0 alone, for both slots, and for none. */
function nodesOf({
  agents,
  reward,
  lives,
  terminated,
  blocks,
  orders,
}: Environment): Readonly<Record<'agent' | 'both' | 'none', readonly (Node | undefined)[]>> {
  const chosen = orders.flatMap(({ choices }) =>
    choices.by === 'value' ? [...choices.allowed, ...choices.prefer] : [choices.where, choices.prefer],
  );
  return {
    agent: [agents.where, reward.node, lives],
    none: [terminated],
    both: [
      ...blocks.flatMap(({ slots, values }) => [...slotNodes(slots), ...values.map(({ node }) => node)]),
      ...orders.flatMap(({ slots }) => slotNodes(slots)),
      ...chosen,
    ],
  };
}

test('texts print back: written otherwise they mean the same environment', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const program = defineContent(contentOf(seed, (text) => text));
      expect(defineContent(contentOf(seed, printed)).fingerprint).toBe(program.fingerprint);
      expect(defineContent(contentOf(seed, (text) => ` ( ${text} ) `)).fingerprint).toBe(program.fingerprint);
    }),
    propertyRuns(60),
  );
});

test('expressions ask for the objects of their slots alone, and draw nothing', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const { environment } = defineContent(contentOf(seed, (text) => text));
      if (environment === undefined) throw new Error('expected an environment');
      const { agent, both, none } = nodesOf(environment);
      for (const [nodes, allowed] of [
        [agent, 0b01],
        [both, 0b11],
        [none, 0],
      ] as const) {
        for (const node of nodes)
          if (node !== undefined) expect([slotsAsked(node) & ~allowed, draws(node)]).toEqual([0, false]);
      }
    }),
    propertyRuns(60),
  );
});
