import { type Ability, type OccurrenceType, type Point, plainTiming } from '../../src/ir/occurrence.js';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import { constant } from '../../src/eval/ops/constants.js';
import { occurring } from '../../src/eval/ops/occurrence-reads.js';
import type { Program } from '../../src/ir/rule.js';
import { type Action, type ActionList, noTriggers } from '../../src/ir/trigger.js';
import { defineContent } from '../../src/content/native/define.js';
import type { ExecutorName, Handle, World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { type Answer, abilityCount, answersOf, cardCount, cellNames, typeCount } from './answers.js';

/** What is made of occurrences that can be answered. */
export interface AnsweringOptions {
  /** Types that abilities listen to: the first so many. */
  readonly heard: number;
  /** An occurrence adds its amount to the first cell of its card; otherwise it only happens. */
  readonly changes: boolean;
  readonly executor: ExecutorName;
}

/** A world of cards. Types of occurrences have two fields: the card that it is about, and an amount. */
export interface AnsweringWorld {
  readonly world: World;
  readonly cards: readonly Handle[];
  /** By card, then by cell. */
  cells(): readonly number[];
}

export function createAnsweringWorld(options: AnsweringOptions): AnsweringWorld {
  const world = createWorld(programOf(options), { executor: options.executor, reserve: { objects: cardCount } });
  const cards = Array.from({ length: cardCount }, () => world.spawn({ kind: 'card' }));
  return { world, cards, cells: () => cards.flatMap((card) => cellNames.map((name) => Number(world.get(card, name)))) };
}

const [cardField, amountField] = [0, 1];
const origin = { file: 'benchmark', line: 0, column: 0 };
const numberType = { name: 'number' } as const;
const amount = makeNode(occurring, { field: amountField, type: numberType });

/** Written as what content is lowered to: what is measured is how it runs, not how it is read. */
function programOf({ heard, changes }: AnsweringOptions): Program {
  const plain = defineContent({
    properties: Object.fromEntries(cellNames.map((name) => [name, { type: 'number' }])),
    kinds: { card: { properties: [...cellNames] } },
  });
  const answers = answersOf(heard);
  const lists = [
    ...answers.map((answer): ActionList => listOf(answer)),
    { index: abilityCount, name: 'change', actions: [adds(cellNames[0], amount)] },
  ];
  const types = Array.from(
    { length: typeCount },
    (_, index): OccurrenceType => ({
      index,
      name: `occurrence ${String(index)}`,
      fields: [
        { name: 'card', type: { name: 'entity' } },
        { name: 'amount', type: numberType },
      ],
      subject: cardField,
      player: -1,
      target: -1,
      amount: amountField,
      possible: undefined,
      remembers: [],
      change: changes ? { by: 'list', list: abilityCount } : { by: 'nothing' },
    }),
  );
  return {
    model: {
      ...plain.model,
      occurrences: types.map(({ name, fields }) => ({ name, fields: fields.length })),
      abilities: answers.map(nameOf),
    },
    rules: {
      ...plain.rules,
      triggers: { ...noTriggers, lists },
      timing: {
        types,
        abilities: answers.map(abilityOf),
        continuous: [],
        players: 0,
        active: -1,
        next: -1,
        steps: -1,
        policy: plainTiming,
      },
    },
    fingerprint: `answers ${String(heard)} ${String(changes)}`,
  };

  function listOf({ index, cell, adds: by }: Answer): ActionList {
    return { index, name: `list ${String(index)}`, actions: [adds(cell, by === 'amount' ? amount : number(by))] };
  }

  function adds(cell: string, by: Node): Action {
    const column = plain.model.columnByName.get(cell)?.index ?? -1;
    return {
      name: `${cell} rises`,
      swaps: false,
      silent: false,
      needsDirect: false,
      task: {
        by: 'effects',
        effects: [
          { kind: 'modify', recipient: 'target', stacking: 0, label: '', column, modification: 'add', amount: by },
        ],
      },
    };
  }
}

function abilityOf(answer: Answer): Ability {
  const { index, type, at, asks } = answer;
  return {
    index,
    name: nameOf(answer),
    class: 'trait',
    at: points[at],
    carrier: { by: 'world' },
    on: [{ type, where: makeNode(compare, { comparison: '==' }, amount, number(asks)) }],
    next: false,
    lapses: false,
    first: false,
    optional: false,
    list: index,
    origin,
  };
}

const points: Readonly<Record<Answer['at'], Point>> = { before: 'before', when: 'when', after: 'after' };

function nameOf({ index }: Pick<Answer, 'index'>): string {
  return `ability ${String(index)}`;
}

function number(value: number): Node {
  return makeNode(constant, { value, type: numberType });
}
