import { nodes } from '../../eval/node-kit.js';
import { type Column, type Kind, kindAt } from '../../model/model.js';
import { type Node, targetSlot } from '../../ir/node.js';
import { quoteText } from '../text/quote.js';
import { type CompiledText, amountContext, compileText } from './expression-text.js';
import { type Where, atKey, complete, hasErrors, isLost, refuse, warn, whole } from './load-context.js';
import { ascending } from '../../kernel/lists.js';
import { isNobody } from './read-keys.js';
import type { Keyed } from './references.js';
import type { GroupContext } from './rule-context.js';
import type { ExpressionSource, EffectSource } from './schema.js';
import { constantValue, isSlot, someIn } from '../../eval/node-shape.js';
import type { OccurrenceDraft } from './occurrence-table.js';
import { numberType } from '../../eval/operation.js';
import type { BecomeEffect, CreateEffect, Recipient } from '../../ir/rule.js';
import { columnOfKind, setOfKind } from './classes.js';
import { type Claims, claim, isIdentifier } from './names.js';

export interface Base {
  readonly recipient: Recipient;
  readonly stacking: number;
  readonly label: string;
  readonly holder?: Node;
}

/** By name, which may hold spaces, or by an expression. */
export function compileClass<Key extends string>(
  source: Readonly<Record<Key, ExpressionSource>>,
  key: Key,
  context: GroupContext,
): Node | undefined {
  const { model, loading } = context;
  const text: ExpressionSource = source[key];
  // A name need not be an expression.
  if (typeof text === 'string' && isLost(context, text)) return undefined;
  const found = typeof text === 'string' ? model.classByName.get(text) : undefined;
  if (found === undefined) return compileAmount(source, key, { name: 'class' }, context);
  const node = nodes.constant(found.index, { name: 'class' as const });
  context.amounts.push({ node, text: found.name, reads: [], place: () => loading.places.ofValue(source, key) });
  return node;
}

/** `value`: the type of the cell that it is written to. */
export function compileAmount<Key extends string>(
  source: Keyed<Key>,
  key: Key,
  type: Column['type'],
  context: GroupContext,
  otherwise: ExpressionSource = null,
  value?: Column['type'],
): Node | undefined {
  const spot = { container: source, key, text: source[key] ?? otherwise };
  const compiled = compileText(spot, type, amountContext(context, value), context);
  if (compiled !== undefined) context.amounts.push(compiled);
  return compiled?.node;
}

export function warnOfOtherTargets(amounts: readonly CompiledText[], context: GroupContext): void {
  if (hasErrors(context)) return;
  for (const amount of amounts) {
    for (const { column: index, root, upward, span } of amount.reads) {
      const column = context.model.columns[index];
      if (root !== targetSlot || !upward || !isOfOthersOnly(column, context)) continue;
      warn(
        context,
        amount.place(span.start),
        'never-present',
        `this effect fires on empires, so \`target\` is an empire here, and no kind of empire has the ${column.role} ${quoteText(column.name)}: it is always absent`,
        `reach the object from \`source\`${exampleOf(column, context)}`,
      );
    }
  }
}

/** Columns of nobody are warned of where they are read. */
function isOfOthersOnly({ kinds }: Column, { factionKinds }: GroupContext): boolean {
  return kinds.includes(1) && !factionKinds.some((kind) => kinds[kind] === 1);
}

function exampleOf({ name, type, kinds }: Column, { model }: GroupContext): string {
  const kind = model.kinds.find(({ index }) => kinds[index] === 1);
  if (type.name !== 'number' || kind === undefined || !isIdentifier(kind.name))
    return ', or by an aggregate over `owned(target)`';
  return `, or by an aggregate such as \`owned(target, ${kind.name}).sum(each, each.${name})\``;
}

type CreateSource = Extract<EffectSource, { create: ExpressionSource }>;
type BecomeSource = Extract<EffectSource, { become: ExpressionSource }>;

export function lowerCreate(source: CreateSource, base: Base, context: GroupContext): CreateEffect | undefined {
  const of = compileClass(source, 'create', context);
  const count = compileAmount(source, 'count', numberType, context, 1);
  const kind = kindNamedBy(of, context);
  const values = source.initial ?? {};
  const initial = Object.keys(values).map((name) => {
    const column = memberOf(kind, name, atKey(values, name), [], context);
    const value = column && compileAmount(values, name, column.type, context);
    return value && { column: column.index, value };
  });
  if (base.holder !== undefined && initial.some((each) => each !== undefined && readsTarget(each.value)))
    refuseHeardPlace(source, context);
  return complete({ kind: 'create', ...base, class: of, count, initial: whole(initial) });
}

function readsTarget(node: Node): boolean {
  return someIn(node, (part) => isSlot(part, targetSlot));
}

/** An occurrence remembers where something is created, not for whom. */
function refuseHeardPlace(source: CreateSource, context: GroupContext): void {
  const isCreation = ({ change }: OccurrenceDraft) => change?.by === 'effect' && change.what.what === 'create';
  if (!context.occurrences.types.some(isCreation)) return;
  refuse(
    context,
    [source, 'on'],
    'never-fires',
    'an ability answers what is created, and this first refers to `target` when the answers are known; expected first values over `source`',
    'refer to `source`, or remove `on`',
  );
}

export function lowerBecome(source: BecomeSource, base: Base, context: GroupContext): BecomeEffect | undefined {
  const of = compileClass(source, 'become', context);
  if (of !== undefined && isNobody(of))
    return refuse(
      context,
      [source, 'become'],
      'never-fires',
      'nothing becomes an object of no class, so this can never fire, expected a class',
      'name a class',
    );
  const renewed = renewedBy(source, kindNamedBy(of, context), context);
  return of && renewed && { kind: 'become', ...base, class: of, ...renewed };
}

/** Undefined where it is lost or only known at run time. */
function kindNamedBy(node: Node | undefined, context: GroupContext): Kind | undefined {
  const { model } = context;
  const named = node && model.classes[(constantValue(node) ?? 0) - 1];
  return named === undefined || isLost(context, named.name) ? undefined : kindAt(model, named.kind);
}

function renewedBy(
  { renew = [] }: BecomeSource,
  kind: Kind | undefined,
  context: GroupContext,
): Pick<BecomeEffect, 'columns' | 'holdings'> | undefined {
  const { model } = context;
  const sets = model.holdings.map((holding) => holding.name);
  const columns = new Set<number>();
  const holdings = new Set<number>();
  const claims: Claims = new Map();
  let isWhole = true;
  for (const [i, name] of renew.entries()) {
    const where: Where = [renew, i];
    const isSet = context.others.get(name) === 'set' && !isLost(context, name);
    const find = (): { readonly index: number } | undefined =>
      isSet
        ? setOfKind(name, kind, where, { ...context, holdings: model.holdings })
        : memberOf(kind, name, where, sets, context);
    const found = claim(context, claims, name, 'what this effect renews', where) ? find() : undefined;
    if (found === undefined) isWhole = false;
    else (isSet ? holdings : columns).add(found.index);
  }
  return isWhole ? { columns: ascending(columns), holdings: ascending(holdings) } : undefined;
}

/** Of any kind where the class is only known at run time. */
function memberOf(
  kind: Kind | undefined,
  name: string,
  where: Where,
  others: readonly string[],
  context: GroupContext,
): ReturnType<typeof columnOfKind> {
  if (isLost(context, name)) return undefined;
  return columnOfKind(name, kind, where, {
    ...context,
    columnByName: context.model.columnByName,
    columnNames: [...context.meterNames, ...context.propertyNames, ...others],
  });
}
