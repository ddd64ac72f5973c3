import type { Point } from '../../ir/ability.js';
import { kindAt } from '../../model/model.js';
import type { OccurringNames } from '../expression/compile-expression.js';
import { quoteText } from '../diagnostics/quote.js';
import type { TimingContext } from './action-context.js';
import { listensToPhase } from './built-in-occurrences.js';
import type { Carried } from './carriers.js';
import { type Fault, atKey, refuse, reportError, warn } from './loading.js';
import { type OccurrenceDraft, isList } from './occurrence-table.js';
import type { AbilitySource } from './schema.js';

/** What the parts of an ability have to do with one another. */

/** An ability while it is lowered. */
export interface AbilitySpot {
  readonly source: AbilitySource;
  readonly at: Point;
  /** Undefined where its carrier is lost. */
  readonly carried: Carried | undefined;
  /** What it listens to. */
  readonly types: readonly OccurrenceDraft[];
}

/** Who controls an ability. */
export interface Control {
  readonly names: OccurringNames['controller'];
  readonly isControlled: boolean;
  /** Who does where nothing is said of it. */
  readonly byDefault: 'self' | 'owner' | undefined;
}

export function controlOf(
  { source, carried }: AbilitySpot,
  { model, occurrences: { players } }: TimingContext,
): Control {
  const byPlayers = { kinds: players === 0 ? undefined : [players] };
  if (source.carrier === 'created' || source.controller !== undefined || carried === undefined)
    return { names: byPlayers, isControlled: true, byDefault: undefined };
  const { self } = carried;
  const nobody: Control = {
    names: 'nobody controls this ability, expected its `controller`',
    isControlled: false,
    byDefault: undefined,
  };
  if (players === 0 || typeof self === 'string') return nobody;
  if (self.every((kind) => kind === players)) return { names: byPlayers, isControlled: true, byDefault: 'self' };
  const isOwned = self.every((kind) => kindAt(model, kind).ownership.rule !== 'none' || kindAt(model, kind).faction);
  return kindAt(model, players).faction && isOwned
    ? { names: byPlayers, isControlled: true, byDefault: 'owner' }
    : nobody;
}

/** Reports what does not go together. */
export function checkAbility(spot: AbilitySpot, control: Control, context: TimingContext): void {
  checkPlayers(spot.source, control, context);
  checkCarrier(spot, context);
  checkChoice(spot.source, context);
  checkStep(spot, context);
  checkPhases(spot.source, context);
  checkOwn(spot, context);
  warnOfNoDeeds(spot.source, context);
}

type Refuse = (key: string, fault: Fault) => void;

function refusing(source: object, { loading }: TimingContext): Refuse {
  return (key, fault) => {
    reportError(loading, loading.places.ofKey(source, key), fault);
  };
}

function checkPlayers(source: AbilitySource, { isControlled }: Control, context: TimingContext): void {
  const isReaction = source.class === 'reaction';
  if (!isReaction && (source.optional !== true || source.yields !== undefined)) return;
  const [key, what] = isReaction ? (['class', 'taken'] as const) : (['optional', 'chosen'] as const);
  const refuse = refusing(source, context);
  const { missed } = context.occurrences;
  if (!context.hasPlayers) {
    // Said once: one line mends it for all.
    if (missed.size === 0)
      refuse(key, {
        code: 'no-players',
        message: `the ability ${quoteText(source.name)} is ${what} by a player, and content has none; expected ${quoteText('players')}`,
        suggestion: 'name their kind as `timing: { players: … }`',
      });
    missed.add('players');
  } else if (!isControlled) {
    refuse(key, {
      code: 'no-controller',
      message: `the ability ${quoteText(source.name)} is ${what} by its controller, and it has none; expected ${quoteText('controller')}`,
      suggestion:
        source.carrier === undefined || typeof source.carrier === 'string'
          ? 'name a player under `controller`, such as `active`'
          : 'name a player under `controller`, such as `self.owner`',
    });
  }
}

function checkCarrier({ source, carried }: AbilitySpot, context: TimingContext): void {
  const refuse = refusing(source, context);
  const who = carried?.carrier.by;
  const isObjects = who === 'classes' || who === 'kind';
  if (isObjects && source.next === true) {
    refuse('next', {
      code: 'wrong-carrier',
      message: `the ability ${quoteText(source.name)} is gone once it has started, and objects keep theirs; expected ${quoteText('next')} of what the world has or what is created`,
      suggestion: 'write `carrier: created` and let an action `add` it',
    });
  }
  if (isObjects && source.until !== undefined) {
    refuse('until', {
      code: 'wrong-carrier',
      message: `objects keep the ability ${quoteText(source.name)}, expected ${quoteText('until')} of what the world has or what is created`,
      suggestion: 'remove it, or say under `live` when it is there',
    });
  }
  if (who === 'creation' && source.controller !== undefined) {
    refuse('controller', {
      code: 'wrong-carrier',
      message: `who creates the ability ${quoteText(source.name)} says who controls it, expected no ${quoteText('controller')} here`,
      suggestion: 'move it to the action that adds the ability',
    });
  }
}

