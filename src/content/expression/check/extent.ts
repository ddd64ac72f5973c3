import { childrenOf } from '../children.js';
import type { CallExpression, Expression } from '../syntax.js';
import type { Extent, Macro, MacroExtent } from './context.js';

/** What expressions may grow to when their calls are expanded. */
export interface ExpansionLimits {
  readonly size: number;
  readonly depth: number;
}

/** The call with which an expression would become larger or deeper than it may be. */
export interface Excess {
  readonly call: CallExpression;
  readonly measure: keyof ExpansionLimits;
}

/** The function of content that an expression calls with as many arguments as it takes. */
export function calledMacro(expression: Expression, macros: ReadonlyMap<string, Macro>): Macro | undefined {
  if (expression.kind !== 'call' || expression.receiver !== undefined) return undefined;
  const macro = macros.get(expression.function);
  return macro?.arguments.length === expression.arguments.length ? macro : undefined;
}

/** A function of content, measured. `body` has no calls of other functions of content. */
export function macroOf(name: string, names: readonly string[], body: Expression): Macro {
  return { name, arguments: names, body, extent: measureBody(body, names) };
}

/** Measures the body of a function. An argument is a name that stands there free. */
function measureBody(body: Expression, names: readonly string[]): MacroExtent {
  const found = new Map(names.map((name) => [name, { count: 0, above: 0 }]));
  const waiting = [{ expression: body, level: 1 }];
  let [size, depth] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { expression, level } = next;
    const argument = expression.kind === 'name' ? found.get(expression.name) : undefined;
    if (argument !== undefined) {
      argument.count += 1;
      argument.above = Math.max(argument.above, level - 1);
    } else {
      size += 1;
      depth = Math.max(depth, level);
    }
    for (const child of childrenOf(expression)) waiting.push({ expression: child, level: level + 1 });
  }
  return { size, depth, arguments: [...found.values()] };
}

interface Measuring {
  readonly macros: ReadonlyMap<string, Macro>;
  readonly limits: ExpansionLimits;
  /** Of all calls so far that are not inside another. */
  size: number;
  excess: Excess | undefined;
}

/**
 * Measures an expression as it would be with its calls expanded, or finds the first call that goes too far. Nothing is
 * expanded: the time is linear in what stands there.
 * It recurses as deep as the expression nests.
 */
export function measureCalls(
  expression: Expression,
  macros: ReadonlyMap<string, Macro>,
  limits: ExpansionLimits,
): Extent | Excess {
  const measuring: Measuring = { macros, limits, size: 0, excess: undefined };
  const extent = measure(expression, false, measuring);
  return measuring.excess ?? extent;
}

function measure(expression: Expression, isInCall: boolean, measuring: Measuring): Extent {
  const macro = calledMacro(expression, measuring.macros);
  let [size, depth] = [1, 1];
  const parts: Extent[] = [];
  for (const child of childrenOf(expression)) {
    const part = measure(child, isInCall || macro !== undefined, measuring);
    if (macro !== undefined) parts.push(part);
    size += part.size;
    depth = Math.max(depth, part.depth + 1);
    if (measuring.excess !== undefined) return { size, depth };
  }
  if (macro === undefined || expression.kind !== 'call') return { size, depth };
  const extent = extentOfCall(macro.extent, parts);
  if (!isInCall) measuring.size += extent.size;
  noteExcess(expression, extent, measuring);
  return extent;
}

/** What stands in place of a call; arguments that the function makes nothing of stand beside it. */
function extentOfCall(
  { size: ownSize, depth: ownDepth, arguments: places }: MacroExtent,
  given: readonly Extent[],
): Extent {
  const beside = places.some(({ count }) => count === 0) ? 1 : 0;
  let [size, depth] = [ownSize + beside, ownDepth + beside];
  for (const [i, part] of given.entries()) {
    const { count, above } = places[i];
    size += Math.max(1, count) * part.size;
    depth = Math.max(depth, above + beside + part.depth);
  }
  return { size, depth };
}

function noteExcess(call: CallExpression, { size, depth }: Extent, measuring: Measuring): void {
  const { limits } = measuring;
  if (Math.max(size, measuring.size) > limits.size) measuring.excess = { call, measure: 'size' };
  else if (depth > limits.depth) measuring.excess = { call, measure: 'depth' };
}
