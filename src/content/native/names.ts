import { quoteText } from '../diagnostics/quote.js';
import { type Loading, type Reporting, type Where, refer, refuse } from './loading.js';
import type { Place } from './source-tree.js';

const longestName = 64;
const longestLabel = 200;

/** What cannot be seen, or changes how the text around it is shown. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[^\P{Zs} ]/u;

/** Reports a name that content may not have. Returns whether it may. */
export function checkName(loading: Loading, name: string, place: Place): boolean {
  const wrong = wrongIn(name);
  if (wrong === undefined) return true;
  const [what, suggestion] = wrong;
  const expected = `expected up to ${longestName} visible characters`;
  refuse({ loading }, place, 'bad-name', `the name ${quoteText(name)} ${what}, ${expected}`, suggestion);
  return false;
}

function wrongIn(name: string): readonly [what: string, suggestion: string] | undefined {
  if (name === '') return ['is empty', 'write a name'];
  if (name.length > longestName) return [`is ${name.length} characters long`, 'choose a shorter name'];
  const code = invisible.exec(name)?.[0].codePointAt(0);
  if (code !== undefined)
    return [`holds the invisible character U+${code.toString(16).toUpperCase().padStart(4, '0')}`, 'remove it'];
  if (name.trim() !== name) return ['begins or ends with a space', 'remove the space'];
  return name === '__proto__' ? ['is no name for content', 'choose another name'] : undefined;
}

/** Reports a name that cannot be part of a rule's name, `class/group`. Returns whether it can. */
export function checkPart(loading: Loading, name: string, place: Place): boolean {
  if (!name.includes('/')) return true;
  const message = `the name ${quoteText(name)} holds a slash, expected a name without: rules are named class/group`;
  refuse({ loading }, place, 'bad-name', message, 'write `-` in its place');
  return false;
}

/** Labels are printed as they are. */
export function checkLabel(loading: Loading, label: string | undefined, where: Where): void {
  if (label === undefined) return;
  const isShown = !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(label);
  if (label.length <= longestLabel && isShown) return;
  const what = isShown ? `is ${label.length} characters long` : 'holds an invisible character';
  const message = `the label ${quoteText(label)} ${what}, expected up to ${longestLabel} visible characters`;
  refuse({ loading }, where, 'bad-label', message, 'write a plain text of one line');
}

/** Names that each may be given once, with where they were given first. */
export type Claims = Map<string, { readonly what: string; readonly place: Place }>;

/** Claims a name, or reports that it is taken. `what` is the thing with its article: `a meter`. */
export function claim(loading: Loading, claims: Claims, name: string, what: string, place: Place): boolean {
  const taken = claims.get(name);
  if (taken === undefined) {
    claims.set(name, { what, place });
    return true;
  }
  const already = taken.what === what ? what : `the name of ${taken.what}`;
  const there = refer(place, taken.place);
  const message = `${quoteText(name)} is already ${already} ${there}, expected a name of its own for ${what}`;
  refuse({ loading }, place, 'duplicate-name', message, 'rename one of the two, or remove it');
  return false;
}

/** Reports a name that means something else. */
export function refuseReserved(context: Reporting, where: Where, name: string, what: string): void {
  const message = `${quoteText(name)} has a meaning of its own, expected another name for ${what}`;
  refuse(context, where, 'reserved-name', message, 'choose another name');
}

/** Reports a name that something else has already. */
export function refuseTaken(context: Reporting, where: Where, name: string, by: string, what: string): void {
  const message = `${quoteText(name)} is already ${by}, expected a name of its own for ${what}`;
  refuse(context, where, 'duplicate-name', message, 'rename one of the two');
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What the parser and the checker have a meaning for. */
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

/**
 * Reports a name that cannot stand by itself in an expression. Returns whether it can. `what` is the thing with its
 * article.
 */
export function checkIdentifier(
  context: Reporting,
  where: Where,
  name: string,
  what: string,
  isTaken = false,
): boolean {
  if (!identifier.test(name)) {
    const expected = `expected letters, digits and \`_\` for ${what}`;
    const message = `the name ${quoteText(name)} cannot stand in an expression, ${expected}`;
    refuse(context, where, 'bad-name', message, 'begin it with a letter, without spaces');
    return false;
  }
  if (!isTaken && !reserved.has(name)) return true;
  refuseReserved(context, where, name, what);
  return false;
}
