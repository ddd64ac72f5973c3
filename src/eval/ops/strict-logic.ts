import { type Code, js } from '../emit/code.js';
import { expression } from '../form.js';
import { type Operation, booleanType, signature } from '../operation.js';
import { scalar } from './scalar.js';

/** Logic that always looks at both sides: absent where one of them is, whatever the other says. */
function strict(
  name: string,
  meaning: (a: number, b: number) => number,
  code: (a: Code, b: Code) => Code,
): Operation<undefined> {
  const type = signature([booleanType, booleanType], booleanType);
  return scalar({ name, type, takes: [['code', 'code']], gives: 'code' }, { '': expression(meaning, code) });
}

export const both = strict(
  'both',
  (a, b) => a & b,
  (a, b) => js`${a} & ${b}`,
);
export const either = strict(
  'either',
  (a, b) => a | b,
  (a, b) => js`${a} | ${b}`,
);
