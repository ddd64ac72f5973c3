import {
  type Bound,
  type Emission,
  type Emitted,
  type Shape,
  type Writer,
  assigned,
  blockIn,
  createWriter,
  inBand,
  kindOf,
} from './emission.js';
import { type Code, js, lines, nameOf, perhaps, refuse, sourceOf, withAll } from './code.js';
import { type Frame, type Value } from '../../ir/node.js';
import { createOpenLoops } from './open-loops.js';
import type { Model } from '../../model/model.js';
import type { Term } from '../term.js';
import { isMissing, isNotFound } from '../columns/rows.js';
import { operationOf } from '../make-node.js';
import { kindNamedBy } from '../named-kind.js';
import { slotOf } from '../node-shape.js';
import type { Emitting, Sharing } from './access.js';
import { frameAccess } from './frame-access.js';
import { createKnowledge } from './knowledge.js';
import { rowAccess } from './row-access.js';

/** Limit of nodes in one function of a frame; shared ones count at each place. */
const mostNodes = 1000;

/** Emits in rows of a shape, or in a frame. Throws where an operation has no code or odd data. */
export function written<Result>(model: Model, shape: Shape | Sharing | 'frame', emit: (emission: Emission) => Result) {
  const before = blockIn(undefined);
  const body = blockIn(before);
  const writer = createWriter(body);
  const things = createThings();
  const bindings = new Map<number, Bound>();
  let nodes = 0;
  const loops = createOpenLoops(writer, bindings);
  const emitting: Emitting = { writer, before, bindings, thing: things.thing, emitOperation, outside: loops.outside };
  const sharing = shape !== 'frame' && 'changes' in shape ? shape : undefined;
  const access = shape === 'frame' || 'changes' in shape ? frameAccess(emitting, sharing) : rowAccess(emitting, shape);
  const knowledge = createKnowledge(writer, access, sharing !== undefined);
  const emission: Emission = {
    ...writer,
    ...access,
    model,
    thing: things.thing,
    of(term) {
      const known = knowledge.find(term, ({ emitted }) => emitted);
      if (known !== undefined) return known;
      const lasts = holdsThroughout(term, sharing);
      return access.within(lasts ? before : access.placeOf(term), () => {
        const made = lasts ? onceInAll(term) : access.emit(term);
        knowledge.entryOf(term).emitted = made;
        return made;
      });
    },
    isKnown: (term) => knowledge.find(term, ({ emitted }) => emitted) !== undefined,
    idOf(term) {
      const { value, absence } = emission.of(term);
      return absence === undefined ? value : emission.derived(term, 'id', () => js`(${absence} === 0 ? ${value} : 0)`);
    },
    derived(of, name, make) {
      const known = knowledge.find(of, ({ derived }) => derived.get(name));
      if (known !== undefined) return known;
      return access.within(access.placeOf(of), () => {
        const made = writer.keep(make());
        knowledge.entryOf(of).derived.set(name, made);
        return made;
      });
    },
    kindsOf(term) {
      const slot = slotOf(term);
      return slot === undefined ? [] : emission.kindsIn(slot);
    },
    kindNamed: (term) => kindOf(term, emission) || kindNamedBy(term, model),
    kindsIn(slot) {
      const kind = access.kindIn(slot);
      return bindings.get(slot)?.kinds ?? (kind === 0 ? [] : [kind]);
    },
    slot: (slot) => bindings.get(slot)?.value ?? writer.keep(access.slot(slot)),
    fixedSlot: (slot) =>
      bindings.has(slot) || access.varies(slot) ? undefined : writer.once(js`frame.slots[${slot}]`),
    bind(slot, object) {
      bindings.set(slot, object);
      // Its name is not yet declared where loops stand that are open already.
      loops.noteForgotten(({ free }) => ((free >>> slot) & 1) === 1);
    },
    hold(slot, id) {
      writer.add(perhaps(js`${writer.once(js`frame.slots`)}[${slot}] = ${id};`));
    },
    offsetIn: (slot) => bindings.get(slot)?.offset,
    join: (loop, term, fill) =>
      access.inFrame ? loops.join(loop, term, fill) : refuse('a loop that several aggregates share'),
    forget(isStale) {
      loops.noteForgotten(isStale);
      knowledge.forget(isStale);
    },
    interpreted(term) {
      if (term.heavy && sharing?.isWhole === true) return refuse('an aggregate that would be interpreted');
      const operation = operationOf(term);
      const evaluate = (frame: Frame): Value => operation.evaluate(term, frame);
      return outOfBand(writer, js`${things.thing('', evaluate)}(frame)`, term.type.name === 'numeric');
    },
    without: (slot, term) => withoutObject(slot, term),
  };

  const result = emit(emission);
  const onces = [...writer.onces].map(([name, code]) => js`const ${name} = ${code};`);
  const statements = lines(body.statements);
  return {
    result,
    before: lines([...onces, ...before.statements]),
    statements: readsSlots(statements, writer.once(js`frame.slots`)) ? withAll(statements) : statements,
    givens: access.givens,
    things: things.all(),
  };

  /** The first piece computes it, the others find it. */
  function onceInAll(term: Term): Emitted {
    const kept = things.thing('', new Float64Array(2));
    const [value, absence] = [writer.variable(js`${kept}[0]`), writer.variable(js`${kept}[1]`)];
    const first = writer.inside(() => {
      writer.add(assigned(value, absence, access.emit(term)));
      writer.add(js`${kept}[0] = ${value}; ${kept}[1] = ${absence};`);
    });
    writer.add(js`if (from.begin === 0 && from.end > 0) { ${first} }`);
    return { value, absence: term.absence === 0 ? undefined : absence };
  }

  function withoutObject(slot: number, term: Term): Emitted {
    const held = js`${writer.once(js`frame.slots`)}[${slot}]`;
    const [value, absence] = [writer.variable(0), writer.variable(0)];
    const saved = writer.keep(held);
    const outer = bindings.get(slot);
    const inside = writer.inside(() => {
      writer.add(js`${held} = 0;`);
      bindings.set(slot, { value: js`0`, kinds: [] });
      writer.add(assigned(value, absence, emission.of(term)));
    });
    if (outer === undefined) bindings.delete(slot);
    else bindings.set(slot, outer);
    writer.add(js`try { ${inside} } finally { ${held} = ${saved}; }`);
    return { value, absence: term.absence === 0 ? undefined : absence };
  }

  function emitOperation(term: Term): Emitted {
    if (access.inFrame && ++nodes > mostNodes) return refuse(`more than ${mostNodes} nodes`);
    const { args } = term;
    if (args.some((arg, i) => arg.heavy && args.indexOf(arg) !== i))
      return refuse('one aggregate twice in one operation');
    return knowledge.asConsumer(() => codeOf(term));
  }

  function codeOf(term: Term): Emitted {
    const { emit: code, emitRows, apply } = operationOf(term);
    if (!access.inFrame) return (emitRows ?? code ?? refuse('an operation that is not emitted'))(term, emission);
    if (code !== undefined) return code(term, emission);
    return apply === undefined || term.type.name === 'numeric' ? emission.interpreted(term) : applied(term);
  }

  function applied(term: Term): Emitted {
    const values = [js`frame`, things.thing('', term.data), ...term.args.map((arg) => inBand(emission.of(arg)))];
    const call = things.thing('', operationOf(term).apply);
    return outOfBand(writer, js`${call}(${values.reduce((all, each) => js`${all}, ${each}`)})`, false);
  }
}

