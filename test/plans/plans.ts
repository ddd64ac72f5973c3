import type { Program } from '../../src/ir/rule.js';
import { type RulePlan, planOf } from '../../src/rules/program-plan.js';
import { type Wording } from '../../src/eval/printer.js';
import { printExpression } from '../../src/eval/print-expression.js';
import type { ConjunctionPlan, Test } from '../../src/match/selection-plan.js';
import type { GroupSource } from '../../src/content/native/schema.js';
import { contentWith } from '../support/content.js';

/** What tests of the planner share: a rule of the base content, and its plan in words. */

type Scope = NonNullable<GroupSource['scope']>;

/** The plan of a group of class `farm`, a building. */
export function plannedGroup(group: Partial<GroupSource>): { readonly program: Program; readonly plan: RulePlan } {
  const whole: GroupSource = {
    name: 'rule',
    scope: { include: 'target == source' },
    effects: [{ meter: 'wealth', add: 1 }],
    ...group,
  };
  const program = contentWith({ classes: { farm: { kind: 'building', groups: [whole] } } });
  const [rule] = program.rules.rules;
  const plan = planOf(program).rules.get(rule);
  if (plan === undefined) throw new Error('the rule has no plan');
  return { program, plan };
}

/** The plan of a scope in words. */
export function scopeInWords(scope: Scope) {
  const { program, plan } = plannedGroup({ scope });
  const wording: Wording = { model: program.model, first: 'source', longest: 500 };
  const words = ({ term, wanted }: Test): string =>
    `${wanted === 'true' ? '' : `${wanted} `}${printExpression(term, wording)}`;
  return {
    vetoes: plan.selection.vetoes.map(words),
    conjunctions: plan.selection.conjunctions.map(({ gates, own, generator, tests }: ConjunctionPlan) => ({
      gates: gates.map(words),
      kind: (own.kind === 0 ? own.kinds : [own.kind]).map((kind) => program.model.kinds[kind - 1].name).join(' or '),
      class: own.class === 0 ? '' : program.model.classes[own.class - 1].name,
      own: own.tests.map(words),
      by: generator?.by ?? '',
      key: generator !== undefined && 'key' in generator ? printExpression(generator.key, wording) : '',
      tests: tests.map(({ keys, tests: some }) => ({
        keys: keys.map((key) =>
          key.of === 'slot'
            ? `slot ${key.slot}`
            : `${key.projection ?? ''} ${printExpression(key.term, wording)}`.trim(),
        ),
        tests: some.map(words),
      })),
    })),
  };
}
