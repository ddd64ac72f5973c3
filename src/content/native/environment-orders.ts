import { type Column, type Model, kindAt } from '../../model/model.js';
import type { Order } from '../../ir/environment.js';
import { quoteText } from '../diagnostics/quote.js';
import { columnOfKind } from './classes.js';
import { isUsable } from './declarations.js';
import { type Choosing, createChoosing, lowerChoices } from './environment-choices.js';
import type { EnvironmentContext } from './environment-context.js';
import { lowerSlots } from './environment-slots.js';
import { refer, refuse, reportError, warn } from './loading.js';
import { otherMemberFault } from './other-members.js';
import type { EnvironmentSource, OrderSource } from './schema.js';
import type { Place } from './source-tree.js';

const none: ReadonlySet<string> = new Set();

/** What all orders of a load share. */
interface Ordering extends EnvironmentContext {
  /** The first order by kind and property. */
  readonly written: Map<string, { readonly name: string; readonly place: Place }>;
  /** The first class of a kind that gives a property a first value, likewise. */
  readonly begun: ReadonlyMap<string, string>;
  readonly choosing: Choosing;
}

/** Lowers what can be ordered; undefined, and reported, when something is wrong with it. */
export function lowerOrders({ actions }: EnvironmentSource, context: EnvironmentContext): readonly Order[] | undefined {
  const ordering: Ordering = {
    ...context,
    written: new Map(),
    begun: firstValues(context.model),
    choosing: createChoosing(context.names),
  };
  const orders = Object.entries(actions).map(([name, source]) =>
    lowerOrder(name, source, context.loading.places.ofKey(actions, name), ordering),
  );
  const sound = orders.filter((order) => order !== undefined);
  return sound.length < orders.length ? undefined : sound;
}

const keyOf = (kind: number, column: number): string => `${kind} ${column}`;

function firstValues({ classes }: Model): ReadonlyMap<string, string> {
  const begun = new Map<string, string>();
  for (const { kind, name, initial } of classes) {
    for (const [column, value] of initial)
      if (value !== 0 && !begun.has(keyOf(kind, column))) begun.set(keyOf(kind, column), name);
  }
  return begun;
}

function lowerOrder(name: string, source: OrderSource, place: Place, context: Ordering): Order | undefined {
  const isNamed = isUsable(name, 'an order', place, none, context.loading);
  const { kind, slots, isSound } = lowerSlots(name, source, place, context);
  const column = propertyOf(name, source, kind, context);
  const choices = column && lowerChoices({ name, source, place, kind, column, choosing: context.choosing }, context);
  if (column !== undefined && kind !== undefined) warnOfSecond(name, source, kind, column, context);
  return isNamed && isSound && column !== undefined && choices !== undefined
    ? Object.freeze({ name, slots, column: column.index, choices: Object.freeze(choices) })
    : undefined;
}

/** Types of what can be ordered. */
const orderable: ReadonlySet<string> = new Set<Column['type']['name']>(['enumeration', 'class', 'kind', 'entity']);

/** The property that is written; undefined, and reported, where an order cannot be written to it. */
function propertyOf(
  name: string,
  source: OrderSource,
  kind: number | undefined,
  context: Ordering,
): Column | undefined {
  const { model, others, torn, meterNames, propertyNames, loading } = context;
  if (loading.damage.names.has(source.property)) return undefined;
  const place = (): Place => loading.places.ofValue(source, 'property');
  const other = otherMemberFault(source.property, others, 'a property for a word, a class or an object');
  if (other !== undefined) {
    reportError(loading, place(), { ...other, suggestion: 'declare a property for the orders alone' });
    return undefined;
  }
  const known = {
    columnByName: model.columnByName,
    columnNames: [...propertyNames, ...meterNames],
    others,
    torn,
    loading,
  };
  const column = columnOfKind(source.property, kind === undefined ? undefined : kindAt(model, kind), place, known);
  if (column === undefined) return undefined;
  if (!orderable.has(column.type.name)) {
    const holds = column.type.name === 'number' ? 'a number' : '`true` or `false`';
    return refuse(
      context,
      place,
      'wrong-type',
      `${quoteText(name)} would write an order to ${quoteText(column.name)}, which holds ${holds}; expected a property for a word, a class or an object`,
      'declare an enumeration of what can be ordered, and a property of it',
    );
  }
  return isEmptyAtFirst(name, column, kind, place, context) ? column : undefined;
}

/** An order is taken back by writing none, so that is what must be there without one. */
function isEmptyAtFirst(
  name: string,
  column: Column,
  kind: number | undefined,
  place: () => Place,
  { begun, loading }: Ordering,
): boolean {
  const beginning = kind === undefined ? undefined : begun.get(keyOf(kind, column.index));
  if (column.initial === 0 && beginning === undefined) return true;
  const what =
    beginning === undefined
      ? 'whose default is not none'
      : `whose first value in class ${quoteText(beginning)} is not none`;
  refuse(
    { loading },
    place,
    'default-not-none',
    `${quoteText(name)} writes its orders to ${quoteText(column.name)}, ${what}; expected none where nothing is ordered`,
    'remove the value, or declare a property for the orders alone',
  );
  return false;
}

function warnOfSecond(
  name: string,
  source: OrderSource,
  kind: number,
  column: Column,
  { written, loading }: Ordering,
): void {
  const key = keyOf(kind, column.index);
  const place = loading.places.ofValue(source, 'property');
  const first = written.get(key);
  if (first === undefined) {
    written.set(key, { name, place });
    return;
  }
  warn(
    { loading },
    place,
    'same-property',
    `${quoteText(name)} writes to ${quoteText(column.name)}, as ${quoteText(first.name)} ${refer(place, first.place)} does: where both are given to one object this one counts`,
    'give each its own property, or make one order of the two',
  );
}
