import { keptBy } from '../kernel/maps.js';
import {
  type Effect,
  type GiveEffect,
  type Growth,
  type MoveEffect,
  type Program,
  type Rule,
  kindOfCarrier,
} from '../ir/rule.js';
import type { PassPlan } from './pass-plan.js';
import { planPass, planRules } from './plan-pass.js';
import { type WriteShape, type Writes, reads, shapesOf } from './plan-writes.js';
import { type LatePlan, planLate } from './late-tests.js';
import { type WholePlan, planWhole } from './whole-plan.js';
import { nodesOfFlow } from '../meaning/flow-book.js';
import { leavesOf, nodesOfEffect } from '../ir/effect-nodes.js';
import type { Term } from '../eval/term.js';
import { type TermBook, createTermBook, stampsKnowing, termOf } from '../eval/term-book.js';
import { type Fact, columnStamp, fact } from '../model/stamps.js';
import type { Model } from '../model/model.js';
import { sourceSlot, targetSlot } from '../ir/node.js';
import { type SelectionPlan, type Test, isTrue, planSelection, union } from '../match/selection-plan.js';
import { constantValue, isSlot } from '../eval/node-shape.js';

/** Plans of all rules of a program, over one book of terms, shared by all its worlds. */
export interface ProgramPlan {
  readonly book: TermBook;
  readonly rules: ReadonlyMap<Rule, RulePlan>;
  readonly growths: ReadonlyMap<Growth, Term>;
  /** By the list of a pass's rules. */
  readonly passes: ReadonlyMap<readonly Rule[], PassPlan>;
}

export function planProgram({ model, rules }: Program): ProgramPlan {
  // Rules run in the world as it is.
  const book = createTermBook({ supposing: false });
  const plans = new Map(rules.rules.map((rule) => [rule, planRule(book, model, rule)]));
  const growths = new Map(rules.growths.map((growth) => [growth, termOf(book, growth.formula)]));
  const passes = new Map(rules.passes.map((pass) => [pass.rules, planPass(book, pass.rules)]));
  // Worlds share the book, and places of terms in it order operands: nothing may be added later.
  for (const { effects } of [...rules.rules, ...rules.passes.flatMap((pass) => pass.rules)])
    for (const effect of effects) for (const node of nodesOfEffect(effect)) termOf(book, node);
  for (const flow of rules.flows.flows) for (const node of nodesOfFlow(flow)) termOf(book, node);
  return { book, rules: plans, growths, passes };
}

export const planOf = keptBy(planProgram, new WeakMap<Program, ProgramPlan>());

/** A pass of one rule. */
export interface RulePlan extends PassPlan {
  readonly rule: Rule;
  /** Activation and scope as written, for descriptions and estimates. */
  readonly gates: readonly Test[];
  readonly selection: SelectionPlan;
  /** The effects where all are such writes; undefined where each must fire separately. */
  readonly writes: Writes | undefined;
  /** All sources are evaluated before the first write: the rule reads nothing it writes. */
  readonly together: boolean;
  /** Why not. */
  readonly hindrance: string;
  /** The only effect, where it is no such write and changes nothing that is asked. */
  readonly ahead: AheadPlan | undefined;
  /** Where effects change what is asked. */
  readonly late: LatePlan | undefined;
  /** The rule as one loop, where it can be. */
  readonly whole: WholePlan | undefined;
  /** Stamps that gates and scope depend on. */
  readonly asked: readonly number[];
  /** Without chance and the turn. */
  readonly steady: boolean;
}

function planRule(book: TermBook, model: Model, rule: Rule): RulePlan {
  const terms = (nodes: Rule['include']): readonly Term[] => nodes.map((node) => termOf(book, node));
  const pass = planRules(book, [rule], { narrows: false, shapesIn: (_, isOwn) => writesOf(book, rule, isOwn) });
  const [{ writes }] = pass.rules;
  const gates = terms(rule.activation)
    .map(isTrue)
    .filter(({ term }) => constantValue(term) !== 1);
  const selection = pass.scopes[0].selection ?? planSelection(terms(rule.include), terms(rule.exclude), targetSlot);
  const kind = kindOfCarrier(model, rule.carrier);
  const kinds = [kind, kindOfTargets(selection, kind)] as const;
  const stampsOf = (term: Term): readonly number[] => stampsKnowing(term, kinds, model);
  const ofScope = [...terms(rule.include), ...terms(rule.exclude)].map(stampsOf);
  // Gates have no target: its slot may hold other objects in them.
  const asked = union([[fact.population], ...gates.map(({ term }) => stampsKnowing(term, [kind], model)), ...ofScope]);
  const amounts = writes?.steps.map(({ amount }) => amount) ?? [];
  const stamps = union([asked, ...amounts.map(stampsOf)]);
  const { selection: found, gates: own } = pass.scopes[0];
  const hindrance = hindranceOf(model, rule, writes, asked);
  const draws = selection.draws || [...gates.map(({ term }) => term), ...amounts].some((term) => term.draws);
  return {
    ...pass,
    rule,
    gates,
    selection,
    writes,
    together: hindrance === '',
    hindrance,
    ahead: planAhead(book, model, rule, kinds, asked),
    late: hindrance === '' ? undefined : planLate(book, model, rule, pass),
    whole: planWhole(book, model, rule, kinds, gates, selection, found === undefined ? own : undefined),
    asked,
    stamps,
    steady: !draws && rule.order === undefined && !stamps.includes(fact.clock),
  };
}

