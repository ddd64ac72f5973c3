import type { GalaxyState, StateObject } from './state-schema.js';

/** The first id in a state that names nothing, or something of a wrong sort, as a sentence; undefined when all fit. */
export function danglingReference(state: GalaxyState): string | undefined {
  const types = new Map<number, StateObject['type']>();
  for (const { id, type } of state.objects) {
    if (types.has(id)) return `two objects have the id ${id}; ids are unique`;
    types.set(id, type);
  }
  const empires = new Set(state.empires.map(({ id }) => id));
  const designs = new Set(state.designs.map(({ id }) => id));
  for (const { id, capital } of state.empires) {
    if (capital !== -1 && types.get(capital) !== 'Planet') return `the capital of empire ${id} is object ${capital}, which is no planet of the file`;
  }
  for (const object of state.objects) {
    if (object.owner !== -1 && !empires.has(object.owner)) return `the owner of object ${object.id} is empire ${object.owner}, which the file lacks`;
    if (object.type === 'Ship' && object.design !== -1 && !designs.has(object.design)) {
      return `the design of ship ${object.id} is ${object.design}, which the file lacks`;
    }
    for (const [key, id, type] of referencesOf(object)) {
      if (id !== -1 && types.get(id) !== type) return `${key} of object ${object.id} is ${id}, which is no ${type} of the file`;
    }
  }
  return undefined;
}

type Reference = readonly [key: string, id: number, type: StateObject['type']];

function referencesOf(object: StateObject): readonly Reference[] {
  const system: Reference = ['system', object.system, 'System'];
  switch (object.type) {
    case 'System': return [system, ...object.starlanes.map((id): Reference => ['starlanes', id, 'System'])];
    case 'Building': return [system, ['planet', object.planet, 'Planet']];
    case 'Ship': return [system, ['fleet', object.fleet, 'Fleet']];
    case 'Fleet': return [
      system, ['previousSystem', object.previousSystem, 'System'], ['nextSystem', object.nextSystem, 'System'],
      ...object.route.map((id): Reference => ['route', id, 'System']),
    ];
    case 'Planet':
    case 'Field': return [system];
  }
}
