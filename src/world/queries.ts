import { turnOf } from '../components/clock.js';
import { type Node, type Suppositions, sourceSlot, targetSlot } from '../ir/node.js';
import { type Asking, type Sought, askingFrame } from '../ask/asker.js';
import { booleanType, isAbsent } from '../eval/operation.js';
import type { WorldState } from '../components/state.js';
import type { Type } from '../model/model.js';
import { isOwned, isOwnedBy } from '../components/ownership.js';
import { EdictError, blaming } from '../kernel/errors.js';
import { shorten, textGiven } from '../kernel/given.js';
import { handleOf } from '../kernel/identity.js';
import type { CellValue, Handle, Query } from './api.js';
import { toHost } from './typed-value.js';
import { type WorldCore, idOrNone } from './core.js';
import { classNamed, kindNamed, optionsGiven } from './host-arguments.js';
import { prepare } from './variables.js';

// Compiled expressions are kept by their text.

export function evaluateOver(
  core: WorldCore,
  text: string,
  source: number | undefined,
  target: number | undefined,
): CellValue | undefined {
  const tested = target === undefined ? sourceSlot : targetSlot;
  prepare(core);
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

/** The node of a text over `self`; kept by its text. Throws where it does not compile. */
export function nodeOfText(core: WorldCore, text: string): Node {
  return compiled(core, core.texts.expressions[sourceSlot], text, undefined, sourceSlot, 2);
}

export function query(core: WorldCore, given: Query = {}): readonly Handle[] {
  const wanted = optionsGiven('query', given, ['kind', 'class', 'owner', 'where']);
  const { state, asker } = core;
  const { identity, model } = state;
  const kind = wanted.kind === undefined ? 0 : kindNamed(model, wanted.kind).index;
  const of = wanted.class === undefined ? undefined : classNamed(model, wanted.class);
  const owner = idOrNone(core, wanted.owner);
  const where =
    wanted.where === undefined ? undefined : compiled(core, core.texts.conditions, wanted.where, booleanType, 0, 1);
  if (of !== undefined && kind !== 0 && of.kind !== kind) return [];
  const sought: Sought = {
    kind: of?.kind ?? kind,
    class: of?.index ?? 0,
    fits: ownedBy(state, wanted.owner, owner),
    where,
  };
  const asking: Asking = { turn: turnOf(state), suppositions: undefined };
  if (where !== undefined) prepare(core);
  const ids = naming(wanted.where ?? '', () => asker.find(sought, asking));
  const found: Handle[] = [];
  for (let i = 0; i < ids.length; i++) found.push(handleOf(identity, ids[i]));
  return found;
}

function ownedBy(state: WorldState, given: Query['owner'], owner: number): Sought['fits'] {
  if (given === null) return (id) => !isOwned(state, id);
  return owner === 0 ? undefined : (id) => isOwnedBy(state, id, owner);
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
  const { parser } = core.tools;
  if (parser === undefined)
    throw new EdictError(
      'no-parser',
      `${shorten(text)} cannot be evaluated: \`edict/runtime\` has no parser of expressions; declare it under ` +
        '`expressions` of the content and ask it by name, or make the world with `edict`',
    );
  const result = parser(text, type, core.program, {
    limits: core.state.limits,
    slots: firstFree === 1 ? selfAlone : selfSourceTarget,
    tested,
    value: undefined,
    firstFree,
    sites: { next: 0 },
    written: core.texts.written,
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
