import { type Emission, type MemberLoop, type SharedLoop, kindOf } from './emission.js';
import { type Code, js, lines, sourceOf } from './code.js';
import type { Term } from '../term.js';
import { parentColumn } from './parts.js';
import { constantValue, slotOf } from '../node-shape.js';
import type { CellsRange } from '../ops/range.js';
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
 * at an edge they are looked up, into an array that this place in the code reuses. `unrolls`: where they are few.
 */
export function emitAround(range: CellsRange, outer: readonly Term[], emission: Emission, unrolls: boolean): Segment {
  const known = unrolls ? knownBall(range, outer[1], emission) : undefined;
  return known === undefined ? emitEveryAround(range, outer, emission) : emitFewAround(range, outer, known, emission);
}

/** A loop over few members that aggregates share, in frames; undefined where they are many. */
export function cellsLoop(
  range: CellsRange,
  slot: number,
  [anchor, far]: readonly Term[],
  emission: Emission,
): SharedLoop | undefined {
  const offsets = knownBall(range, far, emission);
  if (offsets === undefined) return undefined;
  const { grid, itself } = range;
  return {
    name: `cells ${grid} ${itself ? 1 : 0} ${slot} ${keyOf(anchor)} ${keyOf(far)}`,
    slot,
    kind: range.kind,
    begin() {
      const cell = cellCode(anchor, grid, emission);
      const distance = distanceCode(far, emission);
      const when = insideCode(grid, cell, anchor, distance, emission);
      const { first } = gridParts(grid, emission);
      const [member, plus, found, at] = [emission.name(), emission.name(), emission.name(), emission.name()];
      const looked = emission.variable(offsets.length);
      const find = searchCode(range, cell, distance, emission);
      const around = (body: Code) => js`if (${when}) {
const ${plus} = ${first} + ${cell};
${lines(offsets.map((offset) => js`{ const ${member} = ${plus} + ${offset}; ${body} }`))}
} else {
const ${found} = ${find};
${looked} = ${found}.looked;
for (let ${at} = 0; ${at} < ${found}.count; ${at}++) { const ${member} = ${found}.ids[${at}]; ${body} }
}`;
      return { member, around, looked };
    },
  };
}

/** What an anchor or a distance is, for the names of loops. */
export function keyOf(term: Term): string {
  const value = constantValue(term);
  const slot = slotOf(term);
  return value !== undefined ? `constant ${value}` : slot !== undefined ? `slot ${slot}` : `term ${term.id}`;
}

/** What is around a cell at an edge; nothing around none. */
function searchCode({ grid, itself }: CellsRange, cell: Code, { code: n }: Distance, emission: Emission): Code {
  const room = emission.thing('', createAroundOne());
  const find = emission.thing('findAround', findAround);
  const found = js`${find}(${indexCode(grid, emission)}, ${cell}, ${n}, ${itself ? 1 : 0}, ${room})`;
  return js`${cell} >= 0 ? ${found} : ${emission.thing('nobody', createAroundOne())}`;
}

/** Visits are counted with the members. */
function emitFewAround(
  range: CellsRange,
  [anchor, far]: readonly Term[],
  offsets: readonly number[],
  emission: Emission,
): Segment {
  const { grid } = range;
  const cell = cellCode(anchor, grid, emission);
  const found = emission.name();
  const distance = distanceCode(far, emission);
  const when = insideCode(grid, cell, anchor, distance, emission);
  const find = searchCode(range, cell, distance, emission);
  const plus = emission.name();
  const known = {
    when,
    plus,
    offsets,
    begin: () => {
      emission.add(js`const ${plus} = ${gridParts(grid, emission).first} + ${cell};`);
      emission.visit(js`${offsets.length}`);
    },
    search: () => {
      emission.add(js`const ${found} = ${find};`);
      emission.visit(js`${found}.looked`);
    },
  };
  return { memberAt: (place) => js`${found}.ids[${place}]`, from: js`0`, to: js`${found}.count`, known };
}

