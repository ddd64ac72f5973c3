import { turnOf } from '../components/clock.js';
import { ancestorOfKind, contentsOf } from '../components/attachment.js';
import { variablesOf, setGranted } from '../components/cell-blocks.js';
import { type CellContent, type Model, type Variable, kindAt } from '../model/model.js';
import { fact, touch } from '../model/stamps.js';
import { captureState, restoreState } from '../state/world-state.js';
import type { WorldState } from '../components/state.js';
import { contentOf } from '../meaning/modifier-amounts.js';
import { createFrame } from '../eval/interpreter.js';
import type { Node } from '../ir/node.js';
import { type Solver, LoopError } from '../meaning/cell-solver.js';
import type { Profile } from '../meaning/profile.js';
import { header } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { describe, isObject, reading, refused } from '../kernel/given.js';
import { handleOf } from '../kernel/identity.js';
import { textOf } from '../kernel/strings.js';
import type { CellValue } from './api.js';
import type { Change, TypedValue, WorldVariables } from './variables-api.js';
import { fromGiven, toPlain, toTyped } from './typed-value.js';
import { type MethodsOf, partOf, type WorldCore, changing, idOf, isIdle, noteWrites } from './core.js';
import { meantOrKnown } from '../content/text/nearest-name.js';
import { classOrKind } from './host-arguments.js';

const methods = {
  grant(core, object) {
    changing(core);
    grant(core, demandSolver(core), idOf(core, object));
  },
  revoke(core, object) {
    changing(core);
    revoke(core, demandSolver(core), idOf(core, object));
  },
  isGranted: (core, object) => core.state.granted[idOf(core, object)] === 1,
  change(core, act) {
    changing(core);
    if (typeof (act as unknown) !== 'function')
      throw refused('what change is given', act, 'a function that makes the changes');
    return changeAll(core, act);
  },
  typed(core, object, name) {
    const id = idOf(core, object);
    const variable = visibleVariable(core, id, name);
    return toTyped(core.state, variable.type, contentIn(core.state, settledCell(core, id, variable)));
  },
  evaluate(core, node, object) {
    if (!reading('the compiled expression', () => isNode(node)))
      throw new EdictError(
        'bad-option',
        'variables.evaluate takes a compiled expression, such as program.rules.modifiers[0].amount, not ' +
          `${describe(node)}; questions.evaluate takes a text`,
      );
    settle(core);
    const { state } = core;
    return toTyped(state, node.type, contentOf(createFrame(state, turnOf(state)), node, idOf(core, object)));
  },
} satisfies Partial<MethodsOf<WorldCore, WorldVariables>>;

export const variablesPart = partOf<WorldVariables>(methods, { lastChange: lastChangeOf });

function lastChangeOf({ solver, state }: WorldCore): Change {
  if (solver === undefined) return { solves: 0, changed: [] };
  const { solves, changes, changed } = solver.counts;
  return {
    solves,
    changed: Array.from({ length: changes }, (_, i) => ({
      object: handleOf(state.identity, solver.cellOwner(changed[i])),
      variable: state.model.variables[solver.cellVariable(changed[i])].name,
    })),
  };
}

function grant(core: WorldCore, solver: Solver, id: number): void {
  const { state } = core;
  settleBefore(core, solver);
  if (state.granted[id] === 1) return;
  const [order, grants] = [state.grant[id], state.arena.header[header.grants]];
  setGranted(state, id, true);
  solver.note(id);
  finish(core, solver, () => {
    state.granted[id] = 0;
    state.grant[id] = order;
    state.arena.header[header.grants] = grants;
  });
}

function revoke(core: WorldCore, solver: Solver, id: number): void {
  const { state } = core;
  settleBefore(core, solver);
  const revoked = [id, ...contentsOf(state, id)].filter((each) => state.granted[each] === 1);
  for (const each of revoked) {
    setGranted(state, each, false);
    solver.note(each);
  }
  finish(core, solver, () => {
    for (const each of revoked) setGranted(state, each, true);
  });
}

export function settledCell(core: WorldCore, id: number, variable: Variable): number {
  settle(core);
  return cellOf(core, id, variable);
}

export function contentIn({ cellValues, cellClasses }: WorldState, cell: number): CellContent {
  return { value: cellValues[cell], class: cellClasses[cell] };
}

