import { controller } from '../../eval/ops/occurrences.js';
import { isOf, someIn } from '../../eval/shape.js';
import type { Model } from '../../model/model.js';
import { handleOf } from '../../kernel/identity.js';
import type { Frame } from '../../ir/frame.js';
import { type Code, js } from '../../eval/emit/code.js';
import { frameFunction } from '../../eval/emit/make-function.js';
import { type Node, sourceSlot } from '../../ir/node.js';
import { emitDemand } from '../../eval/emit/parts.js';
import type { Emission } from '../../eval/emit/emission.js';
import { plainTerm } from '../../eval/term-book.js';
import { type Entry, kindsOfCarriers } from './entry.js';
import { type Pairs, addPair } from './pairs.js';

/** Functions that ask an ability of all its objects at once. The frame is bound to the occurrence. */
export interface WillingLoops {
  /** Those of `carriers`, by id, who have the ability; `live` is empty and has room for all. */
  readonly findLive: (frame: Frame, carriers: Int32Array, live: Pairs) => void;
  /** Those of `live` who answer; `answering` is empty and has room for all. */
  readonly findAnswering: (frame: Frame, live: Pairs, answering: Pairs) => void;
}

/** Throws where code cannot be made of it, and where the engine makes no functions (an EvalError). */
export function makeWillingLoops({ ability, live, controller, where, condition }: Entry, model: Model): WillingLoops {
  const kinds = kindsOfCarriers(ability, model);
  return {
    findLive: made((emission) => {
      emitLive(emission, kinds, live?.node, controller?.node);
    }) as WillingLoops['findLive'],
    findAnswering: made((emission) => {
      emitAnswering(
        emission,
        kinds,
        [where, condition].flatMap((asked) => (asked === undefined ? [] : [asked.node])),
      );
    }) as WillingLoops['findAnswering'],
  };

  function made(emit: (emission: Emission) => void): unknown {
    return frameFunction(model, emit);
  }
}

function emitLive(
  emission: Emission,
  kinds: readonly number[],
  live: Node | undefined,
  controller: Node | undefined,
): void {
  const identity = emission.once(js`frame.state.identity`);
  const handle = emission.thing('handleOf', handleOf);
  emitLoop(emission, js`from.length`, (at) => {
    const id = emission.keep(js`from[${at}]`);
    bindSource(emission, id, kinds);
    // Who controls it is of no interest where it is not live, unless that depends on it.
    const isFirst = live !== undefined && !asksForController(live);
    if (isFirst) emitDemand(plainTerm(live), emission);
    emission.add(js`frame.controller = 0;`);
    const player = controller === undefined ? js`0` : emission.idOf(plainTerm(controller));
    if (live !== undefined && !isFirst) {
      emission.add(js`frame.controller = ${player};`);
      emitDemand(plainTerm(live), emission);
    }
    emission.add(
      js`${emission.thing('addPair', addPair)}(into, ${id}, ${player}, ${handle}(${identity}, ${id}), ${handle}(${identity}, ${player}));`,
    );
  });
}

function emitAnswering(emission: Emission, kinds: readonly number[], conditions: readonly Node[]): void {
  emitLoop(emission, js`from.count`, (at) => {
    const [id, player] = [emission.keep(js`from.ids[${at}]`), emission.keep(js`from.players[${at}]`)];
    bindSource(emission, id, kinds);
    emission.add(js`frame.controller = ${player};`);
    for (const condition of conditions) emitDemand(plainTerm(condition), emission);
    emission.add(
      js`${emission.thing('addPair', addPair)}(into, ${id}, ${player}, from.sources[${at}], from.controllers[${at}]);`,
    );
  });
}

function emitLoop(emission: Emission, length: Code, emit: (at: Code) => void): void {
  const at = emission.variable(0);
  const body = emission.inside(() => {
    emit(at);
  });
  emission.add(js`for (; ${at} < ${length}; ${at}++) { ${body} }`);
}

function bindSource(emission: Emission, id: Code, kinds: readonly number[]): void {
  emission.add(js`frame.slots[${sourceSlot}] = ${id};`);
  emission.bind(sourceSlot, { value: id, kinds });
}

function asksForController(node: Node): boolean {
  return someIn(node, (part) => isOf(part, controller));
}
