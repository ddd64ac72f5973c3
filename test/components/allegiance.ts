import { type Arrays, component } from '../../src/components/component.js';
import { damaged } from '../../src/kernel/errors.js';
import { checkReference } from '../../src/components/live-objects.js';

const columns = {
  sworn: { type: 'f64', hash: 'number' },
  lord: { type: 'i32', refers: 'object', hash: 'number' },
  motto: { type: 'i32', refers: 'text', hash: 'text' },
  since: { type: 'i32', refers: 'turn', hash: 'number' },
} as const;

declare module '../../src/components/state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** A component that the project does not have: whom an object follows, and how much. */
export const allegiance = component({
  name: 'allegiance',
  rows: 'entity',
  columns,
  facts: ['owner'],
  has: ({ name }) => name === 'ship',
  checkOf(state, id): void {
    checkReference(state, id, 'lord', state.lord[id]);
    if (state.sworn[id] < 0) throw damaged(`object ${id} follows by less than nothing`);
  },
});
