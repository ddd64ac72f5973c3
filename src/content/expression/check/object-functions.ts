import type { CallExpression, Expression, Span } from '../syntax.js';
import { type FunctionRow, declaredBy, direct, foundName, nameIn, rowOf, typed, unknownNamed } from './row.js';
import { type Lowered, type Scope, untested } from './expression-context.js';
import type { Node } from '../../../ir/node.js';
import { type Operation, entityType } from '../../../eval/operation.js';
import type { Column, Type } from '../../../model/model.js';
import { build, combine, demandObject } from './build-node.js';
import { didYouMeanOf, namesOf, report } from './report-problem.js';
import { type AffiliationMode } from '../../../eval/data.js';
import { affiliation, related, unowned } from '../../../eval/ops/affiliations.js';
import { available, visible } from '../../../eval/ops/bit-tests.js';
import { age, created } from '../../../eval/ops/time.js';
import { distance, jumps } from '../../../eval/ops/space.js';
import { follow, role, slot } from '../../../eval/ops/object-links.js';
import { not } from '../../../eval/ops/logic.js';
import { read } from '../../../eval/ops/read.js';
import { instancesOf } from './collections.js';
import { all, foldOver } from './lower-folds.js';
import { isStockpile, noteRead } from './object-reads.js';

const classType: Type = { name: 'class' };
const pair = [entityType, entityType];

export const objectFunctions: readonly FunctionRow[] = [
  rowOf(
    'affiliation(x, y, mode)',
    'x against the factions that y stands for: itself or its owners; `null` for y: no faction',
    "affiliation(target, source, 'enemies-exclusive')",
    ({ arguments: [x, y, mode], span }, scope) => affiliated(x, y, readMode(mode, scope), span, scope),
  ),
  rowOf(
    'ownedBy(x, y)',
    "the same as `affiliation(x, y, 'empire-inclusive')`",
    'ownedBy(target, source)',
    ({ arguments: [x, y], span }, scope) => affiliated(x, y, 'empire-inclusive', span, scope),
  ),
  rowOf(
    "role('name')",
    'the object that the host has bound to a declared role; missing while there is none',
    "ownedBy(source, role('rival'))",
    ({ arguments: [named], span }, scope) => {
      const index = readDeclared(named, 'role', scope);
      return index === undefined ? undefined : build(scope, span, role, { role: index });
    },
  ),
  rowOf(
    "related(x, y, 'name')",
    'a faction that x stands for (itself or its owners) has a declared relation to one that y stands for',
    "related(source, target, 'war')",
    ({ arguments: [x, y, named], span }, scope) => {
      const objects = [x, y].map((argument) => demandObject(argument, scope));
      const index = readDeclared(named, 'relation', scope);
      return index === undefined ? undefined : build(scope, span, related, { relation: index }, objects);
    },
  ),
  rowOf('sees(x, y)', 'the factions of x see y', 'sees(source, target)', direct(pair, visible)),
  rowOf('distance(x, y)', 'in the plane', 'distance(source, target) <= 100', direct(pair, distance)),
  rowOf('jumps(x, y)', 'over lanes', 'jumps(source, target) <= 3', direct(pair, jumps)),
  toClass('distanceTo', 'in the plane', 'distanceTo(target, farm) <= 50', distance),
  toClass('jumpsTo', 'over lanes', 'jumpsTo(target, farm) == 0', jumps),
  rowOf(
    'stockpile(x, name)',
    'of the one faction that x is or belongs to; missing when there is none',
    'stockpile(source, minerals) >= 100',
    lowerStockpile,
  ),
  rowOf(
    'available(x, class)',
    'whether the one faction that x is or belongs to has the class available',
    'available(source, farm)',
    typed([entityType, classType], ([x, wanted], span, scope) =>
      combine(scope, span, available, [ownerOf(x, span, scope), wanted]),
    ),
  ),
  rowOf('age(x)', 'turns since its creation, 0 in that turn', 'age(source) > 10', direct([entityType], age)),
  rowOf('created(x)', 'the turn of its creation', 'created(source) == created(target)', direct([entityType], created)),
];

const modes: readonly AffiliationMode[] = [
  'empire-inclusive',
  'empire-exclusive',
  'enemies-inclusive',
  'enemies-exclusive',
];

function readMode(expression: Expression, scope: Scope): AffiliationMode | undefined {
  const name = nameIn(expression);
  const found = modes.find((known) => known === name);
  return found ?? unknownNamed(expression, 'unknown-word', 'a mode of affiliation', () => modes, scope);
}

function affiliated(
  x: Expression,
  y: Expression,
  mode: AffiliationMode | undefined,
  span: Span,
  scope: Scope,
): Lowered {
  const object = demandObject(x, scope);
  if (y.kind === 'null') {
    const nobody = combine(scope, span, unowned, [object]);
    return mode?.startsWith('enemies') ? combine(scope, span, not, [nobody]) : mode && nobody;
  }
  const other = demandObject(y, untested(scope));
  return mode && build(scope, span, affiliation, { mode }, [object, other]);
}

/** The index of a name that content declares in a section of its own. */
function readDeclared(argument: Expression, what: 'role' | 'relation', scope: Scope): number | undefined {
  const { roles, relations } = scope.check.model;
  const names = (): readonly string[] => (what === 'role' ? roles : namesOf(relations));
  const find = (name: string): number | undefined => {
    const index = names().indexOf(name);
    return index < 0 ? undefined : index;
  };
  return declaredBy(argument, what, find, names, (said) => `the content declares no ${what} ${said}`, scope);
}

function toClass(name: string, where: string, example: string, measure: Operation): FunctionRow {
  return rowOf(
    `${name}(x, class)`,
    `${where} to the nearest object of a class`,
    example,
    ({ arguments: [x, wanted], span }, scope) => {
      const object = demandObject(x, scope);
      const collection = instancesOf(wanted, span, untested(scope));
      if (collection === undefined) return undefined;
      const member = build(scope, span, slot, { slot: scope.free });
      const value = combine(scope, span, measure, [object, member]);
      return foldOver('least', collection, [all(collection.tests, span, scope), value], span, scope);
    },
  );
}

function ownerOf(x: Node, span: Span, scope: Scope): Lowered {
  return build(scope, span, follow, { relation: 'owner' as const, kind: 0 }, [x]);
}

function lowerStockpile({ arguments: [x, named], span }: CallExpression, scope: Scope): Lowered {
  const object = demandObject(x, scope);
  const column = readStockpile(named, scope);
  const owner = object && ownerOf(object, span, scope);
  if (column === undefined || owner === undefined) return undefined;
  noteRead(column, owner, span, scope);
  return build(scope, span, read, { column: column.index, type: column.type, climb: false, absent: 'missing' }, [
    owner,
  ]);
}

function readStockpile(expression: Expression, scope: Scope): Column | undefined {
  const { model } = scope.check;
  const name = nameIn(expression);
  const column = name === undefined ? undefined : model.columnByName.get(name);
  if (column !== undefined && isStockpile(model, column)) return column;
  return report(
    scope,
    'unknown-stockpile',
    expression.span,
    `expected the name of a stockpile, a number that only factions have, found ${foundName(name)}${whyNone(column)}`,
    () => didYouMeanOf(scope, name ?? '', namesOf(model.columns.filter((each) => isStockpile(model, each)))),
  );
}

function whyNone(column: Column | undefined): string {
  if (column === undefined) return '';
  if (column.role === 'meter') return ', which is a meter';
  return column.type.name === 'number' ? ', which other objects than factions have' : ', which is no number';
}
