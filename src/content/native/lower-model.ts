import { lowerSpaces } from './read-spaces.js';
import {
  type Aggregator,
  type Enumeration,
  type Keep,
  type Kind,
  type Model,
  type Variable,
  indexByName,
  modelOf,
} from '../../model/model.js';
import { maxCapacity } from '../../kernel/identity.js';
import { upwardKinds } from '../expression/check/object-reads.js';
import { quoteText } from '../text/quote.js';
import { type DraftColumn, addHoldingColumns, defaultOf, lowerColumns, typeNamed, typesNamed } from './read-columns.js';
import { type Declaration, type Declarations, stepsName } from './declarations.js';
import { isWhole, lowerKinds } from './kinds.js';
import { type Loading, type Reporting, isLost, lose, namesBy, namesOf, refuse } from './load-context.js';
import type { ClassContext, FirstContext, ModelContext } from './model-context.js';
import { checkLabel } from './names.js';
import { lowerNetworks } from './read-networks.js';
import type { GridSource, VariableSource } from './schema.js';
import { type Grid, fitsTogether, mostPoints } from '../../model/connection.js';
import { lowerClass, lowerLists, lowerMixins, lowerSets } from './classes.js';
import { lowerConnections } from './read-connections.js';
import { type LiteralNames, lowerEnumerations } from './enumerations.js';
import { collectFlags } from './flags.js';
import { type OccurrenceTable, collectOccurrences } from './occurrence-table.js';
import { type OtherMember, kindAt, refuseMissing, refuseNoMember, reportTwice } from './references.js';
import { lowerParameters } from './read-parameters.js';
import { lowerSteps } from './steps.js';
import { lowerTables } from './read-tables.js';

const variableTypes = typesNamed('number', 'boolean');

/** Once for every kind that lists it, by declaration and then by kind. */
function lowerVariables(context: ModelContext): readonly Variable[] {
  const holders = holdersOf(context);
  const variables: Variable[] = [];
  const counts = context.kinds.map(() => 0);
  for (const declaration of context.declarations.variables) {
    const shared = lowerDeclaration(declaration, context);
    const kinds = holders.get(declaration.name) ?? [];
    refuseOverlaps(declaration.name, kinds, context);
    if (shared === undefined) continue;
    for (const { index: kind } of kinds)
      variables.push({ ...shared, index: variables.length, kind, offset: counts[kind - 1]++ });
  }
  return variables;
}

type SharedPart = Omit<Variable, 'index' | 'kind' | 'offset'>;

function lowerDeclaration(
  { name, source }: Declaration<VariableSource>,
  context: ModelContext,
): SharedPart | undefined {
  const { explanation, input = false } = source;
  checkLabel(context, explanation, [source, 'explanation']);
  const type = typeNamed(name, source, variableTypes, context);
  if (type === undefined) return undefined;
  const value = defaultOf(source, { name, type, storage: 'f64' }, context) ?? 0;
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
        refuseNoMember(context, [list, i], name, 'variable', columnByName.get(name)?.role, holders);
      } else if (known.at(-1) === kind) {
        reportTwice(name, [list, i], context);
      } else {
        known.push(kind);
      }
    }
  }
  return holders;
}

