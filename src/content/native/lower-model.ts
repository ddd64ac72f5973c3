import type { Aggregator } from '../../model/aggregator.js';
import type { Grid, Link } from '../../model/connection.js';
import type { Column, Enumeration, Holding, Keep, Kind, Model, Question, Table, Variable } from '../../model/model.js';
import type { LookupTable } from '../expression/compile-expression.js';
import { quoteText } from '../diagnostics/quote.js';
import { type ClassContext, lowerClass } from './classes.js';
import { type DraftColumn, lowerColumns } from './columns.js';
import { type Declaration, type Declarations, stepsName } from './declarations.js';
import { lowerConnections } from './connections.js';
import { enumerationsOfSets, lowerEnumerations } from './enumerations.js';
import { collectFlags } from './flag-names.js';
import { addHoldingColumns } from './holding-columns.js';
import { isWhole, lowerKinds, reportUnknownKind } from './kinds.js';
import type { LiteralNames } from './literal.js';
import { type Loading, reportError } from './loading.js';
import { type OccurrenceTable, collectOccurrences } from './occurrence-table.js';
import type { OtherMember, OtherMembers } from './other-members.js';
import type { ClassSource, PropertySource, GridSource } from './schema.js';
import { lowerSets, type MemberContext, kindsListing, refuseDefault } from './sets.js';
import { lowerSteps } from './steps.js';
import { lowerTables } from './tables.js';
import { lowerVariables } from './variables.js';

/** The model, and what the rules are checked against besides. */
export interface LoweredModel {
  readonly model: Model;
  /** Indices of kinds of which an error has taken something: what they have is not known in full. */
  readonly torn: ReadonlySet<number>;
  readonly meterNames: readonly string[];
  readonly propertyNames: readonly string[];
  readonly classNames: readonly string[];
  /** Of the model, by name: one for each kind that has it. Every variable that is declared is there. */
  readonly variables: ReadonlyMap<string, readonly Variable[]>;
  readonly tables: ReadonlyMap<string, LookupTable>;
  /** Members of objects that are no columns. */
  readonly others: OtherMembers;
  /** What may occur. */
  readonly occurrences: OccurrenceTable;
  /** Index of the enumeration of the steps of play. */
  readonly steps: number | undefined;
}

/** Lowers all declarations but the groups of classes. After errors the model is only good for finding more of them. */
export function lowerModel(
  declarations: Declarations,
  aggregators: readonly Aggregator[],
  loading: Loading,
): LoweredModel {
  const declared = lowerEnumerations(declarations.enumerations, enumerationsOfSets(declarations), loading);
  const names = literalNames(declared, declarations);
  const drafts = lowerColumns(declarations, names, loading);
  const questions = collectFlags(declarations, loading);
  const others = otherMembers(declarations, questions);
  const holding = addHoldingColumns(declarations, drafts, loading);
  const kinds = lowerKinds(declarations.kinds, drafts, others, holding, loading);
  const torn = new Set(
    kinds.filter((kind) => !isWhole(declarations.kinds[kind.index - 1].source, loading)).map((kind) => kind.index),
  );
  const known = {
    others,
    columnByName: byName(drafts),
    columnNames: drafts.map(({ name }) => name),
    kinds,
    kindByName: byName(kinds),
    torn,
    names,
    loading,
  };
  const propertyNames = declarations.properties.map(({ name }) => name);
  const cellNames = [...declarations.meters, ...declarations.properties]
    .map(({ name }) => name)
    .filter((name) => known.columnByName.get(name)?.type.name === 'number');
  const { table: occurrences, enumerations } = collectOccurrences(declarations, {
    ...known,
    cellNames,
    enumerations: declared,
  });
  for (const steps of declarations.steps) {
    lowerSteps(steps, { ...known, enumerations, propertyNames, kindNames: kinds.map(({ name }) => name) });
  }
  const kindSources = declarations.kinds.map(({ source }) => source);
  const variables = lowerVariables(declarations.variables, {
    kinds,
    kindSources,
    columnByName: known.columnByName,
    names,
    loading,
  });
  const { tables, lookups } = lowerTables(declarations.tables, names, loading);
  const members = { kinds, kindSources, names, loading };
  const holdings = lowerSets(declarations.sets, members);
  const links = lowerLists(declarations.lists, members);
  const grids = lowerGrids(declarations.grids, byName(kinds), loading);
  const classContext: ClassContext = { ...known, holdings };
  const model = assemble({
    enumerations,
    drafts,
    kinds,
    variables,
    tables,
    holdings,
    links,
    grids,
    questions,
    aggregators,
    occurrences,
    declarations,
    known: classContext,
  });
  for (const shadowed of declarations.shadowed) lowerShadowed(shadowed, model, classContext);
  const variablesByName = new Map(declarations.variables.map(({ name }): [string, Variable[]] => [name, []]));
  for (const variable of variables) variablesByName.get(variable.name)?.push(variable);
  const steps = declared.find(
    ({ name }) => name === stepsName && declarations.timing?.source.steps !== undefined,
  )?.index;
  return {
    model,
    torn,
    occurrences,
    steps,
    variables: variablesByName,
    tables: lookups,
    others,
    meterNames: declarations.meters.map(({ name }) => name),
    propertyNames,
    classNames: names.classNames,
  };
}

