/** What a library exports: its declarations name the types of Edict. */
import { createWorld, defineContent } from 'edict';

export const content = defineContent({
  enumerations: { mood: ['calm', 'cross'] },
  meters: { food: { default: 4 } },
  properties: { mood: { type: 'mood' } },
  kinds: { hare: { meters: ['food'], properties: ['mood'] } },
  classes: { brown: { kind: 'hare' } },
});
export const constant = defineContent({ meters: { food: {} }, kinds: { hare: { meters: ['food'] } } } as const);
export const world = createWorld(content);
export const system = world.ecs();
