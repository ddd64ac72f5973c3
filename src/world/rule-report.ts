import { turnOf } from '../components/clock.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { createFrame } from '../eval/interpreter.js';
import { type Frame, sourceSlot } from '../ir/node.js';
import type { Rule } from '../ir/rule.js';
import { createRuleProfile } from '../meaning/rule-profile.js';
import { carriersOf } from '../meaning/rule-sources.js';
import type { World } from './api.js';
import { type WorldCore, insideOf } from './core.js';
import type { Clause } from './why-not-api.js';
import { repeatedTurn } from './repeat-turn.js';
import { clauseAnswer, partsOf, scopeSteps } from './rule-clauses.js';

/**
 * How far a rule has come in the profiled turns. `unused`: it had no source in any turn. `never active`: a
 * condition of its activation failed. `empty scope`: it was active, and its scope was empty. `changed nothing`: it
 * fired, and everything was as before. `works`: it changed something.
 */
export type RuleState = 'unused' | 'never active' | 'empty scope' | 'changed nothing' | 'works';

/** What a rule did in the profiled turns. */
export interface RuleReport {
  readonly rule: string;
  readonly phase: string;
  readonly priority: number;
  readonly file: string;
  readonly line: number;
  readonly state: RuleState;
  /** Sources, active ones, and objects in their scopes, summed over turns. */
  readonly sources: number;
  readonly active: number;
  readonly targets: number;
  /** Effects that fired, and writes of meters and properties. */
  readonly fired: number;
  readonly wrote: number;
  /** Objects that its scopes tested, that its aggregates visited, and that it created, as limits count them. */
  readonly tests: number;
  readonly visits: number;
  readonly created: number;
  readonly milliseconds: number;
  /**
   * Of the rules `never active` or with `empty scope`: the clause that failed most often in the last turn. Null if the
   * rule had no source in that turn, if the turn cannot run again, or if a scope would look at too many objects.
   */
  readonly blocked: BlockedBy | null;
}

/** `failed` of `asked` sources. */
export interface BlockedBy {
  readonly part: Clause['part'];
  readonly text: string;
  readonly failed: number;
  readonly asked: number;
}

/**
 * Notes from now on what each rule of a world does, and how long it takes. The returned function reports, in the order
 * of the turn. It runs the last turn again on a copy if a rule was never active or had an empty scope. A world has one
 * profile: a second call ends the first.
 */
export function profileRules(world: World): () => readonly RuleReport[] {
  const { core } = insideOf(world);
  const profile = createRuleProfile(core.program.rules);
  core.profile = profile;
  return () => {
    const { counts, changed } = profile;
    const { rules } = core.program.rules;
    const idle = rules.filter(({ index }) => counts.targets[index] === 0);
    const blocks =
      profile.turns === 0 || idle.length === 0
        ? noBlocks
        : blocksIn(core, idle, (rule) => counts.active[rule.index] > 0);
    return rules.map((rule) => {
      const { name, phase, priority, origin, index } = rule;
      return {
        rule: name,
        phase,
        priority,
        file: origin.file,
        line: origin.line,
        state: stateOf(counts.asked[index], counts.active[index], counts.targets[index], changed[index] === 1),
        sources: counts.asked[index],
        active: counts.active[index],
        targets: counts.targets[index],
        fired: counts.fired[index],
        wrote: counts.wrote[index],
        tests: counts.tests[index],
        visits: counts.visits[index],
        created: counts.created[index],
        milliseconds: counts.milliseconds[index],
        blocked: blocks.get(rule) ?? null,
      };
    });
  };
}

function stateOf(sources: number, active: number, targets: number, hasChanged: boolean): RuleState {
  if (targets > 0) return hasChanged ? 'works' : 'changed nothing';
  if (active > 0) return 'empty scope';
  return sources === 0 ? 'unused' : 'never active';
}

const noBlocks: ReadonlyMap<Rule, BlockedBy> = new Map();
/** So many sources tell which clause fails most. */
const mostAsked = 200;
/** Each of them looks at all objects. */
const mostScopes = 5;
/** What aggregates of one rule may look at, beyond which it is not known what blocks it. */
const mostVisits = 5_000_000;

/** `wasActive`: in any turn. */
function blocksIn(
  core: WorldCore,
  rules: readonly Rule[],
  wasActive: (rule: Rule) => boolean,
): ReadonlyMap<Rule, BlockedBy> {
  if (core.beforeTurn === undefined) return noBlocks;
  const found = new Map<Rule, BlockedBy>();
  const { twin, run } = repeatedTurn(core, 'profile its rules');
  for (const rule of rules)
    twin.moments.set(rule, {
      source: 0,
      ask: () => {
        const by = blockedNow(twin.state, rule, wasActive(rule));
        if (by !== undefined) found.set(rule, by);
      },
    });
  run();
  return found;
}

function blockedNow(state: WorldState, rule: Rule, wasActive: boolean): BlockedBy | undefined {
  const frame = createFrame(state, turnOf(state));
  frame.rule = rule.index;
  frame.visits = state.limits.visitsPerTurn - mostVisits;
  try {
    return blockedIn(frame, rule, wasActive);
  } catch (error) {
    if (error instanceof EdictError && error.code === 'limit-visits') return undefined;
    throw error;
  }
}

function blockedIn(frame: Frame, rule: Rule, wasActive: boolean): BlockedBy | undefined {
  const { state } = frame;
  const ids = carriersOf(rule.carrier, frame)
    .map(({ id }) => id)
    .filter((id) => state.created[id] < frame.turn);
  const asked = ids.slice(0, mostAsked);
  const failed = new Map<string, { readonly part: Clause['part']; readonly text: string; failed: number }>();
  const fail = (part: Clause['part'], text: string) => {
    const key = `${part} ${text}`;
    const known = failed.get(key) ?? { part, text, failed: 0 };
    known.failed++;
    failed.set(key, known);
  };
  const active = asked.filter((id) => {
    frame.slots[sourceSlot] = id;
    const failing = failingActivation(rule, frame);
    for (const text of failing) fail('activation', text);
    return failing.length === 0;
  });
  if (active.length > 0) failed.clear();
  // What kept it out of scope in earlier turns is not known.
  else if (wasActive) return undefined;
  const scopes = active.slice(0, mostScopes);
  for (const id of scopes) {
    frame.slots[sourceSlot] = id;
    const empty = scopeSteps(rule, frame).steps.find(({ left }) => left === 0);
    if (empty !== undefined) fail(empty.part, empty.text);
  }
  const [worst] = [...failed.values()].sort((a, b) => b.failed - a.failed);
  return worst === undefined ? undefined : { ...worst, asked: active.length > 0 ? scopes.length : asked.length };
}

function failingActivation(rule: Rule, frame: Frame): readonly string[] {
  return rule.activation.flatMap((_, place) =>
    partsOf(rule, 'activation', place, frame).flatMap(({ node, text }) =>
      clauseAnswer(frame.evaluate(node)) === 'true' ? [] : [text],
    ),
  );
}
