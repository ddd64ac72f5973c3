import { isArray, type Plain } from '../../plain-value.js';

/** Chooses one of so many ways to write something, from 0. */
export type Choose = (ways: number) => number;

/** A document with a value, in one of the many ways to write it, comments included. */
export function procyonText(value: Plain, choose: Choose): string {
  const blanks = ['', '\n', ' \t\n', '# first\n'][choose(4)];
  return `${blanks}${blockLines(value, choose).join('\n')}${['', '\n', '\n\n', '\n# last'][choose(4)]}`;
}

/** The lines of a block, not indented. */
function blockLines(value: Plain, choose: Choose): string[] {
  const long = choose(3) === 0 ? undefined : longLines(value, choose);
  if (long === undefined) return [`${shortText(value, choose)}${choose(5) === 0 ? ' # short' : ''}`];
  return long;
}

function longLines(value: Plain, choose: Choose): string[] | undefined {
  if (typeof value === 'string') return isPrintable(value) ? stringLines(value, choose) : undefined;
  if (value instanceof Uint8Array) return dataLines(value, choose);
  if (isArray(value))
    return value.length === 0
      ? undefined
      : value.flatMap((item) => [...commentLines(choose), ...starLines(item, choose)]);
  if (value !== null && typeof value === 'object' && 'map' in value) {
    return value.map.length === 0
      ? undefined
      : value.map.flatMap(([key, item]) => [...commentLines(choose), ...keyLines(key, item, choose)]);
  }
  return undefined;
}

function isPrintable(text: string): boolean {
  // What block strings cannot hold.
  return !/[\x00-\x08\x0b-\x1f\x7f]/.test(text);
}

function commentLines(choose: Choose): string[] {
  return ['# a comment', '\t# deeper', ' \t'].slice(0, choose(12) === 0 ? 1 + choose(3) : 0);
}

function starLines(item: Plain, choose: Choose): string[] {
  const lines = blockLines(item, choose);
  if (choose(3) === 0) return ['*', ...indented(lines, choose)];
  // A tab after the star ends at the same width as a blank, whatever the line is indented by, only where that is even.
  return [`* ${lines[0]}`, ...lines.slice(1).map((line) => `  ${line}`)];
}

function keyLines(key: string, item: Plain, choose: Choose): string[] {
  const name = `${/^[\w./+-]+$/.test(key) && choose(2) === 0 ? key : quoted(key, choose)}:`;
  const lines = blockLines(item, choose);
  const isShort = lines.length === 1 && choose(2) === 0 && !/^[*>|!#]/.test(lines[0]) && !isKeyLine(item);
  return isShort ? [`${name}${['', ' ', '\t'][choose(3)]}${lines[0]}`] : [name, ...indented(lines, choose)];
}

/** Whether a line of the value may be one of a map without braces. */
function isKeyLine(item: Plain): boolean {
  return item !== null && typeof item === 'object' && 'map' in item;
}

function indented(lines: readonly string[], choose: Choose): string[] {
  const by = ['\t', '  ', ' ', '   ', '\t\t'][choose(lines.some((line) => line.startsWith('\t')) ? 2 : 5)];
  return lines.map((line) => by + line);
}

function stringLines(text: string, choose: Choose): string[] {
  if (text === '') return ['!'];
  const isEnded = text.endsWith('\n');
  const lines = (isEnded ? text.slice(0, -1) : text)
    .split('\n')
    .map((line) => (line === '' ? '|' : `|${[' ', '\t'][choose(2)]}${line}`));
  return isEnded ? lines : [...lines, ['!', '! '][choose(2)]];
}

function dataLines(data: Uint8Array, choose: Choose): string[] {
  const middle = choose(data.length + 1);
  return [data.subarray(0, middle), data.subarray(middle)].map((part) => dataText(part, choose));
}

function dataText(data: Uint8Array, choose: Choose): string {
  return `$${[...data].map((byte) => ['', ' ', '\t'][choose(3)] + byte.toString(16).padStart(2, '0')[choose(2) === 0 ? 'toUpperCase' : 'toLowerCase']()).join('')}`;
}

function shortText(value: Plain, choose: Choose): string {
  const space = () => ['', ' ', '\t '][choose(3)];
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return `${value >= 0n && choose(4) === 0 ? '+' : ''}${String(value)}`;
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'string') return quoted(value, choose);
  if (value instanceof Uint8Array) return dataText(value, choose);
  if (isArray(value))
    return `[${space()}${value.map((item) => shortText(item, choose)).join(`${space()},${space()}`)}${space()}]`;
  return `{${space()}${value.map.map(([key, item]) => `${quoted(key, choose)}:${space()}${shortText(item, choose)}`).join(`,${space()}`)}}`;
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function quoted(text: string, choose: Choose): string {
  return `"${Array.from(text, (character) => quotedCharacter(character, choose)).join('')}"`;
}

function quotedCharacter(character: string, choose: Choose): string {
  const code = character.codePointAt(0) ?? 0;
  const must = code < 0x20 || code === 0x7f || character === '"' || character === '\\';
  if (!must && choose(4) !== 0) return character;
  const hex = code.toString(16);
  return code > 0xffff || choose(3) === 0 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
