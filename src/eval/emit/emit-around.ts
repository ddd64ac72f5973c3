import { type Emission, type MemberLoop, kindOf } from './emission.js';
import { type Code, js } from './code.js';
import type { Term } from '../term.js';
import { derivedNow, parentColumn } from './parts.js';
import { constantValue } from '../node-shape.js';
import type { CellsRange } from '../ops/range.js';
import type { Grid } from '../../model/connection.js';
import { beginAround, createPlaces, memberAround } from '../../state/places-around.js';
import {
  ballOf,
  cellOf,
  createAroundOne,
  distanceOf,
  farthestNear,
  findAround,
  gridIndex,
  makeBall,
  stampsOfGrid,
} from '../../state/grid-cells.js';

/** Members of a range. */
export interface Segment extends Omit<MemberLoop, 'slot' | 'kind'> {
  /** Places looked at, where they are others than the members. */
  readonly looked?: Code;
}

/** Members that are found by their places. */
export interface Places extends Segment {
  /** For code that goes through all, where that is quicker. */
  readonly all?: Segment;
}

export interface Around extends Segment {
  readonly looked: Code;
}

/**
 * The members of a neighbourhood. Where ids follow from cells, those of an inner cell are its id and fixed differences;
 * at an edge they are looked up, into an array that this place in the code reuses.
 */
export function emitAround(range: CellsRange, [anchor, far]: readonly Term[], emission: Emission): Around {
  const { grid: number, itself } = range;
  const { width, height, neighbourhood } = emission.model.grids[number];
  const index = indexCode(number, emission);
  const found = emission.thing('', createAroundOne());
  const cell = cellCode(anchor, number, emission);
  const distance = distanceCode(far, emission);
  const own = itself ? 1 : 0;
  const [ids, plus] = [emission.variable(js`${found}.ids`), emission.variable(0)];
  const [to, looked] = [emission.variable(0), emission.variable(0)];
  const x = emission.keep(js`${cell} % ${width}`);
  const y = emission.keep(js`(${cell} - ${x}) / ${width} | 0`);
  const n = distance.code;
  const isInner = js`${index}.first !== 0 && ${x} >= ${n} && ${x} < ${width} - ${n} && ${y} >= ${n} && ${y} < ${height} - ${n}`;
  const ball = ballCode(number, distance, own, neighbourhood === 'hexagonal' ? js`${y} & 1` : js`0`, emission);
  const offsets = knownBall(emission.model.grids[number], constantValue(far), own);
  const members = offsets === undefined ? js`${ids}.length` : js`${offsets.length}`;
  const inner = js`${ids} = ${ball}; ${plus} = ${index}.first + ${cell}; ${to} = ${looked} = ${members};`;
  const find = emission.thing('findAround', findAround);
  const edge = js`${to} = ${find}(${index}, ${cell}, ${n}, ${own}, ${found}); ${ids} = ${found}.ids; ${looked} = ${found}.looked;`;
  emission.add(js`if (${isNear(cell, distance)}) { if (${isInner}) { ${inner} } else { ${edge} } }`);
  const known = offsets && { plus, offsets };
  return { memberAt: (place) => js`${plus} + ${ids}[${place}]`, from: js`0`, to, looked, known };
}

/** The same for code that looks at few members only: each is found by its place. */
export function emitPlacesAround(range: CellsRange, [anchor, far]: readonly Term[], emission: Emission): Segment {
  const index = indexCode(range.grid, emission);
  const around = emission.thing('', createPlaces());
  const cell = cellCode(anchor, range.grid, emission);
  const distance = distanceCode(far, emission);
  const to = emission.variable(0);
  const begin = emission.thing('beginAround', beginAround);
  emission.add(
    js`if (${isNear(cell, distance)}) ${to} = ${begin}(frame.state, ${index}, ${cell}, ${distance.code}, ${range.itself ? 1 : 0}, ${around});`,
  );
  return {
    memberAt: (place) => js`${emission.thing('memberAround', memberAround)}(${around}, ${place})`,
    from: js`0`,
    to,
  };
}

function isNear(cell: Code, distance: Distance): Code {
  return distance.isKnown ? js`${cell} >= 0` : js`${cell} >= 0 && ${distance.code} >= 0`;
}

function ballCode(grid: number, { code, isKnown }: Distance, own: number, odd: Code, emission: Emission): Code {
  const ball = (row: Code) => js`${emission.thing('ballOf', ballOf)}(frame.state, ${grid}, ${code}, ${own}, ${row})`;
  if (!isKnown) return ball(odd);
  const even = emission.once(ball(js`0`));
  return emission.model.grids[grid].neighbourhood === 'hexagonal'
    ? js`(${odd} ? ${emission.once(ball(js`1`))} : ${even})`
    : even;
}

export function indexCode(grid: number, emission: Emission): Code {
  const find = js`${emission.thing('gridIndex', gridIndex)}(frame.state, ${grid})`;
  return derivedNow(find, stampsOfGrid(emission.model, grid), emission);
}

/** The cell of an object, -1 where it has none. */
export function cellCode(anchor: Term, grid: number, emission: Emission): Code {
  return emission.derived(anchor, `cell ${grid}`, () => {
    const index = indexCode(grid, emission);
    const id = emission.idOf(anchor);
    const kind = kindOf(anchor, emission);
    // Mostly it hangs on the cell.
    const holder =
      kind === 0 || kind === emission.model.grids[grid].kind ? id : emission.keep(js`${parentColumn(emission)}[${id}]`);
    const offset = emission.keep(js`${holder} - ${index}.first`);
    const slower = js`${emission.thing('cellOf', cellOf)}(frame.state, ${grid}, ${id})`;
    return js`${offset} >= 0 && ${offset} < ${index}.count ? ${offset} : ${slower}`;
  });
}

/** Of more members a loop is short enough. */
const fewMembers = 9;

/** The differences of inner cells, where they are few and the same in all rows. */
function knownBall(grid: Grid, value: number | undefined, itself: number): readonly number[] | undefined {
  const distance = distanceOf(value ?? -1);
  if (distance < 0 || distance > 2 || grid.neighbourhood === 'hexagonal') return undefined;
  const ball = [...makeBall(grid, distance, itself, 0)];
  return ball.length <= fewMembers ? ball : undefined;
}

interface Distance {
  readonly code: Code;
  /** The same everywhere, and at least 0. */
  readonly isKnown: boolean;
}

function distanceCode(far: Term, emission: Emission): Distance {
  const value = constantValue(far);
  if (value !== undefined && value >= 0) return { code: js`${distanceOf(value)}`, isKnown: true };
  const { value: given, absence } = emission.of(far);
  const number = js`${given} >= ${farthestNear} ? ${farthestNear} : ${given} >= 0 ? Math.floor(${given}) : -1`;
  return {
    code: emission.keep(absence === undefined ? number : js`${absence} === 0 ? (${number}) : -1`),
    isKnown: false,
  };
}
