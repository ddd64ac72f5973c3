import type { Node } from '../../../ir/node.js';
import type { PropertyValue, Value } from '../syntax.js';
import { type Context, withSlotTaken } from './context.js';
import {
  type Subject,
  subject,
  isThere,
  ancestorOf,
  systemOf,
  kindBits,
  holderOf,
  everyKind,
  kindsIn,
} from './subjects.js';
import type { Kit } from './kit.js';
import { literalNumber } from './literals.js';
import { wrongType } from './parameters.js';

/** Properties that content takes for numbers and that stand for objects, empires or designs; −1 is none. */

type Leader = (of: Subject, context: Context) => Subject;

/** What is no game object has no kind of one. */
const other = (node: Node): Subject => subject(node, 0, false);

const leaders: ReadonlyMap<string, Leader> = new Map<string, Leader>([
  ['ID', (of) => of],
  ['Owner', ({ node }, { kit }) => other(kit.owner(node))],
  ['SystemID', (of, { kit }) => systemOf(kit, of)],
  ['PlanetID', (of, { kit }) => ancestorOf(kit, of, 'planet')],
  ['FleetID', (of, { kit }) => ancestorOf(kit, of, 'fleet')],
  ['DesignID', ({ node }, { kit, builder }) => other(kit.read(builder.column('design'), node))],
  ['ProducedByEmpireID', ({ node }, { kit, builder }) => other(kit.read(builder.column('producedBy'), node))],
  [
    'NextSystemID',
    ({ node }, { kit, builder }) => subject(kit.read(builder.column('nextSystem'), node), kindBits.system, false),
  ],
  [
    'PreviousSystemID',
    ({ node }, { kit, builder }) => subject(kit.read(builder.column('previousSystem'), node), kindBits.system, false),
  ],
]);

export function isEntityProperty(property: string): boolean {
  return leaders.has(property);
}

/** What a property of an object leads to. Nobody's properties lead to nobody. */
export function entityProperty(property: PropertyValue['property'], of: Subject, context: Context): Subject {
  const leader = leaders.get(property);
  return leader === undefined ? nobody(context) : leader(of, context);
}

export function nobody({ kit }: Pick<Context, 'kit'>): Subject {
  return subject(kit.none, 0, false);
}

/** The number by which the game knows an object; −1 for none. */
export function idOf(of: Subject, { kit, builder }: Context): Node {
  return kit.choose(isThere(kit, of), kit.read(builder.column('id'), of.node), kit.number(-1));
}

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

/**
 * The object that a property is read of; undefined where there is none of its sort, as there is no target outside of
 * effects.
 */
export function subjectOf({ subject: name, through }: PropertyValue, context: Context): Subject | undefined {
  let at = named(name, context);
  for (const container of through) at &&= steps[container](context.kit, at);
  return at;
}

function named(name: PropertyValue['subject'], { source, target, candidate, root }: Context): Subject | undefined {
  switch (name) {
    case 'Source':
      return source;
    case 'Target':
      return target;
    case 'LocalCandidate':
      return candidate;
    case 'RootCandidate':
      return root;
  }
}

const steps: Record<PropertyValue['through'][number], (kit: Kit, at: Subject) => Subject> = {
  Planet: (kit, at) => holderOf(kit, at, 'building', 'planet'),
  System: systemOf,
  Fleet: (kit, at) => holderOf(kit, at, 'ship', 'fleet'),
};
