import { type Code, js, lines, nameOf } from '../eval/emit/code.js';
import { compiled } from '../eval/emit/compile.js';
import type { Form, Forms, Maker, NumericMeaning, NumericTest, PlainMeaning } from '../eval/form.js';
import { operationOf } from '../eval/make-node.js';
import { add, divide, maximum, minimum, multiply } from '../eval/ops/arithmetic.js';
import { operationList } from '../eval/ops/index.js';
import { numericAdd, numericDivide, numericMaximum, numericMinimum, scaling } from '../eval/ops/numeric.js';
import type { Node } from '../ir/node.js';

/**
 * The code of a cell: a stack machine whose constants and inputs come in the order of the code, so that cells doing the
 * same to other cells and numbers share one code. Numbers after an opcode are its operands.
 */
export const opcode = {
  end: 0,
  /** Push the next constant, plain or whole. */
  constantPlain: 1,
  constantWhole: 2,
  /** Pushes the next input cell. */
  load: 3,
  /** Pushes the running value. */
  running: 4,
  /**
   * Pops a condition. Operands: start of the code for false, inputs and constants of the code for true, end, inputs and
   * constants of the code for false.
   */
  branch: 5,
  /**
   * Jumps past the code for false, or past inputs that are only listed. Operands: target, inputs and constants skipped.
   */
  jump: 6,
  /**
   * Evaluates a modifier's amount by the reference interpreter. Operand: its number of inputs, which are only listed.
   */
  ask: 7,
  /** The running value begins as the next constant. */
  beginPlain: 8,
  beginWhole: 9,
  and: 11,
  or: 12,
  /** Pops an amount and keeps it for `fold`. */
  keep: 16,
  /** Applies modifiers of lists shared with other cells, see fold.ts. */
  fold: 17,

  /** Pop an amount and apply it to the running value. From `applySkip` on the same, but absent amounts are skipped. */
  setPlain: 100,
  addPlain: 101,
  multiplyPlain: 102,
  dividePlain: 103,
  maximumPlain: 104,
  minimumPlain: 105,
  setNumeric: 106,
  addNumeric: 107,
  multiplyNumeric: 108,
  divideNumeric: 109,
  maximumNumeric: 110,
  minimumNumeric: 111,
  /** A value that is no number. */
  setOther: 112,
  union: 113,
} as const;

/** Added to the opcode of a modification that skips absent amounts. */
export const applySkip = 100;

/** From here on opcodes are forms. */
export const firstForm = 300;

/** How many operands follow an opcode. */
export function operandsOf(code: number): number {
  switch (code) {
    case opcode.branch:
      return 6;
    case opcode.jump:
      return 3;
    case opcode.ask:
      return 1;
    default:
      return 0;
  }
}

/** What the code of a cell does with one or two values: numbered forms of operations. */
export interface CellForm extends Pick<Forms, 'operands' | 'takesNumeric' | 'givesNumeric'> {
  readonly form: Form;
}

/** Forms that count mishaps are left to the interpreter. */
const cellForms: readonly CellForm[] = [
  ...operationList.flatMap(({ forms }) => (forms === undefined ? [] : forms.all.map((form) => ({ ...forms, form })))),
  { form: scaling, operands: 2, takesNumeric: true, givesNumeric: true } as const,
].filter(({ form }) => form.counts !== true);

const opcodes = new Map(cellForms.map(({ form }, index) => [form, firstForm + index]));

/** The opcode of an operation; undefined where only the interpreter can do it. */
export function formCode(node: Node): number | undefined {
  const form = operationOf(node).forms?.of(node);
  return form === undefined ? undefined : opcodes.get(form);
}

export function cellForm(step: number): CellForm {
  return cellForms[step - firstForm];
}

/** A form of the running value and the amount; `swapped`: of the amount and the running value. */
interface Modification extends CellForm {
  readonly step: number;
  readonly swapped: boolean;
}

function modification(form: Form | undefined, swapped = false): Modification {
  const step = form === undefined ? undefined : opcodes.get(form);
  if (step === undefined) throw new Error('edict: a modification without a form');
  return { ...cellForm(step), step, swapped };
}

