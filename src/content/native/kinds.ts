import { type Kind, type Ownership, indexByName, mostKinds } from '../../model/model.js';
import { upwardKinds } from '../expression/check/object-reads.js';
import { quoteText } from '../text/quote.js';
import type { DraftColumn, HoldingColumns } from './read-columns.js';
import { loseKind } from './damage.js';
import type { Declaration } from './declarations.js';
import { type Reporting, describeCircle, isTorn, lose, namesOf, refuse, refuseKeys } from './load-context.js';
import { ascending } from '../../kernel/lists.js';
import { neededFirst } from './needed-first.js';
import { type OtherMembers, kindAt, kindNamed, refuseNoMember, reportTwice, sections } from './references.js';
import type { KindSource } from './schema.js';

type KindDeclaration = Declaration<KindSource>;

interface KindContext extends Reporting {
  readonly columns: readonly DraftColumn[];
  readonly others: OtherMembers;
  readonly holding: HoldingColumns;
}

interface Kinds extends Reporting {
  readonly declarations: readonly KindDeclaration[];
  readonly indices: ReadonlyMap<string, number>;
}

/** Notes in each column which kinds have it. */
export function lowerKinds(declared: readonly KindDeclaration[], context: KindContext): readonly Kind[] {
  const { columns, loading } = context;
  const declarations = declared.slice(0, mostKinds);
  if (declared.length > mostKinds) {
    refuse(
      context,
      declared[mostKinds].place,
      'too-many-kinds',
      `content has ${declared.length} kinds, expected at most ${mostKinds}`,
      'make classes of what differs little',
    );
    for (const { name, source } of declared.slice(mostKinds)) {
      lose(context, name);
      loseKind(loading.damage, source);
    }
  }
  const known: Kinds = { declarations, indices: new Map(declarations.map(({ name }, i) => [name, i + 1])), loading };
  const lost = new Set(
    namesOf(declarations.filter(({ source }) => isTorn(context, source) || isTorn(context, source.attachesTo))),
  );
  const attachments = declarations.map((declaration) => attachmentsOf(declaration, lost, known));
  refuseAttachmentCycles(attachments, known);
  for (const column of columns) column.kinds = new Uint8Array(declarations.length + 1);
  const columnByName = indexByName(columns);
  const layers = { kinds: attachments.map((attachesTo) => ({ attachesTo })) };
  return declarations.map((declaration, i) => {
    const { name, source } = declaration;
    checkCombination(declaration, context);
    return {
      index: i + 1,
      name,
      faction: source.faction ?? false,
      node: source.node ?? false,
      ownership: ownershipOf(
        declaration,
        (kind) => upwardKinds(layers, attachments[kind - 1]).has(i + 1),
        lost.size === 0,
        known,
      ),
      attachesTo: attachments[i],
      orphan: source.orphan ?? 'destroy',
      columns: columnsOf(i + 1, declaration, columnByName, context),
    };
  });
}

function checkCombination({ name, source }: KindDeclaration, context: Reporting): void {
  const { faction = false, node = false, attachesTo = [], ownership = 'none' } = source;
  const is = `${quoteText(name)} is`;
  const isBoth = faction && node;
  refuseKeys(context, source, 'kind-conflict', [
    isBoth && [
      'node',
      `${is} both a faction and a node, expected one of the two: a faction is nowhere`,
      'make two kinds of it',
    ],
    !isBoth &&
      (faction || node) &&
      attachesTo.length > 0 && [
        'attachesTo',
        faction
          ? `${is} a faction and attached to something, expected a faction by itself`
          : `${is} a node and attached to something, expected a node by itself: it has coordinates of its own`,
        'remove `attachesTo`',
      ],
    faction &&
      ownership !== 'none' && [
        'ownership',
        `${is} a faction and owned by another, expected no ownership: a faction belongs to itself`,
        'remove `ownership`',
      ],
  ]);
}

