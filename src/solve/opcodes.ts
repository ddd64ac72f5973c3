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
  and: 11,
  or: 12,
  /** Pops an amount and keeps it for `fold`. */
  keep: 16,
  /** Applies the modifiers of lists that the cell shares with others, see fold.ts. */
  fold: 17,

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

/** From here on opcodes are forms: see cell-forms.ts. */
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
