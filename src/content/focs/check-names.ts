import { createNameBudget, nearestName } from '../diagnostics/nearest-name.js';
import { quoteText } from '../diagnostics/quote.js';
import type { ContentItem } from './content.js';
import type { ReportProblem } from './lower/lower-game.js';
import type { Entry, Item, ItemKind, Value } from './syntax.js';

/**
 * Warns of names that items have outside of their effects groups and that content does not define: nothing here depends
 * on them, but the game leaves out what they stand for.
 */
export function checkNames(items: readonly ContentItem[], report: ReportProblem): void {
  const names = new Map<ItemKind, Set<string>>();
  for (const {
    item: { kind, name },
  } of items) {
    const known = names.get(kind);
    if (known === undefined) names.set(kind, new Set([name]));
    else known.add(name);
  }
  const budget = createNameBudget();
  for (const each of items) {
    for (const { value, kind } of namesIn(each.item)) {
      const known = names.get(kind) ?? new Set<string>();
      if (value.sort !== 'text' || value.text === '' || known.has(value.text)) continue;
      const nearest = nearestName(value.text, known, budget);
      report(
        {
          severity: 'warning',
          code: 'unknown-name',
          at: value.at,
          message: `there is no ${words[kind] ?? kind} ${quoteText(value.text)}, expected the name of one that content defines`,
          ...(nearest === undefined ? {} : { suggestion: `did you mean ${quoteText(nearest)}?` }),
        },
        each,
      );
    }
  }
}

/** A name and the kind of item that it is to be of. */
interface NameUse {
  readonly value: Value;
  readonly kind: ItemKind;
}

/** What kinds of items are called in messages. */
const words: Partial<Record<ItemKind, string>> = {
  Tech: 'tech',
  BuildingType: 'building type',
  Hull: 'hull',
  Part: 'part',
  ShipDesign: 'ship design',
  Category: 'category',
};

/** Fields of items that name other items. */
const naming: Partial<Record<ItemKind, Readonly<Record<string, ItemKind>>>> = {
  Tech: { prerequisites: 'Tech', category: 'Category' },
  ShipDesign: { hull: 'Hull', parts: 'Part' },
  MonsterFleet: { ships: 'ShipDesign' },
  Fleet: { ships: 'ShipDesign' },
};

/** Of what can be unlocked, by the words for it. */
const unlocked: Readonly<Record<string, ItemKind>> = {
  building: 'BuildingType',
  shippart: 'Part',
  shiphull: 'Hull',
  shipdesign: 'ShipDesign',
  tech: 'Tech',
};

function namesIn({ kind, fields }: Item): readonly NameUse[] {
  const named = Object.entries(naming[kind] ?? {}).flatMap(([label, of]) =>
    valuesOf(fields, label).map((value) => ({ value, kind: of })),
  );
  const unlock = fields.get('unlock');
  const entries = [...(unlock?.sort === 'entries' ? unlock.entries : []), ...(kind === 'Item' ? [fields] : [])];
  return [...named, ...entries.flatMap(unlockedBy)];
}

function unlockedBy(entry: Entry): readonly NameUse[] {
  const [type] = valuesOf(entry, 'type');
  const kind = type?.sort === 'word' ? unlocked[type.word.toLowerCase()] : undefined;
  return kind === undefined ? [] : valuesOf(entry, 'name').map((value) => ({ value, kind }));
}

function valuesOf(fields: Entry, label: string): readonly Value[] {
  const field = fields.get(label);
  return field?.sort === 'values' ? field.values : [];
}
