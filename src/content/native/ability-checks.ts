import type { TimingContext, RuleContext } from './rule-context.js';
import type { Point, AbilityCarrier, Continuous } from '../../ir/occurrence.js';
import { kindAt } from '../../model/model.js';
import type { OccurringNames } from '../expression/compile-expression.js';
import { quoteText } from '../text/quote.js';
import { listensToPhase } from './built-in-occurrences.js';
import { type Where, atKey, hasErrors, isTorn, refuse, refuseKeys, warn } from './load-context.js';
import { type OccurrenceDraft, listened } from './occurrence-table.js';
import type { AbilitySource, ContinuousSource } from './schema.js';
import { kindNamed, named, readNames } from './references.js';

export interface AbilitySpot {
  readonly source: AbilitySource;
  readonly at: Point;
  /** Undefined: its carrier is lost. */
  readonly carried: Carried | undefined;
  readonly types: readonly OccurrenceDraft[];
}

export interface Control {
  readonly names: OccurringNames['controller'];
  readonly isControlled: boolean;
  /** The controller of an ability that names none. */
  readonly byDefault: 'self' | 'owner' | undefined;
}

export function controlOf(
  { source, carried }: AbilitySpot,
  { model, occurrences: { players } }: TimingContext,
): Control {
  const controlled = (byDefault: Control['byDefault']): Control => ({
    names: { kinds: players === 0 ? undefined : [players] },
    isControlled: true,
    byDefault,
  });
  if (source.carrier === 'created' || source.controller !== undefined || carried === undefined)
    return controlled(undefined);
  const { self } = carried;
  if (players > 0 && typeof self !== 'string') {
    if (self.every((kind) => kind === players)) return controlled('self');
    const isOwned = self.every((kind) => kindAt(model, kind).ownership.rule !== 'none' || kindAt(model, kind).faction);
    if (kindAt(model, players).faction && isOwned) return controlled('owner');
  }
  const names = 'nobody controls this ability, expected its `controller`';
  return { names, isControlled: false, byDefault: undefined };
}

export function checkAbility(spot: AbilitySpot, control: Control, context: TimingContext): void {
  checkPlayers(spot.source, control, context);
  checkCarrier(spot, context);
  checkClass(spot, context);
  checkInto(spot, context);
  checkPhases(spot.source, context);
  checkOwn(spot, context);
  warnOfNoActions(spot.source, context);
}

function checkPlayers(source: AbilitySource, { isControlled }: Control, context: TimingContext): void {
  const isReaction = source.class === 'reaction';
  if (!isReaction && (source.optional !== true || source.yields !== undefined)) return;
  const [key, what] = isReaction ? (['class', 'taken'] as const) : (['optional', 'chosen'] as const);
  const is = `the ability ${quoteText(source.name)} is ${what} by`;
  const { missed } = context.occurrences;
  if (!context.hasPlayers) {
    // Said once: one line mends it for all.
    if (missed.size === 0)
      refuse(
        context,
        atKey(source, key),
        'no-players',
        `${is} a player, and content has none; expected \`players\``,
        'name their kind as `timing: { players: … }`',
      );
    missed.add('players');
  } else if (!isControlled) {
    const example = source.carrier === undefined || typeof source.carrier === 'string' ? 'active' : 'self.owner';
    refuse(
      context,
      atKey(source, key),
      'no-controller',
      `${is} its controller, and it has none; expected \`controller\``,
      `name a player under \`controller\`, such as \`${example}\``,
    );
  }
}

export const preventing: ReadonlySet<AbilitySource['class']> = new Set(['negate', 'prevent', 'substitute']);

function checkCarrier({ source, carried }: AbilitySpot, context: TimingContext): void {
  const name = quoteText(source.name);
  const isObjects = carried !== undefined && 'own' in carried.carrier;
  const others = 'of what the world has or what is created';
  refuseKeys(context, source, 'wrong-carrier', [
    isObjects &&
      source.next === true && [
        'next',
        `the ability ${name} is gone once it has started, and objects keep theirs; expected \`next\` ${others}`,
        'write `carrier: created` and let an action `add` it',
      ],
    isObjects &&
      source.until !== undefined && [
        'until',
        `objects keep the ability ${name}, expected \`until\` ${others}`,
        'remove it, or say under `live` when it is there',
      ],
    source.carrier === 'created' &&
      source.controller !== undefined && [
        'controller',
        `the action that creates the ability ${name} names its controller, expected no \`controller\` here`,
        'move it to the action that adds the ability',
      ],
  ]);
}

function checkClass({ source, at }: AbilitySpot, context: TimingContext): void {
  const { class: abilityClass, optional, yields, into } = source;
  const name = `the ability ${quoteText(source.name)}`;
  const isPaying = yields !== undefined;
  refuseKeys(context, source, 'two-ways', [
    optional === true &&
      (isPaying || abilityClass === 'reaction') && [
        'optional',
        `${name} is ${isPaying ? 'a source of payments, which the paying player may always choose' : 'a reaction, which its controller takes or leaves'}, expected no \`optional\` here`,
        'remove `optional`',
      ],
    isPaying &&
      at !== 'when' && [
        'at',
        `an ability with \`yields\` is used only \`when\` something is paid, so ${quoteText(source.name)} would never pay anything; expected \`at: when\``,
        'remove `at`, or remove `yields`',
        'never-pays',
      ],
    !isPaying &&
      preventing.has(abilityClass) &&
      at !== 'before' && [
        'at',
        `an ability that is to ${abilityClass} an occurrence must answer before it happens, expected \`at: before\``,
        'remove `at`, or give it another class',
        'too-late',
      ],
    abilityClass === 'substitute' &&
      into === undefined &&
      !isTorn(context, source) && [
        'class',
        `${name} substitutes something and has no \`into\`, expected what occurs instead`,
        'add `into: { type: … }`',
        'missing-key',
      ],
    abilityClass !== 'substitute' &&
      into !== undefined && [
        'into',
        `${name} has \`into\`, which needs the class \`substitute\`, and its class is ${quoteText(abilityClass)}; expected \`substitute\``,
        'write `class: substitute`, or remove `into`',
      ],
  ]);
}

