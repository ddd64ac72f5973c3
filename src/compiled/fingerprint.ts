import type { Class, Column, Kind, Model, Type } from '../model/model.js';
import type { AbilityCarrier, Raised, TimingBook } from '../ir/occurrence.js';
import type { Choices, Environment, Slots } from '../ir/environment.js';
import type { Effect, Flow, RuleBook } from '../ir/rule.js';
import { printNode } from '../eval/make-node.js';
import type { Node } from '../ir/node.js';
import type { Space } from '../model/space.js';
import { type Grid, stepsText } from '../model/connection.js';
import type { StartPlace, StartStep } from '../ir/start.js';
import type { Action, Task, TriggerBook } from '../ir/trigger.js';
import { hashString } from '../kernel/hash.js';
import { nodesOfEffect } from '../ir/effect-nodes.js';

/** A hash of the meaning of content: names and order count; file names, comments, labels and spelling do not. */
export function fingerprintOf(model: Model, rules: RuleBook, environment: Environment | undefined): string {
  return hashString(
    JSON.stringify([
      'edict content 1',
      allOf(model.enumerations, ['name', 'order', 'ring', 'members']),
      model.columns.map(columnText),
      model.kinds.map(kindText),
      model.classes.map(classText),
      model.roles,
      allOf(model.relations, ['name', 'symmetric']),
      model.tables.map(({ name, width, values }) => [name, width, Array.from(values, String)]),
      model.sights,
      model.networks,
      [...model.stacking],
      rules.rules.map((rule) => [
        ...partsOf(rule, ['index', 'name', 'carrier', 'phase', 'priority', 'activation', 'include', 'exclude']),
        rule.effects.map(effectText),
        ...(rule.order === undefined ? [] : [rule.order]),
      ]),
      allOf(rules.growths, ['column', 'formula']),
      // Content without variables keeps its older hash.
      ...(model.variables.length === 0 ? [] : variableTexts(model, rules)),
      ...relationTexts(model, rules),
      ...triggerTexts(rules.triggers),
      ...timingTexts(rules.timing),
      ...(environment === undefined ? [] : [environmentText(environment)]),
      ...parameterTexts(model, rules),
      ...(rules.start === undefined ? [] : [{ start: startTexts(rules) }]),
      ...(model.graphs.length === 0 ? [] : [{ networks: allOf(model.graphs, ['name', 'kind', 'directed']) }]),
    ]),
  );
}

/** Content without these keeps its older hash. */
function parameterTexts({ parameters }: Model, { reports = [] }: RuleBook): readonly unknown[] {
  if (parameters.length + reports.length === 0) return [];
  return [
    {
      parameters: parameters.map((each) => [
        ...partsOf(each, ['name', 'integer', 'initial']),
        each.type.name,
        // As text, because JSON has no infinities.
        [String(each.minimum), String(each.maximum)],
      ]),
      reports: allOf(reports, ['name', 'node']),
    },
  ];
}

function partsOf<Thing>(thing: Thing, keys: readonly (keyof Thing)[]): readonly unknown[] {
  return keys.map((key) => canonical(thing[key]));
}

function allOf<Thing>(things: readonly Thing[], keys: readonly (keyof Thing)[]): readonly (readonly unknown[])[] {
  return things.map((thing) => partsOf(thing, keys));
}

/** Expressions as texts and collections as lists; undefined is an empty text. */
function canonical(value: unknown): unknown {
  if (value === undefined) return '';
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  if (isNode(value)) return printNode(value);
  return value instanceof Map || value instanceof Set || value instanceof Uint8Array ? [...value] : value;
}

function isNode(value: object): value is Node {
  return 'op' in value && 'args' in value;
}

function columnText(column: Column): unknown {
  const { type, minimum, maximum, companion } = column;
  const steps = companion && [
    companion.property,
    companion.remember,
    [...companion.members].map(([member, { value, born }]) => [member, value, born]),
  ];
  return [
    column.name,
    column.role,
    ...typeText(type),
    ...partsOf(column, ['storage', 'integer', 'initial']),
    // As text, because JSON has no infinities.
    [String(minimum), String(maximum)],
    ...partsOf(column, ['reset', 'cap', 'kinds']),
    steps ?? null,
  ];
}

function typeText(type: Type): readonly [name: string, enumeration: number] {
  return [type.name, type.name === 'enumeration' ? type.index : -1];
}

function kindText(kind: Kind): unknown {
  const { ownership } = kind;
  return [
    ...partsOf(kind, ['name', 'faction', 'node']),
    ownership.rule,
    ownership.rule === 'through' ? ownership.kind : 0,
    ...partsOf(kind, ['attachesTo', 'orphan']),
  ];
}

