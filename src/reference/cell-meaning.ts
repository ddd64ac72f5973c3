import { type Type, cellClass } from '../model/model.js';
import type { WorldState } from '../components/state.js';
import { blaming } from '../kernel/errors.js';
import { type Numeric, addNumeric, capNumeric, divideNumeric, raiseNumeric, scaleNumeric } from '../kernel/numeric.js';
import { modified } from '../meaning/effects/modification.js';
import type { Frame } from '../ir/frame.js';
import { type Node, sourceSlot } from '../ir/node.js';
import { isAbsent } from '../eval/operation.js';
import { type CellModifier, modifierTitle } from '../ir/rule.js';
import { arrayText, readArray } from '../components/compounds.js';
import { type StringPool, intern, textOf } from '../kernel/strings.js';

/** What a cell holds: a value and its class (see cell-class.ts). */
export interface CellContent {
  readonly value: number;
  readonly class: number;
}

const failure: CellContent = { value: 0, class: cellClass.failed };

/**
 * The amount of a modifier in the scope of an object, where the cell holds `running`. What goes wrong, a limit that is
 * passed for one, names the modifier.
 */
export function amountIn(frame: Frame, modifier: CellModifier, scope: number, running: CellContent): CellContent {
  frame.value = running.value;
  frame.valueWhole = running.class === cellClass.whole;
  return blaming(modifierTitle(modifier), modifier.name, () => contentOf(frame, modifier.amount, scope));
}

/** The value of an expression in the scope of an object. */
export function contentOf(frame: Frame, node: Node, scope: number): CellContent {
  frame.slots.fill(0);
  frame.slots[sourceSlot] = scope;
  const value = frame.evaluate(node);
  if (isAbsent(value)) return failure;
  return { value, class: node.type.name === 'numeric' && frame.whole ? cellClass.whole : cellClass.plain };
}

/** What a modifier makes of a cell. What has failed once stays so. */
export function applied(
  state: WorldState,
  modifier: CellModifier,
  running: CellContent,
  amount: CellContent,
): CellContent {
  if (running.class === cellClass.failed) return failure;
  if (amount.class === cellClass.failed) return modifier.whenAbsent === 'skip' ? running : failure;
  const { type } = state.model.variables[modifier.variable];
  const { modification } = modifier;
  if (type.name === 'numeric')
    return numericContent(modifiedNumeric(modification, asNumeric(running), asNumeric(amount)));
  if (modification === 'union')
    return { value: united(state.strings, type, running.value, amount.value), class: cellClass.plain };
  if (type.name !== 'number') return amount;
  // Numbers are finite, and −0 is the 0 that it equals.
  const value = modified(modification, running.value, amount.value) + 0;
  return Number.isFinite(value) ? { value, class: cellClass.plain } : failure;
}

/** An array with the elements of another that it does not hold appended, each once. */
function united(pool: StringPool, type: Type, array: number, added: number): number {
  if (type.name !== 'array') return added;
  const [own, others] = [array, added].map((handle) =>
    readArray(textOf(pool, handle)).map((element) => ({ element, key: arrayText(type.of, [element]) })),
  );
  const held = new Set(own.map(({ key }) => key));
  const first = new Map(others.filter(({ key }) => !held.has(key)).map((each) => [each.key, each]));
  return intern(
    pool,
    arrayText(
      type.of,
      [...own, ...first.values()].map(({ element }) => element),
    ),
  );
}

function modifiedNumeric(modification: CellModifier['modification'], running: Numeric, amount: Numeric): Numeric {
  switch (modification) {
    case 'multiply':
      return scaleNumeric(running, amount);
    case 'divide':
      return divideNumeric(running, amount);
    case 'add':
      return addNumeric(running, amount);
    case 'maximum':
      return raiseNumeric(running, amount);
    case 'minimum':
      return capNumeric(running, amount);
    case 'set':
    case 'union':
      return amount;
  }
}

function asNumeric(content: CellContent): Numeric {
  return { value: content.value, whole: content.class === cellClass.whole };
}

function numericContent({ value, whole }: Numeric): CellContent {
  return { value, class: whole ? cellClass.whole : cellClass.plain };
}
