import { type Names, amountValue, readsAny } from './amount.js';
import { type PlainNumber, add, divide, int, isSame, larger, multiply, smaller } from './plain-number.js';
import type { Sheet, SheetModification, SheetModifier, SheetObject } from './sheet.js';

/** The order in which modifiers of a variable apply; of one sort, as they were defined. */
const order: readonly SheetModification[] = ['SET', 'MULTIPLY', 'DIVIDE', 'ADD', 'MAX', 'MIN'];

const apply: Readonly<Record<SheetModification, (before: PlainNumber, amount: PlainNumber) => PlainNumber>> = {
  SET: (_, amount) => amount,
  MULTIPLY: multiply,
  DIVIDE: divide,
  ADD: add,
  MAX: larger,
  MIN: smaller,
};

export type Inputs = ReadonlyMap<string, number>;

/** Every variable of a sheet, from scratch, in the order of definition. Inputs that are not given are 0. */
export function solvePlainly(
  sheet: Sheet,
  inputs: Inputs,
  granted: readonly SheetObject[] = [],
): ReadonlyMap<string, PlainNumber> {
  const values = new Map<string, PlainNumber>();
  const names: Names = {
    variable: (name) => values.get(name) ?? int(0),
    input: (name) => int(inputs.get(name) ?? 0),
  };
  for (const { name, modifiers } of sheet.variables()) {
    const carried = granted.flatMap((object) =>
      object.modifiers.filter(({ variable }) => variable === name).map(({ modifier }) => modifier),
    );
    let value = int(0);
    for (const { modification, amount } of inOrder([...modifiers, ...carried]))
      value = apply[modification](value, amountValue(amount, names));
    values.set(name, value);
  }
  return values;
}

/**
 * How many variables must be solved when inputs change: those that read an input or a variable that is another one
 * then.
 */
export function solvesNeeded(sheet: Sheet, before: Inputs, after: Inputs): number {
  const old = solvePlainly(sheet, before);
  const changed = new Set<string>();
  const inputs = new Set(sheet.inputs.filter((name) => before.get(name) !== after.get(name)));
  for (const [name, value] of solvePlainly(sheet, after)) {
    const was = old.get(name);
    if (was === undefined || !isSame(was, value)) changed.add(name);
  }
  let count = 0;
  for (const { modifiers } of sheet.variables())
    if (modifiers.some(({ amount }) => readsAny(amount, changed, inputs))) count++;
  return count;
}

function inOrder(modifiers: readonly SheetModifier[]): readonly SheetModifier[] {
  return modifiers.toSorted((a, b) => order.indexOf(a.modification) - order.indexOf(b.modification));
}
