import { variablesOf } from '../../components/cell-blocks.js';
import { ancestorOfKind } from '../../components/attachment.js';
import { liveIds } from '../../components/objects.js';
import { fact, touch } from '../../components/stamps.js';
import { type WorldState, turnOf } from '../../components/world-state.js';
import { createFrame } from '../interpreter.js';
import type { CellModifier } from '../rule.js';
import { inherentPriority } from '../solve/inherent.js';
import { LoopError } from '../solve/loop-error.js';
import type { AppliedModifier, Solver } from '../solve/solver-api.js';
import { isSame } from '../solve/same-value.js';
import { type CellContent, amountIn, applied, initialContent } from './cell-meaning.js';

/**
 * The meaning of solved variables: all of them computed from nothing, again and again until none changes any more. What is faster must come to the same. It
 * counts a solve for each cell with modifiers; a loop is what has not come to rest after as many rounds as there are cells.
 */
export function referenceSolver(state: WorldState, modifiers: readonly CellModifier[]): Solver {
  const counts = { solves: 0, changed: new Int32Array(64), changes: 0 };
  const owners = new Map<number, { readonly object: number; readonly variable: number }>();
  // What is known not to have changed is not computed again, or reading a value would cost as much as solving all.
  let isStale = true;
  let [stamp, restores] = [-1, -1];
  return {
    counts,
    note() {
      isStale = true;
    },
    begin() {
      counts.solves = 0;
      counts.changes = 0;
    },
    write(cell, value, kind) {
      state.cellValues[cell] = value;
      state.cellClasses[cell] = kind;
      isStale = true;
    },
    sync() {
      if (isStale || stamp !== state.stamps.last || restores !== state.restores) solveAll();
    },
    solveAll,
    cellOwner: (cell) => owners.get(cell)?.object ?? 0,
    cellVariable: (cell) => owners.get(cell)?.variable ?? 0,
    steps: (cell) => stepsByCell(state, modifiers).get(cell) ?? [],
  };

  function solveAll(): void {
    owners.clear();
    const steps = stepsByCell(state, modifiers);
    const solved = new Map<number, CellContent>();
    for (const id of liveIds(state)) {
      for (const variable of variablesOf(state.model, state.identity.kind[id])) {
        const cell = state.block[id] + variable.offset;
        owners.set(cell, { object: id, variable: variable.index });
        if (!variable.input) solved.set(cell, initialContent(state, variable.index));
      }
    }
    const before = new Map([...solved.keys()].map((cell) => [cell, { value: state.cellValues[cell], class: state.cellClasses[cell] }]));
    for (const [cell, content] of solved) write(cell, content);
    const frame = createFrame(state, turnOf(state));
    for (let round = 0, isMoving = true; isMoving; round++) {
      if (round > solved.size) throw new LoopError([...steps.keys()].map((cell) => owners.get(cell) ?? { object: 0, variable: 0 }));
      isMoving = false;
      for (const [cell, list] of steps) {
        let content = initialContent(state, owners.get(cell)?.variable ?? 0);
        for (const { modifier, scope } of list) content = applied(state, modifier, content, amountIn(frame, modifier, scope, content));
        if (!isWritten(cell, content)) {
          write(cell, content);
          isMoving = true;
        }
      }
    }
    counts.solves += steps.size;
    const changed = [...before].filter(([cell, content]) => !isWritten(cell, content)).map(([cell]) => cell);
    counts.changed = Int32Array.from([...counts.changed.subarray(0, counts.changes), ...changed]);
    counts.changes += changed.length;
    if (changed.length > 0) touch(state.stamps, fact.cells);
    isStale = false;
    stamp = state.stamps.last;
    restores = state.restores;
  }

  function write(cell: number, { value, class: kind }: CellContent): void {
    state.cellValues[cell] = value;
    state.cellClasses[cell] = kind;
  }

  function isWritten(cell: number, content: CellContent): boolean {
    return state.cellClasses[cell] === content.class && isSame(state.cellValues[cell], content.value);
  }
}

/** The modifiers in force on each cell, in the order in which they apply. */
function stepsByCell(state: WorldState, modifiers: readonly CellModifier[]): Map<number, AppliedModifier[]> {
  const granted = [...liveIds(state)].filter((id) => state.granted[id] === 1);
  const steps = new Map<number, AppliedModifier[]>();
  for (const modifier of modifiers) {
    const variable = state.model.variables[modifier.variable];
    for (const carrier of granted.filter((id) => carries(state, modifier, id))) {
      for (const scope of modifier.others === undefined ? [carrier] : granted.filter((id) => reaches(state, modifier, carrier, id))) {
        const holder = ancestorOfKind(state, scope, variable.kind);
        if (holder === 0 || state.granted[holder] === 0) continue;
        const cell = state.block[holder] + variable.offset;
        const list = steps.get(cell);
        if (list === undefined) steps.set(cell, [{ modifier, carrier, scope }]);
        else list.push({ modifier, carrier, scope });
      }
    }
  }
  for (const list of steps.values()) list.sort((a, b) => compareSteps(state, a, b));
  return steps;
}

function carries(state: WorldState, { carrier }: CellModifier, id: number): boolean {
  return carrier.by === 'kind' ? state.identity.kind[id] === carrier.kind : state.class[id] === carrier.class;
}

function reaches(state: WorldState, { others }: CellModifier, carrier: number, id: number): boolean {
  if (state.identity.kind[id] !== others?.kind || rootOf(state, id) !== rootOf(state, carrier)) return false;
  const { which } = others;
  if (which.by === 'all') return true;
  if (which.by === 'class') return state.class[id] === which.class;
  return state.class[id] !== 0 && state.model.classes[state.class[id] - 1].groups?.has(which.group) === true;
}

function rootOf(state: WorldState, id: number): number {
  let at = id;
  while (state.parent[at] !== 0) at = state.parent[at];
  return at;
}

/** User priority, inherent priority, what kinds carry by definition, what classes carry by the first grant of the carrier and by definition. */
function compareSteps({ grant }: WorldState, a: AppliedModifier, b: AppliedModifier): number {
  const first = ({ modifier, carrier }: AppliedModifier): number => (modifier.carrier.by === 'kind' ? 0 : grant[carrier]);
  return a.modifier.priority - b.modifier.priority
    || inherentPriority[a.modifier.modification] - inherentPriority[b.modifier.modification]
    || first(a) - first(b) || a.modifier.index - b.modifier.index || grant[a.carrier] - grant[b.carrier] || grant[a.scope] - grant[b.scope];
}
