import { population } from '../../state/object-life.js';
import { blaming } from '../../kernel/errors.js';
import { keptBy } from '../../kernel/maps.js';
import type { Division } from '../../kernel/identity.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOfPairs, rowsOver } from '../../eval/columns/rows.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { giveTo, moveTo } from '../../meaning/effects/structure.js';
import { type RuleActivity, StrictTurnNeeded, noteActivity } from '../../meaning/executor.js';
import { isSource } from '../../meaning/rule-sources.js';
import { countTests, countVisits, sourceSlot, targetSlot } from '../../ir/node.js';
import type { PathCounts } from '../../eval/path-counts.js';
import { type Rule, ruleTitle } from '../../ir/rule.js';
import type { AheadPlan, RulePlan } from '../program-plan.js';
import type { Selector } from '../../match/select/selector.js';
import { type Answers, createAnswers } from '../../match/select/answers.js';
import type { IdList } from '../../indexes/indexes.js';
import { roomyCodes } from '../../indexes/scratch.js';
import { type Freshness, type Memo, byNumber, fact, freshness, memo } from '../../model/stamps.js';
import { createCarrierLists } from './carrier-lists.js';
import { createAmounts, evaluateAmounts, putPairs } from './amounts.js';
import { type FoundScope, emptyScope, pairsIn, selectTargets } from './targets.js';
import { fireOnTargets, fireWrites, isLogged } from './fire-rules.js';

/** Runs a rule by itself in the fastest way that is indistinguishable from strict order. */
export type RunRule = (context: TurnContext, plan: RulePlan) => void;

interface RuleMemory {
  readonly found: Freshness;
  readonly answers: Answers;
  /** Active sources by place, and their places among those asked. */
  active: Int32Array;
  places: Int32Array;
  scope: FoundScope;
  visits: number;
}

const fewestAhead = 4;

/** Pairs beyond which amounts of pairs are evaluated for fewer sources at a time. */
const mostPairs = 2 ** 16;

const none = new Int32Array(0);

function createMemory(found: Freshness): RuleMemory {
  const answers = createAnswers();
  return { found, answers, active: none, places: none, scope: emptyScope(answers), visits: 0 };
}

/**
 * Runs rules by themselves: sources, active ones, targets, amounts, writes. Ways differ in how many sources are asked
 * before the first of them fires: all, or as many as seem to hold until an input changes.
 */
