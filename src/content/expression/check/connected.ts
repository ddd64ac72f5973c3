import { quoteText } from '../../text/quote.js';
import { connectionRange } from '../../../eval/ops/members.js';
import { constantValue } from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import type { Connection, Grid, Step } from '../../../model/connection.js';
import { kindAt } from '../../../model/model.js';
import type { CallExpression, Expression, MemberExpression, Span } from '../syntax.js';
import type { Kinds, Lowered, Scope } from './context.js';
import { demandNumber, demandObject } from './build.js';
import { kindNames, kindsOf, listNamed } from './objects.js';
import { didYouMeanOf, report, warn } from './report.js';
import { type Collection, type RangeRow, described, foundName, nameIn } from './row.js';

const farthest = 100;

export function connectionRow(name: string, scope: Scope): RangeRow | undefined {
  const connection = scope.check.model.connections.find((each) => each.name === name);
  return (
    connection && {
      ...described(`${name}(x)`, 'what the connection leads to', `${name}(self).count()`),
      read: ({ arguments: [of], span }, inner) => connectedTo(connection, demandObject(of, inner), span, inner),
    }
  );
}

function connectedTo(
  { name, from, to, steps }: Connection,
  of: Lowered,
  span: Span,
  scope: Scope,
): Collection | undefined {
  if (of === undefined) return undefined;
  const kinds = kindsOf(of, scope);
  if (from !== 0 && kinds?.includes(from) === false)
    warn(
      scope,
      'never-present',
      span,
      `${quoteText(name)} leads from objects of kind ${quoteText(kindAt(scope.check.model, from).name)}, and the object here is of kind ${kindNames(scope, kinds)}, so it leads nowhere`,
    );
  const isSure = from === 0 || (kinds?.length === 1 && kinds[0] === from) || steps.at(0)?.by === 'objects';
  return over(isSure ? steps : [{ by: 'kind', kind: from }, ...steps], of, to === 0 ? undefined : [to], scope);
}

export function nearTo(
  { arguments: [object, bound, named], span }: CallExpression,
  scope: Scope,
): Collection | undefined {
  const of = demandObject(object, scope);
  const distance = distanceIn(bound, scope);
  const grid = gridIn(named, span, scope);
  if (of === undefined || distance === undefined || grid === undefined) return undefined;
  return over([{ by: 'square', grid: grid.index, distance }, { by: 'once' }], of, [grid.kind], scope);
}

function distanceIn(expression: Expression, scope: Scope): number | undefined {
  const node = demandNumber(expression, scope);
  if (node === undefined) return undefined;
  const value = constantValue(node) ?? Number.NaN;
  if (Number.isInteger(value) && value >= 0 && value <= farthest) return value;
  return report(
    scope,
    'distance-expected',
    expression.span,
    `expected how far away as a whole number from 0 to ${farthest} that is known at load`,
    'write a number, or the name of a constant',
  );
}

function gridIn(named: Expression | undefined, span: Span, scope: Scope): Grid | undefined {
  const { grids } = scope.check.model;
  const name = named && nameIn(named);
  const found = named === undefined && grids.length === 1 ? grids[0] : grids.find((grid) => grid.name === name);
  if (found !== undefined) return found;
  const message =
    named !== undefined
      ? `expected the name of a grid in quotes, found ${foundName(name)}`
      : grids.length === 0
        ? 'the content declares no grid, so nothing is near'
        : 'there are several grids, expected which one is meant';
  const known = grids.map((grid) => grid.name);
  const declare = named === undefined ? 'declare one under `grids`' : 'declare it under `grids`';
  return report(
    scope,
    'unknown-grid',
    named?.span ?? span,
    message,
    () => didYouMeanOf(scope, name ?? '', known) ?? declare,
  );
}

export function listedOf({ object, member, memberSpan }: MemberExpression, scope: Scope): Collection | undefined {
  const link = listNamed(member, scope);
  const of = demandObject(object, scope);
  if (link === undefined || of === undefined) return undefined;
  const kinds = kindsOf(of, scope);
  if (kinds?.some((kind) => link.kinds.includes(kind)) === false) {
    const who = `the object here is of kind ${kindNames(scope, kinds)}`;
    warn(scope, 'never-present', memberSpan, `${who}, which has no list ${quoteText(member)}, so it is always empty`);
  }
  return over([{ by: 'listed', link: link.index }], of, link.to === 0 ? undefined : [link.to], scope);
}

function over(steps: readonly Step[], of: Node, kinds: Kinds, scope: Scope): Collection {
  return { range: connectionRange(scope.check.model, steps), anchor: [of], tests: [], kinds };
}
