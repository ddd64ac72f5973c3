import { type Code, js, lines, nameOf, sourceOf } from './code.js';
import type { Emission, Emitted } from './emission.js';
import type { Term } from '../term.js';

/** Statements under construction, and the values computed among them. */
export interface Block {
  readonly statements: Code[];
  readonly outer: Block | undefined;
  readonly known: Map<Term, Known>;
}

/** The computed value of a term, and values derived from it by names that operations give. */
export interface Known {
  emitted: Emitted | undefined;
  readonly derived: Map<string, Code>;
  readonly consumer: object;
}

export interface Writer extends Pick<Emission, 'add' | 'keep' | 'variable' | 'name' | 'label' | 'inside'> {
  here: Block;
  at<T>(place: Block, act: () => T): T;
  /** Values that are the same for all of a call: name by code. */
  readonly onces: ReadonlyMap<Code, Code>;
  readonly once: (code: Code) => Code;
}

export function blockIn(outer: Block | undefined): Block {
  return { statements: [], outer, known: new Map() };
}

export function createWriter(first: Block): Writer {
  let names = 0;
  const bySource = new Map<string, Code>();
  const onces = new Map<Code, Code>();
  const writer: Writer = {
    here: first,
    onces,
    add(statement) {
      writer.here.statements.push(statement);
    },
    keep(value) {
      const name = writer.name();
      writer.add(js`const ${name} = ${value};`);
      return name;
    },
    variable(initial) {
      const name = writer.name();
      writer.add(js`let ${name} = ${initial};`);
      return name;
    },
    name: () => nameOf('value', names++),
    label: () => nameOf('block', names++),
    inside(fill) {
      const into = blockIn(writer.here);
      writer.at(into, fill);
      return lines(into.statements);
    },
    at(place, act) {
      const saved = writer.here;
      writer.here = place;
      try {
        return act();
      } finally {
        writer.here = saved;
      }
    },
    once(code) {
      const source = sourceOf(code);
      const known = bySource.get(source);
      if (known !== undefined) return known;
      const name = writer.name();
      bySource.set(source, name);
      onces.set(name, code);
      return name;
    },
  };
  return writer;
}
