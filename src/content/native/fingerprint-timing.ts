import { printNode } from '../../eval/make-node.js';
import type { Ability, AbilityCarrier, Continuous } from '../../ir/ability.js';
import type { Node } from '../../ir/node.js';
import type { OccurrenceType, Raised, TimingBook } from '../../ir/occurrence.js';
import type { Deed } from '../../ir/trigger.js';

/** The part of a fingerprint that is about what occurs; nothing of content in which nothing does. */
export function timingTexts({
  types,
  abilities,
  continuous,
  players,
  active,
  next,
  steps,
  policy,
}: TimingBook): readonly unknown[] {
  if (types.length === 0 && players === 0 && steps < 0) return [];
  const { grouping, bornInStep, reactionToZero, depth, optionalLoop } = policy;
  return [
    {
      occurrences: types.map(typeText),
      abilities: abilities.map(abilityText),
      continuous: continuous.map(continuousText),
      players: [players, active, next, steps],
      policy: [grouping, bornInStep, reactionToZero, depth, optionalLoop],
    },
  ];
}

/** A deed of what occurs, with its expressions as texts; undefined for any other. */
export function timingDeedText(deed: Deed): unknown {
  switch (deed.by) {
    case 'raise':
      return [deed.by, deed.occurrences.map(raisedText)];
    case 'point':
      return [deed.by, deed.at, raisedText(deed.occurrence)];
    case 'adjust':
      return [deed.by, printNode(deed.amount)];
    case 'retarget':
      return [deed.by, printNode(deed.to)];
    case 'add':
      return [deed.by, deed.ability, textOf(deed.source), textOf(deed.controller)];
    case 'pay':
      return [deed.by, raisedText(deed.occurrence), deed.paid];
    default:
      return undefined;
  }
}

function typeText({
  name,
  fields,
  subject,
  player,
  target,
  amount,
  possible,
  change,
  remembers,
}: OccurrenceType): unknown {
  const fieldTexts = fields.map(
    (field) => field && [field.name, field.type.name, field.type.name === 'enumeration' ? field.type.index : -1],
  );
  return [
    name,
    fieldTexts,
    subject,
    player,
    target,
    amount,
    textOf(possible),
    change,
    remembers.map(({ number, node }) => [number, printNode(node)]),
  ];
}

function abilityText({
  name,
  class: sort,
  at,
  on,
  carrier,
  controller,
  live,
  condition,
  next,
  lapses,
  first,
  optional,
  list,
  into,
  yields,
}: Ability): unknown {
  return [
    name,
    sort,
    at,
    on.map(({ type, where }) => [type, textOf(where)]),
    carrierText(carrier),
    textOf(controller),
    textOf(live),
    textOf(condition),
    next,
    lapses,
    first,
    optional,
    list,
    into === undefined ? [] : raisedText(into),
    textOf(yields),
  ];
}

function continuousText({ name, carrier, condition, column, begins, ends }: Continuous): unknown {
  return [name, carrierText(carrier), printNode(condition), column, begins, ends];
}

function carrierText(carrier: AbilityCarrier): unknown {
  return carrier.by === 'classes' ? [carrier.by, [...carrier.classes], carrier.own] : carrier;
}

export function raisedText({ type, values }: Raised): unknown {
  return [type, values.map(textOf)];
}

/** Empty for nothing. */
function textOf(node: Node | undefined): string {
  return node === undefined ? '' : printNode(node);
}
