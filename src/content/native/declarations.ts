import { quoteText } from '../diagnostics/quote.js';
import { loseSecond } from './damage.js';
import { type Fault, type Loading, refer, reportError, reportWarning } from './loading.js';
import { type Claims, checkName, checkPart, claim } from './names.js';
import type {
  AbilitySource,
  ClassSource,
  ConnectionSource,
  ContentSource,
  ContinuousSource,
  EnumerationSource,
  EnvironmentSource,
  FlowSource,
  FunctionSource,
  GridSource,
  KindSource,
  MeterSource,
  NamedExpressionSource,
  OccurrenceSource,
  PropertySource,
  RelationSource,
  StepsSource,
  TableSource,
  TimingSource,
  TriggerSource,
  VariableSource,
} from './schema.js';
import type { Place } from './source-tree.js';

/** Something that content declares under a name. */
export interface Declaration<Source> {
  readonly name: string;
  readonly source: Source;
  /** Of the name. */
  readonly place: Place;
}

/** Something in a list of its own. */
export interface Placed<Source> {
  readonly source: Source;
  readonly place: Place;
}

/**
 * All that the files of a load declare, section by section, in the order of files and lines; each name is there once.
 */
export interface Declarations {
  readonly enumerations: readonly Declaration<EnumerationSource>[];
  readonly meters: readonly Declaration<MeterSource>[];
  readonly properties: readonly Declaration<PropertySource>[];
  /** Properties that are no columns: sets of words, and lists of objects. */
  readonly sets: readonly Declaration<PropertySource>[];
  readonly lists: readonly Declaration<PropertySource>[];
  readonly constants: readonly Declaration<number | boolean>[];
  readonly grids: readonly Declaration<GridSource>[];
  readonly connections: readonly Declaration<ConnectionSource>[];
  readonly expressions: readonly Declaration<NamedExpressionSource>[];
  readonly flows: readonly Placed<FlowSource>[];
  readonly triggers: readonly Placed<TriggerSource>[];
  readonly variables: readonly Declaration<VariableSource>[];
  readonly functions: readonly Declaration<FunctionSource>[];
  readonly tables: readonly Declaration<TableSource>[];
  readonly kinds: readonly Declaration<KindSource>[];
  readonly steps: readonly Declaration<StepsSource>[];
  readonly relations: readonly Declaration<RelationSource>[];
  readonly stacking: readonly Declaration<'first' | 'largest' | 'smallest' | 'mean'>[];
  readonly classes: readonly Declaration<ClassSource>[];
  /** Classes whose name was taken: they declare nothing, but what they hold is checked. */
  readonly shadowed: readonly Declaration<ClassSource>[];
  readonly roles: readonly string[];
  /** An error has taken a trigger, or nobody knows which. */
  readonly lacksTriggers: boolean;
  readonly occurrences: readonly Declaration<OccurrenceSource>[];
  readonly abilities: readonly Placed<AbilitySource>[];
  readonly continuous: readonly Placed<ContinuousSource>[];
  /** Who decides, and the steps; undefined where nothing is said of it. */
  readonly timing: Placed<TimingSource> | undefined;
  /** What agents see, do and want; undefined where nothing is said of it. */
  readonly environment: Placed<EnvironmentSource> | undefined;
  /** An error has taken an occurrence, an ability, or a part of the section of timing, or nobody knows which. */
  readonly lacksOccurrences: boolean;
  readonly lacksAbilities: boolean;
  readonly lacksTiming: boolean;
  /** Names that mean something else in the expressions of abilities. */
  readonly hiding: ReadonlySet<string>;
  /** A file asks for the profile. */
  readonly profile: boolean;
}

/** Names that mean something else wherever a name of the sort could stand. */
const members: ReadonlySet<string> = new Set(['owner', 'parent', 'kind', 'class']);
const types: ReadonlySet<string> = new Set([
  'number',
  'integer',
  'float32',
  'boolean',
  'reference',
  'class',
  'kind',
  'set',
  'list',
]);
const none: ReadonlySet<string> = new Set();

interface Sort {
  readonly section: string;
  /** One thing of it, with its article. */
  readonly what: string;
  readonly claims: Claims;
  readonly reserved: ReadonlySet<string>;
}

type SectionName =
  | 'enumerations'
  | 'constants'
  | 'grids'
  | 'connections'
  | 'expressions'
  | 'meters'
  | 'properties'
  | 'variables'
  | 'functions'
  | 'tables'
  | 'kinds'
  | 'occurrences'
  | 'relations'
  | 'steps'
  | 'stacking'
  | 'classes';
type SourceOf<Name extends SectionName> = NonNullable<ContentSource[Name]>[string];
type Sections = { readonly [Name in SectionName]?: Readonly<Record<string, SourceOf<Name>>> | undefined };

