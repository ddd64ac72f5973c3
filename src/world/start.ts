import { startColumns } from '../ask/start-columns.js';
import { edgeCount } from '../components/edges.js';
import { createFrame } from '../eval/interpreter.js';
import { startTurn } from '../ir/start.js';
import { header } from '../kernel/arena.js';
import { EdictError, WorldFullError } from '../kernel/errors.js';
import { entriesGiven, shorten } from '../kernel/given.js';
import { kept } from '../kernel/maps.js';
import { runStart } from '../meaning/start/run-start.js';
import { rowsGiven } from '../meaning/start/rows-given.js';
import type { StartRows, TableGiven } from '../meaning/start/start-rows.js';
import { type StartTools, bulkStartTools, plainStartTools } from '../meaning/start/start-tools.js';
import type { ExecutorName } from './api.js';
import { type WorldCore, growEdges, growRoom, growing } from './core.js';
import { settle } from './variables.js';

export type TablesGiven = Readonly<Record<string, TableGiven>>;

/** Runs the steps of `start` in a new world. Throws where one fails; the world is then of no use. */
export function startWorld(core: WorldCore, executor: ExecutorName, tables: TablesGiven): void {
  const { state } = core;
  const steps = core.program.rules.start;
  if (steps === undefined) return;
  runStart(
    {
      state,
      frame: createFrame(state, startTurn),
      tools: toolsOf(core, executor),
      makeRoom: (count) => {
        makeRoom(core, count);
      },
      makeEdgeRoom: (count) => {
        growEdges(core, edgeCount(state) + count);
      },
      settle: () => {
        settle(core);
      },
      tableNamed: tablesBy(tables),
    },
    steps,
  );
  core.writeCheck?.note();
}

function toolsOf(core: WorldCore, executor: ExecutorName): StartTools {
  const { state } = core;
  const tools = executor === 'reference' ? plainStartTools(state) : bulkStartTools(state, startColumns(state));
  return { ...tools, bear: (litter) => growing(core, () => tools.bear(litter)) };
}

/** At once, so that no object is made where there is no room for all. */
function makeRoom(core: WorldCore, count: number): void {
  // Growth replaces the arena.
  const room = () => core.state.identity.kind.length - 1;
  const live = core.state.arena.header[header.live];
  while (room() - live < count) if (!growRoom(core, 'places')) throw new WorldFullError(room());
}

function tablesBy(given: TablesGiven): (name: string, format: string) => StartRows {
  const tables = new Map(entriesGiven('tables', given, 'an object of tables by name'));
  const read = new Map<string, StartRows>();
  return (name, format) => {
    const table = tables.get(name);
    if (table === undefined)
      throw new EdictError(
        'table',
        `nothing was given for the table ${shorten(name)}; give createWorld its ` +
          `${format === 'csv' ? 'text or rows' : 'columns'} under \`tables\`, such as by readTables of edict/node`,
      );
    return kept(read, name, () => rowsGiven(name, table));
  };
}
