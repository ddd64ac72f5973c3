import type { Type } from '../../../components/model.js';
import type { Node } from '../../../ir/node.js';
import { numberType } from '../../../eval/operation.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { lookup } from '../../../eval/ops/lookup.js';
import type { CallExpression, Expression } from '../syntax.js';
import { formatCount, quote } from '../wording.js';
import { build, buildConstant } from './build.js';
import type { LookupKey, LookupTable } from './context.js';
import { demand } from './demand.js';
import { isOpen } from './literals.js';
import { didYouMeanOf } from './nearest.js';
import { report } from './report.js';
import { type FunctionRow, nameIn } from './row.js';
import { type Scope, parameter } from './scope.js';

/** Tables of content. */
export const lookupFunction: FunctionRow = {
  name: 'lookup',
  signature: "lookup('table', key)",
  meaning: 'what a declared table has for a word, a class or a whole number; of a table with two keys: for both',
  example: "lookup('crops', target.environment)",
  least: 2,
  most: 3,
  lower: lowerLookup,
};

function lowerLookup(call: CallExpression, _expected: Type | undefined, scope: Scope): Node | undefined {
  const [named, ...keys] = call.arguments;
  const table = readTable(named, scope);
  if (table === undefined) {
    // Without the table only what is no literal can be checked.
    for (const key of keys) if (!isOpen(key, scope)) scope.check.lower(key, undefined, parameter(scope));
    return undefined;
  }
  if (keys.length !== table.keys.length) {
    const one = table.keys.length === 1;
    return report(
      scope,
      'wrong-arity',
      call.functionSpan,
      `the table ${quote(nameIn(named) ?? '')} has ${one ? 'one key' : 'two keys'}, found ${formatCount(keys.length)}`,
      () => `write ${quote(`lookup('${nameIn(named) ?? ''}', ${one ? 'key' : 'key, key'})`)}`,
    );
  }
  return build(
    scope,
    call.span,
    lookup,
    { table: table.index, type: table.type },
    keys.map((key, i) => placeOf(key, table.keys[i], scope)),
  );
}

function readTable(argument: Expression, scope: Scope): LookupTable | undefined {
  const tables = scope.check.context.library?.tables ?? new Map<string, LookupTable>();
  const name = nameIn(argument);
  const known = [...tables.keys()];
  if (name === undefined)
    return report(scope, 'type-mismatch', argument.span, 'expected the name of a table in quotes', () =>
      didYouMeanOf(scope, '', known),
    );
  const found = tables.get(name);
  if (found !== undefined) return found;
  return report(
    scope,
    'unknown-table',
    argument.span,
    `no table ${quote(name)} is known here`,
    () => didYouMeanOf(scope, name, known) ?? 'declare it under `tables`',
  );
}

/** A number without its fraction, moved by one and held between the first row and the last, which all others have. */
function placeOf(key: Expression, { type, rows }: LookupKey, scope: Scope): Node | undefined {
  const node = demand(key, type, parameter(scope));
  if (type.name !== 'number' || node === undefined) return node;
  const { span } = key;
  const number = (value: number): Node | undefined => buildConstant(scope, span, numberType, value);
  const make = (operation: typeof arithmetic.add, ...args: readonly (Node | undefined)[]): Node | undefined =>
    build(scope, span, operation, undefined, args);
  const moved = make(arithmetic.add, make(arithmetic.floor, node), number(1));
  return make(arithmetic.minimum, make(arithmetic.maximum, moved, number(0)), number(rows - 1));
}
