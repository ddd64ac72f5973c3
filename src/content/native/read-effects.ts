import { didYouMean } from '../text/nearest-name.js';
import { nodes } from '../../eval/node-kit.js';
import type { Column, Holding } from '../../model/model.js';
import { type Node, targetSlot } from '../../ir/node.js';
import { makeNode } from '../../eval/make-node.js';
import { add, cosine, multiply, sine } from '../../eval/ops/arithmetic.js';
import { coordinate } from '../../eval/ops/space.js';
import { booleanType, entityType, numberType } from '../../eval/operation.js';
import type { Effect, Modification } from '../../ir/rule.js';
import { recipients } from './schema-actions.js';
import { quoteText } from '../text/quote.js';
import {
  type Base,
  lowerBecome,
  lowerCreate,
  compileAmount,
  compileClass,
  warnOfOtherTargets,
} from './effect-parts.js';
import { amountContext } from './expression-text.js';
import { byHead } from './document-shape.js';
import { type Where, atKey, complete, isLost, placeOf, refer, refuse, refuseUnknown } from './load-context.js';
import { checkLabel, isIdentifier } from './names.js';
import { refuseMember, refuseMissing, sections } from './references.js';
import { allRaised } from './raised.js';
import { isNobody } from './read-keys.js';
import type { GroupContext } from './rule-context.js';
import {
  type EffectActionSource,
  type EffectSource,
  type ExpressionSource,
  type ModificationKey,
  type ModifierSource,
  modificationKeys,
} from './schema.js';

type WriteSource = Extract<EffectSource, { meter: string } | { property: string } | { stockpile: string }>;
export type PlainEffectSource = Exclude<EffectSource, { do: unknown }>;
type SourceWith<Key extends string, Value = ExpressionSource> = Extract<EffectSource, { [Each in Key]: Value }>;

/** Without its conditions. */
export function lowerEffect(
  source: PlainEffectSource | EffectActionSource,
  where: Where,
  context: GroupContext,
): Effect | undefined {
  checkLabel(context, source.label, [source, 'label']);
  const on = recipientOf(source, context);
  const base: Base = {
    recipient: 'target',
    stacking: 'stacking' in source ? (source.stacking ?? 0) : 0,
    label: source.label ?? '',
    ...on,
  };
  const before = context.amounts.length;
  const effect = lowerForm(source, base, context);
  if (base.recipient === 'empires') warnOfOtherTargets(context.amounts.slice(before), context);
  if (effect !== undefined) checkKeeping(effect, where, source, context);
  return on && effect;
}

function recipientOf(
  source: PlainEffectSource | EffectActionSource,
  context: GroupContext,
): Pick<Base, 'recipient' | 'holder'> | undefined {
  const { on } = source;
  const word = recipients.find((each) => each === on);
  if (word !== undefined) return { recipient: word };
  if (on === undefined) return { recipient: 'stockpile' in source || 'available' in source ? 'empires' : 'target' };
  if (typeof on === 'string' && isIdentifier(on) && !namesObject(on, context)) {
    if (!isLost(context, on)) refuseRecipient(on, source, context);
    return undefined;
  }
  const holder = compileAmount(source, 'on', entityType, context);
  if (holder === undefined) return undefined;
  if (!isNobody(holder)) return { recipient: 'target', holder };
  return refuse(
    context,
    [source, 'on'],
    'never-fires',
    'an effect on nobody can never fire, expected an object',
    'remove `on`, or name an object such as `source.owner`',
  );
}

/** A single word that is an expression of an object. */
function namesObject(word: string, { model, rolesByName }: GroupContext): boolean {
  return word === 'self' || word === 'controller' || (rolesByName === true && model.roles.includes(word));
}

