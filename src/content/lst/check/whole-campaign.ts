import { asSolved, someIn } from '../../../eval/node-shape.js';
import type { Node } from '../../../ir/node.js';
import { kept } from '../../../kernel/maps.js';
import type { CellModifier, Grouping, Program } from '../../../ir/rule.js';
import type { Class, Model, Variable } from '../../../model/model.js';
import { type LoopNode, findLoop } from '../../../solve/find-loop.js';
import { listTexts, quoteText } from '../../text/quote.js';
import type { Definitions, FunctionTable, UserFunction } from '../definitions/definitions.js';
import { type Fault, describePlace } from '../parse/campaign-problem.js';
import { fold, isResolved, nameOf } from '../definitions/scopes.js';
import { parseFormula } from '../parse/parse-formula.js';
import { type Formula, partsWithin } from '../syntax.js';
import { arityFault, builtInFunctions, describeArity } from '../lower/calls.js';
import type { Modifiers } from './campaign-modifiers.js';

const shownReads = 8;

/**
 * Reports variables that would need one another if all objects were granted. At fault is the last modifier that closes
 * the loop, where its formula reads the next variable. `rank`: after all that was read.
 */
export function refuseLoop(program: Program, { sources, offsets, definitions }: Modifiers, rank: number): void {
  const found = findLoop(program);
  if (found === undefined) return;
  const { modifier, loop } = fromLast(found, program);
  const { model, rules } = program;
  const names = loop.map(({ class: of, variable }) =>
    nameOf(model.variables[variable], of === 0 ? undefined : model.classes[of - 1]),
  );
  const reads = loop.slice(0, shownReads).map((from, i) => {
    const next = (i + 1) % loop.length;
    const maker = i === 0 ? modifier : rules.modifiers.findLast((each) => makes(each, from, loop[next], model));
    return `${quoteText(names[i])} needs ${quoteText(names[next])}${maker === undefined ? '' : ` (${describePlace(maker.origin)})`}`;
  });
  if (loop.length > shownReads) reads.push(`and so on through ${loop.length - shownReads} more`);
  const at =
    offsets[modifier.index] +
    offsetOfRead(modifier.text, model.variables[loop[1 % loop.length].variable], definitions.functions);
  definitions.report.loop(
    { source: sources[modifier.index], rank },
    `variables would need one another in a circle: ${reads.join(', ')}; take one of these reads out, or use \`value()\` for what a variable was before the modifier`,
    names,
    at,
  );
}

/** Turns the loop so that it begins at a read by the last modifier that makes one. */
function fromLast(
  loop: readonly LoopNode[],
  { model, rules }: Program,
): { readonly modifier: CellModifier; readonly loop: readonly LoopNode[] } {
  const places = new Map<number, number[]>();
  loop.forEach(({ variable }, place) => kept(places, variable, () => []).push(place));
  for (const modifier of rules.modifiers.toReversed()) {
    const place = places
      .get(modifier.variable)
      ?.find((each) => makes(modifier, loop[each], loop[(each + 1) % loop.length], model));
    if (place !== undefined) return { modifier, loop: [...loop.slice(place), ...loop.slice(0, place)] };
  }
  return { modifier: rules.modifiers[0], loop };
}

function makes(
  { variable, amount, carrier, others }: CellModifier,
  from: LoopNode,
  to: LoopNode,
  model: Model,
): boolean {
  const isRead = (part: Node) => asSolved(part)?.variable === to.variable;
  if (variable !== from.variable || !someIn(amount, isRead)) return false;
  const fits = (instance: number) =>
    ownerOf(instance, from.variable, model) === from.class && ownerOf(instance, to.variable, model) === to.class;
  if (others === undefined) return fits(carrier.by === 'class' ? carrier.class : 0);
  return model.classes.some((each) => isReached(each, others) && fits(each.index));
}

export function isReached({ index, kind, groups }: Class, { kind: wanted, which }: Grouping): boolean {
  if (kind !== wanted) return false;
  switch (which.by) {
    case 'class':
      return index === which.class;
    case 'all':
      return true;
    case 'group':
      return groups?.has(which.group) === true;
  }
}

/** The class that holds a variable seen from an object of a class; 0 for the character. */
function ownerOf(instance: number, variable: number, { classes, variables }: Model): number {
  const { kind } = variables[variable];
  let index = instance;
  while (index !== 0 && classes[index - 1].kind !== kind) index = classes[index - 1].home?.class ?? 0;
  return index;
}

/** The offset of the first read of a variable, by its name or in a function. */
function offsetOfRead(text: string, { name }: Variable, functions: FunctionTable): number {
  const { formula } = parseFormula(text);
  return formula === undefined ? 0 : (findRead(formula, fold(name), functions)?.start ?? 0);
}

function findRead(formula: Formula, name: string, functions: FunctionTable): Formula | undefined {
  for (const part of partsWithin(formula)) {
    if ((part.kind === 'name' || part.kind === 'element') && fold(part.name) === name) return part;
    const body = part.kind === 'call' ? functions.find(part.name)?.body : undefined;
    if (body !== undefined && findRead(body, name, functions) !== undefined) return part;
  }
  return undefined;
}

/** Warns of bodies that use undefined names, and of unused arguments. */
export function warnOfIdleFunctions(definitions: Definitions): void {
  const { functions, report } = definitions;
  for (const made of functions.all) {
    const { where, bodyAt, arity, unused } = made;
    const name = quoteText(made.name);
    const fault = firstFault(made, definitions);
    if (fault !== undefined) {
      report.warning(where, {
        ...fault,
        at: bodyAt + fault.at,
        message: `no formula can call ${name}: ${fault.message}`,
      });
    } else if (unused.length > 0) {
      const skipped = listTexts(unused.map((place) => `arg(${place})`));
      report.warning(where, {
        code: 'arity',
        at: bodyAt,
        message: `${name} takes ${describeArity({ least: arity, most: arity })} and does not use ${skipped}`,
      });
    }
  }
}

function firstFault({ body }: UserFunction, definitions: Definitions): Fault | undefined {
  for (const part of body === undefined ? [] : partsWithin(body)) {
    const fault = faultOf(part, definitions);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOf(part: Formula, { functions, variables, scopes, report }: Definitions): Fault | undefined {
  if (part.kind === 'name' || part.kind === 'element') {
    const found = variables.resolve(part.name, scopes.root);
    if (isResolved(found) || found.why !== 'unknown') return undefined;
    return {
      code: 'unknown-variable',
      at: part.start,
      message: `there is no variable ${quoteText(part.name)}`,
      suggestion: report.nearest(part.name, variables.namesIn(scopes.root)),
    };
  }
  if (part.kind !== 'call') return undefined;
  const { name, args, start: at } = part;
  const made = functions.find(name);
  const arity = builtInFunctions.get(fold(name)) ?? (made && { least: made.arity, most: made.arity });
  if (arity === undefined)
    return {
      code: 'unknown-function',
      at,
      message: `there is no function ${quoteText(name)}`,
      suggestion: report.nearest(name, functions.names()),
    };
  const message = arityFault(name, arity, args.length);
  return message === undefined ? undefined : { code: 'arity', at, message };
}
