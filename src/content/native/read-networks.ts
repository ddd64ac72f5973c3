import { mostGraphs } from '../../components/edges.js';
import type { Graph } from '../../model/connection.js';
import { lose, refuse } from './load-context.js';
import type { ModelContext } from './model-context.js';
import { kindAt } from './references.js';

/** A network of an unknown kind keeps its place for references to it. */
export function lowerNetworks(context: ModelContext): readonly Graph[] {
  return context.declarations.networks.map(({ name, source, place }, index): Graph => {
    const kind = kindAt(source, 'kind', context.kindByName, context);
    if (kind === undefined) lose(context, name);
    if (index === mostGraphs)
      refuse(
        context,
        place,
        'too-large',
        `the content declares more than ${mostGraphs} networks, the limit is ${mostGraphs}`,
        'declare fewer',
      );
    return { index, name, kind: kind?.index ?? 0, directed: source.directed ?? false };
  });
}