export function createRuleRunner(
  evaluator: Evaluator,
  selector: Selector,
  activity: RuleActivity,
  paths: PathCounts,
): RunRule {
  const { state } = evaluator;
  const sources = createSourceLists(evaluator, selector);
  const memoryOf = keptBy((plan: RulePlan) => createMemory(freshness(state.stamps, plan.stamps)));
  /** Of the rule that does not keep its answers. */
  const single = createMemory(freshness(state.stamps, []));
  const write = createWriter(evaluator);

  return (context, plan) => {
    const { rule } = plan;
    const all = sources(context, plan);
    if (all.length === 0) return;
    context.frame.rule = rule.index;
    blaming(ruleTitle(rule), rule.name, () => {
      run(context, plan, all);
    });
  };

  function run(context: TurnContext, plan: RulePlan, all: Sources): void {
    const { writes, ahead, together } = plan;
    const isPlain =
      writes !== undefined && context.watch === undefined && !context.strict && !isLogged(context, writes);
    if (isPlain && together) {
      paths.together++;
      const scope = remembered(context, plan, all);
      countTogether(context, plan.rule, scope);
      write(context, plan, writes, scope, 0, scope.length);
    } else if (ahead !== undefined && isUnwatched(context)) {
      paths.fired++;
      paths.ahead++;
      const scope = ask(plan, all, all.length, single, true);
      countTogether(context, plan.rule, scope);
      fireAhead(evaluator, context, ahead, plan.kind, scope);
    } else if (isPlain) {
      paths.inTurn++;
      inTurn(context, plan, all, false, (scope, row) => {
        write(context, plan, writes, scope, row, row + 1);
      });
    } else {
      paths.fired++;
      inTurn(context, plan, all, true, (scope, row) => {
        fireOnTargets(context, plan.rule, scope, row);
      });
    }
  }

  /** The active sources of a rule and their answers: those of the last turn where their inputs have not changed. */
  function remembered({ frame }: TurnContext, plan: RulePlan, all: Sources): FoundScope {
    const memory = memoryOf(plan);
    if (plan.steady && memory.found.isFresh()) {
      paths.reused++;
      countVisits(frame, memory.visits);
      return memory.scope;
    }
    const before = frame.visits;
    ask(plan, all, all.length, memory, false);
    memory.visits = frame.visits - before;
    // Objects born in this turn are sources in the next, though nothing changes in between.
    if (plan.steady && all.isWhole) memory.found.note();
    else memory.found.drop();
    return memory.scope;
  }

  /** Finds the active ones of some sources, and their targets; `ordered`: those of each source must ascend. */
  function ask(
    { kind, gates, selection }: RulePlan,
    { ids }: IdList,
    length: number,
    memory: RuleMemory,
    ordered: boolean,
  ): FoundScope {
    const active = (memory.active = roomyCodes(memory.active, length));
    const places = (memory.places = roomyCodes(memory.places, length));
    const count = selector.passing(gates, rowsOver(sourceSlot, ids, length, kind), places);
    for (let i = 0; i < count; i++) active[i] = ids[places[i]];
    const start = roomyCodes(memory.scope.start, count);
    const end = roomyCodes(memory.scope.end, count);
    memory.scope = selectTargets(selector, selection, active, count, kind, memory.answers, none, start, end, ordered);
    if (!ordered) paths.shared += sharing(memory.answers, count);
    return memory.scope;
  }

  function countTogether({ frame }: TurnContext, rule: Rule, scope: FoundScope): void {
    frame.tests += scope.length * population(state);
    if (frame.tests > state.limits.testsPerTurn) throw new StrictTurnNeeded();
    noteActivity(activity, rule, scope.length, pairsIn(scope, 0, scope.length));
  }

  /**
   * Each source fires before the next is evaluated, as far as can be observed: many are evaluated ahead, and their
   * answers hold until an input changes. The remaining ones are then evaluated again, fewer at a time where changes are
   * frequent. In a world of several instances, none of which sees what another does, a change concerns its own instance
   * alone: all instances are asked together, and there are as many rounds as one of them needs.
   */
  function inTurn(
    context: TurnContext,
    plan: RulePlan,
    all: Sources,
    ordered: boolean,
    fire: (scope: FoundScope, row: number) => void,
  ): void {
    const { division } = state.identity;
    const answers = freshness(state.stamps, plan.asked);
    // By instance, the place after the source that changed it in this round; 0: none.
    const changedAt = new Int32Array(division?.firstFree.length ?? 1);
    let waiting: IdList = all;
    let ahead = all.length;
    while (waiting.length > 0) {
      const end = Math.min(ahead, waiting.length);
      const asked = waiting === all ? all : stillSources(context, plan.rule, waiting, end);
      const scope = ask(plan, asked, Math.min(end, asked.length), single, ordered);
      answers.note();
      let [next, changes, row] = [0, 0, 0];
      for (; row < scope.length && (changes === 0 || division !== undefined); row++) {
        const source = scope.sources[row];
        while (waiting.ids[next] !== source) next++;
        next++;
        const instance = division === undefined ? 0 : Math.floor(source / division.stride);
        if (changedAt[instance] !== 0) continue;
        fireOne(context, plan.rule, scope, row, fire);
        if (answers.isFresh()) continue;
        changedAt[instance] = next;
        changes++;
        answers.note();
      }
      waiting =
        division === undefined ? after(waiting, changedAt[0] || end) : afterChanges(waiting, changedAt, division);
      ahead = changes === 0 || division !== undefined ? waiting.length : Math.max(fewestAhead, 2 * row);
      changedAt.fill(0);
    }
  }

  function fireOne(
    { frame }: TurnContext,
    rule: Rule,
    scope: FoundScope,
    row: number,
    fire: (scope: FoundScope, row: number) => void,
  ): void {
    frame.slots[sourceSlot] = scope.sources[row];
    countTests(frame, population(state));
    const targets = scope.end[row] - scope.start[row];
    noteActivity(activity, rule, 1, targets);
    if (targets > 0) fire(scope, row);
  }
}

/** Active sources that share another's answer. */
function sharing({ groupOf, groups }: Answers, count: number): number {
  let answered = 0;
  for (let row = 0; row < count; row++) answered += groupOf[row] < 0 ? 0 : 1;
  return answered - groups;
}

function isUnwatched({ observe, occur, strict }: TurnContext): boolean {
  return observe === undefined && occur === undefined && !strict;
}

/** Those of the first sources that may still fire. */
function stillSources(context: TurnContext, rule: Rule, { ids }: IdList, length: number): IdList {
  const left = new Int32Array(length);
  let count = 0;
  for (let i = 0; i < length; i++) if (isSource(context, rule, ids[i])) left[count++] = ids[i];
  return { ids: left, length: count };
}

