import { type Meant, findingCodes } from '../../ir/meant.js';
import { kept } from '../../kernel/maps.js';
import { listTexts, quoteText } from '../text/quote.js';
import { loseSecond } from './damage.js';
import {
  type Loading,
  type Reporting,
  type Where,
  atKey,
  isTorn,
  lose,
  namesBy,
  placeOf,
  refer,
  refuse,
  refuseUnknown,
  warn,
} from './load-context.js';
import { type Claims, checkName, checkPart, claim, refuseName, refuseReserved } from './names.js';
import type { ContentSource, EnumerationSource, PropertySource, TimingSource } from './schema.js';
import type { Place } from './source-tree.js';

export interface Placed<Source> {
  readonly source: Source;
  readonly place: Place;
}

/** `place`: of its name. */
export interface Declaration<Source> extends Placed<Source> {
  readonly name: string;
}

export const members = ['owner', 'parent', 'kind', 'class'];
const types = ['number', 'integer', 'float32', 'boolean', 'reference', 'class', 'kind', 'set', 'list'];

interface Namespace {
  readonly what: string;
  readonly reserved: ReadonlySet<string>;
}

function namespaceOf(what: string, reserved: readonly string[] = []): Namespace {
  return { what, reserved: new Set(reserved) };
}

const sections = {
  classes: namespaceOf('a class'),
  enumerations: namespaceOf('an enumeration', types),
  meters: namespaceOf('a meter', members),
  properties: namespaceOf('a property', members),
  constants: namespaceOf('a constant'),
  parameters: namespaceOf('a parameter'),
  reports: namespaceOf('a report'),
  grids: namespaceOf('a grid'),
  networks: namespaceOf('a network'),
  spaces: namespaceOf('a space'),
  connections: namespaceOf('a connection'),
  expressions: namespaceOf('an expression'),
  variables: namespaceOf('a variable', members),
  functions: namespaceOf('a function'),
  tables: namespaceOf('a table'),
  kinds: namespaceOf('a kind', members),
  relations: namespaceOf('a relation'),
  steps: namespaceOf('a stepped property'),
  stacking: namespaceOf('a stacking number'),
  occurrences: namespaceOf('an occurrence'),
  mixins: namespaceOf('a mixin'),
};

type SectionName = keyof typeof sections;
type ListName = 'flows' | 'triggers' | 'abilities' | 'continuous' | 'start';
type OnceName = 'timing' | 'environment' | 'budget';
type Section<Name extends keyof ContentSource> = NonNullable<ContentSource[Name]>;
type Sections = { readonly [Name in SectionName]?: Readonly<Record<string, Section<Name>[string]>> | undefined };
type Declared<Name extends SectionName> = Declaration<Section<Name>[string]>;
/** With the map that it stands in. */
type Held<Name extends SectionName> = Declared<Name> & { readonly container: object };
type Listed<Name extends ListName> = Placed<Section<Name>[number]>;

/** By section, in the order of files and lines; each name once. */
export interface Declarations
  extends Readonly<{ [Name in SectionName]: readonly Declared<Name>[] }>,
    Readonly<{ [Name in ListName]: readonly Listed<Name>[] }>,
    Readonly<{ [Name in OnceName]: Placed<Section<Name>> | undefined }> {
  readonly reports: readonly Held<'reports'>[];
  readonly sets: readonly Declaration<PropertySource>[];
  readonly lists: readonly Declaration<PropertySource>[];
  /** Classes whose name was taken: they declare nothing, but their parts are checked. */
  readonly shadowed: readonly Declared<'classes'>[];
  readonly roles: readonly string[];
  /** Whether an error has taken something of the section or of a file. */
  readonly lacks: (name: ListName | OnceName | 'occurrences') => boolean;
  /** Names with another meaning in the expressions of abilities. */
  readonly hiding: ReadonlySet<string>;
  readonly profile: boolean;
  readonly meant: Meant | undefined;
}

