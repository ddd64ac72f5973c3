import { population } from '../../state/objects.js';
import { columnStamp, touch } from '../../model/stamps.js';
import { EdictError, WorldFullError, blaming } from '../../kernel/errors.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { Scratch } from '../../indexes/scratch.js';
import { fireEffects } from '../../meaning/effects/fire.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { type RuleActivity, StrictTurnNeeded } from '../../meaning/executor.js';
import { countTests } from '../../ir/node.js';
import { type Rule, firesOnce, ruleTitle } from '../../ir/rule.js';
import { listSet } from '../../meaning/sources.js';
import type { Actives } from './activations.js';
import type { FoundScope, OperandValues, Spans } from './operands.js';
import type { PassPlan, PassRule, WriteStep } from '../pass-plan.js';
import { type Pairs, writePairs } from './write-pairs.js';

export interface Asked {
  readonly plan: PassPlan;
  readonly actives: Actives;
  readonly scopes: readonly FoundScope[];
  readonly operands: OperandValues;
  readonly spans: Spans;
}

/** Sources of a rule, by places in its scope, that fire in sequence. */
interface Firing {
  readonly passRule: PassRule;
  readonly found: FoundScope;
  readonly from: number;
  readonly to: number;
  /** Number of pairs of the rule before these, and of these. */
  readonly pairsBefore: number;
  readonly pairs: number;
  readonly rank: number;
}

/** Fires the rules of a pass in dispatch order, or an indistinguishable one. */
export function firePass(evaluator: Evaluator, context: TurnContext, asked: Asked, activity: RuleActivity): void {
  // Counted before the first fires: otherwise an error in firing could come before a limit that a later rule exceeds.
  countAsked(context, asked);
  noteActive(activity, asked);
  if (context.watch !== undefined || context.strict || context.observe !== undefined) fireInOrder(context, asked);
  else
    unlessRefused(() => {
      fireByUnits(evaluator, context, asked);
    });
}

/** Counts the tests of all rules; an error names the rule that exceeds the limit. */
function countAsked(
  { frame, state }: TurnContext,
  {
    plan: {
      rules,
      layout: { askingOfRule, askedStart },
    },
    spans: { from, to },
  }: Asked,
): void {
  const candidates = population(state);
  const tests = sourcesOfRules(askedStart, from, to) * candidates;
  if (frame.tests + tests <= state.limits.testsPerTurn) {
    frame.tests += tests;
    return;
  }
  rules.forEach(({ rule }, i) => {
    const asking = askingOfRule[i];
    if (to[asking] > from[asking])
      blaming(ruleTitle(rule), rule.name, () => {
        countTests(frame, (to[asking] - from[asking]) * candidates);
      });
  });
}

/** Active sources of all rules; those of an asking once for each of its rules. */
function sourcesOfRules(askedStart: Int32Array, from: Int32Array, to: Int32Array): number {
  let sources = 0;
  for (let asking = 0; asking + 1 < askedStart.length; asking++)
    sources += (to[asking] - from[asking]) * (askedStart[asking + 1] - askedStart[asking]);
  return sources;
}

function noteActive(
  { active, targets }: RuleActivity,
  {
    plan: {
      layout: { askedStart, askedRules },
    },
    spans: { from, to, pairs },
  }: Asked,
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

/** An error in another order would reveal it: strict order then names the culprit. A full world grows first. */
function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw error instanceof EdictError && !(error instanceof WorldFullError) ? new StrictTurnNeeded() : error;
  }
}

function fireInOrder(context: TurnContext, asked: Asked): void {
  const { rules, runs } = asked.plan;
  let first = 0;
  for (const end of runs) {
    if (end - first === 1) fireEach(context, wholeRule(asked, rules[first]));
    else {
      const firings: Firing[] = [];
      for (const passRule of rules.slice(first, end)) addBySource(passRule, asked, firings);
      for (const firing of inOrder(firings)) fireEach(context, firing);
    }
    first = end;
  }
}

function fireByUnits(evaluator: Evaluator, context: TurnContext, asked: Asked): void {
  const {
    firings,
    layout: { unitOfFiring },
  } = asked.plan;
  const { ofUnit } = asked.spans;
  for (let i = 0; i < unitOfFiring.length; i++) {
    const unit = unitOfFiring[i];
    if (unit < 0) fireRun(evaluator, context, asked, firings[i].units);
    else if (ofUnit[unit] > 0) fireUnit(evaluator, context, asked, unit);
  }
}

