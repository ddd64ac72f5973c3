import type { Column, Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { type Operation, entityType } from '../../../eval/operation.js';
import { type AffiliationMode, affiliation, unowned } from '../../../eval/ops/affiliation.js';
import { available } from '../../../eval/ops/available.js';
import { age } from '../../../eval/ops/clock.js';
import { created } from '../../../eval/ops/created.js';
import { distance, jumps } from '../../../eval/ops/distance.js';
import { follow } from '../../../eval/ops/follow.js';
import { not } from '../../../eval/ops/logic.js';
import { read } from '../../../eval/ops/read.js';
import { related } from '../../../eval/ops/related.js';
import { role } from '../../../eval/ops/role.js';
import { slot } from '../../../eval/ops/slot.js';
import { visible } from '../../../eval/ops/visible.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import { quote } from '../wording.js';
import { build } from './build.js';
import { instancesOf } from './collections.js';
import { demand } from './demand.js';
import { all, foldOver } from './folds.js';
import { isStockpile, leadsUpward, rootOf } from './kinds.js';
import { didYouMeanOf, report } from './report.js';
import { type FunctionRow, direct, nameIn, typed } from './row.js';
import { type Scope, isTested, parameter, untested } from './context.js';

const classType: Type = { name: 'class' };
const pair = [entityType, entityType];

/** Functions of objects: who owns, sees and may build what, and how far it is. */
export const objectFunctions: readonly FunctionRow[] = [
  {
    name: 'affiliation',
    signature: 'affiliation(x, y, mode)',
    meaning: 'x against the factions that y stands for: itself or its owners; `null` for y: no faction',
    example: "affiliation(target, source, 'enemies-exclusive')",
    least: 3,
    most: 3,
    lower: ({ arguments: [x, y, mode], span }, _expected, scope) =>
      affiliated(x, y, readMode(mode, scope), span, scope),
  },
  {
    name: 'ownedBy',
    signature: 'ownedBy(x, y)',
    meaning: "the same as `affiliation(x, y, 'empire-inclusive')`",
    example: 'ownedBy(target, source)',
    least: 2,
    most: 2,
    lower: ({ arguments: [x, y], span }, _expected, scope) => affiliated(x, y, 'empire-inclusive', span, scope),
  },
  {
    name: 'role',
    signature: "role('name')",
    meaning: 'the object that the host has bound to a declared role; missing while there is none',
    example: "ownedBy(source, role('rival'))",
    least: 1,
    most: 1,
    lower: lowerRole,
  },
  {
    name: 'related',
    signature: "related(x, y, 'name')",
    meaning: 'a faction that x stands for (itself or its owners) has a declared relation to one that y stands for',
    example: "related(source, target, 'war')",
    least: 3,
    most: 3,
    lower: lowerRelated,
  },
  direct(
    { name: 'sees', signature: 'sees(x, y)', meaning: 'the factions of x see y', example: 'sees(source, target)' },
    pair,
    visible,
    undefined,
  ),
  direct(
    {
      name: 'distance',
      signature: 'distance(x, y)',
      meaning: 'in the plane',
      example: 'distance(source, target) <= 100',
    },
    pair,
    distance,
    undefined,
  ),
  direct(
    { name: 'jumps', signature: 'jumps(x, y)', meaning: 'over lanes', example: 'jumps(source, target) <= 3' },
    pair,
    jumps,
    undefined,
  ),
  toClass('distanceTo', 'in the plane to the nearest object of a class', 'distanceTo(target, farm) <= 50', distance),
  toClass('jumpsTo', 'over lanes to the nearest object of a class', 'jumpsTo(target, farm) == 0', jumps),
  {
    name: 'stockpile',
    signature: 'stockpile(x, name)',
    meaning: 'of the one faction that x is or belongs to; missing when there is none',
    example: 'stockpile(source, minerals) >= 100',
    least: 2,
    most: 2,
    lower: lowerStockpile,
  },
  typed(
    {
      name: 'available',
      signature: 'available(x, class)',
      meaning: 'whether the one faction that x is or belongs to has the class available',
      example: 'available(source, farm)',
    },
    [entityType, classType],
    ([x, wanted], span, scope) => build(scope, span, available, undefined, [ownerOf(x, span, scope), wanted]),
  ),
  direct(
    {
      name: 'age',
      signature: 'age(x)',
      meaning: 'turns since its creation, 0 in that turn',
      example: 'age(source) > 10',
    },
    [entityType],
    age,
    undefined,
  ),
  direct(
    {
      name: 'created',
      signature: 'created(x)',
      meaning: 'the turn of its creation',
      example: 'created(source) == created(target)',
    },
    [entityType],
    created,
    undefined,
  ),
];

const modes: readonly AffiliationMode[] = [
  'empire-inclusive',
  'empire-exclusive',
  'enemies-inclusive',
  'enemies-exclusive',
];

function readMode(expression: Expression, scope: Scope): AffiliationMode | undefined {
  const text = nameIn(expression);
  const mode = modes.find((known) => known === text);
  if (mode !== undefined) return mode;
  const found = text === undefined ? 'another expression' : quote(text);
  return report(
    scope,
    'unknown-word',
    expression.span,
    `expected a mode of affiliation in quotes, found ${found}`,
    () => didYouMeanOf(scope, text ?? '', modes),
  );
}

function affiliated(
  x: Expression,
  y: Expression,
  mode: AffiliationMode | undefined,
  span: Span,
  scope: Scope,
): Node | undefined {
  const object = demand(x, entityType, parameter(scope));
  if (y.kind === 'null') {
    const nobody = build(scope, span, unowned, undefined, [object]);
    return mode?.startsWith('enemies') ? build(scope, span, not, undefined, [nobody]) : mode && nobody;
  }
  const other = demand(y, entityType, parameter(untested(scope)));
  return mode && build(scope, span, affiliation, { mode }, [object, other]);
}

function lowerRole(
  { arguments: [argument], span }: CallExpression,
  _expected: Type | undefined,
  scope: Scope,
): Node | undefined {
  const index = readDeclared(argument, 'role', scope);
  return index === undefined ? undefined : build(scope, span, role, { role: index });
}

function lowerRelated(
  { arguments: [x, y, named], span }: CallExpression,
  _expected: Type | undefined,
  scope: Scope,
): Node | undefined {
  const objects = [x, y].map((argument) => demand(argument, entityType, parameter(scope)));
  const index = readDeclared(named, 'relation', scope);
  return index === undefined ? undefined : build(scope, span, related, { relation: index }, objects);
}

/** The index of a name that content declares in a section of its own. */
function readDeclared(argument: Expression, what: 'role' | 'relation', scope: Scope): number | undefined {
  const { roles, relations } = scope.check.context.model;
  // Listed only for a message: each call would list them all.
  const known = (): readonly string[] => (what === 'role' ? roles : relations.map(({ name }) => name));
  const name = nameIn(argument);
  if (name === undefined) {
    return report(scope, 'type-mismatch', argument.span, `expected the name of a ${what} in quotes`, () =>
      didYouMeanOf(scope, '', known()),
    );
  }
  const index = what === 'role' ? roles.indexOf(name) : relations.findIndex((relation) => relation.name === name);
  if (index >= 0) return index;
  const suggestion = (): string => didYouMeanOf(scope, name, known()) ?? `declare it under \`${what}s\``;
  return report(scope, `unknown-${what}`, argument.span, `the content declares no ${what} ${quote(name)}`, suggestion);
}

function toClass(name: string, meaning: string, example: string, measure: Operation): FunctionRow {
  return {
    name,
    signature: `${name}(x, class)`,
    meaning,
    example,
    least: 2,
    most: 2,
    lower: ({ arguments: [x, wanted], span }, _expected, scope) => {
      const object = demand(x, entityType, parameter(scope));
      const collection = instancesOf(wanted, span, untested(scope));
      if (collection === undefined) return undefined;
      const member = build(scope, span, slot, { slot: scope.free });
      const value = build(scope, span, measure, undefined, [object, member]);
      return foldOver('least', collection, [all(collection.tests, span, scope), value], span, scope);
    },
  };
}

function ownerOf(x: Node, span: Span, scope: Scope): Node | undefined {
  return build(scope, span, follow, { relation: 'owner' as const, kind: 0 }, [x]);
}

function lowerStockpile(
  { arguments: [x, named], span }: CallExpression,
  _expected: Type | undefined,
  scope: Scope,
): Node | undefined {
  const object = demand(x, entityType, parameter(scope));
  const column = readStockpile(named, scope);
  const owner = object && ownerOf(object, span, scope);
  if (column === undefined || owner === undefined) return undefined;
  const root = rootOf(owner);
  scope.check.reads.push({
    column: column.index,
    root,
    upward: leadsUpward(owner),
    tested: isTested(root, scope) && scope.position !== 'parameter',
    span,
  });
  return build(scope, span, read, { column: column.index, type: column.type, climb: false, absent: 'missing' }, [
    owner,
  ]);
}

function readStockpile(expression: Expression, scope: Scope): Column | undefined {
  const { model } = scope.check.context;
  const name = nameIn(expression);
  const column = name === undefined ? undefined : model.columnByName.get(name);
  if (column !== undefined && isStockpile(model, column)) return column;
  const found = name === undefined ? 'another expression' : quote(name);
  return report(
    scope,
    'unknown-stockpile',
    expression.span,
    `expected the name of a stockpile, a number that only factions have, found ${found}${whyNone(column)}`,
    () =>
      didYouMeanOf(
        scope,
        name ?? '',
        model.columns.filter((each) => isStockpile(model, each)).map((each) => each.name),
      ),
  );
}

function whyNone(column: Column | undefined): string {
  if (column === undefined) return '';
  if (column.role === 'meter') return ', which is a meter';
  return column.type.name === 'number' ? ', which other objects than factions have' : ', which is no number';
}