/** Merges the sections of all files and checks the names that they declare. */
export function collectDeclarations(documents: readonly ContentSource[], loading: Loading): Declarations {
  const merge = <Name extends SectionName>(
    section: Name,
    what: string,
    reserved = none,
    claims: Claims = new Map(),
  ): Merged<SourceOf<Name>> => {
    const sections = documents.map((document: Sections) => document[section]);
    return mergeSection<SourceOf<Name>>(sections, { section, what, claims, reserved }, loading);
  };
  // Meters, properties, variables and kinds are all members of an object in expressions, so they share their names.
  const memberClaims: Claims = new Map();
  const classes = merge('classes', 'a class');
  const enumerations = merge('enumerations', 'an enumeration', types).declared;
  const meters = merge('meters', 'a meter', members, memberClaims).declared;
  const properties = merge('properties', 'a property', members, memberClaims).declared;
  const timing = onlyOne('timing', documents, loading);
  const hiding = hidingNames(documents, timing);
  const declarations: Declarations = {
    enumerations: [...enumerations, ...stepsOf(timing, enumerations, loading)],
    meters,
    properties: properties.filter(({ source }) => source.type !== 'set' && source.type !== 'list'),
    sets: properties.filter(({ source }) => source.type === 'set'),
    lists: properties.filter(({ source }) => source.type === 'list'),
    constants: merge('constants', 'a constant').declared,
    grids: merge('grids', 'a grid').declared,
    connections: merge('connections', 'a connection').declared,
    expressions: merge('expressions', 'an expression').declared,
    flows: documents.flatMap(({ flows = [] }) =>
      flows.map((source, i) => ({ source, place: loading.places.ofValue(flows, i) })),
    ),
    triggers: documents.flatMap(({ triggers = [] }) =>
      triggers.map((source, i) => ({ source, place: loading.places.ofValue(triggers, i) })),
    ),
    variables: merge('variables', 'a variable', members, memberClaims).declared,
    functions: merge('functions', 'a function').declared,
    tables: merge('tables', 'a table').declared,
    kinds: merge('kinds', 'a kind', members, memberClaims).declared,
    relations: merge('relations', 'a relation').declared,
    steps: merge('steps', 'a stepped property').declared,
    stacking: merge('stacking', 'a stacking number').declared,
    classes: classes.declared,
    shadowed: classes.shadowed,
    roles: mergeRoles(documents, { hasPlayers: timing !== undefined, hiding }, loading),
    hiding,
    lacksTriggers: isTorn('triggers', documents, loading),
    occurrences: merge('occurrences', 'an occurrence').declared,
    abilities: documents.flatMap(({ abilities = [] }) =>
      abilities.map((source, i) => ({ source, place: loading.places.ofValue(abilities, i) })),
    ),
    continuous: documents.flatMap(({ continuous = [] }) =>
      continuous.map((source, i) => ({ source, place: loading.places.ofValue(continuous, i) })),
    ),
    timing,
    environment: onlyOne('environment', documents, loading),
    lacksOccurrences: isTorn('occurrences', documents, loading),
    lacksAbilities: isTorn('abilities', documents, loading),
    lacksTiming: isTorn('timing', documents, loading),
    profile: documents.some((document) => document.profile !== undefined),
  };
  warnOfHidingRoles(documents, declarations, loading);
  return declarations;
}

/** Whether an error has taken something of a section, or nobody knows of which. */
function isTorn(
  section: 'triggers' | 'occurrences' | 'abilities' | 'timing',
  documents: readonly ContentSource[],
  { damage: { containers } }: Loading,
): boolean {
  return documents.some(
    (document) => containers.has(document) || (document[section] !== undefined && containers.has(document[section])),
  );
}

/** A section that content has once. */
function onlyOne<Name extends 'timing' | 'environment'>(
  name: Name,
  documents: readonly ContentSource[],
  loading: Loading,
): Placed<NonNullable<ContentSource[Name]>> | undefined {
  let found: Placed<NonNullable<ContentSource[Name]>> | undefined;
  for (const document of documents) {
    const source = document[name];
    if (source === undefined) continue;
    const place = loading.places.ofKey(document, name);
    if (found === undefined) {
      found = { source, place };
      continue;
    }
    reportError(loading, place, {
      code: 'duplicate-name',
      message: `${quoteText(name)} is already a section of content ${refer(place, found.place)}, expected it once`,
      suggestion: 'write all of it in one place, or remove this one',
    });
  }
  return found;
}

/** The enumeration that they give content. */
export const stepsName = 'step';

/** The steps of play are an enumeration of their own. */
function stepsOf(
  timing: Placed<TimingSource> | undefined,
  enumerations: readonly Declaration<EnumerationSource>[],
  loading: Loading,
): readonly Declaration<EnumerationSource>[] {
  const steps = timing?.source.steps;
  if (timing === undefined || steps === undefined) return [];
  const place = loading.places.ofKey(timing.source, 'steps');
  const other = enumerations.find(({ name }) => name === stepsName);
  if (other === undefined) return [{ name: stepsName, source: steps, place }];
  reportError(loading, other.place, {
    code: 'duplicate-name',
    message: `${quoteText(stepsName)} is the enumeration of the steps of play, which are listed ${refer(other.place, place)}; expected another name`,
    suggestion: 'rename the enumeration, or remove the `steps` of `timing`',
  });
  loading.damage.names.add(stepsName);
  return [];
}

