import { type Hot, hotAfter } from '../../eval/frames/hot.js';
import { createTermBook } from '../../eval/term-book.js';
import type { Effect } from '../../ir/effect.js';
import { leavesOf } from '../../ir/effect-nodes.js';
import type { Rule } from '../../ir/rule.js';
import { type Identity, handleOf, resolve } from '../../kernel/identity.js';
import { keptBy } from '../../kernel/maps.js';
import { firePlain, nameEmpires } from '../../meaning/effects/fire-effects.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { Model } from '../../model/model.js';
import { type ListFiring, type ListFunction, isWriteList, listCode } from '../list-code.js';
import { unlessRefused } from './unless-refused.js';

/** Neighbouring effects. Those that only write get a function when they have fired often. */
interface Part extends Hot<ListFunction> {
  readonly effects: readonly Effect[];
  readonly onlyWrites: boolean;
  readonly firesOnSource: boolean;
  /** A single effect, on the target. */
  readonly isSingle: boolean;
  /** As many effects fire at most. */
  readonly most: number;
}

/** Fires the effects of an action, as `firePlain` does. */
export type FireList = typeof firePlain;

export function compiledLists(model: Model): FireList {
  const partsOf = partsIn(model);
  return (context, rule, effects, source, target) => {
    const parts = partsOf(effects);
    const { identity } = context.state;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      const made = functionOf(part, context);
      const from = made === undefined ? 0 : resolve(identity, source);
      const to = made === undefined ? 0 : resolve(identity, target);
      if (made === undefined || to === 0 || (from === 0 && part.firesOnSource))
        firePlain(context, rule, part.effects, source, target);
      else fire(made, context, rule, from, to);
    }
  };
}

/**
 * Fires the effects of a rule for one source, by ids, on as many of its targets as a function may: on a single one, or
 * a single effect. Returns the place of the first target that is left to `fireEffects`.
 */
export function fireByFunction(
  context: TurnContext,
  rule: Rule,
  source: number,
  targets: ArrayLike<number>,
  from: number,
  to: number,
): number {
  if (rule.heard === true || context.observe !== undefined || context.strict) return from;
  const {
    state: { identity, model },
    ledger: { claims },
  } = context;
  const part = partOfRule(model)(rule.effects);
  if (to - from > 1 && !part.isSingle) return from;
  for (let at = from; at < to; at++) {
    const made = functionOf(part, context);
    if (made === undefined) return at;
    if (rule.claims !== 0 && !claims.claim(rule.claims, identity, targets[at])) continue;
    const target = living(identity, targets[at]);
    if (target === 0) continue;
    unlessRefused(() => {
      fire(made, context, rule, living(identity, source), target);
    });
  }
  return to;
}

/** An object that has ended before is none. */
function living(identity: Identity, id: number): number {
  return resolve(identity, handleOf(identity, id));
}

let firing: ListFiring | undefined;

function fire(made: ListFunction, context: TurnContext, rule: Rule, source: number, target: number): void {
  firing ??= { context, rule, source, target };
  firing.context = context;
  firing.rule = rule;
  firing.source = source;
  firing.target = target;
  made(context.frame, firing);
}

/** Where nobody looks at single writes, none is recomputed from a log, and none passes the limit of effects. */
function functionOf(part: Part, { watch, ledger: { logs }, fired, state }: TurnContext): ListFunction | undefined {
  if (!part.onlyWrites || watch !== undefined || logs.size > 0) return undefined;
  if (fired + part.most > state.turnLimits.effects) return undefined;
  if (part.made === undefined) hotAfter(part, () => listCode(createTermBook(), state.model, part.effects));
  return part.made;
}

type ByEffects<Found> = (effects: readonly Effect[]) => Found;

/** Worlds of a model share its functions. */
const partsIn = keptBy(
  (_: Model) => keptBy(splitIn, new WeakMap<readonly Effect[], readonly Part[]>()),
  new WeakMap<Model, ByEffects<readonly Part[]>>(),
);

/** Rules may also look at what is around their objects. */
const partOfRule = keptBy(
  (_: Model) =>
    keptBy(
      (effects: readonly Effect[]) => partOf(effects, isWriteList(createTermBook(), effects, { looks: true })),
      new WeakMap<readonly Effect[], Part>(),
    ),
  new WeakMap<Model, ByEffects<Part>>(),
);

/** The factions of a whole list are settled before its first effect. */
function splitIn(effects: readonly Effect[]): readonly Part[] {
  if (nameEmpires(effects)) return [partOf(effects, false)];
  const book = createTermBook();
  const onlyWrites = effects.map((effect) => isWriteList(book, [effect], { looks: false }));
  const parts: Part[] = [];
  let first = 0;
  for (let end = 1; end <= effects.length; end++) {
    if (end < effects.length && onlyWrites[end] === onlyWrites[first]) continue;
    parts.push(partOf(effects.slice(first, end), onlyWrites[first]));
    first = end;
  }
  return parts;
}

function partOf(effects: readonly Effect[], onlyWrites: boolean): Part {
  const leaves = leavesOf(effects);
  const [first] = effects;
  return {
    effects,
    onlyWrites,
    firesOnSource: leaves.some(({ recipient }) => recipient === 'source'),
    isSingle: effects.length === 1 && first.kind === 'modify' && first.recipient === 'target',
    most: leaves.length,
    made: undefined,
    calls: 0,
  };
}
