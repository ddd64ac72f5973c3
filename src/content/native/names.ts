import { printable, quoteText } from '../text/quote.js';
import { unicodeName } from '../expression/wording.js';
import { type Reporting, type Where, placeOf, refer, refuse } from './load-context.js';
import type { Place } from './source-tree.js';

const longestName = 64;
const longestLabel = 200;

/** Invisible, or changing how the text around it is shown. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[^\P{Zs} ]/u;

export function checkName(context: Reporting, name: string, where: Where): boolean {
  const wrong = wrongIn(name);
  if (wrong === undefined) return true;
  const [what, suggestion] = wrong;
  const expected = `expected up to ${longestName} visible characters`;
  refuse(context, where, 'bad-name', `the name ${quoteText(name)} ${what}, ${expected}`, suggestion);
  return false;
}

function wrongIn(name: string): readonly [what: string, suggestion: string] | undefined {
  if (name === '') return ['is empty', 'write a name'];
  if (name.length > longestName) return [`is ${name.length} characters long`, 'choose a shorter name'];
  const code = invisible.exec(name)?.[0].codePointAt(0);
  if (code !== undefined) return [`holds the invisible character ${unicodeName(code)}`, 'remove it'];
  if (name.trim() !== name) return ['begins or ends with a space', 'remove the space'];
  return name === '__proto__' ? ['is no name for content', 'choose another name'] : undefined;
}

/** For rules, named `class/group`. */
export function checkPart(context: Reporting, name: string, where: Where): boolean {
  if (!name.includes('/')) return true;
  refuse(
    context,
    where,
    'bad-name',
    `the name ${quoteText(name)} holds a slash, expected a name without: rules are named class/group`,
    'write `-` in its place',
  );
  return false;
}

/** Labels are printed as they are. */
export function checkLabel(context: Reporting, label: string | undefined, where: Where): void {
  if (label === undefined) return;
  const isShown = printable(label) === label;
  if (label.length <= longestLabel && isShown) return;
  const what = isShown ? `is ${label.length} characters long` : 'holds an invisible character';
  refuse(
    context,
    where,
    'bad-label',
    `the label ${quoteText(label)} ${what}, expected up to ${longestLabel} visible characters`,
    'write a plain text of one line',
  );
}

export type Claims = Map<string, { readonly what: string; readonly place: Place }>;

/** Reports a taken name. `what` has its article: `a meter`. */
export function claim(context: Reporting, claims: Claims, name: string, what: string, where: Where): boolean {
  const place = placeOf(context, where);
  const taken = claims.get(name);
  if (taken === undefined) {
    claims.set(name, { what, place });
    return true;
  }
  const already = taken.what === what ? what : `the name of ${taken.what}`;
  refuseTaken(context, place, name, `${already} ${refer(place, taken.place)}`, what, ', or remove it');
  return false;
}

export function claimName(context: Reporting, claims: Claims, name: string, what: string, where: Where): boolean {
  return checkName(context, name, where) && claim(context, claims, name, what, where);
}

/** `at`: where it means something else. */
export function refuseReserved(context: Reporting, where: Where, name: string, what: string, at = ''): void {
  refuse(
    context,
    where,
    'reserved-name',
    `${quoteText(name)} has a meaning of its own${at}, expected another name for ${what}`,
    'choose another name',
  );
}

export function refuseTaken(
  context: Reporting,
  where: Where,
  name: string,
  by: string,
  what: string,
  instead = '',
): void {
  refuse(
    context,
    where,
    'duplicate-name',
    `${quoteText(name)} is already ${by}, expected a name of its own for ${what}`,
    `rename one of the two${instead}`,
  );
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

/** `what` has its article. */
export function checkIdentifier(
  context: Reporting,
  where: Where,
  name: string,
  what: string,
  isTaken = false,
): boolean {
  if (!isIdentifier(name)) {
    const expected = `expected letters, digits and \`_\` for ${what}`;
    refuse(
      context,
      where,
      'bad-name',
      `the name ${quoteText(name)} cannot stand in an expression, ${expected}`,
      'begin it with a letter, without spaces',
    );
    return false;
  }
  if (!isTaken && !reserved.has(name)) return true;
  refuseReserved(context, where, name, what);
  return false;
}
