import type { Fault } from '../text/diagnostic.js';
import { listTexts, quoteText } from '../text/quote.js';
import { type Known, type Reporting, type Where, isLost, refuse, refuseUnknown } from './load-context.js';
import type { ExpressionSource } from './schema.js';

/** What keys name, with the section that declares it. */
export const sections = {
  ability: 'abilities',
  trigger: 'triggers',
  occurrence: 'occurrences',
  role: 'roles',
  relation: 'relations',
  kind: 'kinds',
  class: 'classes',
  carrier: 'classes',
  classKey: 'classes',
  tableKey: 'enumerations',
  grid: 'grids',
  network: 'networks',
  space: 'spaces',
  connection: 'connections',
  meter: 'meters',
  property: 'properties',
  stepped: 'properties',
  set: 'properties',
  mixin: 'mixins',
  list: 'properties',
  variable: 'variables',
  modified: 'variables',
  flag: 'flags',
  tag: 'tags',
} as const;

type Named = keyof typeof sections;
type Message = (shown: string, known: readonly string[]) => string;

const thereIsNo = (what: string): Message => {
  return (shown) => `there is no ${what} ${shown}, expected the name of one`;
};

/** For unknown names. */
const messages: Readonly<Partial<Record<Named, Message>>> = {
  ability: thereIsNo('ability'),
  trigger: thereIsNo('trigger'),
  occurrence: thereIsNo('occurrence'),
  carrier: thereIsNo('class'),
  mixin: thereIsNo('mixin'),
  role: (shown) => `${shown} is not a role, expected one that is declared`,
  modified: (shown) => `unknown name ${shown}, expected a variable`,
  stepped: (shown) => `${shown} is not a property, expected one that holds words`,
  tag: (shown, known) => `${shown} is a tag of no class, expected ${listTexts(known, 12)}`,
  classKey: (shown, known) => `the key ${shown} is not a class, expected ${listTexts(known)}`,
  tableKey: (shown, known) => `a table cannot be asked by ${shown}, expected ${listTexts(known, 12)}`,
};

/** `advice`: where no name is near. */
export function refuseMissing<Lowered = false>(
  what: Named,
  name: string,
  where: Where,
  known: Known,
  context: Reporting,
  advice = `declare it under \`${sections[what]}\``,
): Lowered | undefined {
  const message = messages[what] ?? ((shown, names) => `${shown} is not a ${what}, expected ${listTexts(names)}`);
  return refuseUnknown(context, where, name, (names) => message(quoteText(name), names), known, advice);
}

/** The thing of a name; undefined for an unknown name, which is reported unless lost. */
export function named<Thing>(
  what: Named,
  name: string,
  where: Where,
  things: ReadonlyMap<string, Thing>,
  context: Reporting,
  advice?: string,
): Thing | undefined {
  const thing = things.get(name);
  if (thing !== undefined || isLost(context, name)) return thing;
  return refuseMissing(what, name, where, things, context, advice);
}

/** `asClass`: advice where it is the name of a class. */
export function kindNamed<Thing>(
  name: string,
  kinds: ReadonlyMap<string, Thing>,
  where: Where,
  context: Reporting,
  asClass?: string,
): Thing | undefined {
  if (asClass === undefined || kinds.has(name) || isLost(context, name))
    return named('kind', name, where, kinds, context);
  const message = () => `${quoteText(name)} is a class, not a kind, expected ${listTexts([...kinds.keys()])}`;
  return refuse(context, where, 'unknown-name', message, asClass);
}

export type Keyed<Key extends string, Value = ExpressionSource> = { readonly [Each in Key]?: Value | undefined };

export function kindAt<Key extends string, Thing>(
  source: Keyed<Key, string>,
  key: Key,
  kinds: ReadonlyMap<string, Thing>,
  context: Reporting,
): Thing | undefined {
  return kindNamed(source[key] ?? '', kinds, [source, key], context);
}

/** Each once. `find` reports unknown ones. */
export function readNames<Key extends string, Thing>(
  source: Keyed<Key, string | readonly string[]>,
  key: Key,
  find: (name: string, where: Where) => Thing | undefined,
  context: Reporting,
): readonly Thing[] | undefined {
  const names: string | readonly string[] = source[key] ?? [];
  const things = new Set<Thing>();
  let isWhole = true;
  for (const [i, name] of [names].flat().entries()) {
    const where: Where = typeof names === 'string' ? [source, key] : [names, i];
    const thing = find(name, where);
    if (thing !== undefined && things.has(thing)) reportTwice(name, where, context);
    if (thing === undefined || things.has(thing)) isWhole = false;
    else things.add(thing);
  }
  return isWhole ? [...things] : undefined;
}

export function reportTwice<Lowered = false>(name: string, where: Where, context: Reporting): Lowered | undefined {
  const message = `${quoteText(name)} is listed twice, expected each name once`;
  return refuse(context, where, 'duplicate-name', message, 'remove one');
}

/** Neither meters nor properties with one value. */
export type OtherMember = 'variable' | 'set' | 'list' | 'flag';
export type OtherMembers = ReadonlyMap<string, OtherMember>;

/** For one of these at the place of a meter or property. */
export function otherMemberFault(name: string, others: OtherMembers, expected: string): Fault | undefined {
  const other = others.get(name);
  if (other === undefined) return undefined;
  const [what, suggestion] = otherMembers[other];
  return { code: 'wrong-role', message: `${quoteText(name)} is ${what}, expected ${expected}`, suggestion };
}

const otherMembers: Readonly<Record<OtherMember, readonly [what: string, suggestion: string]>> = {
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
export function refuseMember<Lowered = false>(
  context: Reporting & { readonly others: OtherMembers },
  where: Where,
  name: string,
  expected: string,
  known: Known,
  otherwise: Parameters<typeof refuseUnknown>[5],
): Lowered | undefined {
  const other = otherMemberFault(name, context.others, expected);
  if (other !== undefined) return refuse(context, where, other.code, other.message, other.suggestion);
  return refuseUnknown(context, where, name, `unknown name ${quoteText(name)}, expected ${expected}`, known, otherwise);
}

/** In the list of a kind. `found`: what it is; `known`: what it could be. */
export function refuseNoMember<Lowered = false>(
  context: Reporting,
  where: Where,
  name: string,
  role: 'meter' | 'property' | 'variable',
  found: OtherMember | 'meter' | 'property' | undefined,
  known: Known,
): Lowered | undefined {
  if (isLost(context, name)) return undefined;
  if (found === undefined) return refuseMissing(role, name, where, known, context);
  const message = `${quoteText(name)} is a ${found}, expected a ${role}`;
  return refuse(context, where, 'wrong-role', message, `list it under \`${sections[found]}\``);
}
