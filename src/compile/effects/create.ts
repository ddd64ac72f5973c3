import { asStored, hasCell, writeCell } from '../../components/cells.js';
import { classAt, kindAt } from '../../components/model.js';
import { bear } from '../../components/objects.js';
import { ownerOf } from '../../components/ownership.js';
import { EdictError } from '../../kernel/errors.js';
import { isAbsent } from '../operation.js';
import type { CreateEffect, Rule } from '../rule.js';
import { placementBy } from '../../components/neighbourhood.js';
import { type TurnContext, countCreated } from './turn-context.js';

/** Creates objects where an object is, for its owner. Returns false where none can be: no class, a count below 1, or no place for the kind. */
export function create(context: TurnContext, rule: Rule, effect: CreateEffect, id: number): boolean {
  const { state, frame } = context;
  frame.value = 0;
  const classIndex = context.evaluate(effect.class);
  const wanted = context.evaluate(effect.count);
  if (isAbsent(classIndex) || classIndex === 0 || isAbsent(wanted) || !(wanted >= 1)) return false;
  const kind = kindAt(state.model, classAt(state.model, classIndex).kind);
  const place = placementBy(state, kind, id);
  if (place === undefined) return false;
  const count = Math.trunc(wanted);
  countCreated(context, rule, count);
  const owner = kind.ownership.rule === 'stored' && !kind.faction ? ownerOf(state, id) : 0;
  const values = effect.initial.map(({ column, value }) => ({ column: state.model.columns[column], value: context.evaluate(value) }));
  for (let i = 0; i < count; i++) {
    const born = bear(state, { kind: kind.index, class: classIndex, name: '', owner, place, created: frame.turn }, `rule ${rule.name}`);
    for (const { column, value } of values) {
      if (isAbsent(value) || !hasCell(state, column, born)) continue;
      if (!Number.isFinite(asStored(column, value))) {
        throw new EdictError('not-finite', `rule ${rule.name} would create an object with ${column.name} of ${value}; keep its amounts within the range of numbers`, rule.name);
      }
      writeCell(state, column, born, column.type.name === 'number' ? asStored(column, value) : value);
    }
  }
  return true;
}
