import { timeOf } from '../../components/clock.js';
import { openFrame } from '../../components/frames.js';
import { noteUse, pushOccurrence } from '../../components/occurrence-stack.js';
import type { WorldState } from '../../components/state.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import type { Ability, OccurrenceType, Point } from '../../ir/occurrence.js';
import { header } from '../../kernel/arena.js';
import { handleOf, resolve } from '../../kernel/identity.js';
import { roomAfter } from '../../meaning/effects/structure.js';
import { viewOf } from '../event.js';
import { points } from '../points.js';
import type { Run } from './event-run.js';
import { frameKind } from './frame.js';
import { demandDepth } from './run-limits.js';

/** All else in the frame is 0. */
export function addFrame(run: Run, kind: number, list: number, depth: number, trigger: number): number {
  for (;;) {
    try {
      return openFrame(run.state, kind, list, depth, trigger);
    } catch (error) {
      roomAfter(error, run);
    }
  }
}

/** Adds a frame for a list, or a choice, above the frame `below`, with roles by handle; returns it. */
export function addList(
  run: Run,
  kind: number,
  list: number,
  below: number,
  occurrence: number,
  subject: number,
  direct: number,
  controller: number,
): number {
  const { depth, trigger } = run.state.frames;
  const row = addFrame(run, kind, list, depth[below], trigger[below]);
  const { frames } = run.state;
  frames.occurrence[row] = occurrence;
  frames.subject[row] = subject;
  frames.direct[row] = direct;
  frames.controller[row] = controller;
  return row;
}

/** Adds a frame one deeper than `below` (0: none), with the number of uses. */
export function addDeeper(run: Run, kind: number, list: number, below: number): number {
  const { state } = run;
  const depth = depthAbove(state, below);
  demandDepth(run, depth);
  const row = addFrame(run, kind, list, depth, below === 0 ? -1 : state.frames.trigger[below]);
  state.frames.mark[row] = state.arena.header[header.uses];
  return row;
}

export function depthAbove({ frames }: WorldState, below: number): number {
  return below === 0 ? 1 : frames.depth[below] + 1;
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

export function reportOccurrence(
  { state, timing, report }: Run,
  kind: 'apply' | 'fail' | 'fizzle' | 'zero' | 'cancel' | 'retarget',
  row: number,
): void {
  report?.({ kind, time: timeOf(state), occurrence: viewOf(state, timing.types, row) });
}

/** Binds roles; objects that are gone read as nobody. */
export function bindRoles({ state: { identity }, context: { frame } }: Run, subject: number, direct: number): void {
  frame.slots[sourceSlot] = resolve(identity, subject);
  frame.slots[targetSlot] = resolve(identity, direct);
}

export function handleFrom({ state, context }: Run, node: Node): number {
  return handleOf(state.identity, context.evaluate(node) ?? 0);
}

export function abilityOf({ timing, question }: Run, candidate: number): Ability {
  return timing.abilities[question.candidates.ability[candidate]];
}

export function typeOf({ state, timing }: Run, row: number): OccurrenceType {
  return timing.types[state.occurrences.type[row]];
}

/** The nearest point of a frame or below it. */
export function pointOfFrame({ frames }: WorldState, row: number): Point {
  for (let at = row; at > 0; at--) if (frames.does[at] === frameKind.point) return points[frames.direct[at]];
  return 'when';
}
