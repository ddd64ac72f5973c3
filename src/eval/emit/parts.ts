import { resolve } from '../../kernel/identity.js';
import { isFlat } from '../../model/model.js';
import { hasMasks } from '../../indexes/faction-masks.js';
import { placeHolder } from '../../components/place.js';
import { placeKind } from '../../components/place-kind.js';
import { isWorthIndex } from '../../indexes/worth-index.js';
import { isMissing } from '../columns/rows.js';
import type { Term } from '../term.js';
import { type Code, js, refuse, sourceOf } from './code.js';
import type { Emission, Emitted } from './emission.js';
import { asRead, conjuncts } from '../node-shape.js';
import { maskOf } from '../columns/mask-columns.js';
import { varies } from '../columns/evaluator.js';
import { isAbsent } from '../operation.js';

export function kindColumn(emission: Emission): Code {
  return emission.once(js`frame.state.identity.kind`);
}

export function parentColumn(emission: Emission): Code {
  return emission.once(js`frame.state.parent`);
}

export function factionColumn(emission: Emission): Code {
  return emission.once(js`frame.state.faction`);
}

/** Few rows must not pay for an index of the whole world, and with many factions there is none. */
export function masksOf(emission: Emission): Code {
  return emission.given('masks', ({ evaluator: { state, indexes }, rows, eager }) =>
    hasMasks(state) && (eager || isWorthIndex(rows.length, state) || indexes.ready.factions())
      ? indexes.factions()
      : undefined,
  );
}

function placesOf(emission: Emission): Code {
  return emission.given('places', ({ evaluator: { state, indexes }, rows, eager }) =>
    eager || isWorthIndex(rows.length, state) || indexes.ready.places() ? indexes.places() : undefined,
  );
}

/** A read of a cell that the object certainly has. */
export function isOwnCell(term: Term, emission: Emission): boolean {
  const read = asRead(term);
  if (read === undefined) return false;
  const kinds = emission.kindsOf(term.args[0]);
  return kinds.length > 0 && kinds.every((kind) => emission.model.columns[read.column].kinds[kind] === 1);
}

/** 0 where it is nowhere. */
export function placeOf(of: Term, emission: Emission): Code {
  return emission.derived(of, 'place', () => {
    const id = emission.idOf(of);
    const isInherited = js`${emission.once(js`frame.state.place`)}[${id}] === ${placeKind.inherited}`;
    if (isFlat(emission.model)) return js`(${isInherited} ? 0 : ${id})`;
    if (!emission.inFrame) return js`${placesOf(emission)}[${id}]`;
    return js`(${isInherited} ? ${emission.thing('placeHolder', placeHolder)}(frame.state, ${id}) : ${id})`;
  });
}

/** Itself or the nearest upward that is not wrong; 0 where there is none. */
export function climbWhile(id: Code, isWrong: (at: Code) => Code, emission: Emission): Code {
  const at = emission.variable(id);
  emission.add(js`while (${at} !== 0 && ${isWrong(at)}) ${at} = ${parentColumn(emission)}[${at}];`);
  return at;
}

export function missingWhereNone(of: Term, emission: Emission): Code | undefined {
  return emission.kindsOf(of).length > 0 ? undefined : emission.keep(js`${emission.idOf(of)} === 0 ? ${isMissing} : 0`);
}

export function objectOrMissing(code: Code, emission: Emission): Emitted {
  const value = emission.keep(code);
  return { value, absence: emission.keep(js`${value} === 0 ? ${isMissing} : 0`) };
}

/** 0 for stale ones. */
export function resolved(handle: Code, emission: Emission): Code {
  const held = emission.keep(handle);
  const identity = emission.once(js`frame.state.identity`);
  return js`(${held} === 0 ? 0 : ${emission.thing('resolve', resolve)}(${identity}, ${held}))`;
}

/** Continues with the next one of a loop unless all parts of a condition that draws nothing are true. */
export function emitDemand(term: Term, emission: Emission): void {
  for (const part of conjuncts(term)) {
    const { value, absence } = emission.of(part);
    const fails = js`${value} !== 1`;
    emission.add(js`if (${absence === undefined ? fails : js`${absence} !== 0 || ${fails}`}) continue;`);
  }
}

export function factionOf(of: Term, emission: Emission): Code {
  return emission.derived(of, 'faction', () => js`${factionColumn(emission)}[${emission.idOf(of)}]`);
}

export function maskFor(of: Term, emission: Emission): Code {
  return emission.derived(of, 'mask', () => js`${masksOf(emission)}[${emission.idOf(of)}]`);
}

/** The factions of the second side. Where all rows have none, the primitives answer: they evaluate nothing else. */
export function emitOthers(other: Term, beside: Term, emission: Emission): Code {
  if (!emission.isUniform(other)) return maskFor(other, emission);
  if (beside.heavy) return refuse('factions of what an aggregate finds');
  return emission.given(`mask of ${sourceOf(emission.of(other).value)}`, ({ evaluator, rows }) => {
    const id = evaluator.uniform(other, rows);
    return id === varies || isAbsent(id) || !hasMasks(evaluator.state)
      ? undefined
      : maskOf(evaluator.state, id) || undefined;
  });
}
