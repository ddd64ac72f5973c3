import { type Code, js } from '../emit/code.js';
import { expression } from '../form.js';
import { type Operation, booleanType, signature } from '../operation.js';
import { type Declared, type Documentation, conjunction, disjunction } from '../record.js';
import { scalar } from './scalar.js';

const document: Documentation = {
  meaning: 'logic that always looks at both sides',
  absent: 'when one is, whatever the other says',
  families: 'F',
};

/** Logic that always looks at both sides: absent where one of them is, whatever the other says. */
function strict(
  name: string,
  meaning: (a: number, b: number) => number,
  code: (a: Code, b: Code) => Code,
  said: Pick<Declared<undefined>, 'print'>,
): Operation<undefined> {
  const type = signature([booleanType, booleanType], booleanType);
  return scalar(
    { name, type, document, ...said, takes: [['code', 'code']], gives: 'code' },
    { '': expression(meaning, code) },
  );
}

export const both = strict(
  'both',
  (a, b) => a & b,
  (a, b) => js`${a} & ${b}`,
  { print: conjunction },
);
export const either = strict(
  'either',
  (a, b) => a | b,
  (a, b) => js`${a} | ${b}`,
  { print: disjunction },
);
