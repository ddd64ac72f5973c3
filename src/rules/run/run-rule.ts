import { blaming } from '../../kernel/errors.js';
import { keptBy } from '../../kernel/maps.js';
import type { Division } from '../../kernel/identity.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOfPairs } from '../../eval/columns/rows.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { type Firing, fireAtOnce } from '../../meaning/effects/fire-at-once.js';
import { giveTo, moveTo } from '../../meaning/effects/structure.js';
import { type RuleActivity, StrictTurnNeeded, noteActivity } from '../../meaning/executor.js';
import { placeAsked } from '../../meaning/moments.js';
import { testsOfScopes } from '../../meaning/scope-work.js';
import { isSource } from '../../meaning/rule-sources.js';
import { countTests, countVisits, sourceSlot, targetSlot } from '../../ir/node.js';
import type { PathCounts } from '../../eval/path-counts.js';
import type { TermBook } from '../../eval/term-book.js';
import { type Rule, ruleTitle } from '../../ir/rule.js';
import type { AheadPlan, RulePlan } from '../program-plan.js';
import { type EarlyParts, askEarly, passingLate } from './late-sources.js';
import type { PassPlan } from '../pass-plan.js';
import type { Writes } from '../plan-writes.js';
import type { Selector } from '../../match/select/selector.js';
import type { Answers } from '../../match/select/answers.js';
import type { IdList } from '../../indexes/indexes.js';
import { createScratch } from '../../indexes/scratch.js';
import { type Freshness, freshness } from '../../model/stamps.js';
import type { Sources } from './carrier-lists.js';
import { type Amounts, createAmounts, evaluateAmounts, putPairs } from './amounts.js';
import { type Asked, askRules } from './ask-rules.js';
import { createShuffle } from './shuffled-sources.js';
import { type RuleSources, createSourceLists, emptyList, setList } from './source-lists.js';
import { type RunWhole, createWholeRunner } from './run-whole.js';
import type { ResultMemory, Spans } from './targets.js';
import { fireOnTargets, fireWrites, isLogged } from './fire-rules.js';

/** Runs a rule by itself in the fastest way that is indistinguishable from strict order. */
type RunRule = (context: TurnContext, plan: RulePlan) => void;

/** Results of a rule that hold until a dependency changes. */
interface KeptResults {
  readonly found: Freshness;
  readonly memory: ResultMemory;
  asked: Asked | undefined;
  visits: number;
}

const fewestAhead = 4;

/** Pairs beyond which amounts of pairs are evaluated for fewer sources at a time. */
const mostPairs = 2 ** 16;

interface Runner extends EarlyParts {
  readonly selector: Selector;
  readonly activity: RuleActivity;
  readonly sources: (context: TurnContext, plan: RulePlan) => RuleSources;
  /** In the order of the rule. */
  readonly inOrder: (context: TurnContext, rule: Rule, sources: RuleSources) => RuleSources;
  readonly keptOf: (plan: RulePlan) => KeptResults;
  readonly amountsOf: (plan: RulePlan) => Amounts;
  /** Of rules whose results are not kept. */
  readonly unordered: ResultMemory;
  readonly ordered: ResultMemory;
  /** Sources asked at a time. */
  readonly part: RuleSources;
  /** Of those written at a time. */
  readonly spans: Spans;
  readonly runWhole: RunWhole;
}

/**
 * Runs rules by themselves: sources, active ones, targets, amounts, writes. Before the first source fires, it asks all,
 * or as many as are likely to keep their answers until an input changes.
 */
export function createRuleRunner(
  book: TermBook,
  evaluator: Evaluator,
  selector: Selector,
  activity: RuleActivity,
  paths: PathCounts,
): RunRule {
  const { state, scratch } = evaluator;
  const answers: Answers[] = [];
  const shuffled = createShuffle();
  const runner: Runner = {
    evaluator,
    selector,
    activity,
    paths,
    sources: createSourceLists(evaluator, selector),
    keptOf: keptBy((plan: RulePlan) => ({
      found: freshness(state.stamps, plan.stamps),
      memory: { room: createScratch(4), answers: [], isOrdered: false },
      asked: undefined,
      visits: 0,
    })),
    amountsOf: keptBy(createAmounts),
    unordered: { room: scratch, answers, isOrdered: false },
    ordered: { room: scratch, answers, isOrdered: true },
    part: emptyList(),
    few: emptyList(),
    tooMany: new WeakSet(),
    inOrder: ({ frame }, { order }, sources) => (order === 'random' ? shuffled(sources, frame) : sources),
    runWhole: createWholeRunner({ book, evaluator, activity, paths, shuffled }),
    spans: { from: new Int32Array(1), to: new Int32Array(1), pairs: new Int32Array(1), ofUnit: new Int32Array(1) },
  };
  return (context, plan) => {
    const { rule } = plan;
    const mark = scratch.mark();
    const sources = runner.sources(context, plan);
    context.frame.rule = rule.index;
    if (context.profile !== undefined) context.profile.rules.now.asked[rule.index] += sources.to[0] - sources.from[0];
    blaming(ruleTitle(rule), rule.name, () => {
      if (context.moments?.has(rule) === true) runAround(runner, context, plan, sources);
      else if (sources.to[0] > 0) run(runner, context, plan, sources);
    });
    scratch.release(mark);
  };
}