/** Rules dispatched by source, each a unit of its own. */
function fireRun(evaluator: Evaluator, context: TurnContext, asked: Asked, numbers: readonly number[]): void {
  const {
    spans: { ofUnit },
    plan: { units },
  } = asked;
  const firings: Firing[] = [];
  for (const number of numbers) if (ofUnit[number] > 0) addBySource(units[number].rules[0], asked, firings);
  for (const firing of inOrder(firings)) fire(evaluator, context, asked, firing, firing.passRule.writes);
}

function fireUnit(evaluator: Evaluator, context: TurnContext, asked: Asked, number: number): void {
  const { rules, writes } = asked.plan.units[number];
  if (rules.length === 1) fire(evaluator, context, asked, wholeRule(asked, rules[0]), writes);
  else if (writes === undefined || isLogged(context, writes))
    for (const passRule of rules) fireEach(context, wholeRule(asked, passRule));
  else fireTogether(evaluator, context, asked, number, rules[0].rule, writes);
}

/** Rules whose targets are their own, distinct sources. */
function fireTogether(
  evaluator: Evaluator,
  context: TurnContext,
  asked: Asked,
  unit: number,
  rule: Rule,
  writes: readonly WriteStep[],
): void {
  const { scratch } = evaluator;
  const {
    layout: { unitStart, unitAskings, scope },
  } = asked.plan;
  const mark = scratch.mark();
  const most = asked.spans.ofUnit[unit];
  const targets = scratch.codes(most);
  const found = asked.scopes[scope[unitAskings[unitStart[unit]]]];
  let number = 0;
  for (let i = unitStart[unit]; i < unitStart[unit + 1]; i++) {
    const asking = unitAskings[i];
    if (asked.spans.pairs[asking] > 0)
      number = listTargets(found, asked.spans.from[asking], asked.spans.to[asking], targets, number);
  }
  const numbers = rule.claims === 0 ? undefined : scratch.codes(most);
  const length = numbers === undefined ? most : keepClaimed(context, rule.claims, targets, most, numbers);
  if (length > 0) {
    countFired(context, length * writes.length);
    writeAll(evaluator, context, asked, rule, writes, {
      sources: targets,
      targets,
      numbers: length === most ? undefined : numbers,
      base: 0,
      length,
      kind: found.kind,
    });
    touchWritten(context, writes);
  }
  scratch.release(mark);
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

/** Keeps claimable targets in place, and their numbers; returns how many. */
function keepClaimed(
  { ledger, state: { identity } }: TurnContext,
  claims: number,
  targets: Int32Array,
  length: number,
  numbers: Int32Array,
): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const target = targets[i];
    if (!ledger.claims.claim(claims, identity, target)) continue;
    numbers[kept] = i;
    targets[kept++] = target;
  }
  return kept;
}

/** Firings of neighbours dispatched by source; within a rank in the order of rules. */
function inOrder(firings: Firing[]): readonly Firing[] {
  return firings.sort((a, b) => a.rank - b.rank);
}

function wholeRule({ spans, scopes }: Asked, passRule: PassRule): Firing {
  const { asking, scope } = passRule;
  return {
    passRule,
    found: scopes[scope],
    from: spans.from[asking],
    to: spans.to[asking],
    pairsBefore: 0,
    pairs: spans.pairs[asking],
    rank: 0,
  };
}

function addBySource(passRule: PassRule, { spans, scopes, actives }: Asked, into: Firing[]): void {
  const { asking, scope, active } = passRule;
  const found = scopes[scope];
  const ranks = actives.ranks ?? actives.ids;
  const [from, to] = [spans.from[asking], spans.to[asking]];
  let pairsBefore = 0;
  for (let place = from; place < to; place++) {
    const pairs = found.end[place] - found.start[place];
    if (pairs > 0)
      into.push({
        passRule,
        found,
        from: place,
        to: place + 1,
        pairsBefore,
        pairs,
        rank: ranks[actives.start[active] + place - from],
      });
    pairsBefore += pairs;
  }
}

function fire(
  evaluator: Evaluator,
  context: TurnContext,
  asked: Asked,
  firing: Firing,
  writes: readonly WriteStep[] | undefined,
): void {
  if (firing.pairs === 0) return;
  context.frame.rule = firing.passRule.rule.index;
  if (writes === undefined || isLogged(context, writes)) fireEach(context, firing);
  else fireWrites(evaluator, context, asked, firing, writes);
}

/** Cells with a stacking log are recomputed from it, so every write must go there. */
function isLogged({ ledger: { logs } }: TurnContext, writes: readonly WriteStep[]): boolean {
  return logs.size > 0 && writes.some(({ effect }) => logs.has(effect.column));
}

