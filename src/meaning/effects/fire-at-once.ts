import { nodesOfEffect } from '../../ir/effect-nodes.js';
import type { PlainEffect } from '../../ir/heard-effects.js';
import { type Node, type Value, sourceSlot, targetSlot } from '../../ir/node.js';
import type { Effect, Rule } from '../../ir/rule.js';
import { EdictError } from '../../kernel/errors.js';
import { handleOf, resolve } from '../../kernel/identity.js';
import { kept, keptBy } from '../../kernel/maps.js';
import { hasCell, readCell } from '../../components/cells.js';
import { isAbsent } from '../../eval/operation.js';
import { type Recipients, empiresOf, fireAlone, nameEmpires, narrowed } from './fire-effects.js';
import { type TurnContext, holderOf } from './turn-context.js';

/** A source with its targets, by id. */
export interface Firing {
  readonly source: number;
  readonly targets: readonly number[];
}

/** An effect on one object, with all its values as they were before the rule. Objects are handles. */
interface Decided {
  readonly effect: PlainEffect;
  readonly source: number;
  readonly handle: number;
  /** By place of the node in the effect. */
  readonly values: readonly Value[];
}

/** The expressions of an effect, and their places. */
const nodesOf = keptBy(
  (effect: PlainEffect): ReadonlyMap<Node, number> =>
    new Map([...new Set(nodesOfEffect(effect))].map((node, place) => [node, place])),
  new WeakMap<PlainEffect, ReadonlyMap<Node, number>>(),
);

/** All of them are kept until the first fires: up to 350 MB. */
const mostDecided = 1_000_000;

/**
 * Fires a rule for all its sources at once: all values are as before the rule, and the effects fire in order of
 * sources. Throws where two write one cell without a stacking number, and for more effects than are kept.
 */
export function fireAtOnce(context: TurnContext, rule: Rule, firings: Iterable<Firing>): void {
  const decided: Decided[] = [];
  for (const { source, targets } of firings) {
    if (targets.length === 0) continue;
    context.observe?.(rule, source, targets);
    decide(context, rule.effects, recipientsOf(context, rule, source, targets), decided);
    if (decided.length > mostDecided) throw tooMany(rule);
  }
  const { evaluate } = context;
  const writes: Writes = new Map();
  try {
    let [each] = decided;
    context.evaluate = (node) => {
      const place = nodesOf(each.effect).get(node);
      return place === undefined ? evaluate(node) : valueOf(context, each, node, place);
    };
    for (each of decided) {
      refuseConflict(context, rule, each, writes);
      const { effect, source, handle } = each;
      if (context.occur?.(context, rule, effect, source, [handle]) !== true)
        fireAlone(context, rule, effect, source, handle);
    }
  } finally {
    context.evaluate = evaluate;
  }
}

function tooMany({ name }: Rule): EdictError {
  return new EdictError(
    'limit-effects',
    `rule ${name} fires more than ${mostDecided} effects at once; narrow its scope, or let the group run in order`,
    name,
  );
}

function recipientsOf(context: TurnContext, rule: Rule, source: number, targets: readonly number[]): Recipients {
  const { identity } = context.state;
  return {
    target: targets.map((id) => handleOf(identity, id)),
    source: [handleOf(identity, source)],
    empires: nameEmpires(rule.effects) ? empiresOf(context, targets) : [],
  };
}

function decide(context: TurnContext, effects: readonly Effect[], recipients: Recipients, into: Decided[]): void {
  const { source } = recipients;
  for (const effect of effects) {
    if (effect.kind === 'branch') {
      const [chosen, others]: [number[], number[]] = [[], []];
      for (const handle of recipients.target) {
        bind(context, source[0], handle);
        (context.evaluate(effect.condition) === 1 ? chosen : others).push(handle);
      }
      decide(context, effect.then, narrowed(context, effect.then, recipients, chosen), into);
      decide(context, effect.otherwise, narrowed(context, effect.otherwise, recipients, others), into);
    } else
      for (const handle of recipients[effect.recipient]) {
        const id = bind(context, source[0], handle);
        into.push({ effect, source: source[0], handle, values: valuesOf(context, effect, id) });
      }
  }
}

function bind({ state: { identity }, frame }: TurnContext, source: number, handle: number): number {
  frame.slots[sourceSlot] = resolve(identity, source);
  return (frame.slots[targetSlot] = resolve(identity, handle));
}

function valuesOf(context: TurnContext, effect: PlainEffect, id: number): readonly Value[] {
  const { state, frame } = context;
  const values: Value[] = [];
  frame.value = 0;
  if (effect.kind === 'modify' || effect.kind === 'step') {
    const column = state.model.columns[effect.column];
    const holder = holderOf(context, effect, id);
    if (hasCell(state, column, holder)) frame.value = readCell(state, column, holder);
  }
  for (const node of nodesOf(effect).keys()) {
    const value = context.evaluate(node);
    values.push(isObject(node) && !isAbsent(value) ? handleOf(state.identity, value) : value);
  }
  return values;
}

function valueOf({ state: { identity } }: TurnContext, { values }: Decided, node: Node, place: number): Value {
  const value = values[place];
  return isObject(node) && !isAbsent(value) ? resolve(identity, value) : value;
}

function isObject({ type }: Node): boolean {
  return type.name === 'entity';
}

/** By what is written: a column, or a part of an object; then by handle whether without a stacking number. */
type Writes = Map<number | string, Map<number, boolean>>;

function refuseConflict(context: TurnContext, rule: Rule, { effect, handle, values }: Decided, writes: Writes): void {
  const written = writtenBy(effect);
  if (written === undefined) return;
  const { state } = context;
  const place = effect.holder === undefined ? undefined : nodesOf(effect).get(effect.holder);
  const holder = effect.holder === undefined ? handle : place === undefined ? 0 : (values[place] ?? 0);
  if (holder === 0) return;
  const known = kept(writes, written, () => new Map<number, boolean>());
  const isPlain = effect.stacking === 0;
  const before = known.get(holder);
  if (before !== undefined && (before || isPlain))
    throw new EdictError(
      'write-conflict',
      `rule ${rule.name} writes ${nameOf(context, written)} of object ${resolve(state.identity, holder)} twice at once; give these effects a stacking number, or let the group run in order`,
      rule.name,
    );
  known.set(holder, isPlain);
}

function writtenBy(effect: PlainEffect): number | string | undefined {
  switch (effect.kind) {
    case 'modify':
    case 'step':
      return effect.column;
    case 'move':
    case 'put':
      return 'the place';
    case 'give':
      return 'the owner';
    case 'become':
      return 'the class';
    default:
      return undefined;
  }
}

function nameOf({ state: { model } }: TurnContext, written: number | string): string {
  return typeof written === 'string' ? written : model.columns[written].name;
}
