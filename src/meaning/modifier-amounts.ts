import type { WorldState } from '../components/state.js';
import { arrayText, readArray } from '../components/compounds.js';
import { isAbsent } from '../eval/operation.js';
import { type Frame, type Node, sourceSlot } from '../ir/node.js';
import { type CellModifier, modifierTitle } from '../ir/rule.js';
import { blaming } from '../kernel/errors.js';
import {
  type Numeric,
  addNumeric,
  divideNumeric,
  maximumNumeric,
  minimumNumeric,
  scaleNumeric,
} from '../kernel/numeric-value.js';
import { type StringPool, intern, textOf } from '../kernel/strings.js';
import { type CellContent, type Type, cellClass } from '../model/model.js';
import { modified } from './effects/turn-context.js';

/** What a modifier adds to a variable, and what comes of it. */

const failure: CellContent = { value: 0, class: cellClass.failed };

/** Where the cell holds `running`. Errors, such as exceeded limits, name the modifier. */
export function amountIn(frame: Frame, modifier: CellModifier, scope: number, running: CellContent): CellContent {
  frame.value = running.value;
  frame.valueWhole = running.class === cellClass.whole;
  return blaming(modifierTitle(modifier), modifier.name, () => contentOf(frame, modifier.amount, scope));
}

export function contentOf(frame: Frame, node: Node, scope: number): CellContent {
  frame.slots.fill(0);
  frame.slots[sourceSlot] = scope;
  const value = frame.evaluate(node);
  if (isAbsent(value)) return failure;
  return { value, class: node.type.name === 'numeric' && frame.whole ? cellClass.whole : cellClass.plain };
}

/** Failed values stay failed. */
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

/** An array with the missing elements of another appended, each once. */
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
      return maximumNumeric(running, amount);
    case 'minimum':
      return minimumNumeric(amount, running);
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
