import { enlarged } from '../kernel/enlarged.js';
import { kept } from '../kernel/maps.js';
import { turnOf } from '../components/clock.js';
import { initialOf, variablesOf } from '../components/cell-blocks.js';
import { ancestorOfKind } from '../components/attachment.js';
import { liveIds } from '../components/live-objects.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { type Frame, type Node, sourceSlot } from '../ir/node.js';
import { createFrame } from '../eval/interpreter.js';
import { asSolved } from '../eval/node-shape.js';
import type { CellModifier } from '../ir/rule.js';
import {
  type AppliedModifier,
  type LoopCell,
  type Solver,
  type WaveCounts,
  type Work,
  LoopError,
  createWork,
  demandRoom,
} from '../meaning/cell-solver.js';
import { amountIn, applied } from '../meaning/modifier-amounts.js';
import type { CellContent } from '../model/model.js';

/**
 * The meaning of solved variables: all computed from nothing, each after what it reads. Faster solvers must give the
 * same, and solve what this counts: cells with other modifiers or inputs than before, and readers of changed cells.
 */
export function referenceSolver(state: WorldState, modifiers: readonly CellModifier[]): Solver {
  const work = createWork(state);
  const counts: WaveCounts = { solves: 0, changed: new Int32Array(64), changes: 0, solved: undefined };
  let owners = new Map<number, LoopCell>();
  /** Written inputs; and by name of a cell, since cells move, its last modifiers and inputs. */
  const written = new Set<number>();
  let before = new Map<string, string>();
  // Otherwise reading a value would cost as much as solving all.
  let isStale = true;
  const { charge } = work;
  /** Counts visits of aggregates in this turn or call. */
  const frame = createFrame(state, turnOf(state));
  let [stamp, restores] = [-1, state.restores];
  return {
    counts,
    note() {
      isStale = true;
    },
    // Creations are seen by the stamps.
    isInStep: () => false,
    born() {},
    begin() {
      counts.solves = 0;
      counts.changes = 0;
      resetWork();
    },
    resetWork,
    write(cell, value, kind) {
      if (!rewrite(state, cell, { value, class: kind })) return;
      written.add(cell);
      isStale = true;
    },
    sync,
    syncRestored: again(sync),
    solveAll: again(solveAll),
    cellOwner: (cell) => owners.get(cell)?.object ?? 0,
    cellVariable: variableOf,
    steps: (cell) => stepsByCell(state, modifiers, charge).get(cell) ?? [],
    isModified: (cell) => before.get(nameOf(cell)) !== undefined,
  };

  function nameOf(cell: number): string {
    return `${owners.get(cell)?.object} ${owners.get(cell)?.variable}`;
  }

  function variableOf(cell: number): number {
    return owners.get(cell)?.variable ?? 0;
  }

  function sync(): void {
    if (!isStale && stamp === state.stamps.last && restores === state.restores) return;
    // A restored state resets its work.
    if (restores !== state.restores) resetWork();
    // An exception leaves it stale.
    isStale = true;
    solveAll();
  }

  function again(act: () => void): () => void {
    return () => {
      resetWork();
      work.again(act);
    };
  }

  function resetWork(): void {
    work.reset();
    frame.visits = frame.tests = 0;
  }

  function solveAll(): void {
    owners = ownersOf(state);
    frame.turn = turnOf(state);
    const { steps, reads, texts: now } = inForce(state, modifiers, frame, nameOf, charge);
    const sorted = inOrder(reads, owners);
    const concerned = new Set(written);
    const isRestored = restores !== state.restores;
    const unmodified = [...owners.keys()].filter(
      (cell) => !steps.has(cell) && !state.model.variables[variableOf(cell)].input,
    );
    for (const cell of [...unmodified, ...sorted]) {
      // Cells may have moved, so `before` only decides what counts as solved.
      const isOther = now.get(nameOf(cell)) !== before.get(nameOf(cell));
      const hasRead = reads.get(cell)?.some((each) => concerned.has(each)) === true;
      let content = initialOf(state, variableOf(cell));
      for (const { modifier, scope } of steps.get(cell) ?? [])
        content = applied(state, modifier, content, amountIn(frame, modifier, scope, content));
      if (!isRestored && (isOther || hasRead)) {
        counts.solves++;
        if (counts.solved !== undefined) counts.solved[variableOf(cell)]++;
      }
      if (!rewrite(state, cell, content)) continue;
      concerned.add(cell);
      noteChange(counts, cell);
    }
    if (counts.changes > 0) touch(state.stamps, fact.cells);
    written.clear();
    before = now;
    isStale = false;
    stamp = state.stamps.last;
    restores = state.restores;
  }
}

/** By cell, modifiers in force, cells read, and a text of both without numbers of cells. */
function inForce(
  state: WorldState,
  modifiers: readonly CellModifier[],
  frame: Frame,
  nameOf: (cell: number) => string,
  charge: Work['charge'],
) {
  const steps = stepsByCell(state, modifiers, charge);
  const cells = [...steps.keys()];
  const reads = new Map(
    [...steps].map(([cell, list]) => [cell, list.flatMap((step) => cellsRead(state, step, frame))]),
  );
  const textOf = (cell: number) =>
    `${steps.get(cell)?.map(signature).join() ?? ''} of ${reads.get(cell)?.map(nameOf).join() ?? ''}`;
  return { steps, reads, texts: new Map(cells.map((cell) => [nameOf(cell), textOf(cell)])) };
}

