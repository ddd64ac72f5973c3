import { population } from '../../state/object-life.js';
import { columnStamp, touch } from '../../model/stamps.js';
import { resolve } from '../../kernel/identity.js';
import type { Scratch } from '../../indexes/scratch.js';
import { blaming } from '../../kernel/errors.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { fireEffects } from '../../meaning/effects/fire-effects.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { type RuleActivity, StrictTurnNeeded } from '../../meaning/executor.js';
import { scopeWork, testsOfScopes } from '../../meaning/scope-work.js';
import { keptBy } from '../../kernel/maps.js';
import { countTests } from '../../ir/node.js';
import { type Rule, firesOnce, ruleTitle } from '../../ir/rule.js';
import type { Amounts } from './amounts.js';
import { fireByFunction } from './fire-lists.js';
import { unlessRefused } from './unless-refused.js';
import type { Asked } from './ask-rules.js';
import type { FoundScope } from './targets.js';
import type { PassPlan, PassRule } from '../pass-plan.js';
import type { Writes } from '../plan-writes.js';
import { type Pairs, writePairs } from './write.js';

export interface Evaluated extends Asked {
  readonly evaluator: Evaluator;
  readonly context: TurnContext;
  readonly plan: PassPlan;
  readonly amounts: Amounts;
}

/** Sources of a rule, by places in its scope, that fire in sequence. */
export interface Firing {
  readonly rule: Rule;
  readonly writes: Writes | undefined;
  readonly found: FoundScope;
  readonly from: number;
  readonly to: number;
  /** Number of pairs of the rule before these, and of these. */
  readonly pairsBefore: number;
  readonly pairs: number;
  readonly rank: number;
}

/** Fires the rules of a pass in dispatch order, or an indistinguishable one. */
export function firePass(pass: Evaluated, activity: RuleActivity): void {
  const { watch, strict, observe } = pass.context;
  // Before the first fires: an error in firing must not precede a limit that a later rule exceeds.
  countTestsOf(pass);
  noteActive(activity, pass);
  if (watch !== undefined || strict || observe !== undefined) fireInOrder(pass);
  else
    unlessRefused(() => {
      fireByUnits(pass);
    });
}

/** Counts the tests of all rules; an error names the rule that exceeds the limit. */
function countTestsOf({ context: { frame, state }, plan, spans: { from, to, pairs } }: Evaluated): void {
  const { single, all, targets } = workOf(plan);
  const objects = population(state);
  let tests = 0;
  for (let asking = 0; asking < single.length; asking++)
    tests += (to[asking] - from[asking]) * (single[asking] + all[asking] * objects) + targets[asking] * pairs[asking];
  if (frame.tests + tests <= state.turnLimits.tests) {
    frame.tests += tests;
    return;
  }
  plan.rules.forEach(({ rule }, i) => {
    const asking = plan.layout.askingOfRule[i];
    if (to[asking] > from[asking])
      blaming(ruleTitle(rule), rule.name, () => {
        countTests(frame, testsOfScopes(rule, state, to[asking] - from[asking], pairs[asking]));
      });
  });
}

/** By asking: what the scopes of its rules count for one source (see `scopeWork`). */
const workOf = keptBy(({ rules, layout: { askingOfRule, askedStart } }: PassPlan) => {
  const askings = Math.max(0, askedStart.length - 1);
  const [single, all, targets] = [0, 0, 0].map(() => new Int32Array(askings));
  rules.forEach(({ rule }, i) => {
    const work = scopeWork(rule);
    single[askingOfRule[i]] += work.single;
    all[askingOfRule[i]] += work.all;
    targets[askingOfRule[i]] += work.targets;
  });
  return { single, all, targets };
}, new WeakMap<PassPlan, Readonly<Record<'single' | 'all' | 'targets', Int32Array>>>());

function noteActive(
  { active, targets }: RuleActivity,
  {
    plan: {
      layout: { askedStart, askedRules },
    },
    spans: { from, to, pairs },
  }: Evaluated,
): void {
  for (let asking = 0; asking + 1 < askedStart.length; asking++) {
    const sources = to[asking] - from[asking];
    if (sources === 0) continue;
    for (let i = askedStart[asking]; i < askedStart[asking + 1]; i++) {
      active[askedRules[i]] += sources;
      targets[askedRules[i]] += pairs[asking];
    }
  }
}

