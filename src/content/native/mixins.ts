import type { Kind } from '../../model/model.js';
import { quoteText } from '../text/quote.js';
import { type Reporting, type Where, refuse } from './load-context.js';
import type { ClassContext, Mixed } from './model-context.js';
import { type Claims, claim } from './names.js';
import { named } from './references.js';
import type { ClassSource } from './schema.js';

/** What the class says itself counts; two mixins may not say different things. */
export function mixedInto(source: ClassSource, kind: Kind | undefined, context: ClassContext): Mixed {
  const { mixins: names = [], initial: own = {} } = source;
  const [initial, held, tags] = [new Map<number, number>(), new Map<number, readonly number[]>(), new Set<string>()];
  const claims: Claims = new Map();
  for (const [i, name] of names.entries()) {
    const where: Where = [names, i];
    if (!claim(context, claims, name, 'a mixin of this class', where)) continue;
    const found = named('mixin', name, where, context.mixins, context);
    if (found === undefined) continue;
    const wants = (member: Member): boolean =>
      !Object.hasOwn(own, member.name) && isOnKind(member, name, kind, where, context);
    for (const [index, value] of found.initial) {
      const column = context.columns[index];
      const isOf = (one: Kind): boolean => column.kinds[one.index] === 1;
      if (wants({ name: column.name, isOf })) take(initial, index, value, column.name, where, context);
    }
    for (const [index, words] of found.held) {
      const { name: set, kinds } = context.holdings[index];
      if (wants({ name: set, isOf: (one) => kinds.includes(one.index) })) take(held, index, words, set, where, context);
    }
    for (const tag of found.tags) tags.add(tag);
  }
  return { initial, held, tags };
}

interface Member {
  readonly name: string;
  readonly isOf: (kind: Kind) => boolean;
}

function isOnKind(
  { name, isOf }: Member,
  mixin: string,
  kind: Kind | undefined,
  where: Where,
  context: ClassContext,
): boolean {
  if (kind === undefined || context.torn.has(kind.index) || isOf(kind)) return true;
  refuse(
    context,
    where,
    'not-on-kind',
    `the mixin ${quoteText(mixin)} gives a first value to ${quoteText(name)}, which objects of kind ${quoteText(kind.name)} do not have; expected a class of a kind with it`,
    "list it under the kind's `meters` or `properties`, or remove it from the mixin",
  );
  return false;
}

function take<Value>(
  values: Map<number, Value>,
  index: number,
  value: Value,
  name: string,
  where: Where,
  context: Reporting,
): void {
  const earlier = values.get(index);
  if (earlier === undefined) values.set(index, value);
  else if (String(earlier) !== String(value))
    refuse(
      context,
      where,
      'duplicate-name',
      `another mixin of this class gives another first value to ${quoteText(name)}, expected one`,
      `say under \`initial\` of the class which one it is`,
    );
}
