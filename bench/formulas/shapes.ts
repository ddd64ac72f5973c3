import { type Amount, binary, call, input, number, variable } from './amount.js';
import type { Sheet, SheetModification, SheetModifier, SheetObject, SheetVariable } from './sheet.js';

/** What a change of writes to. */
export const written = 'In';

/** The object that a change grants and revokes. */
export const training: SheetObject = {
  scope: 'SKILL',
  key: 'Training',
  modifiers: [{ variable: 'Base', modifier: modifier('ADD', number(4)) }],
};

const base: SheetVariable = { name: 'Base', modifiers: [modifier('SET', input(written))] };

function modifier(modification: SheetModification, amount: Amount): SheetModifier {
  return { modification, amount };
}

function plus(left: Amount, right: number): Amount {
  return binary(left, '+', number(right));
}

/** So many variables that read one, with five modifiers each. */
export function fan(count: number): Sheet {
  return {
    inputs: [written],
    objects: [training],
    *variables() {
      yield base;
      for (let i = 0; i < count; i++) {
        yield {
          name: `Fan${String(i)}`,
          modifiers: [
            modifier('SET', plus(variable('Base'), i)),
            modifier('MULTIPLY', number(3)),
            modifier('DIVIDE', number(2)),
            modifier('ADD', number(5)),
            modifier('MAX', number(3)),
          ],
        };
      }
    },
  };
}

/** So many diamonds on top of one another: two variables that read one, and one that reads them both. */
export function ladder(diamonds: number): Sheet {
  return {
    inputs: [written],
    objects: [training],
    *variables() {
      yield base;
      for (let i = 0; i < diamonds; i++) {
        const [left, right] = [variable(`Left${String(i)}`), variable(`Right${String(i)}`)];
        const below = variable(i === 0 ? 'Base' : `Rung${String(i - 1)}`);
        yield { name: left.name, modifiers: [modifier('SET', below)] };
        yield { name: right.name, modifiers: [modifier('SET', below)] };
        yield {
          name: `Rung${String(i)}`,
          modifiers: [modifier('SET', binary(binary(call('max', left, right), '+', left), '-', right))],
        };
      }
    },
  };
}

/** So many variables that each read the one before. */
export function chain(length: number): Sheet {
  return {
    inputs: [written],
    objects: [training],
    *variables() {
      yield base;
      for (let i = 0; i < length; i++)
        yield {
          name: `Link${String(i)}`,
          modifiers: [modifier('SET', plus(variable(i === 0 ? 'Base' : `Link${String(i - 1)}`), 1))],
        };
    },
  };
}

const dependents = 10;

/** How many groups `groups` makes of so many variables. */
export function groupCount(count: number): number {
  return Math.floor(count / (dependents + 1));
}

export function groupInput(group: number): string {
  return `In${String(group)}`;
}

/**
 * So many variables in groups with an input each: a variable that reads it, and ten that depend on that. Those that are
 * left over read nothing.
 */
export function groups(count: number): Sheet {
  const all = groupCount(count);
  return {
    inputs: Array.from({ length: all }, (_, group) => groupInput(group)),
    objects: [],
    *variables() {
      for (let group = 0; group < all; group++) {
        const root = variable(`Root${String(group)}`);
        const leaf = (i: number) => variable(`Leaf${String(group)}_${String(i)}`);
        yield { name: root.name, modifiers: [modifier('SET', input(groupInput(group)))] };
        for (let i = 0; i < dependents; i++)
          yield {
            name: leaf(i).name,
            modifiers: [
              modifier('SET', i < dependents / 2 ? plus(root, i) : binary(leaf(i - dependents / 2), '+', root)),
            ],
          };
      }
      for (let i = all * (dependents + 1); i < count; i++)
        yield { name: `Spare${String(i)}`, modifiers: [modifier('SET', number(i))] };
    },
  };
}

/** A small character: 12 variables with 30 modifiers, of which all but one depend on the input. */
export const character: Sheet = {
  inputs: [written],
  objects: [],
  variables: () => characterVariables,
};

const half = (value: Amount): Amount => call('floor', binary(value, '/', number(2)));

const characterVariables: readonly SheetVariable[] = [
  {
    name: 'Level',
    modifiers: [modifier('SET', input(written)), modifier('MAX', number(1)), modifier('MIN', number(40))],
  },
  { name: 'Rules', modifiers: [modifier('SET', number(10))] },
  {
    name: 'Might',
    modifiers: [
      modifier('SET', plus(half(variable('Level')), 8)),
      modifier('ADD', variable('Level')),
      modifier('MAX', number(3)),
    ],
  },
  {
    name: 'Wits',
    modifiers: [modifier('SET', number(12)), modifier('ADD', variable('Level')), modifier('DIVIDE', number(2))],
  },
  {
    name: 'MightBonus',
    modifiers: [modifier('SET', half(binary(variable('Might'), '-', variable('Rules')))), modifier('MAX', number(-5))],
  },
  {
    name: 'WitsBonus',
    modifiers: [modifier('SET', half(binary(variable('Wits'), '-', variable('Rules')))), modifier('MAX', number(-5))],
  },
  {
    name: 'Attack',
    modifiers: [
      modifier('SET', variable('Level')),
      modifier('ADD', variable('MightBonus')),
      modifier('ADD', number(1)),
    ],
  },
  {
    name: 'Guard',
    modifiers: [
      modifier('SET', number(10)),
      modifier('ADD', variable('WitsBonus')),
      modifier('ADD', half(variable('Level'))),
    ],
  },
  {
    name: 'Health',
    modifiers: [
      modifier('SET', binary(variable('Level'), '*', number(6))),
      modifier('ADD', binary(variable('Level'), '*', variable('MightBonus'))),
      modifier('MAX', number(1)),
    ],
  },
  {
    name: 'Load',
    modifiers: [modifier('SET', number(5)), modifier('MULTIPLY', variable('Might')), modifier('MIN', number(400))],
  },
  {
    name: 'Pace',
    modifiers: [
      modifier('SET', number(30)),
      modifier('ADD', binary(variable('WitsBonus'), '-', variable('MightBonus'))),
    ],
  },
  {
    name: 'Power',
    modifiers: [modifier('SET', binary(variable('Attack'), '+', variable('Guard'))), modifier('MULTIPLY', number(2))],
  },
];
