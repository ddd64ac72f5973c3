import { EdictError } from '../kernel/errors.js';
import { type PictureMap, mapOf } from './picture-map.js';
import { pngOf } from './png.js';
import { type OptionRow, fileToWrite, filled, misused, refuseToReplace, usageError } from './command.js';
import { extent, reportsOf } from './run-reports.js';
import type { World } from '../world/api.js';
import { grouped } from './terminal.js';

export const pictureOption: OptionRow = [
  '--picture <file>',
  'draw a map of the world at the end, and charts of its reports, to an .svg file',
  { read: fileToWrite },
];

export const colourOption: OptionRow = [
  '--colour <value>',
  'what colours the cells of the picture: a property, or a condition or number over self',
  { read: filled('name a property, or give an expression over self') },
];

const width = 640;
const margin = 12;
const side = 300;
const leastChart = 68;
const greatestChart = 150;
const lineHeight = 16;
const legendWidth = 96;
const mostCharts = 8;
const mostPoints = 300;

const ink = '#333333';
const line = '#3b6ea8';
const faint = '#d9d9d9';

interface PictureChoice {
  readonly title: string;
  readonly seed: string | undefined;
  readonly colour: string | undefined;
}

/** A map of the world as it is, and a chart of each report since it was made, as SVG. */
export function pictureOf(world: World, { title: name, seed, colour }: PictureChoice): string {
  const title = `${name}, ${seed === undefined ? '' : `seed ${seed}, `}turn ${grouped(world.turn)}`;
  const reports = reportsOf(world);
  const map = mapOf(world, colour);
  const charts = [...reports.series].slice(0, mostCharts);
  const hasCharts = charts.length > 0 && reports.turns.length > 0;
  if (map === undefined && !hasCharts)
    throw new EdictError(
      'no-picture',
      'there is nothing to draw: no object has a place and the content has no reports; give it reports, or leave --picture out',
    );
  const drawn = map === undefined ? { parts: [], height: 0 } : drawMap(map, margin, 2 * lineHeight);
  const left = map === undefined ? margin : side + 2 * margin;
  const right = width - margin;
  const top = 2 * lineHeight;
  const chartHeight = Math.min(greatestChart, Math.max(leastChart, Math.floor(drawn.height / charts.length)));
  const plots = hasCharts
    ? charts.flatMap(([name, values], i) =>
        drawChart(name, reports.turns, values, { left, right, top: top + i * chartHeight, height: chartHeight }),
      )
    : [];
  const height = top + Math.max(drawn.height, hasCharts ? charts.length * chartHeight : 0) + margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
      `height="${height}" font-family="sans-serif" font-size="11" fill="${ink}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    textAt(margin, lineHeight + 2, title, 'font-weight="bold" font-size="13"'),
    ...drawn.parts,
    ...plots,
    '</svg>\n',
  ].join('\n');
}

/** With its legend below. */
function drawMap(map: PictureMap, left: number, top: number) {
  const scale = side / Math.max(map.width, map.height);
  const [across, down] = [rounded(map.width * scale), rounded(map.height * scale)];
  const data = pngOf(map).toString('base64');
  const perRow = Math.floor(side / legendWidth);
  const legend = map.legend.flatMap(([colour, text], i) => {
    const x = left + (i % perRow) * legendWidth;
    const y = top + down + 6 + Math.floor(i / perRow) * lineHeight;
    return [
      `<rect x="${x}" y="${rounded(y)}" width="10" height="10" fill="${colour}" stroke="${faint}"/>`,
      textAt(x + 14, y + 9, shortened(text, 16)),
    ];
  });
  return {
    height: down + 6 + Math.ceil(map.legend.length / perRow) * lineHeight,
    parts: [
      `<image x="${left}" y="${top}" width="${across}" height="${down}" style="image-rendering:pixelated" ` +
        `href="data:image/png;base64,${data}"/>`,
      `<rect x="${left}" y="${top}" width="${across}" height="${down}" fill="none" stroke="${faint}"/>`,
      ...legend,
    ],
  };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly height: number;
}

/** Its scale goes from the least to the greatest value. */
function drawChart(name: string, turns: Float64Array, values: Float64Array, { left, right, top, height }: Box) {
  const [least, greatest] = extent(values);
  const last = values[values.length - 1];
  const bottom = top + height - 20;
  const first = turns[0];
  const span = turns[turns.length - 1] - first || 1;
  const rise = greatest - least || 1;
  const x = (turn: number) => left + ((turn - first) / span) * (right - left);
  const y = (value: number) => bottom - ((value - least) / rise) * (bottom - top - lineHeight);
  const each = Math.ceil(values.length / mostPoints);
  let path = '';
  for (let i = 0; i < values.length; i += each)
    path += Number.isFinite(values[i])
      ? `${isGap(values, i - each) ? 'M' : 'L'}${rounded(x(turns[i]))} ${rounded(y(values[i]))}`
      : '';
  const range = Number.isNaN(least)
    ? 'absent'
    : `${grouped(least)} to ${grouped(greatest)}, last ${Number.isNaN(last) ? 'absent' : grouped(last)}`;
  return [
    textAt(left, top + 10, shortened(name, 24), 'font-weight="bold"'),
    textAt(right, top + 10, range, 'text-anchor="end"'),
    `<path d="M${left} ${bottom}H${right}" stroke="${faint}" fill="none"/>`,
    `<path d="${path}" stroke="${line}" fill="none" stroke-width="1.5"/>`,
  ];
}

function isGap(values: Float64Array, before: number): boolean {
  return before < 0 || !Number.isFinite(values[before]);
}

function textAt(x: number, y: number, text: string, attributes = ''): string {
  return `<text x="${rounded(x)}" y="${rounded(y)}"${attributes === '' ? '' : ` ${attributes}`}>${escaped(text)}</text>`;
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Names of content may hold anything. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Before anything is run. */
export function demandPicture(picture: string | undefined, colour: string | undefined): void {
  if (picture === undefined) {
    if (colour !== undefined) throw usageError('--colour is for the cells of a picture; give --picture too');
    return;
  }
  if (!picture.endsWith('.svg')) throw misused('--picture', picture, 'give a name that ends in .svg');
  refuseToReplace(picture, '--picture', 'picture', isPicture);
}

function isPicture(beginning: Buffer): boolean {
  return beginning.toString('latin1').startsWith('<svg');
}
