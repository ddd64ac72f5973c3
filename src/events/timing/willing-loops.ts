import { controller } from '../../eval/ops/controller.js';
import { isOf, someIn } from '../../eval/shape.js';
import type { Model } from '../../components/model.js';
import { handleOf } from '../../kernel/identity.js';
import type { Frame } from '../../ir/frame.js';
import { type Code, js } from '../../eval/emit/code.js';
import { frameFunction } from '../../eval/emit/make-function.js';
import { type Node, sourceSlot } from '../../ir/node.js';
import { emitDemand } from '../../eval/frames/emit-demand.js';
import { scalarCode } from '../../eval/frames/scalar-code.js';
import type { Scalar } from '../../eval/frames/scalar.js';
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
    findLive: made((scalar) => {
      emitLive(scalar, kinds, live?.node, controller?.node);
    }) as WillingLoops['findLive'],
    findAnswering: made((scalar) => {
      emitAnswering(
        scalar,
        kinds,
        [where, condition].flatMap((asked) => (asked === undefined ? [] : [asked.node])),
      );
    }) as WillingLoops['findAnswering'],
  };

  function made(emit: (scalar: Scalar) => void): unknown {
    const { body, given } = scalarCode(model, emit);
    return frameFunction(body, given);
  }
}

function emitLive(
  scalar: Scalar,
  kinds: readonly number[],
  live: Node | undefined,
  controller: Node | undefined,
): void {
  const identity = scalar.once(js`frame.state.identity`);
  const handle = scalar.given(handleOf);
  emitLoop(scalar, js`from.length`, (at) => {
    const id = scalar.keep(js`from[${at}]`);
    bindSource(scalar, id, kinds);
    // Who controls it is of no interest where it is not live, unless that depends on it.
    const isFirst = live !== undefined && !asksForController(live);
    if (isFirst) emitDemand(live, scalar);
    scalar.add(js`frame.controller = 0;`);
    const player = controller === undefined ? js`0` : scalar.keep(js`${scalar.of(controller).value} ?? 0`);
    if (live !== undefined && !isFirst) {
      scalar.add(js`frame.controller = ${player};`);
      emitDemand(live, scalar);
    }
    scalar.add(
      js`${scalar.given(addPair)}(into, ${id}, ${player}, ${handle}(${identity}, ${id}), ${handle}(${identity}, ${player}));`,
    );
  });
}

function emitAnswering(scalar: Scalar, kinds: readonly number[], conditions: readonly Node[]): void {
  emitLoop(scalar, js`from.count`, (at) => {
    const [id, player] = [scalar.keep(js`from.ids[${at}]`), scalar.keep(js`from.players[${at}]`)];
    bindSource(scalar, id, kinds);
    scalar.add(js`frame.controller = ${player};`);
    for (const condition of conditions) emitDemand(condition, scalar);
    scalar.add(js`${scalar.given(addPair)}(into, ${id}, ${player}, from.sources[${at}], from.controllers[${at}]);`);
  });
}

function emitLoop(scalar: Scalar, length: Code, emit: (at: Code) => void): void {
  const at = scalar.variable(0);
  const body = scalar.inside(() => {
    emit(at);
  });
  scalar.add(js`for (; ${at} < ${length}; ${at}++) { ${body} }`);
}

function bindSource(scalar: Scalar, id: Code, kinds: readonly number[]): void {
  scalar.add(js`frame.slots[${sourceSlot}] = ${id};`);
  scalar.bind(sourceSlot, { value: id, kinds });
}

function asksForController(node: Node): boolean {
  return someIn(node, (part) => isOf(part, controller));
}
