import { type Code, js } from '../../eval/emit/code.js';
import type { Emission } from '../../eval/emit/emission.js';
import { frameFunction } from '../../eval/emit/make-function.js';
import { emitDemand } from '../../eval/emit/parts.js';
import { controller } from '../../eval/ops/occurrence-reads.js';
import { isOf, someIn } from '../../eval/node-shape.js';
import { plainTerm } from '../../eval/term-book.js';
import { type Node, sourceSlot } from '../../ir/node.js';
import type { Model } from '../../model/model.js';
import { type Listener, kindsOfCarriers, type MatchLoops, addPair } from './listener.js';

/** Throws where it cannot be compiled, or the engine makes no functions (an EvalError). */
export function makeMatchLoops({ ability, live, controller, where, condition }: Listener, model: Model): MatchLoops {
  const kinds = kindsOfCarriers(ability, model);
  const conditions = [where, condition].flatMap((each) => (each === undefined ? [] : [each.node]));
  return {
    findHolders: frameFunction(model, (emission) => {
      emitHolders(emission, kinds, live?.node, controller?.node);
    }) as MatchLoops['findHolders'],
    findAnswering: frameFunction(model, (emission) => {
      emitAnswering(emission, kinds, conditions);
    }) as MatchLoops['findAnswering'],
  };
}

function emitHolders(
  emission: Emission,
  kinds: readonly number[],
  live: Node | undefined,
  controller: Node | undefined,
): void {
  emitLoop(emission, js`from.length`, (at) => {
    const id = emission.keep(js`from[${at}]`);
    bindSource(emission, id, kinds);
    // The controller matters only where it is live, unless that depends on it.
    const isFirst = live !== undefined && !asksForController(live);
    if (isFirst) emitDemand(plainTerm(live), emission);
    emission.add(js`frame.controller = 0;`);
    const player = controller === undefined ? js`0` : emission.idOf(plainTerm(controller));
    if (live !== undefined && !isFirst) {
      emission.add(js`frame.controller = ${player};`);
      emitDemand(plainTerm(live), emission);
    }
    emitPair(emission, id, player);
  });
}

function emitAnswering(emission: Emission, kinds: readonly number[], conditions: readonly Node[]): void {
  emitLoop(emission, js`from.count`, (at) => {
    const [id, player] = [emission.keep(js`from.ids[${at}]`), emission.keep(js`from.players[${at}]`)];
    bindSource(emission, id, kinds);
    emission.add(js`frame.controller = ${player};`);
    for (const condition of conditions) emitDemand(plainTerm(condition), emission);
    emitPair(emission, id, player);
  });
}

function emitPair(emission: Emission, id: Code, player: Code): void {
  emission.add(js`${emission.thing('addPair', addPair)}(into, ${id}, ${player});`);
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
