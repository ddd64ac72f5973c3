import { constantValue } from '../../../eval/shape.js';
import type { Connection, Grid, Step } from '../../../model/connection.js';
import type { Node } from '../../../ir/node.js';
import { entityType, numberType } from '../../../eval/operation.js';
import { connectionRange } from '../../../eval/ops/connection-range.js';
import type { CallExpression, Expression, MemberExpression, Span } from '../syntax.js';
import { quote } from '../wording.js';
import { type Collection, type RangeRow, nameIn } from './row.js';
import { demand } from './demand.js';
import { kindsOf } from './kinds.js';
import { listNamed } from './other-members.js';
import { didYouMeanOf, report, warn } from './report.js';
import { type Kinds, type Scope, parameter } from './context.js';

/**
 * Collections that connections lead to: those of the content by their names, what is near on a grid, what a list holds.
 */

/** Columns and rows that `near` may look away. */
const farthest = 100;

/** How a connection of the content is called. */
export function connectionRow(name: string, scope: Scope): RangeRow | undefined {
  const connection = scope.check.context.model.connections.find((each) => each.name === name);
  if (connection === undefined) return undefined;
  return {
    name,
    signature: `${name}(x)`,
    meaning: 'what the connection leads to',
    example: `${name}(self).count()`,
    least: 1,
    most: 1,
    read: ({ arguments: [of], span }, inner) =>
      connectedTo(connection, demand(of, entityType, parameter(inner)), span, inner),
  };
}

function connectedTo(
  { name, from, to, steps }: Connection,
  of: Node | undefined,
  span: Span,
  scope: Scope,
): Collection | undefined {
  if (of === undefined) return undefined;
  const { model } = scope.check.context;
  const kinds = kindsOf(of, scope);
  if (from !== 0 && kinds?.includes(from) === false) {
    const found = kinds.map((kind) => quote(model.kinds[kind - 1].name)).join(', ') || 'none';
    warn(
      scope,
      'never-present',
      span,
      `${quote(name)} leads from objects of kind ${quote(model.kinds[from - 1].name)}, and the object here is of kind ${found}, so it leads nowhere`,
    );
  }
  const isSure = from === 0 || (kinds?.length === 1 && kinds[0] === from) || steps.at(0)?.by === 'objects';
  return over(isSure ? steps : [{ by: 'kind', kind: from }, ...steps], of, to === 0 ? undefined : [to], scope);
}

/** `near(x, n)`. */
export function nearTo(
  { arguments: [object, bound, named], span }: CallExpression,
  scope: Scope,
): Collection | undefined {
  const of = demand(object, entityType, parameter(scope));
  const distance = distanceIn(bound, scope);
  const grid = gridIn(named, span, scope);
  if (of === undefined || distance === undefined || grid === undefined) return undefined;
  return over([{ by: 'square', grid: grid.index, distance }, { by: 'once' }], of, [grid.kind], scope);
}

function distanceIn(expression: Expression, scope: Scope): number | undefined {
  const node = demand(expression, numberType, parameter(scope));
  if (node === undefined) return undefined;
  const value = constantValue(node) ?? Number.NaN;
  if (Number.isInteger(value) && value >= 0 && value <= farthest) return value;
  return report(
    scope,
    'distance-expected',
    expression.span,
    `expected how far away as a whole number from 0 to ${farthest} that is known at load`,
    () => 'write a number, or the name of a constant',
  );
}

function gridIn(named: Expression | undefined, span: Span, scope: Scope): Grid | undefined {
  const { grids } = scope.check.context.model;
  const known = grids.map(({ name }) => name);
  if (named === undefined) {
    if (grids.length === 1) return grids[0];
    return report(
      scope,
      'unknown-grid',
      span,
      grids.length === 0
        ? 'the content declares no grid, so nothing is near'
        : 'there are several grids, expected which one is meant',
      () => didYouMeanOf(scope, '', known) ?? 'declare one under `grids`',
    );
  }
  const name = nameIn(named);
  const found = grids.find((grid) => grid.name === name);
  return (
    found ??
    report(
      scope,
      'unknown-grid',
      named.span,
      `expected the name of a grid in quotes, found ${name === undefined ? 'another expression' : quote(name)}`,
      () => didYouMeanOf(scope, name ?? '', known) ?? 'declare it under `grids`',
    )
  );
}

/** `x.list`. */
export function listedOf({ object, member, memberSpan }: MemberExpression, scope: Scope): Collection | undefined {
  const link = listNamed(member, scope);
  const of = demand(object, entityType, parameter(scope));
  if (link === undefined || of === undefined) return undefined;
  const kinds = kindsOf(of, scope);
  if (kinds?.some((kind) => link.kinds.includes(kind)) === false) {
    const { model } = scope.check.context;
    const found = kinds.map((kind) => quote(model.kinds[kind - 1].name)).join(', ') || 'none';
    warn(
      scope,
      'never-present',
      memberSpan,
      `the object here is of kind ${found}, which has no list ${quote(member)}, so it is always empty`,
    );
  }
  return over([{ by: 'listed', link: link.index }], of, link.to === 0 ? undefined : [link.to], scope);
}

function over(steps: readonly Step[], of: Node, kinds: Kinds, scope: Scope): Collection {
  return { range: connectionRange(scope.check.context.model, steps), anchor: [of], tests: [], kinds };
}