/**
 * The effects as writes for many targets, or undefined where each must fire separately. `isOwn`: they are written for
 * many sources at a time.
 */
function writesOf(book: TermBook, rule: Rule, isOwn: boolean): readonly WriteShape[] | undefined {
  if (rule.claims !== 0 || rule.heard === true) return undefined;
  const written = new Set(rule.writes);
  // What is evaluated row by row, or looks at others for each pair, is left for its turn.
  const isFixed = (term: Term) =>
    !term.runs && !reads(term, written) && !((term.sequential || term.heavy) && dependsOnBoth(term));
  const shapes = shapesOf(book, rule, isFixed, isOwn);
  return shapes?.every(({ holder }) => holder === undefined) === true ? shapes : undefined;
}

function dependsOnBoth({ free, draws }: Term): boolean {
  return ((free >>> targetSlot) & 1) === 1 && (draws || ((free >>> sourceSlot) & 1) === 1);
}

function hindranceOf(model: Model, rule: Rule, writes: Writes | undefined, asked: readonly number[]): string {
  if (writes === undefined) {
    if (hasAny(rule.effects, ['raise'])) return 'it raises occurrences';
    if (rule.structural && rule.heard !== true)
      return hasAny(rule.effects, ['bind', 'become'])
        ? 'it binds a role, or makes objects ones of another class'
        : 'it creates, destroys, gives or moves objects';
    return rule.heard === true
      ? 'abilities may listen to its effects'
      : 'it has an effect that is fired on each target by itself';
  }
  const read = new Set(asked);
  const seen = rule.writes.find((column) => read.has(columnStamp(column)));
  return seen === undefined ? '' : `its conditions read ${model.columns[seen].name}, which it writes`;
}

function hasAny(effects: readonly Effect[], kinds: readonly Effect['kind'][]): boolean {
  return leavesOf(effects).some(({ kind }) => kinds.includes(kind));
}

/** The only effect of a rule, which changes nothing that the rule asks: evaluated for all sources before it fires. */
export interface AheadPlan {
  readonly effect: MoveEffect | GiveEffect;
  /** Where to, or to whom. */
  readonly value: Term;
  /** Of all targets; 0: several. */
  readonly kind: number;
}

const changed: Readonly<Record<AheadPlan['effect']['kind'], Fact>> = { move: 'place', give: 'owner' };

/** `kinds`: of all sources and of all targets, if known; `asked`: stamps of what the rule asks of them. */
function planAhead(
  book: TermBook,
  model: Model,
  rule: Rule,
  kinds: readonly [number, number],
  asked: readonly number[],
): AheadPlan | undefined {
  // Only carriers by class certainly stay carriers while others fire.
  if (rule.carrier.by !== 'class' || rule.effects.length !== 1 || rule.claims !== 0 || rule.heard === true)
    return undefined;
  const [effect] = rule.effects;
  if (effect.kind !== 'move' && effect.kind !== 'give') return undefined;
  if (effect.recipient !== 'target' || effect.stacking !== 0 || effect.holder !== undefined) return undefined;
  const value = termOf(book, effect.kind === 'move' ? effect.to : effect.owner);
  if (value.sequential || value.heavy || value.runs) return undefined;
  const stamp = fact[changed[effect.kind]];
  return asked.includes(stamp) || stampsKnowing(value, kinds, model).includes(stamp)
    ? undefined
    : { effect, value, kind: kinds[1] };
}

/**
 * The kind of all targets for sources of a kind, 0: several; where each source is its own target, that of the sources.
 */
function kindOfTargets({ conjunctions }: SelectionPlan, sources: number): number {
  if (conjunctions.length !== 1) return 0;
  const [{ own, generator }] = conjunctions;
  if (own.kind !== 0 || generator?.by !== 'identity') return own.kind;
  return isSlot(generator.key, sourceSlot) ? sources : 0;
}
