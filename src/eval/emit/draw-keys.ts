import { header } from '../../kernel/arena.js';
import { begunHigh, begunLow, drawnOf, foldedHigh, foldedLow } from '../../kernel/random.js';
import { type Code, js } from './code.js';
import type { Emission } from './emission.js';

/** The halves of the key of a draw, as code; `isFixed`: the same for all of a call, and computed once. */
export interface KeyCode {
  readonly low: Code;
  readonly high: Code;
  readonly isFixed: boolean;
}

/** Of two seeds, before anything is folded in. */
export function begunKey(seedLow: Code, seedHigh: Code, isFixed: boolean, emission: Emission): KeyCode {
  const { thing } = emission;
  const name = namingOf(isFixed, emission);
  return {
    low: name(js`${thing('begunLow', begunLow)}(${seedLow})`),
    high: name(js`${thing('begunHigh', begunHigh)}(${seedHigh})`),
    isFixed,
  };
}

/** Of the world, this turn, the rule and a place in its text. */
export function keyAt(site: number, emission: Emission): KeyCode {
  const seeds = emission.once(js`frame.state.arena.header`);
  const begun = begunKey(js`${seeds}[${header.seedLow}]`, js`${seeds}[${header.seedHigh}]`, true, emission);
  return foldedFixed(
    foldedFixed(foldedFixed(begun, js`frame.turn`, emission), js`frame.rule`, emission),
    site,
    emission,
  );
}

function foldedFixed(key: KeyCode, word: Code | number, emission: Emission): KeyCode {
  return foldedIn(key, word, true, emission);
}

/** After a word is folded in, which may be the same for all of a call. */
export function foldedIn(key: KeyCode, word: Code | number, isWordFixed: boolean, emission: Emission): KeyCode {
  const { thing } = emission;
  const isFixed = key.isFixed && isWordFixed;
  const name = namingOf(isFixed, emission);
  return {
    low: name(js`${thing('foldedLow', foldedLow)}(${key.low}, ${key.high}, ${word})`),
    high: name(js`${thing('foldedHigh', foldedHigh)}(${key.low}, ${key.high}, ${word})`),
    isFixed,
  };
}

/** After the object in a slot is folded in: its id, or what stands for it, and its generation. */
export function withObject(
  key: KeyCode,
  slot: number,
  emission: Emission,
  shownBy: (id: Code) => Code = (id) => id,
): KeyCode {
  const fixed = emission.fixedSlot(slot);
  const id = fixed ?? emission.slot(slot);
  const isFixed = fixed !== undefined;
  const generation = emission.once(js`frame.state.identity.generation`);
  return foldedIn(foldedIn(key, shownBy(id), isFixed, emission), js`${generation}[${id}]`, isFixed, emission);
}

/** The uniform number. */
export function drawnFrom({ low, high }: KeyCode, emission: Emission): Code {
  return emission.keep(js`${emission.thing('drawnOf', drawnOf)}(${low}, ${high})`);
}

function namingOf(isFixed: boolean, { once, keep }: Emission): (code: Code) => Code {
  return isFixed ? once : keep;
}
