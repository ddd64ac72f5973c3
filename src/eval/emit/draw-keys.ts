import { header } from '../../kernel/arena.js';
import { begunHigh, begunLow, foldedHigh, foldedLow } from '../../kernel/random.js';
import { type Code, js, literal } from './code.js';
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
  const { thing, once } = emission;
  const { low, high } = key;
  const code = typeof word === 'number' ? literal(word) : word;
  if (!key.isFixed || !isWordFixed) return foldedHere(key, code, emission);
  return {
    low: once(js`${thing('foldedLow', foldedLow)}(${low}, ${high}, ${code})`),
    high: once(js`${thing('foldedHigh', foldedHigh)}(${low}, ${high}, ${code})`),
    isFixed: true,
  };
}

/** The arithmetic of `foldedLow` and `foldedHigh`: an engine would not put so many calls into a loop. */
function foldedHere({ low, high }: KeyCode, word: Code, { keep }: Emission): KeyCode {
  const [first, second] = [js`${0xcc9e2d51}`, js`${0x85ebca6b}`].map((by) => keep(js`Math.imul(${word}, ${by})`));
  const a = keep(js`${low} ^ Math.imul(${rotated(first, 15)}, ${0x1b873593})`);
  const b = keep(js`${high} ^ Math.imul(${rotated(second, 15)}, ${0xc2b2ae35})`);
  const left = keep(js`(Math.imul(${rotated(a, 13)}, 5) + ${0xe6546b64}) | 0`);
  const right = keep(js`(Math.imul(${rotated(b, 17)}, 5) + ${0x561ccd1b}) | 0`);
  return {
    low: keep(js`${left} ^ ${rotated(right, 7)}`),
    high: keep(js`${right} ^ ${rotated(left, 19)}`),
    isFixed: false,
  };
}

function rotated(word: Code, bits: number): Code {
  return js`(${word} << ${bits} | ${word} >>> ${32 - bits})`;
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

/** The uniform number: the arithmetic of `drawnOf`. */
export function drawnFrom({ low, high }: KeyCode, { keep }: Emission): Code {
  const mixed = (word: Code) => {
    const a = keep(word);
    const b = keep(js`Math.imul(${a} ^ ${a} >>> 16, ${0x85ebca6b})`);
    const c = keep(js`Math.imul(${b} ^ ${b} >>> 13, ${0xc2b2ae35})`);
    return keep(js`${c} ^ ${c} >>> 16`);
  };
  const first = mixed(js`${low} ^ ${mixed(high)}`);
  const second = mixed(js`${high} ^ ${first}`);
  return keep(js`((${first} >>> 5) * 67108864 + (${second} >>> 6)) / 9007199254740992`);
}

function namingOf(isFixed: boolean, { once, keep }: Emission): (code: Code) => Code {
  return isFixed ? once : keep;
}
