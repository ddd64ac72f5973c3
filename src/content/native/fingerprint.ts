import type { Class, Column, Kind, Model, Variable } from '../../model/model.js';
import type { Environment } from '../../ir/environment.js';
import type { Flow } from '../../ir/flow.js';
import { printNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { stepsText } from '../../model/connection.js';
import type { CellModifier, Effect, Rule, RuleBook } from '../../ir/rule.js';
import type { Action, TriggerBook } from '../../ir/trigger.js';
import { hashString } from '../../kernel/hash.js';
import { nodesOfEffect } from '../../rules/effect-nodes.js';
import { environmentTexts } from './fingerprint-environment.js';
import { raisedText, timingDeedText, timingTexts } from './fingerprint-timing.js';

/**
 * A hash of what content means: its model, rules and environment as one canonical text. Names of files, comments,
 * labels and the way things are written do not count; names and order do.
 */
export function fingerprintOf(model: Model, rules: RuleBook, environment: Environment | undefined): string {
  return hashString(
    JSON.stringify([
      'edict content 1',
      model.enumerations.map(({ name, members, order, ring }) => [name, order, ring, members]),
      model.columns.map(columnText),
      model.kinds.map(kindText),
      model.classes.map(classText),
      model.roles,
      model.relations.map(({ name, symmetric }) => [name, symmetric]),
      model.tables.map(({ name, width, values }) => [name, width, Array.from(values, String)]),
      model.sights,
      model.networks,
      [...model.stacking],
      rules.rules.map(ruleText),
      rules.growths.map(({ column, formula }) => [column, printNode(formula)]),
      // Content without variables keeps the hash that it had before there were any.
      ...(model.variables.length === 0 ? [] : [model.variables.map(variableText), rules.modifiers.map(modifierText)]),
      ...relationTexts(model, rules),
      ...triggerTexts(rules.triggers),
      ...timingTexts(rules.timing),
      ...environmentTexts(environment),
    ]),
  );
}

/** Nothing of content that has none of all this, which so keeps the hash that it had before there was any. */
function relationTexts(
  { holdings, links, grids, connections, questions }: Model,
  { expressions, flows, names }: RuleBook,
): readonly unknown[] {
  const declared = [
    holdings.map(({ name, words, kinds }) => [name, words, kinds]),
    links.map(({ name, kinds, to }) => [name, kinds, to]),
    grids.map(({ name, kind, width, height, wrapX, wrapY }) => [name, kind, width, height, wrapX, wrapY]),
    connections.map(({ name, from, to, steps }) => [name, from, to, stepsText(steps)]),
    questions.map(({ name, words, type }) => [name, words, type]),
    expressions.map(({ name, scope, node, clauses, thing }) => [
      name,
      scope,
      printNode(node),
      clauses.map((clause) => clause.text),
      thing,
    ]),
    flows.flows.map(flowText),
    [...(names?.constants ?? [])].map(([name, { type, value }]) => [name, type.name, value]),
    [...(names?.flags.values() ?? [])].map(({ name, branches }) => [
      name,
      branches.map(({ by, index, node }) => [by, index, printNode(node)]),
    ]),
  ];
  return declared.every((part) => part.length === 0) ? [] : [{ relations: declared }];
}

function flowText({ name, carrier, receivers, kind, active, form }: Flow): unknown {
  const { where, times } = carrier;
  const { does } = form;
  const amount = does === 'constant' ? printNode(form.amount) : '';
  const targets =
    'targets' in form
      ? [
          [...form.targets.steps].map(([from, rows]) => [from, rows.map(stepsText)]),
          textOf(form.targets.where),
          form.targets.itself,
        ]
      : [];
  const numbers = Object.entries(form).filter(([, value]) => typeof value === 'number' || typeof value === 'string');
  return [
    name,
    stepsText(carrier.objects),
    carrier.kind,
    textOf(where),
    textOf(times),
    receivers === undefined ? null : stepsText(receivers),
    kind,
    textOf(active),
    does,
    amount,
    targets,
    numbers,
  ];
}

/** Likewise nothing of content without triggers. */
function triggerTexts({ triggers, lists }: TriggerBook): readonly unknown[] {
  if (triggers.length + lists.length === 0) return [];
  return [
    {
      triggers: triggers.map(({ name, when, looks, armed, persistent, subject, direct, list }) => [
        name,
        printNode(when),
        looks,
        armed,
        persistent,
        textOf(subject),
        textOf(direct),
        list,
      ]),
      lists: lists.map(({ actions }) => actions.map(actionText)),
    },
  ];
}

function actionText({ name, subject, direct, filter, swaps, silent, needsDirect, deed }: Action): unknown {
  return [
    name,
    textOf(subject),
    textOf(direct),
    textOf(filter),
    swaps,
    silent,
    needsDirect,
    deed.by === 'effects' ? deed.effects.map(effectText) : (timingDeedText(deed) ?? deed),
  ];
}

/** Empty for nothing. */
function textOf(node: Node | undefined): string {
  return node === undefined ? '' : printNode(node);
}

function columnText(column: Column): unknown {
  const { name, role, type, storage, integer, initial, minimum, maximum, reset, cap, kinds, companion } = column;
  const steps =
    companion === undefined
      ? null
      : [
          companion.property,
          companion.remember,
          [...companion.members].map(([member, { value, born }]) => [member, value, born]),
        ];
  // As text, because JSON has no infinities.
  const bounds = [String(minimum), String(maximum)];
  return [
    name,
    role,
    type.name,
    type.name === 'enumeration' ? type.index : -1,
    storage,
    integer,
    initial,
    bounds,
    reset,
    cap,
    [...kinds],
    steps,
  ];
}

function kindText({ name, faction, node, ownership, attachesTo, orphan }: Kind): unknown {
  return [name, faction, node, ownership.rule, ownership.rule === 'through' ? ownership.kind : 0, attachesTo, orphan];
}

function classText({ name, kind, duration, invisible, initial, held, groups }: Class): unknown {
  return [
    name,
    kind,
    duration,
    invisible,
    [...initial],
    ...(groups === undefined ? [] : [[...groups]]),
    ...(held === undefined ? [] : [{ held: [...held] }]),
  ];
}

function variableText({ name, kind, type, initial, input }: Variable): unknown {
  return [name, kind, type, 'text' in initial ? initial.text : [String(initial.value), initial.whole ?? false], input];
}

function modifierText({
  variable,
  carrier,
  others,
  modification,
  amount,
  priority,
  whenAbsent,
}: CellModifier): unknown {
  return [variable, carrier, others ?? null, modification, printNode(amount), priority, whenAbsent];
}

function ruleText({ index, name, carrier, phase, priority, activation, include, exclude, effects }: Rule): unknown {
  return [
    index,
    name,
    carrier,
    phase,
    priority,
    activation.map(printNode),
    include.map(printNode),
    exclude.map(printNode),
    effects.map(effectText),
  ];
}

function effectText(effect: Effect): unknown {
  const { kind, recipient, stacking } = effect;
  const column =
    effect.kind === 'modify' || effect.kind === 'step' ? effect.column : effect.kind === 'hold' ? effect.holding : -1;
  const modification = effect.kind === 'modify' ? effect.modification : '';
  const initial = effect.kind === 'create' ? effect.initial.map((each) => each.column) : [];
  const renewed = effect.kind === 'become' ? [[effect.columns, effect.holdings]] : [];
  const told = effect.kind === 'message' ? [[effect.text, effect.values.map(({ name }) => name)]] : [];
  const raised = effect.kind === 'raise' ? [effect.occurrences.map(raisedText)] : [];
  return [
    kind,
    recipient,
    stacking,
    column,
    modification,
    initial,
    nodesOfEffect(effect).map(printNode),
    ...renewed,
    ...told,
    ...raised,
  ];
}
