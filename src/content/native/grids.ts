import type { Grid } from '../../components/connection.js';
import type { Kind } from '../../components/model.js';
import { quoteText } from '../diagnostics/quote.js';
import type { Declaration } from './declarations.js';
import { reportUnknownKind } from './kinds.js';
import { type Loading, reportError } from './loading.js';
import type { GridSource } from './schema.js';

/** Points of one grid: each has room in an index. */
const mostPoints = 16_777_216;

/** Lowers the grids. One of an unknown kind keeps its place, so that what names it is not blamed. */
export function lowerGrids(
  declarations: readonly Declaration<GridSource>[],
  kinds: ReadonlyMap<string, Kind>,
  loading: Loading,
): readonly Grid[] {
  return declarations.map(({ name, source, place }, index): Grid => {
    const kind = kinds.get(source.kind);
    if (kind === undefined) {
      reportUnknownKind(source.kind, kinds, () => loading.places.ofValue(source, 'kind'), loading);
      loading.damage.names.add(name);
    }
    const { width, height, wrap = [] } = source;
    if (width * height > mostPoints) {
      reportError(loading, place, {
        code: 'too-large',
        message: `${quoteText(name)} has ${width * height} points, the limit is ${mostPoints}`,
        suggestion: 'give it a smaller width or height',
      });
    }
    return Object.freeze({
      index,
      name,
      kind: kind?.index ?? 0,
      width,
      height,
      wrapX: wrap.includes('x'),
      wrapY: wrap.includes('y'),
    });
  });
}
