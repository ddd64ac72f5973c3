import type { Fact } from './scenario.js';
import { type Happening, type Stage, entityOf, factOf, nameOf } from './stage.js';

/** Whether a card is already where an occurrence would bring it, or is not there to be changed. */
export function cannotChange(stage: Stage, { fields: { type, card } }: Happening): boolean {
  if (card === undefined || !['bow', 'straighten', 'destroy', 'die'].includes(type)) return false;
  const state = entityOf(stage, card);
  const isBowed = factOf(state, 'bowed') === true;
  return factOf(state, 'inPlay') !== true || (type === 'bow' && isBowed) || (type === 'straighten' && !isBowed);
}

/** Changes what an occurrence changes, and says so. */
export function applyOccurrence(stage: Stage, occurrence: Happening): void {
  const { fields, boundary } = occurrence;
  occurrence.hasApplied = true;
  if (boundary !== undefined) {
    boundary();
    return;
  }
  if (fields.amount !== undefined) fields.amount = Math.max(0, fields.amount);
  const { type, card, player, target, amount } = fields;
  stage.log.push(
    `apply ${nameOf(occurrence)}${amount === undefined ? '' : `=${amount}`}${target === undefined ? '' : `->${target}`}`,
  );
  if (card !== undefined)
    for (const [key, value] of Object.entries(changesOf(type, target))) entityOf(stage, card).set(key, value);
  const gain = type === 'gainHonor' ? (amount ?? 0) : type === 'loseHonor' ? -(amount ?? 0) : 0;
  if (player !== undefined && gain !== 0) stage.honor.set(player, (stage.honor.get(player) ?? 0) + gain);
}

function changesOf(type: string, target: string | undefined): Readonly<Record<string, Fact>> {
  switch (type) {
    case 'bow':
      return { bowed: true };
    case 'straighten':
      return { bowed: false };
    case 'destroy':
    case 'die':
      return { inPlay: false, location: 'discard', attachedTo: null };
    case 'moveHome':
      return { location: 'home' };
    case 'assign':
    case 'move':
      return target === undefined ? {} : { location: target };
    case 'dishonor':
      return { dishonored: true };
    case 'attach':
      return target === undefined ? {} : { attachedTo: target };
    default:
      return {};
  }
}
