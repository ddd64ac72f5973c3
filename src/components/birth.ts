import { damaged } from '../kernel/errors.js';
import { type Arrays, component } from './component.js';
import { classAt } from '../model/model.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

const classColumns = { class: { type: 'i32', hash: 'number', stamp: ['population'] } } as const;

const nameColumns = { name: { type: 'i32', refers: 'text', hash: 'text', stamp: 'name' } } as const;

const creationColumns = { created: { type: 'i32', refers: 'turn', hash: 'number', stamp: ['population'] } } as const;

declare module './state.js' {
  interface WorldState
    extends Arrays<typeof classColumns>,
      Arrays<typeof nameColumns>,
      Arrays<typeof creationColumns> {}
}

/** 0: none. */
export const classComponent = component({
  name: 'class',
  rows: 'entity',
  columns: classColumns,
  facts: ['population'],
  checkOf({ model, identity, class: of }, id): void {
    if (of[id] < 0 || of[id] > model.classes.length) throw damaged(`object ${id} is of an unknown class`);
    if (of[id] > 0 && classAt(model, of[id]).kind !== identity.kind[id])
      throw damaged(`object ${id} is of a class of another kind`);
  },
});

/** By handle in the pool of texts. */
export const name = component({
  name: 'name',
  rows: 'entity',
  columns: nameColumns,
  facts: ['name'],
  checkOf({ name: of, strings }, id): void {
    if (of[id] < 0 || of[id] >= strings.texts.length) throw damaged(`object ${id} has a name that is not in it`);
  },
});

export function setName(state: WorldState, id: number, text: number): void {
  if (state.name[id] !== text) touch(state.stamps, fact.name);
  state.name[id] = text;
}

export const creation = component({
  name: 'creation',
  rows: 'entity',
  columns: creationColumns,
  facts: ['population'],
});
