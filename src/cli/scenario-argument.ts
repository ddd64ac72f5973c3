import { existsSync, statSync } from 'node:fs';
import { usageError } from './command.js';

export const worldFile = 'scenario file, or content with a start, with the world';

/**
 * The scenario after other arguments: the last one, if it is a file or has the name of one. Throws where a file stands
 * elsewhere, so that no other world is asked than the one that is named.
 */
export function withScenario(args: readonly string[]): {
  readonly others: readonly string[];
  readonly scenario: string | undefined;
} {
  const last = args.at(-1);
  const isScenario = last !== undefined && (existsSync(last) || looksLikeFile(last));
  const others = isScenario ? args.slice(0, -1) : args;
  const misplaced = others.find((each) => isFile(each) || (!isScenario && looksLikeFile(each)));
  if (misplaced !== undefined)
    throw usageError(`the file ${JSON.stringify(misplaced)} is not the last argument; name it last`);
  return { others, scenario: isScenario ? last : undefined };
}

function looksLikeFile(text: string): boolean {
  return /\.(?:ya?ml|json)$/.test(text);
}

/** Whether there is a file of a name that nothing else is likely to have. */
function isFile(text: string): boolean {
  return /[./]/.test(text) && (statSync(text, { throwIfNoEntry: false })?.isFile() ?? false);
}

/** As one word of a command line. */
export function shellWord(text: string): string {
  return /^[\w./#:@+-]+$/.test(text) && !text.startsWith('#') ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
