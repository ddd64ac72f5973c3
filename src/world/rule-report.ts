import type { Wording } from '../eval/printer.js';
import { type Frame, sourceSlot } from '../ir/node.js';
import type { Rule } from '../ir/rule.js';
import type { Profile } from '../meaning/profile.js';
import { carriersOf } from '../meaning/rule-sources.js';
import type { WorldCore } from './core.js';
import { type Failure, blockedNow, countFailures, mostAsked } from './most-failed.js';
import type { Clause } from './past-api.js';
import { wordingOf } from './past-clauses.js';
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
  /**
   * Meters and properties of objects whose value after the rule was another than before it, summed over turns. Of
   * objects that the rule made or destroyed none count.
   */
  readonly changed: number;
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
export type BlockedBy = Failure<Clause['part']>;

export function ruleReports(
  { program }: Pick<WorldCore, 'program'>,
  { rules: { counts } }: Profile,
  blocks: ReadonlyMap<Rule, BlockedBy>,
): readonly RuleReport[] {
  return program.rules.rules.map((rule) => {
    const { name, phase, priority, origin, index } = rule;
    return {
      rule: name,
      phase,
      priority,
      file: origin.file,
      line: origin.line,
      state: stateOf(counts, index),
      sources: counts.asked[index],
      active: counts.active[index],
      targets: counts.targets[index],
      fired: counts.fired[index],
      wrote: counts.wrote[index],
      changed: counts.changed[index],
      tests: counts.tests[index],
      visits: counts.visits[index],
      created: counts.created[index],
      milliseconds: counts.milliseconds[index],
      blocked: blocks.get(rule) ?? null,
    };
  });
}

function stateOf(counts: Profile['rules']['counts'], index: number): RuleState {
  if (counts.targets[index] > 0)
    return counts.changed[index] > 0 || counts.altered[index] > 0 ? 'works' : 'changed nothing';
  if (counts.active[index] > 0) return 'empty scope';
  return counts.asked[index] === 0 ? 'unused' : 'never active';
}

/** Each of them looks at all objects. */
const mostScopes = 5;

/** Rules without targets in the profiled turns. */
export function idleRules({ program }: Pick<WorldCore, 'program'>, { rules: { counts } }: Profile): readonly Rule[] {
  return program.rules.rules.filter(({ index }) => counts.targets[index] === 0);
}

/** What blocks rules; known after a turn of the twin. `wasActive`: in any turn. */
export function askRules(
  twin: WorldCore,
  rules: readonly Rule[],
  wasActive: (rule: Rule) => boolean,
): ReadonlyMap<Rule, BlockedBy> {
  const found = new Map<Rule, BlockedBy>();
  for (const rule of rules)
    twin.moments.set(rule, {
      source: 0,
      ask: () => {
        const wording = wordingOf(twin.program, 'source');
        const by = blockedNow(twin.state, rule.index, (frame) => blockedIn(frame, rule, wasActive(rule), wording));
        if (by !== undefined) found.set(rule, by);
      },
    });
  return found;
}

function blockedIn(frame: Frame, rule: Rule, wasActive: boolean, wording: Wording): BlockedBy | undefined {
  const { state } = frame;
  const ids = carriersOf(rule.carrier, frame)
    .map(({ id }) => id)
    .filter((id) => state.created[id] < frame.turn);
  const asked = ids.slice(0, mostAsked);
  const failures = countFailures<Clause['part']>();
  const active = asked.filter((id) => {
    frame.slots[sourceSlot] = id;
    const failing = failingActivation(rule, frame, wording);
    for (const text of failing) failures.fail('activation', text);
    return failing.length === 0;
  });
  if (active.length > 0) failures.clear();
  // What kept it out of scope in earlier turns is not known.
  else if (wasActive) return undefined;
  const scopes = active.slice(0, mostScopes);
  for (const id of scopes) {
    frame.slots[sourceSlot] = id;
    const empty = scopeSteps(rule, frame, wording).steps.find(({ left }) => left === 0);
    if (empty !== undefined) failures.fail(empty.part, empty.text);
  }
  return failures.worst(active.length > 0 ? scopes.length : asked.length);
}

function failingActivation(rule: Rule, frame: Frame, wording: Wording): readonly string[] {
  return rule.activation.flatMap((_, place) =>
    partsOf(rule, 'activation', place, wording).flatMap(({ node, text }) =>
      clauseAnswer(frame.evaluate(node)) === 'true' ? [] : [text],
    ),
  );
}
