import type { Effect as RuleEffect, MessageEffect } from '../../../compile/rule.js';
import type { Node } from '../../../compile/node.js';
import type { Condition, Effect, Value } from '../syntax.js';
import type { Acting } from './context.js';
import { type EffectForms, common } from './effect-forms.js';
import { isEntity } from './entities.js';
import { membersOf } from './member-effects.js';
import { requiredAt, valueAt } from './parameters.js';
import { wrongType } from './problems.js';
import { describe } from './words.js';

/** Effects on what empires see, and what players are told. */
export const knowingEffects: EffectForms = {
  SetVisibility: (effect, context) => setVisibility(effect, context),
  GenerateSitRepMessage: (effect, context) => [message(effect, text(effect, 'message', context), context)],
  Victory: (effect, context) => [message(effect, `Victory ${text(effect, 'reason', context)}`, context)],
  SetTexture: (effect, context) => [message(effect, `SetTexture ${text(effect, 'name', context)}`, context)],
  SetOverlayTexture: (effect, context) => [message(effect, `SetOverlayTexture ${text(effect, 'name', context)}`, context)],
};

function text(effect: Effect, label: string, context: Acting): string {
  const value = requiredAt(effect, label, context);
  return value === undefined ? '' : context.language.text(value, context) ?? '';
}

/** Tells what content says, with the numbers and objects that it names; texts that it names go with the text. */
function message(effect: Effect, said: string, context: Acting): MessageEffect {
  const values: { name: string; value: Node }[] = [];
  const texts: string[] = [];
  const empire = valueAt(effect, 'empire');
  if (empire !== undefined) values.push({ name: 'recipient', value: context.language.entity(empire, 'empire', context).node });
  let tag = '';
  for (const { label, values: given } of effect.parameters) {
    const [value] = given;
    if (value === undefined) continue;
    if (label === 'tag') tag = context.language.text(value, context) ?? '';
    if (label === 'data') tell(tag, value, values, texts, context);
  }
  return { kind: 'message', ...common(effect), text: [said, ...texts].join(' '), values };
}

function tell(tag: string, value: Value, values: { name: string; value: Node }[], texts: string[], context: Acting): void {
  const known = context.language.text(value, context);
  if (known !== undefined) texts.push(`${tag}=${known}`);
  else if (isEntity(value)) values.push({ name: tag, value: context.language.entity(value, 'object', context).node });
  else if (value.sort !== 'property' || context.language.isNumber(value)) values.push({ name: tag, value: context.language.real(value, context) });
}

/** Sight is had or not: the least visibility that is one counts. For many empires at once there is no effect of the IR. */
function setVisibility(effect: Effect, context: Acting): readonly RuleEffect[] | undefined {
  const { kit, language, target } = context;
  const empire = valueAt(effect, 'empire');
  const value = requiredAt(effect, 'visibility', context);
  if ((effect.word ?? 'TheEmpire') !== 'TheEmpire' || empire === undefined) return undefined;
  if (value === undefined) return [];
  const observer = language.entity(empire, 'empire', context).node;
  const condition: Condition | undefined = effect.conditions.find(({ label }) => label === 'condition')?.condition;
  const seen = isSeen(value, kit.choose(kit.visible(observer, target.node), kit.yes, kit.no), context);
  return [{ kind: 'sight', ...common(effect), observer, objects: condition === undefined ? undefined : membersOf(condition, context), seen }];
}

function isSeen(value: Value, now: Node, context: Acting): Node {
  const { kit } = context;
  if (value.sort === 'running') return now;
  if (value.sort === 'word') return value.word === 'Invisible' ? kit.no : kit.yes;
  if (value.sort === 'function' && value.name === 'max') return kit.any(value.operands.map((operand) => isSeen(operand, now, context)));
  if (value.sort === 'function' && value.name === 'min') return kit.all(value.operands.map((operand) => isSeen(operand, now, context)));
  wrongType(context, value.at, describe(value), 'a visibility');
  return now;
}
