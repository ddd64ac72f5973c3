import { hashString } from '../kernel/hash.js';

/** The head of a file of compiled content. */
export const formatName = 'edict compiled content';

/** Rises with every change of what operations, models or rules are made of. */
export const formatVersion = 1;

/** Characters of one file. */
export const longestFile = 2 ** 25;

/** Maps and lists in each other: effects nest a hundred times. */
const deepestFile = 1000;

/** Before it is parsed: engines differ in how they parse what is deeper than their stack. */
export function isTooDeep(json: string): boolean {
  let [depth, isInText] = [0, false];
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (isInText) {
      if (unit === backslash) at++;
      else if (unit === quote) isInText = false;
    } else if (unit === quote) isInText = true;
    else if (openers.has(unit) && ++depth > deepestFile) return true;
    else if (closers.has(unit)) depth--;
  }
  return false;
}

const [quote, backslash] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)];
const openers: ReadonlySet<number> = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)));
const closers: ReadonlySet<number> = new Set([']', '}'].map((sign) => sign.charCodeAt(0)));

/** Over the parts of the file, however they are spaced. */
export function checkSum(content: unknown): string {
  return hashString(JSON.stringify(content));
}
