import { type Call, type Emission, type Emitted, type SharedLoop, isTrue, kindOf, memberIn } from './emission.js';
import { type Code, js, refuse } from './code.js';
import { type Rows, isMissing } from '../columns/rows.js';
import type { Term } from '../term.js';
import { factionColumn, isOwnCell } from './parts.js';
import { membersInFrame, worldList, worldLoop } from './emit-members.js';
import { emitRanked } from './emit-ranked.js';
import {
  type AggregateData,
  type ConnectionRange,
  type Fold,
  type FoundRange,
  type MembersData,
  type Range,
  argumentsOf,
  hasAnchor,
  takesDistance,
  takesValue,
} from '../ops/range.js';
import { stepsText } from '../../model/connection.js';
import { groupingFor, listsFor } from '../columns/member-lists.js';
import type { Grouping, SharedLists } from '../../indexes/indexes.js';
import { asAggregate, asPopulation, constantValue, isSlot, partsIn, slotOf } from '../node-shape.js';
import { type BallTerm, ballLoop, emitBall } from './emit-ball.js';
import { type Segment, cellsLoop, emitAround } from './emit-around.js';
import { graphOf } from './emit-linked.js';

/** All members count as visited, however soon the loop ends. */
export function emitAggregate(term: Term<AggregateData>, emission: Emission): Emitted {
  const { fold, range, slot } = term.data;
  const counted = emission.inFrame ? asPopulation(term) : undefined;
  if (counted !== undefined) {
    emission.visit(js`1`);
    return { value: worldList(counted, emission).length };
  }
  const loop = emission.inFrame && canShareLoop(term) ? sharedLoop(term, emission) : undefined;
  if (loop !== undefined) return emitShared(term, loop, emission);
  const isShort = isSmall(term);
  const segment = emission.inFrame ? segmentInFrame(term, emission, isShort) : segmentInRow(term, emission, isShort);
  if (segment === undefined) return emission.interpreted(term);
  const unrolls = segment.known !== undefined;
  const values = takesValue(fold);
  const filter = term.args[term.args.length - (values ? 2 : 1)];
  const found: Found = {
    value: emission.variable(fold === 'all' ? 1 : 0),
    count: fold === 'mean' || fold === 'integerMean' || isExtreme(fold) ? emission.variable(0) : undefined,
  };
  if (unrolls) knowBeforehand(term, emission);
  emission.overMembers({ ...segment, slot, kind: range.kind }, (member) => {
    const chosen = emission.of(filter);
    // Without a branch that the processor would have to guess.
    if (fold === 'count' && chosen.absence === undefined) {
      emission.add(js`${found.value} += ${chosen.value};`);
      return;
    }
    const isChosen = isTrue(chosen);
    if (unrolls && (fold === 'any' || fold === 'all')) {
      const test = chosen.absence === undefined ? chosen.value : js`+(${isChosen})`;
      emission.add(fold === 'any' ? js`${found.value} |= ${test};` : js`${found.value} &= ${test};`);
      return;
    }
    const act = emission.inside(() => {
      if (values) emitValue(term.args[term.args.length - 1], fold, found, emission);
      else emission.add(onChosen(fold, member, found));
    });
    if (fold === 'all') emission.add(js`if (!(${isChosen})) { ${found.value} = 0; break; }`);
    else emission.add(js`if (${isChosen}) { ${act} }`);
  });
  if (found.count !== undefined && fold === 'integerMean')
    return {
      value: emission.keep(js`${found.count} === 0 ? 0 : ${found.value} / ${found.count} | 0`),
    };
  return foldedTo(fold, found, emission);
}

/** What a shared loop evaluates for each member may not count, and may not depend on what comes before. */
function canShareLoop({ args, data: { fold, range } }: Term<AggregateData>): boolean {
  const isPlain = fold === 'count' || fold === 'sum' || fold === 'mean' || fold === 'least' || fold === 'greatest';
  return (
    isPlain &&
    args
      .slice(argumentsOf(range))
      .every(({ heavy, sequential, type }) => !heavy && !sequential && type.name !== 'numeric')
  );
}

function sharedLoop(term: Term<AggregateData>, emission: Emission): SharedLoop | undefined {
  const { range, slot } = term.data;
  if (range.over === 'ball') return ballLoop(term as BallTerm, emission);
  if (range.over === 'cells') return isSmall(term) ? cellsLoop(range, slot, term.args, emission) : undefined;
  return range.over === 'objects' || range.over === 'class' ? worldLoop(range, slot, emission) : undefined;
}

