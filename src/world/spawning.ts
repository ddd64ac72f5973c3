import { turnOf } from '../components/clock.js';
import { readCell, writeCell } from '../components/cells.js';
import { type OwnValues, giveOwn, writeOwn } from '../components/own-components.js';
import type { OwnComponent } from '../components/own.js';
import {
  type CellContent,
  type Class,
  type Column,
  type Kind,
  type Model,
  type Variable,
  kindAt,
} from '../model/model.js';
import { type Birth, bear, unbear } from '../state/object-life.js';
import { EdictError } from '../kernel/errors.js';
import { describe as shown, entriesGiven, truthGiven } from '../kernel/given.js';
import type { CellValue } from './api.js';
import type { SpawnOptions } from './spawn-api.js';
import type { TypedValue } from './variables-api.js';
import { type WorldCore, growing, idOrNone, placementOf } from './core.js';
import { placeWith } from './command-arguments.js';
import { fromHost } from './typed-value.js';
import { type FirstHeld, demandRoomFor, firstHeld, giveHeld } from './relation-methods.js';
import { type FirstInput, firstInput, giveInput, settleOr } from './variables.js';
import { classNamed, columnNamed, kindNamed, optionsGiven } from './host-arguments.js';
import { ownNamed, ownValuesGiven } from './own-components.js';

/** New objects and their first values. */

const longestName = 1_000;

export function spawn(core: WorldCore, given: SpawnOptions): number {
  return bearGiven(core, newbornGiven(core, given));
}

/** What `spawn` was given, checked and copied. */
interface Newborn {
  readonly birth: Birth;
  readonly first: readonly (FirstValue | FirstInput)[];
  readonly held: FirstHeld;
  readonly components: readonly { readonly own: OwnComponent; readonly values: OwnValues }[];
}

export function newbornGiven(core: WorldCore, given: SpawnOptions): Newborn {
  const options = optionsGiven('spawn', given, [
    'class',
    'kind',
    'name',
    'owner',
    'place',
    'granted',
    'values',
    'holdings',
    'lists',
    'components',
  ]);
  const { state } = core;
  const { model } = state;
  const { kind, definition } = kindGiven(model, 'spawn', options);
  const name = options.name ?? '';
  if (typeof name !== 'string')
    throw new EdictError('bad-value', `a name is a text, not ${shown(name)}; give one or leave it out`);
  if (name.length > longestName)
    throw new EdictError(
      'bad-value',
      `a name has ${name.length} characters, the limit is ${longestName}; give a shorter one`,
    );
  const first = entriesGiven('values of spawn', options.values ?? {}, 'an object of names and values').map(
    ([key, value]) => firstInput(core, kind.index, key, value) ?? firstValue(core, kind.index, key, value),
  );
  const held = firstHeld(core, kind.index, options);
  const components = entriesGiven('components of spawn', options.components ?? {}, 'an object of components').map(
    ([component, values]) => {
      const own = ownNamed(core, component);
      return { own, values: ownValuesGiven(own, values) };
    },
  );
  const birth: Birth = {
    kind: kind.index,
    class: definition?.index ?? 0,
    name,
    owner: idOrNone(core, options.owner),
    place: placementOf(core, options.place),
    created: turnOf(core.state),
    granted: truthGiven('granted', options.granted ?? true),
  };
  return { birth, first, held, components };
}

export function bearGiven(core: WorldCore, { birth, first, held, components }: Newborn): number {
  const { state } = core;
  const isInStep = core.solver?.isInStep() === true;
  const id = growing(core, () => {
    demandRoomFor(state, held);
    return bear(state, birth);
  });
  if (isInStep) core.solver?.born(id);
  for (const each of first) {
    if ('column' in each) writeCell(state, each.column, id, each.value);
    else giveInput(state, id, each);
  }
  giveHeld(state, id, held);
  for (const { own, values } of components) {
    giveOwn(state, own, id);
    writeOwn(state, own, id, values);
  }
  settleOr(core, () => {
    unbear(state, id);
  });
  return id;
}

/** The same, with other numbers for the objects that it names. 0 is none. */
export function newbornWith({ birth, first, held, ...rest }: Newborn, change: (object: number) => number): Newborn {
  return {
    ...rest,
    birth: { ...birth, owner: change(birth.owner), place: placeWith(birth.place, change) },
    first: first.map((each) =>
      'column' in each
        ? { ...each, value: each.column.type.name === 'entity' ? change(each.value) : each.value }
        : { ...each, content: contentWith(each, change) },
    ),
    held: { ...held, lists: held.lists.map(({ link, ids }) => ({ link, ids: ids.map(change) })) },
  };
}

function contentWith({ variable, content }: FirstInput, change: (object: number) => number): CellContent {
  return variable.type.name === 'entity' ? { ...content, value: change(content.value) } : content;
}

/** Of what is to be made. */
export function kindGiven(
  model: Model,
  what: string,
  { class: className, kind: kindName }: Pick<SpawnOptions, 'class' | 'kind'>,
): { readonly kind: Kind; readonly definition: Class | undefined } {
  const definition = className === undefined ? undefined : classNamed(model, className);
  if (definition === undefined && kindName === undefined)
    throw new EdictError('bad-option', `${what} was given neither a class nor a kind; name one of the two`);
  const kind = definition === undefined ? kindNamed(model, kindName ?? '') : kindAt(model, definition.kind);
  if (kindName !== undefined && kindName !== kind.name) {
    throw new EdictError(
      'bad-value',
      `class ${shown(className)} is of kind ${kind.name}, not ${shown(kindName)}; leave the kind out`,
    );
  }
  return { kind, definition };
}

interface FirstValue {
  readonly column: Column;
  readonly value: number;
}

function firstValue(core: WorldCore, kind: number, name: string, value: CellValue | TypedValue): FirstValue {
  const column = demandCell(core, name, kind);
  return { column, value: fromHost(core.state, column, value) };
}

export function demandCell(core: WorldCore, name: string | Variable, kind: number): Column {
  const { model } = core.state;
  const column = columnNamed(model, name);
  if (column.kinds[kind] === 1) return column;
  const { name: kindName, columns } = kindAt(model, kind);
  const known = columns.map((index) => model.columns[index].name);
  throw new EdictError(
    'bad-value',
    `a ${kindName} has no ${column.name}; it has ${known.length > 0 ? known.join(', ') : 'no meters and properties'}`,
  );
}

/** The object must have the column. */
export function setCell(core: WorldCore, column: Column, id: number, value: unknown): void {
  const { state } = core;
  const before = readCell(state, column, id);
  const after = fromHost(state, column, value);
  writeCell(state, column, id, after);
  core.watch?.({ column: column.index, object: id, rule: core.hostSystem, source: 0, label: 'host', before, after });
  settleOr(core, () => {
    writeCell(state, column, id, before);
  });
}
