import type { ConjunctionPlan, SelectionPlan, Test } from '../match/selection-plan.js';
import type { Effect, Rule } from '../ir/rule.js';
import type { Range } from '../eval/ops/range.js';
import type { Term } from '../eval/term.js';
import { type TermBook, stampsKnowing, termOf } from '../eval/term-book.js';
import {
  asAggregate,
  asFollow,
  asOverMembers,
  asPopulation,
  constantValue,
  isSlot,
  partsIn,
  someIn,
} from '../eval/node-shape.js';
import { graphOf } from '../eval/emit/emit-linked.js';
import { nodesOfEffect } from '../ir/effect-nodes.js';
import { type Model, hangsOnOnly } from '../model/model.js';
import { changesOf } from './whole-changes.js';

/** A rule that names its targets from its source, so that it can run as one loop over its sources. */
export interface WholePlan {
  readonly rule: Rule;
  readonly class: number;
  readonly activation: readonly Test[];
  /** Nothing that its effects change changes an answer of the activation. */
  readonly activationHolds: boolean;
  /** Tests of the scope that are about the source alone. */
  readonly gates: readonly Test[];
  /** Undefined: the source itself. */
  readonly target: NamedTarget | undefined;
  /** In place of one target. */
  readonly members: NamedMembers | undefined;
  /** Effects may end the life of the source or the target. */
  readonly ends: boolean;
  /** Whether its effects may change facts or columns with a stamp while it runs. */
  readonly changes: (stamp: number) => boolean;
  /** All sources are evaluated before the first write; these columns of theirs are written afterwards. */
  readonly columns: readonly number[];
  /** What sources evaluated before the first write look at around them: near sources share it. */
  readonly around: Around | undefined;
  /** It looks at cells around others. */
  readonly seesCells: boolean;
  /** What each source looks at: no other objects, some around it, or perhaps all, among which sets search better. */
  readonly looks: 'nowhere' | 'around' | 'everywhere';
}

export interface Around {
  readonly space: number;
  readonly radius: number;
}

/** Whether an object is a target, besides that it is named. */
export interface TargetTests {
  readonly kind: number;
  readonly kinds: readonly number[];
  readonly class: number;
  readonly tests: readonly Test[];
}

export interface NamedTarget extends TargetTests {
  readonly named: Term;
}

export interface NamedMembers extends TargetTests {
  readonly range: Range;
  /** Its first arguments are those of the range. */
  readonly of: Pick<Term, 'args'>;
  readonly slot: number;
  /** Of members, in that slot. */
  readonly filters: readonly Term[];
  /** Objects that are nowhere share no place with anybody but each other: what the range starts from may be none. */
  readonly nowhere: boolean;
}

/**
 * `kinds`: of all sources and all targets, 0: several. `own`: the gates of a scope that is the source itself. Undefined
 * where targets are searched for.
 */
export function planWhole(
  book: TermBook,
  model: Model,
  rule: Rule,
  kinds: readonly [number, number],
  activation: readonly Test[],
  selection: SelectionPlan,
  own: readonly Test[] | undefined,
): WholePlan | undefined {
  if (rule.carrier.by !== 'class' || rule.claims !== 0 || rule.heard === true) return undefined;
  if (!rule.effects.every(isPlain)) return undefined;
  const columns = rule.order === 'simultaneous' ? columnsOnce(rule.effects) : [];
  if (columns === undefined || (rule.order === 'simultaneous' && own === undefined)) return undefined;
  const target = own === undefined ? namedIn(selection) : undefined;
  const members = own === undefined ? membersIn(selection, model) : undefined;
  if (own === undefined && target === undefined && members === undefined) return undefined;
  const gates = own ?? selection.conjunctions[0].gates;
  const terms = [
    ...[...activation, ...gates].map(({ term }) => term),
    ...termsOfTargets(target, members),
    ...rule.effects.flatMap(nodesOfEffect).map((node) => termOf(book, node)),
  ];
  // What is evaluated in sequence is evaluated by the interpreter.
  if (terms.some((term) => term.sequential)) return undefined;
  if (terms.some(hasSearch) || isSearch(members)) return undefined;
  const changes = changesOf(book, model, rule, kinds, columns.length > 0);
  return {
    rule,
    class: rule.carrier.class,
    activation,
    activationHolds: activation.every(({ term }) => !stampsKnowing(term, [kinds[0]], model).some(changes)),
    gates,
    target,
    members,
    ends: rule.effects.some(mayEnd),
    columns,
    changes,
    around: columns.length === 0 ? undefined : aroundSource(terms),
    looks: looksOf(terms),
    seesCells: terms.some((term) => someIn(term, (part) => asOverMembers(part)?.range.over === 'cells')),
  };
}

function termsOfTargets(target: NamedTarget | undefined, members: NamedMembers | undefined): readonly Term[] {
  const named = target === undefined ? [] : [target.named];
  const listed = members === undefined ? [] : [...members.of.args, ...members.filters];
  return [...named, ...listed, ...(target ?? members ?? { tests: [] }).tests.map(({ term }) => term)];
}

/** Code finds all that they look at, if anything, around the objects in slots. */
export function hasNearCode(terms: readonly Term[]): boolean {
  return looksOf(terms) !== 'everywhere' && !terms.some(hasSearch);
}

