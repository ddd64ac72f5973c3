import type { Begun, Emission, Emitted, SharedLoop } from './emission.js';
import { type Code, js, numberCode, refuse } from './code.js';
import { isMissing } from '../columns/rows.js';
import type { Term } from '../term.js';
import { placeOf } from './parts.js';
import { constantValue, slotOf } from '../node-shape.js';
import type { AggregateData, BallRange } from '../ops/range.js';
import { type Around, keyOf } from './emit-around.js';
import { createWithinOne, fillWithin, spaceCells } from '../../state/space-cells.js';
import { type Space, cellsAlong } from '../../model/space.js';

/**
 * Members within a radius are found by a loop over the cells around, without a list. Aggregates of one function over
 * the same members share it.
 */

export type BallTerm = Term<AggregateData & { readonly range: BallRange }>;

/** The loop over the members of a ball. */
export function ballLoop({ args: [anchor, radius], data: { range, slot } }: BallTerm, emission: Emission): SharedLoop {
  const space = emission.model.spaces[range.space];
  return {
    name: `ball ${range.space} ${slot} ${keyOf(anchor)} ${keyOf(radius)}`,
    slot,
    kind: range.kind,
    begin: () => beginBall(space, anchor, radius, emission),
  };
}

function beginBall(space: Space, anchor: Term, radius: Term, emission: Emission): Begun {
  const { width, height, wrapX, wrapY } = space;
  const { across, down, square } = cellCounts(space, radius, emission);
  const own = emission.idOf(anchor);
  const holder = placeOf(anchor, emission);
  const [x, y] = [js`frame.state.x`, js`frame.state.y`].map((column) =>
    emission.keep(js`${emission.once(column)}[${holder}]`),
  );
  const inside = js`${holder} !== 0 && ${isAlongCode(x, width, wrapX)} && ${isAlongCode(y, height, wrapY)} && ${square} >= 0`;
  const looked = emission.variable(0);
  const [member, dx, dy] = [emission.name(), emission.name(), emission.name()];
  const names = Array.from({ length: 12 }, () => emission.name());
  const [cells, start, ids, xs, ys, column, row, first, last, more, at, to] = names;
  const [base, rest, turn] = [emission.name(), emission.name(), emission.name()];
  const find = emission.thing('spaceCells', spaceCells);
  const around = (body: Code) => js`if (${inside}) {
const ${cells} = ${find}(frame.state, ${space.index}, ${across}, ${down}, frame);
const ${start} = ${cells}.start, ${ids} = ${cells}.ids, ${xs} = ${cells}.x, ${ys} = ${cells}.y;
const ${column} = ${firstCode(x, js`${cells}.sideX`, across, wrapX)};
const ${last} = ${column} + ${countCode(x, js`${cells}.sideX`, across, wrapX, column)};
const ${more} = ${last} - ${across};
let ${row} = ${firstCode(y, js`${cells}.sideY`, down, wrapY)};
for (let ${turn} = ${countCode(y, js`${cells}.sideY`, down, wrapY, row)}; ${turn} > 0; ${turn}--) {
const ${base} = ${row} * ${across};
let ${first} = ${start}[${base} + ${column}], ${to} = ${start}[${base} + (${more} > 0 ? ${across} : ${last})], ${rest} = ${more};
for (;;) {
${looked} += ${to} - ${first};
for (let ${at} = ${first}; ${at} < ${to}; ${at}++) {
${wayCode(dx, js`${xs}[${at}] - ${x}`, width, wrapX)}
${wayCode(dy, js`${ys}[${at}] - ${y}`, height, wrapY)}
if (!(${dx} * ${dx} + ${dy} * ${dy} <= ${square})) continue;
const ${member} = ${ids}[${at}];
if (${member} === ${own}) continue;
${body}
}
if (${rest} <= 0) break;
${first} = ${start}[${base}]; ${to} = ${start}[${base} + ${rest}]; ${rest} = 0;
}
${row} = ${row} + 1 === ${down} ? 0 : ${row} + 1;
}
}`;
  return { member, around, looked, offset: { space: space.index, from: anchor, x: dx, y: dy } };
}

interface Counts {
  readonly across: Code;
  readonly down: Code;
  /** Of the radius; -1 where nothing is within. */
  readonly square: Code;
}

function cellCounts({ width, height }: Space, radius: Term, emission: Emission): Counts {
  const known = constantValue(radius);
  if (known !== undefined)
    return known >= 0
      ? {
          across: js`${cellsAlong(width, known)}`,
          down: js`${cellsAlong(height, known)}`,
          square: numberCode(known * known),
        }
      : { across: js`1`, down: js`1`, square: js`-1` };
  const { value, absence } = emission.of(radius);
  const present = js`${absence === undefined ? js`` : js`${absence} === 0 && `}${value} >= 0`;
  const along = emission.thing('cellsAlong', cellsAlong);
  const square = emission.keep(js`${present} ? ${value} * ${value} : -1`);
  const count = (length: number) => emission.keep(js`${square} >= 0 ? ${along}(${length}, ${value}) : 1`);
  return { across: count(width), down: count(height), square };
}

