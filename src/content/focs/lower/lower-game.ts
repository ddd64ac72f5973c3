import { freeTexts } from '../parse/keywords.js';
import { noRules, type Rule, type RuleBook, type RulePass } from '../../../ir/rule.js';
import { kept } from '../../../kernel/maps.js';
import { type NameBudget, createNameBudget } from '../../text/nearest-name.js';
import type { ContentItem } from '../content.js';
import type { GameModelBuilder } from '../model/create-game-model.js';
import { type Item, type ItemKind, type Value, textIn } from '../syntax.js';
import { carriedBy, carrying, implicitGroups, implicitPosition } from './rule-carriers.js';
import {
  type Catalog,
  type GroupState,
  type Problem,
  type Language,
  counting,
  type Context,
  type Subject,
} from './lowering-context.js';
import { type LoweredGroup, type RuleOrigin, type Setting, lowerGroup } from './groups.js';
import { createKit } from './focs-nodes.js';
import { lowerComparison, isFirm, kindsOf, lowerCondition } from './conditions.js';
import { lowerInner } from './lower-effects.js';
import { lowerEntity, subjectOf, enumerationOf, itemKindOf, lowerClass, lowerWord } from './object-properties.js';
import { lowerConditions } from './candidate-forms.js';
import { lowerInteger, lowerNumber } from './numbers.js';

/** Each stands for the name of its own item. */
const ownNames: ReadonlySet<string> = new Set(freeTexts.filter((name) => name !== 'GalaxySeed'));

function lowerText(value: Value, context: Context): string | undefined {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'word':
      return value.word;
    case 'free':
      return ownNames.has(value.name) ? ownName(context) : undefined;
    case 'property': {
      const subject = subjectOf(value, context);
      return subject === undefined ? '' : knownText(value.property, subject, context);
    }
    default:
      return undefined;
  }
}

function ownName({ group }: Context): string {
  group.noteOwn();
  return group.item.name;
}

/** A text of the rule's carrier. The species is read all the same: rules of all species share it. */
function knownText(property: string, { species, hull }: Subject, { catalog, group }: Context): string | undefined {
  switch (property) {
    case 'Hull':
      group.noteOwn();
      return hull;
    case 'PreferredFocus': {
      group.noteOwn();
      const item = species === undefined ? undefined : catalog.item('Species', species);
      return item === undefined ? undefined : (textIn(item.fields, 'preferredfocus') ?? '');
    }
    default:
      return undefined;
  }
}

export type ReportProblem = (problem: Problem, of: ContentItem) => void;

export interface LoweredGame {
  /** `effects` with all effects of groups, `meters` with those on meters of objects. */
  readonly rules: RuleBook;
  readonly origins: ReadonlyMap<Rule, RuleOrigin>;
  /** They have errors, and no rules. */
  readonly broken: ReadonlySet<ContentItem>;
}

/** Lowers the rules of all items in the order in which they fire. @param items of each kind and name one */
export function lowerGame(
  items: readonly ContentItem[],
  builder: GameModelBuilder,
  report: ReportProblem,
): LoweredGame {
  let rules = 0;
  const lowering: Lowering = {
    kit: createKit(builder),
    catalog: catalogOf(items),
    builder,
    language,
    bodies: new Map(),
    claims: new Map([['', 0]]),
    places: new Map(items.map((each) => [each.item, each])),
    place: () => rules++,
    report,
    names: createNameBudget(),
    broken: new Set(),
  };
  const groups = carrying
    .flatMap((kind) => lowering.catalog.items(kind))
    .flatMap((item) => lowering.places.get(item) ?? [])
    .flatMap((whole) => lowerItem(whole, lowering));
  return { ...inOrder(groups), broken: lowering.broken };
}

interface Lowering extends Omit<Setting, 'carried'> {
  readonly places: ReadonlyMap<Item, ContentItem>;
  readonly report: ReportProblem;
  readonly names: NameBudget;
  readonly broken: Set<ContentItem>;
}

/** Most conditions of one group, where each use of a location or of ordered alternatives counts. */
const mostConditions = 100_000;

function lowerItem(whole: ContentItem, lowering: Lowering): readonly LoweredGroup[] {
  const { item, document } = whole;
  const { places, report, names } = lowering;
  const carried = carriedBy(item, lowering.kit, lowering.builder);
  if (carried === undefined) return [];
  let errors = 0;
  const setting: Setting = { ...lowering, carried };
  const state = (reported = new Set<string>()): GroupState => ({
    item,
    sites: new Map(),
    budget: { left: mostConditions },
    names,
    noteOwn() {},
    report(problem, of = item) {
      const at = places.get(of);
      // Some conditions are lowered twice.
      const text = `${of.kind} ${of.name} ${problem.at} ${problem.message}`;
      if (reported.has(text)) return;
      reported.add(text);
      if (problem.severity === 'error') errors++;
      if (at !== undefined) report(problem, at);
    },
  });
  const place = (offset: number) => {
    const { file, line, column } = document.place(offset);
    return { file, line, column };
  };
  // Rules are numbered in the order in which sources are dispatched.
  const implicit = () =>
    implicitGroups(item).map(({ meter, group }, i) => lowerGroup(group, i, state(), place(group.at), setting, meter));
  const scripted = () => item.groups.map((group, i) => lowerGroup(group, i, state(), place(group.at), setting));
  const order = implicitPosition(item) === 'before' ? [implicit, scripted] : [scripted, implicit];
  const groups = order.flatMap((make) => make());
  if (errors === 0) return groups;
  lowering.broken.add(whole);
  return [];
}

function inOrder(groups: readonly LoweredGroup[]): Pick<LoweredGame, 'rules' | 'origins'> {
  const pass = (name: string, of: (group: LoweredGroup) => Rule | undefined): RulePass => ({
    name,
    rules: groups.flatMap((group) => of(group) ?? []).sort((a, b) => a.priority - b.priority || a.index - b.index),
  });
  return {
    rules: { ...noRules, passes: [pass('effects', ({ all }) => all), pass('meters', ({ meters }) => meters)] },
    origins: new Map(
      groups.flatMap(({ all, meters, origin }) => [all, meters ?? []].flat().map((rule) => [rule, origin])),
    ),
  };
}

function catalogOf(items: readonly ContentItem[]): Catalog {
  const byKind = new Map<ItemKind, Item[]>();
  const byName = new Map<string, Item>();
  for (const { item } of items) {
    const name = `${item.kind} ${item.name}`;
    if (byName.has(name)) continue;
    byName.set(name, item);
    kept(byKind, item.kind, (): Item[] => []).push(item);
  }
  // For names of content this is the order of bytes.
  for (const list of byKind.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { item: (kind, name) => byName.get(`${kind} ${name}`), items: (kind) => byKind.get(kind) ?? [] };
}

const language: Language = {
  condition: lowerCondition,
  conditions: lowerConditions,
  kinds: kindsOf,
  isFirm,
  number: lowerNumber,
  real: (value, context) => lowerNumber(value, counting(context, false)),
  integer: lowerInteger,
  entity: lowerEntity,
  word: lowerWord,
  class: lowerClass,
  text: lowerText,
  isNumber: (value) =>
    enumerationOf(value) === undefined &&
    itemKindOf(value) === undefined &&
    (value.kind !== 'property' || value.property !== 'Name'),
  effect: lowerInner,
  comparison: lowerComparison,
};
