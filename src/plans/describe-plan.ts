import { grouped } from '../kernel/grouped.js';
import { fact } from '../model/stamps.js';
import { type Model, classAt, kindAt } from '../model/model.js';
import type { Node } from '../ir/node.js';
import type { Carrier, Growth, Program, Rule } from '../ir/rule.js';
import { describeEffect } from './describe-effect.js';
import { estimateGrowth, estimateRule, type Estimate, type Scan } from './estimate.js';
import type { Key } from '../match/keys.js';
import { type NominalWorld, nominalWorld, type Rows, product } from '../match/work.js';
import { type Wording, slotName } from '../eval/printer.js';
import { printExpression, shortened } from '../eval/print-expression.js';
import { type ProgramPlan, type RulePlan, planOf } from '../rules/program-plan.js';
import type { ConjunctionPlan, Generator, OwnPlan, Test } from '../match/selection-plan.js';
import type { Term } from '../eval/term.js';
import { createTermBook } from '../eval/term-book.js';

/** Object tests a turn: some tenths of a second. */
export const expensivePlan = 100_000_000;

export interface ExpensivePlan {
  readonly of: { readonly rule: Rule } | { readonly growth: Growth };
  readonly tests: number;
  /** `looks at all objects for each candidate: 500 × 10,000 × 10,000 in all`. */
  readonly reason: string;
  readonly cheaper: string;
}

export function expensivePlans(program: Program, world: NominalWorld = nominalWorld()): readonly ExpensivePlan[] {
  const { model } = program;
  const plan = planOf(program);
  const found: ExpensivePlan[] = [];
  const judge = (of: ExpensivePlan['of'], estimate: Estimate) => {
    if (estimate.tests > expensivePlan) found.push({ of, tests: Math.round(estimate.tests), ...explain(estimate) });
  };
  for (const [rule, each] of plan.rules) judge({ rule }, estimateRule(createTermBook(), each, model, world));
  for (const [growth, formula] of plan.growths) judge({ growth }, estimateGrowth(growth, formula, model, world));
  return found;
}

function explain({ scans }: Estimate): Pick<ExpensivePlan, 'reason' | 'cheaper'> {
  const [worstScan] = [...scans].sort((a, b) => b.tests - a.tests);
  const { worst } = worstScan;
  if (worst === undefined || product(worst.factors) < product(worstScan.rows)) return explainRows(worstScan);
  const each = {
    activation: 'source',
    candidates: 'candidate',
    tests: 'candidate',
    vetoes: 'candidate',
    amounts: 'target',
    growth: 'object',
  }[worstScan.step];
  return {
    reason: `looks at ${rangeNames[worst.range.over] ?? 'all that lies in an object'} for each ${each}: ${timesOf(worst.factors)} objects`,
    cheaper: cheaperRange(worst.range.over),
  };
}

const rangeNames: Readonly<Partial<Record<string, string>>> = {
  objects: 'all objects',
  class: 'all objects of a class',
  owned: 'all that a faction owns',
  owners: 'all owners',
  connection: 'all that a connection leads to',
  ranked: 'all that are ranked',
  cells: 'all that is near on a grid',
  ball: 'all that is near in a space',
};

function cheaperRange(over: string): string {
  return over === 'objects' || over === 'class'
    ? 'ask attached(…), contents(…) or owned(…) instead, or compare a distance or jumps in the scope; what is ' +
        'the same for many objects, keep in a meter'
    : 'let another rule keep the result in a meter, and read that';
}

function explainRows({ step, rows }: Scan): Pick<ExpensivePlan, 'reason' | 'cheaper'> {
  if (step === 'amounts') {
    return {
      reason: `writes to every target from every source: ${timesOf(rows)} effects`,
      cheaper:
        'let fewer objects carry the rule, or narrow its scope: one carrier can do for all what each does for itself',
    };
  }
  const which = step === 'candidates' ? 'all candidates again after each source' : 'each candidate for each source';
  return {
    reason: `tests ${which}: ${timesOf(rows)} objects`,
    cheaper:
      'add to the scope `target == …`, an equality such as `target.system == source.system`, or ' +
      '`distance(target, source) <= …` or `jumps(target, source) <= …`',
  };
}