function emitShared(term: Term<AggregateData>, loop: SharedLoop, emission: Emission): Emitted {
  const { fold, range } = term.data;
  const [filter, value] = term.args.slice(argumentsOf(range));
  let found: Found = { value: js`0`, count: undefined };
  const looked = emission.join(loop, term, (member, declare) => {
    found = { value: declare(0), count: fold === 'mean' || isExtreme(fold) ? declare(0) : undefined };
    const chosen = emission.of(filter);
    if (fold === 'count' && chosen.absence === undefined) return emission.add(js`${found.value} += ${chosen.value};`);
    const act = emission.inside(() => {
      if (takesValue(fold)) emitValue(value, fold, found, emission);
      else emission.add(onChosen(fold, member, found));
    });
    emission.add(constantValue(filter) === 1 ? act : js`if (${isTrue(chosen)}) { ${act} }`);
  });
  emission.visit(looked);
  return foldedTo(fold, found, emission);
}

function foldedTo(fold: Fold, found: Found, emission: Emission): Emitted {
  if (found.count === undefined) return { value: found.value };
  const value = fold === 'mean' ? emission.keep(js`${found.value} / ${found.count}`) : found.value;
  return { value, absence: emission.keep(js`${found.count} === 0 ? ${isMissing} : 0`) };
}

/** More nodes would be too much code once for each member. */
const fewNodes = 24;

/** It goes through all members, and what it does with each is short. */
function isSmall({ args, data: { fold, range } }: Term<AggregateData>): boolean {
  if (fold === 'first') return false;
  const each = args.slice(argumentsOf(range));
  return each.reduce((sum, { size }) => sum + size, 0) <= fewNodes && !each.some(({ heavy }) => heavy);
}

/** What is read of others than the members would be read once for each. */
function knowBeforehand({ args, data: { slot, range } }: Term<AggregateData>, emission: Emission): void {
  if (!emission.inFrame) return;
  for (const part of args.slice(argumentsOf(range)).flatMap((arg) => [...partsIn(arg)]))
    if (((part.free >>> slot) & 1) === 0 && isOwnCell(part, emission)) emission.of(part);
}

/** Refuses what the primitives find for all rows at once. */
export function segmentInRow(term: Term<MembersData>, emission: Emission, unrolls: boolean): Segment {
  const { range } = term.data;
  const fold = asAggregate(term)?.fold;
  if (isShared(term, emission)) return refuse('an aggregate that is the same for rows with the same members');
  if ((range.over === 'objects' || range.over === 'class') && fold !== 'all')
    return refuse('an aggregate over the world, whose members are found as a scope is');
  const segment = emitSegment(range, term.args, emission, unrolls);
  if (segment.known === undefined) emission.visit(segment.looked ?? js`${segment.to} - ${segment.from}`);
  return segment;
}

/** Other ranges than these, and folds that count mishaps, are interpreted. */
function segmentInFrame(term: Term<AggregateData>, emission: Emission, unrolls: boolean): Segment | undefined {
  const { fold, range, slot } = term.data;
  if (fold === 'integerSum' || fold === 'integerMean') return undefined;
  if (range.over === 'ranked') return hasCode(range.of) ? emitRanked(range, slot, term.args, emission) : undefined;
  return hasCode(range) ? membersInFrame(range, term.args, emission, unrolls) : undefined;
}

function hasCode(range: FoundRange): boolean {
  return ['cells', 'ball', 'attached', 'objects', 'class'].includes(range.over) || graphOf(range) !== undefined;
}

interface Found {
  readonly value: Code;
  /** Number of values folded so far, where needed. */
  readonly count: Code | undefined;
}

function isExtreme(fold: Fold): fold is 'least' | 'greatest' {
  return fold === 'least' || fold === 'greatest';
}

function onChosen(fold: Fold, member: Code, { value }: Found): Code {
  switch (fold) {
    case 'any':
      return js`${value} = 1; break;`;
    case 'first':
      return js`${value} = ${member}; break;`;
    case 'count':
      return js`${value}++;`;
    default:
      return js``;
  }
}

/** Filter and value ignore the row, and rows may share members: the primitives evaluate each member once. */
function isShared({ args, data: { slot, range } }: Term<MembersData>, emission: Emission): boolean {
  if (takesDistance(range) || (hasAnchor(range) && isSlot(args[0]))) return false;
  return args.slice(argumentsOf(range)).every((arg) => emission.isUniform(arg, slot));
}

