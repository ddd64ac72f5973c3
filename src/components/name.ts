import { damaged } from '../kernel/errors.js';
import { type Arrays, component } from './component.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

const columns = { name: { type: 'i32', refers: 'text', hash: 'text', stamp: 'name' } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** By handle in the pool of texts. */
export const name = component({
  name: 'name',
  rows: 'entity',
  columns,
  facts: ['name'],
  checkOf({ name: of, strings }, id): void {
    if (of[id] < 0 || of[id] >= strings.texts.length) throw damaged(`object ${id} has a name that is not in it`);
  },
});

export function setName(state: WorldState, id: number, text: number): void {
  if (state.name[id] !== text) touch(state.stamps, fact.name);
  state.name[id] = text;
}
