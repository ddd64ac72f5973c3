import { turnOf } from '../components/clock.js';
import { hasCell, readCell } from '../components/cells.js';
import type { WorldState } from '../components/state.js';
import { DecisionNeeded } from '../events/event.js';
import type { ColumnArray } from '../kernel/arena.js';
import { EdictError, WorldFullError, blaming } from '../kernel/errors.js';
import { listGiven, refused, textGiven } from '../kernel/given.js';
import { handleOf, idLimit, resolve } from '../kernel/identity.js';
import { touch } from '../model/stamps.js';
import { type Asked, type Selection, readTerms } from '../state/ecs/query.js';
import type { Term, ViewParts } from '../state/ecs/terms.js';
import { demandNoneOutgrown } from '../state/world-state.js';
import { addSystem } from '../systems/schedule.js';
import type { HostSystem } from './api.js';
import { createCommands } from './commands.js';
import { declaredReads } from './declared-reads.js';
import { type WorldCore, drawn } from './core.js';
import type { QuerySystem, SystemContext } from './api.js';
import { insideView, selectionOf, termOf, valuesNamed, writtenStamps } from './ecs-view.js';
import { optionsGiven } from './host-arguments.js';

/** Functions of the host that run in phases: over the world, or over the arrays that they declare. */

/** Adds it to a world, also to a copy of the one that it was given to. */
export type Install = (core: WorldCore) => void;

export function addHostSystem(core: WorldCore, given: HostSystem | QuerySystem): void {
  const install = installer(core, given);
  install(core);
  core.hostSystems.push(install);
}

function installer(core: WorldCore, given: HostSystem | QuerySystem): Install {
  const known = ['name', 'phase', 'run', 'query', 'reads', 'writes'];
  const read = optionsGiven('addSystem', given as QuerySystem, known);
  const { name, phase, query, reads, writes } = read;
  const run: unknown = Reflect.get(read, 'run');
  textGiven('the name of a system', name);
  textGiven(`the phase of system ${name}`, phase);
  if (typeof run !== 'function') throw refused(`run of system ${name}`, run, 'a function');
  // Its `this` is the object given.
  const call = (argument: unknown): unknown => Reflect.apply(run, given, [argument]);
  if ((query as unknown) !== undefined) return querySystem(core, { name, phase, call, query, reads, writes });
  if (reads !== undefined || writes !== undefined)
    throw new EdictError(
      'bad-option',
      `system ${name} declares reads or writes but has no query; give it one, [] for all objects`,
      name,
    );
  return (to) => {
    addSystem(to.schedule, {
      name,
      phase,
      run() {
        duringSystem(to, name, () => {
          runSystem(to, name, () => call(to.world()));
        });
      },
    });
  };
}

interface Given extends Pick<QuerySystem, 'name' | 'phase' | 'query'> {
  readonly reads: readonly string[] | undefined;
  readonly writes: readonly string[] | undefined;
  readonly call: (context: SystemContext) => unknown;
}

function querySystem(core: WorldCore, { name, phase, call, query, reads = [], writes = [] }: Given): Install {
  const { parts } = insideView(core.view());
  const asked = readTerms(query, (term) => termOf(parts, term));
  const written = listGiven(`writes of system ${name}`, writes, 'a list of names');
  const names = [...new Set([...listGiven(`reads of system ${name}`, reads, 'a list of names'), ...written])];
  for (const each of names) valuesNamed(parts, each);
  // Refused here, not in the first turn.
  for (const each of written) writtenStamps(core.state, termOf(parts, valuesNamed(parts, each)));
  return (to) => {
    const own = insideView(to.view());
    const stamps = written.flatMap((each) => writtenStamps(to.state, termOf(own.parts, valuesNamed(own.parts, each))));
    const selection = selectionOf(own, inOther(own.parts, asked));
    const context = createContext(to, name, selection, names);
    addSystem(to.schedule, {
      name,
      phase,
      run() {
        context.begin();
        to.writing = stamps;
        try {
          duringSystem(to, name, () => {
            runSystem(to, name, () => {
              const result = call(context.shown);
              context.demandKept();
              return result;
            });
          });
          context.commands.end();
          noteWritten(to.state, stamps);
          blaming(`a command of system ${name}`, name, () => {
            duringSystem(to, name, () => {
              context.commands.apply();
            });
          });
        } finally {
          to.writing = [];
          context.end();
        }
      },
    });
  };
}

function noteWritten({ stamps }: WorldState, written: readonly number[]): void {
  for (const stamp of written) touch(stamps, stamp);
}

/** The terms of a copy of the world, by name. */
function inOther(parts: ViewParts, asked: Asked): Asked {
  const same = (terms: readonly Term[]) =>
    terms.map((term) => {
      for (const each of parts.terms.values()) if (each.what === term.what && each.name === term.name) return each;
      return term;
    });
  return { all: same(asked.all), any: same(asked.any), none: same(asked.none) };
}

type Fields = Readonly<Record<string, ColumnArray>>;

