/** What is wrong with a text's syntax, at an offset of it. */
export interface SyntaxProblem {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly at: number;
}

/** Ends the reading of an item: what follows the problem can make no sense. */
export interface GrammarStop extends Error {
  readonly problem: SyntaxProblem;
}

export function grammarStop(problem: SyntaxProblem): GrammarStop {
  return Object.assign(new Error(problem.message), { problem });
}

export function isGrammarStop(error: unknown): error is GrammarStop {
  return error instanceof Error && 'problem' in error;
}