/** `500 × 10,000`. */
export function timesOf(rows: Rows): string {
  return rows.length === 0 ? '1' : rows.map((factor) => grouped(Math.round(factor))).join(' × ');
}

const longestText = 160;

interface Describing {
  readonly plan: ProgramPlan;
  readonly model: Model;
  readonly world: NominalWorld;
  readonly wording: Wording;
  /** Conjunctions by their own candidates. */
  readonly alike: ReadonlyMap<string, number>;
}

export type ProgramDescription = ReturnType<typeof describeProgram>;

/** Rules and growth formulas in running order, with estimates for a world; expressions are text. */
export function describeProgram(program: Program, world: NominalWorld = nominalWorld()) {
  const { model, rules } = program;
  const plan = planOf(program);
  const describing: Describing = {
    plan,
    model,
    world,
    wording: { model, first: 'source', longest: longestText },
    alike: countOwn(plan),
  };
  return {
    world,
    // More object tests than this are expensive.
    limit: expensivePlan,
    rules: [...plan.rules.values()].map((each, i) => describeRule(each, i + 1, describing)),
    growths: rules.growths.map((growth) => describeGrowth(growth, describing)),
    // Different (sub)expressions of the content, and those in several places.
    terms: plan.book.terms.length,
    sharedTerms: countShared(plan, rules.rules),
  };
}

function describeRule(plan: RulePlan, order: number, describing: Describing) {
  const { rule, selection, gates } = plan;
  const { model, world } = describing;
  // The book of the planner stays unchanged.
  const estimate = estimateRule(createTermBook(), plan, model, world);
  const texts = textsOf(rule, describing);
  const keys = selection.conjunctions.length === 1 ? selection.conjunctions[0].keys : selection.keys;
  return {
    rule: rule.name,
    file: rule.origin.file,
    line: rule.origin.line,
    column: rule.origin.column,
    phase: rule.phase,
    priority: rule.priority,
    order,
    carrier: carrierName(model, rule.carrier),
    // All sources are tested before the first effect; else why not.
    together: plan.together,
    because: plan.hindrance,
    activation: gates.map(texts),
    // Alternatives: an object that one of them includes is a target, unless a veto excludes it.
    candidates: selection.conjunctions.map((conjunction) => describeCandidates(conjunction, texts, describing)),
    vetoes: selection.vetoes.map(texts),
    // Keys of sources that share one result; empty: one result for all.
    sharedBy: plan.together ? keys.map((key) => describeKey(key, describing)) : [],
    effects: rule.effects.map((effect, i) => ({ text: describeEffect(effect, describing.wording), by: byOf(plan, i) })),
    // Results are kept until a dependency changes; else why not.
    kept: plan.together && plan.steady,
    unkept: unkept(plan),
    estimate: {
      tests: Math.round(estimate.tests),
      sources: estimate.sources,
      groups: estimate.groups,
      targets: estimate.targets,
      dear: estimate.tests > expensivePlan,
    },
  };
}

function carrierName(model: Model, carrier: Carrier): string {
  switch (carrier.by) {
    case 'class':
      return classAt(model, carrier.class).name;
    case 'seat':
      return `the object that stands for each faction that has ${classAt(model, carrier.class).name}`;
    case 'condition':
      return carrier.kinds.length === 0
        ? 'any object that fits'
        : carrier.kinds.map((kind) => kindAt(model, kind).name).join(', ');
  }
}

/** Dependencies of an effect's amount; empty for effects fired singly. */
function byOf({ writes }: RulePlan, effect: number) {
  if (writes === undefined) return '';
  const { amount, by } = writes.steps[effect];
  return amount.free === 0 && by === 'source' ? 'nothing' : by;
}

function unkept({ together, steady, stamps }: RulePlan): string {
  if (!together) return 'sources are asked one after another';
  if (steady) return '';
  return stamps.includes(fact.clock) ? 'it depends on the turn or on chance' : 'it depends on chance';
}

type TextOf = (test: Test) => string;

