import type { Kind, Ownership } from '../../model/model.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { DraftColumn } from './columns.js';
import { loseKind } from './damage.js';
import type { Declaration } from './declarations.js';
import type { HoldingColumns } from './holding-columns.js';
import { type Loading, didYouMean, reportError } from './loading.js';
import type { OtherMembers } from './other-members.js';
import type { KindSource } from './schema.js';
import type { Place } from './source-tree.js';

/** A kind is stored in a byte, 0 is "none", and one value is kept back. */
const mostKinds = 254;

type KindDeclaration = Declaration<KindSource>;

/**
 * Lowers the kinds and notes in the columns which of them have each. `others` are the names of what is a member of
 * objects and no column; `holding` are columns by kind that nobody lists.
 */
export function lowerKinds(
  declared: readonly KindDeclaration[],
  columns: readonly DraftColumn[],
  others: OtherMembers,
  holding: HoldingColumns,
  loading: Loading,
): readonly Kind[] {
  const declarations = declared.slice(0, mostKinds);
  if (declared.length > mostKinds) {
    reportError(loading, declared[mostKinds].place, {
      code: 'too-many-kinds',
      message: `content has ${declared.length} kinds, expected ${mostKinds} at most`,
      suggestion: 'make classes of what differs little',
    });
    for (const { name, source } of declared.slice(mostKinds)) {
      loading.damage.names.add(name);
      loseKind(loading.damage, source);
    }
  }
  const indices = new Map(declarations.map(({ name }, i) => [name, i + 1]));
  const lost = new Set(
    declarations.filter(({ source }) => hasLost(source, source.attachesTo, loading)).map(({ name }) => name),
  );
  const attachments = declarations.map((declaration) => attachmentsOf(declaration, indices, lost, loading));
  refuseAttachmentCycles(declarations, attachments, loading);
  for (const column of columns) column.kinds = new Uint8Array(declarations.length + 1);
  const known: KnownColumns = {
    others,
    holding,
    byName: new Map(columns.map((column) => [column.name, column])),
    meter: columns.filter((column) => column.role === 'meter').map((column) => column.name),
    property: columns.filter((column) => column.role === 'property').map((column) => column.name),
  };
  const below = closure(attachments);
  return declarations.map(({ name, source }, i) => {
    checkCombination(name, source, loading);
    return {
      index: i + 1,
      name,
      faction: source.faction ?? false,
      node: source.node ?? false,
      ownership: ownershipOf(i + 1, { declarations, indices, below, isKnown: lost.size === 0, loading }),
      attachesTo: attachments[i],
      orphan: source.orphan ?? 'destroy',
      columns: columnsOf(i + 1, declarations[i], known, loading),
    };
  });
}

/** What a faction or a node can be besides. */
function checkCombination(name: string, source: KindSource, loading: Loading): void {
  const refuse = (key: string, what: string, suggestion: string): void => {
    reportError(loading, loading.places.ofKey(source, key), {
      code: 'kind-conflict',
      message: `${quoteText(name)} ${what}`,
      suggestion,
    });
  };
  const attaches = (source.attachesTo?.length ?? 0) > 0;
  if (source.faction === true && source.node === true) {
    refuse(
      'node',
      'is both a faction and a node, expected one of the two: a faction is nowhere',
      'make two kinds of it',
    );
  } else if (source.faction === true && attaches) {
    refuse('attachesTo', 'is a faction and attached to something, expected a faction by itself', 'remove `attachesTo`');
  } else if (source.node === true && attaches) {
    refuse(
      'attachesTo',
      'is a node and attached to something, expected a node by itself: it has coordinates of its own',
      'remove `attachesTo`',
    );
  }
  if (source.faction === true && source.ownership !== undefined && source.ownership !== 'none') {
    refuse(
      'ownership',
      'is a faction and owned by another, expected no ownership: a faction belongs to itself',
      'remove `ownership`',
    );
  }
}

// --- attachment

