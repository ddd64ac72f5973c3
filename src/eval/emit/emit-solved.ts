import { initialOf } from '../../state/cell-blocks.js';
import { cellClass } from '../../components/cell-class.js';
import type { Type, Variable } from '../../components/model.js';
import { resolve } from '../../kernel/identity.js';
import type { Term } from '../term.js';
import { isMissing, isNotFound } from '../columns/vector.js';
import { type Code, js } from './code.js';
import type { Emission, Emitted } from './emission.js';
import { kindsOf, parentOf } from './givens.js';
import { numeralCode } from '../ops/numeric.js';

interface SolvedOf {
  readonly variable: number;
  readonly type: Type;
  readonly absent: 'missing' | 'notFound' | 'zero' | 'initial';
}

/** First whose cell it is, then the cell, then what stands for objects that have none and where there is nobody. */
export function emitSolved(term: Term<SolvedOf>, emission: Emission): Emitted {
  const { absent, variable: index } = term.node.data;
  const variable = emission.model.variables[index];
  const isKnown = emission.kindOf(term.args[0]) === variable.kind;
  const id = emission.idOf(term.args[0]);
  const holder = isKnown ? id : holderOf(id, variable.kind, emission);
  const cellClasses = emission.given('cellClasses', ({ evaluator }) => evaluator.state.cellClasses);
  const block = emission.keep(js`${emission.given('block', ({ evaluator }) => evaluator.state.block)}[${holder}]`);
  // Cell 0 is nobody's, and no failed one.
  // One branch for all that a cell holds: it goes the same way in nearly every row.
  const initial = initialCode(variable, emission);
  const value = emission.variable(initial.value);
  const code = emission.variable(initial.whole);
  const body = emission.inside(() => {
    const cell = emission.keep(js`${block} + ${variable.offset}`);
    emission.add(js`${value} = ${valueOf(variable, cell, emission)}; ${code} = ${cellClasses}[${cell}];`);
  });
  emission.add(js`if (${block} !== 0) { ${body} }`);
  const absence = emission.keep(js`${code} === ${cellClass.failed} ? ${isMissing} : 0`);
  const found: Emitted =
    variable.type.name === 'numeric'
      ? { value, absence, whole: emission.keep(js`${code} & ${cellClass.whole}`) }
      : { value, absence };
  return isKnown || absent === 'initial' ? found : withNobody(found, absent, holder, emission);
}

function holderOf(id: Code, kind: number, emission: Emission): Code {
  const at = emission.variable(id);
  emission.add(
    js`while (${at} !== 0 && ${kindsOf(emission)}[${at}] !== ${kind}) ${at} = ${parentOf(emission)}[${at}];`,
  );
  return at;
}

/** Nobody has no block, so that the initial value stands there already. */
function withNobody(
  { value, whole, absence }: Emitted,
  absent: 'missing' | 'notFound' | 'zero',
  holder: Code,
  emission: Emission,
): Emitted {
  if (absent !== 'zero')
    return {
      value,
      absence: emission.keep(js`${holder} === 0 ? ${absent === 'notFound' ? isNotFound : isMissing} : ${absence ?? 0}`),
      ...(whole === undefined ? {} : { whole }),
    };
  const shown = { value: emission.keep(js`${holder} === 0 ? 0 : ${value}`), absence };
  return whole === undefined ? shown : { ...shown, whole: emission.keep(js`${holder} === 0 ? 1 : ${whole}`) };
}

/** References are handles; stale ones lead nowhere. */
function valueOf({ type }: Variable, cell: Code, emission: Emission): Code {
  const held = js`${emission.given('cellValues', ({ evaluator }) => evaluator.state.cellValues)}[${cell}]`;
  if (type.name === 'number' || type.name === 'numeric') return held;
  if (type.name !== 'entity') return js`${held} | 0`;
  const identity = emission.given('identity', ({ evaluator }) => evaluator.state.identity);
  const handle = emission.keep(held);
  return js`(${handle} === 0 ? 0 : ${emission.given('resolve', () => resolve)}(${identity}, ${handle}))`;
}

/** The handle of a text is asked of the world: texts never become code. */
function initialCode({ index, initial }: Variable, emission: Emission): { readonly value: Code; readonly whole: Code } {
  if (!('text' in initial)) return numeralCode({ value: initial.value, whole: initial.whole === true });
  return {
    value: emission.given(`initial ${index}`, ({ evaluator }) => initialOf(evaluator.state, index).value),
    whole: js`${cellClass.plain}`,
  };
}