function otherMembers({ variables, sets, lists }: Declarations, questions: readonly Question[]): OtherMembers {
  const named =
    (sort: OtherMember) =>
    ({ name }: { readonly name: string }): [string, OtherMember] => [name, sort];
  return new Map([
    ...questions.map(named('flag')),
    ...lists.map(named('list')),
    ...sets.map(named('set')),
    ...variables.map(named('variable')),
  ]);
}

/** Checks a class whose name was taken. Where the two are of two kinds, what their objects have cannot be told. */
function lowerShadowed(declaration: Declaration<ClassSource>, { classByName }: Model, context: ClassContext): void {
  const { kind } = lowerClass(declaration, 0, context);
  if (classByName.get(declaration.name)?.kind !== kind) context.loading.damage.names.add(declaration.name);
}

interface Parts {
  readonly enumerations: readonly Enumeration[];
  readonly drafts: readonly DraftColumn[];
  readonly kinds: readonly Kind[];
  readonly variables: readonly Variable[];
  readonly tables: readonly Table[];
  readonly holdings: readonly Holding[];
  readonly links: readonly Link[];
  readonly grids: readonly Grid[];
  readonly questions: readonly Question[];
  readonly aggregators: readonly Aggregator[];
  readonly occurrences: OccurrenceTable;
  readonly declarations: Declarations;
  readonly known: ClassContext;
}

function assemble({
  enumerations,
  drafts,
  kinds,
  variables,
  tables,
  holdings,
  links,
  grids,
  questions,
  aggregators,
  occurrences,
  declarations,
  known,
}: Parts): Model {
  const columns: readonly Column[] = drafts;
  const classes = declarations.classes.map((declaration, i) => lowerClass(declaration, i + 1, known));
  for (const list of [enumerations, kinds, columns, variables, tables, classes, holdings, links, grids, questions]) {
    for (const part of list) Object.freeze(part);
    Object.freeze(list);
  }
  const model: Model = {
    kinds,
    columns,
    enumerations,
    classes,
    roles: declarations.roles,
    relations: Object.freeze(
      declarations.relations.map(({ name, source }) => Object.freeze({ name, symmetric: source.symmetric ?? true })),
    ),
    variables,
    tables,
    sights: Object.freeze([]),
    networks: Object.freeze([]),
    holdings,
    links,
    grids,
    questions,
    aggregators,
    connections: [],
    triggers: Object.freeze(declarations.triggers.map(({ source }) => source.name)),
    occurrences: Object.freeze(
      occurrences.types.map(({ name, fields }) =>
        Object.freeze({ name, fields: [...fields.values()].reduce((most, { place }) => Math.max(most, place + 1), 0) }),
      ),
    ),
    abilities: Object.freeze(declarations.abilities.map(({ source }) => source.name)),
    stacking: lowerKeeps(declarations.stacking, known.loading),
    kindByName: known.kindByName,
    columnByName: byName(columns),
    classByName: byName(classes),
  };
  const functions = new Set(declarations.functions.map(({ name }) => name));
  return Object.freeze({
    ...model,
    connections: Object.freeze(
      lowerConnections(declarations.connections, { model, functions, loading: known.loading }),
    ),
  });
}