function classText(of: Class): unknown {
  return [
    ...partsOf(of, ['name', 'kind', 'duration', 'invisible', 'initial']),
    ...(of.groups === undefined ? [] : [[...of.groups]]),
    ...(of.held === undefined ? [] : [{ held: [...of.held] }]),
  ];
}

function variableTexts({ variables }: Model, { modifiers }: RuleBook): readonly unknown[] {
  return [
    variables.map(({ name, kind, type, initial, input }) => [
      name,
      kind,
      type,
      'text' in initial ? initial.text : [String(initial.value), initial.whole ?? false],
      input,
    ]),
    modifiers.map((modifier) => [
      modifier.variable,
      modifier.carrier,
      modifier.others ?? null,
      ...partsOf(modifier, ['modification', 'amount', 'priority', 'whenAbsent']),
    ]),
  ];
}

/** Content without these keeps its older hash. */
function relationTexts(
  { holdings, links, grids, spaces, connections, questions }: Model,
  { expressions, flows, names }: RuleBook,
): readonly unknown[] {
  const declared = [
    allOf(holdings, ['name', 'words', 'kinds']),
    allOf(links, ['name', 'kinds', 'to']),
    grids.map(gridText),
    ...(spaces.length === 0 ? [] : [spaces.map(spaceText)]),
    connections.map(({ name, from, to, steps }) => [name, from, to, stepsText(steps)]),
    allOf(questions, ['name', 'words', 'type']),
    expressions.map(({ name, scope, node, clauses, thing }) => [
      name,
      scope,
      printNode(node),
      clauses.map((clause) => clause.text),
      thing,
    ]),
    flows.flows.map(flowText),
    [...(names?.constants ?? [])].map(([name, { type, value }]) => [name, type.name, value]),
    [...(names?.flags.values() ?? [])].map(({ name, branches }) => [name, allOf(branches, ['by', 'index', 'node'])]),
  ];
  return declared.every((part) => part.length === 0) ? [] : [{ relations: declared }];
}

function spaceText(space: Space): unknown {
  return partsOf(space, ['name', 'kinds', 'width', 'height', 'wrapX', 'wrapY']);
}

/** Grids of squares without cells of their own keep their older hash. */
function gridText(grid: Grid): unknown {
  const { neighbourhood, makesCells, class: of } = grid;
  const more = neighbourhood === 'moore' && !makesCells ? [] : [neighbourhood, makesCells, of];
  return [...partsOf(grid, ['name', 'kind', 'width', 'height', 'wrapX', 'wrapY']), ...more];
}

function flowText({ name, carrier, receivers, kind, active, form }: Flow): unknown {
  const targets =
    'targets' in form
      ? [
          [...form.targets.steps].map(([from, rows]) => [from, rows.map(stepsText)]),
          ...partsOf(form.targets, ['where', 'itself']),
        ]
      : [];
  const numbers = Object.entries(form).filter(([, value]) => typeof value === 'number' || typeof value === 'string');
  return [
    name,
    stepsText(carrier.objects),
    ...partsOf(carrier, ['kind', 'where', 'times']),
    receivers === undefined ? null : stepsText(receivers),
    kind,
    canonical(active),
    form.does,
    form.does === 'constant' ? printNode(form.amount) : '',
    targets,
    numbers,
  ];
}

function effectText(effect: Effect): unknown {
  const { kind, recipient, stacking } = effect;
  const column = kind === 'modify' || kind === 'step' ? effect.column : kind === 'hold' ? effect.holding : -1;
  return [
    kind,
    recipient,
    stacking,
    column,
    kind === 'modify' ? effect.modification : '',
    kind === 'create' ? effect.initial.map((each) => each.column) : [],
    nodesOfEffect(effect).map(printNode),
    ...(kind === 'become' ? [[effect.columns, effect.holdings]] : []),
    ...(kind === 'message' ? [[effect.text, effect.values.map(({ name }) => name)]] : []),
    ...(kind === 'raise' ? [effect.occurrences.map(raisedText)] : []),
    ...(kind === 'branch' ? [[effect.then, effect.otherwise].map((list) => list.map(effectText))] : []),
  ];
}

function raisedText(raised: Raised): unknown {
  return partsOf(raised, ['type', 'values']);
}

function triggerTexts({ triggers, lists }: TriggerBook): readonly unknown[] {
  if (triggers.length + lists.length === 0) return [];
  return [
    {
      triggers: allOf(triggers, ['name', 'when', 'looks', 'armed', 'persistent', 'subject', 'direct', 'list']),
      lists: lists.map(({ actions }) => actions.map(actionText)),
    },
  ];
}

function actionText(action: Action): unknown {
  return [
    ...partsOf(action, ['name', 'subject', 'direct', 'filter', 'swaps', 'silent', 'needsDirect']),
    taskText(action.task),
  ];
}