/** See `isAlong`. */
function isAlongCode(at: Code, length: number, wraps: boolean): Code {
  return wraps ? js`${at} >= 0 && ${at} < ${length}` : js`${at} >= 0 && ${at} <= ${length}`;
}

/** See `cellAlong`: counts are small. */
function cellCode(at: Code, side: Code, count: Code): Code {
  return js`Math.min(${at} / ${side} | 0, ${count} - 1)`;
}

/** See `firstBeside`. */
function firstCode(at: Code, side: Code, count: Code, wraps: boolean): Code {
  const cell = cellCode(at, side, count);
  return wraps ? js`(${cell} || ${count}) - 1` : js`Math.max(${cell} - 1, 0)`;
}

/** See `countBeside`. */
function countCode(at: Code, side: Code, count: Code, wraps: boolean, first: Code): Code {
  return wraps ? js`Math.min(3, ${count})` : js`Math.min(${cellCode(at, side, count)} + 2, ${count}) - ${first}`;
}

/** See `wayAlong`. */
function wayCode(name: Code, way: Code, length: number, wraps: boolean): Code {
  if (!wraps) return js`const ${name} = ${way};`;
  const half = length / 2;
  return js`let ${name} = ${way}; if (${name} > ${half}) ${name} -= ${length}; else if (${name} < ${-half}) ${name} += ${length};`;
}

/** For code that loops over them itself: in an array that this place in the code reuses. */
export function emitBall({ space }: BallRange, [anchor, radius]: readonly Term[], emission: Emission): Around {
  if (!emission.inFrame) return refuse('objects within a radius, which the primitives find for all rows at once');
  const found = emission.thing('', createWithinOne());
  const { value, absence } = emission.of(radius);
  const far = absence === undefined ? value : js`(${absence} === 0 ? ${value} : NaN)`;
  const fill = emission.thing('fillWithin', fillWithin);
  const to = emission.keep(js`${fill}(frame.state, ${space}, ${emission.idOf(anchor)}, ${far}, 0, ${found}, frame)`);
  const ids = emission.keep(js`${found}.ids`);
  return { memberAt: (place) => js`${ids}[${place}]`, from: js`0`, to, looked: emission.keep(js`${found}.looked`) };
}

interface OffsetTerm extends Term {
  readonly data: { readonly space: number; readonly axis: 'x' | 'y' };
}

/** The way from one object to another, missing where one is not in the space. For frames, or flat models. */
export function emitOffset({ args, data: { space: number, axis } }: OffsetTerm, emission: Emission): Emitted {
  const space = emission.model.spaces[number];
  const [from, to] = args.map((arg) => placeIn(space, arg, emission));
  const value = emission.variable(js`NaN`);
  const way = emission.name();
  const [length, wraps] = axis === 'x' ? [space.width, space.wrapX] : [space.height, space.wrapY];
  const ahead = wayCode(way, js`${to[axis]} - ${from[axis]}`, length, wraps);
  emission.add(js`if (${from.isIn} && ${to.isIn}) { ${ahead} ${value} = ${way}; }`);
  return { value, absence: emission.keep(js`${value} !== ${value} ? ${isMissing} : 0`) };
}

function placeIn({ index, width, height, wrapX, wrapY }: Space, of: Term, emission: Emission) {
  const holder = placeOf(of, emission);
  const along = (axis: 'x' | 'y') =>
    emission.derived(
      of,
      axis,
      () => js`${emission.once(axis === 'x' ? js`frame.state.x` : js`frame.state.y`)}[${holder}]`,
    );
  const [x, y] = [along('x'), along('y')];
  const isIn = emission.derived(
    of,
    `in ${index}`,
    () => js`${holder} !== 0 && ${isAlongCode(x, width, wrapX)} && ${isAlongCode(y, height, wrapY)}`,
  );
  return { x, y, isIn };
}

/** The way from the anchor of a loop to its member, which the loop has found. */
export function knownOffset({ args: [from, to], data }: OffsetTerm, emission: Emission): Code | undefined {
  const slot = slotOf(to);
  const known = slot === undefined ? undefined : emission.offsetIn(slot);
  if (known?.space !== data.space) return undefined;
  const isSame = from === known.from || (slotOf(from) !== undefined && slotOf(from) === slotOf(known.from));
  return isSame ? known[data.axis] : undefined;
}