function literalNames(enumerations: readonly Enumeration[], { classes }: Declarations): LiteralNames {
  return {
    enumerations,
    enumerationByName: byName(enumerations),
    classNames: classes.map(({ name }) => name),
    classIndices: new Map(classes.map(({ name }, i) => [name, i + 1])),
  };
}

const largestStacking = 2_147_483_647;

function lowerKeeps(declarations: Declarations['stacking'], loading: Loading): ReadonlyMap<number, Keep> {
  const keeps: [number, Keep][] = [];
  for (const { name, source, place } of declarations) {
    const number = /^[1-9]\d{0,9}$/.test(name) ? Number(name) : 0;
    if (number > 0 && number <= largestStacking) {
      // Of one that is given twice it is not known what it keeps, so it is taken for one that nothing is asked of.
      if (!loading.damage.names.has(name)) keeps.push([number, source]);
    } else {
      reportError(loading, place, {
        code: 'bad-stacking',
        message: `${quoteText(name)} is no stacking number, expected a whole number from 1 to ${largestStacking}`,
        suggestion: name === '0' ? 'number 0 always fires and keeps nothing; choose another' : undefined,
      });
    }
  }
  return new Map(keeps.sort(([a], [b]) => a - b));
}

function byName<Part extends { readonly name: string }>(parts: readonly Part[]): ReadonlyMap<string, Part> {
  return new Map(parts.map((part) => [part.name, part]));
}

/** Lowers the lists of objects, each once for all kinds that list it. */
function lowerLists(declarations: readonly Declaration<PropertySource>[], context: MemberContext): readonly Link[] {
  const { kinds, loading } = context;
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  return declarations.map((declaration, index): Link => {
    const { name, source } = declaration;
    const to = source.of === undefined ? undefined : byName.get(source.of);
    refuseDefault(declaration, 'list', loading);
    if (source.of !== undefined && to === undefined) {
      reportUnknownKind(source.of, byName, () => loading.places.ofValue(source, 'of'), loading);
      loading.damage.names.add(name);
    }
    return Object.freeze({ index, name, kinds: kindsListing(name, context), to: to?.index ?? 0 });
  });
}

/** Points of one grid: each has room in an index. */
const mostPoints = 16_777_216;

/** Lowers the grids. One of an unknown kind keeps its place, so that what names it is not blamed. */
function lowerGrids(
  declarations: readonly Declaration<GridSource>[],
  kinds: ReadonlyMap<string, Kind>,
  loading: Loading,
): readonly Grid[] {
  return declarations.map(({ name, source, place }, index): Grid => {
    const kind = kinds.get(source.kind);
    if (kind === undefined) {
      reportUnknownKind(source.kind, kinds, () => loading.places.ofValue(source, 'kind'), loading);
      loading.damage.names.add(name);
    }
    const { width, height, wrap = [] } = source;
    if (width * height > mostPoints) {
      reportError(loading, place, {
        code: 'too-large',
        message: `${quoteText(name)} has ${width * height} points, the limit is ${mostPoints}`,
        suggestion: 'give it a smaller width or height',
      });
    }
    return Object.freeze({
      index,
      name,
      kind: kind?.index ?? 0,
      width,
      height,
      wrapX: wrap.includes('x'),
      wrapY: wrap.includes('y'),
    });
  });
}
