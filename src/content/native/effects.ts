import { type Class, type Column, type Holding, kindAt } from '../../model/model.js';
import { booleanType, entityType, numberType } from '../../eval/operation.js';
import type { Node } from '../../ir/node.js';
import type { Effect, Modification } from '../../ir/rule.js';
import { quoteText } from '../diagnostics/quote.js';
import { lowerBecome } from './become-effect.js';
import { lowerBind } from './bind-effect.js';
import { columnOfKind } from './classes.js';
import { type Base, compileAmount, compileClass, constantClass, isNone } from './effect-amounts.js';
import { warnOfOtherTargets } from './empire-amounts.js';
import { amountContext } from './expression-text.js';
import { atKey, didYouMean, refer, refuse, reportError } from './loading.js';
import { checkLabel } from './names.js';
import { otherMemberFault } from './other-members.js';
import { allRaised } from './raised.js';
import type { GroupContext } from './rule-context.js';
import { type EffectSource, type ExpressionSource, type ModifierSource, modificationKeys } from './schema.js';
import type { Place } from './source-tree.js';

type WriteSource = Extract<EffectSource, { meter: string } | { property: string } | { stockpile: string }>;
type StepSource = Extract<EffectSource, { step: string }>;
type HoldSource = Extract<EffectSource, { hold: ExpressionSource }>;
type CreateSource = Extract<EffectSource, { create: ExpressionSource }>;

/** Lowers one effect; undefined, and reported, when something is wrong with it. */
export function lowerEffect(source: EffectSource, place: () => Place, context: GroupContext): Effect | undefined {
  const { loading } = context;
  checkLabel(loading, source.label, () => loading.places.ofValue(source, 'label'));
  const byDefault = 'stockpile' in source || 'available' in source ? 'empires' : 'target';
  const base: Base = { recipient: source.on ?? byDefault, stacking: source.stacking ?? 0, label: source.label ?? '' };
  const before = context.amounts.length;
  const effect = lowerForm(source, base, context);
  if (base.recipient === 'empires') warnOfOtherTargets(context.amounts.slice(before), context);
  if (effect !== undefined) checkKeeping(effect, place, source, context);
  return effect;
}

function lowerForm(source: EffectSource, base: Base, context: GroupContext): Effect | undefined {
  if ('meter' in source || 'property' in source || 'stockpile' in source) return lowerWrite(source, base, context);
  if ('step' in source) return lowerStep(source, base, context);
  if ('create' in source) return lowerCreate(source, base, context);
  if ('destroy' in source) return { kind: 'destroy', ...base };
  if ('available' in source) return lowerAvailable(source, base, context);
  if ('hold' in source) return lowerHold(source, base, context);
  if ('bind' in source) return lowerBind(source, base, context);
  if ('become' in source) return lowerBecome(source, base, context);
  if ('raise' in source) {
    const occurrences = allRaised(source, context, amountContext(context, context.sites));
    return occurrences && { kind: 'raise', ...base, occurrences };
  }
  if ('give' in source) {
    if (!canFire(base, source, 'give', 'give', context)) return undefined;
    const owner = compileAmount(source, 'give', source.give, entityType, context);
    return owner && { kind: 'give', ...base, owner: owner.node };
  }
  if (!canFire(base, source, 'move', 'move', context)) return undefined;
  const to = compileAmount(source, 'move', source.move, entityType, context);
  return to && { kind: 'move', ...base, to: to.node };
}

function lowerAvailable(
  source: Extract<EffectSource, { available: ExpressionSource }>,
  base: Base,
  context: GroupContext,
): Effect | undefined {
  const of = compileClass(source, 'available', source.available, context);
  const available = compileAmount(source, 'to', source.to ?? true, booleanType, context);
  return of && available && { kind: 'availability', ...base, class: of.node, available: available.node };
}

/** An empire has no owner and no place, so some effects could never fire on one. */
function canFire({ recipient }: Base, source: object, key: string, what: string, context: GroupContext): boolean {
  if (recipient !== 'empires') return true;
  refuse(
    context,
    [source, 'on'],
    'never-fires',
    `${quoteText(key)} on empires can never fire, expected \`on: target\` or \`on: source\`: nobody can ${what} an empire`,
    'remove `on: empires`',
  );
  return false;
}

