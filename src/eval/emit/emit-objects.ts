import { resolve } from '../../kernel/identity.js';
import { type Column, hangsOnOnly, isFlat, keepsOwner } from '../../components/model.js';
import type { Term } from '../term.js';
import { isMissing, isNotFound } from '../columns/vector.js';
import { type Code, js } from './code.js';
import type { Emission, Emitted } from './emission.js';
import { factionsOf, kindsOf, masksOf, parentOf, placeOf } from './givens.js';

interface ReadOf {
  readonly column: number;
  readonly climb: boolean;
  readonly absent: 'missing' | 'notFound' | 'zero' | 'initial';
}

interface FollowTo {
  readonly relation: 'owner' | 'parent' | 'ancestor';
  readonly kind: number;
}

/** Objects, what they are, what they lead to and what they hold. */

export function emitSlot({ node }: Term<{ readonly slot: number }>, emission: Emission): Emitted {
  return { value: emission.slot(node.data.slot), absence: undefined };
}

export function emitRunning({ node }: Term, emission: Emission): Emitted {
  const running = js`${emission.running()}[row]`;
  if (node.type.name === 'numeric')
    return {
      value: emission.keep(running),
      whole: emission.keep(js`${emission.runningClasses()}[row]`),
      absence: undefined,
    };
  return { value: emission.keep(node.type.name === 'number' ? running : js`${running} | 0`), absence: undefined };
}

export function emitAge(term: Term, emission: Emission): Emitted {
  const id = emission.idOf(term.args[0]);
  const created = emission.given('created', ({ evaluator }) => evaluator.state.created);
  const turn = emission.given('turn', ({ evaluator }) => evaluator.frame.turn);
  return {
    value: emission.keep(js`${turn} - ${created}[${id}]`),
    absence: missingWhereNone(term.args[0], id, emission),
  };
}

export function emitCreated(term: Term, emission: Emission): Emitted {
  const id = emission.idOf(term.args[0]);
  const created = emission.given('created', ({ evaluator }) => evaluator.state.created);
  return { value: emission.keep(js`${created}[${id}]`), absence: missingWhereNone(term.args[0], id, emission) };
}

export function emitKind(term: Term, emission: Emission): Emitted {
  const kind = emission.kindOf(term.args[0]);
  if (kind !== 0) return { value: js`${kind}`, absence: undefined };
  const id = emission.idOf(term.args[0]);
  return {
    value: emission.keep(js`${kindsOf(emission)}[${id}]`),
    absence: missingWhereNone(term.args[0], id, emission),
  };
}

export function emitClass(term: Term, emission: Emission): Emitted {
  const id = emission.idOf(term.args[0]);
  const classes = emission.given('class', ({ evaluator }) => evaluator.state.class);
  return { value: emission.keep(js`${classes}[${id}]`), absence: missingWhereNone(term.args[0], id, emission) };
}

/** Absent where the object is; none where it leads nowhere. */
export function emitFollow(term: Term<FollowTo>, emission: Emission): Emitted {
  const { relation, kind } = term.node.data;
  const [of] = term.args;
  if (relation === 'ancestor' && emission.kindOf(of) === kind) return emission.of(of);
  const { absence } = emission.of(of);
  const id = emission.idOf(of);
  switch (relation) {
    case 'owner':
      return { value: emitOwner(id, emission.kindOf(of), emission), absence };
    case 'parent':
      return { value: emission.keep(js`${parentOf(emission)}[${id}]`), absence };
    case 'ancestor':
      return {
        value: hangsOnOnly(emission.model, emission.kindOf(of), kind)
          ? emission.keep(js`${parentOf(emission)}[${id}]`)
          : climbWhile(id, (at) => js`${kindsOf(emission)}[${at}] !== ${kind}`, emission),
        absence,
      };
  }
}