/** Adds to `lost` the kind of which some attachment is not known. */
function attachmentsOf(
  { name: kind, source }: KindDeclaration,
  indices: ReadonlyMap<string, number>,
  lost: Set<string>,
  loading: Loading,
): readonly number[] {
  const found = new Set<number>();
  for (const [i, name] of (source.attachesTo ?? []).entries()) {
    const place = (): Place => loading.places.ofValue(source.attachesTo ?? [], i);
    const index = indices.get(name);
    if (index === undefined) {
      lost.add(kind);
      reportUnknownKind(name, indices, place, loading);
    } else if (found.has(index)) {
      reportTwice(name, place(), loading);
    } else {
      found.add(index);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * Reports a name that is no kind, unless its kind was lost to an error before. `asClass`: what to do where it is the
 * name of a class.
 */
export function reportUnknownKind(
  name: string,
  kinds: ReadonlyMap<string, unknown>,
  place: () => Place,
  loading: Loading,
  asClass?: string,
): void {
  if (loading.damage.names.has(name)) return;
  reportError(loading, place(), () => ({
    code: 'unknown-name',
    message: `${quoteText(name)} is ${asClass === undefined ? 'no kind' : 'a class and no kind'}, expected ${listTexts([...kinds.keys()])}`,
    suggestion: asClass ?? didYouMean(loading, name, [...kinds.keys()]) ?? 'declare it under `kinds`',
  }));
}

export function reportTwice(name: string, place: Place, loading: Loading): void {
  reportError(loading, place, {
    code: 'duplicate-name',
    message: `${quoteText(name)} stands in this list twice, expected each name once`,
    suggestion: 'remove one',
  });
}

/** Things hang on things of other kinds, in layers: a kind that can hang below itself would nest without end. */
function refuseAttachmentCycles(
  declarations: readonly KindDeclaration[],
  attachments: readonly (readonly number[])[],
  loading: Loading,
): void {
  const state = new Uint8Array(declarations.length + 1);
  const path: number[] = [];
  const visit = (index: number): void => {
    state[index] = 1;
    path.push(index);
    for (const above of attachments[index - 1]) {
      if (state[above] === 1) reportCycle(path.slice(path.indexOf(above)), above, declarations, loading);
      else if (state[above] === 0) visit(above);
    }
    path.pop();
    state[index] = 2;
  };
  for (let index = 1; index <= declarations.length; index++) if (state[index] === 0) visit(index);
}

function reportCycle(
  circle: readonly number[],
  back: number,
  declarations: readonly KindDeclaration[],
  loading: Loading,
): void {
  const { source } = declarations[(circle.at(-1) ?? back) - 1];
  const list = source.attachesTo ?? [];
  const names = [...circle, back].map((index) => quoteText(declarations[index - 1].name));
  reportError(loading, loading.places.ofValue(list, list.indexOf(declarations[back - 1].name)), {
    code: 'attachment-cycle',
    message: `${names.slice(0, 8).join(', which is attached to ').replace(', which is', ' is')}, expected kinds in layers`,
    suggestion: 'remove one of these from its `attachesTo`',
  });
}

/** For each kind, the kinds that can be below it at any depth. */
function closure(attachments: readonly (readonly number[])[]): readonly ReadonlySet<number>[] {
  return attachments.map((_, i) => {
    const reached = new Set([i + 1]);
    const below = new Set<number>();
    for (const at of reached) {
      for (const [child, above] of attachments.entries()) {
        if (!above.includes(at)) continue;
        reached.add(child + 1);
        below.add(child + 1);
      }
    }
    return below;
  });
}

// --- ownership

interface OwnershipContext {
  readonly declarations: readonly KindDeclaration[];
  readonly indices: ReadonlyMap<string, number>;
  readonly below: readonly ReadonlySet<number>[];
  /** No error has taken an attachment. */
  readonly isKnown: boolean;
  readonly loading: Loading;
}

function ownershipOf(index: number, { declarations, indices, below, isKnown, loading }: OwnershipContext): Ownership {
  const { name, source } = declarations[index - 1];
  const declared = source.ownership ?? (source.faction === true ? 'none' : 'stored');
  if (typeof declared === 'string') return { rule: declared };
  const place = (): Place => loading.places.ofValue(declared, 'through');
  const through = indices.get(declared.through);
  if (through === undefined) {
    reportUnknownKind(declared.through, indices, place, loading);
    return { rule: 'none' };
  }
  const owned = declarations[through - 1].source;
  const refuse = (what: string, suggestion: string): void => {
    reportError(loading, place(), {
      code: 'ownership-through',
      message: `${quoteText(name)} is owned through ${quoteText(declared.through)}, ${what}`,
      suggestion,
    });
  };
  if (!below[index - 1].has(through) && isKnown) {
    refuse(
      'which is never attached to it; expected a kind that can be in it',
      `let ${quoteText(declared.through)} attach to it, or name another kind`,
    );
  } else if (
    !loading.damage.containers.has(owned) &&
    (owned.faction === true || (owned.ownership ?? 'stored') !== 'stored')
  ) {
    refuse('which has no owner of its own; expected a kind with stored ownership', 'name a kind that empires own');
  }
  return { rule: 'through', kind: through };
}

// --- columns

interface KnownColumns {
  readonly others: OtherMembers;
  readonly holding: HoldingColumns;
  readonly byName: ReadonlyMap<string, DraftColumn>;
  /** Names of the meters and of the properties. */
  readonly meter: readonly string[];
  readonly property: readonly string[];
}

function columnsOf(
  index: number,
  { name: kind, source }: KindDeclaration,
  known: KnownColumns,
  loading: Loading,
): readonly number[] {
  const found = new Map<number, Place>();
  for (const [role, list] of [
    ['meter', source.meters ?? []],
    ['property', source.properties ?? []],
  ] as const) {
    for (const [i, name] of list.entries()) {
      const place = loading.places.ofValue(list, i);
      const column = known.byName.get(name);
      const other = known.others.get(name);
      if (role === 'property' && (other === 'set' || other === 'list')) {
        if (loading.index.placeIn(list, name) < i) reportTwice(name, place, loading);
      } else if (column?.role !== role) {
        loading.damage.containers.add(source);
        reportNoColumn(name, role, other ?? column?.role, known[role], place, loading);
      } else if (found.has(column.index)) {
        reportTwice(name, place, loading);
      } else {
        found.set(column.index, place);
        column.kinds[index] = 1;
      }
    }
  }
  const held = known.holding.get(kind) ?? [];
  for (const column of held) column.kinds[index] = 1;
  return [...new Set([...found.keys(), ...held.map((column) => column.index)])].sort((a, b) => a - b);
}

const sections = {
  meter: 'meters',
  property: 'properties',
  variable: 'variables',
  set: 'properties',
  list: 'properties',
  flag: 'flags',
} as const;

function reportNoColumn(
  name: string,
  role: 'meter' | 'property',
  found: keyof typeof sections | undefined,
  known: readonly string[],
  place: Place,
  loading: Loading,
): void {
  if (loading.damage.names.has(name)) return;
  reportError(
    loading,
    place,
    found === undefined
      ? {
          code: 'unknown-name',
          message: `${quoteText(name)} is no ${role}, expected ${listTexts(known)}`,
          suggestion: didYouMean(loading, name, known) ?? `declare it under \`${sections[role]}\``,
        }
      : {
          code: 'wrong-role',
          message: `${quoteText(name)} is a ${found}, expected a ${role}`,
          suggestion: `list it under \`${sections[found]}\``,
        },
  );
}

/** Whether what a kind has is known in full, or an error has taken something of it. */
export function isWhole(source: KindSource, loading: Loading): boolean {
  return (
    !hasLost(source, source.meters, loading) &&
    !hasLost(source, source.properties, loading) &&
    !hasLost(source, source.variables, loading)
  );
}

function hasLost(source: KindSource, list: readonly string[] | undefined, { damage }: Loading): boolean {
  return damage.containers.has(source) || (list !== undefined && damage.containers.has(list));
}
