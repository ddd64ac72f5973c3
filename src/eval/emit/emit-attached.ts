import { chainsOf, firstInOrder, tieWidth } from '../../components/child-chains.js';
import { fact } from '../../model/stamps.js';
import type { Term } from '../term.js';
import { type Code, js } from './code.js';
import type { Emission } from './emission.js';
import type { Places, Segment } from './emit-around.js';
import { kindColumn } from './parts.js';

/** The lists of attached objects, for code of frames. */
export interface Chains {
  readonly lists: Code;
  readonly first: Code;
  readonly next: (id: Code) => Code;
}

export interface Attached extends Segment {
  /** How many there are. */
  readonly members: Code;
}

export function chainsCode(emission: Emission): Chains {
  const stamps = [fact.population, fact.place];
  const lists = emission.derivedNow(js`${emission.thing('chainsOf', chainsOf)}(frame.state)`, stamps);
  const part = (code: Code) => emission.derivedNow(code, stamps);
  const ties = part(js`${lists}.ties`);
  return { lists, first: part(js`${lists}.first`), next: (id) => js`${ties}[${tieWidth} * ${id}]` };
}

/** Objects of a kind (0: any) that are attached to one, ascending. */
export function emitAttached(kind: number, anchor: Term, emission: Emission): Attached {
  const { lists, first, next } = chainsCode(emission);
  const id = emission.keep(emission.idOf(anchor));
  const inOrder = js`${emission.thing('firstInOrder', firstInOrder)}(${lists}, ${id})`;
  const known = emission.keep(js`${id} === 0 ? 0 : ${first}[${id}]`);
  const from = emission.keep(js`${known} < 0 ? ${inOrder} : ${known}`);
  const isOther = otherThan(kind, emission);
  const members = emission.variable(0);
  const at = emission.name();
  const counted = isOther === undefined ? js`${members}++` : js`if (!(${isOther(at)})) ${members}++`;
  emission.add(js`for (let ${at} = ${from}; ${at} !== 0; ${at} = ${next(at)}) ${counted};`);
  return { from, to: js`0`, memberAt: (place) => place, after: next, isOther, members };
}

/** The same for code that looks at few members: each is found by its place. */
export function emitAttachedPlaces(kind: number, anchor: Term, emission: Emission): Places {
  const all = emitAttached(kind, anchor, emission);
  const { from, members, after } = all;
  const isOther = otherThan(kind, emission);
  return {
    all,
    from: js`0`,
    to: members,
    memberAt(place) {
      const [at, left] = [emission.variable(from), emission.variable(place)];
      const step = js`${at} = ${after?.(at) ?? 0}`;
      emission.add(
        isOther === undefined
          ? js`for (; ${left} > 0; ${left}--) ${step};`
          : js`for (; ${isOther(at)} || ${left}-- > 0; ) ${step};`,
      );
      return at;
    },
  };
}

/** Code of whether nothing of a kind (0: any) is attached to an object. */
export function emitVacant(kind: number, id: Code, emission: Emission): Code {
  const { first, next } = chainsCode(emission);
  const isOther = otherThan(kind, emission);
  if (isOther === undefined) return emission.keep(js`${first}[${id}] === 0 ? 1 : 0`);
  const at = emission.variable(js`Math.abs(${first}[${id}])`);
  emission.add(js`while (${at} !== 0 && ${isOther(at)}) ${at} = ${next(at)};`);
  return emission.keep(js`${at} === 0 ? 1 : 0`);
}

/** Undefined where all that is attached to anything is of the kind. */
function otherThan(kind: number, emission: Emission): ((id: Code) => Code) | undefined {
  const isOnly = emission.model.kinds.every(({ index, attachesTo }) => attachesTo.length === 0 || index === kind);
  return kind === 0 || isOnly ? undefined : (id) => js`${kindColumn(emission)}[${id}] !== ${kind}`;
}
