import { resolve } from '../../kernel/identity.js';
import { isFlat, kindAt } from '../../model/model.js';
import { hasMasks } from '../../indexes/faction-masks.js';
import { placeHolder } from '../../components/place.js';
import { placeKind } from '../../components/place-kind.js';
import { isWorthIndex } from '../../indexes/worth-index.js';
import { isMissing, isNotFound } from '../columns/rows.js';
import type { Term } from '../term.js';
import { type Code, js, refuse, sourceOf } from './code.js';
import { type Emission, type Emitted, kindOf } from './emission.js';
import { conjuncts } from '../shape.js';
import type { AffiliationMode } from '../data.js';
import { affiliations, fillRelated, maskOf } from '../columns/factions.js';
import { wordsOfSight } from '../../components/sights.js';
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

/** The holder of the place of a term's object; 0 where it is nowhere. */
export function placeOf(of: Term, emission: Emission): Code {
  return emission.derived(of, 'place', () => {
    const id = emission.idOf(of);
    if (isFlat(emission.model))
      return js`(${emission.once(js`frame.state.place`)}[${id}] === ${placeKind.inherited} ? 0 : ${id})`;
    if (emission.inFrame) return js`${emission.thing('placeHolder', placeHolder)}(frame.state, ${id})`;
    return js`${placesOf(emission)}[${id}]`;
  });
}

/** The nearest object upward from one, itself first, that is not wrong; 0 where there is none. */
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

/** The object of a handle; 0 for stale ones. */
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

/** Affiliation by masks of factions; without masks the primitives answer. */

export function emitAffiliation(term: Term<{ readonly mode: AffiliationMode }>, emission: Emission): Emitted {
  const [object, other] = term.args;
  const others = emitOthers(other, [object], emission);
  const own = maskFor(object, emission);
  const { value } = affiliations[term.data.mode].template(emission, { value: own }, { value: others });
  const unheld = emitUnheld(object, emission);
  if (emission.isUniform(other)) return { value, absence: unheld };
  // An object that stands for no faction makes the result missing, whatever the other is.
  return { value, absence: emission.keep(js`${others} === 0 ? ${isMissing} : ${unheld ?? 0}`) };
}

export function emitUnowned(term: Term, emission: Emission): Emitted {
  const value = emission.keep(js`${maskFor(term.args[0], emission)} === 0 ? 1 : 0`);
  return { value, absence: emitUnheld(term.args[0], emission) };
}

/** Sights are words with the same bits. */
export function emitVisible(term: Term, emission: Emission): Emitted {
  const [observer, object] = term.args;
  const observers = emitOthers(observer, [object], emission);
  const id = emission.idOf(object);
  const seenBy = emission.once(js`frame.state.seenBy`);
  const value = emission.keep(js`((${seenBy}[${id}] | ${maskFor(object, emission)}) & ${observers}) !== 0 ? 1 : 0`);
  const nobody = emission.isUniform(observer) ? undefined : js`${observers} === 0`;
  const nothing = emission.kindsOf(object).length > 0 ? undefined : js`${id} === 0`;
  if (nobody === undefined && nothing === undefined) return { value };
  return {
    value,
    absence: emission.keep(
      js`${nobody === undefined || nothing === undefined ? (nobody ?? nothing ?? 0) : js`${nobody} || ${nothing}`} ? ${isMissing} : 0`,
    ),
  };
}

/** A further sight has words of its own, with one bit a faction. */
export function emitSighted(term: Term<{ readonly sight: number }>, emission: Emission): Emitted {
  const { sight } = term.data;
  const [faction, object] = term.args;
  const slot = factionOf(faction, emission);
  const id = emission.idOf(object);
  const sightedBy = emission.once(js`frame.state.sightedBy`);
  const words = emission.once(js`frame.state.sightedWords`);
  const first = emission.once(js`${sight} * ${emission.thing('wordsOfSight', wordsOfSight)}(frame.state)`);
  const value = emission.keep(js`${sightedBy}[${id} * ${words} + ${first} + (${slot} >>> 5)] >>> (${slot} & 31) & 1`);
  const nothing = emission.kindsOf(object).length > 0 ? js`` : js` || ${id} === 0`;
  return { value, absence: emission.keep(js`${slot} === 0${nothing} ? ${isMissing} : 0`) };
}

