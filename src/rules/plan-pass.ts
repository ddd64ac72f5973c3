import { type Fact, columnStamp, fact, factNames } from '../model/stamps.js';
import { printNode } from '../eval/make-node.js';
import { sourceSlot, targetSlot } from '../ir/node.js';
import { type SelectionPlan, type Test, planSelection, isTrue } from '../match/selection-plan.js';
import { asKeyed, asRead, conjuncts, constantValue, isSlot, partsIn } from '../eval/shape.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import { firesOnce, type Carrier, type Effect, type ModifyEffect, type Narrowing, type Rule } from '../ir/rule.js';
import { nodesOfEffect } from './effect-nodes.js';
import { type Link, chainOf } from './chain.js';
import { type Reach, bitsOf, markOf, unitsOf } from './pass-units.js';
import { withSlot } from '../eval/with-slot.js';
import { layoutOf } from './pass-layout.js';
import type {
  ActivationPlan,
  ActivePlan,
  Asking,
  CarrierPlan,
  NarrowingPlan,
  OperandPlace,
  OperandPlan,
  PassFiring,
  PassPlan,
  PassRule,
  PassUnit,
  WriteStep,
} from './pass-plan.js';

/** What is planned once under a name. */
interface Registry<T> {
  readonly list: T[];
  number(name: string, make: () => T): number;
}

function registry<T>(): Registry<T> {
  const list: T[] = [];
  const byName = new Map<string, number>();
  return {
    list,
    number(name, make) {
      const known = byName.get(name);
      if (known !== undefined) return known;
      byName.set(name, list.length);
      return list.push(make()) - 1;
    },
  };
}

