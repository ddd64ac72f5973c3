import { damaged } from '../kernel/errors.js';
import { type Arrays, component } from './component.js';
import { classAt } from '../model/model.js';

const columns = { class: { type: 'i32', hash: 'number' } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** 0: none. */
export const classComponent = component({
  name: 'class',
  rows: 'entity',
  columns,
  facts: ['population'],
  checkOf({ model, identity, class: of }, id): void {
    if (of[id] < 0 || of[id] > model.classes.length) throw damaged(`object ${id} is of an unknown class`);
    if (of[id] > 0 && classAt(model, of[id]).kind !== identity.kind[id])
      throw damaged(`object ${id} is of a class of another kind`);
  },
});
