import { asSolved, someIn } from '../../eval/shape.js';
import { kindAt } from '../../components/model.js';
import type { Node } from '../../ir/node.js';
import type { RuleBook } from '../../ir/rule.js';
import { type LoopNode, findLoop } from '../../solve/find-loop.js';
import { quoteText } from '../diagnostics/quote.js';
import { reportError } from './loading.js';
import type { PlacedModifier } from './modifiers.js';
import type { RuleContext } from './rule-context.js';

/**
 * Reports variables that would need one another in a circle whatever the world is. Loops that only data can close are
 * found when it would do so.
 */
export function refuseLoops(rules: RuleBook, placed: readonly PlacedModifier[], { model, loading }: RuleContext): void {
  if (loading.collector.hasErrors) return;
  const loop = findLoop({ model, rules, fingerprint: '' });
  if (loop === undefined) return;
  const [first, ...rest] = loop;
  const name = ({ class: index, variable }: LoopNode): string => {
    const { kind, name: variableName } = model.variables[variable];
    return quoteText(`${index === 0 ? kindAt(model, kind).name : model.classes[index - 1].name}.${variableName}`);
  };
  const needed = (rest.at(0) ?? first).variable;
  const isOfLoop = ({ modifier }: PlacedModifier): boolean =>
    modifier.variable === first.variable && reads(modifier.amount, needed);
  const { place } = placed.find(isOfLoop) ?? placed[0];
  const shown = [...rest, first].slice(0, mostShown).map(name).join(', which needs ');
  reportError(loading, place, {
    code: 'variable-loop',
    message: `${name(first)} needs ${shown}${loop.length > mostShown ? ' and so on' : ''}, expected variables that do not need themselves`,
    suggestion:
      loop.length === 1
        ? 'write `value` for the value before this modifier'
        : 'remove one modifier of the circle, or let one look at something else',
  });
}

const mostShown = 8;

function reads(node: Node, variable: number): boolean {
  return someIn(node, (part) => asSolved(part)?.variable === variable);
}
