import { type Emission, type Emitted, isTrue, memberIn } from './emission.js';
import { type Code, js, lines, refuse } from './code.js';
import type { Frame } from '../../ir/node.js';
import type { WorldState } from '../../components/state.js';
import type { Term } from '../term.js';
import { indexesOf } from '../../indexes/create-indexes.js';
import {
  type FoundRange,
  type PickData,
  argumentsOf,
  hasAnchor,
  isGiven,
  picksByDraw,
  placeIn,
  takesDistance,
} from '../ops/range.js';
import { type ListedRange, membersAt, searchedFor } from '../ops/members.js';
import { constantValue } from '../node-shape.js';
import { segmentInRow } from './emit-aggregate.js';
import { type Segment, emitAround, emitPlacesAround } from './emit-around.js';
import { emitBall } from './emit-ball.js';
import { beginDrawAt, chosenByWeight, drawnPlace, lastResortIn, mostAttempts } from '../ops/picking.js';

/** Members of ranked ranges are found by the primitives. */
export function emitPick(term: Term<PickData>, emission: Emission): Emitted {
  const { pick, range } = term.data;
  if (!emission.inFrame) {
    if (picksByDraw(pick)) return refuse('a choice by draw');
    return emitChoice(term, segmentInRow(term, emission), emission);
  }
  // The last resort evaluates the start of the range again, and aggregates count at each evaluation.
  const isTwice = pick === 'random' && term.args.slice(0, argumentsOf(range)).some(({ heavy }) => heavy);
  if (range.over === 'ranked' || isTwice) return emission.interpreted(term);
  if (pick === 'random') return emitRandom(term, placesInFrame(range, term, emission), emission);
  return emitChoice(term, segmentInFrame(range, term, emission), emission);
}

/** Visits are counted. */
function segmentInFrame(range: FoundRange, term: Term<PickData>, emission: Emission): Segment {
  if (takesDistance(range)) {
    const around =
      range.over === 'cells' ? emitAround(range, term.args, emission) : emitBall(range, term.args, emission);
    emission.visit(around.looked);
    return around;
  }
  const segment = listInFrame(range, term, emission);
  const searched = (frame: Frame) => searchedFor(range, frame);
  emission.visit(js`${emission.thing('', searched)}(frame)`);
  if (hasAnchor(range)) emission.visit(segment.to);
  return segment;
}

function placesInFrame(range: FoundRange, term: Term<PickData>, emission: Emission): Segment {
  if (range.over === 'ball') return emitBall(range, term.args, emission);
  return range.over === 'cells' ? emitPlacesAround(range, term.args, emission) : listInFrame(range, term, emission);
}

interface Listed {
  readonly ids: ArrayLike<number>;
  readonly length: number;
}

/** All members of a kind or class are a list of the world; others are found for each evaluation. */
function listInFrame(range: ListedRange, term: Term<PickData>, emission: Emission): Segment {
  const { find, anchor } = finderOf(range, term, emission);
  const list = emission.keep(js`${emission.thing('', find)}(frame.state, ${anchor})`);
  const ids = emission.keep(js`${list}.ids`);
  return { memberAt: memberIn(ids), from: js`0`, to: emission.keep(js`${list}.length`) };
}

type Find = (state: WorldState, anchor: number) => Listed;

function finderOf(
  range: ListedRange,
  { args: [anchor] }: Term<PickData>,
  emission: Emission,
): { readonly find: Find; readonly anchor: Code } {
  if (range.over === 'objects') return { find: (state) => indexesOf(state).ofKind(range.kind), anchor: js`0` };
  if (range.over === 'class') return { find: (state) => indexesOf(state).ofClass(range.class), anchor: js`0` };
  const find: Find = (state, of) => {
    const ids = membersAt(range, state, of);
    return { ids, length: ids.length };
  };
  return { find, anchor: emission.idOf(anchor) };
}

/** As `drawnMember` in picking.ts; what comes after the attempts is left to it. */
function emitRandom(term: Term<PickData>, segment: Segment, emission: Emission): Emitted {
  const { data, args } = term;
  const { to } = segment;
  const { slot, range } = data;
  const filter = args[argumentsOf(range)];
  const value = emission.variable(-1);
  const begin = (frame: Frame) => beginDrawAt(frame, data);
  const key = emission.variable(js`undefined`);
  const memberAt = (attempt: Code) =>
    segment.memberAt(js`${emission.thing('drawnPlace', drawnPlace)}(${key}.low, ${key}.high, ${attempt}, ${to})`);
  const inside = emission.inside(() => {
    emission.add(js`${key} = ${emission.thing('', begin)}(frame);`);
    emission.overMembers({ slot, kind: range.kind, memberAt, from: js`0`, to: js`${mostAttempts}` }, (member) => {
      emission.visit(js`1`);
      if (constantValue(filter) === 1) emission.add(js`${value} = ${member}; break;`);
      else emission.add(js`if (${isTrue(emission.of(filter))}) { ${value} = ${member}; break; }`);
    });
    const last = (frame: Frame) => lastResortIn(term, frame);
    emission.add(js`if (${value} < 0) ${value} = ${emission.thing('', last)}(frame);`);
  });
  emission.add(js`if (${to} > 0) { ${inside} } else ${value} = 0;`);
  return { value };
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

/** Adds code for members whose keys are all there. */
function emitKeys(
  keys: readonly Term[],
  emission: Emission,
  then: (values: readonly Code[]) => void,
  known: readonly Code[] = [],
): void {
  if (keys.length === 0) return then(known);
  const [key, ...others] = keys;
  const { value, absence } = emission.of(key);
  const isNumber = js`${value} === ${value}`;
  const inside = emission.inside(() => {
    emitKeys(others, emission, then, [...known, value]);
  });
  emission.add(js`if (${absence === undefined ? isNumber : js`${absence} === 0 && ${isNumber}`}) { ${inside} }`);
}

function bestChoice(order: 'least' | 'greatest', keys: readonly Term[], emission: Emission): Choice {
  const value = emission.variable(0);
  const best = keys.map(() => emission.variable(0));
  const sign = order === 'least' ? js`<` : js`>`;
  return {
    act(member) {
      emitKeys(keys, emission, (found) => {
        const isBetter = found.reduceRight(
          (later, key, i) => js`(${key} ${sign} ${best[i]} || ${key} === ${best[i]} && ${later})`,
          js`false`,
        );
        const kept = lines(found.map((key, i) => js`${best[i]} = ${key};`));
        emission.add(js`if (${value} === 0 || ${isBetter}) { ${value} = ${member}; ${kept} }`);
      });
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
      emitKeys([weight], emission, ([found]) => {
        emission.add(js`${ids}.push(${member}); ${weights}.push(${found});`);
      });
    },
    end: () => ({ value: emission.keep(js`${emission.thing('', choose)}(frame, ${ids}, ${weights})`) }),
  };
}
