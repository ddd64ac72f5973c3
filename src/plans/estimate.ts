import { columnStamp, fact } from '../model/stamps.js';
import { type Model, kindAt } from '../model/model.js';
import { sourceSlot, targetSlot } from '../ir/node.js';
import { type Effect, type Growth, kindOfCarrier } from '../ir/rule.js';
import { leavesOf, nodesOfEffect } from '../ir/effect-nodes.js';
import {
  type Look,
  type NominalWorld,
  type Rows,
  both,
  carriersIn,
  objectsOfClass,
  objectsOfKind,
  product,
  workOf,
} from '../match/work.js';
import type { RulePlan } from '../rules/program-plan.js';
import {
  type ConjunctionPlan,
  type Generator,
  type OwnPlan,
  type Test,
  namesCandidates,
} from '../match/selection-plan.js';
import { affiliation } from '../eval/ops/affiliations.js';
import { draw } from '../eval/ops/draws.js';
import {
  asComparison,
  asFollow,
  constantValue,
  dataOf,
  isConstant,
  isOf,
  isSlot,
  kindOrClass,
} from '../eval/node-shape.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import type { Key } from '../match/keys.js';

/**
 * Of a turn without kept results, in object tests: a condition or amount for one object, or one object of an aggregate.
 * Only the order of magnitude is right.
 */
export interface Estimate {
  readonly tests: number;
  readonly scans: readonly Scan[];
  readonly sources: number;
  /** Groups of sources with one result. */
  readonly groups: number;
  /** Expected targets of a result. */
  readonly targets: number;
}

export interface Scan {
  readonly step: 'activation' | 'candidates' | 'tests' | 'vetoes' | 'amounts' | 'growth';
  readonly tests: number;
  /** Rows of the tests, as 500 × 10,000, without aggregates. */
  readonly rows: Rows;
  readonly worst: Look | undefined;
}

const assumed = {
  test: 1 / 2,
  owner: 1 / 12,
  /** Candidates near an outer object. */
  near: 1 / 50,
  /** Objects with one object in common: attached to it or at its place. */
  together: 10,
  /** With a word, kind or class in common. */
  alike: 1 / 4,
} as const;

const everySlot = 2 ** 31 - 1;

interface Setting {
  readonly plan: RulePlan;
  readonly model: Model;
  readonly world: NominalWorld;
  /** Turns, and sources evaluated in each. */
  readonly turns: number;
  readonly asking: number;
  readonly varying: number;
}

export function estimateRule(book: TermBook, plan: RulePlan, model: Model, world: NominalWorld): Estimate {
  const sources = carriersIn(model, world, plan.rule.carrier);
  const active = Math.ceil(sources * passing(plan.gates));
  const [turns, asking] = plan.together ? [1, active] : [active, 1];
  const setting: Setting = { plan, model, world, turns, asking, varying: plan.together ? 1 << sourceSlot : 0 };
  const gates = plan.gates.map(({ term }) => term);
  const activation = scanTerms('activation', [sources], gates, 1 << sourceSlot, setting);
  const found = plan.selection.conjunctions.map((conjunction) => scanConjunction(conjunction, setting));
  const targets = Math.min(
    world.objects,
    found.reduce((sum, each) => sum + each.targets, 0),
  );
  const groups = Math.max(1, ...found.map((each) => each.groups));
  const vetoes = scanOf('vetoes', [groups, targets], plan.selection.vetoes, setting);
  const amounts = scanAmounts(book, setting, groups, targets);
  const scans = [activation, ...found.flatMap((each) => each.scans), vetoes, ...amounts].filter(
    (scan) => scan.tests > 0,
  );
  return { tests: scans.reduce((sum, scan) => sum + scan.tests, 0), scans, sources, groups, targets };
}

export function estimateGrowth(growth: Growth, formula: Term, model: Model, world: NominalWorld): Estimate {
  const { kinds } = model.columns[growth.column];
  const having = model.kinds.flatMap(({ index }) => (kinds[index] === 1 ? [index] : []));
  const objects = Math.min(world.objects, objectsOfKinds(having, model, world));
  const { looked, worst } = workOf(formula, [objects], 1 << sourceSlot, model, world);
  const tests = objects + looked;
  return {
    tests,
    scans: [{ step: 'growth', tests, rows: [objects], worst }],
    sources: objects,
    groups: objects,
    targets: 1,
  };
}