function emitValue(term: Term, fold: Fold, { value, count }: Found, emission: Emission): void {
  const given = emission.of(term);
  const sum =
    fold === 'integerSum' || fold === 'integerMean'
      ? js`${value} = ${value} + ${given.value} | 0;`
      : js`${value} += ${given.value};`;
  const better = fold === 'least' ? js`<` : js`>`;
  const extreme = js`if (${count ?? 0} === 0 || ${given.value} ${better} ${value}) ${value} = ${given.value};`;
  const act = js`${isExtreme(fold) ? extreme : sum} ${count === undefined ? js`` : js`${count}++;`}`;
  emission.add(given.absence === undefined ? act : js`if (${given.absence} === 0) { ${act} }`);
}

function emitSegment(range: Range, outer: readonly Term[], emission: Emission, unrolls: boolean): Segment {
  const [anchor] = outer;
  const { over, kind } = range;
  switch (over) {
    case 'objects':
      return emitList(`objects ${kind}`, ({ evaluator }) => evaluator.indexes.ofKind(kind), emission);
    case 'class':
      return emitList(`members ${range.class}`, ({ evaluator }) => evaluator.indexes.ofClass(range.class), emission);
    case 'owners':
    case 'ranked':
      return refuse('a range over owners, or over some of its members');
    case 'connection':
      return emitLists(range, anchor, emission);
    case 'cells':
      return emitAround(range, outer, emission, unrolls);
    case 'ball':
      return emitBall(range, outer, emission);
    case 'attached':
    case 'contents':
    case 'owned': {
      const lists = ({ rows, evaluator, eager }: Call): Grouping | undefined =>
        groupingFor(over, kind, rows, evaluator, eager);
      const from = emission.given(`from ${over} ${kind}`, (call) => lists(call)?.from);
      const to = emission.given(`to ${over} ${kind}`, (call) => lists(call)?.to);
      const ids = emission.given(`ids ${over} ${kind}`, (call) => lists(call)?.ids);
      const id = emission.idOf(anchor);
      const key = over === 'owned' ? emission.keep(js`${factionColumn(emission)}[${id}]`) : id;
      return listed(ids, from, to, key, emission);
    }
  }
}

/** Lists of the objects in a slot, where they are kept and each is about one row's own. */
function emitLists(range: ConnectionRange, anchor: Term, emission: Emission): Segment {
  const slot = slotOf(anchor);
  if (slot === undefined || emission.isUniform(anchor))
    return refuse('a range over a connection from anything but the rows themselves');
  const kind = kindOf(anchor, emission);
  const name = `connected ${slot} ${kind} ${stepsText(range.steps)}`;
  const lists = ({ evaluator, rows, eager }: Call): SharedLists | undefined =>
    eager
      ? evaluator.indexes.connections.shared(range.steps, kind)
      : listsFor(range, kind, rows.length, evaluator.indexes);
  const from = emission.given(`from ${name}`, (call) => {
    const all = lists(call);
    return all !== undefined && (call.eager || areOwn(all, call.rows, slot)) ? all.from : undefined;
  });
  const to = emission.given(`to ${name}`, (call) => lists(call)?.to);
  const ids = emission.given(`ids ${name}`, (call) => lists(call)?.ids);
  const id = emission.idOf(anchor);
  return listed(ids, from, to, id, emission);
}

function listed(ids: Code, from: Code, to: Code, key: Code, { keep }: Emission): Segment {
  return { memberAt: memberIn(ids), from: keep(js`${from}[${key}]`), to: keep(js`${to}[${key}]`) };
}

/** The lists of all rows have no more members than all lists: the primitives evaluate shared ones once. */
function areOwn({ from, to, ids: { length } }: SharedLists, rows: Rows, slot: number): boolean {
  const anchors = rows.slots[slot];
  if (anchors === undefined) return false;
  let sum = 0;
  for (let row = 0; row < rows.length; row++) sum += to[anchors[row]] - from[anchors[row]];
  return sum <= length;
}

function emitList(
  name: string,
  list: (call: Call) => { readonly ids: Int32Array; readonly length: number },
  emission: Emission,
): Segment {
  return {
    memberAt: memberIn(emission.given(`ids ${name}`, (call) => list(call).ids)),
    from: js`0`,
    to: emission.given(`length ${name}`, (call) => list(call).length),
  };
}
