import { turnOf } from '../components/clock.js';
import { hasCell } from '../components/cells.js';
import type { WorldState } from '../components/state.js';
import { createFrame } from '../eval/interpreter.js';
import { asRead, constantValue, isSlot } from '../eval/node-shape.js';
import type { Term } from '../eval/term.js';
import { plainTerm } from '../eval/term-book.js';
import { type Frame, type Node, sourceSlot, targetSlot } from '../ir/node.js';
import type { Rule } from '../ir/rule.js';
import { asHandle, handleOf, resolve } from '../kernel/identity.js';
import { carries } from '../meaning/rule-sources.js';
import { type WorldCore, betweenTurns, idOf } from './core.js';
import type { Handle } from './host-values.js';
import { named } from './host-arguments.js';
import type { Clause, PastClause, PastRead, PastVerdict, PastWrite, WhyNotOutcome } from './questions-api.js';
import { watchWrites } from './past-writes.js';
import { repeatedTurn } from './repeat-turn.js';
import { clauseAnswer, isTarget, partsOf, printed, scopeSteps } from './rule-clauses.js';
import { toHost } from './typed-value.js';

/** More writes are only counted. */
const writesShown = 8;

/** Runs the last turn twice: to learn what the clauses read, and to learn who wrote that. */
export function whyNot(core: WorldCore, ruleName: string, source: number, target?: number | null): PastVerdict {
  const rule = named('rule', core.program.rules.rules, ruleName);
  betweenTurns(core, 'whyNot');
  const handles = {
    source: asHandle(source),
    target: target === null || target === undefined ? undefined : asHandle(target),
  };
  const found = lookWithin(core, rule, handles);
  const { byCell, ...written } = writesIn(core, rule, handles, found.clauses);
  return {
    rule: rule.name,
    turn: turnOf(core.state),
    phase: rule.phase,
    priority: rule.priority,
    ...found,
    clauses: found.clauses.map((clause) => ({
      ...clause,
      reads: clause.reads.map((read) => ({ ...read, ...(byCell.get(cellOf(read)) ?? unwritten) })),
    })),
    ...written,
  };
}

interface Handles {
  readonly source: Handle;
  /** Undefined: none is given. */
  readonly target: Handle | undefined;
}

type Found = Pick<PastVerdict, 'outcome' | 'targets' | 'clauses' | 'scope'>;

const unwritten = { written: null, later: [], laterCount: 0 };

function nothingFound(outcome: WhyNotOutcome): Found {
  return { outcome, targets: 0, clauses: [], scope: [] };
}

function lookWithin(core: WorldCore, rule: Rule, { source, target }: Handles): Found {
  const { twin, run } = repeatedTurn(core, 'ask why a rule did not fire');
  // An object that the turn has destroyed can be asked about, too.
  for (const object of [source, target ?? source])
    if (!Number.isSafeInteger(object) || object < 1 || resolve(twin.state.identity, object) === 0) idOf(core, object);
  let found = nothingFound('not reached');
  twin.moments.set(rule, {
    source,
    ask: () => {
      found = lookNow(twin.state, rule, source, target);
    },
  });
  run();
  return found;
}

/** In the middle of the turn. */
function lookNow(state: WorldState, rule: Rule, source: number, target: number | undefined): Found {
  const turn = turnOf(state);
  const frame = createFrame(state, turn);
  frame.rule = rule.index;
  // Scopes are asked of all objects one by one, which a turn need not do: its limits are not meant.
  frame.visits = frame.tests = frame.sorted = -Infinity;
  const id = resolve(state.identity, source);
  if (id === 0) return nothingFound('no such object');
  if (!carries(rule.carrier, id, frame)) return nothingFound('not carried');
  // Passes take what was made before them in the turn.
  if (state.created[id] >= turn) return nothingFound('too young');
  frame.slots[sourceSlot] = id;
  const clauses = pastClauses(rule, 'activation', frame);
  if (!clauses.every(({ answer }) => answer === 'true'))
    return { outcome: 'not active', targets: 0, clauses, scope: [] };
  if (target === undefined) {
    const { steps: scope, targets } = scopeSteps(rule, frame);
    return { outcome: targets.length > 0 ? 'fired' : 'empty scope', targets: targets.length, clauses, scope };
  }
  const other = resolve(state.identity, target);
  if (other === 0) return { ...nothingFound('no such object'), clauses };
  const isIn = isTarget(rule, other, frame);
  return {
    outcome: isIn ? 'fired' : 'not in scope',
    targets: Number(isIn),
    clauses: [...clauses, ...pastClauses(rule, 'include', frame), ...pastClauses(rule, 'exclude', frame)],
    scope: [],
  };
}

