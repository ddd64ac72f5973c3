import { EdictError } from '../../src/kernel/errors.js';
import type { ColumnarPeer } from './columnar.js';
import { type Meters, type RuleName, ruleTable } from './rules.js';
import type { SiftPeer } from './sift.js';

/** Throws unless two programs have raised every meter of every object to the same number, bit for bit. */
export function assertSameMeters(
  name: string,
  meters: Meters,
  otherName: string,
  others: Meters,
  rules: readonly RuleName[],
): void {
  for (const rule of rules) {
    const own = meters[rule];
    const other = others[rule];
    if (own === undefined || own.length !== other?.length)
      throw disagreement(`${name} and ${otherName} have no meters of ${rule} to compare`);
    const row = own.findIndex((value, i) => !Object.is(value, other[i]));
    if (row >= 0) {
      const { meter, on } = ruleTable[rule];
      throw disagreement(
        `${rule}: ${meter} of ${on} ${String(row)} is ${String(own[row])} by ${name} and ${String(other[row])} by ${otherName}`,
      );
    }
  }
}

/** Throws unless both find the same targets for the first sources of each rule. */
export function assertSameTargets(
  sift: SiftPeer,
  columnar: ColumnarPeer,
  rules: readonly RuleName[],
  sample: number,
): void {
  for (const rule of rules) {
    for (let source = 0; source < sample; source++) {
      const own = sift.targets(rule, source).join(' ');
      const other = [...columnar.targets(rule, source)].sort((a, b) => a - b).join(' ');
      if (own !== other)
        throw disagreement(
          `${rule}: source ${String(source)} has the targets [${own}] by sift and [${other}] by columnar`,
        );
    }
  }
}

function disagreement(what: string): EdictError {
  return new EdictError('disagreement', `${what}; they must have the same answers before any of them is timed`);
}
