import { type Block, type MemberLoop } from './emission.js';
import { type Code, js, refuse, sourceOf } from './code.js';
import { countVisits } from '../../ir/node.js';
import { ofAllKinds } from '../../model/stamps.js';
import { EdictError } from '../../kernel/errors.js';
import { type Access, type Emitting, type Sharing, eitherWay } from './access.js';

/** Step by step, as the interpreter would. */
export function frameAccess(
  { writer, bindings, thing, emitOperation, outside }: Emitting,
  sharing: Sharing | undefined,
): Access {
  const slots = () => writer.once(js`frame.slots`);
  /** The block in which the outermost loop over members stands: nothing changes while that runs. */
  let loopsIn: Block | undefined;
  return {
    inFrame: true,
    givens: [],
    isUniform: () => false,
    isOuter: () => true,
    given: () => refuse('what only functions over rows are given'),
    kindIn: () => 0,
    varies: () => false,
    slot: (slot) => js`${slots()}[${slot}]`,
    running: () => js`frame.value`,
    runningWhole: () => js`(frame.valueWhole ? 1 : 0)`,
    derivedNow(code, stamps) {
      if (sharing !== undefined && !stamps.some(sharing.changes)) return writer.once(code);
      const source = sourceOf(code);
      let place = writer.here;
      for (let at: Block | undefined = writer.here; at !== undefined; at = at.outer) {
        const known = at.derived.get(source);
        if (known !== undefined) return known.name;
        if (at === loopsIn) place = at;
      }
      const name = writer.at(place, () => writer.keep(code));
      place.derived.set(source, { name, stamps: ofAllKinds(stamps) });
      return name;
    },
    visit(count) {
      writer.add(
        sharing === undefined || sharing.isWhole === true
          ? js`${thing('countVisits', countVisits)}(frame, ${count});`
          : js`if ((visits += ${count}) > most) {
frame.visits += visits;
visits = 0;
if (frame.visits > frame.state.limits.visitsPerTurn) ${thing('refuseVisits', refuseVisits)}();
}`,
      );
    },
    placeOf: (term) => outside(term) ?? writer.here,
    within: (place, act) => (place === writer.here ? act() : writer.at(place, act)),
    emit: emitOperation,
    overMembers,
  };

  function overMembers(members: MemberLoop, fill: (member: Code) => void): void {
    const { slot, kind, from, to, memberAt, after, isOther, known } = members;
    const at = writer.variable(from);
    const outer = bindings.get(slot);
    const outerLoop = loopsIn;
    loopsIn ??= writer.here;
    const looped = each(() => memberAt(at));
    const steps = after === undefined ? js`${at} < ${to}; ${at}++` : js`${at} !== ${to}; ${at} = ${after(at)}`;
    if (namesFrame(looped)) inFrame();
    else if (known === undefined) writer.add(js`for (; ${steps}) { ${looped} }`);
    else writer.add(eitherWay(known, js`for (; ${steps}) { ${looped} }`, (code) => each(() => code), writer));
    loopsIn = outerLoop;
    if (outer === undefined) bindings.delete(slot);
    else bindings.set(slot, outer);

    /** The member is in its slot of the frame too, for what is interpreted. */
    function inFrame(): void {
      const saved = writer.keep(js`${slots()}[${slot}]`);
      const held = (code: () => Code) => each(code, (member) => js`${slots()}[${slot}] = ${member};`);
      const listed = js`for (; ${steps}) { ${held(() => memberAt(at))} }`;
      const loop = known === undefined ? listed : eitherWay(known, listed, (code) => held(() => code), writer);
      writer.add(
        sharing === undefined
          ? js`try { ${loop} } finally { ${slots()}[${slot}] = ${saved}; }`
          : js`${loop} ${slots()}[${slot}] = ${saved};`,
      );
    }

    function each(code: () => Code, begin: (member: Code) => Code = () => js``): Code {
      return writer.inside(() => {
        const member = writer.keep(code());
        if (isOther !== undefined) writer.add(js`if (${isOther(member)}) continue;`);
        writer.add(begin(member));
        bindings.set(slot, { value: member, kinds: kind === 0 ? [] : [kind] });
        fill(member);
      });
    }
  }
}

/** What hands on the frame, with its slots. */
function namesFrame(code: Code): boolean {
  return /\b(?:frame\b(?!\.)|from\b)/.test(sourceOf(code));
}

/** The most visits that generated code counts by itself: small whole numbers are counted quickest. */
export const mostCounted = 2 ** 30;

/** Strict order finds it again, and names the culprit. */
function refuseVisits(): never {
  throw new EdictError('limit-visits', 'aggregates looked at too many objects');
}
