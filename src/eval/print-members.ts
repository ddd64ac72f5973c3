import { type Step, stepsText } from '../model/connection.js';
import { classAt, kindAt } from '../model/model.js';
import type { Node } from '../ir/node.js';
import { type Range, hasAnchor } from './ops/range.js';
import { type Printer, binding, slotName, writeCall, writeMember } from './print.js';
import { constantValue } from './shape.js';

/** Writes the members of a range of which a filter is true; returns the name of a member. */
export function writeMembers(
  to: Printer,
  { range, slot }: { readonly range: Range; readonly slot: number },
  anchor: Node | undefined,
  filter: Node | undefined,
): string {
  const name = slotName(slot, to.wording.first);
  writeRange(range, hasAnchor(range) ? anchor : undefined, to);
  if (filter !== undefined && constantValue(filter) !== 1) writeOf(to, 'filter', name, filter);
  return name;
}

export function writeOf(to: Printer, fold: string, name: string, value: Node | undefined): void {
  to.add(`.${fold}(`);
  if (value !== undefined) {
    to.add(`${name}, `);
    to.write(value, binding.loosest);
  }
  to.add(')');
}

function writeRange(range: Range, anchor: Node | undefined, to: Printer): void {
  const { model } = to.wording;
  if (range.over === 'class') return to.add(`instances(${classAt(model, range.class).name})`);
  if (range.over === 'connection' && anchor !== undefined) return writeConnection(range.steps, anchor, to);
  to.add(`${range.over}(`);
  if (anchor !== undefined) to.write(anchor, binding.loosest);
  if (range.kind !== 0) to.add(`${anchor === undefined ? '' : ', '}${kindAt(model, range.kind).name}`);
  to.add(')');
}

/** `realm(target)`, `near(target, 1)`, `target.trade`; steps without a name are written out */
function writeConnection(steps: readonly Step[], anchor: Node, to: Printer): void {
  const { connections, links, grids } = to.wording.model;
  const [first, second] = steps;
  const said = stepsText(steps);
  const named = connections.find((each) =>
    [each.steps, [{ by: 'kind', kind: each.from } as const, ...each.steps]].some((known) => stepsText(known) === said),
  );
  if (named !== undefined) return writeCall(to, named.name, [anchor]);
  if (steps.length === 1 && first.by === 'listed') return writeMember(to, anchor, links[first.link].name);
  if (steps.length === 2 && first.by === 'square' && second.by === 'once') {
    const grid = grids.length > 1 ? [`'${grids[first.grid].name}'`] : [];
    return writeCall(to, 'near', [anchor], String(first.distance), ...grid);
  }
  writeCall(to, 'connected', [anchor], ...steps.map(({ by }) => by));
}