function fireEach(context: TurnContext, { passRule: { rule }, found, from, to }: Firing): void {
  context.frame.rule = rule.index;
  blaming(ruleTitle(rule), rule.name, () => {
    for (let place = from; place < to; place++) {
      if (found.end[place] === found.start[place]) continue;
      fireEffects(
        context,
        rule,
        found.sources[place],
        listSet(Array.from(found.targets.subarray(found.start[place], found.end[place]))),
      );
    }
  });
}

/** Writes numbers for many sources at once where order does not matter, else source by source. */
function fireWrites(
  evaluator: Evaluator,
  context: TurnContext,
  asked: Asked,
  firing: Firing,
  writes: readonly WriteStep[],
): void {
  const { scratch } = evaluator;
  const { rule } = firing.passRule;
  const mark = scratch.mark();
  const pairs = pairsOf(evaluator, context, firing);
  if (pairs.length > 0) {
    countFired(context, pairs.length * writes.length);
    if (isFreeOfOrder(firing, writes)) writeAll(evaluator, context, asked, rule, writes, pairs);
    else for (const some of bySources(pairs)) writeAll(evaluator, context, asked, rule, writes, some);
    touchWritten(context, writes);
  }
  scratch.release(mark);
}

function countFired(context: TurnContext, effects: number): void {
  context.fired += effects;
  if (context.fired > context.state.limits.effectsPerTurn) throw new StrictTurnNeeded();
}

/** Each effect for all pairs before the next. */
function writeAll(
  evaluator: Evaluator,
  context: TurnContext,
  { operands }: Asked,
  rule: Rule,
  writes: readonly WriteStep[],
  pairs: Pairs,
): void {
  for (let i = 0; i < writes.length; i++) context.wrote += writePairs(evaluator, writes[i], operands, pairs, rule);
}

function touchWritten({ state: { stamps } }: TurnContext, writes: readonly WriteStep[]): void {
  for (let i = 0; i < writes.length; i++) touch(stamps, columnStamp(writes[i].effect.column));
}

/**
 * Whether each effect may be written for all sources before the next: there is one effect that reads nothing written,
 * or no cell is written for two sources.
 */
function isFreeOfOrder({ passRule: { rule }, found, from, to }: Firing, writes: readonly WriteStep[]): boolean {
  if (to - from === 1 || (writes.length === 1 && writes[0].chain !== undefined)) return true;
  return found.isOwn && firesOnce(rule.carrier) && writes.every(({ holder }) => holder === undefined);
}

/** Pairs that fire, without claimed targets. */
function pairsOf(
  { scratch }: Evaluator,
  context: TurnContext,
  { passRule: { rule }, found, from, to, pairsBefore, pairs: most }: Firing,
): Pairs {
  const { kind } = found;
  if (rule.claims !== 0) return claimedPairs(scratch, context, rule.claims, found, from, to, pairsBefore, most);
  const targets = scratch.codes(most);
  const isOwn = found.isOwn && most === to - from;
  const sources = isOwn ? targets : scratch.codes(most);
  let length = 0;
  for (let place = from; place < to; place++) {
    const source = found.sources[place];
    for (let i = found.start[place]; i < found.end[place]; i++) {
      sources[length] = source;
      targets[length++] = found.targets[i];
    }
  }
  return { sources, targets, numbers: undefined, base: pairsBefore, length, kind };
}

function claimedPairs(
  scratch: Scratch,
  { state: { identity }, ledger }: TurnContext,
  claims: number,
  found: FoundScope,
  from: number,
  to: number,
  pairsBefore: number,
  most: number,
): Pairs {
  const sources = scratch.codes(most);
  const targets = scratch.codes(most);
  const numbers = scratch.codes(most);
  let number = pairsBefore;
  let length = 0;
  for (let place = from; place < to; place++) {
    for (let i = found.start[place]; i < found.end[place]; i++, number++) {
      if (!ledger.claims.claim(claims, identity, found.targets[i])) continue;
      sources[length] = found.sources[place];
      targets[length] = found.targets[i];
      numbers[length++] = number;
    }
  }
  return {
    sources,
    targets,
    numbers: length === most ? undefined : numbers,
    base: pairsBefore,
    length,
    kind: found.kind,
  };
}

/** Stretches of pairs of one source. A source twice in a row fires twice: its targets start again. */
function bySources({ sources, targets, numbers, base, length, kind }: Pairs): readonly Pairs[] {
  const stretches: Pairs[] = [];
  for (let from = 0; from < length; ) {
    let to = from + 1;
    while (to < length && sources[to] === sources[from] && targets[to] > targets[to - 1]) to++;
    stretches.push({
      sources: sources.subarray(from, to),
      targets: targets.subarray(from, to),
      numbers: numbers?.subarray(from, to),
      base: base + from,
      length: to - from,
      kind,
    });
    from = to;
  }
  return stretches;
}