/** Asks what is asked in the middle: the sources before, and then the others. */
function runAround(runner: Runner, context: TurnContext, plan: RulePlan, unordered: RuleSources): void {
  const sources = runner.inOrder(context, plan.rule, unordered);
  const [ids, from, to] = [sources.lists[0].slice(0, sources.to[0]), sources.from[0], sources.to[0]];
  const asked = placeAsked(context, plan.rule, ids, from, to);
  // Parts: no results of the last turn are theirs.
  const part = (first: number, end: number): RuleSources => ({
    ...setList(emptyList(sources.kinds[0]), ids, first, end),
    isWhole: false,
  });
  if (asked > from) run(runner, context, plan, part(from, asked));
  context.moments?.get(plan.rule)?.ask();
  const others = part(asked, to);
  if (to > asked) run(runner, context, plan, asked > from ? stillSources(context, plan.rule, others) : others);
}

/** All sources read the state before the rule. */
function runAtOnce(runner: Runner, context: TurnContext, plan: RulePlan, sources: RuleSources): void {
  const { activity, ordered, paths } = runner;
  const { rule } = plan;
  paths.atOnce++;
  const asked = ask(runner, plan, sources, ordered);
  const [{ sources: ids, length, start, end, targets }] = asked.scopes;
  const [pairs] = asked.spans.pairs;
  countTests(context.frame, testsOfScopes(rule, context.state, length, pairs));
  noteActivity(activity, rule, length, pairs);
  fireAtOnce(context, rule, firings());

  function* firings(): Generator<Firing> {
    for (let row = 0; row < length; row++)
      yield { source: ids[row], targets: Array.from(targets.subarray(start[row], end[row])) };
  }
}

function run(runner: Runner, context: TurnContext, plan: RulePlan, unordered: RuleSources): void {
  const { evaluator, paths } = runner;
  const { writes, ahead, together } = plan;
  if (plan.rule.order === 'simultaneous') {
    if (!runner.runWhole(context, plan, unordered)) runAtOnce(runner, context, plan, unordered);
    return;
  }
  const isPlain = writes !== undefined && context.watch === undefined && !context.strict;
  if (!(isPlain && together && isBestBySets(plan)) && runner.runWhole(context, plan, unordered)) return;
  const sources = runner.inOrder(context, plan.rule, unordered);
  if (isPlain && together) {
    paths.together++;
    const asked = plan.steady
      ? keptResults(runner, context, plan, sources)
      : ask(runner, plan, sources, runner.unordered);
    countTogether(runner, context, plan.rule, asked);
    fireWritesOf(runner, context, plan, writes, asked, 0, asked.scopes[0].length);
  } else if (ahead !== undefined && isUnwatched(context)) {
    paths.fired++;
    paths.ahead++;
    const asked = ask(runner, plan, sources, runner.ordered);
    countTogether(runner, context, plan.rule, asked);
    fireAhead(evaluator, context, ahead, asked);
  } else if (isPlain && !isLogged(context, writes)) {
    paths.inTurn++;
    inTurn(runner, context, plan, sources, runner.unordered, (asked, row) => {
      fireWritesOf(runner, context, plan, writes, asked, row, row + 1);
    });
  } else {
    paths.fired++;
    inTurn(runner, context, plan, sources, runner.ordered, ({ scopes: [found] }, row) => {
      fireOnTargets(context, plan.rule, found, row);
    });
  }
}

/** Of a rule that evaluates all sources together: it searches among all objects, or keeps what costs a look around. */
function isBestBySets({ whole, steady }: RulePlan): boolean {
  return whole === undefined || whole.looks === 'everywhere' || (whole.looks === 'around' && steady);
}

