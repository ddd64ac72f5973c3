import type { Model } from '../../src/model/model.js';
import type { Program } from '../../src/ir/rule.js';
import { conditionForms } from './condition-forms.js';
import { effectForms } from './effect-forms.js';
import { operationForms } from './operation-forms.js';

/**
 * Which forms of the language a program uses, as labels such as `scope affiliation empire-inclusive` or `effect create
 * several`.
 */
export function formsOf({ model, rules }: Program): ReadonlySet<string> {
  const forms: string[] = [];
  for (const rule of rules.rules) {
    forms.push(`phase ${rule.phase}`);
    if (rule.activation.length === 0) forms.push('activation always');
    if (rule.priority !== 100) forms.push('priority');
    if (rule.exclude.length > 0) forms.push('exclude');
    forms.push(...rule.activation.flatMap((node) => conditionForms(model, node, 'activation')));
    forms.push(...[...rule.include, ...rule.exclude].flatMap((node) => conditionForms(model, node, 'scope')));
    forms.push(...rule.effects.flatMap((effect) => effectForms(model, effect)));
  }
  forms.push(...rules.growths.flatMap(({ formula }) => operationForms(model, formula)));
  return new Set([...forms, ...modelForms(model)]);
}

function modelForms(model: Model): readonly string[] {
  const when = (holds: boolean, form: string): readonly string[] => (holds ? [form] : []);
  return [
    ...model.kinds.flatMap((kind) => [
      `ownership ${kind.ownership.rule}`,
      `orphan ${kind.orphan}`,
      ...when(kind.faction, 'faction'),
      ...when(kind.node, 'node'),
    ]),
    ...model.columns.flatMap((column) => [
      `${column.role} ${column.integer ? 'integer' : column.storage === 'f32' ? 'float32' : column.type.name}`,
      ...when(column.reset, 'reset'),
      ...when(column.cap >= 0, 'capped'),
      ...when(column.companion !== undefined, 'companion'),
      ...when(Number.isFinite(column.minimum) && Number.isFinite(column.maximum), 'bounds'),
    ]),
    ...model.enumerations.map(({ order }) => `enumeration ${order}`),
    ...model.classes.flatMap((each) => [
      ...when(each.duration > 0, 'duration'),
      ...when(each.invisible, 'invisible'),
      ...when(each.initial.size > 0, 'first values of a class'),
    ]),
    ...model.roles.map((role) => `role ${role}`),
  ];
}
