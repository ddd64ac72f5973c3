import type { ColumnType, Kind, Variable } from '../../model/model.js';
import { booleanType, numberType } from '../../eval/operation.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import { typeNamed } from './columns.js';
import type { Declaration } from './declarations.js';
import { reportTwice } from './kinds.js';
import { type LiteralNames, literalValue } from './literal.js';
import { type Loading, didYouMean, reportError } from './loading.js';
import { checkLabel } from './names.js';
import type { KindSource, VariableSource } from './schema.js';

/** What variables are checked against. */
export interface VariableContext {
  readonly kinds: readonly Kind[];
  /** Of the kinds, in their order. */
  readonly kindSources: readonly KindSource[];
  readonly columnByName: ReadonlyMap<string, { readonly role: 'meter' | 'property' }>;
  readonly names: LiteralNames;
  readonly loading: Loading;
}

const variableTypes: ReadonlyMap<string, ColumnType> = new Map([
  ['number', numberType],
  ['boolean', booleanType],
]);

/** Lowers the variables, each once for every kind that lists it, by declaration and then by kind. */
export function lowerVariables(
  declarations: readonly Declaration<VariableSource>[],
  context: VariableContext,
): readonly Variable[] {
  const holders = holdersOf(declarations, context);
  const variables: Variable[] = [];
  const counts = context.kinds.map(() => 0);
  for (const declaration of declarations) {
    const shared = lowerDeclaration(declaration, context);
    const kinds = holders.get(declaration.name) ?? [];
    refuseOverlaps(declaration.name, kinds, context);
    if (shared === undefined) continue;
    for (const { index: kind } of kinds)
      variables.push(Object.freeze({ ...shared, index: variables.length, kind, offset: counts[kind - 1]++ }));
  }
  return variables;
}

/** What a variable is on every kind. */
type SharedPart = Omit<Variable, 'index' | 'kind' | 'offset'>;

function lowerDeclaration(
  { name, source }: Declaration<VariableSource>,
  { names, loading }: VariableContext,
): SharedPart | undefined {
  checkLabel(loading, source.explanation, () => loading.places.ofValue(source, 'explanation'));
  const type = typeNamed(name, source, variableTypes, names, loading);
  if (type === undefined) return undefined;
  const column = { name, type, storage: 'f64', integer: false } as const;
  const initial =
    source.default === undefined
      ? 0
      : literalValue(source.default, column, names, () => loading.places.ofValue(source, 'default'), loading);
  return {
    name,
    type,
    initial: { value: initial ?? 0 },
    input: source.input ?? false,
    explanation: source.explanation ?? '',
  };
}

/** The kinds that list each variable. */
function holdersOf(
  declarations: readonly Declaration<VariableSource>[],
  { kinds, kindSources, columnByName, loading }: VariableContext,
): ReadonlyMap<string, readonly Kind[]> {
  const holders = new Map<string, Kind[]>(declarations.map(({ name }) => [name, []]));
  for (const kind of kinds) {
    const list = kindSources[kind.index - 1].variables ?? [];
    for (const [i, name] of list.entries()) {
      const known = holders.get(name);
      const place = () => loading.places.ofValue(list, i);
      if (known === undefined) {
        loading.damage.containers.add(kindSources[kind.index - 1]);
        if (loading.damage.names.has(name)) continue;
        const column = columnByName.get(name);
        reportError(loading, place(), () =>
          column === undefined
            ? {
                code: 'unknown-name',
                message: `${quoteText(name)} is no variable, expected ${listTexts([...holders.keys()])}`,
                suggestion: didYouMean(loading, name, [...holders.keys()]) ?? 'declare it under `variables`',
              }
            : {
                code: 'wrong-role',
                message: `${quoteText(name)} is a ${column.role}, expected a variable`,
                suggestion: `list it under \`${column.role === 'meter' ? 'meters' : 'properties'}\``,
              },
        );
      } else if (known.at(-1) === kind) {
        reportTwice(name, place(), loading);
      } else {
        known.push(kind);
      }
    }
  }
  return holders;
}

/** What hangs on an object sees the variables of that object as its own, so it cannot have one of the same name. */
function refuseOverlaps(
  name: string,
  holders: readonly Kind[],
  { kinds, kindSources, loading }: VariableContext,
): void {
  for (const kind of holders) {
    const above = new Set(kind.attachesTo);
    for (const index of above) for (const next of kinds[index - 1].attachesTo) above.add(next);
    above.delete(kind.index);
    const other = holders.find(({ index }) => above.has(index));
    const list = kindSources[kind.index - 1].variables ?? [];
    if (other === undefined) continue;
    reportError(loading, loading.places.ofValue(list, list.indexOf(name)), {
      code: 'variable-overlap',
      message: `objects of kind ${quoteText(kind.name)} can hang on one of kind ${quoteText(other.name)}, which has the variable ${quoteText(name)} too, expected one of the two to have it`,
      suggestion: `remove it here, since what hangs on a ${quoteText(other.name)} sees its variables as its own; or declare another variable`,
    });
  }
}
