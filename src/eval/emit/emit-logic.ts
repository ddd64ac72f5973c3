import type { Term } from '../term.js';
import { isMissing } from '../columns/vector.js';
import { type Code, js } from './code.js';
import type { Emission, Emitted } from './emission.js';

/** Logic with absence. What need not be evaluated is not. */

/**
 * Nodes from which on an operand is dear; the order is that of the primitives, so that heavy operands look at as many
 * objects.
 */
const dearSize = 5;

function costOf(term: Term): number {
  return term.heavy ? 2 : term.size >= dearSize ? 1 : 0;
}

function byCost(args: readonly Term[]): readonly Term[] {
  return [0, 1, 2].flatMap((cost) => args.filter((each) => costOf(each) === cost));
}

/** A decisive operand ends it; otherwise the graver absence is the answer. */
export function emitDecide(term: Term, emission: Emission, deciding: 0 | 1): Emitted {
  const value = emission.variable(1 - deciding);
  const absence = emission.variable(0);
  const label = emission.label();
  let someAbsent = false;
  const body = emission.inside(() => {
    for (const arg of emission.inFrame ? term.args : byCost(term.args)) {
      const found = emission.of(arg);
      const decided = js`{ ${value} = ${deciding}; ${absence} = 0; break ${label}; }`;
      if (found.absence === undefined) emission.add(js`if (${found.value} === ${deciding}) ${decided}`);
      else {
        someAbsent = true;
        emission.add(
          js`if (${found.absence} !== 0) { if (${found.absence} > ${absence}) ${absence} = ${found.absence}; } else if (${found.value} === ${deciding}) ${decided}`,
        );
      }
    }
  });
  emission.add(js`${label}: { ${body} }`);
  return { value, absence: someAbsent ? absence : undefined };
}

export function emitPresent(term: Term, emission: Emission): Emitted {
  const { absence } = emission.of(term.args[0]);
  return { value: absence === undefined ? js`1` : emission.keep(js`${absence} === 0 ? 1 : 0`), absence: undefined };
}

export function emitApplies(term: Term, emission: Emission): Emitted {
  const { value, absence } = emission.of(term.args[0]);
  if (absence === undefined) return { value: emission.keep(js`${value} === 1 ? 1 : 0`), absence };
  return { value: emission.keep(js`${value} === 1 && ${absence} === 0 ? 1 : 0`), absence: undefined };
}

/** The second is evaluated where the first is absent. */
export function emitOtherwise(term: Term, emission: Emission): Emitted {
  const first = emission.of(term.args[0]);
  if (first.absence === undefined) return first;
  const into = {
    value: emission.variable(first.value),
    absence: emission.variable(first.absence),
    whole: first.whole === undefined ? undefined : emission.variable(first.whole),
  };
  const second = branchOf(term.args[1], into, emission);
  emission.add(js`if (${into.absence} !== 0) { ${second.code} }`);
  return emittedOf(into, second.mayLack);
}

/** What branches are put into. */
interface Variables {
  readonly value: Code;
  readonly absence: Code;
  readonly whole: Code | undefined;
}

/** `absence`: what it is where no branch is taken. */
function variablesFor(term: Term, absence: Code | number, emission: Emission): Variables {
  return {
    value: emission.variable(0),
    absence: emission.variable(absence),
    whole: term.type.name === 'numeric' ? emission.variable(0) : undefined,
  };
}

/** The statements that put a term into variables; says whether it may be absent. */
function branchOf(term: Term, { value, absence, whole }: Variables, emission: Emission) {
  let mayLack = false;
  const code = emission.inside(() => {
    const found = emission.of(term);
    mayLack = found.absence !== undefined;
    emission.add(js`${value} = ${found.value}; ${absence} = ${found.absence ?? 0};`);
    if (whole !== undefined) emission.add(js`${whole} = ${found.whole ?? 0};`);
  });
  return { code, mayLack };
}

function emittedOf({ value, absence, whole }: Variables, mayLack: boolean): Emitted {
  return { value, absence: mayLack ? absence : undefined, ...(whole === undefined ? {} : { whole }) };
}

/** One branch is evaluated; none where the condition is absent. */
export function emitChoose(term: Term, emission: Emission): Emitted {
  const condition = emission.of(term.args[0]);
  const into = variablesFor(term, condition.absence ?? 0, emission);
  const [first, second] = [branchOf(term.args[1], into, emission), branchOf(term.args[2], into, emission)];
  const choice = js`if (${condition.value} === 1) { ${first.code} } else { ${second.code} }`;
  emission.add(condition.absence === undefined ? choice : js`if (${condition.absence} === 0) { ${choice} }`);
  return emittedOf(into, condition.absence !== undefined || first.mayLack || second.mayLack);
}

/** A value where a condition is true, missing elsewhere. */
export function emitWhere(where: Term, of: Term, emission: Emission): Emitted {
  const condition = emission.of(where);
  const into = variablesFor(of, isMissing, emission);
  const isTrue =
    condition.absence === undefined
      ? js`${condition.value} === 1`
      : js`${condition.value} === 1 && ${condition.absence} === 0`;
  emission.add(js`if (${isTrue}) { ${branchOf(of, into, emission).code} }`);
  return emittedOf(into, true);
}