function scanOf(step: Scan['step'], rows: Rows, tests: readonly Test[], setting: Setting): Scan {
  const terms = tests.map(({ term }) => term);
  return scanTerms(step, rows, terms, setting.varying | (1 << targetSlot), setting);
}

function scanTerms(
  step: Scan['step'],
  rows: Rows,
  terms: readonly Term[],
  varying: number,
  { model, world }: Setting,
  how?: 'singly',
): Scan {
  const work = both(terms.map((term) => workOf(term, rows, varying, model, world, how)));
  return { step, rows, tests: terms.length * product(rows) + work.looked, worst: work.worst };
}

function scanConjunction(conjunction: ConjunctionPlan, setting: Setting) {
  const { model, world, turns, asking } = setting;
  const { own, generator, tests } = conjunction;
  const groups = turns * groupsOf(conjunction.keys, setting);
  const gates = scanOf('activation', [turns * asking], conjunction.gates, setting);
  const base = baseOf(own, model, world);
  const candidates =
    generator?.by === 'identity' || generator?.by === 'membership'
      ? scanOf('candidates', [groups], own.tests, setting)
      : scanOwn(conjunction, base, setting);
  const left = base * passing(own.tests);
  const found = foundBy(generator, left);
  const asked = tests.flatMap(({ keys, tests: some }) => {
    const sharing = turns * groupsOf(keys, setting);
    const narrows = !namesCandidates(generator) && generator?.by !== 'equality';
    const isCheap = some.every(
      ({ factions, members, wanted }) => factions !== undefined || (members !== undefined && wanted !== 'found'),
    );
    if (narrows && isCheap) return [scanOf('tests', [Math.ceil(left)], some, setting)];
    return [
      scanOf('tests', narrows && 2 * sharing <= groups ? [sharing, Math.ceil(left)] : [groups, found], some, setting),
    ];
  });
  const looking: Scan = {
    step: 'tests',
    tests: generator === undefined ? 0 : groups * found,
    rows: [groups, found],
    worst: undefined,
  };
  const targets = found * tests.reduce((part, each) => part * passing(each.tests), 1);
  return {
    scans: [gates, candidates, looking, ...asked],
    groups,
    targets: Math.min(Math.ceil(targets), Math.ceil(left)),
  };
}

function baseOf({ kind, class: of, kinds }: OwnPlan, model: Model, world: NominalWorld): number {
  if (of !== 0) return objectsOfClass(model, world, of);
  return objectsOfKinds(kinds.length === 0 ? [kind] : kinds, model, world);
}

function objectsOfKinds(kinds: readonly number[], model: Model, world: NominalWorld): number {
  return kinds.reduce((sum, kind) => sum + objectsOfKind(model, world, kind), 0);
}

/** Found once, and again after each source that changes their dependencies. */
function scanOwn({ own }: ConjunctionPlan, base: number, setting: Setting): Scan {
  const again = setting.turns > 1 && isChanged(own.stamps, setting.plan) ? [setting.turns] : [];
  const light = own.tests.filter(({ term }) => !term.heavy);
  const heavy = own.tests.filter(({ term }) => term.heavy);
  const first = scanOf('candidates', [...again, base], light, setting);
  const later = scanOf('candidates', [...again, Math.ceil(base * passing(light))], heavy, setting);
  // Even members of a kind must be listed.
  return {
    step: 'candidates',
    tests: first.tests + later.tests + product(again) * base,
    rows: first.rows,
    worst: later.worst,
  };
}

/** Facts other than the columns that it writes. */
const changedBy: Readonly<Partial<Record<Effect['kind'], readonly number[]>>> = {
  create: [fact.population],
  destroy: [fact.population],
  become: [fact.population, fact.holding],
  give: [fact.owner],
  move: [fact.place],
  put: [fact.place],
  availability: [fact.availability],
  hold: [fact.holding],
  bind: [fact.role],
};

function isChanged(stamps: readonly number[], { rule }: RulePlan): boolean {
  // Its answers may change anything.
  const effects = leavesOf(rule.effects);
  if (effects.some(({ kind }) => kind === 'raise')) return true;
  const changed = new Set([...rule.writes.map(columnStamp), ...effects.flatMap(({ kind }) => changedBy[kind] ?? [])]);
  return stamps.some((stamp) => changed.has(stamp));
}

