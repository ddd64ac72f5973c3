import type { GalaxyState, StateObject, StateObjectOf } from './schema.js';

/**
 * Ids of a state that name nothing. What is known of objects (sight, exploration, supply, homeworlds) may outlive them
 * and is not looked at here.
 */

interface Known {
  readonly types: ReadonlyMap<number, StateObject['type']>;
  readonly empires: ReadonlySet<number>;
  readonly designs: ReadonlySet<number>;
}

/**
 * The first id in a state that names nothing, or something of a wrong sort, or that is there twice, as a sentence;
 * undefined when all fit.
 */
export function danglingReference(state: GalaxyState): string | undefined {
  const twice =
    firstTwice(state.objects, 'objects') ??
    firstTwice(state.empires, 'empires') ??
    firstTwice(state.designs, 'designs');
  if (twice !== undefined) return twice;
  const known: Known = {
    types: new Map(state.objects.map(({ id, type }) => [id, type])),
    empires: new Set(state.empires.map(({ id }) => id)),
    designs: new Set(state.designs.map(({ id }) => id)),
  };
  const wrong = wrongEmpire(state, known);
  if (wrong !== undefined) return wrong;
  for (const object of state.objects) {
    const dangling = danglingIn(object, known);
    if (dangling !== undefined) return dangling;
  }
  return undefined;
}

function firstTwice(parts: readonly { readonly id: number }[], what: string): string | undefined {
  const seen = new Set<number>();
  for (const { id } of parts) {
    if (seen.has(id)) return `two ${what} have the id ${id}; ids are unique`;
    seen.add(id);
  }
  return undefined;
}

function wrongEmpire({ empires, diplomacy }: GalaxyState, known: Known): string | undefined {
  for (const { id, capital, productionQueue } of empires) {
    if (capital !== -1 && known.types.get(capital) !== 'Planet')
      return `the capital of empire ${id} is object ${capital}, which is no planet of the file`;
    for (const { name, design, location } of productionQueue) {
      if (design !== -1 && !known.designs.has(design))
        return `the design of ${name}, which empire ${id} produces, is ${design}, which the file lacks`;
      if (location !== -1 && !known.types.has(location))
        return `the location of ${name}, which empire ${id} produces, is object ${location}, which the file lacks`;
    }
  }
  for (const {
    empires: [a, b],
  } of diplomacy) {
    for (const id of [a, b]) if (!known.empires.has(id)) return `diplomacy is of empire ${id}, which the file lacks`;
    if (a === b) return `diplomacy is of empire ${a} with itself`;
  }
  return undefined;
}

function danglingIn(object: StateObject, known: Known): string | undefined {
  if (object.owner !== -1 && !known.empires.has(object.owner))
    return `the owner of object ${object.id} is empire ${object.owner}, which the file lacks`;
  const wrong = (key: string, id: number, type: StateObject['type']): string | undefined =>
    id === -1 || known.types.get(id) === type
      ? undefined
      : `${key} of object ${object.id} is ${id}, which is no ${type} of the file`;
  return wrong('system', object.system, 'System') ?? wrongIn(object, known, wrong);
}

type Wrong = (key: string, id: number, type: StateObject['type']) => string | undefined;

function wrongIn(object: StateObject, known: Known, wrong: Wrong): string | undefined {
  switch (object.type) {
    case 'System':
      return (
        firstOf(object.starlanes, (id) => wrong('starlanes', id, 'System')) ??
        firstOf(object.wormholes, (id) => wrong('wormholes', id, 'System'))
      );
    case 'Building':
      return wrong('planet', object.planet, 'Planet') ?? wrongProducer(object, known);
    case 'Ship':
      if (object.design !== -1 && !known.designs.has(object.design))
        return `the design of ship ${object.id} is ${object.design}, which the file lacks`;
      return (
        wrong('fleet', object.fleet, 'Fleet') ??
        wrong('orderedBombardPlanet', object.orderedBombardPlanet, 'Planet') ??
        wrongProducer(object, known)
      );
    case 'Fleet':
      return (
        wrong('previousSystem', object.previousSystem, 'System') ??
        wrong('nextSystem', object.nextSystem, 'System') ??
        firstOf(object.route, (id) => wrong('route', id, 'System'))
      );
    case 'Planet':
    case 'Field':
      return undefined;
  }
}

function wrongProducer(
  { id, producedByEmpire }: StateObjectOf<'Ship' | 'Building'>,
  { empires }: Known,
): string | undefined {
  if (producedByEmpire === -1 || empires.has(producedByEmpire)) return undefined;
  return `producedByEmpire of object ${id} is empire ${producedByEmpire}, which the file lacks`;
}

function firstOf(ids: readonly number[], wrong: (id: number) => string | undefined): string | undefined {
  for (const id of ids) {
    const found = wrong(id);
    if (found !== undefined) return found;
  }
  return undefined;
}
