import { EdictError } from '../kernel/errors.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { header } from '../kernel/arena.js';
import { kindAt, classAt } from './model.js';
import { liveIds } from './objects.js';
import type { WorldState } from './world-state.js';

/** Throws when a state that came from a file holds what no world could: rows that point nowhere, kinds or words that content does not have. */
export function checkState(state: WorldState): void {
  const { model, identity } = state;
  let live = 0;
  for (const id of liveIds(state)) {
    live++;
    if (identity.kind[id] > model.kinds.length) throw damaged(`object ${id} is of an unknown kind`);
    if (state.class[id] < 0 || state.class[id] > model.classes.length) throw damaged(`object ${id} is of an unknown class`);
    if (state.class[id] > 0 && classAt(model, state.class[id]).kind !== identity.kind[id]) throw damaged(`object ${id} is of a class of another kind`);
    for (const [what, other] of [['owner', state.owner[id]], ['parent', state.parent[id]], ['lane', state.end[id]], ['lane', state.otherEnd[id]]] as const) {
      if (other !== 0 && !(other > 0 && other < idLimit(identity) && isLive(identity, other))) throw damaged(`the ${what} of object ${id} does not exist`);
    }
    checkWords(state, id);
  }
  if (live !== state.arena.header[header.live]) throw damaged(`it holds ${live} objects and counts ${state.arena.header[header.live]}`);
  for (const id of liveIds(state)) checkAncestors(state, id);
}

function checkWords(state: WorldState, id: number): void {
  for (const index of kindAt(state.model, state.identity.kind[id]).columns) {
    const column = state.model.columns[index];
    const value = state.cells[index][id];
    const limit = column.type.name === 'enumeration' ? state.model.enumerations[column.type.index].members.length
      : column.type.name === 'class' ? state.model.classes.length
      : column.type.name === 'boolean' ? 1 : Infinity;
    if (limit !== Infinity && !(value >= 0 && value <= limit)) throw damaged(`${column.name} of object ${id} is no value of its type`);
    if (!Number.isFinite(value)) throw damaged(`${column.name} of object ${id} is not finite`);
  }
}

function checkAncestors(state: WorldState, id: number): void {
  let depth = 0;
  for (let at = id; at !== 0; at = state.parent[at]) {
    if (++depth > state.limits.attachmentDepth + 1) throw damaged(`object ${id} is attached in a circle or too deep`);
  }
}

function damaged(what: string): EdictError {
  return new EdictError('damaged-file', `the saved world is damaged: ${what}; save it again`);
}