export function collectDeclarations(documents: readonly ContentSource[], loading: Loading): Declarations {
  const context = { loading };
  const merge = <Name extends SectionName>(name: Name, claims?: Claims): readonly Held<Name>[] =>
    mergeSection(documents, name, context, claims).declared;
  const list = <Name extends ListName>(name: Name): readonly Listed<Name>[] =>
    documents.flatMap((document) => {
      const sources: readonly Section<Name>[number][] = document[name] ?? [];
      return sources.map((source, i) => ({ source, place: loading.places.ofValue(sources, i) }));
    });
  const memberClaims: Claims = new Map();
  const valueClaims: Claims = new Map();
  const classes = mergeSection(documents, 'classes', context);
  const enumerations = merge('enumerations');
  const meters = merge('meters', memberClaims);
  const properties = merge('properties', memberClaims);
  const timing = onlyOne('timing', documents, context);
  const hiding = hidingNames(documents, timing);
  const declarations: Declarations = {
    classes: classes.declared,
    shadowed: classes.shadowed,
    enumerations: [...enumerations, ...stepsOf(timing, enumerations, context)],
    meters,
    properties: properties.filter(({ source }) => source.type !== 'set' && source.type !== 'list'),
    sets: properties.filter(({ source }) => source.type === 'set'),
    lists: properties.filter(({ source }) => source.type === 'list'),
    constants: merge('constants', valueClaims),
    parameters: merge('parameters', valueClaims),
    reports: merge('reports'),
    grids: merge('grids'),
    networks: merge('networks'),
    spaces: merge('spaces'),
    connections: merge('connections'),
    expressions: merge('expressions'),
    variables: merge('variables', memberClaims),
    functions: merge('functions'),
    tables: merge('tables'),
    kinds: merge('kinds', memberClaims),
    relations: merge('relations'),
    steps: merge('steps'),
    stacking: merge('stacking'),
    roles: mergeRoles(documents, timing !== undefined, hiding, context),
    hiding,
    occurrences: merge('occurrences'),
    mixins: merge('mixins'),
    flows: list('flows'),
    triggers: list('triggers'),
    abilities: list('abilities'),
    continuous: list('continuous'),
    start: list('start'),
    timing,
    environment: onlyOne('environment', documents, context),
    budget: onlyOne('budget', documents, context),
    lacks: (name) => documents.some((document) => isTorn(context, document) || isTorn(context, document[name])),
    profile: documents.some((document) => document.profile !== undefined),
    meant: mergeMeant(documents, context),
  };
  warnOfHidingRoles(documents, declarations, context);
  return declarations;
}

/** Undefined where nothing is. */
function mergeMeant(documents: readonly ContentSource[], context: Reporting): Meant | undefined {
  const meant = new Map<string, Map<string, string>>();
  const codes: readonly string[] = findingCodes;
  for (const { meant: notes = {} } of documents) {
    for (const [code, reasons] of Object.entries(notes)) {
      if (!codes.includes(code)) {
        const message = `${quoteText(code)} is no warning that can be meant, expected ${listTexts(codes, codes.length)}`;
        refuseUnknown(context, atKey(notes, code), code, message, codes, undefined, 'unknown-warning');
      }
      const byName = kept(meant, code, () => new Map<string, string>());
      for (const [name, reason] of Object.entries(reasons)) byName.set(name, reason);
    }
  }
  return meant.size === 0 ? undefined : meant;
}

function onlyOne<Name extends OnceName>(
  name: Name,
  documents: readonly ContentSource[],
  context: Reporting,
): Placed<Section<Name>> | undefined {
  let found: Placed<Section<Name>> | undefined;
  for (const document of documents) {
    const source = document[name];
    if (source === undefined) continue;
    const place = placeOf(context, atKey(document, name));
    if (found === undefined) {
      found = { source, place };
      continue;
    }
    const there = refer(place, found.place);
    refuse(
      context,
      place,
      'duplicate-name',
      `${quoteText(name)} is already a section of content ${there}, expected it once`,
      'write all of it in one place, or remove this one',
    );
  }
  return found;
}

