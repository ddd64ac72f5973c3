import { type CST, Lexer, Parser } from 'yaml';
import { quoteText } from '../diagnostics/quote.js';

/** Something that a content file may not hold, at an offset of its text. */
export interface YamlFault {
  readonly code: string;
  readonly offset: number;
  readonly message: string;
  readonly suggestion?: string;
}

export interface YamlTokens {
  readonly tokens: readonly CST.Token[];
  readonly faults: readonly YamlFault[];
  /** Whether the text was read to its end. */
  readonly complete: boolean;
}

/** Levels that maps and lists may nest; content needs a dozen. What reads a deeper tree would recurse as deep. */
const deepest = 64;

/** Marks that the lexer puts before a plain or block scalar, and before a document. */
const scalarMark = '\u001f';

/**
 * Reads YAML into tokens and stops at the first that nests too deep; anchors, aliases, tags and directives are faults. Nothing recurses,
 * and the time is linear in the length of the text. The text holds no control characters but tabs and line ends.
 */
export function readTokens(text: string): YamlTokens {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const faults: YamlFault[] = [];
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const fault = isScalar ? undefined : faultOf(lexeme, parser.offset);
    if (fault !== undefined) faults.push(fault);
    isScalar = lexeme === scalarMark;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > deepest) {
      faults.push({
        code: 'yaml-depth',
        offset: parser.offset - lexeme.length,
        message: `maps and lists nest more than ${deepest} levels deep, content needs a dozen`,
        suggestion: 'check the brackets and the indentation above',
      });
      return { tokens, faults, complete: false };
    }
  }
  for (const token of parser.end()) tokens.push(token);
  const second = tokens.filter((token) => token.type === 'document')[1];
  if (second !== undefined) {
    faults.push({
      code: 'yaml-document',
      offset: second.offset,
      message: 'a second document begins here, expected one document a file',
      suggestion: 'remove the line `---`, or make it a file of its own',
    });
  }
  return { tokens, faults, complete: true };
}

function faultOf(lexeme: string, offset: number): YamlFault | undefined {
  switch (lexeme[0]) {
    case '&': return {
      code: 'yaml-anchor', offset,
      message: `${quoteText(lexeme)} is an anchor, expected a value: content has no anchors and aliases`,
      suggestion: 'write the value out where it is needed; put text that begins with `&` in quotes',
    };
    case '*': return {
      code: 'yaml-alias', offset,
      message: `${quoteText(lexeme)} is an alias, expected a value: content has no anchors and aliases`,
      suggestion: 'write the value out; put text that begins with `*` in quotes',
    };
    case '!': return {
      code: 'yaml-tag', offset,
      message: `${quoteText(lexeme)} is a tag, expected a value: content has no tags`,
      suggestion: 'remove it; put text that begins with `!` in quotes',
    };
    case '%': return {
      code: 'yaml-directive', offset,
      message: `${quoteText(lexeme)} is a directive, expected content: files are YAML 1.2 without directives`,
      suggestion: 'remove the line',
    };
    default: return undefined;
  }
}
