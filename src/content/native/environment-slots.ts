import type { Slots } from '../../ir/environment.js';
import { quoteText } from '../diagnostics/quote.js';
import {
  type EnvironmentContext,
  agentAndSelf,
  conditionOf,
  kindOf,
  nothingChosen,
  numberOf,
} from './environment-context.js';
import { environmentContext } from './expression-text.js';
import { atKey, refuse } from './loading.js';
import type { BlockSource, OrderSource } from './schema.js';
import type { Place } from './source-tree.js';

/** What a block or an order is about. */
export interface Spoken {
  /** Index of the kind of `self`; undefined where it is not known. */
  readonly kind: number | undefined;
  /** Undefined: it is about the agent itself. */
  readonly slots: Slots | undefined;
  readonly isSound: boolean;
}

/** Lowers what a block or an order says of its slots. `name` is what it is called, at `place`. */
export function lowerSlots(
  name: string,
  source: BlockSource | OrderSource,
  place: Place,
  context: EnvironmentContext,
): Spoken {
  const { loading } = context;
  const { of, slots: count } = source;
  if (of === undefined)
    return { kind: context.agentKind, slots: undefined, isSound: refuseSlotKeys(name, source, context) };
  const kind = kindOf(source, of, context)?.index;
  const expressions = environmentContext(context, agentAndSelf(kind, context), nothingChosen);
  const where = conditionOf(source, 'where', source.where, expressions, context);
  const order = numberOf(source, 'order', source.order, expressions, context);
  if (count === undefined && !loading.damage.containers.has(source)) {
    refuse(
      context,
      place,
      'missing-key',
      `${quoteText(name)} is about objects of a kind and has no ${quoteText('slots')}, expected how many there is room for`,
      'add `slots`',
    );
  }
  if (kind === undefined || count === undefined || !where.isSound || !order.isSound)
    return { kind, slots: undefined, isSound: false };
  return { kind, slots: { kind, where: where.node, order: order.node, count }, isSound: true };
}

/** Keys of slots where there are none. */
function refuseSlotKeys(name: string, source: BlockSource | OrderSource, context: EnvironmentContext): boolean {
  const key = (['slots', 'where', 'order'] as const).find((each) => source[each] !== undefined);
  if (key === undefined || context.loading.damage.containers.has(source)) return key === undefined;
  refuse(
    context,
    atKey(source, key),
    'missing-key',
    `${quoteText(name)} has ${quoteText(key)} and no ${quoteText('of')}, so it is about the agent itself; expected the kind of the objects in the slots`,
    `add \`of\`, or remove ${quoteText(key)}`,
  );
  return false;
}
