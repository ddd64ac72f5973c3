import { blaming } from '../../kernel/errors.js';
import { keptBy } from '../../kernel/maps.js';
import type { Division } from '../../kernel/identity.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOfPairs } from '../../eval/columns/rows.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { type Firing, fireAtOnce } from '../../meaning/effects/fire-at-once.js';
import { giveTo, moveTo } from '../../meaning/effects/structure.js';
import { type RuleActivity, StrictTurnNeeded, noteActivity } from '../../meaning/executor.js';
import { testsOfScope } from '../../meaning/scope-work.js';
import { isSource } from '../../meaning/rule-sources.js';
import { countTests, countVisits, sourceSlot, targetSlot } from '../../ir/node.js';
import type { PathCounts } from '../../eval/path-counts.js';
import { type Rule, ruleTitle } from '../../ir/rule.js';
import type { AheadPlan, RulePlan } from '../program-plan.js';
import type { Writes } from '../plan-writes.js';
import { type Model, classAt } from '../../model/model.js';
import type { Selector } from '../../match/select/selector.js';
import type { Answers } from '../../match/select/answers.js';
import type { IdList } from '../../indexes/indexes.js';
import { createScratch, roomyCodes } from '../../indexes/scratch.js';
import {
  type Freshness,
  type Memo,
  byNumber,
  columnStamp,
  fact,
  freshness,
  memo,
  touchMany,
} from '../../model/stamps.js';
import type { ColumnArray } from '../../kernel/arena.js';
import type { WorldState } from '../../components/state.js';
import { type Sources, createCarrierLists } from './carrier-lists.js';
import { type Amounts, createAmounts, evaluateAmounts, putPairs } from './amounts.js';
import { type Asked, askRules } from './ask-rules.js';
import type { ResultMemory, Spans } from './targets.js';
import { createShuffle } from './shuffled-sources.js';
import { fireOnTargets, fireWrites, isLogged, unlessRefused } from './fire-rules.js';
import { type WholeFunction, type WholeRun, wholeFunction } from '../whole-code.js';
import type { TermBook } from '../../eval/term-book.js';
import { createTier } from '../../eval/tier.js';

/** Runs a rule by itself in the fastest way that is indistinguishable from strict order. */
type RunRule = (context: TurnContext, plan: RulePlan) => void;

/** Results of a rule that hold until a dependency changes. */
interface KeptResults {
  readonly found: Freshness;
  readonly memory: ResultMemory;
  asked: Asked | undefined;
  visits: number;
}

/** Making a function takes as long as a thousand sources save. */
const leastSources = 2000;
const mostWholes = 500;

/** Functions of rules that have had many sources. */
function createWholes(book: TermBook, model: Model): Runner['wholeOf'] {
  const tier = createTier(mostWholes);
  const least = tier.mode === 'always' ? 0 : leastSources;
  const stateOf = keptBy((_: RulePlan): { made: WholeFunction | undefined; sources: number } => ({
    made: undefined,
    sources: 0,
  }));
  return (plan, sources) => {
    const known = stateOf(plan);
    if (known.made !== undefined || known.sources === Infinity) return known.made;
    known.sources += sources;
    const { whole } = plan;
    if (known.sources < least || whole === undefined) return undefined;
    known.sources = Infinity;
    return (known.made = tier.make(() => wholeFunction(book, model, whole)));
  };
}

const fewestAhead = 4;

/** Pairs beyond which amounts of pairs are evaluated for fewer sources at a time. */
const mostPairs = 2 ** 16;

interface Runner {
  readonly evaluator: Evaluator;
  readonly selector: Selector;
  readonly activity: RuleActivity;
  readonly paths: PathCounts;
  readonly sources: (context: TurnContext, plan: RulePlan) => RuleSources;
  readonly keptOf: (plan: RulePlan) => KeptResults;
  readonly amountsOf: (plan: RulePlan) => Amounts;
  /** Of rules whose results are not kept. */
  readonly unordered: ResultMemory;
  readonly ordered: ResultMemory;
  /** Sources asked at a time. */
  readonly part: RuleSources;
  /** Of those written at a time. */
  readonly spans: Spans;
  /** Undefined until the rule has had many sources, and where it has no code. */
  readonly wholeOf: (plan: RulePlan, sources: number) => WholeFunction | undefined;
  readonly shuffle: ReturnType<typeof createShuffle>;
  readonly shuffled: RuleSources;
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
    wholeOf: createWholes(book, state.model),
    shuffle: createShuffle(),
    shuffled: emptyList(),
    spans: { from: new Int32Array(1), to: new Int32Array(1), pairs: new Int32Array(1), ofUnit: new Int32Array(1) },
  };
  return (context, plan) => {
    const { rule } = plan;
    const mark = scratch.mark();
    const sources = ordered(runner, context, plan, runner.sources(context, plan));
    if (sources.to[0] > 0) {
      context.frame.rule = rule.index;
      blaming(ruleTitle(rule), rule.name, () => {
        run(runner, context, plan, sources);
      });
    }
    scratch.release(mark);
  };
}

