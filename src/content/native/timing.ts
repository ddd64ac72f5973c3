import type { Expression } from '../../ir/expression.js';
import { makeNode } from '../../eval/make-node.js';
import { type TimingBook, type TimingPolicy, noTiming, plainTiming } from '../../ir/occurrence.js';
import { booleanType } from '../../eval/operation.js';
import { applies } from '../../eval/ops/logic.js';
import { quoteText } from '../diagnostics/quote.js';
import { lowerAbility } from './abilities.js';
import type { Acting, TimingContext } from './action-context.js';
import { lowerContinuous } from './continuous.js';
import { type Declarations, hiddenFault, playerRoles } from './declarations.js';
import { compileText, triggerContext } from './expression-text.js';
import { reportError } from './loading.js';
import { createMemory } from './memory.js';
import { lowerOccurrence } from './occurrences.js';
import type { RuleContext } from './rule-context.js';
import { warnOfTiming } from './timing-warnings.js';

/** What may occur and what answers it, and what hosts ask besides: whether play is over. */
interface LoweredTiming {
  readonly timing: TimingBook;
  readonly questions: readonly Omit<Expression, 'index'>[];
}

/**
 * Lowers the occurrences, abilities and what is continuous, in the order of the content. What has a mistake is reported
 * and left out.
 */
export function lowerTiming(declarations: Declarations, rules: RuleContext, acting: Acting): LoweredTiming {
  const {
    occurrences: { types, players },
    steps = -1,
    model,
  } = rules;
  const context: TimingContext = {
    ...rules,
    ...acting,
    memory: createMemory(),
    hasPlayers: players > 0 || declarations.lacksTiming,
  };
  refuseHiddenNames(declarations, context);
  const finish = types.map((draft) => lowerOccurrence(draft, context));
  const abilities = declarations.abilities
    .map((placed, index) => lowerAbility(placed, index, context))
    .filter((ability) => ability !== undefined);
  const continuous = lowerContinuous(declarations.continuous, context);
  warnOfTiming(declarations, context);
  const questions = overOf(declarations, context);
  if (types.length === 0 && declarations.timing === undefined) return { timing: noTiming, questions };
  const [active, next] = playerRoles.map((name) =>
    declarations.timing === undefined ? -1 : model.roles.indexOf(name),
  );
  return {
    timing: {
      types: finish.map((each) => each()),
      abilities,
      continuous,
      players,
      active,
      next,
      steps,
      policy: policyOf(declarations),
    },
    questions,
  };
}

function policyOf({ timing }: Declarations): TimingPolicy {
  const { grouping, bornInStep, reactionToZero, depth, optionalLoop } = timing?.source.policy ?? {};
  return {
    grouping: grouping ?? plainTiming.grouping,
    bornInStep: bornInStep ?? plainTiming.bornInStep,
    reactionToZero: reactionToZero ?? plainTiming.reactionToZero,
    depth: depth ?? plainTiming.depth,
    optionalLoop: optionalLoop ?? plainTiming.optionalLoop,
  };
}

/** The name under which hosts ask players whether play is over. */
const over = 'over';

function overOf({ timing, expressions }: Declarations, context: TimingContext): LoweredTiming['questions'] {
  const {
    loading,
    occurrences: { players },
  } = context;
  const text = timing?.source.over;
  if (timing === undefined || text === undefined) return [];
  const { source } = timing;
  const compiled = compileText(
    { container: source, key: over, text },
    booleanType,
    { ...triggerContext(context, { next: 0 }), still: true },
    loading,
  );
  const place = loading.places.ofValue(source, over);
  if (!context.hasPlayers) {
    reportError(loading, place, {
      code: 'no-players',
      message: `${quoteText(over)} says when play is over, and nobody plays; expected ${quoteText('players')}`,
      suggestion: 'name the kind of those who play as `players`',
    });
  }
  const other = expressions.find(({ name }) => name === over);
  if (other !== undefined) {
    reportError(loading, other.place, {
      code: 'duplicate-name',
      message: `an expression is called ${quoteText(over)}, as is what ${quoteText('timing')} says of when play is over; expected one of each name`,
      suggestion: 'rename the expression',
    });
  }
  if (compiled === undefined || players === 0) return [];
  const node = makeNode(applies, undefined, compiled.node);
  return [
    {
      name: over,
      scope: [players],
      node,
      clauses: [{ text: compiled.text, node }],
      text: compiled.text,
      thing: '',
      origin: { file: place.file, line: place.line, column: place.column },
    },
  ];
}

/** Constants that expressions of abilities could not see, because the name means something else there. */
function refuseHiddenNames({ constants, hiding }: Declarations, { loading }: TimingContext): void {
  for (const { name, place } of constants)
    if (hiding.has(name)) reportError(loading, place, hiddenFault(name, 'a constant'));
}
