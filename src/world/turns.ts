import type { TurnOptions } from '../compile/effects/turn-context.js';
import { StrictTurnNeeded } from '../compile/executor.js';
import { hasCell, readCell } from '../components/cells.js';
import { timeOf } from '../components/clock.js';
import { captureState, restoreState, turnOf } from '../components/world-state.js';
import { EdictError, WorldFullError } from '../kernel/errors.js';
import { handleOf } from '../kernel/identity.js';
import type { CellHistory, CellStep } from '../systems/explain.js';
import { addPhase, addSystem } from '../systems/schedule.js';
import { type PhaseObserver, runTurn } from '../systems/turn.js';
import type { CellValue, HostSystem, World } from './api.js';
import { toHost } from './cell-value.js';
import { type WorldCore, betweenTurns, growRoom, idOf, noteWrites } from './core.js';
import { columnNamed } from './names.js';
import { findVariable, settle } from './solving.js';
import { checkOptions } from './options.js';
import { demandNothingRuns } from './triggers.js';

type TurnMethods = Pick<World, 'addPhase' | 'addSystem' | 'step' | 'run' | 'explain'>;

/** A copy of a world, with the core that hosts do not see. */
export interface Forked {
  readonly core: WorldCore;
  readonly world: World;
}

/** The part of a world that runs turns. `world` gives the world itself, which host systems are called with. */
export function turnMethods(core: WorldCore, world: () => World, fork: () => Forked): TurnMethods {
  return {
    addPhase(name, after) {
      betweenTurns(core, 'addPhase');
      addPhase(core.schedule, name, after);
      core.beforeTurn = undefined;
    },
    addSystem(system) {
      betweenTurns(core, 'addSystem');
      addHostSystem(core, system, world);
      // The last turn ran without it, so it can no longer be run again as it was.
      core.beforeTurn = undefined;
    },
    step(observer) {
      betweenTurns(core, 'step');
      runAll(core, 1, observer);
    },
    run(turns, observer) {
      betweenTurns(core, 'run');
      if (!Number.isInteger(turns) || turns < 0) throw new EdictError('bad-option', `run takes a whole number of turns, not ${turns}`);
      runAll(core, turns, observer);
    },
    explain(object, name) {
      betweenTurns(core, 'explain');
      return explain(core, fork, idOf(core, object), name);
    },
  };
}

/** Runs turns, all or none. What explain needs of the turn before is kept until they have all run. */
function runAll(core: WorldCore, turns: number, observer: PhaseObserver | undefined): void {
  core.unheard.length = 0;
  if (turns > 1) runSeveral(core, turns, observer);
  else if (turns === 1) stepOnce(core, observer);
  hearAll(core);
}

function runSeveral(core: WorldCore, turns: number, observer: PhaseObserver | undefined): void {
  const explained = core.beforeTurn;
  core.beforeTurn = undefined;
  core.runStart = captureState(core.state, core.runStart);
  try {
    for (let i = 0; i < turns; i++) stepOnce(core, observer);
    core.spare ??= explained;
  } catch (error) {
    restoreState(core.state, core.runStart);
    core.beforeTurn = explained;
    throw error;
  }
}

/** Adds a system of the host to a schedule; explain knows its writes by its name. */
export function addHostSystem(core: WorldCore, system: HostSystem, world: () => World): void {
  checkOptions('addSystem', system, ['name', 'phase', 'run']);
  if (typeof system.run !== 'function') throw new EdictError('bad-option', `system ${system.name} has no function run; give it one`);
  addSystem(core.schedule, {
    name: system.name, phase: system.phase, reads: 'all', writes: 'all',
    run() {
      core.hostSystem = system.name;
      const result = system.run(world());
      noteWrites(core);
      if (result instanceof Promise) {
        throw new EdictError('bad-system', `system ${system.name} returned a promise; what a turn does must be done when run returns`, system.name);
      }
      core.hostSystem = '';
    },
  });
  core.hostSystems.push(system);
}