function checkInto({ source: { into }, types }: AbilitySpot, context: TimingContext): void {
  if (into === undefined) return;
  const draft = types.find((type) => type.name === into.type);
  if (draft !== undefined && isSame(into.values, draft))
    refuse(
      context,
      [into, 'type'],
      'same-again',
      `${quoteText(into.type)} is replaced by itself unchanged, expected another occurrence, or other values`,
      'name what occurs instead, or say under `values` what is different or kept: what is left out there is absent',
    );
}

/** Subject and player are kept where values leave them out; other fields are cleared. */
function isSame(
  values: NonNullable<AbilitySource['into']>['values'],
  { fields, roles, isTorn }: OccurrenceDraft,
): boolean {
  if (values === undefined) return true;
  const isCleared = [...fields].some(
    ([field, { place }]) => values[field] === undefined && place !== roles.subject && place !== roles.player,
  );
  return (
    isTorn !== true && !isCleared && Object.entries(values).every(([field, text]) => text === `occurrence.${field}`)
  );
}

function checkPhases(source: AbilitySource, context: TimingContext): void {
  if (!preventing.has(source.class)) return;
  for (const [form] of listened(source)) {
    if (typeof form === 'string' || !listensToPhase(form)) continue;
    refuse(
      context,
      atKey(form, 'phase'),
      'not-preventable',
      `phases always come, so ${quoteText(source.name)} cannot ${source.class} one; expected an occurrence`,
      'give it another class, or name an occurrence',
    );
  }
}

function checkOwn({ source, carried, types }: AbilitySpot, context: TimingContext): void {
  if (carried === undefined || source.own !== true || typeof carried.self === 'string') return;
  const { self } = carried;
  const without = types.find(({ roles, isTorn }) => roles.subject < 0 && isTorn !== true);
  if (without !== undefined) {
    refuse(
      context,
      atKey(source, 'own'),
      'wrong-carrier',
      `${quoteText(without.name)} is about nobody, so nobody has an ability of \`own\` that answers it; expected an occurrence with a subject`,
      'name its field under `subject` of the occurrence, or compare under `where`',
    );
    return;
  }
  if (hasErrors(context)) return;
  for (const type of types) {
    const kinds = [...type.fields.values()].find(({ place }) => place === type.roles.subject)?.kinds;
    if (kinds === undefined || kinds.some((kind) => self.includes(kind))) continue;
    const known = kinds.map((kind) => quoteText(kindAt(context.model, kind).name)).join(', ');
    warn(
      context,
      atKey(source, 'own'),
      'never-own',
      `${quoteText(type.name)} is about objects of kind ${known}, none of which has the ability ${quoteText(source.name)}, so that it never answers it`,
      'name another carrier, or compare under `where`',
    );
    return;
  }
}

function warnOfNoActions(source: AbilitySource, context: TimingContext): void {
  const { do: actions } = source;
  if (preventing.has(source.class) || source.yields !== undefined || isTorn(context, source)) return;
  if (actions !== undefined && (actions.length > 0 || isTorn(context, actions))) return;
  warn(
    context,
    [source, actions === undefined ? 'name' : 'do'],
    'no-actions',
    `the ability ${quoteText(source.name)} has no actions, expected at least one`,
    'add an action under `do`, or remove the ability',
  );
}

export interface Carried<Carrier extends AbilityCarrier = AbilityCarrier> {
  readonly carrier: Carrier;
  readonly self: readonly number[] | 'any' | 'nobody';
}

export function carrierOf(source: AbilitySource, context: RuleContext): Carried | undefined {
  const { carrier = 'world', own = false } = source;
  if (typeof carrier !== 'string') return objectsNamed(carrier, own, context);
  if (own)
    refuse(
      context,
      atKey(source, 'own'),
      'wrong-carrier',
      `no object has the ability ${quoteText(source.name)}, expected \`own\` only for abilities that objects have`,
      'name who has it under `carrier`, as `{ kind: … }` or `{ class: … }`',
    );
  return carrier === 'world'
    ? { carrier: { by: 'world' }, self: 'nobody' }
    : { carrier: { by: 'creation' }, self: 'any' };
}

export function objectsNamed(
  source: ContinuousSource['carrier'],
  own: boolean,
  context: RuleContext,
): Carried<Continuous['carrier']> | undefined {
  const { classByName, kindByName } = context.model;
  if ('kind' in source) {
    const asClass = classByName.has(source.kind) ? `write ${quoteText(`{ class: ${source.kind} }`)}` : undefined;
    const kind = kindNamed(source.kind, kindByName, [source, 'kind'], context, asClass)?.index;
    return kind === undefined ? undefined : { carrier: { by: 'kind', kind, own }, self: [kind] };
  }
  const find = (name: string, where: Where) => {
    const asKind = kindByName.has(name) ? `it is a kind: write ${quoteText(`{ kind: ${name} }`)}` : undefined;
    return named('carrier', name, where, classByName, context, asKind);
  };
  const found = readNames(source, 'class', find, context);
  if (found === undefined || found.length === 0) return undefined;
  const [indices, kinds] = [new Set(found.map(({ index }) => index)), new Set(found.map(({ kind }) => kind))];
  return { carrier: { by: 'classes', classes: indices, own }, self: [...kinds] };
}
