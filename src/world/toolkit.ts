import type { compileHostExpression } from '../content/expression/host-expression.js';
import type { EventTools } from '../events/event-tools.js';
import { raises } from '../ir/heard-effects.js';
import type { Program } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import type { ReferenceTools } from '../reference/reference-tools.js';
import type { createSolver } from '../solve/create-solver.js';
import type { MakeFlows } from '../systems/compiled-executor.js';

/**
 * The parts of the kernel that only some worlds take. An entry point brings them: `edict` all, `edict/runtime` those
 * that the content needs, so that a page loads no others.
 */
export interface Toolkit {
  /** Compiles texts of expressions that hosts give. */
  readonly parser?: typeof compileHostExpression | undefined;
  readonly events?: EventTools | undefined;
  readonly solver?: typeof createSolver | undefined;
  readonly flows?: MakeFlows | undefined;
  readonly reference?: ReferenceTools | undefined;
}

type Content = Pick<Program, 'model' | 'rules'>;

/** Which parts the worlds of a content take. */
export const takes = {
  events: ({ rules: { triggers, timing, rules } }: Content): boolean =>
    triggers.triggers.length > 0 || timing.types.length > 0 || rules.some(({ effects }) => effects.some(raises)),
  solver: ({ model }: Content): boolean => model.variables.length > 0,
  flows: ({ rules }: Content): boolean => rules.flows.flows.length > 0,
};

/** Of a part that a world needs. Throws where its entry point did not bring it. */
export function neededPart<Part>(part: Part | undefined, name: string): Part {
  if (part !== undefined) return part;
  throw new EdictError('no-part', `\`edict/runtime\` has no ${name}; make the world with \`edict\``, name);
}