function pastClauses(rule: Rule, part: Clause['part'], frame: Frame): readonly PastClause[] {
  return rule[part].flatMap((_, alternative) =>
    partsOf(rule, part, alternative, frame).map(({ node, text }) => ({
      part,
      text,
      alternative,
      answer: clauseAnswer(frame.evaluate(node)),
      reads: readsOf(node, frame),
    })),
  );
}

/** The values that decide a condition: what it compares and tests, and the meters and properties in that. */
function readsOf(condition: Node, frame: Frame): readonly PastRead[] {
  const found = new Map<string, PastRead>();
  const whole = plainTerm(condition);
  const collect = (term: Term): void => {
    if (isSlot(term) || constantValue(term) !== undefined || (term.free & ~fixedSlots) !== 0) return;
    const isValue = term.heavy || term.args.length === 0 || term.type.name !== 'boolean';
    // Whether the whole condition is true is its answer.
    if (asRead(term) !== undefined || (isValue && term !== whole)) {
      const read = readOf(term, frame);
      if (!found.has(read.text)) found.set(read.text, read);
    }
    // What is looked at by an aggregate is about its members.
    if (!isAggregate(term)) for (const arg of term.args) collect(arg);
  };
  collect(whole);
  return [...found.values()];
}

const fixedSlots = (1 << sourceSlot) | (1 << targetSlot);

function isAggregate(term: Term): boolean {
  return term.heavy && !term.args.some(({ heavy }) => heavy);
}

function readOf(term: Term, frame: Frame): PastRead {
  const { state } = frame;
  const value = frame.evaluate(term);
  const cell = cellRead(term, frame);
  return {
    text: printed(term, state),
    value: value === undefined || value === null ? undefined : toHost(state, term.type, value),
    isObject: term.type.name === 'entity',
    object: cell === undefined ? null : handleOf(state.identity, cell.id),
    column: cell?.column ?? null,
    ...unwritten,
  };
}

/** The cell of a read: of the object itself, or of what it is attached to. */
function cellRead(term: Term, frame: Frame): { readonly id: number; readonly column: string } | undefined {
  const data = asRead(term);
  if (data === undefined) return undefined;
  const { state } = frame;
  const column = state.model.columns[data.column];
  let id = frame.evaluate(term.args[0]) ?? 0;
  while (id !== 0 && !hasCell(state, column, id)) id = data.climb ? state.parent[id] : 0;
  return id === 0 ? undefined : { id, column: column.name };
}

function cellOf({ object, column }: Pick<PastRead, 'object' | 'column'>): string {
  return `${String(object)} ${String(column)}`;
}

/** Who wrote cells in the turn, before and after the rule had its turn; and what the rule itself wrote. */
function writesIn(
  core: WorldCore,
  rule: Rule,
  { source, target }: Handles,
  clauses: readonly PastClause[],
): { readonly byCell: ReadonlyMap<string, Writes> } & Pick<PastVerdict, 'writes' | 'writeCount'> {
  const { twin, run } = repeatedTurn(core, 'ask why a rule did not fire');
  const { identity, model } = twin.state;
  const byCell = new Map<string, Writes>(
    clauses.flatMap(({ reads }) =>
      reads.flatMap((read) =>
        read.object === null ? [] : [[cellOf(read), { written: null, later: [], laterCount: 0 }] as const],
      ),
    ),
  );
  const own: PastVerdict['writes'][number][] = [];
  let [isLater, writeCount] = [false, 0];
  twin.moments.set(rule, {
    source,
    ask: () => {
      isLater = true;
    },
  });
  const observer = watchWrites(twin, (write, told) => {
    const object = handleOf(identity, write.object);
    const cell = byCell.get(cellOf({ object, column: model.columns[write.column].name }));
    const isOwn =
      write.rule === rule.name &&
      handleOf(identity, write.source) === source &&
      (target === undefined || object === target);
    if (isOwn && writeCount++ < writesShown) own.push(told());
    if (cell === undefined) return;
    if (isLater && cell.laterCount++ >= writesShown) return;
    const { object: _object, column: _column, ...past } = told();
    if (isLater) cell.later.push(past);
    else cell.written = past;
  });
  run(observer);
  return { byCell, writes: own, writeCount };
}

interface Writes {
  written: PastWrite | null;
  readonly later: PastWrite[];
  laterCount: number;
}
