import { type Arrays, component } from './component.js';

const columns = {
  seedLow: 'u32',
  seedHigh: 'u32',
  /** Turns by which the world is ahead of it. */
  lead: 'i32',
  /** Ticks by which its clock is ahead of its turns. */
  clock: 'i32',
} as const;

declare module './state.js' {
  interface WorldState {
    /** Undefined where the world is not divided. See state/instances.ts. */
    instances: Readonly<Arrays<typeof columns>> | undefined;
  }
}

export const instances = component({
  name: 'instances',
  rows: 'instance',
  group: 'instances',
  columns,
  when: (_, { instances: count = 0 }) => count > 0,
  facts: ['clock'],
});