/** Attached objects see its variables, so they cannot have one of the same name. */
function refuseOverlaps(name: string, holders: readonly Kind[], context: ModelContext): void {
  for (const kind of holders) {
    const above = upwardKinds(context, kind.attachesTo);
    const other = holders.find(({ index }) => index !== kind.index && above.has(index));
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

/** All but the groups of classes. After errors the model only serves to find more of them. */
export function lowerModel(declarations: Declarations, aggregators: readonly Aggregator[], loading: Loading) {
  const declared = lowerEnumerations(declarations, { loading });
  const names = literalNames(declared, declarations);
  const columns = lowerColumns(declarations, { names, loading });
  const questions = collectFlags(declarations, { loading });
  const others = namesBy<OtherMember>(
    ['flag', questions],
    ['list', declarations.lists],
    ['set', declarations.sets],
    ['variable', declarations.variables],
  );
  const holding = addHoldingColumns(declarations, columns, { loading });
  const kinds = lowerKinds(declarations.kinds, { columns, others, holding, loading });
  const context: ModelContext = {
    declarations,
    others,
    columnByName: indexByName(columns),
    columnNames: namesOf(columns),
    kinds,
    kindByName: indexByName(kinds),
    torn: new Set(
      kinds
        .filter(({ index }) => !isWhole(declarations.kinds[index - 1].source, { loading }))
        .map(({ index }) => index),
    ),
    names,
    loading,
  };
  const meterNames = namesOf(declarations.meters);
  const propertyNames = namesOf(declarations.properties);
  const cellNames = [...meterNames, ...propertyNames].filter(
    (name) => context.columnByName.get(name)?.type.name === 'number',
  );
  const { table: occurrences, enumerations } = collectOccurrences(declarations, {
    ...context,
    cellNames,
    enumerations: declared,
  });
  for (const steps of declarations.steps) lowerSteps(steps, context);
  const variables = lowerVariables(context);
  const { tables, lookups } = lowerTables(declarations.tables, { ...context, meant: declarations.meant });
  const holdings = lowerSets(context);
  const parts = {
    enumerations,
    parameters: lowerParameters(
      declarations.parameters,
      { enumerations, kinds, classes: declarations.classes },
      context,
    ),
    variables,
    tables,
    holdings,
    links: lowerLists(context),
    grids: lowerGrids(context),
    graphs: lowerNetworks(context),
    spaces: lowerSpaces(declarations.spaces, context),
    questions,
  };
  const model = assemble(columns, parts, occurrences, aggregators, { ...context, holdings });
  const variablesByName = new Map(declarations.variables.map(({ name }): [string, Variable[]] => [name, []]));
  for (const variable of variables) variablesByName.get(variable.name)?.push(variable);
  const hasSteps = declarations.timing?.source.steps !== undefined;
  return {
    model,
    torn: context.torn,
    occurrences,
    steps: hasSteps ? declared.find(({ name }) => name === stepsName)?.index : undefined,
    /** By name, for each kind that has it; all declared ones are there. */
    variables: variablesByName,
    tables: lookups,
    others,
    meterNames,
    propertyNames,
  };
}

export type LoweredModel = Readonly<ReturnType<typeof lowerModel>>;

type Parts = Pick<
  Model,
  | 'enumerations'
  | 'parameters'
  | 'variables'
  | 'tables'
  | 'holdings'
  | 'links'
  | 'grids'
  | 'graphs'
  | 'spaces'
  | 'questions'
>;

function assemble(
  columns: readonly DraftColumn[],
  parts: Parts,
  { types }: OccurrenceTable,
  aggregators: readonly Aggregator[],
  known: FirstContext,
): Model {
  const { declarations, kinds, loading } = known;
  const context: ClassContext = { ...known, columns, mixins: lowerMixins(known) };
  const classes = declarations.classes.map((declaration, i) => lowerClass(declaration, i + 1, context));
  const model = modelOf({
    ...parts,
    kinds,
    columns,
    classes,
    roles: declarations.roles,
    relations: declarations.relations.map(({ name, source }) => ({ name, symmetric: source.symmetric ?? true })),
    aggregators,
    triggers: declarations.triggers.map(({ source }) => source.name),
    occurrences: types.map(({ name, fields }) => ({
      name,
      fields: [...fields.values()].reduce((most, { place }) => Math.max(most, place + 1), 0),
    })),
    abilities: declarations.abilities.map(({ source }) => source.name),
    stacking: lowerKeeps(declarations.stacking, context),
  });
  const connections = Object.freeze(lowerConnections(declarations, { model, loading }));
  for (const shadowed of declarations.shadowed) {
    const { kind } = lowerClass(shadowed, 0, context);
    if (model.classByName.get(shadowed.name)?.kind !== kind) lose(context, shadowed.name);
  }
  return Object.freeze({ ...model, connections });
}

function literalNames(enumerations: readonly Enumeration[], { classes }: Declarations): LiteralNames {
  return {
    enumerations,
    enumerationByName: indexByName(enumerations),
    classNames: namesOf(classes),
    classIndices: new Map(classes.map(({ name }, i) => [name, i + 1])),
  };
}

const largestStacking = 2_147_483_647;

function lowerKeeps(declarations: Declarations['stacking'], context: Reporting): ReadonlyMap<number, Keep> {
  const keeps: [number, Keep][] = [];
  for (const { name, source, place } of declarations) {
    const number = /^[1-9]\d{0,9}$/.test(name) ? Number(name) : 0;
    if (number > 0 && number <= largestStacking) {
      // A number that is given twice asks for nothing.
      if (!isLost(context, name)) keeps.push([number, source]);
    } else {
      refuse(
        context,
        place,
        'bad-stacking',
        `${quoteText(name)} is not a stacking number, expected a whole number from 1 to ${largestStacking}`,
        name === '0' ? 'number 0 always fires and keeps nothing; choose another' : undefined,
      );
    }
  }
  return new Map(keeps.sort(([a], [b]) => a - b));
}

/** A grid of an unknown kind keeps its place for references to it. */
function lowerGrids(context: ModelContext): readonly Grid[] {
  const { declarations, kindByName } = context;
  let made = 0;
  return declarations.grids.map(({ name, source, place }, index): Grid => {
    const kind = kindAt(source, 'kind', kindByName, context);
    if (kind === undefined) lose(context, name);
    const { width, height, wrap: given = [], neighbourhood = 'moore' } = source;
    const wrap = given === true ? ['x', 'y'] : given === false ? [] : given;
    const points = width * height;
    if (points > mostPoints)
      refuse(
        context,
        place,
        'too-large',
        `${quoteText(name)} has ${points} points, the limit is ${mostPoints}`,
        'give it a smaller width or height',
      );
    const [wrapX, wrapY] = [wrap.includes('x'), wrap.includes('y')];
    if (!fitsTogether({ neighbourhood, height, wrapY }))
      refuse(
        context,
        [source, 'height'],
        'wrong-grid',
        `${quoteText(name)} has ${height} rows of hexagons that wrap, expected an even number`,
        'make it one row higher, or let it wrap along `x` only',
      );
    made += source.cells === true ? points : 0;
    if (points <= mostPoints && made > maxCapacity)
      refuse(
        context,
        place,
        'too-large',
        `the grids up to ${quoteText(name)} make ${made} cells, and a world has at most ${maxCapacity} objects`,
        'give it a smaller width or height, or no cells of its own',
      );
    const cells = cellsOf(name, source, kind, context);
    return { index, name, kind: kind?.index ?? 0, width, height, wrapX, wrapY, neighbourhood, ...cells };
  });
}

function cellsOf(
  name: string,
  source: GridSource,
  kind: Kind | undefined,
  context: ModelContext,
): Pick<Grid, 'makesCells' | 'class'> {
  const { cells: makesCells = false, class: named } = source;
  const { classIndices, classNames } = context.names;
  if (makesCells && kind?.faction === true)
    refuse(
      context,
      [source, 'kind'],
      'wrong-grid',
      `the cells of ${quoteText(name)} would be factions, expected a kind that is none`,
      'let factions own cells of another kind',
    );
  if (named === undefined) return { makesCells, class: 0 };
  const index = classIndices.get(named);
  if (!makesCells)
    refuse(
      context,
      [source, 'class'],
      'wrong-grid',
      `${quoteText(name)} makes no cells, so none is of the class ${quoteText(named)}`,
      'write `cells: true`, or leave `class` out',
    );
  if (index === undefined) {
    if (!isLost(context, named)) refuseMissing('class', named, [source, 'class'], classNames, context);
    return { makesCells, class: 0 };
  }
  const own = context.declarations.classes[index - 1].source.kind;
  if (kind !== undefined && own !== kind.name)
    refuse(
      context,
      [source, 'class'],
      'wrong-grid',
      `${quoteText(named)} is a class of the kind ${quoteText(own)}, expected one of the kind ${quoteText(kind.name)} like all objects of ${quoteText(name)}`,
    );
  return { makesCells, class: index };
}