/** Plans a pass over rules in their order. */
export function planPass(book: TermBook, rules: readonly Rule[]): PassPlan {
  const carriers = registry<CarrierPlan>();
  const activations = registry<ActivationPlan & { readonly actives: number[] }>();
  const actives = registry<ActivePlan>();
  const scopes = registry<{
    readonly drawer: Rule | undefined;
    readonly selection: SelectionPlan | undefined;
    readonly gates: readonly Test[];
    readonly actives: number[];
  }>();
  const askings = registry<Asking>();
  const operands = registry<{ readonly term: Term; readonly uses: number[] }>();
  const uses = new Map<string, number>();
  const written: ReadonlySet<number> = new Set(rules.flatMap((rule) => rule.writes));
  const changes = factsChangedBy(rules);
  const carrierNumbers = new Map<Carrier, number>();

  const asked = rules.map((rule): Omit<PassRule, 'writes'> => {
    const include = rule.include.map((node) => termOf(book, node));
    const exclude = rule.exclude.map((node) => termOf(book, node));
    const own = ownScope(book, include, exclude);
    const gates = rule.activation
      .map((node) => termOf(book, node))
      .flatMap(conjuncts)
      .filter((term) => constantValue(term) !== 1);
    const narrowing = rule.narrowing === undefined ? undefined : planNarrowing(book, rule.narrowing);
    const drawer =
      gates.some(({ draws }) => draws) || testsOf(narrowing).some(({ term }) => term.draws) ? rule : undefined;
    const activation = activations.number(
      `${gates.map(({ id }) => id).join(' ')} | ${narrowing === undefined ? '' : narrowingText(narrowing)} | ${drawer?.index ?? ''}`,
      () => ({
        drawer,
        gates: gates.map(isTrue),
        narrowing,
        isNever: gates.some((term) => constantValue(term) === 0),
        actives: [],
      }),
    );
    let carrier = carrierNumbers.get(rule.carrier);
    if (carrier === undefined) {
      carrier = carriers.number(carrierText(rule.carrier), () => planCarrier(book, rule.carrier));
      carrierNumbers.set(rule.carrier, carrier);
    }
    const active = actives.number(`${activation} ${carrier}`, () => {
      activations.list[activation].actives.push(actives.list.length);
      return { activation, carrier };
    });
    const selector = own === undefined && [...include, ...exclude].some(({ draws }) => draws) ? rule : undefined;
    const scopeName =
      own === undefined
        ? `${include.map(({ id }) => id).join(' ')} | ${exclude.map(({ id }) => id).join(' ')} | ${selector?.index ?? ''}`
        : `own ${own.gates.map(({ id }) => id).join(' ')}`;
    const scope = scopes.number(scopeName, () => ({
      drawer: selector,
      actives: [],
      selection: own === undefined ? planSelection(include, exclude, targetSlot, fact.population) : undefined,
      gates: (own?.gates ?? []).map(isTrue),
    }));
    const asking = askings.number(`${scope} ${active}`, () => ({
      scope,
      active,
      place: scopes.list[scope].actives.push(active) - 1,
    }));
    return { rule, active, scope, asking };
  });
  const runs = rules.map((_, place) => place + 1).filter((end) => !areTogether(rules[end - 1], rules[end]));
  const shapes = rules.map(shapesOf);
  const order = new Map([...written].map((column, i) => [column, i]));
  const places = unitsOf(asked.map((passRule, i) => reachOf(passRule, shapes[i])));
  const writes = places.map(([first], unit) => shapes[first]?.map((shape) => placed(shape, unit)));
  const unitAt = new Map(places.flatMap((members, unit) => members.map((place) => [place, unit] as const)));
  const planned = asked.map((passRule, place): PassRule => ({ ...passRule, writes: writes[unitAt.get(place) ?? 0] }));
  const units = places.map(
    (members, unit): PassUnit => ({ rules: members.map((place) => planned[place]), writes: writes[unit] }),
  );
  const plan: Omit<PassPlan, 'layout'> = {
    units,
    firings: firingsOf(planned, runs, units),
    rules: planned,
    runs,
    askings: askings.list,
    carriers: carriers.list,
    activations: activations.list,
    actives: actives.list,
    scopes: scopes.list,
    operands: withFirstUses(operands.list),
    stamps: stampsOf(planned),
    written: [...written].sort((a, b) => a - b),
  };
  return { ...plan, layout: layoutOf(plan) };

  /** The effects as writes, all of them or none. */
  function shapesOf(rule: Rule): readonly WriteShape[] | undefined {
    const found: WriteShape[] = [];
    const columns = new Set(rule.writes);
    for (const effect of rule.effects) {
      const shape = isNumberWrite(effect) ? shapeOf(effect, columns) : undefined;
      if (shape === undefined) return undefined;
      found.push(shape);
    }
    return found;
  }

  function shapeOf(effect: ModifyEffect, columns: ReadonlySet<number>): WriteShape | undefined {
    const amount = termOf(book, effect.amount);
    const holder = effect.holder === undefined ? undefined : termOf(book, effect.holder);
    if (holder !== undefined && !isFixed(holder)) return undefined;
    const chain = chainOf(amount, effect.modification);
    const known = chain?.every(({ operand }) => operand === undefined || isFixed(operand)) === true;
    // What is evaluated late is evaluated for many targets at once: it must not look at what the rule itself writes
    // elsewhere.
    if (!known && (holder !== undefined || effect.modification !== 'set' || readsElsewhere(amount, columns)))
      return undefined;
    return { effect, amount, holder, chain: known ? chain : undefined };
  }

  function placed({ effect, amount, holder, chain }: WriteShape, unit: number): WriteStep {
    return {
      effect,
      amount,
      holder: holder === undefined ? undefined : placeOf(holder, unit),
      chain: chain?.map(({ operation, operand }) => ({
        operation,
        operand: operand === undefined ? undefined : placeOf(operand, unit),
      })),
    };
  }

  function placeOf(term: Term, unit: number): OperandPlace {
    const constant = constantValue(term);
    if (constant !== undefined) return { constant };
    const operand = operands.number(String(term.id), () => ({ term, uses: [] }));
    const name = `${operand} ${unit}`;
    const known = uses.get(name);
    if (known !== undefined) return { operand, use: known };
    const number = operands.list[operand].uses.push(unit) - 1;
    uses.set(name, number);
    return { operand, use: number };
  }

  /** What may change places with a rule. */
  function reachOf({ rule, active, scope }: Omit<PassRule, 'writes'>, shape: readonly WriteShape[] | undefined): Reach {
    const terms = rule.effects.flatMap(nodesOfEffect).map((node) => termOf(book, node));
    const reads = new Set(
      terms
        .flatMap(({ stamps }) => stamps.map((stamp) => stamp - columnStamp(0)))
        .filter((column) => written.has(column)),
    );
    const isOwn =
      scopes.list[scope].selection === undefined &&
      shape?.every(({ holder }) => holder === undefined) === true &&
      !terms.some((term) => readsElsewhere(term, written));
    const isJoining = isOwn && rule.dispatch === 'rule' && firesOnce(rule.carrier) && !terms.some(({ draws }) => draws);
    return {
      rule,
      carrier: markOf(rule.carrier, carriers.list[actives.list[active].carrier].where),
      isOwn,
      reads: bitsOf(reads, order),
      writes: bitsOf(rule.writes, order),
      isBarrier: rule.structural || rule.effects.some((effect) => changesOf(effect).length > 0),
      does: isJoining
        ? `${scope} ${rule.claims} ${shape.map(({ effect: { column, modification }, amount }) => `${column} ${modification} ${amount.id}`).join(', ')}`
        : undefined,
    };
  }

  /** Whether nothing that the pass does can change a term. */
  function isFixed(term: Term): boolean {
    return (
      !term.draws &&
      !term.runs &&
      !term.stamps.some(
        (stamp) => written.has(stamp - columnStamp(0)) || (stamp < columnStamp(0) && changes.has(stamp)),
      )
    );
  }

  function stampsOf(planned: readonly PassRule[]): readonly number[] {
    const stamps = new Set<number>([fact.population]);
    const add = (term: Term): void => {
      for (const stamp of term.stamps) stamps.add(stamp);
    };
    for (const { carrier, where, times } of carriers.list) {
      [...where, ...(times === undefined ? [] : [times])].forEach(add);
      if (carrier.by === 'seat') [fact.availability, columnStamp(carrier.column)].forEach((stamp) => stamps.add(stamp));
    }
    for (const { gates, narrowing } of activations.list)
      for (const { term } of [...gates, ...testsOf(narrowing)]) add(term);
    for (const { selection, gates } of scopes.list) {
      for (const stamp of selection?.stamps ?? []) stamps.add(stamp);
      gates.forEach(({ term }) => {
        add(term);
      });
    }
    for (const { term } of operands.list) add(term);
    for (const { rule } of planned) for (const node of rule.effects.flatMap(nodesOfEffect)) add(termOf(book, node));
    return [...stamps].sort((a, b) => a - b);
  }
}

