import { operationOf } from '../../../eval/make-node.js';
import { asSolved } from '../../../eval/node-shape.js';
import type { Node } from '../../../ir/node.js';
import type { CellModifier, Grouping } from '../../../ir/rule.js';
import { createHasher } from '../../../kernel/hash.js';
import {
  type Class,
  type Content,
  type Kind,
  type Model,
  type Variable,
  indexByName,
  nothingDeclared,
} from '../../../model/model.js';
import { type Definitions, classOfObject } from '../definitions/definitions.js';
import { type Scope, fold } from '../definitions/scopes.js';

export function modelOfCampaign({ scopes, objects }: Definitions, variables: readonly Variable[]): Model {
  const kinds = scopes.all.map(kindOf);
  const classes = objects.all.map(classOfObject);
  return Object.freeze({
    ...nothingDeclared,
    kinds,
    classes,
    variables,
    columns: [],
    enumerations: [],
    roles: [],
    kindByName: indexByName(kinds),
    columnByName: new Map(),
    classByName: indexByName(classes),
  });
}

function kindOf({ index, name, parent }: Scope): Kind {
  return {
    index,
    name,
    faction: false,
    node: false,
    ownership: { rule: 'none' },
    attachesTo: parent === undefined ? [] : [parent.index],
    orphan: 'destroy',
    columns: [],
  };
}

/** Texts are hashed together: one by one they would cost more than the hash. */
const chunkLength = 1 << 16;

/**
 * Files, lines, explanations, spellings of names and the order of definitions do not count; the order of modifiers and
 * of objects does.
 */
export function fingerprintOf(model: Model, modifiers: readonly CellModifier[]): string {
  const hasher = createHasher();
  let chunk = 'edict formulas 1\n';
  const write = (line: string): void => {
    chunk += `${line}\n`;
    if (chunk.length < chunkLength) return;
    hasher.text(chunk);
    chunk = '';
  };
  for (const { name, attachesTo } of model.kinds) write(`${fold(name)} ${attachesTo.join(' ')}`);
  for (const variable of model.variables) write(variableText(variable));
  for (const each of model.classes) write(classText(each));
  for (const modifier of modifiers) write(modifierText(modifier));
  hasher.text(chunk);
  return hasher.digest();
}

function variableText({ name, kind, type, initial, input }: Variable): string {
  return `${fold(name)} ${kind} ${type.name} ${type.name === 'array' ? type.of.name : ''} ${input ? 'input' : ''} ${contentText(initial)}`;
}

function contentText(content: Content): string {
  if ('text' in content) return JSON.stringify(content.text);
  return `${Object.is(content.value, -0) ? '-0' : content.value}${content.whole === true ? ' whole' : ''}`;
}

function classText({ name, kind, groups, home }: Class): string {
  const all = [...(groups ?? [])]
    .map(fold)
    .sort()
    .map((group) => JSON.stringify(group));
  return `${JSON.stringify(fold(name))} ${kind} ${all.join(' ')} ${home === undefined ? '' : `${home.class} ${home.together}`}`;
}

function modifierText({ variable, carrier, others, modification, priority, amount }: CellModifier): string {
  const by = carrier.by === 'class' ? carrier.class : -carrier.kind;
  return `${variable} ${by} ${others === undefined ? '' : groupingText(others)} ${modification} ${priority} ${nodeText(amount)}`;
}

function groupingText({ kind, which }: Grouping): string {
  const { by } = which;
  const detail = by === 'group' ? ` ${JSON.stringify(fold(which.group))}` : by === 'class' ? ` ${which.class}` : '';
  return `${kind} ${by}${detail}`;
}

function nodeText(node: Node): string {
  const read = asSolved(node);
  if (read !== undefined) return `(${read.variable})`;
  let text = `(${node.op} ${operationOf(node).text?.(node.data) ?? ''}`;
  for (const arg of node.args) text += nodeText(arg);
  return `${text})`;
}
