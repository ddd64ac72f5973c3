import { turnOf } from '../../../components/clock.js';
import { type TurnOptions, beginTurn } from '../../../meaning/effects/turn-context.js';
import type { Executor } from '../../../meaning/executor.js';
import type { Game } from '../game.js';
import { type ImportOptions, importState } from '../state/import-state.js';
import type { GalaxyState } from '../state/read-state.js';
import { columnStamp, touch, type Memo, fact, memo, touchBack } from '../../../model/stamps.js';
import { captureState, growState, restoreState } from '../../../state/world-state.js';
import type { WorldState } from '../../../components/state.js';
import { EdictError } from '../../../kernel/errors.js';
import { maxCapacity } from '../../../kernel/identity.js';
import { type Undo, attempt } from '../../../systems/attempt.js';
import { type System, runTurn, type Schedule } from '../../../systems/schedule.js';
import type { ExecutorName } from '../../../world/api.js';
import { executorNamed, makerOf } from '../../../world/open-world.js';
import { wholeToolkit } from '../../../world/whole-toolkit.js';
import type { GameModel } from '../model/create-game-model.js';
import { meterRules } from '../model/game-model.js';
import {
  propagateMeters,
  clampMeters,
  resetMeters,
  numberObjects,
  outfitShips,
  applyGrants,
  seatEmpires,
} from './meters.js';
import { passSystem } from '../../../systems/standard.js';

/**
 * The passes: all effects (a); then meters, from the results of the first pass (b); then meters for the next turn (c).
 * Between passes current values of meters become initial ones.
 */
export const passNames = ['a', 'b', 'c'] as const;
export type PassName = (typeof passNames)[number];

function passSystems(pass: PassName, { model: game, program }: Game, executor: Executor): readonly System[] {
  const list = program.rules.passes.find(({ name }) => name === (pass === 'a' ? 'effects' : 'meters'));
  if (list === undefined)
    throw new EdictError('no-pass', `the content has no rules for pass ${pass}; load it with loadGame`);
  const phase = `pass ${pass}`;
  const all = (name: string, run: System['run']): readonly System[] => (pass === 'a' ? [{ name, phase, run }] : []);
  return [
    // Techs that were granted in the turn before.
    ...all(`techs before ${phase}`, ({ state, frame: { turn } }) => applyGrants(state, game, turn)),
    stateSystem(`seats before ${phase}`, phase, (state) => seatEmpires(state, game)),
    resetSystem(`reset before ${phase}`, phase, game),
    passSystem(`rules of ${phase}`, phase, list.rules, executor),
    ...all(`newcomers of ${phase}`, ({ state, frame: { turn } }) => {
      numberObjects(state, game);
      outfitShips(state, game, turn);
    }),
    stateSystem(`clamp after ${phase}`, phase, (state) => clampMeters(state, game)),
  ];
}

function gameSchedule(game: Game, executor: Executor): Schedule {
  const phases: string[] = [];
  const systems: System[] = [];
  for (const pass of passNames) {
    const all = passSystems(pass, game, executor);
    phases.push(...new Set(all.map(({ phase }) => phase)));
    systems.push(...all);
    if (pass === 'c') continue;
    const phase = `after pass ${pass}`;
    phases.push(phase);
    systems.push(stateSystem(`propagate ${phase}`, phase, (state) => propagateMeters(state, game.model)));
  }
  return { phases, systems };
}

export function keptColumns({ meters }: GameModel): readonly number[] {
  const kept = new Set(meterRules.filter(({ reset }) => reset === 'keep').map(({ meter }) => meter));
  return [...meters].filter(([name]) => kept.has(name)).map(([, { current }]) => current);
}

/** Unchanged population and initial meters give the same results, which keep their stamps. */
function resetSystem(name: string, phase: string, game: GameModel): System {
  const made = [...game.meters.values()].filter(({ current }) => !keptColumns(game).includes(current));
  const reads = [fact.population, ...made.map(({ initial }) => columnStamp(initial))];
  const writes = made.map(({ current }) => columnStamp(current));
  let known: Memo<readonly number[]> | undefined;
  return stateSystem(name, phase, (state) => {
    resetMeters(state, game);
    known ??= memo(state.stamps, reads, () => writes.map((stamp) => state.stamps.values[stamp]));
    known.get().forEach((stamp, i) => touchBack(state.stamps, writes[i], stamp));
  });
}

function stateSystem(name: string, phase: string, change: (state: WorldState) => void): System {
  return {
    name,
    phase,
    run: ({ state }) => change(state),
  };
}

export interface SessionOptions extends ImportOptions {
  readonly executor?: ExecutorName;
}

export type GameSession = ReturnType<typeof createSession>;

/** Content is trusted: its work is bounded by its rules and objects. */
const limits = { testsPerTurn: Number.MAX_SAFE_INTEGER, visitsPerTurn: Number.MAX_SAFE_INTEGER } as const;

export function createSession(game: Game, source: GalaxyState, { executor: name, ...options }: SessionOptions = {}) {
  const imported = importState(game.model, source, { ...options, limits: { ...limits, ...options.limits } });
  const { state } = imported;
  const executor = makerOf(wholeToolkit, executorNamed(name))(game.program, state);
  const systems = new Map<PassName, readonly System[]>(
    passNames.map((pass) => [pass, passSystems(pass, game, executor)]),
  );
  const schedule = gameSchedule(game, executor);
  const noteMeters = meterCopies(state, game);
  const undoable = (pass: PassName) => (pass === 'a' ? wholeState(state) : noteMeters());
  return {
    game,
    imported,
    state,
    executor,
    /** Runs one pass of the recorded turn, wholly or not at all. */
    runPass: (pass: PassName, options: TurnOptions = {}) =>
      trying(
        () => undoable(pass),
        options,
        (tried) => {
          const context = beginTurn(state, turnOf(state) + 1, tried);
          for (const system of systems.get(pass) ?? []) system.run(context);
          return context;
        },
      ),
    runTurn(options: TurnOptions = {}) {
      trying(
        () => wholeState(state),
        options,
        (tried) => runTurn(state, schedule, undefined, tried),
      );
    },
  };

  function trying<T>(begin: () => Undo, options: TurnOptions, act: (options: TurnOptions) => T): T {
    return attempt(
      begin,
      () => grow(state),
      (strict) => act({ ...options, strict }),
      options.strict,
    );
  }
}

/** False at the limit. */
function grow(state: WorldState): boolean {
  const [capacity, lanes] = state.arena.sizes.map((size) => size - 1);
  if (capacity >= maxCapacity) return false;
  growState(state, Math.min(maxCapacity, 2 * capacity), lanes);
  return true;
}

export function wholeState(state: WorldState): Undo {
  const before = captureState(state);
  return () => restoreState(state, before);
}

/** Passes of meters change current meters and seats of empires alone: copies reuse memory. */
function meterCopies(state: WorldState, { model }: Game): () => Undo {
  const columns = [...Array.from(model.meters.values(), ({ current }) => current), model.column('sourceObject').index];
  const copies = columns.map((column) => ({ column, before: state.cells[column].slice() }));
  const undo = () => {
    for (const { column, before } of copies) {
      state.cells[column].set(before);
      touch(state.stamps, columnStamp(column));
    }
  };
  return () => {
    for (const copy of copies) {
      const cells = state.cells[copy.column];
      // Pass a may have grown the world.
      if (copy.before.length === cells.length) copy.before.set(cells);
      else copy.before = cells.slice();
    }
    return undo;
  };
}
