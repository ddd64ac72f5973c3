import { turnOf } from '../components/clock.js';
import { type Node, type Suppositions, countTests, sourceSlot, targetSlot } from '../ir/node.js';
import { askingFrame } from '../ask/asker.js';
import { booleanType, isAbsent } from '../eval/operation.js';
import type { Type } from '../model/model.js';
import { isOwned, isOwnedBy } from '../components/ownership.js';
import { compileExpression } from '../content/expression/compile-expression.js';
import { EdictError, blaming } from '../kernel/errors.js';
import { shorten, textGiven } from '../kernel/given.js';
import { handleOf, idLimit, isLive } from '../kernel/identity.js';
import type { CellValue, Handle, Query } from './api.js';
import { toHost } from './typed-value.js';
import { type WorldCore, idOrNone } from './core.js';
import { classNamed, kindNamed, optionsGiven } from './host-arguments.js';

// Compiled expressions are kept by their text.

export function evaluateOver(
  core: WorldCore,
  text: string,
  source: Handle | undefined,
  target: Handle | undefined,
): CellValue | undefined {
  const tested = target === undefined ? sourceSlot : targetSlot;
  return evaluated(core, text, tested, () => [idOrNone(core, source), idOrNone(core, target)]);
}

export function evaluateText(
  core: WorldCore,
  text: string,
  object: number,
  suppositions: Suppositions | undefined,
): CellValue | undefined {
  return evaluated(core, text, sourceSlot, () => [object, 0], suppositions);
}

function evaluated(
  core: WorldCore,
  text: string,
  tested: number,
  objects: () => readonly [source: number, target: number],
  suppositions?: Suppositions,
): CellValue | undefined {
  const node = compiled(core, core.texts.expressions[tested], text, undefined, tested, 2);
  const frame = askingFrame(core.state, { turn: turnOf(core.state), suppositions });
  [frame.slots[sourceSlot], frame.slots[targetSlot]] = objects();
  const value = naming(text, () => frame.evaluate(node));
  return isAbsent(value) ? undefined : toHost(core.state, node.type, value);
}

export function query(core: WorldCore, given: Query = {}): readonly Handle[] {
  const wanted = optionsGiven('query', given, ['kind', 'class', 'owner', 'where']);
  const { state } = core;
  const { identity, model } = state;
  const kind = wanted.kind === undefined ? 0 : kindNamed(model, wanted.kind).index;
  const classIndex = wanted.class === undefined ? 0 : classNamed(model, wanted.class).index;
  const owner = idOrNone(core, wanted.owner);
  const where =
    wanted.where === undefined ? undefined : compiled(core, core.texts.conditions, wanted.where, booleanType, 0, 1);
  const frame = where === undefined ? undefined : askingFrame(state, { turn: turnOf(state), suppositions: undefined });
  const found: Handle[] = [];
  for (let id = 1; id < idLimit(identity); id++) {
    if (kind === 0 ? !isLive(identity, id) : identity.kind[id] !== kind) continue;
    if (classIndex !== 0 && state.class[id] !== classIndex) continue;
    if (wanted.owner === null && isOwned(state, id)) continue;
    if (owner !== 0 && !isOwnedBy(state, id, owner)) continue;
    if (where !== undefined && frame !== undefined) {
      frame.slots[sourceSlot] = id;
      const isFound = naming(wanted.where ?? '', () => {
        countTests(frame, 1);
        return frame.evaluate(where) === 1;
      });
      if (!isFound) continue;
    }
    found.push(handleOf(identity, id));
  }
  return found;
}

function naming<Result>(text: string, act: () => Result): Result {
  return blaming(`in ${shorten(text)}`, text, act);
}

const selfAlone = new Map([['self', sourceSlot]]);
export const selfSourceTarget = new Map([
  ['self', sourceSlot],
  ['source', sourceSlot],
  ['target', targetSlot],
]);

function compiled(
  core: WorldCore,
  known: Map<string, Node>,
  text: string,
  type: Type | undefined,
  tested: number,
  firstFree: number,
): Node {
  const before = known.get(text);
  if (before !== undefined) return before;
  textGiven('the expression', text);
  const { model, rules } = core.program;
  const result = compileExpression(text, type, {
    model,
    names: rules.names,
    limits: core.state.limits,
    slots: firstFree === 1 ? selfAlone : selfSourceTarget,
    tested,
    value: undefined,
    firstFree,
    sites: { next: 0 },
  });
  if (!result.ok) {
    const [{ code, message, suggestion, span }] = result.problems;
    throw new EdictError(
      code,
      `in ${shorten(text)} at ${span.start + 1}: ${message}${suggestion === undefined ? '' : `; ${suggestion}`}`,
    );
  }
  known.set(text, result.node);
  return result.node;
}
