import { indexesOf } from '../../indexes/create-indexes.js';
import type { WorldState } from '../../components/state.js';
import type { Frame } from '../../ir/node.js';
import { fact } from '../../model/stamps.js';
import type { Term } from '../term.js';
import { type FoundRange, hasAnchor, takesDistance } from '../ops/range.js';
import { type ListedRange, membersAt, searchedFor } from '../ops/members.js';
import { type Code, js } from './code.js';
import { type Emission, type SharedLoop, memberIn } from './emission.js';
import { type Places, type Segment, emitAround, emitPlacesAround } from './emit-around.js';
import { emitAttached, emitAttachedPlaces } from './emit-attached.js';
import { emitBall } from './emit-ball.js';
import { emitLinked, graphOf } from './emit-linked.js';

/** The members of a range for code of frames. Visits are counted. */
export function membersInFrame(
  range: FoundRange,
  args: readonly Term[],
  emission: Emission,
  unrolls: boolean,
): Segment {
  if (takesDistance(range)) {
    const around =
      range.over === 'cells' ? emitAround(range, args, emission, unrolls) : emitBall(range, args, emission);
    if (around.looked !== undefined) emission.visit(around.looked);
    return around;
  }
  if (range.over === 'attached') {
    emission.visit(js`1`);
    const attached = emitAttached(range.kind, args[0], emission);
    emission.visit(attached.members);
    return attached;
  }
  const graph = graphOf(range);
  if (graph !== undefined) {
    const linked = emitLinked(graph, args[0], emission);
    emission.visit(linked.count);
    return linked;
  }
  const segment = listInFrame(range, args, emission);
  const searched = (frame: Frame) => searchedFor(range, frame);
  emission.visit(js`${emission.thing('', searched)}(frame)`);
  if (hasAnchor(range)) emission.visit(segment.to);
  return segment;
}

/** The same for code that looks at few members, and counts their visits itself. */
export function placesInFrame(range: FoundRange, args: readonly Term[], emission: Emission): Places {
  if (range.over === 'ball') return emitBall(range, args, emission);
  if (range.over === 'cells') return emitPlacesAround(range, args, emission);
  if (range.over === 'attached') return emitAttachedPlaces(range.kind, args[0], emission);
  return range.over === 'objects' || range.over === 'class'
    ? worldPlaces(range, emission)
    : listInFrame(range, args, emission);
}

function worldPlaces(range: ListedRange, emission: Emission): Places {
  const { ids, length, firstOfRun } = worldList(range, emission);
  const memberAt = (place: Code) => {
    const at = emission.keep(place);
    return js`(${firstOfRun} > 0 ? ${firstOfRun} + ${at} : ${ids}[${at}])`;
  };
  return { memberAt, from: js`0`, to: length, all: { memberAt: memberIn(ids), from: js`0`, to: length } };
}

/** The loop over all objects of a kind or class. */
export function worldLoop(range: ListedRange, slot: number, emission: Emission): SharedLoop {
  return {
    name: `${range.over} ${range.kind} ${range.class} ${slot}`,
    slot,
    kind: range.kind,
    begin() {
      const { ids, length, firstOfRun } = worldList(range, emission);
      const searched = (frame: Frame) => searchedFor(range, frame);
      const [at, member] = [emission.name(), emission.name()];
      const around = (body: Code) => js`if (${firstOfRun} > 0) {
const ${at} = ${firstOfRun} + ${length};
for (let ${member} = ${firstOfRun}; ${member} < ${at}; ${member}++) { ${body} }
} else for (let ${at} = 0; ${at} < ${length}; ${at}++) { const ${member} = ${ids}[${at}]; ${body} }`;
      return { member, around, looked: js`${emission.thing('', searched)}(frame)` };
    },
  };
}

interface Listed {
  readonly ids: ArrayLike<number>;
  readonly length: number;
}

/** `firstOfRun`: above 0 where ids follow each other, as they mostly do: they need not be read. */
export function worldList(
  range: ListedRange,
  emission: Emission,
): Readonly<Record<'ids' | 'length' | 'firstOfRun', Code>> {
  const part = (code: Code) => emission.derivedNow(code, [fact.population]);
  const list = listCode(range, [], emission);
  const [ids, length] = [part(js`${list}.ids`), part(js`${list}.length`)];
  const isRun = js`${length} > 0 && ${ids}[${length} - 1] - ${ids}[0] === ${length} - 1`;
  return { ids, length, firstOfRun: part(js`${isRun} ? ${ids}[0] : 0`) };
}

/** All members of a kind or class are a list of the world; others are found for each evaluation. */
function listInFrame(range: ListedRange, args: readonly Term[], emission: Emission): Segment {
  const { ids, length } = listParts(listCode(range, args, emission), emission);
  return { memberAt: memberIn(ids), from: js`0`, to: length };
}

function listParts(list: Code, { keep }: Emission): Readonly<Record<'ids' | 'length', Code>> {
  return { ids: keep(js`${list}.ids`), length: keep(js`${list}.length`) };
}

function listCode(range: ListedRange, [anchor]: readonly Term[], emission: Emission): Code {
  const { over } = range;
  if (over !== 'objects' && over !== 'class') {
    const find = (state: WorldState, of: number): Listed => {
      const ids = membersAt(range, state, of);
      return { ids, length: ids.length };
    };
    return emission.keep(js`${emission.thing('', find)}(frame.state, ${emission.idOf(anchor)})`);
  }
  const find = (state: WorldState): Listed =>
    over === 'class' ? indexesOf(state).ofClass(range.class) : indexesOf(state).ofKind(range.kind);
  return emission.derivedNow(js`${emission.thing('', find)}(frame.state)`, [fact.population]);
}
