import type { ColumnType, Kind, Variable } from '../../model/model.js';
import { booleanType, numberType } from '../../eval/operation.js';
import { quoteText } from '../diagnostics/quote.js';
import { defaultOf, typeNamed } from './columns.js';
import type { Declaration } from './declarations.js';
import { refuseNoMember, reportTwice } from './kinds.js';
import { refuse } from './loading.js';
import type { ModelContext } from './model-context.js';
import { checkLabel } from './names.js';
import type { VariableSource } from './schema.js';

const variableTypes: ReadonlyMap<string, ColumnType> = new Map([
  ['number', numberType],
  ['boolean', booleanType],
]);

/** Lowers the variables, each once for every kind that lists it, by declaration and then by kind. */
export function lowerVariables(context: ModelContext): readonly Variable[] {
  const holders = holdersOf(context);
  const variables: Variable[] = [];
  const counts = context.kinds.map(() => 0);
  for (const declaration of context.declarations.variables) {
    const shared = lowerDeclaration(declaration, context);
    const kinds = holders.get(declaration.name) ?? [];
    refuseOverlaps(declaration.name, kinds, context);
    if (shared === undefined) continue;
    for (const { index: kind } of kinds)
      variables.push(Object.freeze({ ...shared, index: variables.length, kind, offset: counts[kind - 1]++ }));
  }
  return variables;
}

type SharedPart = Omit<Variable, 'index' | 'kind' | 'offset'>;

function lowerDeclaration(
  { name, source }: Declaration<VariableSource>,
  context: ModelContext,
): SharedPart | undefined {
  const { explanation, input = false } = source;
  checkLabel(context.loading, explanation, [source, 'explanation']);
  const type = typeNamed(name, source, variableTypes, context);
  if (type === undefined) return undefined;
  const value = defaultOf(source, { name, type, storage: 'f64', integer: false }, context) ?? 0;
  return { name, type, initial: { value }, input, explanation: explanation ?? '' };
}

function listedBy({ index }: Kind, { declarations }: ModelContext): readonly string[] {
  return declarations.kinds[index - 1].source.variables ?? [];
}

function holdersOf(context: ModelContext): ReadonlyMap<string, readonly Kind[]> {
  const { kinds, declarations, columnByName, loading } = context;
  const holders = new Map<string, Kind[]>(declarations.variables.map(({ name }) => [name, []]));
  for (const kind of kinds) {
    const list = listedBy(kind, context);
    for (const [i, name] of list.entries()) {
      const known = holders.get(name);
      if (known === undefined) {
        loading.damage.containers.add(declarations.kinds[kind.index - 1].source);
        refuseNoMember(context, [list, i], name, 'variable', columnByName.get(name)?.role, () => [...holders.keys()]);
      } else if (known.at(-1) === kind) {
        reportTwice(name, [list, i], loading);
      } else {
        known.push(kind);
      }
    }
  }
  return holders;
}

/** What hangs on an object sees the variables of that object as its own, so it cannot have one of the same name. */
function refuseOverlaps(name: string, holders: readonly Kind[], context: ModelContext): void {
  for (const kind of holders) {
    const above = new Set(kind.attachesTo);
    for (const index of above) for (const next of context.kinds[index - 1].attachesTo) above.add(next);
    above.delete(kind.index);
    const other = holders.find(({ index }) => above.has(index));
    if (other === undefined) continue;
    const list = listedBy(kind, context);
    refuse(
      context,
      [list, list.indexOf(name)],
      'variable-overlap',
      `objects of kind ${quoteText(kind.name)} can hang on one of kind ${quoteText(other.name)}, which has the variable ${quoteText(name)} too, expected one of the two to have it`,
      `remove it here, since what hangs on a ${quoteText(other.name)} sees its variables as its own; or declare another variable`,
    );
  }
}
