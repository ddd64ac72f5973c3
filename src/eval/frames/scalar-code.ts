import type { Model } from '../../components/model.js';
import type { Frame } from '../../ir/frame.js';
import { type Code, js, lines, nameOf, refuse, sourceOf } from '../emit/code.js';
import { operationOf } from '../make-node.js';
import type { Value } from '../../ir/node.js';
import { emitters } from './emitters.js';
import type { Bound, Scalar } from './scalar.js';

/** Nodes that one function may have: one that stands in several places counts in each. */
const mostNodes = 1000;

export interface ScalarCode {
  /**
   * The body of a function of `frame`, and perhaps of what it goes through (`from`) and puts things into (`into`); it
   * knows what is given by the names `given0`, `given1`, …
   */
  readonly body: Code;
  readonly given: readonly unknown[];
}

/** The code of what is emitted, of nodes that give what the interpreter does. Throws where they have too many parts. */
export function scalarCode(model: Model, emit: (scalar: Scalar) => void): ScalarCode {
  const given: unknown[] = [];
  const onces = new Map<string, { readonly name: Code; readonly code: Code }>();
  const bindings = new Map<number, Bound>();
  let here: Code[] = [];
  let names = 0;
  let nodes = 0;
  const scalar: Scalar = {
    model,
    add,
    keep,
    of(wanted) {
      if (++nodes > mostNodes) return refuse(`more than ${mostNodes} nodes`);
      return Object.hasOwn(emitters, wanted.op) ? emitters[wanted.op](wanted, scalar) : scalar.interpreted(wanted);
    },
    once(code) {
      const known = onces.get(sourceOf(code));
      if (known !== undefined) return known.name;
      const name = newName();
      onces.set(sourceOf(code), { name, code });
      return name;
    },
    given(thing) {
      const at = given.indexOf(thing);
      return nameOf('given', at < 0 ? given.push(thing) - 1 : at);
    },
    variable(initial) {
      const name = newName();
      add(js`let ${name} = ${initial};`);
      return name;
    },
    bind(slot, object) {
      bindings.set(slot, object);
    },
    bound: (slot) => bindings.get(slot),
    label: () => nameOf('block', names++),
    inside(fill) {
      const saved = here;
      const inside: Code[] = (here = []);
      try {
        fill();
      } finally {
        here = saved;
      }
      return lines(inside);
    },
    interpreted(wanted) {
      const operation = operationOf(wanted);
      const evaluate = (frame: Frame): Value => operation.evaluate(wanted, frame);
      return { value: keep(js`${scalar.given(evaluate)}(frame)`), absent: true };
    },
  };
  emit(scalar);
  const before = [...onces.values()].map(({ name, code }) => js`const ${name} = ${code};`);
  return { body: lines([...before, ...here]), given };

  function newName(): Code {
    return nameOf('value', names++);
  }

  function add(statement: Code): void {
    here.push(statement);
  }

  function keep(value: Code): Code {
    const name = newName();
    add(js`const ${name} = ${value};`);
    return name;
  }
}
