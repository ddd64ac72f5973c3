import type { Node } from '../../../ir/node.js';
import type { PropertyValue, Value } from '../syntax.js';
import { type Context, type EntityKind, withSlotTaken } from './context.js';
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
  objectsOf,
  nobody,
  type KindSet,
} from './subjects.js';
import type { Kit } from './kit.js';
import { literalNumber } from '../item-fields.js';
import { describe, wrongType } from './parameters.js';
import type { GameColumn } from '../model/game-model.js';

/** Properties that content treats as numbers and that stand for objects, empires or designs; −1 is none. */

type Leader = (of: Subject, context: Context) => Subject;

const held =
  (column: GameColumn, kinds: KindSet = 0): Leader =>
  ({ node }, { kit }) =>
    subject(kit.cell(column, node), kinds, false);

const leaders = new Map<string, Leader>([
  ['ID', (of) => of],
  ['Owner', ({ node }, { kit }) => subject(kit.owner(node), 0, false)],
  ['SystemID', (of, { kit }) => systemOf(kit, of)],
  ['PlanetID', (of, { kit }) => ancestorOf(kit, of, 'planet')],
  ['FleetID', (of, { kit }) => ancestorOf(kit, of, 'fleet')],
  ['DesignID', held('design')],
  ['ProducedByEmpireID', held('producedBy')],
  ['NextSystemID', held('nextSystem', kindBits.system)],
  ['PreviousSystemID', held('previousSystem', kindBits.system)],
]);

export function isEntityProperty(property: string): boolean {
  return leaders.has(property);
}

/** The target of a property of an object; nobody's properties lead to nobody. */
export function entityProperty(property: PropertyValue['property'], of: Subject, context: Context): Subject {
  const leader = leaders.get(property);
  return leader === undefined ? nobody(context) : leader(of, context);
}

/** The number by which the game knows an object; −1 for none. */
export function idOf(of: Subject, { kit }: Context): Node {
  return kit.choose(isThere(kit, of), kit.cell('id', of.node), kit.number(-1));
}

/** True if a value stands for a thing: a property that does, or −1, which is none. */
export function isEntity(value: Value): boolean {
  return (value.kind === 'property' && isEntityProperty(value.property)) || literalNumber(value) === -1;
}

/** The thing that a value numbers; reported where no number can stand there. */
export function lowerEntity(value: Value, kind: EntityKind, context: Context): Subject {
  if (value.kind === 'property' && isEntityProperty(value.property)) {
    const of = subjectOf(value, context);
    return of === undefined ? nobody(context) : entityProperty(value.property, of, context);
  }
  if (literalNumber(value) === -1) return nobody(context);
  if (value.kind !== 'text' && value.kind !== 'word' && value.kind !== 'running') return numbered(value, kind, context);
  const found = value.kind === 'running' ? describe(value) : 'a text';
  wrongType(context, value.at, found, 'the number of an object, such as `Source.SystemID`');
  return nobody(context);
}

function numbered(value: Value, kind: EntityKind, context: Context): Subject {
  const { kit, builder, free } = context;
  const member = kit.slot(free);
  const number = context.language.integer(value, withSlotTaken(context));
  const hasNumber = kit.equal(kit.cell('id', member), number);
  if (kind !== 'object') return subject(kit.fold('first', objectsOf(builder.kinds[kind]), free, hasNumber), 0, false);
  const isObject = kit.oneOf(
    kit.kindOf(member),
    kindsIn(everyKind).map((kind) => kit.kind(kind)),
  );
  return subject(kit.fold('first', objectsOf(0), free, kit.all([isObject, hasNumber])), everyKind, false);
}

/** The object whose property is read; undefined where it does not exist, such as a target outside of effects. */
export function subjectOf({ subject: name, through }: PropertyValue, context: Context): Subject | undefined {
  let at: Subject | undefined = context[subjects[name]];
  for (const container of through) at &&= steps[container](context.kit, at);
  return at;
}

const subjects = { Source: 'source', Target: 'target', LocalCandidate: 'candidate', RootCandidate: 'root' } as const;

const steps: Record<PropertyValue['through'][number], (kit: Kit, at: Subject) => Subject> = {
  Planet: (kit, at) => holderOf(kit, at, 'building', 'planet'),
  System: systemOf,
  Fleet: (kit, at) => holderOf(kit, at, 'ship', 'fleet'),
};