function ordered(
  { shuffle, shuffled }: Runner,
  { frame }: TurnContext,
  { rule }: RulePlan,
  sources: RuleSources,
): RuleSources {
  if (rule.order !== 'random') return sources;
  frame.rule = rule.index;
  const [from, to] = [sources.from[0], sources.to[0]];
  shuffled.kinds[0] = sources.kinds[0];
  shuffled.isWhole = sources.isWhole;
  return setList(shuffled, shuffle(sources.lists[0], from, to, frame), 0, to - from);
}

/** Whether the rule ran as one generated loop; the function is made once it is hot. */
function ranWhole(runner: Runner, context: TurnContext, plan: RulePlan, sources: RuleSources): boolean {
  const { frame } = context;
  const { whole, rule } = plan;
  if (whole === undefined || context.watch !== undefined || !isUnheard(context)) return false;
  if (context.makeRoom !== undefined || context.doomed !== undefined || context.ledger.logs.size > 0) return false;
  const fire = runner.wholeOf(plan, sources.to[0] - sources.from[0]);
  if (fire === undefined) return false;
  const from = sources.from[0];
  const list = from === 0 ? sources.lists[0] : sources.lists[0].subarray(from);
  const length = sources.to[0] - from;
  const { columns } = whole;
  const { scratch } = runner.evaluator;
  const done: WholeRun = {
    context,
    sources: list,
    length,
    active: 0,
    targets: 0,
    ids: scratch.codes(columns.length === 0 ? 0 : length),
    values: columns.map(() => scratch.numbers(length)),
  };
  runner.paths.whole++;
  unlessRefused(() => {
    fire(frame, done);
  });
  for (let i = 0; i < columns.length; i++) writeCells(context.state, columns[i], done.ids, done.values[i], done.active);
  frame.tests += done.active * testsOfScope(rule, context.state);
  const { effectsPerTurn, testsPerTurn } = context.state.limits;
  if (context.fired > effectsPerTurn || frame.tests > testsPerTurn) throw new StrictTurnNeeded();
  noteActivity(runner.activity, rule, done.active, done.targets);
  return true;
}

function runAtOnce(runner: Runner, context: TurnContext, plan: RulePlan, sources: RuleSources): void {
  const { activity, ordered, paths } = runner;
  const { rule } = plan;
  paths.atOnce++;
  const asked = ask(runner, plan, sources, ordered);
  const [{ sources: ids, length, start, end, targets }] = asked.scopes;
  countTests(context.frame, length * testsOfScope(rule, context.state));
  noteActivity(activity, rule, length, asked.spans.pairs[0]);
  const firings: Firing[] = [];
  for (let row = 0; row < length; row++)
    firings.push({ source: ids[row], targets: Array.from(targets.subarray(start[row], end[row])) });
  fireAtOnce(context, rule, firings);
}

/** Values as they are stored, one for each object. */
function writeCells(
  { cells, stamps }: WorldState,
  column: number,
  ids: Int32Array,
  values: Float64Array,
  length: number,
): void {
  if (putCells(cells[column], ids, values, length))
    touchMany(stamps, columnStamp(column), stamps.journal === undefined ? [] : ids.subarray(0, length));
}

/** Returns whether any has changed. */
function putCells(into: ColumnArray, ids: Int32Array, values: Float64Array, length: number): boolean {
  if (into instanceof Float64Array) return putNumbers(into, ids, values, length);
  return into instanceof Uint8Array ? putBytes(into, ids, values, length) : putOthers(into, ids, values, length);
}

function putNumbers(into: Float64Array, ids: Int32Array, values: Float64Array, length: number): boolean {
  let changed = 0;
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    changed |= into[id] === values[i] ? 0 : 1;
    into[id] = values[i];
  }
  return changed === 1;
}

function putBytes(into: Uint8Array, ids: Int32Array, values: Float64Array, length: number): boolean {
  let changed = 0;
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    changed |= into[id] === values[i] ? 0 : 1;
    into[id] = values[i];
  }
  return changed === 1;
}

function putOthers(into: ColumnArray, ids: Int32Array, values: Float64Array, length: number): boolean {
  let changed = 0;
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    changed |= into[id] === values[i] ? 0 : 1;
    into[id] = values[i];
  }
  return changed === 1;
}

/** Abilities do not hear the effects of such rules. */
function isUnheard({ observe, strict }: TurnContext): boolean {
  return observe === undefined && !strict;
}

