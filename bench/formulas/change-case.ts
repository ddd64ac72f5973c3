import { inspect } from '../../src/world/inspect.js';
import type { ExecutorName } from '../../src/world/api.js';
import { type Effort, type Timing, measure } from '../measure.js';
import { assertSameValues, assertSolves } from './agreement.js';
import { type Characters, createCharacters, createSwitch } from './character.js';
import { loadSheet } from './load-sheet.js';
import { measureChange } from './measure-change.js';
import { chain, fan, groupCount, groupInput, groups, ladder, training, written } from './shapes.js';
import { type Sheet, sheetText } from './sheet.js';
import { type Inputs, solvePlainly, solvesNeeded } from './solve-plainly.js';

export type ShapeName = 'fan' | 'ladder' | 'chain' | 'groups';

/** Changes of one character, measured in one process. */
export interface ChangeCase {
  readonly case: 'change';
  readonly shape: ShapeName;
  readonly size: number;
  readonly milliseconds: number;
  /** Full recomputations by the interpreter at least; 0 to leave it out. */
  readonly referenceRounds: number;
}

/** Milliseconds of one change. */
export interface ChangeTimes {
  readonly write: Timing;
  readonly solves: number;
  /** An object granted or revoked, where the shape has one. */
  readonly grant: Timing | undefined;
  readonly reference: Timing | undefined;
}

/** How large a shape is made, which inputs are written in turn, and how many changes are timed at a time. */
const shapes: Readonly<
  Record<
    ShapeName,
    { readonly make: (size: number) => Sheet; readonly next: (size: number) => () => string; readonly batch: number }
  >
> = {
  fan: { make: fan, next: () => () => written, batch: 20 },
  ladder: { make: ladder, next: () => () => written, batch: 100 },
  chain: { make: chain, next: () => () => written, batch: 20 },
  groups: { make: groups, next: (size) => eachGroup(groupCount(size)), batch: 200 },
};

/** Two values of an input, between which everything changes that depends on it. */
const values = [10, 17] as const;

/** A character whose inputs are written in turn. */
interface Written extends Characters {
  /** Writes the other value into the input whose turn it is. */
  change(): void;
  /** What all inputs are, as a copy. */
  inputs(): Inputs;
  /** Throws where values differ from a plain evaluation, and where the last change solved more or less than it must. */
  check(what: string, before: Inputs): void;
}

/**
 * Checks all values against a plain evaluation, then times. Throws where they differ, and where a change solves more or
 * less than it must.
 */
export function runChangeCase(asked: ChangeCase): ChangeTimes {
  const { shape, size, milliseconds, referenceRounds } = asked;
  const { make, next, batch } = shapes[shape];
  const sheet = make(size);
  const { campaign } = loadSheet(sheetText(sheet));
  const start = (executor?: ExecutorName): Written =>
    createWritten(createCharacters(campaign, 1, executor), sheet, next(size));
  const effort = { milliseconds, rounds: 20, warmups: 20 };
  const own = start();
  changeAndCheck(own, 2);
  const { solves } = own.world.variables.lastChange;
  const write = measureChange(() => own.change(), batch, effort);
  changeAndCheck(own, 1);
  return {
    write,
    solves,
    grant: sheet.objects.length === 0 ? undefined : measureGrant(own, sheet, batch, effort),
    reference: referenceRounds === 0 ? undefined : measureReference(start('reference'), asked),
  };
}

function changeAndCheck(character: Written, times: number): void {
  for (let i = 0; i < times; i++) {
    const before = character.inputs();
    character.change();
    character.check('after a write', before);
  }
}

function measureGrant(character: Written, sheet: Sheet, batch: number, effort: Effort): Timing {
  const turn = createSwitch(character, character.roots[0], training);
  for (const granted of [[training], []]) {
    turn();
    assertSameValues(
      `with ${String(granted.length)} granted`,
      solvePlainly(sheet, character.inputs(), granted),
      (name) => character.number(character.roots[0], name),
    );
  }
  return measureChange(turn, batch, effort);
}

/** Where a recomputation is short, the engine needs more than a few until it has compiled the interpreter. */
function measureReference(character: Written, { milliseconds, referenceRounds: rounds }: ChangeCase): Timing {
  changeAndCheck(character, 1);
  return measure(() => character.change(), { milliseconds, rounds, warmups: 1 });
}

function createWritten(characters: Characters, sheet: Sheet, next: () => string): Written {
  const {
    world,
    roots: [root],
    input,
    write,
    number,
  } = characters;
  const inputs = new Map<string, number>(sheet.inputs.map((name) => [name, values[1]]));
  const variables = new Map(sheet.inputs.map((name) => [name, input(name)]));
  const writeTo = (name: string, value: number): void => {
    const variable = variables.get(name);
    if (variable !== undefined) write(root, variable, value);
  };
  world.variables.change(() => {
    for (const [name, value] of inputs) writeTo(name, value);
  });
  return {
    ...characters,
    change() {
      const name = next();
      const value = inputs.get(name) === values[0] ? values[1] : values[0];
      inputs.set(name, value);
      writeTo(name, value);
    },
    inputs: () => new Map(inputs),
    check(what, before) {
      // The interpreter computes everything again.
      if (inspect(world).executor.name === 'compiled')
        assertSolves(what, world.variables.lastChange.solves, solvesNeeded(sheet, before, inputs));
      assertSameValues(what, solvePlainly(sheet, inputs), (name) => number(root, name));
    },
  };
}

/** The inputs of all groups, in an order that jumps about, so that what is changed is not at hand. */
function eachGroup(count: number): () => string {
  const names = Array.from({ length: count }, (_, group) => groupInput(group));
  let at = 0;
  return () => names[(at = (at + 7_919) % count)];
}
