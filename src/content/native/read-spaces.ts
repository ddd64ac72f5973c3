import { ascending } from '../../kernel/lists.js';
import type { Kind } from '../../model/model.js';
import { type Space, isLength, longest, shortest } from '../../model/space.js';
import { quoteText } from '../text/quote.js';
import type { Declaration } from './declarations.js';
import { type Reporting, type Where, isLost, lose, refuse } from './load-context.js';
import { refuseMissing } from './references.js';
import type { SpaceSource } from './schema.js';

interface SpaceContext extends Reporting {
  readonly kindByName: ReadonlyMap<string, Kind>;
}

/** A space of an unknown kind keeps its place for references to it. */
export function lowerSpaces(spaces: readonly Declaration<SpaceSource>[], context: SpaceContext): readonly Space[] {
  const taken = new Map<number, string>();
  return spaces.map(({ name, source }, index): Space => {
    const { width, height, wrap: given = [] } = source;
    const wrap = given === true ? ['x', 'y'] : given === false ? [] : given;
    const kinds = kindsIn(name, source, taken, context);
    if (kinds.length === 0) lose(context, name);
    for (const side of ['width', 'height'] as const)
      if (!isLength(source[side]))
        refuse(
          context,
          [source, side],
          'wrong-space',
          `${quoteText(name)} has a ${side} of ${source[side]}, expected a number from ${shortest} to ${longest}`,
          'measure in another unit',
        );
    return { index, name, kinds, width, height, wrapX: wrap.includes('x'), wrapY: wrap.includes('y') };
  });
}

function kindsIn(
  space: string,
  source: SpaceSource,
  taken: Map<number, string>,
  context: SpaceContext,
): readonly number[] {
  const names = typeof source.kind === 'string' ? [source.kind] : source.kind;
  const found = new Set<number>();
  names.forEach((name, i) => {
    const where: Where = typeof source.kind === 'string' ? [source, 'kind'] : [source.kind, i];
    const kind = context.kindByName.get(name);
    if (kind === undefined) {
      if (!isLost(context, name)) refuseMissing('kind', name, where, [...context.kindByName.values()], context);
      return;
    }
    const other = taken.get(kind.index);
    if (other !== undefined && other !== space)
      refuse(
        context,
        where,
        'wrong-space',
        `${quoteText(name)} is in the space ${quoteText(other)}, expected a kind that is in no other`,
        'let one of the two spaces have it',
      );
    taken.set(kind.index, space);
    found.add(kind.index);
  });
  return ascending(found);
}
