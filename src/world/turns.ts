import type { CellWrite } from '../compile/effects/turn-context.js';
import { hasCell, readCell } from '../components/cells.js';
import { captureState, restoreState, turnOf } from '../components/world-state.js';
import { header } from '../kernel/arena.js';
import { EdictError, WorldFullError } from '../kernel/errors.js';
import { handleOf } from '../kernel/identity.js';
import type { CellHistory } from '../systems/explain.js';
import { addPhase, addSystem } from '../systems/schedule.js';
import { type PhaseObserver, runTurn } from '../systems/turn.js';
import type { CellValue, HostSystem, World } from '../world-api.js';
import { toHost } from './cell-value.js';
import { type WorldCore, betweenTurns, growObjects, idOf } from './core.js';
import { columnNamed } from './names.js';

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
    },
    addSystem(system) {
      betweenTurns(core, 'addSystem');
      addHostSystem(core, system, world);
    },
    step(observer) {
      betweenTurns(core, 'step');
      stepOnce(core, observer);
    },
    run(turns, observer) {
      betweenTurns(core, 'run');
      if (!Number.isInteger(turns) || turns < 0) throw new EdictError('bad-option', `run takes a whole number of turns, not ${turns}`);
      const before = turns > 1 ? captureState(core.state) : undefined;
      try {
        for (let i = 0; i < turns; i++) stepOnce(core, observer);
      } catch (error) {
        if (before !== undefined && turnOf(core.state) !== before.header[header.turn]) {
          restoreState(core.state, before);
          core.beforeTurn = undefined;
        }
        throw error;
      }
    },
    explain(object, name) {
      betweenTurns(core, 'explain');
      return explain(core, fork, idOf(core, object), name);
    },
  };
}

/** Adds a system of the host to a schedule; explain knows its writes by its name. */
export function addHostSystem(core: WorldCore, system: HostSystem, world: () => World): void {
  addSystem(core.schedule, {
    name: system.name, phase: system.phase, reads: 'all', writes: 'all',
    run() {
      core.hostSystem = system.name;
      system.run(world());
      core.hostSystem = '';
    },
  });
  core.hostSystems.push(system);
}

/** Runs a turn wholly or not at all. A world that fills up in the turn goes back, grows and runs the turn again. */
function stepOnce(core: WorldCore, observer: PhaseObserver | undefined): void {
  for (;;) {
    const before = captureState(core.state, core.spare);
    core.running = turnOf(core.state) + 1;
    try {
      runTurn(core.state, core.schedule, observer, core.watch);
      core.spare = core.beforeTurn;
      core.beforeTurn = before;
      return;
    } catch (error) {
      restoreState(core.state, before);
      core.spare = before;
      if (!(error instanceof WorldFullError) || !growObjects(core)) throw error;
    } finally {
      core.running = 0;
      core.hostSystem = '';
    }
  }
}

/** Runs the last turn again on a copy and notes every write to the cell. */
function explain(core: WorldCore, fork: () => Forked, id: number, name: string): CellHistory<CellValue> {
  const { state, beforeTurn } = core;
  const column = columnNamed(state.model, name);
  if (!hasCell(state, column, id)) {
    throw new EdictError('bad-value', `object ${id} has no ${name}; explain a meter or property that it has`);
  }
  if (beforeTurn === undefined) throw new EdictError('no-turn', 'no turn has run since the world was made or restored; run one, then explain it');
  const handle = handleOf(state.identity, id);
  const { core: twin, world: copy } = fork();
  restoreState(twin.state, beforeTurn);
  const writes: CellWrite[] = [];
  twin.watch = (write) => {
    if (write.column === column.index && handleOf(twin.state.identity, write.object) === handle) writes.push(write);
  };
  const existed = handleOf(twin.state.identity, id) === handle && hasCell(twin.state, column, id);
  const initial = existed ? readCell(twin.state, column, id) : undefined;
  const shown = (value: number): CellValue => toHost(twin.state, column.type, value);
  copy.step();
  return {
    initial: initial === undefined ? null : shown(initial),
    current: shown(readCell(state, column, id)),
    steps: writes.map((write) => ({
      rule: write.rule, source: handleOf(twin.state.identity, write.source), label: write.label, before: shown(write.before), after: shown(write.after),
    })),
  };
}

