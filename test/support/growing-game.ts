import { defineContent } from '../../src/content/native/define.js';
import type { ContentSource, EnvironmentSource, GroupSource } from '../../src/content/native/schema.js';
import type { Program } from '../../src/ir/rule.js';
import type { BatchSource } from '../../src/batch/api.js';
import { createWorld } from '../../src/world.js';
import type { World, WorldOptions } from '../../src/world/api.js';

/**
 * A game of one empire at one system, in which things are made and grow as groups say: for tests of what instances have
 * room for and of what fails in them.
 */

/** So many of a class at each system, each turn. */
export function making(made: string, count: number): GroupSource {
  return {
    name: `making ${made}`,
    scope: { include: ['target.kind == system'] },
    effects: [{ create: made, count: String(count) }],
  };
}

export function growingContent(
  groups: readonly GroupSource[],
  environment: Partial<EnvironmentSource> = {},
): ContentSource {
  return {
    enumerations: { mood: ['calm', 'wild'] },
    meters: { wealth: { default: 10 } },
    properties: { orderedMood: { type: 'mood' } },
    kinds: {
      empire: { faction: true, meters: ['wealth'], properties: ['orderedMood'] },
      system: { node: true, ownership: 'none' },
      thing: { attachesTo: ['system'] },
      law: { ownership: 'none' },
    },
    classes: { rules: { kind: 'law', groups: [...groups] }, item: { kind: 'thing' }, star: { kind: 'system' } },
    environment: {
      name: 'growing',
      agents: { of: 'empire', count: 1 },
      capacity: 60,
      observation: { empire: { values: { wealth: 'agent.wealth', things: 'objects(thing).count()' } } },
      actions: { mood: { property: 'orderedMood', prefer: 'choice == wild ? agent.wealth : 0' } },
      reward: 'agent.wealth',
      ...environment,
    },
  };
}

/** Empires, first of all, as many as there are agents, a system, and who carries the rules. */
export function settleGrowing(program: Program, options: WorldOptions): World {
  const world = createWorld(program, options);
  for (let left = program.environment?.agents.count ?? 1; left > 0; left--) world.spawn({ kind: 'empire' });
  world.spawn({ kind: 'system', place: { x: 0, y: 0 } });
  world.spawn({ class: 'rules' });
  return world;
}

export function growingSource(content: ContentSource, options: WorldOptions = {}): BatchSource {
  const program = defineContent(content);
  return { program, start: () => settleGrowing(program, options) };
}
