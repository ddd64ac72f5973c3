import { quoteText } from '../../diagnostics/quote.js';

const operatorWords: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' };

/** What a word is where other languages have an operator; undefined for any other word. */
export function hintForWord(word: string): string | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(operatorWords, name)
    ? `${quoteText(word)} is written ${quoteText(operatorWords[name])}`
    : undefined;
}

/**
 * What a name that nothing has might have been meant for: names may hold blanks and one `=`, so that much of other
 * languages is a name here.
 */
export function hintForName(name: string, isKnown: (name: string) => boolean): string | undefined {
  const equals = name.indexOf('=');
  const [left, right] = equals < 0 ? ['', ''] : [name.slice(0, equals).trimEnd(), name.slice(equals + 1).trimStart()];
  if (left !== '' && isKnown(left)) return `compare by ${quoteText('==')}: ${quoteText(`${left}==${right}`)}`;
  const words = /^(.*?)(?:^| )(and|or|not) (.*)$/is.exec(name);
  if (words !== null && (isKnown(words[1]) || isKnown(words[3]))) return hintForWord(words[2]);
  if (/^(?:true|false)$/i.test(name))
    return `a constant of BOOLEAN stands alone, or where one is asked for in quotes: ${quoteText(`"${name}"`)}`;
  return /^(?:yes|no)$/i.test(name) ? `a BOOLEAN is ${quoteText('true')} or ${quoteText('false')}` : undefined;
}
