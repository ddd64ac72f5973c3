import { EdictError } from '../../kernel/errors.js';
import { shorten } from '../../kernel/given.js';
import type { StartCell, StartRows } from './start-rows.js';

/**
 * CSV as in RFC 4180, read strictly: a line of names, then lines with as many cells, separated by commas; cells with
 * commas, quotes or line ends stand in double quotes, in which a quote is doubled. A byte order mark may come first, a
 * line ends with LF or CRLF, and the last one may end with the text. Cells are kept by their places in the text.
 */
export function readCsv(name: string, given: string): StartRows {
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given;
  const { starts, ends, width } = cellsOf(name, text);
  const names = Array.from({ length: width }, (_, column) => textAt(text, starts[column], ends[column]));
  const twice = names.findIndex((each, column) => names.indexOf(each) < column);
  if (twice >= 0)
    throw faultAt(name, text, starts[twice], `a second column ${shorten(names[twice])}, expected each name once`);
  const cellAt = (row: number, column: number): StartCell => {
    const cell = (row + 1) * width + column;
    return textAt(text, starts[cell], ends[cell]);
  };
  return {
    name,
    length: starts.length / width - 1,
    columns: names,
    cell: cellAt,
    where: (row, column) => placeIn(name, text, starts[(row + 1) * width + column]),
  };
}

interface Cells {
  /** By cell, row by row, with quotes. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly width: number;
}

const comma = 44;
const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;

function cellsOf(name: string, text: string): Cells {
  if (text === '') throw new EdictError('table', `${name} is empty; its first line must name the columns`, name);
  let starts = new Int32Array(1_024);
  let ends = new Int32Array(1_024);
  let count = 0;
  let width = 0;
  let first = 0;
  let at = 0;
  for (;;) {
    const start = at;
    at = text.charCodeAt(at) === quote ? quotedEnd(name, text, at) : plainEnd(name, text, at);
    if (count === starts.length) [starts, ends] = [larger(starts), larger(ends)];
    starts[count] = start;
    ends[count++] = at;
    if (text.charCodeAt(at) === comma) {
      at++;
      continue;
    }
    if (width === 0) width = count;
    else if (count - first !== width) throw unequal(name, text, starts[first], count - first, width);
    first = count;
    at = afterLine(text, at);
    if (at >= text.length) return { starts: starts.slice(0, count), ends: ends.slice(0, count), width };
  }
}

function larger(places: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * places.length);
  more.set(places);
  return more;
}

function plainEnd(name: string, text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === comma || isLineEnd(text, at)) return at;
    if (code === quote)
      throw faultAt(name, text, at, 'a quote within a cell; put the whole cell in quotes and double this quote');
    if (code === carriageReturn)
      throw faultAt(name, text, at, 'a carriage return without a line feed; end lines with LF or CRLF');
  }
  return text.length;
}

function quotedEnd(name: string, text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) === quote) continue;
    const end = at + 1;
    if (end === text.length || text.charCodeAt(end) === comma || isLineEnd(text, end)) return end;
    throw faultAt(name, text, end, 'text after the closing quote; end the cell there, or double the quote');
  }
  throw faultAt(name, text, from, 'a quote that is not closed; add a closing quote');
}

function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed);
}

function afterLine(text: string, at: number): number {
  return text.charCodeAt(at) === carriageReturn ? at + 2 : at + 1;
}

function textAt(text: string, start: number, end: number): string {
  return text.charCodeAt(start) === quote && end > start
    ? text.slice(start + 1, end - 1).replaceAll('""', '"')
    : text.slice(start, end);
}

function unequal(name: string, text: string, at: number, found: number, width: number): EdictError {
  const wanted = `${width} as in its first line`;
  return faultAt(name, text, at, `${found} ${found === 1 ? 'cell' : 'cells'}, expected ${wanted}`);
}

function faultAt(name: string, text: string, at: number, what: string): EdictError {
  return new EdictError('table', `${placeIn(name, text, at)} has ${what}`, name);
}

/** Counted only for messages: lines of a file are many. */
function placeIn(name: string, text: string, at: number): string {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) {
    line++;
    lineStart = end + 1;
  }
  return `${name}:${line}:${at - lineStart + 1}`;
}