// --- writing cells

/** The modifications by their keys. */
export const modifications: Readonly<Record<(typeof modificationKeys)[number], Modification>> = {
  set: 'set',
  add: 'add',
  multiply: 'multiply',
  divide: 'divide',
  min: 'minimum',
  max: 'maximum',
};

function lowerWrite(source: WriteSource, base: Base, context: GroupContext): Effect | undefined {
  const form = 'meter' in source ? 'meter' : 'property' in source ? 'property' : 'stockpile';
  const name = 'meter' in source ? source.meter : 'property' in source ? source.property : source.stockpile;
  const column = columnFor(form, name, source, context);
  const key = modificationOf(source, form, `the effect on ${quoteText(name)}`, context);
  if (key === undefined) return undefined;
  if (
    column === undefined ||
    !reachesSomebody(column, form, base, source, context) ||
    !fits(column, key, source, context)
  )
    return undefined;
  const amount = compileAmount(source, key, source[key] ?? null, column.type, context, column);
  return (
    amount && { kind: 'modify', ...base, column: column.index, modification: modifications[key], amount: amount.node }
  );
}

/** The column that an effect writes. */
function columnFor(
  form: 'meter' | 'property' | 'stockpile' | 'step',
  name: string,
  source: object,
  context: GroupContext,
): Column | undefined {
  const { model, meterNames, propertyNames, others, loading } = context;
  const column = model.columnByName.get(name);
  const role = form === 'meter' ? 'meter' : 'property';
  if (loading.damage.names.has(name)) return undefined;
  if (column?.role === role) return column;
  const place = loading.places.ofValue(source, form);
  if (column === undefined) {
    reportError(
      loading,
      place,
      otherMemberFault(name, others, `a ${role}`) ?? {
        code: 'unknown-name',
        message: `${quoteText(name)} is nothing known, expected a ${role}`,
        suggestion:
          didYouMean(loading, name, role === 'meter' ? meterNames : propertyNames) ??
          didYouMean(loading, name, role === 'meter' ? propertyNames : meterNames) ??
          `declare it under \`${role === 'meter' ? 'meters' : 'properties'}\``,
      },
    );
  } else {
    refuse(
      context,
      place,
      'wrong-role',
      `${quoteText(name)} is a ${column.role}, expected a ${role}`,
      form === 'step' ? 'write `meter:` with an amount' : `write \`${column.role}: …\``,
    );
  }
  return undefined;
}

/** The one key of an effect or modifier that says how it writes; `what` names it in messages. */
export function modificationOf(
  source: WriteSource | ModifierSource,
  form: string,
  what: string,
  context: Pick<GroupContext, 'loading'>,
): (typeof modificationKeys)[number] | undefined {
  const [key, second] = modificationKeys.filter((each) => source[each] !== undefined);
  if (key === undefined) {
    if (context.loading.damage.containers.has(source)) return undefined;
    return refuse(
      context,
      atKey(source, form),
      'missing-amount',
      `${what} has no amount, expected one of ${modificationKeys.map(quoteText).join(', ')}`,
      'write how much, such as `add: 1`',
    );
  }
  if (second === undefined) return key;
  return refuse(
    context,
    atKey(source, second),
    'two-amounts',
    `${what} has both ${quoteText(key)} and ${quoteText(second)}, expected one amount`,
    form === 'variable' ? 'write two modifiers' : 'write two effects',
  );
}

/** Whether objects that the effect lands on can have the column; reports that none can. */
function reachesSomebody(
  column: Column,
  form: string,
  base: Base,
  source: EffectSource,
  context: GroupContext,
): boolean {
  const { model, torn, factionKinds, loading } = context;
  if (torn.size > 0 || loading.damage.held.has(column.name)) return true;
  const onFactions = factionKinds.some((kind) => column.kinds[kind] === 1);
  const place = loading.places.ofValue(source, form);
  if (form === 'stockpile' && !onFactions) {
    refuse(
      context,
      place,
      'not-on-factions',
      `${quoteText(column.name)} is no stockpile, expected a property of a kind with \`faction: true\``,
      'list it under the properties of such a kind, or write `property:`',
    );
    return false;
  }
  if (!model.kinds.some((kind) => column.kinds[kind.index] === 1)) {
    refuse(
      context,
      place,
      'nobody-has',
      `objects of no kind have ${quoteText(column.name)}, expected a ${column.role} that some have`,
      `list it under the ${column.role === 'meter' ? 'meters' : 'properties'} of a kind`,
    );
    return false;
  }
  if (base.recipient !== 'empires' || onFactions) return true;
  refuse(
    context,
    [source, source.on === undefined ? form : 'on'],
    'not-on-factions',
    `empires have no ${quoteText(column.name)}, expected a ${column.role} of a kind with \`faction: true\``,
    'remove `on: empires`, or list it under that kind',
  );
  return false;
}

