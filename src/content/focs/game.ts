import { operationOf } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { nodesOfEffect } from '../../ir/effect-nodes.js';
import { planOf } from '../../rules/program-plan.js';
import type { Carrier, Program, Rule, RuleBook } from '../../ir/rule.js';
import type { Model } from '../../model/model.js';
import { hashString } from '../../kernel/hash.js';
import { kept, keptBy } from '../../kernel/maps.js';
import { createCollector } from '../text/collector.js';
import type { Diagnostic } from '../text/diagnostic.js';
import {
  type Content,
  type ContentItem,
  type ContentOptions,
  describeProblem,
  onceAtEachPlace,
  readContent,
} from './content.js';
import type { RuleOrigin } from './lower/groups.js';
import { type LoweredGame, type ReportProblem, lowerGame } from './lower/lower-game.js';
import { createGameModel, type GameModel, type GameModelBuilder } from './model/create-game-model.js';
import { createNameBudget } from '../text/nearest-name.js';
import { type Entry, type Item, type ItemKind, type Value, valuesIn, entriesIn, itemWord } from './syntax.js';
import { type Reporting, unknownName } from './lower/parameters.js';

/** Checked and planned content, for any state of the game. */
export interface Game {
  readonly model: GameModel;
  readonly program: Program;
  readonly origins: ReadonlyMap<Rule, RuleOrigin>;
  /** Number of items, and of groups, without broken ones. */
  readonly items: number;
  readonly groups: number;
}

export interface LoadedGame extends Pick<Content, 'errors' | 'warnings' | 'files'> {
  readonly game: Game | undefined;
}

/**
 * Reads, checks and plans all content. @param directory the unpacked folder `scripting` @throws EdictError when the
 * folder cannot be read, or content exceeds a model
 */
export function loadGame(directory: string, options: ContentOptions = {}): LoadedGame {
  // Readable parts are always checked: all problems are reported at once.
  const content = readContent(directory, { ...options, keepGoing: true });
  const collector = createCollector(content.files);
  const add = onceAtEachPlace((diagnostic) => collector.add(diagnostic));
  [...content.errors, ...content.warnings].forEach(add);
  const lowered = lowerContent(content, add);
  const isLost = collector.hasErrors && options.keepGoing !== true;
  return {
    game: isLost ? undefined : gameOf(content, lowered),
    errors: collector.errors(),
    warnings: collector.warnings(),
    files: content.files,
  };
}

interface Lowered extends LoweredGame {
  readonly builder: GameModelBuilder;
}

function lowerContent(content: Content, add: (diagnostic: Diagnostic) => void): Lowered {
  const items = [...content.items, ...content.broken];
  const builder = createGameModel((kind) => items.filter(({ item }) => item.kind === kind).map(({ item }) => item));
  const report: ReportProblem = (problem, { document }) =>
    add(describeProblem(problem, document.place(problem.at), document.line(problem.at)));
  checkNames(items, report);
  return { builder, ...lowerGame(items, builder, report) };
}

function gameOf(content: Content, { builder, rules, origins, broken }: Lowered): Game {
  const model = builder.finishGame();
  const program = { model: model.model, rules, fingerprint: fingerprintOf(content.items, model.model, rules) };
  planOf(program);
  const whole = content.items.filter((each) => !broken.has(each));
  return {
    model,
    program,
    origins,
    items: whole.length,
    groups: whole.reduce((sum, { item }) => sum + item.groups.length, 0),
  };
}

/** A hash of the meaning of the rules, for saved worlds. Nodes are numbered, because many rules share them. */
function fingerprintOf(items: readonly ContentItem[], model: Model, { passes }: RuleBook): string {
  const texts: string[] = [];
  const numberOf: (node: Node) => number = keptBy((node) => {
    const text = `${node.op} ${operationOf(node).text?.(node.data) ?? ''} ${node.args.map(numberOf).join(' ')}`;
    return texts.push(text) - 1;
  });
  const rules = passes.map(({ name, rules: all }) => [
    name,
    all.map(({ carrier, priority, claims, include, activation, effects }) => [
      carrierText(carrier, numberOf),
      priority,
      claims,
      include.map(numberOf),
      activation.map(numberOf),
      effects.map(({ kind }) => kind),
      effects.flatMap(nodesOfEffect).map(numberOf),
    ]),
  ]);
  return hashString(
    JSON.stringify([
      'edict game 1',
      items.map(({ item }) => [item.kind, item.name]),
      model.columns.map(({ name }) => name),
      model.tables.map(({ name, values }) => [name, [...values]]),
      rules,
      texts,
    ]),
  );
}

function carrierText(carrier: Carrier, numberOf: (node: Node) => number): unknown {
  if (carrier.by !== 'condition') return Object.values(carrier);
  return [carrier.kinds, carrier.where.map(numberOf), carrier.times === undefined ? -1 : numberOf(carrier.times)];
}

/** Outside of effects groups undefined names are warnings: the game ignores them. */
function checkNames(items: readonly ContentItem[], report: ReportProblem): void {
  const names = new Map<ItemKind, Set<string>>();
  for (const { item } of items) kept(names, item.kind, () => new Set<string>()).add(item.name);
  const budget = createNameBudget();
  for (const each of items) {
    const group: Reporting['group'] = { names: budget, report: (problem) => report(problem, each) };
    for (const { value, kind } of namesIn(each.item)) {
      const known = names.get(kind) ?? new Set<string>();
      if (value.kind !== 'text' || value.text === '' || known.has(value.text)) continue;
      unknownName({ group }, value, itemWord(kind), value.text, known, 'warning');
    }
  }
}

interface NameUse {
  readonly value: Value;
  readonly kind: ItemKind;
}

const naming: Partial<Record<ItemKind, Readonly<Record<string, ItemKind>>>> = {
  Tech: { prerequisites: 'Tech', category: 'Category' },
  ShipDesign: { hull: 'Hull', parts: 'Part' },
  MonsterFleet: { ships: 'ShipDesign' },
  Fleet: { ships: 'ShipDesign' },
};

const unlocked: Readonly<Record<string, ItemKind>> = {
  building: 'BuildingType',
  shippart: 'Part',
  shiphull: 'Hull',
  shipdesign: 'ShipDesign',
  tech: 'Tech',
};

function namesIn({ kind, fields }: Item): readonly NameUse[] {
  const named = Object.entries(naming[kind] ?? {}).flatMap(([label, of]) =>
    valuesIn(fields, label).map((value) => ({ value, kind: of })),
  );
  const entries = [...entriesIn(fields, 'unlock'), ...(kind === 'Item' ? [fields] : [])];
  return [...named, ...entries.flatMap(unlockedBy)];
}

function unlockedBy(entry: Entry): readonly NameUse[] {
  const [type] = valuesIn(entry, 'type');
  const kind = type?.kind === 'word' ? unlocked[type.word.toLowerCase()] : undefined;
  return kind === undefined ? [] : valuesIn(entry, 'name').map((value) => ({ value, kind }));
}