/** Before the world acts or answers: notes what a running host system may have written. */
export function prepare(core: WorldCore): void {
  noteWrites(core);
  settle(core);
}

/** Solves changes of the world, except within a change. */
export function settle(core: WorldCore): void {
  if (core.solver === undefined || core.isChanging) return;
  // The work of a question counts alone.
  if (isIdle(core)) core.solver.resetWork();
  try {
    if (core.profile !== undefined && core.running !== 0) syncProfiled(core.solver, core.profile);
    else core.solver.sync();
  } catch (error) {
    throw named(core, error);
  }
}

/** The time of single variables is not known: most take less than a look at the clock. */
function syncProfiled(solver: Solver, { variables: { now }, waves }: Profile): void {
  const { counts } = solver;
  const { solves, changes } = counts;
  const began = performance.now();
  solver.sync();
  if (counts.solves === solves && counts.changes === changes) return;
  waves.now.milliseconds[0] += performance.now() - began;
  for (let i = changes; i < counts.changes; i++) now.changed[solver.cellVariable(counts.changed[i])]++;
}

/** Solves a change by the host; `undo` reverts it if that is a loop. */
export function settleOr(core: WorldCore, undo: () => void): void {
  if (core.isChanging || core.solver === undefined) return;
  core.solver.begin();
  finish(core, core.solver, undo);
}

/** Writes `after`, or `before` again if that makes a loop. */
export function rewrite<Value>(core: WorldCore, before: Value, after: Value, write: (value: Value) => void): void {
  write(after);
  settleOr(core, () => {
    write(before);
  });
}

/** For changes of many objects: a loop restores the whole state. */
export function structural(core: WorldCore, act: () => void): void {
  if (core.solver === undefined) act();
  else changeAll(core, act);
}

/** Undefined if it has failed. */
export function plainValue(core: WorldCore, id: number, variable: Variable): CellValue | undefined {
  const { state } = core;
  return toPlain(state, variable.type, contentIn(state, settledCell(core, id, variable)));
}

/** Throws for a variable that is not an input, and for a value of another type. */
export function writeInput(core: WorldCore, id: number, variable: Variable, value: CellValue | TypedValue): void {
  const solver = demandSolver(core);
  checkInput(variable);
  write(core, solver, cellOf(core, id, variable), fromGiven(core.state, variable.name, variable.type, value));
}

function write(core: WorldCore, solver: Solver, cell: number, { value, class: kind }: CellContent): void {
  settleBefore(core, solver);
  const before = contentIn(core.state, cell);
  solver.write(cell, value, kind);
  finish(core, solver, () => {
    solver.write(cell, before.value, before.class);
  });
}

export interface FirstInput {
  readonly variable: Variable;
  readonly content: CellContent;
}

/** Undefined if the kind has no variable of the name. */
export function firstInput(
  { state, variableOfKind }: WorldCore,
  kind: number,
  name: string,
  value: CellValue | TypedValue,
): FirstInput | undefined {
  const variable = variableOfKind(kind, name);
  if (variable === undefined) return undefined;
  checkInput(variable);
  return { variable, content: fromGiven(state, name, variable.type, value) };
}

export function giveInput(
  { block, cellValues, cellClasses, stamps }: WorldState,
  id: number,
  { variable, content }: FirstInput,
): void {
  const cell = block[id] + variable.offset;
  cellValues[cell] = content.value;
  cellClasses[cell] = content.class;
  touch(stamps, fact.cells);
}

function checkInput({ input, name }: Variable): void {
  if (!input)
    throw new EdictError(
      'bad-value',
      `${name} is not an input: modifiers compute it; grant an object that modifies it, or declare it as an input`,
      name,
    );
}

export function isNode(node: unknown): node is Node {
  if (!isObject(node)) return false;
  const { op, type, args } = node as Partial<Record<keyof Node, unknown>>;
  return typeof op === 'string' && isObject(type) && Array.isArray(args);
}

function settleBefore(core: WorldCore, solver: Solver): void {
  if (core.isChanging) return;
  settle(core);
  solver.begin();
}