/** An aggregate that depends on no object, and on nothing that changes while the code runs. */
function holdsThroughout({ free, heavy, draws, sequential, runs, type, stamps }: Term, sharing?: Sharing): boolean {
  if (sharing?.inPieces !== true || !heavy || free !== 0 || draws || sequential || runs || type.name === 'numeric')
    return false;
  return !stamps.some(sharing.changes);
}

function outOfBand({ keep }: Writer, code: Code, isNumeric: boolean): Emitted {
  const found = keep(code);
  const absence = keep(js`${found} === undefined ? ${isMissing} : ${found} === null ? ${isNotFound} : 0`);
  const value = keep(js`${absence} === 0 ? ${found} : 0`);
  return isNumeric ? { value, absence, whole: keep(js`frame.whole ? 1 : 0`) } : { value, absence };
}

function createThings() {
  const known = new Map<unknown, { readonly name: Code; readonly what: unknown }>();
  return {
    thing: (name: string, what: unknown): Code => {
      const key = name === '' ? what : name;
      const found = known.get(key);
      if (typeof what === 'function' && found !== undefined && found.what !== what)
        throw new Error(`two functions have the name ${name} in generated code`);
      const entry = found ?? { name: nameOf('thing', known.size), what };
      known.set(key, entry);
      return entry.name;
    },
    all: () => [...known.values()].map(({ what }) => what),
  };
}

/** What comes after `perhaps` is a comment. */
function readsSlots(code: Code, slots: Code): boolean {
  const rest = sourceOf(code).replace(/\/\*.*?\*\//g, '');
  return /\bframe\b(?!\.)/.test(rest) || new RegExp(`\\b${sourceOf(slots)}\\b`).test(rest);
}
