import { countVisits } from '../../ir/frame.js';
import { type Code, js, refuse } from './code.js';
import type { Access, Emitting } from './access.js';
import type { MemberLoop } from './emission.js';

/** How the function of a frame does it: step by step, as the interpreter would. */
export function frameAccess({ writer, bindings, thing, emitOperation }: Emitting): Access {
  const slots = (): Code => writer.once(js`frame.slots`);
  return {
    inFrame: true,
    givens: [],
    isUniform: () => false,
    isOuter: () => true,
    given: () => refuse('what only functions over rows are given'),
    kindIn: () => 0,
    slot: (slot) => js`${slots()}[${slot}]`,
    running: () => js`frame.value`,
    runningWhole: () => js`(frame.valueWhole ? 1 : 0)`,
    visit(count) {
      writer.add(js`${thing('countVisits', countVisits)}(frame, ${count});`);
    },
    placeOf: () => writer.here,
    within: (_place, act) => act(),
    emit: emitOperation,
    overMembers,
  };

  /** The member is in its slot of the frame too, for what is interpreted. */
  function overMembers({ slot, kind, ids, from, to, isOther }: MemberLoop, fill: (member: Code) => void): void {
    const saved = writer.keep(js`${slots()}[${slot}]`);
    const at = writer.variable(from);
    const outer = bindings.get(slot);
    const inLoop = writer.inside(() => {
      const member = writer.keep(js`${ids}[${at}]`);
      if (isOther !== undefined) writer.add(js`if (${isOther(member)}) continue;`);
      writer.add(js`${slots()}[${slot}] = ${member};`);
      bindings.set(slot, { value: member, kinds: kind === 0 ? [] : [kind] });
      fill(member);
    });
    if (outer === undefined) bindings.delete(slot);
    else bindings.set(slot, outer);
    writer.add(js`try { for (; ${at} < ${to}; ${at}++) { ${inLoop} } } finally { ${slots()}[${slot}] = ${saved}; }`);
  }
}
