import { printable, quoteText } from '../text/quote.js';
import { unicodeName } from '../expression/wording.js';
import { type Reporting, type Where, placeOf, refer, refuse } from './load-context.js';
import type { Place } from './source-tree.js';

const longestName = 64;
const longestLabel = 200;

/** Invisible, or changing how the text around it is shown. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[^\P{Zs} ]/u;

export function checkName(context: Reporting, name: string, where: Where) {
  const [what, suggestion] = wrongIn(name) ?? [];
  const isRight = what === undefined || suggestion === undefined;
  return isRight || refuseName(context, where, name, `${what}, expected ${visible(longestName)}`, suggestion);
}

function visible(most: number): string {
  return `up to ${most} visible characters`;
}

export function refuseName(
  context: Reporting,
  where: Where,
  name: string,
  what: string,
  suggestion: string,
): false | undefined {
  return refuse(context, where, 'bad-name', `the name ${quoteText(name)} ${what}`, suggestion);
}

function wrongIn(name: string): readonly [what: string, suggestion: string] | undefined {
  if (name === '') return ['is empty', 'write a name'];
  if (name.length > longestName) return [`is ${name.length} characters long`, 'choose a shorter name'];
  const code = invisible.exec(name)?.[0].codePointAt(0);
  if (code !== undefined) return [`holds the invisible character ${unicodeName(code)}`, 'remove it'];
  if (name.trim() !== name) return ['begins or ends with a space', 'remove the space'];
  return name === '__proto__' ? ['is reserved', 'choose another name'] : undefined;
}

export function checkPart(context: Reporting, name: string, where: Where) {
  const what = 'holds a slash, expected a name without: rules are named class/group';
  return !name.includes('/') || refuseName(context, where, name, what, 'write `-` in its place');
}

/** Labels are printed as they are. */
export function checkLabel(context: Reporting, label: string | undefined, where: Where): void {
  if (label === undefined) return;
  const isShown = printable(label) === label;
  if (label.length <= longestLabel && isShown) return;
  const what = isShown ? `is ${label.length} characters long` : 'holds an invisible character';
  const message = `the label ${quoteText(label)} ${what}, expected ${visible(longestLabel)}`;
  refuse(context, where, 'bad-label', message, 'write a plain text of one line');
}

export type Claims = Map<string, { readonly what: string; readonly place: Place }>;

/** Reports a taken name. `what` has its article: `a meter`. */
export function claim(context: Reporting, claims: Claims, name: string, what: string, where: Where) {
  const place = placeOf(context, where);
  const taken = claims.get(name);
  if (taken === undefined) {
    claims.set(name, { what, place });
    return true;
  }
  const already = taken.what === what ? what : `the name of ${taken.what}`;
  return refuseTaken(context, place, name, `${already} ${refer(place, taken.place)}`, what, ', or remove it');
}

export function claimName(context: Reporting, claims: Claims, name: string, what: string, where: Where) {
  return checkName(context, name, where) && claim(context, claims, name, what, where);
}

/** `at`: where it means something else. */
export function refuseReserved(context: Reporting, where: Where, name: string, what: string, at = '') {
  const message = `${quoteText(name)} is reserved${at}, expected another name for ${what}`;
  return refuse(context, where, 'reserved-name', message, 'choose another name');
}

export function refuseTaken(context: Reporting, where: Where, name: string, by: string, what: string, instead = '') {
  const message = `${quoteText(name)} is already ${by}, expected a unique name for ${what}`;
  return refuse(context, where, 'duplicate-name', message, `rename one of the two${instead}`);
}

export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

const reserved: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'in',
  'if',
  'not',
  'self',
  'source',
  'target',
  'value',
  'turn',
  'time',
]);

export function checkIdentifier(context: Reporting, where: Where, name: string, what: string, isTaken = false) {
  if (isIdentifier(name)) return (!isTaken && !reserved.has(name)) || refuseReserved(context, where, name, what);
  const expected = `expected letters, digits and \`_\` for ${what}`;
  const advice = 'begin it with a letter, without spaces';
  return refuseName(context, where, name, `cannot be used in an expression, ${expected}`, advice);
}
