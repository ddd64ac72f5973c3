import type { Node } from '../../../ir/node.js';
import type { Effect as RuleEffect } from '../../../ir/rule.js';
import type { Column } from '../../../model/model.js';
import type { Condition, Effect, Value } from '../syntax.js';
import { type Acting, type Context, type Tested, type KindSet, everyKind } from './context.js';
import { missingParameter, requiredAt } from './parameters.js';

export interface ConditionForm {
  /** Kinds of objects of which it may be true. */
  readonly kinds: KindSet | ((condition: Condition, context: Context) => KindSet);
  /** False of none and of everything that is no game object, whatever kinds its candidate is assumed to have. */
  readonly firm: boolean | ((condition: Condition, isFirm: (condition: Condition) => boolean) => boolean);
  /**
   * The condition of a candidate of the kinds in the context; of others it may be anything. May be absent, which means
   * false.
   */
  lower(condition: Condition, context: Tested): Node;
}

export type ConditionForms = Readonly<Record<string, ConditionForm>>;

export type Candidates = Pick<ConditionForm, 'kinds' | 'firm'>;

export const anything: Candidates = { kinds: everyKind, firm: false };

export function only(kinds: KindSet): Candidates {
  return { kinds, firm: true };
}

export const ofAll: Candidates = {
  kinds: ({ operands }, context) =>
    operands.reduce((kinds, operand) => kinds & context.language.kinds(operand, context), everyKind),
  firm: ({ operands }, isFirm) => operands.some(isFirm),
};

export const ofAny: Candidates = {
  kinds: ({ operands }, context) =>
    operands.reduce((kinds, operand) => kinds | context.language.kinds(operand, context), 0),
  firm: ({ operands }, isFirm) => operands.every(isFirm),
};

/** A condition of the value of a parameter; false, and reported, where it is missing. */
export function ofValue(
  candidates: Candidates,
  label: string,
  lower: (value: Value, context: Tested, condition: Condition) => Node,
): ConditionForm {
  return {
    ...candidates,
    lower(condition, context) {
      const value = requiredAt(condition, label, context);
      return value === undefined ? context.kit.no : lower(value, context, condition);
    },
  };
}

export function ofOperand(
  candidates: Candidates,
  lower: (operand: Condition, context: Tested, condition: Condition) => Node,
): ConditionForm {
  return {
    ...candidates,
    lower(condition, context) {
      const operand = condition.operands.at(0);
      if (operand !== undefined) return lower(operand, context, condition);
      missingParameter(context, condition.at, condition.name, 'condition');
      return context.kit.no;
    },
  };
}

export type EffectForm = (effect: Effect, context: Acting) => readonly RuleEffect[];

export type EffectForms = Readonly<Record<string, EffectForm>>;

/** An effect of the value of a parameter; none, and reported, where it is missing. */
export function withValue(
  label: string,
  lower: (value: Value, effect: Effect, context: Acting) => readonly RuleEffect[],
): EffectForm {
  return (effect, context) => {
    const value = requiredAt(effect, label, context);
    return value === undefined ? [] : lower(value, effect, context);
  };
}

export function conditionAt({ conditions }: Effect, label: string): Condition | undefined {
  return conditions.find((each) => each.label === label)?.condition;
}

/** Reported where it is missing. */
export function requiredCondition(effect: Effect, label: string, context: Context): Condition | undefined {
  const condition = conditionAt(effect, label);
  if (condition === undefined) missingParameter(context, effect.at, effect.name, label);
  return condition;
}

/** The common fields of an effect of the IR: all land on targets, and stack by their rule. */
export function common({ label }: Effect): {
  readonly recipient: 'target';
  readonly stacking: 0;
  readonly label: string;
} {
  return { recipient: 'target', stacking: 0, label };
}

export function setting(effect: Effect, { index }: Pick<Column, 'index'>, amount: Node, holder?: Node): RuleEffect {
  const set = { kind: 'modify', ...common(effect), column: index, modification: 'set', amount } as const;
  return holder === undefined ? set : { ...set, holder };
}

export function where(effect: Effect, condition: Node, then: readonly RuleEffect[]): RuleEffect {
  return { kind: 'branch', ...common(effect), condition, then, otherwise: [] };
}
