import { type Emission, type Emitted, isTrue } from './emission.js';
import { type Code, js, lines, refuse } from './code.js';
import { type Frame, sourceSlot } from '../../ir/node.js';
import type { Term } from '../term.js';
import { type PickData, argumentsOf, isGiven, picksByDraw, picksByKeys, placeIn } from '../ops/range.js';
import { constantValue } from '../node-shape.js';
import { segmentInRow } from './emit-aggregate.js';
import type { Places, Segment } from './emit-around.js';
import { membersInFrame, placesInFrame } from './emit-members.js';

import { attemptsFor, chosenByWeight } from '../ops/picking.js';
import { type KeyCode, drawnFrom, foldedIn, keyAt, withObject } from './draw-keys.js';

/** Members of ranked ranges are found by the primitives. */
export function emitPick(term: Term<PickData>, emission: Emission): Emitted {
  const { pick, range } = term.data;
  if (!emission.inFrame) {
    if (picksByDraw(pick)) return refuse('a choice by draw');
    return emitChoice(term, segmentInRow(term, emission, picksByKeys(pick)), emission);
  }
  // The last resort evaluates the start of the range again, and aggregates count at each evaluation.
  const isTwice = pick === 'random' && term.args.slice(0, argumentsOf(range)).some(({ heavy }) => heavy);
  if (range.over === 'ranked' || isTwice) return emission.interpreted(term);
  if (pick === 'random') return emitRandom(term, placesInFrame(range, term.args, emission), emission);
  // An unrolled loop cannot end early.
  return emitChoice(term, membersInFrame(range, term.args, emission, picksByKeys(pick)), emission);
}

/** As `drawnMember` in picking.ts; what comes after the attempts is left to it. */
function emitRandom(term: Term<PickData>, segment: Places, emission: Emission): Emitted {
  const { data, args } = term;
  const { to } = segment;
  const { slot, range } = data;
  const filter = args[argumentsOf(range)];
  const value = emission.variable(0);
  const drawn = (key: KeyCode, attempt: Code | number) => drawnFrom(foldedIn(key, attempt, false, emission), emission);
  const drawnPlace = (key: KeyCode, attempt: Code | number) => js`Math.floor(${drawn(key, attempt)} * ${to})`;
  const inside = emission.inside(() => {
    const key = keyOf(data, emission);
    if (constantValue(filter) === 1) {
      emission.visit(js`1`);
      emission.add(js`${value} = ${segment.memberAt(drawnPlace(key, 0))};`);
      return;
    }
    emission.add(js`${value} = -1;`);
    const most = emission.keep(js`${emission.thing('attemptsFor', attemptsFor)}(${to})`);
    const memberAt = (attempt: Code) => segment.memberAt(drawnPlace(key, attempt));
    emission.overMembers({ slot, kind: range.kind, memberAt, from: js`0`, to: most }, (member) => {
      emission.visit(js`1`);
      emission.add(js`if (${isTrue(emission.of(filter))}) { ${value} = ${member}; break; }`);
    });
    const resort = emission.inside(() => {
      emitLastResort(term, segment, value, () => drawn(key, most), emission);
    });
    emission.add(js`if (${value} < 0) { ${resort} }`);
  });
  emission.add(js`if (${to} > 0) { ${inside} }`);
  return { value };
}

/** Draws among all that fit, as `lastResort` does. */
function emitLastResort(
  { data: { slot, range }, args }: Term<PickData>,
  segment: Places,
  value: Code,
  drawn: () => Code,
  emission: Emission,
): void {
  const filter = args[argumentsOf(range)];
  const fitting = emission.keep(js`[]`);
  emission.visit(segment.to);
  emission.overMembers({ ...(segment.all ?? segment), slot, kind: range.kind }, (member) => {
    emission.add(js`if (${isTrue(emission.of(filter))}) ${fitting}.push(${member});`);
  });
  const place = js`Math.floor(${drawn()} * ${fitting}.length)`;
  emission.add(js`${value} = ${fitting}.length === 0 ? 0 : ${fitting}[${place}];`);
}

/** As `beginDrawAt`. */
function keyOf({ site, slots }: PickData, emission: Emission): KeyCode {
  let key = keyAt(site, emission);
  for (let each = sourceSlot; each < slots; each++) key = withObject(key, each, emission);
  return key;
}

