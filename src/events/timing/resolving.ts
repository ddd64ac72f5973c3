import { timeOf } from '../../components/clock.js';
import { frameCount, openFrame } from '../../components/frames.js';
import { header } from '../../kernel/arena.js';
import { handleOf, resolve } from '../../kernel/identity.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import type { Ability, OccurrenceType } from '../../ir/occurrence.js';
import { TriggerError, repeating } from '../trigger/trigger-error.js';
import { frameSort } from '../trigger/frame-sort.js';
import type { Run } from '../trigger/run.js';
import { noteUse, pushOccurrence } from '../../components/occurrences.js';
import { roomAfter } from '../../meaning/effects/structure.js';
import type { WorldState } from '../../components/state.js';
import type { OccurrenceView } from '../trigger/event.js';

/** Limits that stop endless content; each names its culprit. */

/** Running abilities that are searched for a circle. */
const mostShown = 64;

/** Names of running abilities, oldest first, or of occurrences where there are none; of a circle, one round. */
export function runningAbilities({ state, resolver: { book } }: Run): readonly string[] {
  const { does, mark, list } = state.frames;
  const [abilities, types]: [number[], number[]] = [[], []];
  for (let row = 1; row <= frameCount(state); row++) {
    if (does[row] === frameSort.run && mark[row] !== 0) abilities.push(Math.abs(mark[row]) - 1);
    if (does[row] === frameSort.batch) types.push(state.occurrences.type[list[row]]);
  }
  const [running, names] = abilities.length > 0 ? [abilities, book.abilities] : [types, book.types];
  return repeating(running.slice(-mostShown)).map((index) => names[index].name);
}

export function demandDepth(run: Run, depth: number): void {
  const {
    state,
    resolver: {
      book: { policy },
    },
  } = run;
  if (depth <= policy.depth) return;
  const names = runningAbilities(run);
  throw new TriggerError(
    'nesting',
    `at time ${timeOf(state)} occurrences bring about one another more than ${policy.depth} deep${names.length === 0 ? '' : `: ${names.join(', then ')} again and again`}; let one of them not raise the next, or answer it once only (next)`,
    names[0],
  );
}

/** Counts what one occurrence causes; throws above the limit. */
export function countRaised(run: Run, more: number, by?: string): void {
  const { state } = run;
  const raised = (state.arena.header[header.raised] += more);
  const limit = state.limits.occurrencesPerRoot;
  if (raised <= limit) return;
  const names = by === undefined ? runningAbilities(run) : [by];
  throw new TriggerError(
    'limit-occurrences',
    `at time ${timeOf(state)} one occurrence leads to more than ${limit} others and answers${names.length === 0 ? '' : `, now by ${names.join(', ')}`}; let abilities answer less often or raise limits.occurrencesPerRoot`,
    names[0],
  );
}

/** Throws above the limit of waiting things; `what` names them, `count` includes that of `culprit`. */
export function demandFewWaiting({ state }: Run, count: number, what: string, culprit: string): void {
  const limit = state.limits.waiting;
  if (count <= limit) return;
  const message = `${culprit} brings the number of ${what} to ${count} at time ${timeOf(state)}, the limit is ${limit}; let fewer wait at one time or raise limits.waiting`;
  throw new TriggerError('limit-waiting', message, culprit);
}

/** Negations and substitutions of an occurrence at one point. */
const mostSubstitutions = 1_000;

/** Counts step A at a point; throws above the limit. The candidate at `chosen` is about to start. */
export function demandFewSubstitutions(run: Run, row: number, chosen: number): void {
  const { state, resolver } = run;
  if (++state.frames.memo[row] <= mostSubstitutions) return;
  const { name } = abilityOf(run, chosen);
  const type = typeOf(run, resolver.question.candidates.occurrence[chosen]).name;
  throw new TriggerError(
    'substitutions',
    `at time ${timeOf(state)} the occurrence ${type} has had others put in its place ${mostSubstitutions} times, now by ${name}; let substitutions not create further ones`,
    name,
  );
}

/** All else in the frame is 0. */
export function addFrame(
  run: Pick<Run, 'state' | 'context'>,
  does: number,
  list: number,
  depth: number,
  trigger: number,
): number {
  for (;;) {
    try {
      return openFrame(run.state, does, list, depth, trigger);
    } catch (error) {
      roomAfter(error, run);
    }
  }
}

export function addOccurrence(run: Run, type: number, parent: number, is: number): number {
  for (;;) {
    try {
      return pushOccurrence(run.state, type, parent, is);
    } catch (error) {
      roomAfter(error, run);
    }
  }
}

export function addUse(run: Run, occurrence: number, ability: number, source: number, number: number): void {
  for (;;) {
    try {
      noteUse(run.state, occurrence, ability, source, number);
      return;
    } catch (error) {
      roomAfter(error, run);
    }
  }
}

export function viewOf(state: WorldState, names: readonly { readonly name: string }[], row: number): OccurrenceView {
  const { occurrences, fieldCount } = state;
  const type = occurrences.type[row];
  return {
    id: occurrences.id[row],
    parent: occurrences.parent[row],
    type,
    name: names[type].name,
    values: Array.from(occurrences.values.subarray(row * fieldCount, (row + 1) * fieldCount)),
  };
}

export function tellOf(
  { state, resolver, tell }: Run,
  kind: 'apply' | 'fail' | 'fizzle' | 'zero' | 'cancel' | 'retarget',
  row: number,
): void {
  tell?.({ kind, time: timeOf(state), occurrence: viewOf(state, resolver.book.types, row) });
}

/** Adds a frame for a list, or a choice, above the frame `below`, with roles by handle; returns it. */
export function addList(
  run: Run,
  does: number,
  list: number,
  below: number,
  occurrence: number,
  subject: number,
  direct: number,
  controller: number,
): number {
  const { depth, trigger } = run.state.frames;
  const row = addFrame(run, does, list, depth[below], trigger[below]);
  const { frames } = run.state;
  frames.occurrence[row] = occurrence;
  frames.subject[row] = subject;
  frames.direct[row] = direct;
  frames.controller[row] = controller;
  return row;
}

/** Binds roles; objects that are gone read as nobody. */
export function bindRoles({ state: { identity }, context: { frame } }: Run, subject: number, direct: number): void {
  frame.slots[sourceSlot] = resolve(identity, subject);
  frame.slots[targetSlot] = resolve(identity, direct);
}

/** The ability of a candidate of the question. */
export function abilityOf({ resolver: { book, question } }: Run, candidate: number): Ability {
  return book.abilities[question.candidates.ability[candidate]];
}

export function typeOf({ state, resolver: { book } }: Run, row: number): OccurrenceType {
  return book.types[state.occurrences.type[row]];
}

export function handleFrom({ state, context }: Run, node: Node): number {
  return handleOf(state.identity, context.evaluate(node) ?? 0);
}
