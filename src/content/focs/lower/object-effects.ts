import type { Effect as RuleEffect } from '../../../ir/rule.js';
import type { Column } from '../../../model/model.js';
import type { Effect } from '../syntax.js';
import type { Acting } from './context.js';
import { type EffectForms, common, setting } from './effect-forms.js';
import { habitableSize } from './habitable-size.js';
import { empireFor } from './meter-effects.js';
import { requiredAt, valueAt } from './parameters.js';
import { unknownName, unsupported } from './problems.js';

/** Effects on what objects are and whose. */
export const objectEffects: EffectForms = {
  NoOp: () => [],
  Destroy: (effect) => [{ kind: 'destroy', ...common(effect) }],
  SetAggressive: (effect, { kit, builder }) => [setting(effect, builder.column('aggressive').index, kit.yes)],
  SetPassive: (effect, { kit, builder }) => [setting(effect, builder.column('aggressive').index, kit.no)],
  SetSpecies: (effect, context) => setWord(effect, 'name', 'species', context),
  SetPlanetType: (effect, context) => setWord(effect, 'type', 'planetType', context),
  SetStarType: (effect, context) => setWord(effect, 'type', 'star', context),
  SetPlanetSize(effect, context) {
    const { kit, builder, language } = context;
    const value = valueAt(effect, 'planetsize') ?? requiredAt(effect, 'size', context);
    if (value === undefined) return [];
    const size = language.word(value, 'planetSize', context);
    return [
      setting(effect, builder.column('planetSize').index, size),
      setting(effect, builder.column('habitableSize').index, kit.certain(habitableSize(size, context))),
    ];
  },
  AddSpecial: (effect, context) => setSpecial(effect, context, true),
  RemoveSpecial: (effect, context) => setSpecial(effect, context, false),
  SetOwner(effect, context) {
    const empire = requiredAt(effect, 'empire', context);
    return empire === undefined
      ? []
      : [{ kind: 'give', ...common(effect), owner: context.language.entity(empire, 'empire', context).node }];
  },
  SetEmpireCapital: (effect, context) => [
    setting(effect, context.builder.column('capital').index, context.target.node, empireFor(effect, context)),
  ],
  GiveEmpireTech: (effect, context) => giveTech(effect, context),
};

function setWord(
  effect: Effect,
  label: string,
  column: 'species' | 'planetType' | 'star',
  context: Acting,
): readonly RuleEffect[] {
  const value = requiredAt(effect, label, context);
  return value === undefined
    ? []
    : [setting(effect, context.builder.column(column).index, context.language.word(value, column, context))];
}

/** Adds a special as of this turn, unless it is there already, or takes it away with all that was known of it. */
function setSpecial(effect: Effect, context: Acting, isAdded: boolean): readonly RuleEffect[] {
  const { kit, builder, catalog, language } = context;
  const value = requiredAt(effect, 'name', context);
  const name = value === undefined ? undefined : language.text(value, context);
  if (value === undefined) return [];
  if (name === undefined) {
    unsupported(context, value.at, 'a special that depends on the world', 'its name in quotes');
    return [];
  }
  const columns = [builder.special(name), builder.specialSince(name), builder.specialCapacity(name)];
  if (!columns.every((column): column is Column => column !== undefined)) {
    unknownName(
      context,
      value.at,
      'special',
      name,
      catalog.items('Special').map((item) => item.name),
    );
    return [];
  }
  const [has, since, capacity] = columns.map(({ index }) => index);
  if (!isAdded)
    return [
      setting(effect, has, kit.no),
      setting(effect, since, kit.number(0)),
      setting(effect, capacity, kit.number(0)),
    ];
  const amount = valueAt(effect, 'capacity');
  // Who has it already keeps the turn since when.
  const known = kit.read(columns[0], context.target.node);
  return [
    setting(effect, since, kit.choose(known, kit.running, kit.turn)),
    setting(effect, has, kit.yes),
    ...(amount === undefined ? [] : [setting(effect, capacity, kit.certain(language.real(amount, context)))]),
  ];
}

/** A tech for an empire, which knows it when the next turn begins. */
function giveTech(effect: Effect, context: Acting): readonly RuleEffect[] {
  const { kit, builder, catalog, language } = context;
  const value = requiredAt(effect, 'name', context);
  const name = value === undefined ? undefined : language.text(value, context);
  const empire = empireFor(effect, context);
  if (value === undefined) return [];
  const granted = name === undefined ? undefined : builder.granted(name);
  if (granted !== undefined) return [setting(effect, granted.index, kit.yes, empire)];
  if (name === undefined) unsupported(context, value.at, 'a tech that depends on the world', 'its name in quotes');
  else
    unknownName(
      context,
      value.at,
      'tech',
      name,
      catalog.items('Tech').map((item) => item.name),
    );
  return [];
}
