import { describe, expect, it } from 'vitest';
import { readProgram } from '../../src/compiled/read-program.js';
import { writeProgram } from '../../src/compiled/write-program.js';
import { type ContentSource, defineContent } from '../../src/index.js';
import { parsedFile, sealed } from '../support/compiled-file.js';
import { refusal } from '../support/errors.js';

const content: ContentSource = {
  meters: { gold: { default: 1 }, grain: {} },
  enumerations: { focus: ['farm', 'mine'] },
  properties: {
    newFocus: { type: 'focus' },
    oldFocus: { type: 'focus', default: 'farm' },
    goal: { type: 'reference' },
    begun: { type: 'focus' },
    rich: { type: 'boolean' },
  },
  kinds: {
    side: { faction: true, meters: ['gold'], properties: ['rich'] },
    planet: { meters: ['gold', 'grain'], properties: ['newFocus', 'oldFocus', 'begun', 'goal'] },
  },
  classes: { mining: { kind: 'planet', initial: { begun: 'mine' } } },
  environment: {
    name: 'duel',
    agents: { of: 'side', count: 2, where: 'self.gold > 0' },
    capacity: 63,
    turns: 20,
    observation: {
      own: { values: { gold: 'agent.gold', rich: 'agent.rich' } },
      planets: {
        of: 'planet',
        slots: 4,
        where: 'self.owner == agent',
        order: '-self.gold',
        values: { gold: 'self.gold' },
      },
    },
    actions: {
      focus: { of: 'planet', slots: 4, property: 'newFocus', allowed: 'choice != self.newFocus', prefer: 'self.gold' },
      goal: { of: 'planet', slots: 4, property: 'goal', choices: { of: 'planet', slots: 3, where: 'choice != self' } },
    },
    reward: { change: 'agent.gold' },
    lives: 'agent.gold > 0',
    terminated: 'objects(side).filter(s, s.gold > 0).count() < 2',
  },
};
const program = defineContent(content);

type Content = ReturnType<typeof parsedFile>['content'];
type Map = Record<string, unknown>;

/** What is said of the file with a change, sealed again. */
function saidOf(change: (content: Content) => void): string {
  const file = parsedFile(program);
  change(file.content);
  return refusal(() => readProgram(sealed(file))).message;
}

function environmentOf(given: Content): Map & { readonly blocks: Map[]; readonly orders: Map[] } {
  return given.environment as ReturnType<typeof environmentOf>;
}

function put(path: string, value: unknown): (content: Content) => void {
  const keys = path.split('.');
  return (given) => {
    let at: Map = environmentOf(given);
    for (const key of keys.slice(0, -1)) at = at[key] as Map;
    at[keys[keys.length - 1]] = value;
  };
}

/** The place of an expression over the slot. */
function slotPlace(given: Content, slot: number): number {
  const operations = given.operations as unknown[];
  return operations.push(['slot', { slot }], ['present', null, operations.length]) - 1;
}

const { model } = program;
const columnOf = (name: string): number => model.columnByName.get(name)?.index ?? -1;
const sideKind = model.kindByName.get('side')?.index ?? 0;

describe('the environment of compiled content', () => {
  it('is the same', () => {
    expect(readProgram(writeProgram(program))).toStrictEqual(program);
  });

  it.each<readonly [string, unknown, string]>([
    ['agents.count', 0, 'environment.agents.count: found 0, expected a whole number from 1 to 254'],
    ['agents.count', 64, 'environment: found more agents than there is room for'],
    ['agents.kind', 9, 'environment.agents.kind: found 9, expected the number of one of 2 entries (kind)'],
    ['turns', -1, 'environment.turns: found -1, expected a whole number from 0 to'],
    ['capacity', 30, 'environment.capacity: found 30, expected a whole number from 31 to'],
    ['maps', 0, 'environment.maps: found 0, expected a whole number from 1 to'],
    ['blocks', [], 'environment: found no observation'],
    ['orders', [], 'environment: found no orders'],
    ['blocks.0.values', [], 'environment.blocks[0]: found nothing that is observed'],
    ['blocks.1.name', 'own', 'environment: found two parts of the observation with one name'],
    ['blocks.0.values.1.name', 'gold', 'environment.blocks[0]: found two values with one name'],
    ['orders.1.name', 'focus', 'environment: found two orders with one name'],
    ['orders.0.column', columnOf('goal'), 'orders[0]: found choices of another type than the column'],
    ['orders.0.column', columnOf('rich'), 'orders[0]: found choices of another type than the column'],
    [
      'orders.0.column',
      columnOf('oldFocus'),
      'environment: found an order to a column whose initial value is not none',
    ],
    ['orders.0.column', columnOf('begun'), 'environment: found an order to a column whose initial value is not none'],
    ['orders.0.slots.kind', sideKind, 'environment: found an order to objects that lack its column'],
    ['orders.0.slots', undefined, 'environment: found an order to objects that lack its column'],
    ['orders.0.choices.values', [1, 1], 'orders[0]: found a duplicate choice'],
    ['orders.0.choices.values', [1, 3], 'orders[0]: found an invalid choice'],
    ['orders.0.choices.values', [1], 'orders[0].choices: found lists of choices of different lengths'],
    ['orders.0.choices.names', ['farm', 'fish'], 'orders[0]: found a choice of another name'],
    [
      'orders.0.choices',
      { by: 'value', values: [], names: [], allowed: [], prefer: [] },
      'orders[0].choices: found no choices',
    ],
  ])('with another %s (%j) is refused', (path, value, message) => {
    expect(saidOf(put(path, value))).toContain(
      `content.${message}`.replace('content.orders', 'content.environment.orders'),
    );
  });

  it('whose end depends on an object is refused', () => {
    const said = saidOf((given) => {
      put('terminated', slotPlace(given, 0))(given);
    });
    expect(said).toContain('content.environment.terminated: found an expression over other slots than the first 0');
  });

  it.each([
    'agents.where',
    'blocks.1.slots.where',
    'blocks.0.values.1.node',
    'orders.0.choices.allowed.0',
    'orders.1.choices.where',
    'lives',
    'terminated',
  ])('with a draw in %s is refused', (path) => {
    const said = saidOf((given) => {
      const operations = given.operations as unknown[];
      const drawn = operations.push(['draw', { site: 0, slots: 0 }]) - 1;
      put(path, operations.push(['compare', { comparison: '>' }, drawn, drawn]) - 1)(given);
    });
    expect(said).toContain('found an expression that draws');
  });
});
