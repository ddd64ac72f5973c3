import { type Emission, type Get, type Shape, inBand } from './emission.js';
import { type Frame, type Node, type Value } from '../../ir/node.js';
import type { Model, Type } from '../../model/model.js';
import type { Term } from '../term.js';
import { checkIndex, checkWord } from '../check-data.js';
import { type Code, compiledWith, js, lines, refuse, sourceOf } from './code.js';
import { sameType } from '../operation.js';
import { plainTerm } from '../term-book.js';
import type { Sharing } from './access.js';
import { written } from './create-emission.js';
import { mostCounted } from './frame-access.js';
import { freeOf, operationOf } from '../make-node.js';

/**
 * Evaluates a term in all rows. `tally[0]`: limit of visits, afterwards their number; if more, the rest was left out.
 * `tally[1]`: afterwards 0 where no value is absent. `classes`: 1 for ints, 0 for doubles.
 */
export type Loop = (
  length: number,
  out: Float64Array | Int32Array,
  absence: Uint8Array,
  given: readonly unknown[],
  tally: Float64Array,
  classes: Int32Array,
  frame: Frame,
) => void;

export interface Made {
  readonly loop: Loop;
  readonly gets: readonly Get[];
  readonly canBeAbsent: boolean;
}

/** Throws where the term cannot be emitted, and an EvalError where the engine makes no functions. */
export function makeFunction(term: Term, shape: Shape, model: Model): Made {
  const { body, gets, canBeAbsent, things } = codeFor(term, shape, model);
  const source = js`return (length, out, absence, given, tally, classes, frame) => {\n${body}\n};`;
  return { loop: compiledWith(things, source) as Loop, gets, canBeAbsent };
}

export function codeFor(term: Term, shape: Shape, model: Model) {
  // The term is checked again: types, counts, slots and all numbers of its data.
  if (nodesIn(term, model, new Map<Term, number>()) > mostNodes) refuse(`more than ${mostNodes} nodes`);
  const { before, statements, givens, things, result } = written(model, shape, (emission) => emission.of(term));
  const { value, absence, whole } = result;
  const noted = absence === undefined ? js`` : js`absence[row] = ${absence}; any |= ${absence};`;
  // One class for all rows is written at once.
  const isOneClass = whole !== undefined && ['0', '1'].includes(sourceOf(whole));
  const body = js`${lines(givens.map(({ name }, i) => js`const ${name} = given[${i}];`))}
let visits = 0;
let any = 0;
${before}
${isOneClass ? js`classes.fill(${whole}, 0, length);` : js``}
for (let row = 0; row < length; row++) {
${statements}
out[row] = ${value};
${whole === undefined || isOneClass ? js`` : js`classes[row] = ${whole};`}
${noted}
}
tally[0] = visits;
tally[1] = any;`;
  return { body, gets: givens.map(({ get }) => get), canBeAbsent: absence !== undefined, things };
}

export type Evaluation = (frame: Frame) => Value;

/** As `evaluationOf`, for a node whose aggregates all have code. */
export function wholeEvaluationOf(node: Node, model: Model): Evaluation {
  return sharingFunction(model, { changes: () => false, isWhole: true }, (emission) => {
    return inBand(emission.of(plainTerm(node)));
  }) as Evaluation;
}

/** Writes the values of several such nodes, NaN where absent. */
export type Evaluations = (frame: Frame, into: Float64Array) => void;

/** Aggregates over the same members share a loop. */
export function wholeEvaluationsOf(nodes: readonly Node[], model: Model): Evaluations {
  return sharingFunction(model, { changes: () => false, isWhole: true }, (emission) => {
    nodes.forEach((node, i) => {
      const { value, absence } = emission.of(plainTerm(node));
      emission.add(js`from[${i}] = ${absence === undefined ? value : js`${absence} === 0 ? ${value} : NaN`};`);
    });
    return undefined;
  }) as Evaluations;
}

/** Throws as `makeFunction` does. */
export function evaluationOf(node: Node, model: Model): Evaluation {
  return frameFunction(model, (emission) => {
    const found = emission.of(plainTerm(node));
    if (found.whole !== undefined) emission.add(js`frame.whole = ${found.whole} === 1;`);
    emission.add(js`return ${inBand(found)};`);
  }) as Evaluation;
}

/**
 * Of `frame`, and optionally of input (`from`) and output (`into`). Throws an EvalError where the engine makes none.
 */
export function frameFunction(model: Model, emit: (emission: Emission) => void): unknown {
  const { before, statements, things } = written(model, 'frame', emit);
  return compiledWith(things, js`return (frame, from, into) => {\n${before}\n${statements}\n};`);
}

/** As `frameFunction`, for code that knows its own writes. `emit` may return the code of a result. */
export function sharingFunction(
  model: Model,
  sharing: Sharing,
  emit: (emission: Emission) => Code | undefined,
): unknown {
  const { before, statements, things, result } = written(model, sharing, (emission) => {
    const found = emit(emission);
    // What follows a long loop is compiled before it has run, and then again: a value may follow it, but no call.
    if (found === undefined) emission.add(js`frame.visits += visits;`);
    return found;
  });
  const start =
    result === undefined
      ? js`let visits = 0;\nconst most = Math.min(${mostCounted}, frame.state.limits.visitsPerTurn - frame.visits) | 0;`
      : js``;
  const end = result === undefined ? js`` : js`return ${result};`;
  return compiledWith(things, js`return (frame, from) => {\n${start}\n${before}\n${statements}\n${end}\n};`);
}

const mostNodes = 1000;

function nodesIn(term: Term, model: Model, known: Map<Term, number>): number {
  const before = known.get(term);
  if (before !== undefined) return before;
  if (known.size > mostNodes) return refuse(`more than ${mostNodes} nodes`);
  const { args, data } = term;
  const operation = operationOf(term);
  const type = operation.type(
    args.map((arg) => arg.type),
    data,
  );
  if (typeof type === 'string' || !sameType(type, term.type))
    return refuse('a node of another type than its arguments make');
  checkType(type, model);
  operation.check?.(data, model);
  known.set(term, 0);
  const nodes = args.reduce((sum, arg) => sum + nodesIn(arg, model, known), 1);
  if (freeOf(term, args) !== term.free) return refuse('a term that depends on other slots than it says');
  known.set(term, nodes);
  return nodes;
}

function checkType(type: Type, model: Model): void {
  if (type.name === 'enumeration') checkIndex(type.index, 0, model.enumerations.length);
  else
    checkWord(type.name, ['number', 'boolean', 'entity', 'kind', 'class', 'numeric', 'text', 'pair', 'dice', 'array']);
}
