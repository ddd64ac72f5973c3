import type { Node } from '../../../ir/node.js';
import type { PropertyValue } from '../syntax.js';
import { type Context, type Subject, subject } from './context.js';
import { kindBits } from './kind-set.js';
import { isThere, ancestorOf, systemOf } from './subjects.js';

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