function after({ ids, length }: IdList, from: number): IdList {
  return { ids: ids.subarray(from, length), length: length - from };
}

/** Sources after one that changed their instance. */
function afterChanges({ ids, length }: IdList, changedAt: Int32Array, { stride }: Division): IdList {
  const left: number[] = [];
  for (let i = 0; i < length; i++) {
    const from = changedAt[Math.floor(ids[i] / stride)];
    if (from !== 0 && i >= from) left.push(ids[i]);
  }
  return { ids: Int32Array.from(left), length: left.length };
}

type Write = (
  context: TurnContext,
  plan: RulePlan,
  writes: NonNullable<RulePlan['writes']>,
  found: FoundScope,
  from: number,
  to: number,
) => void;

/** Writes the numbers of some sources of a rule, amounts of pairs for some of them at a time. */
function createWriter(evaluator: Evaluator): Write {
  const amountsOf = keptBy((plan: RulePlan) => createAmounts(plan.amounts));
  const spans = { from: new Int32Array(1), to: new Int32Array(1), pairs: new Int32Array(1), ofUnit: new Int32Array(1) };
  const kinds = new Int32Array(1);
  return (context, plan, writes, found, from, to) => {
    const values = amountsOf(plan);
    kinds[0] = plan.kind;
    for (let first = from; first < to; ) {
      let end = first;
      let pairs = 0;
      do pairs += found.end[end] - found.start[end];
      while (++end < to && (!writes.hasPairs || pairs + found.end[end] - found.start[end] <= mostPairs));
      spans.from[0] = first;
      spans.to[0] = end;
      spans.pairs[0] = spans.ofUnit[0] = pairs;
      evaluateAmounts(evaluator, plan.amounts, { kinds, scopes: [found], spans }, values);
      const firing = { rule: plan.rule, writes, found, from: first, to: end, pairsBefore: 0, pairs, rank: 0 };
      fireWrites(evaluator, context, values, firing, writes);
      first = end;
    }
  };
}

/** Fires a rule's only effect on the targets of all sources in order; its values are evaluated before. */
function fireAhead(
  evaluator: Evaluator,
  context: TurnContext,
  { effect, value, kind }: AheadPlan,
  sourceKind: number,
  found: FoundScope,
): void {
  const { state, scratch } = evaluator;
  const mark = scratch.mark();
  const length = pairsIn(found, 0, found.length);
  context.fired += length;
  if (context.fired > state.limits.effectsPerTurn) throw new StrictTurnNeeded();
  const sources = scratch.codes(length);
  const targets = scratch.codes(length);
  putPairs(found, 0, found.length, (1 << sourceSlot) | (1 << targetSlot), sources, targets, 0);
  const { codes, absence } = evaluator.evaluate(
    value,
    rowsOfPairs(value.free, sources, targets, sourceKind, kind, length),
  );
  const fire = effect.kind === 'move' ? moveTo : giveTo;
  for (let i = 0; i < length; i++) if (absence === undefined || absence[i] === 0) fire(state, targets[i], codes[i]);
  scratch.release(mark);
}

/** Possible sources of a rule in a turn, in firing order. */
interface Sources extends IdList {
  /** Whether these are all carriers: those born in the turn are no sources yet. */
  readonly isWhole: boolean;
}

/** Lists sources, valid until the next call. Those of a class are shared by its rules until the population changes. */
function createSourceLists(
  evaluator: Evaluator,
  selector: Selector,
): (context: TurnContext, plan: RulePlan) => Sources {
  const { state, indexes } = evaluator;
  const byClass = byNumber(
    (index): Memo<Sources> =>
      memo(state.stamps, [fact.population], (before, turn) => {
        const { ids, length } = indexes.ofClass(index);
        return born(ids, 0, length, turn, roomyCodes(before?.ids, length));
      }),
  );
  const others = keptBy((plan: RulePlan) => createCarrierLists(evaluator, selector, [plan.carrier]));
  return ({ frame: { turn } }, plan) => {
    const { carrier } = plan.carrier;
    if (carrier.by === 'class') return byClass(carrier.class).get(turn);
    const { lists, from, to } = others(plan)();
    return born(lists[0], from[0], to[0], turn, new Int32Array(to[0] - from[0]));
  };

  /** Those born before a turn, listed in `into`. */
  function born(ids: Int32Array, from: number, to: number, turn: number, into: Int32Array): Sources {
    let count = 0;
    for (let i = from; i < to; i++) {
      into[count] = ids[i];
      count += state.created[ids[i]] < turn ? 1 : 0;
    }
    return { ids: into, length: count, isWhole: count === to - from };
  }
}