function emitChoice(term: Term<PickData>, segment: Segment, emission: Emission): Emitted {
  const { pick, slot, range } = term.data;
  const first = argumentsOf(range);
  const given = isGiven(pick) ? emission.of(term.args[first]) : undefined;
  const [filter, ...keys] = term.args.slice(first + Number(isGiven(pick)));
  const { act, end } = choiceOf(term.data, keys, given, emission);
  emission.overMembers({ ...segment, slot, kind: range.kind }, (member) => {
    const chosen = isTrue(emission.of(filter));
    const inside = emission.inside(() => {
      act(member);
    });
    emission.add(js`if (${chosen}) { ${inside} }`);
  });
  return end();
}

interface Choice {
  /** For a member of which the filter is true, in the loop. */
  readonly act: (member: Code) => void;
  readonly end: () => Emitted;
}

function choiceOf(data: PickData, keys: readonly Term[], given: Emitted | undefined, emission: Emission): Choice {
  switch (data.pick) {
    case 'at':
    case 'indexOf':
      return placeChoice(data.pick, given ?? refuse('a choice by nothing'), emission);
    case 'weighted':
      return weightedChoice(data, keys[0], emission);
    case 'least':
    case 'greatest':
      return bestChoice(data.pick, keys, emission);
    case 'random':
      return refuse('a random choice as a fold');
  }
}

function placeChoice(pick: 'at' | 'indexOf', given: Emitted, emission: Emission): Choice {
  const value = emission.variable(pick === 'at' ? 0 : -1);
  const place = emission.variable(0);
  const present = given.absence === undefined ? given.value : js`(${given.absence} === 0 ? ${given.value} : NaN)`;
  const wanted =
    pick === 'at'
      ? emission.keep(js`${emission.thing('placeIn', placeIn)}(${present}, Infinity)`)
      : emission.keep(present);
  return {
    act(member) {
      emission.add(
        pick === 'at'
          ? js`if (${place}++ === ${wanted}) { ${value} = ${member}; break; }`
          : js`if (${member} === ${wanted}) { ${value} = ${place}; break; } ${place}++;`,
      );
    },
    end: () => ({ value }),
  };
}

/** Adds code for members of which a key is there. */
function emitKey(key: Term, emission: Emission, then: (value: Code) => void): void {
  const { value, absence } = emission.of(key);
  const isNumber = js`${value} === ${value}`;
  const inside = emission.inside(() => {
    then(value);
  });
  emission.add(js`if (${absence === undefined ? isNumber : js`${absence} === 0 && ${isNumber}`}) { ${inside} }`);
}

/** A key is evaluated only where those before have not decided, unless keys count visits. */
function bestChoice(order: 'least' | 'greatest', keys: readonly Term[], emission: Emission): Choice {
  const value = emission.variable(0);
  const best = keys.map(() => emission.variable(0));
  const sign = order === 'least' ? js`<` : js`>`;
  const isEager = keys.some(({ heavy }) => heavy);
  const emitFrom = (member: Code, found: readonly Code[], isBetter: Code, isAlike: Code | undefined): void => {
    const place = found.length;
    if (place === keys.length) {
      const kept = lines(found.map((key, i) => js`${best[i]} = ${key};`));
      return emission.add(js`if (${isBetter}) { ${value} = ${member}; ${kept} }`);
    }
    emitKey(keys[place], emission, (key) => {
      const also = isAlike === undefined ? js`` : js`${isAlike} && `;
      const better = emission.keep(js`${isBetter} || ${also}${key} ${sign} ${best[place]}`);
      const alike = emission.keep(js`${also}${key} === ${best[place]}`);
      const others = emission.inside(() => {
        emitFrom(member, [...found, key], better, alike);
      });
      emission.add(isEager || place === keys.length - 1 ? others : js`if (${better} || ${alike}) { ${others} }`);
    });
  };
  return {
    act(member) {
      emitFrom(member, [], js`${value} === 0`, undefined);
    },
    end: () => ({ value }),
  };
}

function weightedChoice(data: PickData, weight: Term, emission: Emission): Choice {
  const ids = emission.keep(js`[]`);
  const weights = emission.keep(js`[]`);
  const choose = (frame: Frame, members: readonly number[], found: readonly number[]) =>
    chosenByWeight(data, frame, members, found);
  return {
    act(member) {
      emitKey(weight, emission, (found) => {
        emission.add(js`${ids}.push(${member}); ${weights}.push(${found});`);
      });
    },
    end: () => ({ value: emission.keep(js`${emission.thing('', choose)}(frame, ${ids}, ${weights})`) }),
  };
}