export const stepsName = 'step';

function stepsOf(
  timing: Placed<TimingSource> | undefined,
  enumerations: readonly Declaration<EnumerationSource>[],
  context: Reporting,
): readonly Declaration<EnumerationSource>[] {
  const steps = timing?.source.steps;
  if (timing === undefined || steps === undefined) return [];
  const place = placeOf(context, atKey(timing.source, 'steps'));
  const other = enumerations.find(({ name }) => name === stepsName);
  if (other === undefined) return [{ name: stepsName, source: steps, place }];
  refuse(
    context,
    other.place,
    'duplicate-name',
    `${quoteText(stepsName)} is the enumeration of the steps of play, which are listed ${refer(other.place, place)}; expected another name`,
    'rename the enumeration, or remove the `steps` of `timing`',
  );
  lose(context, stepsName);
  return [];
}

function mergeSection<Name extends SectionName>(
  documents: readonly Sections[],
  section: Name,
  context: Reporting,
  claims: Claims = new Map(),
) {
  const { what, reserved } = sections[section];
  const declared = new Map<string, Held<Name>>();
  const shadowed: Declared<Name>[] = [];
  for (const document of documents) {
    const sources: Sections[Name] = document[section];
    if (sources === undefined) continue;
    for (const [name, source] of Object.entries<Section<Name>[string]>(sources)) {
      const place = placeOf(context, atKey(sources, name));
      const isAny = section === 'stacking' || isUsable(name, what, place, context, reserved);
      if (isAny && claim(context, claims, name, what, place)) {
        declared.set(name, { name, source, place, container: sources });
        continue;
      }
      shadowed.push({ name, source, place });
      // References to it are right about the name.
      loseSecond(context.loading.damage, section, name, declared.get(name)?.source, source);
    }
  }
  return { declared: [...declared.values()], shadowed };
}

const noNames: ReadonlySet<string> = new Set();

export function isUsable(name: string, what: string, where: Where, context: Reporting, reserved = noNames) {
  if (!checkName(context, name, where)) return false;
  if (reserved.has(name)) return refuseReserved(context, where, name, what);
  if (what === 'a class' && !checkPart(context, name, where)) return false;
  // JavaScript orders such keys by number.
  const isNumber = /^\d+$/.test(name);
  return !isNumber || refuseName(context, where, name, 'is a number, expected a word', 'begin it with a letter');
}

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

export function refuseHidden(context: Reporting, where: Where, name: string, what: string) {
  refuseReserved(context, where, name, what, ' where something occurs');
}

export const playerRoles = ['active', 'next'] as const;

function mergeRoles(
  documents: readonly ContentSource[],
  hasPlayers: boolean,
  hiding: ReadonlySet<string>,
  context: Reporting,
): readonly string[] {
  const claims: Claims = new Map();
  for (const { roles = [] } of documents) {
    for (const [index, role] of roles.entries()) {
      const where: Where = [roles, index];
      if (hiding.has(role)) refuseHidden(context, where, role, 'a role');
      else if (checkName(context, role, where)) claim(context, claims, role, 'a role', where);
      else lose(context, role);
    }
  }
  return [...new Set([...claims.keys(), ...(hasPlayers ? playerRoles : [])])];
}

function warnOfHidingRoles(
  documents: readonly ContentSource[],
  { triggers, abilities, kinds, classes }: Declarations,
  context: Reporting,
): void {
  if (triggers.length + abilities.length === 0) return;
  const hidden = namesBy(['class', classes], ['kind', kinds]);
  for (const { roles = [] } of documents) {
    for (const [index, role] of roles.entries()) {
      const what = hidden.get(role);
      if (what === undefined) continue;
      warn(
        context,
        [roles, index],
        'hiding-role',
        `the role ${quoteText(role)} has the name of a ${what}: in triggers the name stands for the object in the role`,
        `rename one of the two, or write ${quoteText(`'${role}'`)} in quotes where triggers mean the ${what}`,
      );
    }
  }
}