/** Whole conditions as written, else as expressions. */
function textsOf({ activation, include, exclude, texts }: Rule, { plan: { book }, wording }: Describing): TextOf {
  const written = new Map<Term, string>();
  const add = (nodes: readonly Node[], given: readonly string[] | undefined) => {
    nodes.forEach((node, i) => {
      const term = book.byNode.get(node);
      const text = given?.[i];
      if (term !== undefined && text !== undefined)
        written.set(term, shortened(text.replace(/\s+/g, ' ').trim(), wording.longest));
    });
  };
  add(activation, texts?.activation);
  add(include, texts?.include);
  add(exclude, texts?.exclude);
  return ({ term, wanted }) => {
    const text = written.get(term) ?? printExpression(term, wording);
    if (wanted === 'true') return text;
    if (wanted === 'false') return `not: ${text}`;
    return wanted === 'clear' ? `unless ${text}` : `found: ${text}`;
  };
}

function describeCandidates(conjunction: ConjunctionPlan, texts: TextOf, describing: Describing) {
  const { gates, own, generator, tests } = conjunction;
  return {
    // Empty: any object.
    of: kindNameOf(own, describing.model),
    activation: gates.map(texts),
    own: own.tests.map(texts),
    // Other alternatives, of any rule, with the same candidates.
    alike: (describing.alike.get(ownName(own)) ?? 1) - 1,
    // Empty: all are tested.
    found: generator === undefined ? '' : describeGenerator(generator, describing),
    tests: tests.map((keyed) => ({
      tests: keyed.tests.map(texts),
      sharedBy: keyed.keys.map((key) => describeKey(key, describing)),
    })),
  };
}

function kindNameOf(own: OwnPlan, model: Model): string {
  if (own.class !== 0) return classAt(model, own.class).name;
  return (own.kind === 0 ? own.kinds : [own.kind]).map((kind) => kindAt(model, kind).name).join(' or ');
}

function describeGenerator(generator: Generator, { wording }: Describing): string {
  const say = (node: Node) => printExpression(node, wording);
  switch (generator.by) {
    case 'identity':
      return `the one that is ${say(generator.key)}`;
    case 'among':
      return `as chosen by ${say(generator.chosen)}`;
    case 'equality':
      return `by ${say(generator.value)} == ${say(generator.key)}`;
    case 'membership':
      return `by membership: ${say(generator.test.term)}`;
    case 'jumps':
    case 'distance':
      return `by place: ${say(generator.test.term)}`;
  }
}

/** `source.owner`, `faction of source`, `place of source`. */
function describeKey(key: Key, { wording }: Describing): string {
  if (key.of === 'slot') return slotName(key.slot, wording);
  const text = printExpression(key.term, wording);
  switch (key.projection) {
    case 'place':
      return `place of ${text}`;
    case 'factions':
      return `faction of ${text}`;
    case undefined:
      return text;
  }
}

function describeGrowth(growth: Growth, { plan, model, world, wording }: Describing) {
  const formula = plan.growths.get(growth);
  const estimate = formula && estimateGrowth(growth, formula, model, world);
  const tests = estimate?.tests ?? 0;
  return {
    meter: model.columns[growth.column].name,
    formula: printExpression(growth.formula, { ...wording, first: 'self' }),
    objects: estimate?.sources ?? 0,
    tests: Math.round(tests),
    dear: tests > expensivePlan,
  };
}

/** Equal for equal candidates. */
function ownName(own: OwnPlan): string {
  return `${own.kind} ${own.class} ${own.tests
    .map(({ term, wanted }) => `${term.id} ${wanted}`)
    .sort()
    .join(', ')}`;
}

function countOwn(plan: ProgramPlan): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { selection } of plan.rules.values()) {
    for (const { own } of selection.conjunctions) counts.set(ownName(own), (counts.get(ownName(own)) ?? 0) + 1);
  }
  return counts;
}

function countShared({ book, growths }: ProgramPlan, rules: readonly Rule[]): number {
  const uses = new Int32Array(book.terms.length);
  for (const { args } of book.terms) for (const arg of args) uses[arg.id]++;
  for (const { activation, include, exclude } of rules) {
    for (const node of [...activation, ...include, ...exclude]) {
      const term = book.byNode.get(node);
      if (term !== undefined) uses[term.id]++;
    }
  }
  for (const { id } of growths.values()) uses[id]++;
  return uses.filter((count) => count > 1).length;
}