/** Results of the last turn where their inputs have not changed. */
function keptResults(runner: Runner, { frame }: TurnContext, plan: RulePlan, sources: RuleSources): Asked {
  const kept = runner.keptOf(plan);
  if (sources.isWhole && kept.asked !== undefined && kept.found.isFresh()) {
    runner.paths.reused++;
    countVisits(frame, kept.visits);
    return kept.asked;
  }
  const before = frame.visits;
  kept.asked = undefined;
  kept.memory.room.release(0);
  kept.asked = ask(runner, plan, sources, kept.memory);
  kept.visits = frame.visits - before;
  // Objects born in this turn are sources in the next, though nothing changes in between.
  if (sources.isWhole) kept.found.note();
  else kept.found.drop();
  return kept.asked;
}

function ask({ evaluator, selector, paths }: Runner, plan: PassPlan, sources: Sources, memory: ResultMemory): Asked {
  const asked = askRules(evaluator, selector, plan, sources, memory);
  const [{ answers, length }] = asked.scopes;
  if (answers !== undefined && !memory.isOrdered) paths.shared += sharing(answers, length);
  return asked;
}

function countTogether(
  { evaluator: { state }, activity }: Runner,
  { frame }: TurnContext,
  rule: Rule,
  { scopes: [{ length }], spans }: Asked,
): void {
  frame.tests += testsOfScopes(rule, state, length, spans.pairs[0]);
  if (frame.tests > state.turnLimits.tests) throw new StrictTurnNeeded();
  noteActivity(activity, rule, length, spans.pairs[0]);
}

/**
 * Each source fires before the next is evaluated, as far as can be observed: many are evaluated ahead, and their
 * answers hold until an input changes. The rest is then evaluated again, fewer at a time where changes are frequent. In
 * a world of several instances a change concerns its own instance alone: all instances are asked together, in as many
 * rounds as one of them needs.
 */
function inTurn(
  runner: Runner,
  context: TurnContext,
  plan: RulePlan,
  sources: RuleSources,
  memory: ResultMemory,
  fire: (asked: Asked, row: number) => void,
): void {
  const { part } = runner;
  const { state, scratch } = runner.evaluator;
  const { division } = state.identity;
  // A single source is asked once anyway.
  const asking = askingAhead(runner, context, plan, sources.to[0] - sources.from[0] > 1, memory, fire);
  // By instance, the place after the source that changed it in this round; 0: none.
  const changedAt = new Int32Array(division?.firstFree.length ?? 1);
  const mark = scratch.mark();
  const [list] = sources.lists;
  part.kinds[0] = sources.kinds[0];
  let waiting: IdList = { ids: list, length: sources.to[0] };
  let first = sources.from[0];
  let ahead = waiting.length;
  let isFirst = true;
  while (first < waiting.length) {
    const end = Math.min(first + ahead, waiting.length);
    const some = setList(part, waiting.ids, first, end);
    const asked = asking.ask(isFirst ? some : stillSources(context, plan.rule, some));
    isFirst = false;
    const [scope] = asked.scopes;
    const answers = asking.answers();
    answers.note();
    let next = first;
    let [changes, row] = [0, 0];
    for (; row < scope.length && (changes === 0 || division !== undefined); row++) {
      const source = scope.sources[row];
      while (waiting.ids[next] !== source) next++;
      next++;
      const instance = division === undefined ? 0 : Math.floor(source / division.stride);
      if (changedAt[instance] !== 0) continue;
      asking.fire(asked, row);
      if (answers.isFresh()) continue;
      changedAt[instance] = next;
      changes++;
      answers.note();
    }
    if (division === undefined) first = changedAt[0] || end;
    else [waiting, first] = [afterChanges(waiting, changedAt, division), 0];
    ahead = changes === 0 || division !== undefined ? waiting.length : Math.max(fewestAhead, 2 * row);
    changedAt.fill(0);
    scratch.release(mark);
  }
}

interface Asking {
  readonly ask: (sources: RuleSources) => Asked;
  /** Whether what was asked last still holds. */
  readonly answers: () => Freshness;
  /** Fires the source of a row, if it passes what was not asked ahead. */
  readonly fire: (asked: Asked, row: number) => void;
}

