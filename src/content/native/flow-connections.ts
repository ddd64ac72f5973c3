import type { Connection, Step } from '../../model/connection.js';
import { kindAt } from '../../model/model.js';
import type { FlowTargets } from '../../ir/flow.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import { didYouMean, refuse, reportError } from './loading.js';
import type { RuleContext } from './rule-context.js';
import type { Place } from './source-tree.js';

/**
 * A connection by its name, from objects of a kind; undefined, and reported, where there is none or it leads from
 * another kind.
 */
export function connectionNamed(
  name: string,
  place: () => Place,
  from: number | undefined,
  { model, loading }: RuleContext,
): Connection | undefined {
  const found = loading.index.find(model.connections, name);
  if (loading.damage.names.has(name)) return undefined;
  if (found === undefined) {
    reportError(loading, place(), () => {
      const known = model.connections.map((connection) => connection.name);
      return {
        code: 'unknown-name',
        message: `${quoteText(name)} is no connection, expected ${listTexts(known)}`,
        suggestion: didYouMean(loading, name, known) ?? 'declare it under `connections`',
      };
    });
    return undefined;
  }
  if (from === undefined || from === 0 || found.from === 0 || found.from === from) return found;
  const [led, given] = [found.from, from].map((kind) => quoteText(kindAt(model, kind).name));
  return refuse(
    { loading },
    place,
    'not-on-kind',
    `${quoteText(name)} leads from objects of kind ${led}, expected a connection from those of kind ${given}`,
    `declare a connection from ${given}`,
  );
}

/** Connections from receivers of a kind, 0 for any, by the kinds that they lead from. */
export function stepsByKind(
  connections: readonly Connection[],
  kind: number,
  { model }: Pick<RuleContext, 'model'>,
): FlowTargets['steps'] {
  const steps = new Map<number, (readonly Step[])[]>();
  for (const connection of connections) {
    const kinds =
      connection.from !== 0 ? [connection.from] : kind !== 0 ? [kind] : model.kinds.map(({ index }) => index);
    for (const each of kinds) {
      const rows = steps.get(each);
      if (rows === undefined) steps.set(each, [connection.steps]);
      else rows.push(connection.steps);
    }
  }
  return steps;
}