const plainQuotient = divide.forms?.all[0];

/** By opcode; none for setting a value and for `union`. */
export const modifications: ReadonlyMap<number, Modification> = new Map([
  [opcode.addPlain, modification(add.forms?.all[0])],
  [opcode.multiplyPlain, modification(multiply.forms?.all[0])],
  [opcode.dividePlain, modification(plainQuotient)],
  [opcode.maximumPlain, modification(maximum.forms?.all[0], true)],
  [opcode.minimumPlain, modification(minimum.forms?.all[0], true)],
  [opcode.addNumeric, modification(numericAdd.forms?.all[0])],
  [opcode.multiplyNumeric, modification(scaling)],
  [opcode.divideNumeric, modification(numericDivide.forms?.all[0])],
  [opcode.maximumNumeric, modification(numericMaximum.forms?.all[0])],
  [opcode.minimumNumeric, modification(numericMinimum.forms?.all[0], true)],
]);

/** `whole` is 1 for ints. */
interface CellResult {
  whole: number;
}

/** Applies forms, by opcode. */
interface CellArithmetic {
  plain(step: number, a: number, b: number): number;
  numeric(step: number, a: number, aWhole: number, b: number, bWhole: number, into: CellResult): number;
}

/** A switch generated from the templates; calls of the meanings where the engine allows no generated functions. */
function createArithmetic(): CellArithmetic {
  try {
    return arithmeticOfTemplates();
  } catch (error) {
    if (error instanceof EvalError) return arithmeticOfMeanings();
    throw error;
  }
}

function arithmeticOfTemplates(): CellArithmetic {
  const things: unknown[] = [];
  const thing = (_name: string, what: unknown): Code => nameOf('thing', things.push(what) - 1);
  const cases = (takesNumeric: boolean): Code =>
    lines(cellForms.flatMap((each, index) => (each.takesNumeric === takesNumeric ? [caseOf(each, index, thing)] : [])));
  const [plain, numeric] = [cases(false), cases(true)];
  const names = lines(things.map((_, i) => js`const ${nameOf('thing', i)} = things[${i}];`));
  return (
    compiled(
      js`${names}
return {
plain(step, a, b) { switch (step) { ${plain} } return 0; },
numeric(step, a, aWhole, b, bWhole, into) { switch (step) { ${numeric} } return 0; },
};`,
      'things',
    ) as (things: readonly unknown[]) => CellArithmetic
  )(things);
}

function caseOf({ form, takesNumeric }: CellForm, index: number, thing: Maker['thing']): Code {
  const statements: Code[] = [];
  const keep = (code: Code): Code => {
    const name = nameOf('value', statements.length);
    statements.push(js`const ${name} = ${code};`);
    return name;
  };
  const { value, whole } = form.template(
    { keep, thing },
    takesNumeric ? { value: js`a`, whole: js`aWhole` } : { value: js`a` },
    takesNumeric ? { value: js`b`, whole: js`bWhole` } : { value: js`b` },
  );
  const told = takesNumeric ? js`into.whole = ${whole ?? 0};` : js``;
  return js`case ${firstForm + index}: { ${lines(statements)} ${told} return ${value}; }`;
}

function arithmeticOfMeanings(): CellArithmetic {
  const mishaps = { overflows: 0, zeroDivisions: 0 };
  return {
    plain: (step, a, b) => (cellForm(step).form.meaning as PlainMeaning)(a, b, mishaps),
    numeric(step, a, aWhole, b, bWhole, into) {
      const { form, givesNumeric } = cellForm(step);
      const [left, right] = [
        { value: a, whole: aWhole === 1 },
        { value: b, whole: bWhole === 1 },
      ];
      into.whole = 0;
      if (!givesNumeric) return (form.meaning as NumericTest)(left, right);
      const { value, whole } = (form.meaning as NumericMeaning)(left, right);
      into.whole = whole ? 1 : 0;
      return value;
    },
  };
}

export const arithmetic = createArithmetic();
