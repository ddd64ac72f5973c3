import type { Fault } from '../text/diagnostic.js';
import { quoteText } from '../text/quote.js';
import { type Reporting, type Where, refuseUnknown, refuse } from './load-context.js';

/** Neither meters nor properties with one value. */
export type OtherMember = 'variable' | 'set' | 'list' | 'flag';
export type OtherMembers = ReadonlyMap<string, OtherMember>;

export const sections = {
  meter: 'meters',
  property: 'properties',
  variable: 'variables',
  set: 'properties',
  list: 'properties',
  flag: 'flags',
} as const;

/** For one of these at the place of a meter or property. */
export function otherMemberFault(name: string, others: OtherMembers, expected: string): Fault | undefined {
  const sort = others.get(name);
  if (sort === undefined) return undefined;
  const [what, suggestion] = sorts[sort];
  return { code: 'wrong-role', message: `${quoteText(name)} is ${what}, expected ${expected}`, suggestion };
}

const sorts: Readonly<Record<OtherMember, readonly [what: string, suggestion: string]>> = {
  variable: ['a variable, which modifiers make', 'give a class or kind a modifier of it, under `modifiers`'],
  set: [
    'a set, which is empty unless its class says otherwise',
    'leave it out: the `initial` of classes and the effect `{ hold: word, in: set }` put words into it, and so do hosts and scenarios',
  ],
  list: [
    'a list, which is empty at first and which the host fills',
    'leave it out: hosts and scenarios put objects into it',
  ],
  flag: ['a flag, which follows from its condition', 'write what its condition looks at'],
};

/** `otherwise`: advice where no name is near. */
export function refuseMember<Lowered>(
  context: Reporting & { readonly others: OtherMembers },
  where: Where,
  name: string,
  expected: string,
  known: Parameters<typeof refuseUnknown>[4],
  otherwise: Parameters<typeof refuseUnknown>[5],
): Lowered | undefined {
  const other = otherMemberFault(name, context.others, expected);
  return other === undefined
    ? refuseUnknown(context, where, name, `${quoteText(name)} is nothing known, expected ${expected}`, known, otherwise)
    : refuse(context, where, other.code, other.message, other.suggestion);
}
