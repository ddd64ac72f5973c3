import { expect, test } from 'vitest';
import { createWorld, defineContent } from '../../src/index.js';
import type { ExecutorName } from '../../src/world/api.js';

/** A modifier reads a property that the host writes through bitECS. */
const content = defineContent({
  properties: { strength: { type: 'number' } },
  variables: { grip: {} },
  kinds: {
    hero: {
      properties: ['strength'],
      variables: ['grip'],
      modifiers: [{ variable: 'grip', set: 'self.strength + 1' }],
    },
  },
  triggers: [{ name: 'strong', when: 'hero.grip > 3', subject: 'hero', do: [{ tell: 'strong' }] }],
  roles: ['hero'],
});

test.each<ExecutorName>(['compiled', 'reference'])(
  'variables follow what the host has written to open columns: %s',
  (executor) => {
    const world = createWorld(content, { executor });
    const hero = world.spawn({ kind: 'hero', values: { strength: 1 } });
    world.relations.setRole('hero', hero);
    const view = world.ecs();
    const write = (value: number): void => {
      const { value: cells = [] } = view.columns.get('strength') ?? {};
      cells[1] = value;
      view.changed('strength');
    };
    expect(world.triggers.poll()).toBe(true);
    expect(world.get(hero, 'grip')).toBe(2);
    write(5);
    const messages: string[] = [];
    world.triggers.poll({ listen: (event) => event.kind === 'message' && messages.push(event.message.text) });
    expect(messages).toEqual(['strong']);
    write(7);
    expect(world.query({ kind: 'hero', where: 'self.grip == 8' })).toEqual([hero]);
    write(8);
    expect(world.questions.evaluate('source.grip', { source: hero })).toBe(9);
    write(0);
    world.step();
    expect(world.get(hero, 'grip')).toBe(1);
  },
);
