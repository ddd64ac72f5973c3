import { quoteText } from '../diagnostics/quote.js';
import { type Fault, type Loading, refer, reportError } from './loading.js';
import type { Place } from './source-tree.js';

const longestName = 64;

/** What cannot be seen, or changes how the text around it is shown. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[^\P{Zs} ]/u;

/** Reports a name that content may not have. Returns whether it may. */
export function checkName(loading: Loading, name: string, place: Place): boolean {
  const fault = nameFault(name);
  if (fault !== undefined) reportError(loading, place, fault);
  return fault === undefined;
}

function nameFault(name: string): Fault | undefined {
  const bad = (what: string, suggestion: string): Fault => ({
    code: 'bad-name',
    message: `the name ${quoteText(name)} ${what}, expected up to ${longestName} visible characters`,
    suggestion,
  });
  if (name === '') return bad('is empty', 'write a name');
  if (name.length > longestName) return bad(`is ${name.length} characters long`, 'choose a shorter name');
  const hidden = invisible.exec(name);
  if (hidden !== null)
    return bad(
      `holds the invisible character U+${(hidden[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
      'remove it',
    );
  if (name.trim() !== name) return bad('begins or ends with a space', 'remove the space');
  if (name === '__proto__') return bad('is no name for content', 'choose another name');
  return undefined;
}

/** Reports a name that cannot be part of a rule's name, `class/group`. Returns whether it can. */
export function checkPart(loading: Loading, name: string, place: Place): boolean {
  if (!name.includes('/')) return true;
  reportError(loading, place, {
    code: 'bad-name',
    message: `the name ${quoteText(name)} holds a slash, expected a name without: rules are named class/group`,
    suggestion: 'write `-` in its place',
  });
  return false;
}

/** Labels are printed as they are. */
export function checkLabel(loading: Loading, label: string | undefined, place: () => Place): void {
  if (label === undefined) return;
  const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.exec(label);
  if (label.length <= 200 && hidden === null) return;
  const what = hidden === null ? `is ${label.length} characters long` : 'holds an invisible character';
  reportError(loading, place(), {
    code: 'bad-label',
    message: `the label ${quoteText(label)} ${what}, expected up to 200 visible characters`,
    suggestion: 'write a plain text of one line',
  });
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
  const already = taken.what === what ? `already ${what}` : `already the name of ${taken.what}`;
  reportError(loading, place, {
    code: 'duplicate-name',
    message: `${quoteText(name)} is ${already} ${refer(place, taken.place)}, expected a name of its own for ${what}`,
    suggestion: 'rename one of the two, or remove it',
  });
  return false;
}
