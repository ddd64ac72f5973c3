import { type Code, js, lines } from '../eval/emit/code.js';
import type { Emission } from '../eval/emit/emission.js';
import { sharingFunction } from '../eval/emit/make-function.js';
import type { TermBook } from '../eval/term-book.js';
import { type Frame, sourceSlot, targetSlot } from '../ir/node.js';
import type { Rule } from '../ir/rule.js';
import { fireAlone } from '../meaning/effects/fire-effects.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { Model } from '../model/model.js';
import { type Bound, emitList, handleCode, termIn } from './whole-effects.js';
import { hasNearCode } from './whole-plan.js';
import { nodesOfEffect } from '../ir/effect-nodes.js';
import type { Effect } from '../ir/effect.js';
import type { PlainEffect } from '../ir/heard-effects.js';

/** The objects of one firing, by ids; a source on which nothing fires may be 0. */
export interface ListFiring {
  context: TurnContext;
  rule: Rule;
  source: number;
  target: number;
}

/** Fires effects on objects that exist, without asking for the limit of effects. */
export type ListFunction = (frame: Frame, from: ListFiring) => void;

/**
 * Effects that write cells, and so neither end objects nor make the world grow. `looks`: they may look at objects
 * around their own, where code is as good as sets.
 */
export function isWriteList(
  book: TermBook,
  effects: readonly Effect[],
  { looks }: { readonly looks: boolean },
): boolean {
  const terms = effects.flatMap(nodesOfEffect).map((node) => termIn({ book }, node));
  return (
    effects.every(isWrite) &&
    terms.every(({ heavy, sequential, type }) => (looks || !heavy) && !sequential && type.name !== 'numeric') &&
    hasNearCode(terms)
  );
}

function isWrite(effect: Effect): boolean {
  if (effect.kind === 'branch') return [...effect.then, ...effect.otherwise].every(isWrite);
  return effect.kind === 'modify' && effect.stacking === 0 && effect.recipient !== 'empires';
}

/** Throws where a part has no code, and an EvalError where the engine makes no functions. */
export function listCode(book: TermBook, model: Model, effects: readonly Effect[]): ListFunction {
  return sharingFunction(model, { changes: () => true }, (emission) => {
    const [source, target] = [bind(emission, sourceSlot, 'source'), bind(emission, targetSlot, 'target')];
    const every = { fired: 0, wrote: 0 };
    const rule = js`from.rule`;
    const body = emission.inside(() => {
      emitList({ emission, book, model, rule, later: undefined, every, refuse }, effects, { source, target }, false);
    });
    emission.add(
      lines([
        js`let fired = ${every.fired}, wrote = ${every.wrote};`,
        body,
        js`from.context.fired += fired;`,
        js`from.context.wrote += wrote;`,
      ]),
    );
    return undefined;

    /** Fired alone, it throws the error. */
    function refuse(effect: PlainEffect): Code {
      const recipient = effect.recipient === 'source' ? source : target;
      const handles = [source, recipient].map(({ name }) => handleCode(emission, name));
      const fire = emission.thing('fireAlone', fireAlone);
      return js`${fire}(from.context, ${rule}, ${emission.thing('', effect)}, ${handles[0]}, ${handles[1]})`;
    }
  }) as ListFunction;
}

function bind(emission: Emission, slot: number, role: 'source' | 'target'): Bound {
  const name = emission.keep(role === 'source' ? js`from.source` : js`from.target`);
  emission.bind(slot, { value: name, kinds: [] });
  emission.hold(slot, name);
  return { slot, name, handle: undefined, kinds: [] };
}