/** An effect as a write, its operands not placed yet. */
interface WriteShape {
  readonly effect: ModifyEffect;
  readonly amount: Term;
  readonly holder: Term | undefined;
  readonly chain: readonly Link[] | undefined;
}

function withFirstUses(operands: readonly Omit<OperandPlan, 'firstUse'>[]): readonly OperandPlan[] {
  let next = 0;
  return operands.map((operand) => {
    const firstUse = next;
    next += operand.uses.length;
    return { ...operand, firstUse };
  });
}

/** Units in the order in which they fire; those of a run of rules that are dispatched by source stay together. */
function firingsOf(
  rules: readonly PassRule[],
  runs: readonly number[],
  units: readonly PassUnit[],
): readonly PassFiring[] {
  const unitOf = new Map(units.flatMap((unit, number) => unit.rules.map((rule) => [rule, number] as const)));
  const firings: PassFiring[] = [];
  let from = 0;
  for (const to of runs) {
    const numbers = rules.slice(from, to).map((rule) => unitOf.get(rule) ?? 0);
    // A unit fires where its first rule does.
    if (to - from > 1 || units[numbers[0]].rules[0] === rules[from]) firings.push({ units: numbers });
    from = to;
  }
  return firings;
}

/** A scope that is the source itself where more holds of it: then that is asked of the source. */
function ownScope(
  book: TermBook,
  include: readonly Term[],
  exclude: readonly Term[],
): { readonly gates: readonly Term[] } | undefined {
  if (include.length !== 1 || exclude.length > 0) return undefined;
  const parts = conjuncts(include[0]);
  const self = parts.find(isSelf);
  if (self === undefined || parts.some(({ draws }) => draws)) return undefined;
  return { gates: parts.filter((part) => part !== self).map((part) => withSlot(book, part, targetSlot, sourceSlot)) };
}