/** `mayBeLate`: where the plan has late tests, sources are asked ahead for the rest alone. */
function askingAhead(
  runner: Runner,
  context: TurnContext,
  plan: RulePlan,
  mayBeLate: boolean,
  memory: ResultMemory,
  fire: (asked: Asked, row: number) => void,
): Asking {
  const { evaluator, selector } = runner;
  const { stamps } = evaluator.state;
  const all = freshness(stamps, plan.asked);
  const early = mayBeLate && plan.late !== undefined ? freshness(stamps, plan.late.asked.stamps) : all;
  let answers = early;
  return {
    ask(sources) {
      const askOf = (of: PassPlan, some: RuleSources) => ask(runner, of, some, memory);
      const found =
        answers === all || plan.late === undefined ? undefined : askEarly(runner, plan.late, sources, askOf);
      if (found === undefined) answers = all;
      return found ?? askOf(plan, sources);
    },
    answers: () => answers,
    fire(asked, row) {
      if (answers === all || plan.late === undefined) fireOne(runner, context, plan.rule, asked, row, fire);
      else
        passingLate(evaluator, selector, plan.late, asked, row, (one) => {
          fireOne(runner, context, plan.rule, one, 0, fire);
        });
    },
  };
}

function fireOne(
  { evaluator: { state }, activity }: Runner,
  { frame }: TurnContext,
  rule: Rule,
  asked: Asked,
  row: number,
  fire: (asked: Asked, row: number) => void,
): void {
  const [{ sources, start, end }] = asked.scopes;
  frame.slots[sourceSlot] = sources[row];
  const targets = end[row] - start[row];
  countTests(frame, testsOfScopes(rule, state, 1, targets));
  noteActivity(activity, rule, 1, targets);
  if (targets > 0) fire(asked, row);
}

/** Active sources that share another's answer. */
function sharing({ groupOf, groups }: Answers, count: number): number {
  let answered = 0;
  for (let row = 0; row < count; row++) answered += groupOf[row] < 0 ? 0 : 1;
  return answered - groups;
}

function isUnwatched({ during, observe, occur, strict }: TurnContext): boolean {
  return during === undefined && observe === undefined && occur === undefined && !strict;
}

/** Those that may still fire. */
function stillSources(context: TurnContext, rule: Rule, sources: RuleSources): RuleSources {
  const [ids] = sources.lists;
  const left = new Int32Array(sources.to[0] - sources.from[0]);
  let count = 0;
  for (let i = sources.from[0]; i < sources.to[0]; i++) if (isSource(context, rule, ids[i])) left[count++] = ids[i];
  return setList(sources, left, 0, count);
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

/** Amounts of pairs are evaluated for some sources at a time. */
function fireWritesOf(
  { evaluator, amountsOf, spans }: Runner,
  context: TurnContext,
  plan: RulePlan,
  writes: Writes,
  { actives, scopes }: Asked,
  from: number,
  to: number,
): void {
  const amounts = amountsOf(plan);
  const [found] = scopes;
  for (let first = from; first < to; ) {
    let end = first;
    let pairs = 0;
    do pairs += found.end[end] - found.start[end];
    while (++end < to && (!writes.hasPairs || pairs + found.end[end] - found.start[end] <= mostPairs));
    spans.from[0] = first;
    spans.to[0] = end;
    spans.pairs[0] = spans.ofUnit[0] = pairs;
    evaluateAmounts(evaluator, plan, { actives, scopes, spans }, amounts);
    const firing = { rule: plan.rule, writes, found, from: first, to: end, pairsBefore: 0, pairs, rank: 0 };
    fireWrites(evaluator, context, amounts, firing, writes);
    first = end;
  }
}

/** Fires a rule's only effect on the targets of all sources in order; its values are evaluated before. */
function fireAhead(
  evaluator: Evaluator,
  context: TurnContext,
  { effect, value, kind }: AheadPlan,
  { actives, scopes: [found], spans }: Asked,
): void {
  const { state, scratch } = evaluator;
  const length = spans.pairs[0];
  context.fired += length;
  if (context.fired > state.turnLimits.effects) throw new StrictTurnNeeded();
  const sources = scratch.codes(length);
  const targets = scratch.codes(length);
  putPairs(found, 0, found.length, (1 << sourceSlot) | (1 << targetSlot), sources, targets, 0);
  const { codes, absence } = evaluator.evaluate(
    value,
    rowsOfPairs(value.free, sources, targets, actives.kinds[0], kind, length),
  );
  const fire = effect.kind === 'move' ? moveTo : giveTo;
  for (let i = 0; i < length; i++) if (absence === undefined || absence[i] === 0) fire(state, targets[i], codes[i]);
}
