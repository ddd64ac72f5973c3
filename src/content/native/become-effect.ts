import { type Holding, type Kind, kindAt } from '../../model/model.js';
import type { BecomeEffect } from '../../ir/rule.js';
import { columnOfKind } from './classes.js';
import { type Base, compileClass, constantClass, isNone } from './effect-amounts.js';
import { refuse } from './loading.js';
import { type Claims, claim } from './names.js';
import type { GroupContext } from './rule-context.js';
import type { EffectSource, ExpressionSource } from './schema.js';
import { setOfKind } from './sets.js';

type BecomeSource = Extract<EffectSource, { become: ExpressionSource }>;

/** What begins anew. */
interface Renewed {
  readonly columns: readonly number[];
  readonly holdings: readonly number[];
}

/**
 * Lowers an effect that makes objects ones of another class; undefined, and reported, when something is wrong with it.
 */
export function lowerBecome(source: BecomeSource, base: Base, context: GroupContext): BecomeEffect | undefined {
  const { loading, model } = context;
  const of = compileClass(source, 'become', source.become, context);
  if (of !== undefined && isNone(of.node)) {
    return refuse(
      context,
      [source, 'become'],
      'never-fires',
      'nothing becomes an object of no class, so this can never fire, expected a class',
      'name a class',
    );
  }
  const named = of === undefined ? undefined : constantClass(of.node, context);
  const kind = named === undefined || loading.damage.names.has(named.name) ? undefined : kindAt(model, named.kind);
  const renewed = renewedBy(source, kind, context);
  return of && renewed && { kind: 'become', ...base, class: of.node, ...renewed };
}

function renewedBy({ renew = [] }: BecomeSource, kind: Kind | undefined, context: GroupContext): Renewed | undefined {
  const { loading } = context;
  const columns = new Set<number>();
  const holdings = new Set<number>();
  const claims: Claims = new Map();
  let isWhole = true;
  for (const [i, name] of renew.entries()) {
    const place = loading.places.ofValue(renew, i);
    const found = claim(loading, claims, name, 'what this effect renews', place)
      ? memberNamed(name, i, renew, kind, context)
      : undefined;
    if (found === undefined) isWhole = false;
    else if ('words' in found) holdings.add(found.index);
    else columns.add(found.index);
  }
  const sorted = (numbers: ReadonlySet<number>): readonly number[] => [...numbers].sort((a, b) => a - b);
  return isWhole ? { columns: sorted(columns), holdings: sorted(holdings) } : undefined;
}

/** A meter, property or set of the kind; of any kind where the class is only known at run time. */
function memberNamed(
  name: string,
  i: number,
  renew: readonly string[],
  kind: Kind | undefined,
  context: GroupContext,
): Holding | { readonly index: number } | undefined {
  const { model, torn, meterNames, propertyNames, others, loading } = context;
  if (loading.damage.names.has(name)) return undefined;
  const place = (): ReturnType<typeof loading.places.ofValue> => loading.places.ofValue(renew, i);
  if (others.get(name) === 'set') return setOfKind(name, kind, place, { holdings: model.holdings, torn, loading });
  return columnOfKind(name, kind, place, {
    columnByName: model.columnByName,
    columnNames: [...meterNames, ...propertyNames, ...model.holdings.map((holding) => holding.name)],
    others,
    torn,
    loading,
  });
}