/** Whether a column takes such a modification: what is not a number can only be set. */
function fits(
  column: Column,
  key: (typeof modificationKeys)[number],
  source: WriteSource,
  { model, loading }: GroupContext,
): boolean {
  if ('stockpile' in source && column.type.name !== 'number') {
    refuse(
      { loading },
      [source, 'stockpile'],
      'not-a-number',
      `${quoteText(column.name)} holds no number, expected one: a stockpile is counted`,
      'write `property:`',
    );
    return false;
  }
  if (column.type.name === 'number' || key === 'set') return true;
  const isOrdered = column.type.name === 'enumeration' && model.enumerations[column.type.index].order === 'ordered';
  refuse(
    { loading },
    atKey(source, key),
    'not-a-number',
    `${quoteText(key)} cannot write ${quoteText(column.name)}, which holds no number; expected \`set\``,
    isOrdered ? 'to move it along its order write `step:`' : 'write `set:`',
  );
  return false;
}

function lowerStep(source: StepSource, base: Base, context: GroupContext): Effect | undefined {
  const { model } = context;
  const column = columnFor('step', source.step, source, context);
  const by = compileAmount(source, 'by', source.by ?? 1, numberType, context);
  if (column === undefined) return undefined;
  if (column.type.name !== 'enumeration' || model.enumerations[column.type.index].order !== 'ordered') {
    return refuse(
      context,
      [source, 'step'],
      'not-ordered',
      `${quoteText(column.name)} has no order to step along, expected a property whose type is an ordered enumeration`,
      column.type.name === 'number' ? 'write `property:` and `add:`' : 'declare its words as `{ ordered: [...] }`',
    );
  }
  if (!reachesSomebody(column, 'step', base, source, context)) return undefined;
  return by && { kind: 'step', ...base, column: column.index, by: by.node };
}

// --- sets of words

function lowerHold(source: HoldSource, base: Base, context: GroupContext): Effect | undefined {
  const { model } = context;
  const holding = holdingFor(source, context);
  const held = compileAmount(source, 'to', source.to ?? true, booleanType, context);
  if (holding === undefined) return undefined;
  const word = compileAmount(source, 'hold', source.hold, { name: 'enumeration', index: holding.words }, context);
  if (word !== undefined && isNone(word.node)) {
    return refuse(
      context,
      [source, 'hold'],
      'never-fires',
      `none is in no set, so this can never fire, expected a word of ${quoteText(model.enumerations[holding.words].name)}`,
      'name the word; to take it out of the set add `to: false`',
    );
  }
  if (!reachesHolder(holding, base, source, context)) return undefined;
  return word && held && { kind: 'hold', ...base, holding: holding.index, word: word.node, held: held.node };
}

/** The set that an effect changes. */
function holdingFor(source: HoldSource, { model, others, loading }: GroupContext): Holding | undefined {
  const { in: name } = source;
  const holding = loading.index.find(model.holdings, name);
  if (holding !== undefined || loading.damage.names.has(name)) return holding;
  const column = model.columnByName.get(name);
  reportError(loading, loading.places.ofValue(source, 'in'), () =>
    column === undefined
      ? (otherMemberFault(name, others, 'a set') ?? {
          code: 'unknown-name',
          message: `${quoteText(name)} is nothing known, expected a set`,
          suggestion:
            didYouMean(
              loading,
              name,
              model.holdings.map((each) => each.name),
            ) ?? 'declare it under `properties` as `{ type: set, of: … }`',
        })
      : {
          code: 'wrong-role',
          message: `${quoteText(name)} is a ${column.role}, expected a set`,
          suggestion: `write \`${column.role}: …\``,
        },
  );
  return undefined;
}

