import type { Value } from '../syntax.js';
import { type Context, type Subject, subject, withSlotTaken } from './context.js';
import { entityProperty, isEntityProperty, nobody } from './entity-properties.js';
import { everyKind, kindsIn } from './kind-set.js';
import { literalNumber } from './literals.js';
import { wrongType } from './problems.js';
import { subjectOf } from './subjects.js';

/** Objects, empires and designs where content gives the number of one. */

/** Whether a value stands for one: a property that does, or −1, which is none. */
export function isEntity(value: Value): boolean {
  return (value.sort === 'property' && isEntityProperty(value.property)) || literalNumber(value) === -1;
}

/** What has a number; reported where no number can stand there. */
export function lowerEntity(value: Value, of: 'object' | 'empire' | 'design', context: Context): Subject {
  if (value.sort === 'property' && isEntityProperty(value.property)) {
    const of = subjectOf(value, context);
    return of === undefined ? nobody(context) : entityProperty(value.property, of, context);
  }
  const literal = literalNumber(value);
  if (literal === -1) return nobody(context);
  if (value.sort === 'text' || value.sort === 'word' || value.sort === 'running') {
    wrongType(
      context,
      value.at,
      value.sort === 'running' ? 'the value of a meter' : 'a text',
      'the number of an object, such as `Source.SystemID`',
    );
    return nobody(context);
  }
  return numbered(value, of, context);
}

/** The one with a number that is worked out. */
function numbered(value: Value, of: 'object' | 'empire' | 'design', context: Context): Subject {
  const { kit, builder, free } = context;
  const member = kit.slot(free);
  const hasNumber = kit.compare(
    '==',
    kit.read(builder.column('id'), member),
    context.language.integer(value, withSlotTaken(context)),
  );
  if (of !== 'object')
    return subject(
      kit.fold('first', { over: 'objects', kind: builder.kinds[of], class: 0 }, free, hasNumber),
      0,
      false,
    );
  const isObject = kit.oneOf(
    kit.kindOf(member),
    kindsIn(everyKind).map((kind) => kit.kind(kind)),
  );
  return subject(
    kit.fold('first', { over: 'objects', kind: 0, class: 0 }, free, kit.all([isObject, hasNumber])),
    everyKind,
    false,
  );
}
