import type { Grid } from '../model/connection.js';
import { type Column, type Model, kindAt } from '../model/model.js';
import type { CellValue, Handle, World } from '../world/api.js';
import { askedBy } from './command.js';
import type { Raster } from './png.js';

/** A raster of the world, and what its colours mean. */
export interface PictureMap extends Raster {
  readonly legend: readonly (readonly [colour: string, text: string])[];
}

const blank = '#ffffff';
const words = ['#efe9db', '#7fb069', '#e4572e', '#4d4d4d', '#3b6ea8', '#e0a526', '#8a5a9c', '#4aa3a2'];
const ramp = ['#f7ecc4', '#f3dc96', '#eecb6a', '#dfae3c', '#c48a2a', '#9f681f', '#754a19', '#4c3013'];
const kinds = ['#20497a', '#c2272d', '#6b2f86', '#0f7173', '#b8670e', '#1d1d1d'];

/**
 * The cells of the first grid with objects, or else all points of the plane. Without `colour`, a cell is coloured by
 * the last kind of object on it, or by the first property of its kind that has a few values. Undefined where nothing
 * has a place.
 */
export function mapOf(world: World, colour: string | undefined): PictureMap | undefined {
  const { model } = world.program;
  const grid = model.grids.find(({ kind }) => world.query({ kind: kindAt(model, kind).name }).length > 0);
  const canvas = grid === undefined ? planeOf(world) : gridOf(grid);
  if (canvas === undefined) return undefined;
  const cells = grid === undefined ? [] : world.query({ kind: kindAt(model, grid.kind).name });
  const painter = createPainter(canvas);
  const property = colour === undefined && grid !== undefined ? usualProperty(model, grid.kind) : undefined;
  const by = colour ?? property?.name;
  if (by !== undefined) paintValues(painter, world, grid === undefined ? world.query() : cells, by);
  if (colour === undefined) paintKinds(painter, world, grid?.kind);
  return painter.map();
}

interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Undefined outside. */
  readonly placeOf: (x: number, y: number) => number | undefined;
}

function gridOf({ width, height }: Grid): Canvas {
  return {
    width,
    height,
    placeOf: (x, y) => {
      const [column, row] = [Math.floor(x), Math.floor(y)];
      return column >= 0 && row >= 0 && column < width && row < height ? row * width + column : undefined;
    },
  };
}

const planeSide = 200;

/** Scaled so that all points fit. */
function planeOf(world: World): Canvas | undefined {
  const points = world.query().flatMap((object) => world.positionOf(object) ?? []);
  if (points.length === 0) return undefined;
  const extent = (of: readonly number[]) =>
    of.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  const [left, right] = extent(points.map(({ x }) => x));
  const [top, bottom] = extent(points.map(({ y }) => y));
  const scale = (planeSide - 1) / (Math.max(right - left, bottom - top) || 1);
  const [width, height] = [right - left, bottom - top].map((length) => Math.floor(length * scale) + 1);
  return {
    width,
    height,
    placeOf: (x, y) => Math.floor((y - top) * scale) * width + Math.floor((x - left) * scale),
  };
}

function createPainter({ width, height, placeOf }: Canvas) {
  const pixels = new Uint8Array(width * height);
  const palette = [blank];
  const legend: (readonly [string, string])[] = [];
  return {
    add(colour: string, text: string): number {
      legend.push([colour, text]);
      return palette.push(colour) - 1;
    },
    /** Without an entry in the legend. */
    addTone: (colour: string): number => palette.push(colour) - 1,
    paint(world: World, object: Handle, colour: number): void {
      const position = world.positionOf(object);
      const place = position === null ? undefined : placeOf(position.x, position.y);
      if (place !== undefined) pixels[place] = colour;
    },
    map: (): PictureMap => ({ width, height, pixels, palette, legend }),
  };
}

type Painter = ReturnType<typeof createPainter>;

