import { printable } from '../../diagnostics/quote.js';

const longestKey = 64;
const plainKey = /^[\w-]+$/;

/** The path of a member of a map; keys that are no plain words stand in brackets. */
export function memberPath(parent: string, key: string): string {
  const name = key.length > longestKey ? `${key.slice(0, longestKey)}…` : key;
  if (!plainKey.test(name)) return `${parent}[${JSON.stringify(printable(name))}]`;
  return parent === '' ? name : `${parent}.${name}`;
}

export function itemPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}
