import { asSolved } from '../../../eval/shape.js';
import { operationOf } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import type { CellModifier, Grouping } from '../../../ir/rule.js';
import type { Class, Content, Model, Variable } from '../../../model/model.js';
import { type Hasher, createHasher } from '../../../kernel/hash.js';
import { fold } from '../definitions/fold.js';

/** Texts are handed to the hasher together: one by one they would cost more than the hash. */
const chunkLength = 1 << 16;

/**
 * A hash of what a campaign means: its scopes, objects, variables and modifiers. Files, lines, explanations, spellings
 * of names and the order of definitions do not count; the order of modifiers and of objects does.
 */
export function fingerprintOf(model: Model, modifiers: readonly CellModifier[]): string {
  const hasher: Hasher = createHasher();
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
  switch (which.by) {
    case 'all':
      return `${kind} all`;
    case 'group':
      return `${kind} group ${JSON.stringify(fold(which.group))}`;
    case 'class':
      return `${kind} class ${which.class}`;
  }
}

/** As `printNode` prints it, but for reads, which are most of what there is. */
function nodeText(node: Node): string {
  const read = asSolved(node);
  if (read !== undefined) return `(${read.variable})`;
  let text = `(${node.op} ${operationOf(node).text?.(node.data) ?? ''}`;
  for (const arg of node.args) text += nodeText(arg);
  return `${text})`;
}
