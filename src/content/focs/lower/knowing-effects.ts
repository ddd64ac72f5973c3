import type { Effect as RuleEffect, Members, MessageEffect } from '../../../ir/rule.js';
import type { Node } from '../../../ir/node.js';
import type { Effect, Value } from '../syntax.js';
import { type Acting, withSlotTaken } from './context.js';
import { type EffectForms, common } from './effect-forms.js';
import { isEntity } from './entities.js';
import { membersOf } from './member-effects.js';
import { requiredAt, valueAt } from './parameters.js';
import { unsupported, wrongType } from './problems.js';
import { describe } from './words.js';

/** Effects on what empires see, and what players are told. */
export const knowingEffects: EffectForms = {
  SetVisibility: (effect, context) => setVisibility(effect, context),
  GenerateSitRepMessage: (effect, context) => [message(effect, text(effect, 'message', context), context)],
  Victory: (effect, context) => [message(effect, `Victory ${text(effect, 'reason', context)}`, context)],
  SetTexture: (effect, context) => [message(effect, `SetTexture ${text(effect, 'name', context)}`, context)],
  SetOverlayTexture: (effect, context) => [
    message(effect, `SetOverlayTexture ${text(effect, 'name', context)}`, context),
  ],
};

function text(effect: Effect, label: string, context: Acting): string {
  const value = requiredAt(effect, label, context);
  return value === undefined ? '' : (context.language.text(value, context) ?? '');
}

/** Tells what content says, with the numbers and objects that it names; texts that it names go with the text. */
function message(effect: Effect, said: string, context: Acting): MessageEffect {
  const values: { name: string; value: Node }[] = [];
  const texts: string[] = [];
  const empire = valueAt(effect, 'empire');
  if (empire !== undefined)
    values.push({ name: 'recipient', value: context.language.entity(empire, 'empire', context).node });
  let tag = '';
  for (const { label, values: given } of effect.parameters) {
    const [value] = given;
    if (value === undefined) continue;
    if (label === 'tag') tag = context.language.text(value, context) ?? '';
    if (label === 'data') tell(tag, value, values, texts, context);
  }
  return { kind: 'message', ...common(effect), text: [said, ...texts].join(' '), values };
}

function tell(
  tag: string,
  value: Value,
  values: { name: string; value: Node }[],
  texts: string[],
  context: Acting,
): void {
  const known = context.language.text(value, context);
  if (known !== undefined) texts.push(`${tag}=${known}`);
  else if (isEntity(value)) values.push({ name: tag, value: context.language.entity(value, 'object', context).node });
  else if (value.sort !== 'property' || context.language.isNumber(value))
    values.push({ name: tag, value: context.language.real(value, context) });
}

/** Sight is had or not: the least visibility that is one counts. */
function setVisibility(effect: Effect, context: Acting): readonly RuleEffect[] {
  const { kit } = context;
  const value = requiredAt(effect, 'visibility', context);
  const seeing = seeingIn(effect, context);
  if (value === undefined || seeing === undefined) return [];
  const { observer, observers, inner } = seeing;
  const condition = effect.conditions.find(({ label }) => label === 'condition')?.condition;
  const seen = isSeen(value, kit.choose(kit.visible(observer, inner.target.node), kit.yes, kit.no), inner);
  return [
    {
      kind: 'sight',
      ...common(effect),
      observer,
      ...(observers === undefined ? {} : { observers }),
      objects: condition === undefined ? undefined : membersOf(condition, inner),
      seen,
    },
  ];
}

/** The empire that is to see, or one of several in a slot of its own; undefined where there can be none. */
function seeingIn(
  effect: Effect,
  context: Acting,
): { readonly observer: Node; readonly observers?: Members; readonly inner: Acting } | undefined {
  const { kit, builder, language, free } = context;
  const given = valueAt(effect, 'empire');
  const affiliation = effect.word ?? (given === undefined ? 'AnyEmpire' : 'TheEmpire');
  const isOf = (of: (empire: Node) => Node): Node => {
    const empire = requiredAt(effect, 'empire', context);
    return empire === undefined ? kit.no : of(language.entity(empire, 'empire', withSlotTaken(context)).node);
  };
  if (affiliation === 'TheEmpire') {
    const empire = requiredAt(effect, 'empire', context);
    return empire && { observer: language.entity(empire, 'empire', context).node, inner: context };
  }
  const observer = kit.slot(free);
  const { war, peace, allied } = builder.relations;
  const is = (relation: number): Node => isOf((empire) => kit.related(relation, observer, empire));
  const all = (condition: Node): ReturnType<typeof seeingIn> => ({
    observer,
    observers: { kind: builder.kinds.empire, slot: free, condition },
    inner: withSlotTaken(context),
  });
  switch (affiliation) {
    case 'AnyEmpire':
      return all(kit.yes);
    case 'EnemyOf':
      return all(is(war));
    case 'PeaceWith':
      return all(is(peace));
    case 'AllyOf':
      return all(kit.any([is(peace), is(allied)]));
    // Nobody plays.
    case 'Human':
    case 'None':
      return undefined;
    default:
      unsupported(
        context,
        effect.at,
        `affiliation ${affiliation}`,
        'TheEmpire, EnemyOf, AllyOf, PeaceWith or AnyEmpire',
      );
      return undefined;
  }
}

function isSeen(value: Value, now: Node, context: Acting): Node {
  const { kit } = context;
  if (value.sort === 'running') return now;
  if (value.sort === 'word') return value.word === 'Invisible' ? kit.no : kit.yes;
  if (value.sort === 'function' && value.name === 'max')
    return kit.any(value.operands.map((operand) => isSeen(operand, now, context)));
  if (value.sort === 'function' && value.name === 'min')
    return kit.all(value.operands.map((operand) => isSeen(operand, now, context)));
  wrongType(context, value.at, describe(value), 'a visibility');
  return now;
}