interface Merged<Source> {
  readonly declared: readonly Declaration<Source>[];
  readonly shadowed: readonly Declaration<Source>[];
}

function mergeSection<Source>(
  sections: readonly (Readonly<Record<string, Source>> | undefined)[],
  sort: Sort,
  loading: Loading,
): Merged<Source> {
  const declared = new Map<string, Declaration<Source>>();
  const shadowed: Declaration<Source>[] = [];
  for (const section of sections) {
    if (section === undefined) continue;
    for (const [name, source] of Object.entries(section)) {
      const declaration = { name, source, place: loading.places.ofKey(section, name) };
      if (isFree(declaration, sort, loading)) {
        declared.set(name, declaration);
        continue;
      }
      shadowed.push(declaration);
      // What refers to it is right about the name.
      loseSecond(loading.damage, sort.section, name, declared.get(name)?.source, source);
    }
  }
  return { declared: [...declared.values()], shadowed };
}

function isFree(
  { name, place }: Declaration<unknown>,
  { section, what, claims, reserved }: Sort,
  loading: Loading,
): boolean {
  const isAny = section === 'stacking' || isUsable(name, what, place, reserved, loading);
  return isAny && claim(loading, claims, name, what, place);
}

/** Whether a key of a map can be the name of something; reports it when not. */
export function isUsable(
  name: string,
  what: string,
  place: Place,
  reserved: ReadonlySet<string>,
  loading: Loading,
): boolean {
  if (!checkName(loading, name, place)) return false;
  if (reserved.has(name)) {
    reportError(loading, place, {
      code: 'reserved-name',
      message: `${quoteText(name)} has a meaning of its own, expected another name for ${what}`,
      suggestion: 'choose another name',
    });
    return false;
  }
  if (what === 'a class' && !checkPart(loading, name, place)) return false;
  // JavaScript keeps such keys in the order of their numbers, not in that of the file.
  if (!/^\d+$/.test(name)) return true;
  reportError(loading, place, {
    code: 'bad-name',
    message: `the name ${quoteText(name)} is a number, expected a word`,
    suggestion: 'begin it with a letter',
  });
  return false;
}

/** What the expressions of abilities have a meaning for. */
function hidingNames(
  documents: readonly ContentSource[],
  timing: Placed<TimingSource> | undefined,
): ReadonlySet<string> {
  const occurs = documents.some(({ occurrences, abilities }) => occurrences !== undefined || abilities !== undefined);
  return new Set([
    ...(timing?.source.steps === undefined ? [] : [stepsName]),
    ...(occurs ? ['occurrence', 'controller'] : []),
  ]);
}

export function hiddenFault(name: string, what: string): Fault {
  return {
    code: 'reserved-name',
    message: `${quoteText(name)} has a meaning of its own where something occurs, expected another name for ${what}`,
    suggestion: 'choose another name',
  };
}

/** The roles of content, then those that players have. */
export const playerRoles = ['active', 'next'] as const;

function mergeRoles(
  documents: readonly ContentSource[],
  { hasPlayers, hiding }: { readonly hasPlayers: boolean; readonly hiding: ReadonlySet<string> },
  loading: Loading,
): readonly string[] {
  const claims: Claims = new Map();
  for (const { roles } of documents) {
    for (const [index, role] of (roles ?? []).entries()) {
      const place = loading.places.ofValue(roles ?? [], index);
      if (hiding.has(role)) reportError(loading, place, hiddenFault(role, 'a role'));
      else if (checkName(loading, role, place)) claim(loading, claims, role, 'a role', place);
      else loading.damage.names.add(role);
    }
  }
  return [...new Set([...claims.keys(), ...(hasPlayers ? playerRoles : [])])];
}

/** In triggers a role goes by its bare name, behind which what else has the name cannot be seen. */
function warnOfHidingRoles(
  documents: readonly ContentSource[],
  { triggers, abilities, kinds, classes }: Declarations,
  loading: Loading,
): void {
  if (triggers.length + abilities.length === 0) return;
  const hidden = new Map([
    ...classes.map(({ name }) => [name, 'class'] as const),
    ...kinds.map(({ name }) => [name, 'kind'] as const),
  ]);
  for (const { roles = [] } of documents) {
    for (const [index, role] of roles.entries()) {
      const what = hidden.get(role);
      if (what === undefined) continue;
      reportWarning(loading, loading.places.ofValue(roles, index), {
        code: 'hiding-role',
        message: `the role ${quoteText(role)} has the name of a ${what}: in triggers the name stands for the object in the role`,
        suggestion: `rename one of the two, or write ${quoteText(`'${role}'`)} in quotes where triggers mean the ${what}`,
      });
    }
  }
}