export function emitAvailable(term: Term, emission: Emission): Emitted {
  if (!emission.isUniform(term.args[1])) return refuse('a class that differs from row to row');
  const classIndex = emission.of(term.args[1]).value;
  const available = emission.once(js`frame.state.available`);
  const words = emission.once(js`frame.state.availableWords`);
  const slot = factionOf(term.args[0], emission);
  const value = emission.keep(
    js`${available}[${slot} * ${words} + (${classIndex} >>> 5)] >>> (${classIndex} & 31) & 1`,
  );
  return { value, absence: emission.keep(js`${slot} === 0 ? ${isMissing} : 0`) };
}

function factionOf(of: Term, emission: Emission): Code {
  return emission.derived(of, 'faction', () => js`${factionColumn(emission)}[${emission.idOf(of)}]`);
}

/** The factions to (or from) which the relation holds are gathered on the side that changes less often. */
export function emitRelated(term: Term<{ readonly relation: number }>, emission: Emission): Emitted {
  const { relation } = term.data;
  const [a, b] = term.args;
  if (a.heavy && emission.isUniform(b)) return refuse('factions of what an aggregate finds');
  const gathersFrom = emission.isUniform(b) || (!emission.isUniform(a) && emission.isOuter(b));
  const masks = [maskFor(a, emission), maskFor(b, emission)];
  const table = emission.given(`relation ${relation}${gathersFrom ? ' back' : ''}`, ({ evaluator: { state } }) => {
    if (!hasMasks(state)) return undefined;
    const bits = new Int32Array(state.factionEntity.length);
    fillRelated(state, relation, bits, gathersFrom);
    return bits;
  });
  const [gathered, mask] = gathersFrom ? [b, masks[1]] : [a, masks[0]];
  const all = emission.derived(gathered, `relation ${relation}`, () => {
    const bits = emission.variable(0);
    const left = emission.variable(js`${mask} | 0`);
    emission.add(
      js`for (; ${left} !== 0; ${left} &= ${left} - 1) ${bits} |= ${table}[31 - Math.clz32(${left} & -${left})];`,
    );
    return bits;
  });
  const value = emission.keep(js`(${all} & ${gathersFrom ? masks[0] : masks[1]}) !== 0 ? 1 : 0`);
  return { value, absence: emission.keep(js`${masks[0]} === 0 || ${masks[1]} === 0 ? ${isMissing} : 0`) };
}

function maskFor(of: Term, emission: Emission): Code {
  return emission.derived(of, 'mask', () => js`${masksOf(emission)}[${emission.idOf(of)}]`);
}

/** The factions of the second side. Where all rows have none, the primitives answer: they evaluate nothing else. */
function emitOthers(other: Term, rest: readonly Term[], emission: Emission): Code {
  if (!emission.isUniform(other)) return maskFor(other, emission);
  if (rest.some(({ heavy }) => heavy)) return refuse('factions of what an aggregate finds');
  return emission.given(`mask of ${sourceOf(emission.of(other).value)}`, ({ evaluator, rows }) => {
    const id = evaluator.uniform(other, rows);
    return id === varies || isAbsent(id) || !hasMasks(evaluator.state)
      ? undefined
      : maskOf(evaluator.state, id) || undefined;
  });
}

/** Missing without an object, not found where nothing upward from it can be owned. */
function emitUnheld(object: Term, emission: Emission): Code | undefined {
  const kind = kindOf(object, emission);
  if (kind !== 0) {
    const { faction, ownership } = kindAt(emission.model, kind);
    if (faction || ownership.rule !== 'none') return undefined;
  }
  const id = emission.idOf(object);
  const holders = emission.given('holders', ({ evaluator: { indexes } }) => indexes.holders());
  return emission.derived(
    object,
    'unheld',
    () => js`${holders}[${id}] !== 0 ? 0 : ${id} === 0 ? ${isMissing} : ${isNotFound}`,
  );
}