/** The one faction of a mask; none where there are several. Slot 0 is the slot of none. */
function emitOwner(id: Code, kind: number, emission: Emission): Code {
  if (isFlat(emission.model) || keepsOwner(emission.model, kind)) {
    const owner = emission.given('owner', ({ evaluator }) => evaluator.state.owner);
    // A faction belongs to itself.
    return emission.keep(js`${factionsOf(emission)}[${id}] === 0 ? ${owner}[${id}] : ${id}`);
  }
  const factionEntity = emission.given('factionEntity', ({ evaluator }) => evaluator.state.factionEntity);
  const mask = emission.keep(js`${masksOf(emission)}[${id}] | 0`);
  return emission.keep(js`${factionEntity}[(${mask} & (${mask} - 1)) === 0 ? 31 - Math.clz32(${mask} | 1) : 0]`);
}

function climbWhile(id: Code, isWrong: (at: Code) => Code, emission: Emission): Code {
  const at = emission.variable(id);
  emission.add(js`while (${at} !== 0 && ${isWrong(at)}) ${at} = ${parentOf(emission)}[${at}];`);
  return at;
}

/** First whose cell is read, then the cell, then what stands for one that nobody has. */
export function emitRead(term: Term<ReadOf>, emission: Emission): Emitted {
  const { climb, absent } = term.node.data;
  const column = emission.model.columns[term.node.data.column];
  const id = emission.idOf(term.args[0]);
  if (column.kinds[emission.kindOf(term.args[0])] === 1)
    return { value: emission.keep(cellOf(column, id, emission)), absence: undefined };
  const holder = holderOf(column, id, climb, emission);
  const cell = cellOf(column, holder, emission);
  // The cell of none is 0.
  const value = emission.keep(absent === 'initial' ? js`${holder} === 0 ? ${column.initial} : ${cell}` : cell);
  if (absent === 'zero' || absent === 'initial') return { value, absence: undefined };
  return { value, absence: emission.keep(js`${holder} === 0 ? ${absent === 'notFound' ? isNotFound : isMissing} : 0`) };
}

function holderOf(column: Column, id: Code, climb: boolean, emission: Emission): Code {
  const table = byEveryKind(column);
  const has = emission.given(`has ${column.index}`, () => table);
  if (climb) return climbWhile(id, (at) => js`${has}[${kindsOf(emission)}[${at}]] === 0`, emission);
  return emission.keep(js`${has}[${kindsOf(emission)}[${id}]] === 0 ? 0 : ${id}`);
}

/** One entry for every number that a row's kind can have. */
function byEveryKind({ kinds }: Column): Uint8Array {
  const table = new Uint8Array(256);
  table.set(kinds);
  return table;
}

/** References are handles; stale ones lead nowhere. */
function cellOf(column: Column, id: Code, emission: Emission): Code {
  const cells = emission.given(`cells ${column.index}`, ({ evaluator }) => evaluator.state.cells[column.index]);
  if (column.type.name !== 'entity') return js`${cells}[${id}]`;
  const identity = emission.given('identity', ({ evaluator }) => evaluator.state.identity);
  const handle = emission.keep(js`${cells}[${id}]`);
  return js`(${handle} === 0 ? 0 : ${emission.given('resolve', () => resolve)}(${identity}, ${handle}))`;
}

/** Missing where an object is nowhere. */
export function emitCoordinate(term: Term<{ readonly axis: 'x' | 'y' }>, emission: Emission): Emitted {
  const { axis } = term.node.data;
  const place = placeOf(term.args[0], emission);
  const from = emission.given(axis, ({ evaluator }) => evaluator.state[axis]);
  return {
    value: emission.keep(js`${from}[${place}]`),
    absence: emission.derived(term.args[0], 'placeless', () => js`${place} === 0 ? ${isMissing} : 0`),
  };
}

function missingWhereNone(of: Term, id: Code, emission: Emission): Code | undefined {
  if (emission.kindOf(of) !== 0) return undefined;
  return emission.keep(js`${id} === 0 ? ${isMissing} : 0`);
}