function fireInOrder(pass: Evaluated): void {
  const {
    context,
    plan: { rules, runs },
  } = pass;
  let first = 0;
  for (const end of runs) {
    if (end - first === 1) fireEach(context, wholeRule(pass, rules[first]));
    else {
      const firings: Firing[] = [];
      for (const passRule of rules.slice(first, end)) addBySource(passRule, pass, firings);
      for (const firing of inOrder(firings)) fireEach(context, firing);
    }
    first = end;
  }
}

function fireByUnits(pass: Evaluated): void {
  const {
    firings,
    layout: { unitOfFiring },
  } = pass.plan;
  const { ofUnit } = pass.spans;
  for (let i = 0; i < unitOfFiring.length; i++) {
    const unit = unitOfFiring[i];
    if (unit < 0) fireRun(pass, firings[i]);
    else if (ofUnit[unit] > 0) fireUnit(pass, unit);
  }
}

/** Rules dispatched by source, each a unit of its own. */
function fireRun(pass: Evaluated, numbers: readonly number[]): void {
  const {
    spans: { ofUnit },
    plan: { units },
  } = pass;
  const firings: Firing[] = [];
  for (const number of numbers) if (ofUnit[number] > 0) addBySource(units[number].rules[0], pass, firings);
  for (const firing of inOrder(firings)) fire(pass, firing);
}

function fireUnit(pass: Evaluated, number: number): void {
  const { context, plan } = pass;
  const { rules, writes } = plan.units[number];
  if (rules.length === 1) fire(pass, wholeRule(pass, rules[0]));
  else if (writes === undefined || isLogged(context, writes))
    for (const passRule of rules) fireEach(context, wholeRule(pass, passRule));
  else fireTogether(pass, number, rules[0].rule, writes);
}

/** Rules whose targets are their own, distinct sources. */
function fireTogether(
  { evaluator, context, plan: { layout }, spans, scopes, amounts }: Evaluated,
  unit: number,
  { claims, index }: Rule,
  writes: Writes,
): void {
  const { unitStart, unitAskings, scope } = layout;
  const mark = evaluator.scratch.mark();
  const length = spans.ofUnit[unit];
  const targets = evaluator.scratch.codes(length);
  const found = scopes[scope[unitAskings[unitStart[unit]]]];
  let listed = 0;
  for (let i = unitStart[unit]; i < unitStart[unit + 1]; i++) {
    const asking = unitAskings[i];
    if (spans.pairs[asking] > 0) listed = listTargets(found, spans.from[asking], spans.to[asking], targets, listed);
  }
  const kept = claims === 0 ? length : claimTargets(context, claims, targets, length);
  context.frame.rule = index;
  write(
    evaluator,
    context,
    writes,
    amounts,
    { found, from: 0, to: 0, isList: true, targets, apart: undefined, base: 0, length },
    kept,
    true,
  );
  evaluator.scratch.release(mark);
}

/** Appends the targets of some sources at `at`; returns the end. */
function listTargets(
  { start, end, targets }: FoundScope,
  from: number,
  to: number,
  into: Int32Array,
  at: number,
): number {
  let next = at;
  for (let place = from; place < to; place++) for (let k = start[place]; k < end[place]; k++) into[next++] = targets[k];
  return next;
}

/** Replaces targets already claimed by 0; returns how many are left. */
function claimTargets(
  { ledger, state: { identity } }: TurnContext,
  claims: number,
  targets: Int32Array,
  length: number,
): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    if (ledger.claims.claim(claims, identity, targets[i])) kept++;
    else targets[i] = 0;
  }
  return kept;
}

/** Firings of neighbours dispatched by source; within a rank in the order of rules. */
function inOrder(firings: Firing[]): readonly Firing[] {
  return firings.sort((a, b) => a.rank - b.rank);
}

function wholeRule({ spans, scopes }: Evaluated, { rule, writes, asking, scope }: PassRule): Firing {
  return {
    rule,
    writes,
    found: scopes[scope],
    from: spans.from[asking],
    to: spans.to[asking],
    pairsBefore: 0,
    pairs: spans.pairs[asking],
    rank: 0,
  };
}

function addBySource(passRule: PassRule, { spans, scopes, actives }: Evaluated, into: Firing[]): void {
  const { rule, writes, asking, scope, active } = passRule;
  const found = scopes[scope];
  const ranks = actives.ranks ?? actives.ids;
  const [from, to] = [spans.from[asking], spans.to[asking]];
  let pairsBefore = 0;
  for (let place = from; place < to; place++) {
    const pairs = found.end[place] - found.start[place];
    const rank = ranks[actives.start[active] + place - from];
    if (pairs > 0) into.push({ rule, writes, found, from: place, to: place + 1, pairsBefore, pairs, rank });
    pairsBefore += pairs;
  }
}

