import type { Column } from '../../model/model.js';
import { targetSlot } from '../../ir/node.js';
import { quoteText } from '../diagnostics/quote.js';
import type { CompiledText } from './expression-text.js';
import { warn } from './loading.js';
import type { GroupContext } from './rule-context.js';

/**
 * Warns where an amount of an effect on empires asks its target for what only other objects have: the target is the
 * empire there.
 */
export function warnOfOtherTargets(amounts: readonly CompiledText[], context: GroupContext): void {
  const { model, loading } = context;
  // Beside errors it is mostly one of their consequences.
  if (loading.collector.hasErrors) return;
  for (const amount of amounts) {
    for (const { column: index, root, upward, span } of amount.reads) {
      const column = model.columns[index];
      if (root !== targetSlot || !upward || !isOfOthersOnly(column, context)) continue;
      warn(
        context,
        amount.place(span.start),
        'never-present',
        `this effect fires on empires, so \`target\` is an empire here, and no kind of empire has the ${column.role} ${quoteText(column.name)}: it is always absent`,
        `reach the object from \`source\`${exampleOf(column, context)}`,
      );
    }
  }
}

/** What nobody has at all is warned of where it is read. */
function isOfOthersOnly({ kinds }: Column, { factionKinds }: GroupContext): boolean {
  return kinds.includes(1) && !factionKinds.some((kind) => kinds[kind] === 1);
}

function exampleOf({ name, type, kinds }: Column, { model }: GroupContext): string {
  const kind = model.kinds.find(({ index }) => kinds[index] === 1);
  if (type.name !== 'number' || kind === undefined || !/^[A-Za-z_]\w*$/.test(kind.name))
    return ', or by an aggregate over `owned(target)`';
  return `, or by an aggregate such as \`owned(target, ${kind.name}).sum(each, each.${name})\``;
}
