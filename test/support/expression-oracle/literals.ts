import type { Facts } from './facts.js';

/** What a position wants. */
export type Wanted = 'bool' | 'int';

/** What a text says, or why it says nothing. */
export type Said = number | 'type' | 'unknown-id';

const least = -(2n ** 31n);
const most = 2n ** 31n - 1n;

/** A literal of the wanted type, else a define. */
export function strictLiteral(text: string, wanted: Wanted, facts: Facts): Said {
  if (wanted === 'bool' && /^(?:0|1|true|false)$/i.test(text))
    return text === '1' || text.toLowerCase() === 'true' ? 1 : 0;
  if (wanted === 'int' && /^[+-]?\d+$/.test(text)) return inRange(text);
  const defined = define(text, wanted, facts);
  if (defined !== undefined) return defined;
  // A literal of the other type is no name.
  return /^[A-Za-z_]\w*$/.test(text) && !/^(?:true|false)$/i.test(text) ? 'unknown-id' : 'type';
}

function inRange(digits: string): Said {
  const value = BigInt(digits.replace(/^\+/, ''));
  return value >= least && value <= most ? Number(value) : 'type';
}

/** A define by its name. */
export function define(name: string, wanted: Wanted, { data: { defines } }: Facts): number | undefined {
  const value = Object.hasOwn(defines, name) ? defines[name] : undefined;
  if (value === undefined) return undefined;
  return wanted === 'bool' ? Number(Number(value) !== 0) : Number(value);
}

/** What the shipped game makes of a text. */
export function lenientLiteral(text: string, wanted: Wanted, facts: Facts): number {
  if (wanted === 'bool') return define(text, 'bool', facts) ?? Number(/^(?:1|true)$/.test(text));
  const digits = /^[+-]?\d+/.exec(text)?.[0];
  return digits === undefined ? 0 : Number(BigInt.asIntN(32, BigInt(digits.replace(/^\+/, ''))));
}
