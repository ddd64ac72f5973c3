import { turnOf } from '../components/clock.js';
import { type OwnValues, giveOwnMany } from '../components/own-components.js';
import type { OwnComponent } from '../components/own.js';
import { header } from '../kernel/arena.js';
import { WorldFullError } from '../kernel/errors.js';
import { entriesGiven, refused, truthGiven, wholeGiven } from '../kernel/given.js';
import { handleOf, maxCapacity } from '../kernel/identity.js';
import { rowsOf, writeRows } from '../kernel/rows.js';
import type { Column } from '../model/model.js';
import { columnStamp, touch } from '../model/stamps.js';
import { type Litter, bearMany } from '../state/bear-many.js';
import { isNumbers, numbersGiven, placeWith, pointsGiven } from './command-arguments.js';
import { type WorldCore, growing, idOrNone, placeKeys, placementOf } from './core.js';
import type { SpawnManyOptions } from './ecs-api.js';
import type { PlaceOption } from './host-values.js';
import { optionsGiven } from './host-arguments.js';
import { demandFitting, fieldValuesGiven, ownNamed } from './own-components.js';
import { demandCell, kindGiven } from './spawning.js';
import { fromHost } from './typed-value.js';

/** Objects that differ in numbers only. */

type Values = number | Float64Array;

/** What `spawnMany` was given, copied. All objects are handles. */
interface Brood {
  readonly litter: Litter;
  readonly values: readonly { readonly column: Column; readonly value: Values }[];
  readonly components: readonly { readonly own: OwnComponent; readonly values: OwnValues<Values> }[];
}

const manyNames: readonly (keyof SpawnManyOptions)[] = [
  'class',
  'kind',
  'owner',
  'granted',
  'count',
  'place',
  'values',
  'components',
];

export function broodGiven(core: WorldCore, given: SpawnManyOptions): Brood {
  const options = optionsGiven('spawnMany', given, manyNames);
  const { state } = core;
  const count = wholeGiven('count of spawnMany', options.count, 0, maxCapacity);
  const { kind, definition } = kindGiven(state.model, 'spawnMany', options);
  return {
    litter: {
      kind: kind.index,
      class: definition?.index ?? 0,
      count,
      owner: handleOf(state.identity, idOrNone(core, options.owner)),
      created: turnOf(state),
      granted: truthGiven('granted', options.granted ?? true),
      places: placesGiven(core, options.place, count),
    },
    values: entriesGiven<unknown>('values of spawnMany', options.values ?? {}, 'an object of names and values').map(
      ([name, value]) => cellsGiven(core, demandCell(core, name, kind.index), value, count),
    ),
    components: entriesGiven('components of spawnMany', options.components ?? {}, 'an object of components').map(
      ([name, fields]) => {
        const own = ownNamed(core, name);
        const values = fieldValuesGiven(name, Object.keys(own.fields), fields, (what, value, field) => {
          const isOne = typeof value === 'number';
          if (!isOne && !isNumbers(value)) throw refused(what, value, 'a number, or a list with one for each');
          const numbers = isOne ? value : numbersGiven(what, value, count);
          demandFitting(own, field, typeof numbers === 'number' ? [numbers] : numbers);
          return numbers;
        });
        return { own, values };
      },
    ),
  };
}

function placesGiven(core: WorldCore, given: SpawnManyOptions['place'], count: number): Litter['places'] {
  if (given === undefined || given === null) return { at: 'nowhere' };
  const place = optionsGiven(
    'the place of spawnMany',
    given as { readonly x?: unknown; readonly y?: unknown },
    placeKeys,
  );
  const { x, y } = place;
  if (isNumbers(x) && isNumbers(y)) return pointsGiven('the place of spawnMany', x, y, count);
  const { identity } = core.state;
  return placeWith(placementOf(core, place as PlaceOption), (id) => handleOf(identity, id));
}

function cellsGiven({ state }: WorldCore, column: Column, value: unknown, count: number) {
  if (!isNumbers(value)) {
    const stored = fromHost(state, column, value);
    return { column, value: isReference(column) ? handleOf(state.identity, stored) : stored };
  }
  const { name, type } = column;
  if (type.name !== 'number')
    throw refused(`values of ${name}`, value, 'one value for all, since they are not numbers');
  const values = numbersGiven(`values of ${name}`, value, count);
  for (let i = 0; i < count; i++) values[i] = fromHost(state, column, values[i]);
  return { column, value: values };
}

function isReference({ type }: Column): boolean {
  return type.name === 'entity';
}

/** `idOf`: of an object that `broodGiven` has found. */
export function bearBrood(core: WorldCore, brood: Brood, idOf: (what: string, handle: number) => number): void {
  const { state } = core;
  const litter = litterNow(brood.litter, idOf);
  for (const { column, value } of brood.values)
    if (isReference(column)) idOf(`the ${column.name} of spawnMany`, value as number);
  const isInStep = core.solver?.isInStep() === true;
  const ids = growing(core, () => {
    demandRows(core, litter.count);
    return bearMany(state, litter);
  });
  if (ids.length === 0) return;
  if (isInStep) for (let i = 0; i < ids.length; i++) core.solver?.born(ids[i]);
  const rows = rowsOf(ids);
  for (const { column, value } of brood.values) {
    writeRows(state.cells[column.index], rows, value);
    touch(state.stamps, columnStamp(column.index));
  }
  for (const { own, values } of brood.components) giveOwnMany(state, own, ids, values);
}

function litterNow(litter: Litter, idOf: (what: string, handle: number) => number): Litter {
  const { owner, places } = litter;
  return {
    ...litter,
    owner: idOf('the owner of spawnMany', owner),
    places: 'at' in places ? placeWith(places, (object) => idOf('the place of spawnMany', object)) : places,
  };
}

/** Before any is made, so that a world without room has none of them. */
function demandRows({ state: { identity, arena } }: WorldCore, count: number): void {
  const free = identity.kind.length - 1 - arena.header[header.live];
  if (free < count) throw new WorldFullError(identity.kind.length - 1);
}
