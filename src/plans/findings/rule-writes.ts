import { type TermBook, termOf } from '../../eval/term-book.js';
import type { Term } from '../../eval/term.js';
import { nodes } from '../../eval/node-kit.js';
import { asEquality, asMembership, asRead, conjuncts, constantValue, isSlot, partsIn } from '../../eval/node-shape.js';
import type { PlainEffect } from '../../ir/heard-effects.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import { type LinkOperation, chainOf } from '../../rules/plan-writes.js';
import {
  type Effect,
  type Modification,
  type Program,
  type Rule,
  type RuleBook,
  kindOfCarrier,
} from '../../ir/rule.js';
import { mayBeTrue } from '../../eval/bounds.js';
import { kindIn } from '../../eval/ops/range.js';
import type { Model } from '../../model/model.js';
import { type Carrying, possibleOf } from '../never-true.js';

/** A program, and the book of its terms. */
export interface Studied {
  readonly program: Program;
  readonly book: TermBook;
}

/** Rules that run one after the other: a phase, or a pass. */
export interface RuleSequence {
  readonly name: string;
  readonly rules: readonly Rule[];
  readonly isPass: boolean;
}

export function sequencesOf({ rules, passes }: RuleBook): readonly RuleSequence[] {
  const phases = (['meters', 'actions'] as const).map((name) => ({
    name,
    rules: rules.filter(({ phase }) => phase === name),
    isPass: false,
  }));
  return [...phases, ...passes.map((pass) => ({ ...pass, isPass: true }))].filter((each) => each.rules.length > 0);
}

/** One that fires, with the conditions of the branches around it. */
export interface Firing {
  readonly effect: PlainEffect;
  readonly conditions: readonly Node[];
}

/** Levels of branches are limited at load, so this may recurse. */
export function firingsOf(effects: readonly Effect[], conditions: readonly Node[] = []): readonly Firing[] {
  return effects.flatMap((effect) => {
    if (effect.kind !== 'branch') return [{ effect, conditions }];
    const { condition, then, otherwise } = effect;
    return [
      ...firingsOf(then, [...conditions, condition]),
      ...firingsOf(otherwise, [...conditions, nodes.not(nodes.applies(condition))]),
    ];
  });
}

/** Changes a cell: a number or word of an object, one word that it holds, or a class that it can have. */
export interface RuleWrite extends Firing {
  readonly rule: Rule;
  /** Of the rule in its sequence. */
  readonly at: number;
  readonly cell: string;
  /** -1: none. */
  readonly column: number;
  readonly does: Doing;
}

/** Two of one kind commute, `set` where the amounts are the same, and `other` never. */
export interface Doing {
  readonly by: 'add' | 'scale' | 'least' | 'most' | 'set' | 'other';
  readonly amount: Term;
  /** The amount of `scale` is a divisor. */
  readonly divides: boolean;
}

export function writesOf(rule: Rule, at: number, studied: Studied): readonly RuleWrite[] {
  return firingsOf(rule.effects).flatMap((firing): readonly RuleWrite[] => {
    const { effect } = firing;
    const write = (cell: string, column: number, does: Doing) => [{ ...firing, rule, at, cell, column, does }];
    const amountOf = (node: Node) => termOf(studied.book, node);
    const setting = (node: Node): Doing => ({ by: 'set', amount: amountOf(node), divides: false });
    switch (effect.kind) {
      case 'modify': {
        const amount = amountOf(effect.amount);
        const slot = effect.recipient === 'source' ? sourceSlot : targetSlot;
        const isRead = (part: Term) => asRead(part)?.column === effect.column && isSlot(part.args[0], slot);
        const by = [...partsIn(amount)].some(isRead) ? 'other' : doneBy(amount, effect.modification);
        return write(`column ${effect.column}`, effect.column, {
          by,
          amount,
          divides: effect.modification === 'divide',
        });
      }
      case 'hold': {
        const word = constantValue(amountOf(effect.word));
        return word === undefined ? [] : write(`holding ${effect.holding} ${word}`, -1, setting(effect.held));
      }
      case 'availability': {
        const of = constantValue(amountOf(effect.class));
        return of === undefined ? [] : write(`class ${of}`, -1, setting(effect.available));
      }
      default:
        return [];
    }
  });
}

/** `value + 3` adds, as 3 does. */
function doneBy(amount: Term, modification: Modification): Doing['by'] {
  const links = chainOf(amount, modification)?.map(({ operation }) => kinds.get(operation) ?? 'other') ?? ['other'];
  return new Set(links).size === 1 ? links[0] : 'other';
}

