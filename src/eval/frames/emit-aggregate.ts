import { childrenOf } from '../../state/attachment.js';
import { countVisits } from '../../ir/frame.js';
import { type Code, js } from '../emit/code.js';
import type { Node } from '../../ir/node.js';
import type { AggregateData } from '../ops/fold.js';
import { kindsOf, slotsOf, stateOf } from './parts.js';
import type { Found, Scalar } from './scalar.js';

/** Folds of conditions over what is attached to an object; all others are interpreted. */
export function emitAggregate(node: Node, scalar: Scalar): Found {
  const { fold, range, slot } = node.data as AggregateData;
  if (range.over !== 'attached' || (fold !== 'any' && fold !== 'all' && fold !== 'count' && fold !== 'first'))
    return scalar.interpreted(node);
  const visit = scalar.given(countVisits);
  scalar.add(js`${visit}(frame, 1);`);
  const anchor = scalar.of(node.args[0]);
  const children = scalar.keep(js`${scalar.given(childrenOf)}(${stateOf(scalar)})`);
  const [from, to] = [scalar.variable(0), scalar.variable(0)];
  const isThere = anchor.absent ? js`${anchor.value} != null && ${anchor.value} !== 0` : js`${anchor.value} !== 0`;
  scalar.add(
    js`if (${isThere} && ${anchor.value} < ${children}.start.length - 1) { ${from} = ${children}.start[${anchor.value}]; ${to} = ${children}.start[${anchor.value} + 1]; }`,
  );
  const ids = scalar.keep(js`${children}.ids`);
  const isOther = (id: Code): Code => js`${kindsOf(scalar)}[${id}] !== ${range.kind}`;
  if (range.kind === 0) scalar.add(js`${visit}(frame, ${to} - ${from});`);
  else {
    const [members, at] = [scalar.variable(0), scalar.variable(from)];
    scalar.add(js`for (; ${at} < ${to}; ${at}++) if (!(${isOther(js`${ids}[${at}]`)})) ${members}++;`);
    scalar.add(js`${visit}(frame, ${members});`);
  }
  return {
    value: folded(node, scalar, { from, to, ids, isOther: range.kind === 0 ? undefined : isOther, slot, fold }),
    absent: false,
  };
}

interface Members {
  readonly from: Code;
  readonly to: Code;
  readonly ids: Code;
  readonly isOther: ((id: Code) => Code) | undefined;
  readonly slot: number;
  readonly fold: 'any' | 'all' | 'count' | 'first';
}

function folded(node: Node, scalar: Scalar, { from, to, ids, isOther, slot, fold }: Members): Code {
  const slots = slotsOf(scalar);
  const before = scalar.keep(js`${slots}[${slot}]`);
  const value = scalar.variable(fold === 'all' ? 1 : 0);
  const at = scalar.variable(from);
  const body = scalar.inside(() => {
    const id = scalar.keep(js`${ids}[${at}]`);
    if (isOther !== undefined) scalar.add(js`if (${isOther(id)}) continue;`);
    scalar.add(js`${slots}[${slot}] = ${id};`);
    const filter = scalar.of(node.args[1]).value;
    switch (fold) {
      case 'any':
        scalar.add(js`if (${filter} === 1) { ${value} = 1; break; }`);
        break;
      case 'all':
        scalar.add(js`if (${filter} !== 1) { ${value} = 0; break; }`);
        break;
      case 'count':
        scalar.add(js`if (${filter} === 1) ${value}++;`);
        break;
      case 'first':
        scalar.add(js`if (${filter} === 1) { ${value} = ${id}; break; }`);
        break;
    }
  });
  scalar.add(js`try { for (; ${at} < ${to}; ${at}++) { ${body} } } finally { ${slots}[${slot}] = ${before}; }`);
  return value;
}
