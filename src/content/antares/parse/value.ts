import type { Fault } from '../../text/diagnostic.js';

/** A position in a text: line from 1, column in bytes from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Integers (64 bits) and reals are different types. */
export type Value =
  | { readonly type: 'null'; readonly at: Place }
  | { readonly type: 'bool'; readonly at: Place; readonly value: boolean }
  | { readonly type: 'int'; readonly at: Place; readonly value: bigint }
  | { readonly type: 'float'; readonly at: Place; readonly value: number }
  | { readonly type: 'data'; readonly at: Place; readonly value: Uint8Array }
  | { readonly type: 'string'; readonly at: Place; readonly value: string }
  | { readonly type: 'array'; readonly at: Place; readonly items: readonly Value[] }
  /** In the order of their first occurrence; a repeated key has its last value. */
  | { readonly type: 'map'; readonly at: Place; readonly entries: ReadonlyMap<string, Entry> };

export interface Entry {
  /** Place of the key. */
  readonly at: Place;
  readonly value: Value;
  /** Place of the same key before, whose value does not count. */
  readonly repeats?: Place;
}

export interface Problem extends Omit<Fault, 'code'> {
  readonly at: Place;
}

export type ReadResult =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

export function entryOf(value: Value, key: string): Value | undefined {
  return value.type === 'map' ? value.entries.get(key)?.value : undefined;
}

export function itemsOf(value: Value | undefined): readonly Value[] {
  return value?.type === 'array' ? value.items : [];
}
