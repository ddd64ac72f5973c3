import { connectionRange } from '../../../eval/ops/members.js';
import type { Graph } from '../../../model/connection.js';
import { kindAt } from '../../../model/model.js';
import { quoteText } from '../../text/quote.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import { demandObject } from './build-node.js';
import { type Scope, didYouMeanOf, namesOf, report, warn } from './expression-context.js';
import { kindsOf, objectHere } from './object-reads.js';
import { type Collection, nameIn, unknownNamed } from './row.js';

/** The other ends of edges. */
export function linksOf({ arguments: [object, named], span }: CallExpression, scope: Scope): Collection | undefined {
  const of = demandObject(object, scope);
  const graph = graphIn(named, span, scope);
  if (of === undefined || graph === undefined) return undefined;
  const kinds = kindsOf(of, scope);
  if (kinds?.includes(graph.kind) === false) {
    const name = quoteText(kindAt(scope.check.model, graph.kind).name);
    const message = `${quoteText(graph.name)} joins objects of kind ${name}, and ${objectHere(kinds, scope)}, so it has no edges`;
    warn(scope, 'never-present', span, message);
  }
  const range = connectionRange(scope.check.model, [{ by: 'linked', graph: graph.index }]);
  return { range, anchor: [of], tests: [], kinds: [graph.kind] };
}

function graphIn(named: Expression | undefined, span: Span, scope: Scope): Graph | undefined {
  const { graphs } = scope.check.model;
  const name = named && nameIn(named);
  const found = named === undefined && graphs.length === 1 ? graphs[0] : graphs.find((graph) => graph.name === name);
  if (found !== undefined) return found;
  const known = () => namesOf(graphs);
  const advice = 'declare it under `networks`';
  if (named !== undefined) return unknownNamed(named, 'unknown-network', 'the name of a network', known, scope, advice);
  const message =
    graphs.length === 0
      ? 'the content declares no network, so nothing is linked'
      : 'there are several networks, expected which one is meant';
  const suggest = (): string => didYouMeanOf(scope, '', known()) ?? 'declare one under `networks`';
  return report(scope, 'unknown-network', span, message, suggest);
}