/** Adds kinds to `lost` whose attachments are not all known. */
function attachmentsOf({ name: kind, source }: KindDeclaration, lost: Set<string>, known: Kinds): readonly number[] {
  const { attachesTo = [] } = source;
  const found = new Set<number>();
  for (const [i, name] of attachesTo.entries()) {
    const index = kindNamed(name, known.indices, [attachesTo, i], known);
    if (index === undefined) lost.add(kind);
    else if (found.has(index)) reportTwice(name, [attachesTo, i], known);
    else found.add(index);
  }
  return ascending(found);
}

/** Kinds are in layers: one that can hang below itself would nest without end. */
function refuseAttachmentCycles(attachments: readonly (readonly number[])[], known: Kinds): void {
  const { declarations } = known;
  const needs = new Map(
    declarations.map(({ name, source }, i) => [
      name,
      attachments[i].map((above) => ({ name: declarations[above - 1].name, source })),
    ]),
  );
  neededFirst(
    needs.keys(),
    (name) => needs.get(name) ?? [],
    ({ name, source: { attachesTo = [] } }, circle) =>
      refuse(
        known,
        [attachesTo, attachesTo.indexOf(name)],
        'attachment-cycle',
        `${describeCircle(name, circle, 'is attached to')}, expected kinds in layers`,
        'remove one of these from its `attachesTo`',
      ),
  );
}

/** `isKnown`: no error has taken an attachment; `holds`: whether a kind can be below it. */
function ownershipOf(
  { name, source }: KindDeclaration,
  holds: (kind: number) => boolean,
  isKnown: boolean,
  context: Kinds,
): Ownership {
  const declared = source.ownership ?? (source.faction === true ? 'none' : 'stored');
  if (typeof declared === 'string') return { rule: declared };
  const through = kindAt(declared, 'through', context.indices, context);
  if (through === undefined) return { rule: 'none' };
  const { source: owned } = context.declarations[through - 1];
  const other = quoteText(declared.through);
  const refuseThrough = (what: string, suggestion: string): void => {
    refuse(
      context,
      [declared, 'through'],
      'ownership-through',
      `${quoteText(name)} is owned through ${other}, ${what}`,
      suggestion,
    );
  };
  if (!holds(through) && isKnown) {
    refuseThrough(
      'which is never attached to it; expected a kind that can be in it',
      `let ${other} attach to it, or name another kind`,
    );
  } else if (!isTorn(context, owned) && (owned.faction === true || (owned.ownership ?? 'stored') !== 'stored')) {
    refuseThrough(
      'which has no owner of its own; expected a kind with stored ownership',
      'name a kind that empires own',
    );
  }
  return { rule: 'through', kind: through };
}

function columnsOf(
  index: number,
  { name: kind, source }: KindDeclaration,
  columnByName: ReadonlyMap<string, DraftColumn>,
  context: KindContext,
): readonly number[] {
  const { columns, others, holding, loading } = context;
  const found = new Set<number>();
  for (const role of ['meter', 'property'] as const) {
    const list = source[sections[role]] ?? [];
    for (const [i, name] of list.entries()) {
      const column = columnByName.get(name);
      const other = others.get(name);
      if (role === 'property' && (other === 'set' || other === 'list')) {
        if (loading.index.placeIn(list, name) < i) reportTwice(name, [list, i], context);
      } else if (column?.role !== role) {
        loading.damage.containers.add(source);
        refuseNoMember(context, [list, i], name, role, other ?? column?.role, () =>
          columns.filter((each) => each.role === role),
        );
      } else if (found.has(column.index)) {
        reportTwice(name, [list, i], context);
      } else {
        found.add(column.index);
        column.kinds[index] = 1;
      }
    }
  }
  for (const column of holding.get(kind) ?? []) {
    column.kinds[index] = 1;
    found.add(column.index);
  }
  return ascending(found);
}

/** No error has taken a member of it. */
export function isWhole(source: KindSource, context: Reporting): boolean {
  return ![source, source.meters, source.properties, source.variables].some((part) => isTorn(context, part));
}
