import { operationOf } from '../../compile/make-node.js';
import type { Node } from '../../compile/node.js';
import { nodesOfEffect } from '../../compile/plan/effect-nodes.js';
import { planOf } from '../../compile/plan/program-plan.js';
import type { Program } from '../../compile/program.js';
import type { Carrier, Rule, RuleBook } from '../../compile/rule.js';
import type { Model } from '../../components/model.js';
import { hashString } from '../../kernel/hash.js';
import { createCollector } from '../diagnostics/collector.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { type Content, type ContentItem, type ContentOptions, readContent } from './content.js';
import type { RuleOrigin } from './lower/groups.js';
import { describeProblem } from './describe-problem.js';
import { type ReportProblem, lowerGame } from './lower/lower-game.js';
import { createGameModel } from './model/create-game-model.js';
import type { GameModel } from './model/game-model.js';

/** The content of a game, checked and planned: any state of the game can be run by it. */
export interface Game {
  readonly model: GameModel;
  readonly program: Program;
  /** What each rule was made of. */
  readonly origins: ReadonlyMap<Rule, RuleOrigin>;
  /** Items, and groups that content itself has, without those that are broken. */
  readonly items: number;
  readonly groups: number;
}

export interface LoadedGame {
  /** Undefined where there are errors and broken items were not to be left out. */
  readonly game: Game | undefined;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Files of content, relative to the folder. */
  readonly files: readonly string[];
}

/**
 * Reads, checks and plans all content of a game.
 *
 * @param directory the unpacked folder `scripting`
 * @throws EdictError when the folder cannot be read, or content is more than a model can hold
 */
export function loadGame(directory: string, options: ContentOptions = {}): LoadedGame {
  const content = readContent(directory, options);
  const collector = createCollector(content.files);
  for (const diagnostic of [...content.errors, ...content.warnings]) collector.add(diagnostic);
  const isLost = (): boolean => collector.hasErrors && options.keepGoing !== true;
  const game = isLost() ? undefined : gameOf(content, (diagnostic) => { collector.add(diagnostic); });
  return { game: isLost() ? undefined : game, errors: collector.errors(), warnings: collector.warnings(), files: content.files };
}

function gameOf(content: Content, add: (diagnostic: Diagnostic) => void): Game {
  const builder = createGameModel((kind) => content.items.filter(({ item }) => item.kind === kind).map(({ item }) => item));
  const report: ReportProblem = (problem, { document }) => {
    add(describeProblem(problem, document.place(problem.at), document.line(problem.at)));
  };
  const { rules, origins, broken } = lowerGame(content.items, builder, report);
  const model = builder.finishGame();
  const program = { model: model.model, rules, fingerprint: fingerprintOf(content.items, model.model, rules) };
  planOf(program);
  const whole = content.items.filter((each) => !broken.has(each));
  return { model, program, origins, items: whole.length, groups: whole.reduce((sum, { item }) => sum + item.groups.length, 0) };
}

/** A hash of what the rules of a game mean: a saved world names it. Nodes are told by numbers, since many rules share them. */
function fingerprintOf(items: readonly ContentItem[], model: Model, { passes }: RuleBook): string {
  const numbers = new Map<Node, number>();
  const texts: string[] = [];
  const numberOf = (node: Node): number => {
    const known = numbers.get(node);
    if (known !== undefined) return known;
    const text = `${node.op} ${operationOf(node).text?.(node.data) ?? ''} ${node.args.map(numberOf).join(' ')}`;
    numbers.set(node, texts.length);
    return texts.push(text) - 1;
  };
  const rules = passes.map(({ name, rules: all }) => [name, all.map(({ carrier, priority, claims, include, activation, effects }) => [
    carrierText(carrier, numberOf), priority, claims, include.map(numberOf), activation.map(numberOf), effects.map(({ kind }) => kind), effects.flatMap(nodesOfEffect).map(numberOf),
  ])]);
  return hashString(JSON.stringify([
    'edict game 1', items.map(({ item }) => [item.kind, item.name]), model.columns.map(({ name }) => name), model.tables.map(({ name, values }) => [name, [...values]]), rules, texts,
  ]));
}

function carrierText(carrier: Carrier, numberOf: (node: Node) => number): unknown {
  if (carrier.by !== 'condition') return Object.values(carrier);
  return [carrier.kinds, carrier.where.map(numberOf), carrier.times === undefined ? -1 : numberOf(carrier.times)];
}