function refuseRecipient(on: string, source: object, context: GroupContext): void {
  const { model } = context;
  const isMember = model.columnByName.has(on) || model.kindByName.has(on) || on === 'owner' || on === 'parent';
  refuseUnknown(
    context,
    [source, 'on'],
    on,
    `${quoteText(on)} is not a recipient, expected ${recipients.map(quoteText).join(', ')} or an expression of an object`,
    () => recipients.map((name) => ({ name })),
    `write ${quoteText(model.roles.includes(on) ? `role('${on}')` : `source.${isMember ? on : 'owner'}`)}`,
    'unknown-recipient',
  );
}

const lowerForm = byHead<PlainEffectSource, [Base, GroupContext], Effect | undefined>({
  meter: lowerWrite,
  property: lowerWrite,
  stockpile: lowerWrite,
  step: lowerStep,
  create: lowerCreate,
  destroy: (_source, base) => ({ kind: 'destroy', ...base }),
  available: (source, base, context) =>
    complete({
      kind: 'availability',
      ...base,
      class: compileClass(source, 'available', context),
      available: compileAmount(source, 'to', booleanType, context, true),
    }),
  hold: lowerHold,
  bind: (source, base, context) =>
    complete({
      kind: 'bind',
      ...base,
      role: roleOf(source, context),
      object: compileAmount(source, 'to', entityType, context),
    }),
  become: lowerBecome,
  raise: (source, base, context) =>
    complete({ kind: 'raise', ...base, occurrences: allRaised(source, context, amountContext(context)) }),
  give: (source, base, context) =>
    isOnObjects('give', source, base, context) &&
    complete({ kind: 'give', ...base, owner: compileAmount(source, 'give', entityType, context) }),
  move: (source, base, context) =>
    isOnObjects('move', source, base, context) &&
    complete({ kind: 'move', ...base, to: compileAmount(source, 'move', entityType, context) }),
  put: (source, base, context) =>
    isOnObjects('put', source, base, context) &&
    complete({
      kind: 'put',
      ...base,
      x: compileAmount(source.put, 'x', numberType, context),
      y: compileAmount(source.put, 'y', numberType, context),
    }),
  forward: lowerForward,
});

/** From where the object is, in a direction. */
function lowerForward(source: SourceWith<'forward'>, base: Base, context: GroupContext): Effect | undefined {
  const far = compileAmount(source, 'forward', numberType, context);
  const heading = compileAmount(source, 'heading', numberType, context);
  if (isOnObjects('forward', source, base, context) === undefined || !far || !heading) return undefined;
  const object = base.holder ?? nodes.slot(targetSlot);
  const along = (axis: 'x' | 'y') =>
    makeNode(
      add,
      undefined,
      makeNode(coordinate, { axis }, object),
      makeNode(multiply, undefined, far, makeNode(axis === 'x' ? cosine : sine, undefined, heading)),
    );
  return { kind: 'put', ...base, x: along('x'), y: along('y') };
}

function isOnObjects(
  key: 'give' | 'move' | 'put' | 'forward',
  source: PlainEffectSource,
  { recipient }: Base,
  context: GroupContext,
): true | undefined {
  if (recipient !== 'empires') return true;
  return refuse(
    context,
    [source, 'on'],
    'never-fires',
    `${quoteText(key)} on empires can never fire, expected \`on: target\` or \`on: source\`: nobody can ${key} an empire`,
    'remove `on: empires`',
  );
}

function roleOf(source: SourceWith<'bind', string>, context: GroupContext): Node | undefined {
  const { roles } = context.model;
  const { bind } = source;
  const number = context.loading.index.placeIn(roles, bind);
  if (number >= 0) return nodes.number(number);
  return isLost(context, bind) ? undefined : refuseMissing('role', bind, [source, 'bind'], roles, context);
}

export const modifications: Readonly<Record<ModificationKey, Modification>> = {
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
  const key = modificationOf(source);
  if (key === undefined || column === undefined) return undefined;
  if (!reachesSomebody(hadOf(column), form, base, source, context) || !fits(column, key, source, context))
    return undefined;
  const amount = compileAmount(source, key, column.type, context, null, column.type);
  return complete({ kind: 'modify', ...base, column: column.index, modification: modifications[key], amount });
}