/** `target == source`. */
function isSelf(term: Term): boolean {
  const keyed = asKeyed(term, targetSlot);
  return keyed?.comparison === '==' && isSlot(keyed.value) && isSlot(keyed.key, sourceSlot);
}

function planCarrier(book: TermBook, carrier: Carrier): CarrierPlan {
  if (carrier.by !== 'condition') return { carrier, where: [], times: undefined };
  const where = carrier.where.map((node) => termOf(book, node)).flatMap(conjuncts);
  return { carrier, where, times: carrier.times === undefined ? undefined : termOf(book, carrier.times) };
}

function carrierText(carrier: Carrier): string {
  switch (carrier.by) {
    case 'class':
      return `class ${carrier.class}`;
    case 'seat':
      return `seat ${carrier.class} ${carrier.column}`;
    case 'condition':
      return `condition ${carrier.kinds.join(' ')} | ${carrier.where.map(printNode).join(' ')} | ${carrier.times === undefined ? '' : printNode(carrier.times)}`;
  }
}

function planNarrowing(book: TermBook, narrowing: Narrowing): NarrowingPlan {
  switch (narrowing.by) {
    case 'test':
      return { by: 'test', test: isTrue(termOf(book, narrowing.test)) };
    case 'not':
      return { by: 'not', part: planNarrowing(book, narrowing.part) };
    default:
      return { by: narrowing.by, parts: narrowing.parts.map((part) => planNarrowing(book, part)) };
  }
}

function testsOf(plan: NarrowingPlan | undefined): readonly Test[] {
  if (plan === undefined) return [];
  switch (plan.by) {
    case 'test':
      return [plan.test];
    case 'not':
      return testsOf(plan.part);
    default:
      return plan.parts.flatMap(testsOf);
  }
}

function narrowingText(plan: NarrowingPlan): string {
  switch (plan.by) {
    case 'test':
      return String(plan.test.term.id);
    case 'not':
      return `not ${narrowingText(plan.part)}`;
    default:
      return `${plan.by} (${plan.parts.map(narrowingText).join(' ')})`;
  }
}

function isNumberWrite(effect: Effect): effect is ModifyEffect {
  return (
    effect.kind === 'modify' &&
    effect.recipient === 'target' &&
    effect.stacking === 0 &&
    effect.amount.type.name === 'number'
  );
}

/** Whether a term reads one of some columns of another object than the target. */
function readsElsewhere(amount: Term, columns: ReadonlySet<number>): boolean {
  return [...partsIn(amount)].some((term) => {
    const read = asRead(term);
    return read !== undefined && columns.has(read.column) && (read.climb || !isSlot(term.args[0], targetSlot));
  });
}

/** Facts that effects of rules can change. */
function factsChangedBy(rules: readonly Rule[]): ReadonlySet<number> {
  const changed = new Set<number>();
  for (const { effects } of rules) for (const name of effects.flatMap(changesOf)) changed.add(fact[name]);
  return changed;
}

function changesOf(effect: Effect): readonly Fact[] {
  switch (effect.kind) {
    case 'modify':
    case 'step':
      return [];
    case 'availability':
      return ['availability'];
    case 'hold':
      return ['holding'];
    case 'give':
      return ['owner'];
    case 'move':
    case 'put':
      return ['place'];
    case 'lane':
      return ['lanes'];
    case 'sight':
    case 'message':
      return [];
    case 'bind':
      return ['role'];
    case 'become':
      return ['population', 'holding'];
    case 'branch':
      return [...effect.then, ...effect.otherwise].flatMap(changesOf);
    // Whatever answers what is raised may do anything.
    case 'raise':
    case 'create':
    case 'destroy':
      return factNames.filter((name) => name !== 'clock');
  }
}

/** Whether neighbours are dispatched together. */
function areTogether(rule: Rule, next: Rule | undefined): boolean {
  return rule.dispatch === 'source' && next?.dispatch === 'source' && rule.priority === next.priority;
}
