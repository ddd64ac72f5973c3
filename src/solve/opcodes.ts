/**
 * The code of a cell: a stack machine whose constants and inputs come in the order in which the code takes them, so
 * that cells that do the same to other cells and numbers share one code. Numbers behind an opcode are its operands.
 */
export const opcode = {
  end: 0,
  /** Pushes the next constant, as a plain value or as a whole one. */
  constantPlain: 1,
  constantWhole: 2,
  /** Pushes the next input cell. */
  load: 3,
  /** Pushes the running value. */
  running: 4,
  /**
   * Pops a condition. Operands: where the code for false begins, how many inputs and constants the code for true takes,
   * where the whole ends, and how many inputs and constants the code for false takes.
   */
  branch: 5,
  /**
   * Goes on elsewhere: behind the code for true, or past inputs that are only listed. Operands: where to go on, and the
   * inputs and constants that are left out.
   */
  jump: 6,
  /**
   * Asks the reference interpreter for the amount of a modifier. Operand: how many inputs it has, which are only
   * listed.
   */
  ask: 7,
  /** The running value of a cell begins as the next constant. */
  beginPlain: 8,
  beginWhole: 9,
  not: 10,
  and: 11,
  or: 12,
  both: 13,
  either: 14,
  identical: 15,
  /** Pops an amount and keeps it for `fold`. */
  keep: 16,
  /** Applies the modifiers of lists that the cell shares with others, see fold.ts. */
  fold: 17,

  add: 20,
  subtract: 21,
  multiply: 22,
  divideZero: 23,
  divideDividend: 24,
  divideIeee: 25,
  minimum: 26,
  maximum: 27,
  negate: 28,
  absolute: 29,
  floor: 30,
  ceiling: 31,
  round: 32,
  truncate: 33,
  remainderZero: 34,
  remainderDividend: 35,
  remainderIeee: 36,
  equal: 37,
  unequal: 38,
  less: 39,
  lessOrEqual: 40,
  greater: 41,
  greaterOrEqual: 42,
  power: 43,

  numericAdd: 60,
  numericSubtract: 61,
  numericMultiply: 62,
  numericDivide: 63,
  numericRemainder: 64,
  numericPower: 65,
  numericMinimum: 66,
  numericMaximum: 67,
  numericNegate: 68,
  numericAbsolute: 69,
  numericFloor: 70,
  numericCeiling: 71,
  numericRound: 72,
  numericEqual: 73,
  numericUnequal: 74,
  numericLess: 75,
  numericLessOrEqual: 76,
  numericGreater: 77,
  numericGreaterOrEqual: 78,

  /**
   * Pops an amount and applies it to the running value. From `applySkip` on the same for amounts that are passed over
   * where they are absent.
   */
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
  /** A value of any type that is no number. */
  setOther: 112,
  union: 113,
} as const;

/** Added to the opcode of a modification whose amount may be absent and is passed over then. */
export const applySkip = 100;

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
