import { type EdgeList, addEdges } from '../../components/edges.js';
import type { WorldState } from '../../components/state.js';
import type { EdgeMaking, EdgesStep, EdgeTable } from '../../ir/start.js';
import type { Frame, Node } from '../../ir/node.js';
import { EdictError } from '../../kernel/errors.js';
import { describe } from '../../kernel/given.js';
import { isAbsent } from '../../eval/operation.js';
import {
  drawsOf,
  randomEdges,
  scaleFreeCount,
  scaleFreeEdges,
  smallWorldCount,
  smallWorldEdges,
} from './make-edges.js';
import type { StartRows } from './start-rows.js';
import { demandColumn } from './table-values.js';

/** What a step of edges needs. */
export interface EdgesRun {
  readonly state: WorldState;
  readonly frame: Frame;
  /** Over no object, rounded toward zero; 0 where it is absent or below 1. */
  readonly countOf: (node: Node) => number;
  /** Makes room for so many more edges, or throws; beyond a limit it throws before. */
  readonly makeRoom: (count: number) => void;
  readonly tableNamed: (name: string, format: string) => StartRows;
}

/** `nodes`: the objects that the graph joins, ascending. */
export function startEdges(run: EdgesRun, { graph, make }: EdgesStep, nodes: Int32Array): void {
  const places = edgesMade(run, make, nodes.length);
  const idsAt = (ends: Int32Array): Int32Array => ends.map((place) => nodes[place]);
  addEdges(run.state, graph, { from: idsAt(places.from), to: idsAt(places.to) });
}

function edgesMade(run: EdgesRun, make: EdgeMaking, nodes: number): EdgeList {
  const { frame, state } = run;
  switch (make.by) {
    case 'random': {
      const count = run.countOf(make.count);
      run.makeRoom(count);
      return randomEdges(nodes, count, drawsOf(state, frame, make.site));
    }
    case 'smallWorld': {
      const neighbours = run.countOf(make.neighbours);
      const rewire = frame.evaluate(make.rewire);
      if (neighbours < nodes) run.makeRoom(smallWorldCount(nodes, neighbours));
      return smallWorldEdges(nodes, neighbours, isAbsent(rewire) ? 0 : rewire, drawsOf(state, frame, make.site), frame);
    }
    case 'scaleFree': {
      const each = run.countOf(make.each);
      if (each < nodes) run.makeRoom(scaleFreeCount(nodes, each));
      return scaleFreeEdges(nodes, each, drawsOf(state, frame, make.site), frame);
    }
    case 'table': {
      const rows = run.tableNamed(make.table.name, make.table.format);
      run.makeRoom(rows.length);
      return edgesOfTable(rows, make.table, nodes);
    }
  }
}

function edgesOfTable(rows: StartRows, { from, to }: EdgeTable, nodes: number): EdgeList {
  const [firsts, seconds] = [from, to].map((column) => endsIn(rows, demandColumn(rows, column), nodes));
  const same = firsts.findIndex((end, row) => end === seconds[row]);
  if (same >= 0)
    throw new EdictError(
      'table',
      `${rows.where(same, demandColumn(rows, to))} joins node ${seconds[same]} to itself, expected two different nodes`,
      rows.name,
    );
  return { from: firsts, to: seconds };
}

const digits = /^\d{1,9}$/;

function endsIn(rows: StartRows, column: number, nodes: number): Int32Array {
  const ends = new Int32Array(rows.length);
  for (let row = 0; row < rows.length; row++) {
    const cell = rows.cell(row, column);
    const end = typeof cell === 'string' && !digits.test(cell) ? NaN : Number(cell ?? NaN);
    if (!Number.isInteger(end) || end < 0 || end >= nodes || typeof cell === 'boolean')
      throw new EdictError(
        'table',
        `${rows.where(row, column)} is ${describe(cell)}, expected the number of a node from 0 to ${nodes - 1}`,
        rows.name,
      );
    ends[row] = end;
  }
  return ends;
}