/** Cells after what they read. Throws for loops. */
function inOrder(
  reads: ReadonlyMap<number, readonly number[]>,
  owners: ReadonlyMap<number, LoopCell>,
): readonly number[] {
  const sorted = new Set<number>();
  for (let left = -1; left !== sorted.size; ) {
    left = sorted.size;
    for (const [cell, read] of reads)
      if (!sorted.has(cell) && read.every((each) => !reads.has(each) || sorted.has(each))) sorted.add(cell);
  }
  if (sorted.size === reads.size) return [...sorted];
  const waitsFor = (cell: number) => reads.get(cell)?.find((each) => reads.has(each) && !sorted.has(each)) ?? 0;
  const path: number[] = [];
  let cell = [...reads.keys()].find((each) => !sorted.has(each)) ?? 0;
  for (; !path.includes(cell); cell = waitsFor(cell)) path.push(cell);
  const loop = path.slice(path.indexOf(cell)).reverse();
  throw new LoopError(loop.map((each) => owners.get(each) ?? { object: 0, variable: 0 }));
}

function rewrite({ cellValues, cellClasses }: WorldState, cell: number, { value, class: kind }: CellContent): boolean {
  if (cellClasses[cell] === kind && Object.is(cellValues[cell], value)) return false;
  cellValues[cell] = value;
  cellClasses[cell] = kind;
  return true;
}

function ownersOf(state: WorldState): Map<number, LoopCell> {
  const owners = new Map<number, LoopCell>();
  for (const id of liveIds(state)) {
    for (const { index, offset } of variablesOf(state.model, state.identity.kind[id]))
      owners.set(state.block[id] + offset, { object: id, variable: index });
  }
  return owners;
}

function noteChange(counts: WaveCounts, cell: number): void {
  if (counts.changes === counts.changed.length) counts.changed = enlarged(counts.changed, 2 * counts.changes);
  counts.changed[counts.changes++] = cell;
}

function signature({ modifier, carrier, scope }: AppliedModifier): string {
  return `${modifier.index} ${carrier} ${scope}`;
}

function cellsRead(state: WorldState, { modifier, scope }: AppliedModifier, frame: Frame): number[] {
  return variablesIn(modifier.amount).flatMap(({ data, args: [of] }) => {
    frame.slots[sourceSlot] = scope;
    const { kind, offset } = state.model.variables[(data as { readonly variable: number }).variable];
    const holder = ancestorOfKind(state, frame.evaluate(of) ?? 0, kind);
    return holder === 0 ? [] : [state.block[holder] + offset];
  });
}

function variablesIn(node: Node): readonly Node[] {
  return [...(asSolved(node) === undefined ? [] : [node]), ...node.args.flatMap(variablesIn)];
}

/** Most modifiers in force, which this solver lists for each cell. */
const mostKept = 2 ** 22;

/** In the order of application. Each counts as a step of work. */
function stepsByCell(
  state: WorldState,
  modifiers: readonly CellModifier[],
  charge: Work['charge'],
): Map<number, AppliedModifier[]> {
  const granted = [...liveIds(state)].filter((id) => state.granted[id] === 1);
  const steps = new Map<number, AppliedModifier[]>();
  let count = 0;
  for (const modifier of modifiers) {
    const variable = state.model.variables[modifier.variable];
    for (const carrier of granted.filter((id) => carries(state, modifier, id))) {
      const scopes =
        modifier.others === undefined ? [carrier] : granted.filter((id) => reaches(state, modifier, carrier, id));
      charge(scopes.length, variable.index);
      demandRoom((count += scopes.length), variable.name, mostKept);
      for (const scope of scopes) {
        const holder = ancestorOfKind(state, scope, variable.kind);
        if (holder === 0 || state.granted[holder] === 0) continue;
        kept(steps, state.block[holder] + variable.offset, () => []).push({ modifier, carrier, scope });
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

/**
 * User priority, inherent priority, those of kinds by definition, those of classes by first grant of the carrier and by
 * definition.
 */
function compareSteps({ grant }: WorldState, a: AppliedModifier, b: AppliedModifier): number {
  const first = ({ modifier, carrier }: AppliedModifier) => (modifier.carrier.by === 'kind' ? 0 : grant[carrier]);
  return (
    a.modifier.priority - b.modifier.priority ||
    rankOf(a) - rankOf(b) ||
    first(a) - first(b) ||
    a.modifier.index - b.modifier.index ||
    grant[a.carrier] - grant[b.carrier] ||
    grant[a.scope] - grant[b.scope]
  );
}

/** A value is set, then scaled, then added to, and bounded last. */
function rankOf({ modifier: { modification } }: AppliedModifier): number {
  return [['set'], ['multiply'], ['divide'], ['add', 'union'], ['maximum'], ['minimum']].findIndex((group) =>
    group.includes(modification),
  );
}
