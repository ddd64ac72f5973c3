import { operationOf } from '../../../eval/make-node.js';
import { asRead, constantValue, isOf } from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import { numberType } from '../../../eval/operation.js';
import { cosine, sine, squareRoot } from '../../../eval/ops/arithmetic.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { running, turn } from '../../../eval/ops/clock.js';
import { constant } from '../../../eval/ops/constant.js';
import { draw } from '../../../eval/ops/draw.js';
import { otherwise } from '../../../eval/ops/logic.js';
import type { Interner } from './interner.js';

/** Makes numbers. */
export interface NumberKit {
  readonly turn: Node;
  /** What the meter holds that is being set. */
  readonly running: Node;
  number(value: number): Node;
  readonly add: (left: Node, right: Node) => Node;
  readonly subtract: (left: Node, right: Node) => Node;
  multiply(left: Node, right: Node): Node;
  /** By zero: 0. */
  divide(left: Node, right: Node): Node;
  power(left: Node, right: Node): Node;
  readonly least: (left: Node, right: Node) => Node;
  readonly greatest: (left: Node, right: Node) => Node;
  negate(of: Node): Node;
  absolute(of: Node): Node;
  floor(of: Node): Node;
  squareRoot(of: Node): Node;
  /** Of an angle in radians. */
  sine(of: Node): Node;
  cosine(of: Node): Node;
  /** Without what is behind the point. */
  truncate(of: Node): Node;
  /** As a 32-bit number. Left out where it changes nothing. */
  single(of: Node): Node;
  /** A number that is 0 where it would be absent. */
  certain(of: Node): Node;
  draw(site: number, slots: number): Node;
}

/** `isSingle`: of columns, whether they hold 32-bit numbers. */
export function createNumberKit(interner: Interner, isSingle: (column: number) => boolean): NumberKit {
  const { make } = interner;
  const number = (value: number): Node => make(constant, { value, type: numberType });

  function isSingleNumber(node: Node): boolean {
    if (node.type.name === 'boolean') return true;
    const value = constantValue(node);
    if (value !== undefined) return Object.is(Math.fround(value), value);
    const read = asRead(node);
    if (read !== undefined) return isSingle(read.column);
    // Cells that effects on meters write hold 32-bit numbers.
    return (
      isOf(node, running) ||
      isOf(node, arithmetic.single) ||
      (operationOf(node).keepsSingle === true && node.args.every(isSingleNumber))
    );
  }

  return {
    number,
    turn: make(turn, {}),
    running: make(running, { type: numberType }),
    add: (left, right) => make(arithmetic.add, {}, left, right),
    subtract: (left, right) => make(arithmetic.subtract, {}, left, right),
    multiply: (left, right) => make(arithmetic.multiply, {}, left, right),
    divide: (left, right) => make(arithmetic.divide, { zeroDivisor: 'zero' }, left, right),
    power: (left, right) => make(arithmetic.power, {}, left, right),
    least: (left, right) => make(arithmetic.minimum, {}, left, right),
    greatest: (left, right) => make(arithmetic.maximum, {}, left, right),
    negate(of) {
      const value = constantValue(of);
      return value === undefined ? make(arithmetic.negate, {}, of) : number(-value);
    },
    absolute: (of) => make(arithmetic.absolute, {}, of),
    floor: (of) => make(arithmetic.floor, {}, of),
    squareRoot: (of) => make(squareRoot, {}, of),
    sine: (of) => make(sine, {}, of),
    cosine: (of) => make(cosine, {}, of),
    truncate(of) {
      const value = constantValue(of);
      return value === undefined ? make(arithmetic.truncate, {}, of) : number(Math.trunc(value) + 0);
    },
    single(of) {
      const value = constantValue(of);
      if (value !== undefined) return number(Math.fround(value));
      return isSingleNumber(of) ? of : make(arithmetic.single, {}, of);
    },
    certain: (of) => (interner.mayLack(of) ? make(otherwise, {}, of, number(0)) : of),
    draw: (site, slots) => make(draw, { site, slots }),
  };
}