function createContext(core: WorldCore, name: string, selection: Selection, names: readonly string[]) {
  const { state } = core;
  const { parts, refusals } = insideView(core.view());
  const [columnNames, others] = [
    names.filter((each) => parts.columns.has(each)),
    names.filter((each) => !parts.columns.has(each)),
  ];
  const columns = declaredReads<ColumnArray>(refusals, { system: name, what: 'columns' }, columnNames);
  const components = declaredReads<Fields>(refusals, { system: name, what: 'components' }, others);
  for (const each of others) components[each] = valuesNamed(parts, each) as Fields;
  const commands = createCommands(core, name);
  const shown = {
    ids: selection.ids(),
    columns,
    components,
    commands,
    random: (stream: string = name): number => drawn(core, stream),
    idOf: (handle: number) => (handle > 0 ? resolve(state.identity, handle) : 0),
    handleOf: (id: number) => handleOf(state.identity, id),
    turn: 0,
    world: core.world(),
  };
  let arena: object | undefined;
  const given = { columns: { ...columns }, components: { ...components } };
  return {
    shown: shown satisfies SystemContext,
    commands,
    /** Throws where the system has replaced what it was given: its writes would be lost. */
    demandKept() {
      for (const each of columnNames)
        if (columns[each] !== given.columns[each])
          throw replaced(name, `columns.${each}`, `write to columns.${each} itself, such as columns.${each}[id]`);
      for (const each of others)
        if (components[each] !== given.components[each])
          throw replaced(name, `components.${each}`, `write to the arrays of components.${each}`);
    },
    end() {
      commands.end();
      for (const each of columnNames) if (columns[each] !== given.columns[each]) columns[each] = given.columns[each];
      for (const each of others)
        if (components[each] !== given.components[each]) components[each] = given.components[each];
    },
    begin() {
      commands.begin();
      shown.ids = selection.ids();
      shown.turn = turnOf(state);
      if (arena === state.arena.token) return;
      arena = state.arena.token;
      for (const each of columnNames) {
        const column = parts.columns.get(each);
        if (column !== undefined) columns[each] = given.columns[each] = column.value;
      }
    },
  };
}

function replaced(system: string, what: string, remedy: string): EdictError {
  return new EdictError('bad-system', `system ${system} put something else in place of ${what}; ${remedy}`, system);
}

/** With the system as the cause of what changes. */
function duringSystem({ during }: WorldCore, name: string, act: () => void): void {
  if (during === undefined) act();
  else during({ rule: name, source: 0, label: 'host' }, act);
}

function runSystem(core: WorldCore, name: string, call: () => unknown): void {
  core.hostSystem = name;
  core.writeCheck?.note();
  const { family } = core.state;
  const outer = family.running;
  family.running = core.state;
  let result: unknown;
  try {
    result = core.watch === undefined ? guarded(core, call) : watched(core, name, () => guarded(core, call));
  } finally {
    family.running = outer;
  }
  if (result instanceof Promise) {
    throw new EdictError(
      'bad-system',
      `system ${name} returned a promise; a system must finish its work before run returns`,
      name,
    );
  }
  demandNoneOutgrown(core.state, `system ${name}`);
  core.writeCheck?.demand(`system ${name}`, core.writing);
  core.hostSystem = '';
}

/** Failed occurrences fail the turn, even if the system caught the error. */
function guarded(core: WorldCore, call: () => unknown): unknown {
  let result: unknown;
  try {
    result = call();
  } catch (error) {
    // A system may not hide errors that the turn handles.
    if (core.turnFailure instanceof DecisionNeeded || core.turnFailure instanceof WorldFullError)
      throw core.turnFailure;
    throw error;
  }
  if (core.turnFailure !== undefined) throw core.turnFailure;
  return result;
}

/** Tells the watcher also what is written past all calls: one write for each cell. */
function watched(core: WorldCore, rule: string, call: () => unknown): unknown {
  const { state, watch } = core;
  const seen = state.cells.map((cells) => cells.slice());
  const tenants = { kind: state.identity.kind.slice(), generation: state.identity.generation.slice() };
  core.watch = (write) => {
    seen[write.column][write.object] = state.cells[write.column][write.object];
    watch?.(write);
  };
  let result: unknown;
  try {
    result = call();
  } finally {
    core.watch = watch;
  }
  const { identity } = state;
  for (const column of state.model.columns) {
    const [before, after] = [seen[column.index], state.cells[column.index]];
    for (let id = 1; id < Math.min(idLimit(identity), before.length); id++) {
      if (Object.is(before[id], after[id]) || !hasCell(state, column, id)) continue;
      // Another tenant of the row has first values, which nobody wrote.
      if (tenants.kind[id] !== identity.kind[id] || tenants.generation[id] !== identity.generation[id]) continue;
      const then = column.type.name === 'entity' ? resolve(identity, before[id]) : before[id];
      const now = readCell(state, column, id);
      watch?.({ column: column.index, object: id, rule, source: 0, label: 'host', before: then, after: now });
    }
  }
  return result;
}