/** `undo` reverts the change if solving fails. */
function finish(core: WorldCore, solver: Solver, undo: () => void): void {
  if (core.isChanging) return;
  try {
    solver.sync();
  } catch (error) {
    const failure = named(core, error);
    undo();
    solver.syncRestored();
    throw failure;
  }
}

function changeAll<Made>(core: WorldCore, act: () => Made): Made {
  const { solver, state } = core;
  if (core.isChanging) return atOnce(act);
  if (solver !== undefined) settleBefore(core, solver);
  const before = (core.changeStart = captureState(state, core.changeStart));
  core.isChanging = true;
  try {
    const made = atOnce(act);
    core.isChanging = false;
    solver?.sync();
    return made;
  } catch (error) {
    const failure = named(core, error);
    restoreState(state, before);
    solver?.syncRestored();
    throw failure;
  } finally {
    core.isChanging = false;
  }
}

function atOnce<Made>(act: () => Made): Made {
  const made = act();
  if (made instanceof Promise)
    throw new EdictError(
      'bad-option',
      'the function given to change returned a promise; it must finish its work before it returns',
    );
  return made;
}

/** Names the variables, and their objects if there are several. */
function named({ state }: WorldCore, error: unknown): unknown {
  if (!(error instanceof LoopError)) return error;
  const { cycle } = error;
  const variables = cycle.map(({ variable }) => state.model.variables[variable].name);
  const cells = cycle.map(({ object }, i) => `${variables[i]} of ${objectName(state, object)}`);
  return new LoopError(cycle, cycle.every(({ object }) => object === cycle[0].object) ? variables : cells, cells[0]);
}

function objectName(state: WorldState, id: number): string {
  return `${textOf(state.strings, state.name[id]) || classOrKind(state, id).name} #${id}`;
}

function demandSolver({ solver }: WorldCore): Solver {
  if (solver === undefined)
    throw new EdictError(
      'no-variables',
      'the content declares no variables; declare some before objects are granted or inputs set',
    );
  return solver;
}

/** Undefined if the object sees no such variable. Throws for a given one that it does not see. */
export function variableOf(core: WorldCore, id: number, name: string | Variable): Variable | undefined {
  return typeof name === 'string' ? findVariable(core, id, name) : visibleVariable(core, id, name);
}

export function isVariable({ state: { model }, variableOfKind }: WorldCore, name: string | Variable): boolean {
  if (typeof name !== 'string') return true;
  return model.variables.length > 0 && model.kinds.some(({ index }) => variableOfKind(index, name) !== undefined);
}

export function visibleVariable(core: WorldCore, id: number, name: string | Variable): Variable {
  const found = findVariable(core, id, name);
  if (found !== undefined) return found;
  const { model } = core.state;
  const text = typeof name === 'string' ? name : ownVariable(model, name)?.name;
  if (text === undefined)
    throw refused('the name', name, 'that of a meter, property or variable, or one of program.model.variables');
  const known = new Set<string>();
  for (let at = id; at !== 0; at = core.state.parent[at])
    for (const variable of variablesOf(model, core.state.identity.kind[at])) known.add(variable.name);
  throw new EdictError(
    'bad-value',
    `a ${kindAt(model, core.state.identity.kind[id]).name} sees no variable ${text}; ${meantOrKnown(text, [...known])}`,
    text,
  );
}

/** By identity. */
function ownVariable({ variables }: Model, given: unknown): Variable | undefined {
  if (!isObject(given)) return undefined;
  try {
    const found = variables.at((given as Variable).index);
    return found === given ? found : undefined;
  } catch {
    // A getter of the host threw.
    return undefined;
  }
}

function findVariable({ state, variableOfKind }: WorldCore, id: number, name: string | Variable): Variable | undefined {
  if (typeof name !== 'string') {
    const own = ownVariable(state.model, name);
    return own === undefined || ancestorOfKind(state, id, own.kind) === 0 ? undefined : own;
  }
  if (state.model.variables.length === 0) return undefined;
  for (let at = id; at !== 0; at = state.parent[at]) {
    const variable = variableOfKind(state.identity.kind[at], name);
    if (variable !== undefined) return variable;
  }
  return undefined;
}

function cellOf({ state }: WorldCore, id: number, { kind, offset }: Variable): number {
  return state.block[ancestorOfKind(state, id, kind)] + offset;
}