function columnFor(
  form: 'meter' | 'property' | 'stockpile' | 'step',
  name: string,
  source: PlainEffectSource,
  context: GroupContext,
): Column | undefined {
  const { model, meterNames, propertyNames } = context;
  const column = model.columnByName.get(name);
  const role = form === 'meter' ? 'meter' : 'property';
  if (isLost(context, name)) return undefined;
  if (column?.role === role) return column;
  const where: Where = [source, form];
  const suggestion = form === 'step' ? 'write `meter:` with an amount' : undefined;
  if (column !== undefined) return refuseRole(column, `a ${role}`, where, suggestion, context);
  const [likely, unlikely] = role === 'meter' ? [meterNames, propertyNames] : [propertyNames, meterNames];
  return refuseMember(
    context,
    where,
    name,
    `a ${role}`,
    likely,
    (): string => didYouMean(name, unlikely, context.loading.budget) ?? `declare it under \`${sections[role]}\``,
  );
}

function refuseRole<Lowered>(
  { name, role }: Column,
  expected: string,
  where: Where,
  suggestion: string | undefined,
  context: GroupContext,
): Lowered | undefined {
  const message = `${quoteText(name)} is a ${role}, expected ${expected}`;
  return refuse(context, where, 'wrong-role', message, suggestion ?? `write \`${role}: …\``);
}

/** Undefined unless there is just one. */
export function modificationOf(source: WriteSource | ModifierSource): ModificationKey | undefined {
  const [key, second] = modificationKeys.filter((each) => source[each] !== undefined);
  return second === undefined ? key : undefined;
}

interface Had {
  readonly name: string;
  readonly role: 'meter' | 'property' | 'set';
  readonly has: (kind: number) => boolean;
}

function hadOf({ name, role, kinds }: Column): Had {
  return { name, role, has: (kind) => kinds[kind] === 1 };
}

/** Reports where no target of the effect can have it. */
function reachesSomebody(
  { name, role, has }: Had,
  form: string,
  base: Base,
  source: PlainEffectSource,
  context: GroupContext,
) {
  const { model, torn, factionKinds, loading } = context;
  if (torn.size > 0 || loading.damage.held.has(name)) return true;
  const onFactions = factionKinds.some(has);
  if (form === 'stockpile' && !onFactions)
    return refuse(
      context,
      [source, form],
      'not-on-factions',
      `${quoteText(name)} is not a stockpile, expected a property of a kind with \`faction: true\``,
      'list it under the properties of such a kind, or write `property:`',
    );
  if (!model.kinds.some((kind) => has(kind.index)))
    return refuse(
      context,
      [source, form],
      'nobody-has',
      `no kind has ${quoteText(name)}, expected a ${role} that some kind has`,
      `list it under the ${sections[role]} of a kind`,
    );
  if (base.recipient !== 'empires' || onFactions) return true;
  return refuse(
    context,
    [source, source.on === undefined ? form : 'on'],
    'not-on-factions',
    `empires have no ${quoteText(name)}, expected a ${role} of a kind with \`faction: true\``,
    'remove `on: empires`, or list it under that kind',
  );
}

function fits(column: Column, key: ModificationKey, source: WriteSource, context: GroupContext) {
  if (column.type.name === 'number') return true;
  if ('stockpile' in source)
    return refuse(
      context,
      [source, 'stockpile'],
      'not-a-number',
      `${quoteText(column.name)} holds no number, expected one: a stockpile is counted`,
      'write `property:`',
    );
  if (key === 'set') return true;
  return refuse(
    context,
    atKey(source, key),
    'not-a-number',
    `${quoteText(key)} cannot write ${quoteText(column.name)}, which holds no number; expected \`set\``,
    isOrdered(column, context) ? 'to move it along its order write `step:`' : 'write `set:`',
  );
}

function isOrdered({ type }: Column, { model }: GroupContext): boolean {
  return type.name === 'enumeration' && model.enumerations[type.index].order === 'ordered';
}