function taskText(task: Task): unknown {
  switch (task.by) {
    case 'effects':
      return task.effects.map(effectText);
    case 'raise':
      return [task.by, task.occurrences.map(raisedText)];
    case 'point':
      return [task.by, task.at, raisedText(task.occurrence)];
    case 'adjust':
      return partsOf(task, ['by', 'amount']);
    case 'retarget':
      return partsOf(task, ['by', 'to']);
    case 'add':
      return partsOf(task, ['by', 'ability', 'source', 'controller']);
    case 'pay':
      return [task.by, raisedText(task.occurrence), task.paid];
    default:
      return task;
  }
}

function timingTexts(timing: TimingBook): readonly unknown[] {
  const { types, abilities, continuous, players, steps, policy } = timing;
  if (types.length === 0 && players === 0 && steps < 0) return [];
  return [
    {
      occurrences: types.map((type) => [
        type.name,
        type.fields.map((field) => field && [field.name, ...typeText(field.type)]),
        ...partsOf(type, ['subject', 'player', 'target', 'amount', 'possible', 'change']),
        allOf(type.remembers, ['number', 'node']),
      ]),
      abilities: abilities.map((ability) => [
        ...partsOf(ability, ['name', 'class', 'at']),
        allOf(ability.on, ['type', 'where']),
        carrierText(ability.carrier),
        ...partsOf(ability, ['controller', 'live', 'condition', 'next', 'lapses', 'first', 'optional', 'list']),
        ability.into === undefined ? [] : raisedText(ability.into),
        canonical(ability.yields),
      ]),
      continuous: continuous.map((each) => [
        each.name,
        carrierText(each.carrier),
        ...partsOf(each, ['condition', 'column', 'begins', 'ends']),
      ]),
      players: partsOf(timing, ['players', 'active', 'next', 'steps']),
      policy: partsOf(policy, ['grouping', 'bornInStep', 'reactionToZero', 'depth', 'optionalLoop']),
    },
  ];
}

function carrierText(carrier: AbilityCarrier): unknown {
  return carrier.by === 'classes' ? partsOf(carrier, ['by', 'classes', 'own']) : carrier;
}

function environmentText(environment: Environment): unknown {
  const { agents, blocks, orders, reward } = environment;
  return {
    environment: partsOf(environment, ['name', 'turns', 'capacity', 'maps']),
    agents: partsOf(agents, ['kind', 'count', 'where']),
    blocks: blocks.map(({ name, slots, values }) => [name, slotsText(slots), allOf(values, ['name', 'node'])]),
    orders: orders.map(({ name, slots, column, choices }) => [name, slotsText(slots), column, choicesText(choices)]),
    ends: [...partsOf(reward, ['node', 'change']), ...partsOf(environment, ['lives', 'terminated'])],
  };
}

function slotsText(slots: Slots | undefined): unknown {
  return slots === undefined ? null : partsOf(slots, ['kind', 'count', 'where', 'order']);
}

function choicesText(choices: Choices): unknown {
  if (choices.by === 'object') return partsOf(choices, ['kind', 'count', 'where', 'prefer']);
  return [choices.values, choices.names, textsOf(choices.allowed), textsOf(choices.prefer)];
}

/** One text where all are alike. */
function textsOf(nodes: readonly (Node | undefined)[]): readonly unknown[] {
  const known = new Map<Node | undefined, unknown>();
  const texts = nodes.map((node) => {
    const text = known.get(node) ?? canonical(node);
    known.set(node, text);
    return text;
  });
  return new Set(texts).size === 1 ? texts.slice(0, 1) : texts;
}

/** Of all that content begins a world with. */
export function startTexts({ start = [] }: Pick<RuleBook, 'start'>): readonly unknown[] {
  return start.map(startText);
}

function startText(step: StartStep): unknown {
  switch (step.does) {
    case 'repeat':
      return [step.does, canonical(step.times), step.steps.map(startText)];
    case 'edges':
      return [step.does, step.graph, Object.values(step.make).map(madeText)];
    case 'grid':
      return [step.does, step.grid, allOf(step.values, ['column', 'value'])];
    case 'create':
      return [
        ...partsOf(step, ['does', 'class', 'kind', 'count', 'owner']),
        step.table === undefined
          ? ''
          : [...partsOf(step.table, ['name', 'format']), allOf(step.table.columns, ['from', 'column'])],
        placeText(step.place),
        allOf(step.values, ['column', 'value']),
      ];
  }
}

/** Of a part of the making of edges. */
function madeText(part: unknown): unknown {
  const text = canonical(part);
  return typeof text === 'object' && text !== null ? Object.values(text) : text;
}

function placeText(place: StartPlace | undefined): unknown {
  switch (place?.by) {
    case 'in':
      return partsOf(place, ['by', 'object']);
    case 'at':
      return partsOf(place, ['by', 'x', 'y']);
    case 'among':
      return partsOf(place, ['by', 'kind', 'where', 'site']);
    case undefined:
      return '';
  }
}