function foundBy(generator: Generator | undefined, candidates: number): number {
  const most = Math.ceil(candidates);
  switch (generator?.by) {
    case undefined:
      return most;
    case 'identity':
    case 'among':
      return Math.min(1, most);
    case 'membership':
      return Math.min(assumed.together, most);
    case 'equality':
      return Math.min(
        generator.value.type.name === 'entity' ? assumed.together : Math.ceil(candidates * assumed.alike),
        most,
      );
    case 'jumps':
    case 'distance':
      return Math.ceil(candidates * assumed.near);
  }
}

function passing(tests: readonly Test[]): number {
  return tests.reduce((part, test) => part * passingOne(test), 1);
}

function passingOne({ term, wanted }: Test): number {
  if (wanted !== 'true') return assumed.test;
  return chanceOf(term) ?? (isOwner(term) ? assumed.owner : assumed.test);
}

/** A probability stated by the content: `chance(0.1)`. */
function chanceOf(term: Term): number | undefined {
  const compared = asComparison(term);
  if (compared?.comparison !== '<' || !isOf(compared.left, draw)) return undefined;
  const chance = constantValue(compared.right);
  return chance === undefined ? undefined : Math.min(1, Math.max(0, chance));
}

function isOwner(term: Term): boolean {
  const affiliated = dataOf(term, affiliation);
  if (affiliated !== undefined) return affiliated.mode.startsWith('empire');
  return asComparison(term) !== undefined && term.args.some((arg) => asFollow(arg)?.relation === 'owner');
}

/** By source and target, or fewer. */
function scanAmounts(book: TermBook, setting: Setting, groups: number, targets: number): readonly Scan[] {
  const { plan, turns, asking } = setting;
  const { writes, rule } = plan;
  const pairs: Rows = [turns * asking, targets];
  if (writes === undefined) {
    // Fired singly: nothing is shared.
    return rule.effects.map((effect) => {
      const terms = nodesOfEffect(effect).map((node) => termOf(book, node));
      return scanAmount(pairs, terms, everySlot, 'singly');
    });
  }
  return writes.steps.map(({ amount, by }) => {
    const rows: Rows = by === 'source' ? [turns * asking] : by === 'target' ? [groups, targets] : pairs;
    return scanAmount(rows, [amount], setting.varying | (1 << targetSlot));
  });

  function scanAmount(rows: Rows, terms: readonly Term[], varying: number, how?: 'singly'): Scan {
    const asked = terms.filter((term) => !isConstant(term));
    const scan = scanTerms('amounts', rows, asked, varying, setting, how);
    return { ...scan, tests: scan.tests + product(pairs) };
  }
}

function groupsOf(keys: readonly Key[], setting: Setting): number {
  const { asking } = setting;
  return keys.reduce((groups, key) => Math.min(asking, groups * groupsOfKey(key, setting)), Math.min(asking, 1));
}

function groupsOfKey(key: Key, setting: Setting): number {
  const { asking: sources, model, world } = setting;
  if (key.of === 'slot') return key.slot === sourceSlot ? sources : 1;
  const { term, projection } = key;
  if ((term.free & (1 << sourceSlot)) === 0) return 1;
  if (projection === 'factions') return world.factions;
  if (projection === 'place') return world.nodes;
  const { type } = term;
  switch (type.name) {
    case 'boolean':
      return 2;
    case 'enumeration':
      return model.enumerations[type.index].members.length + 1;
    case 'kind':
      return isOfSource(term) ? 1 : model.kinds.length;
    case 'class':
      return isOfSource(term) ? 1 : model.classes.length;
    case 'number':
    case 'numeric':
    case 'text':
    case 'pair':
    case 'dice':
    case 'array':
      return sources;
    case 'entity':
      return objectsReached(term, setting);
  }
}

/** Sources of a rule have one class. */
function isOfSource(term: Term): boolean {
  return kindOrClass(term) !== undefined && isSlot(term.args[0]);
}

function objectsReached(term: Term, { asking: sources, plan: { rule }, model, world }: Setting): number {
  const follow = asFollow(term);
  const carrier = kindOfCarrier(model, rule.carrier);
  switch (follow?.relation) {
    case undefined:
      return sources;
    case 'owner':
      return world.factions;
    case 'ancestor':
      return objectsOfKind(model, world, follow.kind);
    // A kind attached only to nodes has nodes as parents.
    case 'parent':
      return carrier !== 0 && kindAt(model, carrier).attachesTo.every((parent) => kindAt(model, parent).node)
        ? world.nodes
        : sources;
  }
}
