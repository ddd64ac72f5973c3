import { turnOf } from '../components/clock.js';
import type { Frame } from '../ir/frame.js';
import { askingRule, countTests } from '../ir/frame.js';
import { createFrame } from '../eval/interpreter.js';
import type { Node } from '../ir/node.js';
import { sourceSlot, targetSlot } from '../ir/node.js';
import { booleanType, isAbsent } from '../eval/operation.js';
import type { Type } from '../model/model.js';
import { isOwned, isOwnedBy } from '../components/ownership.js';
import { compileExpression } from '../content/expression/compile-expression.js';
import { EdictError, blaming } from '../kernel/errors.js';
import { shorten, textGiven } from '../kernel/given.js';
import { handleOf, idLimit, isLive } from '../kernel/identity.js';
import type { Query, World } from './api.js';
import { toHost } from './cell-value.js';
import { type WorldCore, idOf, idOrNone } from './core.js';
import type { EvaluateText } from './inquiry.js';
import { classNamed, kindNamed } from './names.js';
import { optionsGiven } from './options.js';

type QueryMethods = Pick<World, 'query' | 'evaluate'>;

/** What else is asked with compiled texts. */
interface Queries extends QueryMethods {
  /** Evaluates a text over one object, with what is supposed. */
  readonly evaluateText: EvaluateText;
}

/** The part of a world that answers questions. Compiled expressions are kept by their text. */
export function queryMethods(core: WorldCore): Queries {
  const conditions = new Map<string, Node>();
  const expressions = [new Map<string, Node>(), new Map<string, Node>()];
  return {
    query: (query = {}) => find(core, query, conditions),
    evaluate(text, given = {}) {
      const objects = optionsGiven('evaluate', given, ['source', 'target']);
      const tested = objects.target === undefined ? sourceSlot : targetSlot;
      const node = compiled(core, expressions[tested], text, undefined, tested, 2);
      const frame = askingFrame(core);
      frame.slots[sourceSlot] = idOrNone(core, objects.source);
      frame.slots[targetSlot] = idOrNone(core, objects.target);
      const value = naming(text, () => frame.evaluate(node));
      return isAbsent(value) ? undefined : toHost(core.state, node.type, value);
    },
    evaluateText(text, object, suppositions) {
      const node = compiled(core, expressions[sourceSlot], text, undefined, sourceSlot, 2);
      const frame = askingFrame(core);
      frame.suppositions = suppositions;
      frame.slots[sourceSlot] = object;
      const value = naming(text, () => frame.evaluate(node));
      return isAbsent(value) ? undefined : toHost(core.state, node.type, value);
    },
  };
}

function find(core: WorldCore, given: Query, conditions: Map<string, Node>): readonly number[] {
  const query = optionsGiven('query', given, ['kind', 'class', 'owner', 'where']);
  const {
    state,
    program: { model },
  } = core;
  const { identity } = state;
  const kind = query.kind === undefined ? 0 : kindNamed(model, query.kind).index;
  const classIndex = query.class === undefined ? 0 : classNamed(model, query.class).index;
  const owner = query.owner === null || query.owner === undefined ? 0 : idOf(core, query.owner);
  const where = query.where === undefined ? undefined : compiled(core, conditions, query.where, booleanType, 0, 1);
  const frame = where === undefined ? undefined : askingFrame(core);
  const found: number[] = [];
  for (let id = 1; id < idLimit(identity); id++) {
    if (kind === 0 ? !isLive(identity, id) : identity.kind[id] !== kind) continue;
    if (classIndex !== 0 && state.class[id] !== classIndex) continue;
    if (query.owner === null && isOwned(state, id)) continue;
    if (owner !== 0 && !isOwnedBy(state, id, owner)) continue;
    if (where !== undefined && frame !== undefined) {
      frame.slots[sourceSlot] = id;
      const isFound = naming(query.where ?? '', () => {
        countTests(frame, 1);
        return frame.evaluate(where) === 1;
      });
      if (!isFound) continue;
    }
    found.push(handleOf(identity, id));
  }
  return found;
}

/** What goes wrong, a limit that is passed for one, names the text. */
function naming<Result>(text: string, act: () => Result): Result {
  return blaming(`in ${shorten(text)}`, text, act);
}

function askingFrame(core: WorldCore): Frame {
  const frame = createFrame(core.state, turnOf(core.state));
  frame.rule = askingRule;
  frame.isQuestion = true;
  return frame;
}

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
  const slots =
    firstFree === 1
      ? ([['self', sourceSlot]] as const)
      : ([
          ['self', sourceSlot],
          ['source', sourceSlot],
          ['target', targetSlot],
        ] as const);
  const {
    model,
    rules: { names },
  } = core.program;
  const result = compileExpression(text, type, {
    model,
    ...(names === undefined ? {} : { names }),
    limits: core.state.limits,
    slots: new Map(slots),
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
