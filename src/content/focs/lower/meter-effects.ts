import type { Node } from '../../../ir/node.js';
import type { Effect as RuleEffect } from '../../../ir/rule.js';
import type { Effect, Value } from '../syntax.js';
import { type Acting, drawingOnce } from './context.js';
import { type EffectForms, setting } from './effect-forms.js';
import { literalNumber } from './literals.js';
import { partMeterName } from './meter-forms.js';
import { kindsWith, meterName } from './meter-words.js';
import { requiredAt, valueAt } from './parameters.js';
import { unknownConstruct, unknownName, unsupported } from './problems.js';

/** Effects on meters. Amounts are worked out in doubles, in the order of the text; the cell rounds them to 32 bits. */
export const meterEffects: EffectForms = {
  SetMeter(effect, context) {
    const value = requiredAt(effect, 'value', context);
    const meter = meterName(effect.word ?? '');
    const column = kindsWith(meter) === 0 ? undefined : context.builder.meter(meter)?.current;
    if (column === undefined) unknownConstruct(context, effect.at, 'meter', effect.word ?? '', []);
    return value === undefined || column === undefined ? [] : [setting(effect, column, amountOf(value, context))];
  },
  SetShipPartMeter: (effect, context) => setPartMeter(effect, context),
  SetEmpireMeter(effect, context) {
    const value = requiredAt(effect, 'value', context);
    const meter = requiredAt(effect, 'meter', context);
    const name = meter === undefined ? undefined : context.language.text(meter, context);
    if (value === undefined || meter === undefined) return [];
    if (name === undefined) {
      unsupported(context, meter.at, 'a meter of empires that depends on the world', 'its name in quotes');
      return [];
    }
    return [
      setting(effect, context.builder.empireMeter(name).index, amountOf(value, context), empireFor(effect, context)),
    ];
  },
};

/** The empire that an effect is for: of the target, unless it says. */
export function empireFor(effect: Effect, context: Acting): Node {
  const empire = valueAt(effect, 'empire');
  return empire === undefined
    ? context.kit.owner(context.target.node)
    : context.language.entity(empire, 'empire', context).node;
}

/**
 * Parts of one name are one object on a ship; a ship without one, as all are without a part that is not defined, has
 * nothing that could be set.
 */
function setPartMeter(effect: Effect, context: Acting): readonly RuleEffect[] {
  const { kit, builder, catalog, language, free } = context;
  const value = requiredAt(effect, 'value', context);
  const part = requiredAt(effect, 'partname', context);
  const column = builder.meter(partMeterName(effect.word ?? ''))?.current;
  const name = part === undefined ? undefined : language.text(part, context);
  if (value === undefined || part === undefined || column === undefined) return [];
  const kind = name === undefined ? undefined : builder.partKind(name);
  const index = name === undefined ? undefined : builder.classOf('Part', name);
  if (kind === undefined || index === undefined) {
    if (name === undefined) unsupported(context, part.at, 'a part that depends on the world', 'its name in quotes');
    else
      unknownName(
        context,
        part.at,
        'part',
        name,
        catalog.items('Part').map((item) => item.name),
        'warning',
      );
    return [];
  }
  // Parts of its sort have no meters.
  if (kind === 0) return [];
  const isIt = kit.compare('==', kit.classOf(kit.slot(free)), kit.class(index));
  const holder = kit.fold('first', { over: 'attached', kind, class: 0 }, free, context.target.node, isIt);
  return [setting(effect, column, amountOf(value, context), holder)];
}

/**
 * What a meter is set to. An increment by literals alone is of 32 bits; what looks at neither target nor value is drawn
 * once for all targets.
 */
function amountOf(value: Value, context: Acting): Node {
  const { kit, language } = context;
  if (value.sort === 'operation' && (value.operator === '+' || value.operator === '-')) {
    const [left, right] = value.operands;
    const increment = left.sort === 'running' && left.of === undefined ? literalNumber(right) : undefined;
    if (increment !== undefined)
      return (value.operator === '+' ? kit.add : kit.subtract)(kit.running, kit.number(Math.fround(increment)));
  }
  return kit.certain(language.real(value, looksAtTarget(value) ? context : drawingOnce(context)));
}

/** Whether a value mentions the target or what is being set. */
function looksAtTarget(value: Value): boolean {
  switch (value.sort) {
    case 'running':
      return true;
    case 'property':
      return value.subject === 'Target';
    case 'operation':
    case 'function':
      return value.operands.some(looksAtTarget);
    case 'query':
      return value.parameters.some(({ values }) => values.some(looksAtTarget));
    // Conditions may mention the target anywhere.
    case 'statistic':
    case 'choice':
      return true;
    default:
      return false;
  }
}
