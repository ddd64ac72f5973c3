import { hexOf } from '../document.js';
import type { Entry, Value } from '../value.js';

type Part = readonly [key: string | undefined, value: Value];

interface Open {
  readonly parts: Iterator<Part, undefined>;
  readonly end: string;
  isEmpty: boolean;
}

/**
 * Writes floats with a point or an exponent, infinities as `1e999` and `-1e999`, nan as `null`, and data as hexadecimal
 * digits. Indents by tabs.
 */
export function printJson(value: Value): string {
  const written: string[] = [];
  const open: Open[] = [];
  const begin = (start: string, end: string, parts: Open['parts']) => {
    written.push(start);
    open.push({ parts, end, isEmpty: true });
  };
  // A value made by a program may be deeper than the call stack.
  const write = (each: Value) => {
    if (each.type === 'array') begin('[', ']', itemsOf(each.items));
    else if (each.type === 'map') begin('{', '}', pairsOf(each.entries));
    else written.push(scalarText(each));
  };
  write(value);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.parts.next();
    if (next.done === true) {
      open.pop();
      written.push(top.isEmpty ? top.end : lineBreak(open.length) + top.end);
      continue;
    }
    const [key, item] = next.value;
    written.push(top.isEmpty ? '' : ',', lineBreak(open.length), key === undefined ? '' : `${JSON.stringify(key)}: `);
    top.isEmpty = false;
    write(item);
  }
  return written.join('');
}

// One at a time: a document may have millions.
function* itemsOf(items: readonly Value[]): Generator<Part, undefined> {
  for (const item of items) yield [undefined, item];
}

function* pairsOf(entries: ReadonlyMap<string, Entry>): Generator<Part, undefined> {
  for (const [key, { value }] of entries) yield [key, value];
}

function lineBreak(depth: number): string {
  return `\n${'\t'.repeat(depth)}`;
}

function scalarText(value: Exclude<Value, { readonly type: 'array' | 'map' }>): string {
  switch (value.type) {
    case 'null':
      return 'null';
    case 'bool':
    case 'int':
      return String(value.value);
    case 'float':
      return floatText(value.value);
    case 'data':
      return `"${hexOf(value.value)}"`;
    case 'string':
      return JSON.stringify(value.value);
  }
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return 'null';
  if (value === Infinity) return '1e999';
  if (value === -Infinity) return '-1e999';
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