const kinds: ReadonlyMap<LinkOperation, Doing['by']> = new Map<LinkOperation, Doing['by']>([
  ['set', 'set'],
  ['add', 'add'],
  ['subtract', 'add'],
  ['multiply', 'scale'],
  ['divide', 'scale'],
  ['minimum', 'least'],
  ['maximum', 'most'],
]);

/** What can be said of the objects that a rule writes to. Never too narrow. */
export interface Reach {
  readonly kinds: ReadonlySet<number>;
  /** 0: any. */
  readonly class: number;
  /** Conditions that hold of the target, or of the world; empty where the object written is not the target. */
  readonly conditions: readonly Term[];
}

export function reachOf({ rule, effect, column, conditions }: RuleWrite, studied: Studied): Reach {
  const { model } = studied.program;
  const { carrier, activation } = rule;
  const own = { kind: kindOfCarrier(model, carrier), class: carrier.by === 'class' ? carrier.class : 0 };
  const has = (kind: number) => column < 0 || model.columns[column].kinds[kind] === 1;
  const every = model.kinds.map(({ index }) => index).filter(has);
  const terms = (list: readonly Node[], slots: number) =>
    list
      .flatMap((node) => conjuncts(termOf(studied.book, node)))
      .filter(({ free, draws }) => (free & ~slots) === 0 && !draws);
  const always = terms([...activation, ...conditions], 0);
  const only = (kind: number) => new Set(kind === 0 ? every : [kind]);
  if (effect.holder !== undefined) {
    const { kind = 0 } = possibleOf(termOf(studied.book, effect.holder), { model, kinds: slotKinds(own.kind) });
    return { kinds: only(kind), class: 0, conditions: always };
  }
  if (effect.recipient === 'source' || (effect.recipient === 'target' && isOnSource(rule, studied.book)))
    return { kinds: only(own.kind), class: own.class, conditions: always };
  if (effect.recipient === 'empires')
    return { kinds: new Set(every.filter((kind) => model.kinds[kind - 1].faction)), class: 0, conditions: always };
  const included = rule.include.length === 1 ? rule.include : [];
  return {
    kinds: new Set(every.filter((kind) => targetKinds(rule, studied).has(kind))),
    class: 0,
    conditions: [...always, ...terms([...included, ...conditions], 1 << targetSlot)],
  };
}

/** The only target is the source. */
export function isOnSource({ include }: Rule, book: TermBook): boolean {
  return include.length === 1 && conjuncts(termOf(book, include[0])).some(isSelf);
}

function isSelf(term: Term): boolean {
  const equal = asEquality(term);
  if (equal === undefined) return false;
  const { left, right } = equal;
  return (
    (isSlot(left, sourceSlot) && isSlot(right, targetSlot)) || (isSlot(left, targetSlot) && isSlot(right, sourceSlot))
  );
}

/** Kinds that its scope may have. */
export function targetKinds(rule: Rule, { program: { model }, book }: Studied): ReadonlySet<number> {
  const source = kindOfCarrier(model, rule.carrier);
  const include = rule.include.map((node) => termOf(book, node));
  const may = (term: Term) => {
    const named = new Set(conjuncts(term).map((part) => kindNamed(part, source, model)));
    return (target: number) =>
      [...named].every((kind) => kind === 0 || kind === target) &&
      mayBeTrue(possibleOf(term, { model, kinds: slotKinds(source, target) }));
  };
  const tests = include.map(may);
  return new Set(model.kinds.map(({ index }) => index).filter((kind) => tests.some((test) => test(kind))));
}

/** Of the target, where it is a certain object or a member of a collection; 0: not known. */
function kindNamed(part: Term, source: number, model: Model): number {
  const membership = asMembership(part, targetSlot);
  if (membership !== undefined) return kindIn(membership.data.range, model);
  const equal = asEquality(part);
  if (equal === undefined) return 0;
  const { left, right } = equal;
  const other = isSlot(left, targetSlot) ? right : isSlot(right, targetSlot) ? left : undefined;
  return (other && possibleOf(other, { model, kinds: slotKinds(source) }).kind) ?? 0;
}

/** 0: any. */
export function slotKinds(source: number, target = 0): Carrying['kinds'] {
  const known = [
    [sourceSlot, source],
    [targetSlot, target],
  ] as const;
  return new Map(known.filter(([, kind]) => kind !== 0));
}
