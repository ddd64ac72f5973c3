import type { Node } from '../../../compile/node.js';
import type { PropertyValue } from '../syntax.js';
import type { Context, Subject } from './context.js';
import { kindBits } from './kind-set.js';
import { isThere, ancestorOf, systemOf } from './subjects.js';

/** Properties that content takes for numbers and that stand for objects, empires or designs; −1 is none. */

type Leader = (subject: Subject, context: Context) => Subject;

/** What is no game object has no kind of one. */
const other = (node: Node): Subject => ({ node, kinds: 0, sure: false });

const leaders: ReadonlyMap<string, Leader> = new Map<string, Leader>([
  ['ID', (subject) => subject],
  ['Owner', ({ node }, { kit }) => other(kit.owner(node))],
  ['SystemID', (subject, { kit }) => systemOf(kit, subject)],
  ['PlanetID', (subject, { kit }) => ancestorOf(kit, subject, 'planet')],
  ['FleetID', (subject, { kit }) => ancestorOf(kit, subject, 'fleet')],
  ['DesignID', ({ node }, { kit, builder }) => other(kit.read(builder.column('design'), node))],
  ['ProducedByEmpireID', ({ node }, { kit, builder }) => other(kit.read(builder.column('producedBy'), node))],
  ['NextSystemID', ({ node }, { kit, builder }) => ({ node: kit.read(builder.column('nextSystem'), node), kinds: kindBits.system, sure: false })],
  ['PreviousSystemID', ({ node }, { kit, builder }) => ({ node: kit.read(builder.column('previousSystem'), node), kinds: kindBits.system, sure: false })],
]);

export function isEntityProperty(property: string): boolean {
  return leaders.has(property);
}

/** What a property of an object leads to. Nobody's properties lead to nobody. */
export function entityProperty(property: PropertyValue['property'], subject: Subject, context: Context): Subject {
  const leader = leaders.get(property);
  return leader === undefined ? nobody(context) : leader(subject, context);
}

export function nobody({ kit }: Pick<Context, 'kit'>): Subject {
  return { node: kit.none, kinds: 0, sure: false };
}

/** The number by which the game knows an object; −1 for none. */
export function idOf(subject: Subject, { kit, builder }: Context): Node {
  return kit.choose(isThere(kit, subject), kit.read(builder.column('id'), subject.node), kit.number(-1));
}
