import { type Memo, columnStamp, fact, memo, touchBack } from '../../../model/stamps.js';
import type { WorldState } from '../../../components/state.js';
import type { Executor } from '../../../meaning/executor.js';
import type { GameModel } from '../model/game-model.js';
import { meterRules } from '../model/meters.js';
import { propagateMeters, clampMeters, resetMeters } from './meters.js';
import { numberObjects, outfitShips, applyGrants, seatEmpires } from './newcomers.js';
import type { Game } from '../game.js';
import { EdictError } from '../../../kernel/errors.js';
import { passSystem } from '../../../systems/pass.js';
import type { Schedule, System } from '../../../systems/schedule.js';

/**
 * The game's turn: all effects (a); then meters, from the results of the first pass (b); then meters again, for the
 * turn that follows (c). Between passes the present values of meters become the initial ones.
 */
export const passNames = ['a', 'b', 'c'] as const;
export type PassName = (typeof passNames)[number];

export function passSystems(pass: PassName, { model: game, program }: Game, executor: Executor): readonly System[] {
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
    // Objects that effects have created are from here on like all others.
    ...all(`newcomers of ${phase}`, ({ state, frame: { turn } }) => {
      numberObjects(state, game);
      outfitShips(state, game, turn);
    }),
    stateSystem(`clamp after ${phase}`, phase, (state) => clampMeters(state, game)),
  ];
}

export function gameSchedule(game: Game, executor: Executor): Schedule {
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

/** Columns of meters without a reset. */
export function keptColumns({ meters }: GameModel): readonly number[] {
  const kept = new Set(meterRules.filter(({ reset }) => reset === 'keep').map(({ meter }) => meter));
  return [...meters].filter(([name]) => kept.has(name)).map(([, { current }]) => current);
}

/**
 * Resets of meters follow from the population and the values of meters; if these are unchanged, so are the results, and
 * keep their stamps.
 */
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
