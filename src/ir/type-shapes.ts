import type { Step } from '../model/connection.js';
import type { ColumnType, ElementType, Type } from '../model/model.js';
import { type Shape, indexOf, whole } from './shape.js';
import { tagged } from './record-shape.js';

const columnTypes = {
  number: {},
  boolean: {},
  entity: {},
  kind: {},
  class: {},
  enumeration: { index: indexOf('enumeration') },
} as const;

export const columnType: Shape<ColumnType> = tagged<ColumnType, 'name'>('name', columnTypes);

const elementTypes = { boolean: {}, numeric: {}, text: {}, pair: {}, dice: {} } as const;

export const valueType: Shape<Type> = tagged<Type, 'name'>('name', {
  ...columnTypes,
  ...elementTypes,
  array: { of: tagged<ElementType, 'name'>('name', elementTypes) },
});

const ofKind = { kind: indexOf('kind') } as const;
const ofColumn = { column: indexOf('column') } as const;
const ofLink = { link: indexOf('link') } as const;

export const step: Shape<Step> = tagged<Step, 'by'>('by', {
  objects: ofKind,
  owner: {},
  parent: {},
  reference: ofColumn,
  attached: ofKind,
  owned: ofKind,
  referrers: { ...ofColumn, ...ofKind },
  listed: ofLink,
  listing: ofLink,
  linked: { graph: indexOf('graph') },
  square: { grid: indexOf('grid'), distance: whole() },
  kind: ofKind,
  having: ofColumn,
  others: {},
  once: {},
  sorted: {},
});