function lowerStep(source: SourceWith<'step', string>, base: Base, context: GroupContext): Effect | undefined {
  const column = columnFor('step', source.step, source, context);
  const by = compileAmount(source, 'by', numberType, context, 1);
  if (column === undefined) return undefined;
  if (!isOrdered(column, context))
    return refuse(
      context,
      [source, 'step'],
      'not-ordered',
      `${quoteText(column.name)} has no order to step along, expected a property whose type is an ordered enumeration`,
      column.type.name === 'number' ? 'write `property:` and `add:`' : 'declare its words as `{ ordered: [...] }`',
    );
  if (!reachesSomebody(hadOf(column), 'step', base, source, context)) return undefined;
  return complete({ kind: 'step', ...base, column: column.index, by });
}

function lowerHold(source: SourceWith<'hold'>, base: Base, context: GroupContext): Effect | undefined {
  const holding = holdingFor(source, context);
  const held = compileAmount(source, 'to', booleanType, context, true);
  if (holding === undefined) return undefined;
  const { index, name, words, kinds } = holding;
  const word = compileAmount(source, 'hold', { name: 'enumeration', index: words }, context);
  if (word !== undefined && isNobody(word))
    return refuse(
      context,
      [source, 'hold'],
      'never-fires',
      `none is in no set, so this can never fire, expected a word of ${quoteText(context.model.enumerations[words].name)}`,
      'name the word; to take it out of the set add `to: false`',
    );
  const had: Had = { name, role: 'set', has: (kind) => kinds.includes(kind) };
  if (!reachesSomebody(had, 'in', base, source, context)) return undefined;
  return complete({ kind: 'hold', ...base, holding: index, word, held });
}

function holdingFor(source: SourceWith<'hold'>, context: GroupContext): Holding | undefined {
  const {
    model: { holdings, columnByName },
    loading,
  } = context;
  const { in: name } = source;
  const holding = loading.index.find(holdings, name);
  if (holding !== undefined || isLost(context, name)) return holding;
  const column = columnByName.get(name);
  if (column !== undefined) return refuseRole(column, 'a set', [source, 'in'], undefined, context);
  return refuseMember(
    context,
    [source, 'in'],
    name,
    'a set',
    holdings,
    'declare it under `properties` as `{ type: set, of: … }`',
  );
}

/** Effects of one such number write one cell in one way. */
function checkKeeping(effect: Effect, where: Where, source: PlainEffectSource, context: GroupContext): void {
  const { model, keeping } = context;
  const keep = model.stacking.get(effect.stacking) ?? 'first';
  if (keep === 'first' || effect.stacking === 0) return;
  const refuseMixed = (what: string, suggestion: string): void => {
    const message = `stacking number ${effect.stacking} keeps the ${keep}, ${what}`;
    refuse(context, [source, 'stacking'], 'stacking-mixed', message, suggestion);
  };
  if (effect.kind !== 'modify' || model.columns[effect.column].type.name !== 'number') {
    refuseMixed(
      'but this effect has no amount to choose by; expected effects that write a number',
      'give it a stacking number that keeps the first',
    );
    return;
  }
  const first = keeping.get(effect.stacking);
  if (first === undefined) {
    keeping.set(effect.stacking, { effect, place: placeOf(context, where) });
    return;
  }
  const isAlike =
    first.effect.kind === 'modify' &&
    first.effect.column === effect.column &&
    first.effect.modification === effect.modification;
  if (isAlike) return;
  refuseMixed(
    `but its effects differ: the one ${refer(placeOf(context, where), first.place)} ${describeWrite(first.effect, context)}, this one ${describeWrite(effect, context)}; expected one way to write one cell`,
    'give one of the two another stacking number',
  );
}

function describeWrite(effect: Effect, { model }: GroupContext): string {
  if (effect.kind !== 'modify') return 'does something else';
  return `writes ${quoteText(model.columns[effect.column].name)} with ${quoteText(modificationKeys.find((key) => modifications[key] === effect.modification) ?? '')}`;
}