function hasSearch(term: Term): boolean {
  return [...partsIn(term)].some(isFoundBySets);
}

/** Code would list all objects, of each source. */
function isSearch(members: NamedMembers | undefined): boolean {
  if (members === undefined) return false;
  const { range } = members;
  const { over } = range.over === 'ranked' ? range.of : range;
  return over === 'owned' || over === 'objects' || over === 'class';
}

/** Members that code would look for among all objects, of each source; sets have lists of them, and search by place. */
function isFoundBySets(part: Term): boolean {
  const found = asOverMembers(part);
  if (found === undefined) return false;
  const { over } = found.range;
  if (over === 'owned') return true;
  return (over === 'objects' || over === 'class') && part.free !== 0 && part.args.some((arg) => arg.heavy);
}

function looksOf(terms: readonly Term[]): WholePlan['looks'] {
  const parts = [...new Set(terms.flatMap((term) => [...partsIn(term)]))].filter(
    (part) => part.heavy && part.free !== 0 && asPopulation(part) === undefined,
  );
  if (parts.length === 0) return 'nowhere';
  return parts.every(isAround) ? 'around' : 'everywhere';
}

/** What is evaluated around the objects in slots, or of what is. */
function isAround(part: Term): boolean {
  const found = asOverMembers(part);
  if (found === undefined) return part.args.some(({ heavy }) => heavy);
  const range = found.range.over === 'ranked' ? found.range.of : found.range;
  return ['cells', 'ball', 'attached'].includes(range.over) || graphOf(range) !== undefined;
}

/** The first look around a source, as far as a known radius. */
function aroundSource(terms: readonly Term[]): Around | undefined {
  const met = new Set<Term>();
  const waiting = [...terms];
  for (let term = waiting.pop(); term !== undefined; term = waiting.pop()) {
    const range = asAggregate(term)?.range;
    const radius = range?.over === 'ball' && isSlot(term.args[0]) ? constantValue(term.args[1]) : undefined;
    if (range?.over === 'ball' && radius !== undefined) return { space: range.space, radius };
    for (const arg of term.args) if (!met.has(arg)) waiting.push(arg);
    met.add(term);
  }
  return undefined;
}

function isPlain(effect: Effect): boolean {
  if (effect.recipient === 'empires' || effect.stacking !== 0 || effect.kind === 'raise') return false;
  return effect.kind !== 'branch' || [...effect.then, ...effect.otherwise].every(isPlain);
}

/** Whether objects may end. */
export function mayEnd(effect: Effect): boolean {
  switch (effect.kind) {
    case 'destroy':
      return true;
    case 'create':
      return effect.then?.some(mayEnd) === true;
    case 'branch':
      return [...effect.then, ...effect.otherwise].some(mayEnd);
    default:
      return false;
  }
}

/** Where effects write cells of their target alone, each at most once: their columns. */
function columnsOnce(effects: readonly Effect[]): readonly number[] | undefined {
  const found = new Set<number>();
  for (const effect of effects) {
    let columns: readonly number[] | undefined;
    if (effect.kind === 'modify' && effect.holder === undefined) columns = [effect.column];
    else if (effect.kind === 'branch') {
      const arms = [columnsOnce(effect.then), columnsOnce(effect.otherwise)];
      if (arms[0] === undefined || arms[1] === undefined) return undefined;
      columns = [...new Set([...arms[0], ...arms[1]])];
    }
    if (columns === undefined || columns.some((column) => found.has(column))) return undefined;
    for (const column of columns) found.add(column);
  }
  return [...found];
}

function namedIn({ conjunctions, vetoes }: SelectionPlan): NamedTarget | undefined {
  if (conjunctions.length !== 1 || vetoes.length > 0) return undefined;
  const [{ generator }] = conjunctions;
  return generator?.by === 'identity' ? { named: generator.key, ...testsOf(conjunctions[0]) } : undefined;
}

function membersIn({ conjunctions, vetoes }: SelectionPlan, model: Model): NamedMembers | undefined {
  if (conjunctions.length !== 1 || vetoes.length > 0) return undefined;
  const [{ slot, own, generator }] = conjunctions;
  const tests = testsOf(conjunctions[0]);
  if (generator?.by === 'membership') {
    const { of, data, filters } = generator.members;
    return { ...data, of, filters, nowhere: false, ...tests };
  }
  if (generator?.by !== 'equality' || !isOwnPlace(generator.value, own.kind, model)) return undefined;
  const range: Range = { over: 'attached', kind: own.kind, class: 0 };
  return { range, of: { args: [generator.key] }, slot, filters: [], nowhere: true, ...tests };
}

/** What the object in a slot is attached to, for objects of a kind. */
function isOwnPlace(term: Term, kind: number, model: Model): boolean {
  const followed = asFollow(term);
  if (followed === undefined || kind === 0 || followed.kind === kind || !isSlot(term.args[0])) return false;
  return (
    followed.relation === 'parent' || (followed.relation === 'ancestor' && hangsOnOnly(model, kind, followed.kind))
  );
}

function testsOf({ own: { kind, kinds, class: of, tests }, tests: others }: ConjunctionPlan): TargetTests {
  return { kind, kinds, class: of, tests: [...tests, ...others.flatMap((keyed) => keyed.tests)] };
}