/** Nobody is asked twice. */
function checkChoice(source: AbilitySource, context: TimingContext): void {
  if (source.optional !== true || (source.class !== 'reaction' && source.yields === undefined)) return;
  const who =
    source.yields === undefined
      ? 'a reaction, which its controller takes or leaves'
      : 'a source of payments, which whoever pays takes';
  refusing(source, context)('optional', {
    code: 'two-ways',
    message: `the ability ${quoteText(source.name)} is ${who}, expected no ${quoteText('optional')} here`,
    suggestion: 'remove `optional`',
  });
}

const preventing: ReadonlySet<AbilitySource['class']> = new Set(['negate', 'prevent', 'substitute']);

function checkStep({ source, at, types }: AbilitySpot, context: TimingContext): void {
  const refuse = refusing(source, context);
  if (source.yields !== undefined) {
    if (at !== 'when')
      refuse('at', {
        code: 'never-pays',
        message: `what yields is asked for ${quoteText('when')} something is paid, so ${quoteText(source.name)} would never pay anything; expected \`at: when\``,
        suggestion: 'remove `at`, or remove `yields`',
      });
  } else if (preventing.has(source.class) && at !== 'before') {
    refuse('at', {
      code: 'too-late',
      message: `what is to ${source.class} something comes before it, expected \`at: before\``,
      suggestion: 'remove `at`, or give it another class',
    });
  }
  const { into } = source;
  if (source.class === 'substitute' && into === undefined) {
    if (!context.loading.damage.containers.has(source))
      refuse('class', {
        code: 'missing-key',
        message: `the ability ${quoteText(source.name)} substitutes something and has no ${quoteText('into')}, expected what occurs instead`,
        suggestion: 'add `into: { type: … }`',
      });
    return;
  }
  if (into === undefined) return;
  if (source.class !== 'substitute') {
    refuse('into', {
      code: 'two-ways',
      message: `the ability ${quoteText(source.name)} puts something in place of what it answers, and its class is ${quoteText(source.class)}; expected \`substitute\``,
      suggestion: 'write `class: substitute`, or remove `into`',
    });
  }
  const draft = types.find(({ name }) => name === into.type);
  if (draft === undefined || !isSame(into.values, draft)) return;
  refuse(
    context,
    [into, 'type'],
    'same-again',
    `${quoteText(into.type)} is put in its own place with nothing else in it, expected another occurrence, or other values`,
    'name what occurs instead, or say under `values` what is different or kept: what is left out there is absent',
  );
}

/**
 * Whether values make an occurrence what it is already. Its subject and player are kept where nothing is said of them;
 * other fields that values leave out are cleared.
 */
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

/** A phase of the turn is a point of time: it comes whatever is done. */
function checkPhases(source: AbilitySource, context: TimingContext): void {
  if (!preventing.has(source.class)) return;
  for (const form of isList(source.on) ? source.on : [source.on]) {
    if (typeof form === 'string' || !listensToPhase(form)) continue;
    refuse(
      context,
      atKey(form, 'phase'),
      'not-preventable',
      `phases come whatever is done, so ${quoteText(source.name)} cannot ${source.class} one; expected an occurrence`,
      'give it another class, or name an occurrence',
    );
  }
}

function checkOwn({ source, carried, types }: AbilitySpot, context: TimingContext): void {
  if (carried === undefined || source.own !== true || typeof carried.self === 'string') return;
  const { self } = carried;
  const place = context.loading.places.ofKey(source, 'own');
  const without = types.find(({ roles, isTorn }) => roles.subject < 0 && isTorn !== true);
  if (without !== undefined) {
    refuse(
      context,
      place,
      'wrong-carrier',
      `${quoteText(without.name)} is about nobody, so nobody has an ability of ${quoteText('own')} that answers it; expected an occurrence with a subject`,
      'name its field under `subject` of the occurrence, or compare under `where`',
    );
    return;
  }
  const never = types.find(({ roles, fields }) =>
    [...fields.values()].some(
      ({ place: at, kinds }) => at === roles.subject && kinds?.some((kind) => self.includes(kind)) === false,
    ),
  );
  if (never === undefined || context.loading.collector.hasErrors) return;
  const known = [...never.fields.values()].find(({ place: at }) => at === never.roles.subject)?.kinds ?? [];
  warn(
    context,
    place,
    'never-own',
    `${quoteText(never.name)} is about objects of kind ${known.map((kind) => quoteText(kindAt(context.model, kind).name)).join(', ')}, none of which has the ability ${quoteText(source.name)}, so that it never answers it`,
    'name another carrier, or compare under `where`',
  );
}

function warnOfNoDeeds(source: AbilitySource, context: TimingContext): void {
  if (preventing.has(source.class) || source.yields !== undefined || context.loading.damage.containers.has(source))
    return;
  if (source.do !== undefined && (source.do.length > 0 || context.loading.damage.containers.has(source.do))) return;
  warn(
    context,
    source.do === undefined
      ? context.loading.places.ofValue(source, 'name')
      : context.loading.places.ofValue(source, 'do'),
    'no-actions',
    `the ability ${quoteText(source.name)} has no actions, expected one at least`,
    'add an action under `do`, or remove the ability',
  );
}