/** Whether objects that the effect lands on can have the set; reports that none can. */
function reachesHolder(
  { name, kinds }: Holding,
  { recipient }: Base,
  source: HoldSource,
  { torn, factionKinds, loading }: GroupContext,
): boolean {
  if (torn.size > 0 || loading.damage.held.has(name)) return true;
  if (kinds.length === 0) {
    refuse(
      { loading },
      [source, 'in'],
      'nobody-has',
      `objects of no kind have ${quoteText(name)}, expected a set that some have`,
      'list it under the properties of a kind',
    );
    return false;
  }
  if (recipient !== 'empires' || factionKinds.some((kind) => kinds.includes(kind))) return true;
  refuse(
    { loading },
    [source, 'on'],
    'not-on-factions',
    `empires have no ${quoteText(name)}, expected a set of a kind with \`faction: true\``,
    'remove `on: empires`, or list it under that kind',
  );
  return false;
}

// --- creating objects

function lowerCreate(source: CreateSource, base: Base, context: GroupContext): Effect | undefined {
  const of = compileClass(source, 'create', source.create, context);
  const count = compileAmount(source, 'count', source.count ?? 1, numberType, context);
  const created = of === undefined ? undefined : constantClass(of.node, context);
  const initial: { column: number; value: Node }[] = [];
  let isWhole = true;
  for (const [name, text] of Object.entries(source.initial ?? {})) {
    const values = source.initial ?? {};
    const column = createdColumn(name, created, () => context.loading.places.ofKey(values, name), context);
    const value = column && compileAmount(values, name, text, column.type, context);
    if (column === undefined || value === undefined) isWhole = false;
    else initial.push({ column: column.index, value: value.node });
  }
  return of && count && isWhole ? { kind: 'create', ...base, class: of.node, count: count.node, initial } : undefined;
}

/** A column of what is created; of whatever has it where the class is only known at run time. */
function createdColumn(
  name: string,
  created: Class | undefined,
  place: () => Place,
  context: GroupContext,
): Column | undefined {
  const { model, torn, meterNames, propertyNames, others, loading } = context;
  if (loading.damage.names.has(name)) return undefined;
  const kind =
    created === undefined || loading.damage.names.has(created.name) ? undefined : kindAt(model, created.kind);
  return columnOfKind(name, kind, place, {
    columnByName: model.columnByName,
    columnNames: [...meterNames, ...propertyNames],
    others,
    torn,
    loading,
  });
}

// --- stacking

/**
 * A number that keeps the largest, smallest or mean chooses among amounts, so all of them must be for one cell in one
 * way.
 */
function checkKeeping(effect: Effect, place: () => Place, source: EffectSource, context: GroupContext): void {
  const { model, keeping } = context;
  const keep = model.stacking.get(effect.stacking) ?? 'first';
  if (keep === 'first' || effect.stacking === 0) return;
  const refuse = (what: string, suggestion: string): void => {
    refuse(
      context,
      [source, 'stacking'],
      'stacking-mixed',
      `stacking number ${effect.stacking} keeps the ${keep}, ${what}`,
      suggestion,
    );
  };
  if (effect.kind !== 'modify' || model.columns[effect.column].type.name !== 'number') {
    refuse(
      'but this effect has no amount to choose by; expected effects that write a number',
      'give it a stacking number that keeps the first',
    );
    return;
  }
  const first = keeping.get(effect.stacking);
  if (first === undefined) {
    keeping.set(effect.stacking, { effect, place: place() });
    return;
  }
  if (
    first.effect.kind === 'modify' &&
    first.effect.column === effect.column &&
    first.effect.modification === effect.modification
  )
    return;
  refuse(
    `but its effects differ: the one ${refer(place(), first.place)} ${describeWrite(first.effect, context)}, this one ${describeWrite(effect, context)}; expected one way to write one cell`,
    'give one of the two another stacking number',
  );
}

function describeWrite(effect: Effect, { model }: GroupContext): string {
  if (effect.kind !== 'modify') return 'does something else';
  return `writes ${quoteText(model.columns[effect.column].name)} with ${quoteText(modificationKeys.find((key) => modifications[key] === effect.modification) ?? '')}`;
}
