import { type Arrays, component } from './component.js';

const columns = { created: { type: 'i32', refers: 'turn', hash: 'number' } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

export const creation = component({
  name: 'creation',
  rows: 'entity',
  columns,
  facts: ['population'],
});