function usualProperty({ columns }: Model, kind: number): Column | undefined {
  const own = columns.filter((column) => column.role === 'property' && column.kinds[kind] === 1);
  const few = own.find(({ type }) => type.name === 'boolean' || type.name === 'enumeration');
  return few ?? own.find(({ type }) => type.name === 'number');
}

function paintValues(painter: Painter, world: World, objects: readonly Handle[], by: string): void {
  const values = objects.map((object) => valueOf(world, object, by));
  const known = values.filter((value) => value !== undefined && value !== null);
  const isProperty = world.program.model.columnByName.has(by);
  const numbers = known.filter((value) => typeof value === 'number');
  const colourOf =
    numbers.length > 0 ? rampOf(painter, numbers, isProperty ? `${by} ` : '') : wordsOf(painter, world, known, by);
  objects.forEach((object, i) => {
    const value = values[i];
    if (value !== undefined && value !== null) painter.paint(world, object, colourOf(value));
  });
}

/** Of a property by its name, or of a condition or number over `self`. */
function valueOf(world: World, object: Handle, by: string): CellValue | undefined {
  if (world.program.model.columnByName.has(by)) return world.get(object, by);
  return askedBy('--colour', by, () => world.questions.evaluate(by, { source: object }));
}

const fewNumbers = 5;

/** Few numbers have a tone each, others the nearest of all tones. */
function rampOf(painter: Painter, numbers: readonly number[], prefix: string) {
  const text = (value: number) => `${prefix}${Number(value.toPrecision(4))}`;
  const last = ramp.length - 1;
  const found = [...new Set(numbers)].sort((a, b) => a - b);
  if (found.length <= fewNumbers) {
    const toneOf = (i: number) => ramp[Math.round((i * last) / Math.max(1, found.length - 1))];
    const tones = new Map<CellValue, number>(found.map((value, i) => [value, painter.add(toneOf(i), text(value))]));
    return (value: CellValue) => tones.get(value) ?? 0;
  }
  const [least, greatest] = [found[0], found[found.length - 1]];
  const tones = ramp.map((colour, i) => {
    if (i === 0) return painter.add(colour, text(least));
    return i === last ? painter.add(colour, text(greatest)) : painter.addTone(colour);
  });
  const share = (value: number) => (value - least) / (greatest - least);
  return (value: CellValue) => tones[Math.min(last, Math.floor(share(Number(value)) * ramp.length))];
}

/** In the order of their enumeration; false before true. */
function wordsOf(painter: Painter, world: World, known: readonly CellValue[], by: string) {
  const type = world.program.model.columnByName.get(by)?.type;
  const order = type?.name === 'enumeration' ? world.program.model.enumerations[type.index].members : [false, true];
  const found = [...new Set(known)].sort((a, b) => order.indexOf(a as never) - order.indexOf(b as never));
  const colours = new Map(
    found.map((value) => {
      const colour = words[Math.max(0, order.indexOf(value as never)) % words.length];
      return [
        value,
        painter.add(
          colour,
          typeof value === 'boolean' && type !== undefined ? `${value ? '' : 'not '}${by}` : String(value),
        ),
      ];
    }),
  );
  return (value: CellValue) => colours.get(value) ?? 0;
}

/** Later kinds lie above earlier ones. */
function paintKinds(painter: Painter, world: World, cell: number | undefined): void {
  const { model } = world.program;
  let drawn = 0;
  for (const { name, index } of model.kinds) {
    const objects = index === cell ? [] : world.query({ kind: name }).filter((each) => world.positionOf(each) !== null);
    if (objects.length === 0) continue;
    const colour = painter.add(kinds[drawn++ % kinds.length], name);
    for (const object of objects) painter.paint(world, object, colour);
  }
}

/** Before turns are run: what is wrong with the text itself. */
export function demandColour(world: World, colour: string | undefined): void {
  if (colour === undefined) return;
  const [first] = world.query();
  if (first !== undefined) valueOf(world, first, colour);
}
