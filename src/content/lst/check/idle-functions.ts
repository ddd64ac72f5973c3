import { listTexts, quoteText } from '../../diagnostics/quote.js';
import type { Definitions } from '../definitions/definitions.js';
import { fold } from '../definitions/fold.js';
import { type UserFunction, partsWithin } from '../definitions/functions.js';
import type { Fault, Report } from '../definitions/report.js';
import { isResolved } from '../definitions/variables.js';
import type { Formula } from '../formula/syntax.js';
import { builtInFunctions, describeArity } from './signatures.js';

/**
 * Warns of functions that could be called from nowhere, because their bodies use names that are defined nowhere.
 * Whoever calls one has an error of its own, so in a campaign without errors nobody does. Arguments that a body does
 * not use are told as well.
 */
export function warnOfIdleFunctions(definitions: Definitions, report: Report): void {
  for (const made of definitions.functions.all) {
    const fault = firstFault(made, definitions, report);
    if (fault === undefined && made.unused.length > 0) {
      const skipped = listTexts(made.unused.map((place) => `arg(${String(place)})`));
      report.warning(made.where, {
        code: 'arity',
        at: made.bodyAt,
        message: `${quoteText(made.name)} takes ${describeArity({ least: made.arity, most: made.arity })} and does not use ${skipped}`,
      });
    }
    if (fault !== undefined)
      report.warning(made.where, {
        ...fault,
        at: made.bodyAt + fault.at,
        message: `no formula can call ${quoteText(made.name)}: ${fault.message}`,
      });
  }
}

function firstFault({ body }: UserFunction, definitions: Definitions, report: Report): Fault | undefined {
  if (body === undefined) return undefined;
  for (const part of partsWithin(body)) {
    const fault = faultOf(part, definitions, report);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOf(part: Formula, { functions, variables, scopes }: Definitions, report: Report): Fault | undefined {
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
  const made = functions.find(part.name);
  const arity =
    builtInFunctions.get(fold(part.name)) ?? (made === undefined ? undefined : { least: made.arity, most: made.arity });
  if (arity === undefined)
    return {
      code: 'unknown-function',
      at: part.start,
      message: `there is no function ${quoteText(part.name)}`,
      suggestion: report.nearest(
        part.name,
        [...functions.all].map(({ name }) => name),
      ),
    };
  const { length } = part.args;
  if (length >= arity.least && length <= arity.most) return undefined;
  return {
    code: 'arity',
    at: part.start,
    message: `${quoteText(part.name)} takes ${describeArity(arity)}, not ${String(length)}`,
  };
}