/**
 * Runs a turn wholly or not at all. A world that fills up in the turn goes back, grows and runs the turn again; one that met what strict order would
 * refuse goes back and runs the turn again in strict order.
 */
function stepOnce(core: WorldCore, observer: PhaseObserver | undefined): void {
  demandNothingRuns(core, 'a turn');
  const known = core.unheard.length;
  for (let strict = false; ;) {
    settle(core);
    core.solver?.begin();
    const before = captureState(core.state, core.spare);
    core.running = turnOf(core.state) + 1;
    noteWrites(core);
    try {
      runTurn(core.state, core.schedule, observer, { watch: core.watch, strict, listen: messagesTo(core) }, core.solver === undefined ? undefined : () => { settle(core); });
      core.spare = core.beforeTurn;
      core.beforeTurn = before;
      return;
    } catch (error) {
      core.unheard.length = known;
      restoreState(core.state, before);
      core.spare = before;
      if (error instanceof StrictTurnNeeded && !strict) strict = true;
      else if (!(error instanceof WorldFullError) || !growRoom(core, error.what)) throw error;
    } finally {
      core.running = 0;
      core.hostSystem = '';
    }
  }
}

/** Keeps what effects tell the host until the turn is done. */
function messagesTo({ listener, unheard, state }: WorldCore): TurnOptions['listen'] {
  return listener === undefined ? undefined : (message) => { unheard.push({ kind: 'message', time: timeOf(state), message }); };
}

/** Tells what triggers did in turns that are done: what a listener throws does not undo them. */
function hearAll(core: WorldCore): void {
  if (core.unheard.length === 0) return;
  // Who listens may stop listening in the midst of it.
  for (const event of core.unheard.splice(0)) core.listener?.(event);
}

/** Runs the last turn again on a copy and notes every write to the cell. */
function explain(core: WorldCore, fork: () => Forked, id: number, name: string): CellHistory<CellValue> {
  const { state, beforeTurn } = core;
  if (findVariable(core, id, name) !== undefined) throw new EdictError('bad-value', `${name} is a variable; ask explainVariable what made it`, name);
  const column = columnNamed(state.model, name);
  if (!hasCell(state, column, id)) {
    throw new EdictError('bad-value', `object ${id} has no ${name}; explain a meter or property that it has`);
  }
  if (beforeTurn === undefined) throw new EdictError('no-turn', 'no turn has run since the world was made or restored; run one, then explain it');
  const handle = handleOf(state.identity, id);
  const { core: twin, world: copy } = fork();
  restoreState(twin.state, beforeTurn);
  const shown = (value: number): CellValue => toHost(twin.state, column.type, value);
  const steps: CellStep<CellValue>[] = [];
  // Handles are taken at once: a source may be gone by the end of the turn.
  twin.watch = ({ column: index, object, rule, source, label, before, after }) => {
    if (index !== column.index || handleOf(twin.state.identity, object) !== handle) return;
    steps.push({ rule, source: handleOf(twin.state.identity, source), label, before: shown(before), after: shown(after) });
  };
  const existed = handleOf(twin.state.identity, id) === handle && hasCell(twin.state, column, id);
  const initial = existed ? shown(readCell(twin.state, column, id)) : null;
  core.locked = true;
  try {
    copy.step();
  } finally {
    core.locked = false;
  }
  // A host that has changed the world since has its own present value; the steps lead to that of the turn.
  const current = handleOf(twin.state.identity, id) === handle ? shown(readCell(twin.state, column, id)) : toHost(state, column.type, readCell(state, column, id));
  const last = steps.at(-1)?.after ?? initial;
  // A reference to what went in the turn reads as none without anybody having written it.
  if (column.type.name === 'entity' && last !== null && current === null) {
    steps.push({ rule: 'destroyed', source: 0, label: 'what it referred to is gone', before: last, after: null });
  }
  return { initial, current, steps };
}
