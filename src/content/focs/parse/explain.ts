import type { IToken } from 'chevrotain';
import { nearestName, type NameBudget } from '../../diagnostics/nearest-name.js';
import { listTexts, quoteText } from '../../diagnostics/quote.js';
import type { GrammarResult } from './grammar.js';
import { vocabulary } from './lexer.js';
import type { SyntaxProblem } from './problem.js';
import * as type from './token-types.js';
import { describeToken } from './wording.js';

type Stop = NonNullable<GrammarResult['stop']>;

/** What is wrong where a token does not fit. */
export function explainStop(
  { expected, found, owner }: Stop,
  before: IToken | undefined,
  names: NameBudget,
): SyntaxProblem {
  const at = found.startOffset;
  const message = `expected ${expected}, found ${describeToken(found)}`;
  if (found.tokenType === type.Unknown)
    return { code: 'unknown-keyword', message, ...suggestWord(found, before, names), at };
  const { payload } = found as { payload?: { readonly lower?: string } };
  const label = found.tokenType.CATEGORIES?.includes(type.Label) === true ? payload?.lower : undefined;
  if (label !== undefined && owner?.labels.has(label) === true) {
    return {
      code: 'syntax',
      message,
      suggestion: `${quoteText(owner.name)} takes ${orderOf(owner.ways)}, each where it stands in this list and no more often`,
      at,
    };
  }
  return { code: 'syntax', message, at };
}

/** The nearest of all that may stand where a word does that nothing is called. */
export function suggestWord({ image }: IToken, before: IToken | undefined, names: NameBudget): { suggestion?: string } {
  const { words, properties } = vocabulary();
  if (before?.tokenType !== type.Dot && words.has(image.toLowerCase()))
    return { suggestion: `behind ${quoteText(image)} stands an \`=\`` };
  const known =
    before?.tokenType === type.Dot ? properties.values() : [...words.values()].map(({ spelling }) => spelling);
  const near = nearestName(image, known, names);
  return near === undefined ? {} : { suggestion: `did you mean ${quoteText(near)}?` };
}

function orderOf(ways: readonly (readonly { readonly label: string }[])[]): string {
  return (
    ways
      .filter((way) => way.length > 0)
      .map((way) => way.map(({ label }) => quoteText(label)).join(', '))
      .join('; or ') || listTexts([])
  );
}