function emitEveryAround(range: CellsRange, [anchor, far]: readonly Term[], emission: Emission): Around {
  const { grid: number, itself } = range;
  const { width, neighbourhood } = emission.model.grids[number];
  const index = indexCode(number, emission);
  const [found, room] = [emission.name(), emission.thing('', createAroundOne())];
  const cell = cellCode(anchor, number, emission);
  const distance = distanceCode(far, emission);
  const own = itself ? 1 : 0;
  const [ids, plus] = [emission.variable(js`${room}.ids`), emission.variable(0)];
  const [to, looked] = [emission.variable(0), emission.variable(0)];
  const n = distance.code;
  const { first, rim } = gridParts(number, emission);
  const isInner = js`${first} !== 0 && ${rim}[${cell}] >= ${n}`;
  const odd = neighbourhood === 'hexagonal' ? js`Math.floor(${cell} / ${width}) & 1` : js`0`;
  const ball = ballCode(number, distance, own, odd, emission);
  const inner = js`${ids} = ${ball}; ${plus} = ${first} + ${cell}; ${to} = ${looked} = ${ids}.length;`;
  const find = js`${emission.thing('findAround', findAround)}(${index}, ${cell}, ${n}, ${own}, ${room})`;
  const edge = js`const ${found} = ${find}; ${to} = ${found}.count; ${ids} = ${found}.ids; ${looked} = ${found}.looked;`;
  emission.add(js`if (${isNear(cell, distance)}) { if (${isInner}) { ${inner} } else { ${edge} } }`);
  return { memberAt: (place) => js`${plus} + ${ids}[${place}]`, from: js`0`, to, looked };
}

/** The same for code that looks at few members only: each is found by its place. */
export function emitPlacesAround(range: CellsRange, [anchor, far]: readonly Term[], emission: Emission): Segment {
  const index = indexCode(range.grid, emission);
  const around = emission.thing('', createPlaces());
  const cell = cellCode(anchor, range.grid, emission);
  const distance = distanceCode(far, emission);
  const to = emission.variable(0);
  const begin = emission.thing('beginAround', beginAround);
  const given = js`${index}, ${cell}, ${distance.code}, ${range.itself ? 1 : 0}`;
  const search = js`if (${isNear(cell, distance)}) ${to} = ${begin}(frame.state, ${given}, ${around});`;
  const found = (place: Code) => js`${emission.thing('memberAround', memberAround)}(${around}, ${place})`;
  const offsets = knownBall(range, far, emission);
  if (offsets === undefined) {
    emission.add(search);
    return { memberAt: found, from: js`0`, to };
  }
  const list = emission.thing(`offsets ${offsets.join(' ')}`, Int32Array.from(offsets));
  const when = insideCode(range.grid, cell, anchor, distance, emission);
  const { first } = gridParts(range.grid, emission);
  emission.add(js`if (${when}) ${to} = ${offsets.length}; else ${search}`);
  return {
    memberAt: (place) => js`(${when} ? ${first} + ${cell} + ${list}[${place}] : ${found(place)})`,
    from: js`0`,
    to,
  };
}

/** Whether ids follow from cells, and no edge is too near. */
function insideCode(grid: number, cell: Code, anchor: Term, { code: n }: Distance, emission: Emission): Code {
  return emission.derived(anchor, `inside ${grid} ${sourceOf(n)}`, () => {
    const { first, rim } = gridParts(grid, emission);
    return js`${cell} >= 0 && ${first} !== 0 && ${rim}[${cell}] >= ${n}`;
  });
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
  return emission.derivedNow(find, stampsOfGrid(emission.model, grid));
}

/** Of the index of a grid. */
export function gridParts(grid: number, emission: Emission): Readonly<Record<'first' | 'count' | 'rim', Code>> {
  const index = indexCode(grid, emission);
  const part = (code: Code) => emission.derivedNow(code, stampsOfGrid(emission.model, grid));
  return { first: part(js`${index}.first`), count: part(js`${index}.count`), rim: part(js`${index}.rim`) };
}

/** The cell of an object, -1 where it has none. */
export function cellCode(anchor: Term, grid: number, emission: Emission): Code {
  return emission.derived(anchor, `cell ${grid}`, () => {
    const { first, count } = gridParts(grid, emission);
    const id = emission.idOf(anchor);
    const kind = kindOf(anchor, emission);
    // Mostly it hangs on the cell.
    const holder =
      kind === 0 || kind === emission.model.grids[grid].kind ? id : emission.keep(js`${parentColumn(emission)}[${id}]`);
    const offset = emission.keep(js`${holder} - ${first}`);
    const slower = js`${emission.thing('cellOf', cellOf)}(frame.state, ${grid}, ${id})`;
    return js`${offset} >= 0 && ${offset} < ${count} ? ${offset} : ${slower}`;
  });
}

/** Of more members a loop is short enough. */
const fewMembers = 9;

/** The differences of inner cells, where they are few and the same in all rows. */
function knownBall({ grid, itself }: CellsRange, far: Term, { model }: Emission): readonly number[] | undefined {
  const distance = distanceOf(constantValue(far) ?? -1);
  const { [grid]: of } = model.grids;
  if (distance < 0 || distance > 2 || of.neighbourhood === 'hexagonal') return undefined;
  const ball = [...makeBall(of, distance, itself ? 1 : 0, 0)];
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