function run(runner: Runner, context: TurnContext, plan: RulePlan, sources: RuleSources): void {
  const { evaluator, paths } = runner;
  const { writes, ahead, together } = plan;
  if (plan.rule.order === 'simultaneous') {
    if (!ranWhole(runner, context, plan, sources)) runAtOnce(runner, context, plan, sources);
    return;
  }
  const isPlain = writes !== undefined && context.watch === undefined && !context.strict && !isLogged(context, writes);
  if (isPlain && together) {
    paths.together++;
    const asked = plan.steady
      ? keptResults(runner, context, plan, sources)
      : ask(runner, plan, sources, runner.unordered);
    countTogether(runner, context, plan.rule, asked);
    fireWritesOf(runner, context, plan, writes, asked, 0, asked.scopes[0].length);
  } else if (ranWhole(runner, context, plan, sources)) {
    return;
  } else if (ahead !== undefined && isUnwatched(context)) {
    paths.fired++;
    paths.ahead++;
    const asked = ask(runner, plan, sources, runner.ordered);
    countTogether(runner, context, plan.rule, asked);
    fireAhead(evaluator, context, ahead, asked);
  } else if (isPlain) {
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

/** Results of the last turn where their inputs have not changed. */
function keptResults(runner: Runner, { frame }: TurnContext, plan: RulePlan, sources: RuleSources): Asked {
  const kept = runner.keptOf(plan);
  if (kept.asked !== undefined && kept.found.isFresh()) {
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

function ask({ evaluator, selector, paths }: Runner, plan: RulePlan, sources: Sources, memory: ResultMemory): Asked {
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
  frame.tests += length * testsOfScope(rule, state);
  if (frame.tests > state.limits.testsPerTurn) throw new StrictTurnNeeded();
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
  const answers = freshness(state.stamps, plan.asked);
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
    const asked = ask(runner, plan, isFirst ? some : stillSources(context, plan.rule, some), memory);
    isFirst = false;
    const [scope] = asked.scopes;
    answers.note();
    let next = first;
    let [changes, row] = [0, 0];
    for (; row < scope.length && (changes === 0 || division !== undefined); row++) {
      const source = scope.sources[row];
      while (waiting.ids[next] !== source) next++;
      next++;
      const instance = division === undefined ? 0 : Math.floor(source / division.stride);
      if (changedAt[instance] !== 0) continue;
      fireOne(runner, context, plan.rule, asked, row, fire);
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
  countTests(frame, testsOfScope(rule, state));
  const targets = end[row] - start[row];
  noteActivity(activity, rule, 1, targets);
  if (targets > 0) fire(asked, row);
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

function emptyList(kind = 0): RuleSources {
  return {
    lists: [new Int32Array(0)],
    from: Int32Array.of(0),
    to: Int32Array.of(0),
    kinds: Int32Array.of(kind),
    ranks: [undefined],
    isWhole: true,
  };
}

function setList(into: RuleSources, ids: Int32Array, from: number, to: number): RuleSources {
  into.lists[0] = ids;
  into.from[0] = from;
  into.to[0] = to;
  return into;
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
  if (context.fired > state.limits.effectsPerTurn) throw new StrictTurnNeeded();
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

/** Possible sources of a rule in a turn, in firing order. */
interface RuleSources extends Sources {
  /** Whether these are all carriers: those born in the turn are no sources yet. */
  isWhole: boolean;
}

/** Lists sources, valid until the next call. Those of a class are shared by its rules until the population changes. */
function createSourceLists(
  evaluator: Evaluator,
  selector: Selector,
): (context: TurnContext, plan: RulePlan) => RuleSources {
  const { state, indexes } = evaluator;
  const byClass = byNumber((index): Memo<RuleSources> => {
    const list = emptyList(classAt(state.model, index).kind);
    return memo(state.stamps, [fact.population], (_, turn) => {
      const { ids, length } = indexes.ofClass(index);
      return born(ids, 0, length, turn, roomyCodes(list.lists[0], length), list);
    });
  });
  const others = keptBy((plan: RulePlan) => ({
    carriers: createCarrierLists(evaluator, selector, plan.carriers),
    list: emptyList(),
  }));
  return ({ frame: { turn } }, plan) => {
    const [{ carrier }] = plan.carriers;
    if (carrier.by === 'class') return byClass(carrier.class).get(turn);
    const { carriers, list } = others(plan);
    const { lists, from, to, kinds } = carriers();
    list.kinds[0] = kinds[0];
    return born(lists[0], from[0], to[0], turn, new Int32Array(to[0] - from[0]), list);
  };

  /** Those born before a turn, listed in `into`. */
  function born(
    ids: Int32Array,
    from: number,
    to: number,
    turn: number,
    into: Int32Array,
    list: RuleSources,
  ): RuleSources {
    let count = 0;
    for (let i = from; i < to; i++) {
      into[count] = ids[i];
      count += state.created[ids[i]] < turn ? 1 : 0;
    }
    list.isWhole = count === to - from;
    return setList(list, into, 0, count);
  }
}
