import type { Term } from '../term.js';
import { js } from './code.js';
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

/** A decisive operand ends it; otherwise the graver absence is the answer. */
export function emitDecide(term: Term, emission: Emission, deciding: 0 | 1): Emitted {
  const value = emission.variable(1 - deciding);
  const absence = emission.variable(0);
  const label = emission.label();
  let someAbsent = false;
  const body = emission.inside(() => {
    for (const arg of [0, 1, 2].flatMap((cost) => term.args.filter((each) => costOf(each) === cost))) {
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
  const value = emission.variable(first.value);
  const absence = emission.variable(first.absence);
  const whole = first.whole === undefined ? undefined : emission.variable(first.whole);
  let second: Emitted | undefined;
  const body = emission.inside(() => {
    second = emission.of(term.args[1]);
    emission.add(js`${value} = ${second.value}; ${absence} = ${second.absence ?? 0};`);
    if (whole !== undefined) emission.add(js`${whole} = ${second.whole ?? 0};`);
  });
  emission.add(js`if (${absence} !== 0) { ${body} }`);
  return {
    value,
    absence: second?.absence === undefined ? undefined : absence,
    ...(whole === undefined ? {} : { whole }),
  };
}

/** One branch is evaluated; none where the condition is absent. */
export function emitChoose(term: Term, emission: Emission): Emitted {
  const condition = emission.of(term.args[0]);
  const value = emission.variable(0);
  const absence = emission.variable(condition.absence ?? 0);
  const whole = term.node.type.name === 'numeric' ? emission.variable(0) : undefined;
  let someAbsent = condition.absence !== undefined;
  const branches = [term.args[1], term.args[2]].map((arg) =>
    emission.inside(() => {
      const chosen = emission.of(arg);
      someAbsent ||= chosen.absence !== undefined;
      if (whole !== undefined) emission.add(js`${whole} = ${chosen.whole ?? 0};`);
      emission.add(
        chosen.absence === undefined
          ? js`${value} = ${chosen.value};`
          : js`${value} = ${chosen.value}; ${absence} = ${chosen.absence};`,
      );
    }),
  );
  const choice = js`if (${condition.value} === 1) { ${branches[0]} } else { ${branches[1]} }`;
  emission.add(condition.absence === undefined ? choice : js`if (${condition.absence} === 0) { ${choice} }`);
  return { value, absence: someAbsent ? absence : undefined, ...(whole === undefined ? {} : { whole }) };
}
