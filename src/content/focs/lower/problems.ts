import { nearestName } from '../../diagnostics/nearest-name.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Offset } from '../syntax.js';
import type { Context, GroupState, Problem } from './context.js';

/**
 * Reports of what is wrong with content. Lowering goes on with something harmless in its place, so that all problems of
 * an item are found at once.
 */

type Reporting = Pick<Context, 'group'> | { readonly group: GroupState };

/** A name that content does not define. A warning where the game itself takes it for nothing. */
export function unknownName(
  { group }: Reporting,
  at: Offset,
  what: string,
  name: string,
  known: Iterable<string>,
  severity: Problem['severity'] = 'error',
): void {
  const nearest = nearestName(name, known, group.names);
  group.report({
    severity,
    code: 'unknown-name',
    at,
    message: `there is no ${what} ${quoteText(name)}, expected the name of one that content defines`,
    ...(nearest === undefined ? {} : { suggestion: `did you mean ${quoteText(nearest)}?` }),
  });
}

/** A value of another type than its place asks for. */
export function wrongType({ group }: Reporting, at: Offset, found: string, expected: string): void {
  group.report({ severity: 'error', code: 'wrong-type', at, message: `${found} stands here, expected ${expected}` });
}

export function missingParameter({ group }: Reporting, at: Offset, construct: string, label: string): void {
  group.report({
    severity: 'error',
    code: 'missing-parameter',
    at,
    message: `${construct} lacks ${quoteText(label)}, expected \`${label} = …\``,
  });
}

/** A construct that is known, and has no meaning in Edict. */
export function unsupported({ group }: Reporting, at: Offset, construct: string, instead: string): void {
  group.report({
    severity: 'error',
    code: 'unsupported',
    at,
    message: `${construct} has no meaning in Edict, expected ${instead}`,
  });
}

/** A group that comes to more than anybody would write. */
export function tooLarge({ group }: Reporting, at: Offset): void {
  group.report({
    severity: 'error',
    code: 'too-large',
    at,
    message: 'this group asks for too many conditions, expected fewer locations and alternatives inside one another',
  });
}

/** A construct that nobody knows. */
export function unknownConstruct(
  { group }: Reporting,
  at: Offset,
  what: string,
  name: string,
  known: Iterable<string>,
): void {
  const nearest = nearestName(name, known, group.names);
  group.report({
    severity: 'error',
    code: 'unknown-construct',
    at,
    message: `${quoteText(name)} is no ${what} that Edict knows`,
    ...(nearest === undefined ? {} : { suggestion: `did you mean ${quoteText(nearest)}?` }),
  });
}