function fire({ evaluator, context, amounts }: Evaluated, firing: Firing): void {
  const { rule, writes, pairs } = firing;
  if (pairs === 0) return;
  context.frame.rule = rule.index;
  if (writes === undefined || isLogged(context, writes)) fireEach(context, firing);
  else fireWrites(evaluator, context, amounts, firing, writes);
}

/** Cells with a stacking log are recomputed from it, so every write must go there. */
export function isLogged({ ledger: { logs } }: TurnContext, { columns }: Writes): boolean {
  return logs.size > 0 && columns.some((column) => logs.has(column));
}

function fireEach(context: TurnContext, { rule, found, from, to }: Firing): void {
  context.frame.rule = rule.index;
  blaming(ruleTitle(rule), rule.name, () => {
    for (let place = from; place < to; place++) fireOnTargets(context, rule, found, place);
  });
}

/** Fires each effect of a rule on each target of a source by itself, or in a way that nobody can tell from that. */
export function fireOnTargets(
  context: TurnContext,
  rule: Rule,
  { sources, start, end, targets }: FoundScope,
  place: number,
): void {
  const to = end[place];
  if (to === start[place]) return;
  const from = fireByFunction(context, rule, sources[place], targets, start[place], to);
  if (to > from) fireEffects(context, rule, sources[place], targets, from, to);
}

export function fireWrites(
  evaluator: Evaluator,
  context: TurnContext,
  amounts: Amounts,
  { rule, found, from, to, pairsBefore: base, pairs: length }: Firing,
  writes: Writes,
): void {
  const { scratch } = evaluator;
  const isList = found.isOwn || writes.hasHolder || rule.claims !== 0;
  const mark = scratch.mark();
  const targets = isList ? scratch.codes(length) : found.targets;
  if (isList) listTargets(found, from, to, targets, 0);
  const kept = rule.claims === 0 ? length : claimTargets(context, rule.claims, targets, length);
  // No cell is written for two sources that are their own targets.
  const isFree = writes.isFree || (found.isOwn && firesOnce(rule.carrier) && !writes.hasHolder);
  const apart = isLogged(context, writes) ? loggedTargets(context, writes, scratch) : undefined;
  const fired = apart === undefined ? 0 : fireApart(evaluator, context, rule, found, from, to, apart);
  const pairs = { found, from, to, isList, targets, apart, base, length };
  write(evaluator, context, writes, amounts, pairs, kept - fired, isFree);
  scratch.release(mark);
}

/** By id: 1 for objects with a cell of these columns that is recomputed from a log. */
function loggedTargets({ ledger: { logs }, state: { identity } }: TurnContext, { columns }: Writes, scratch: Scratch) {
  const marks = scratch.bytes(identity.kind.length);
  marks.fill(0, 0, identity.kind.length);
  for (const column of columns)
    for (const handle of logs.get(column)?.keys() ?? []) marks[resolve(identity, handle)] = 1;
  // A log outlives its object.
  marks[0] = 0;
  return marks;
}

/**
 * Fires on marked targets alone, each effect by itself; returns the pairs. Writes of others do not change them, since
 * rules with claims or holders write no columns.
 */
function fireApart(
  { scratch }: Evaluator,
  context: TurnContext,
  rule: Rule,
  { sources, start, end, targets }: FoundScope,
  from: number,
  to: number,
  marks: Uint8Array,
): number {
  let fired = 0;
  const mark = scratch.mark();
  for (let place = from; place < to; place++) {
    const some = scratch.codes(end[place] - start[place]);
    let count = 0;
    for (let i = start[place]; i < end[place]; i++) {
      some[count] = targets[i];
      count += marks[targets[i]];
    }
    if (count > 0)
      unlessRefused(() => {
        fireEffects(context, rule, sources[place], some, 0, count);
      });
    fired += count;
    scratch.release(mark);
  }
  return fired;
}

/** `kept`: the pairs that are not claimed. */
function write(
  evaluator: Evaluator,
  context: TurnContext,
  { steps, columns }: Writes,
  amounts: Amounts,
  pairs: Pairs,
  kept: number,
  isFree: boolean,
): void {
  if (kept === 0) return;
  context.fired += kept * steps.length;
  if (context.fired > context.state.turnLimits.effects) throw new StrictTurnNeeded();
  context.wrote += writePairs(evaluator, steps, amounts, pairs, isFree);
  for (let i = 0; i < columns.length; i++) touch(context.state.stamps, columnStamp(columns[i]));
}
