import { Lexer } from 'yaml';
import { defaultLimits } from '../../src/kernel/world-limits.js';

/** What a hostile file may take: the limits of its format, or a share of them for a quick run. */
export interface Room {
  readonly characters: number;
  readonly tokens: number;
  readonly operations: number;
}

/** The room of a native file. */
export function roomOfFile(share: number): Room {
  const { fileLength, fileTokens, loadOperations } = defaultLimits;
  return { characters: fileLength * share, tokens: fileTokens * share, operations: loadOperations * share };
}

/** The same room with its characters and tokens divided among several parts of a file. */
export function shareOf({ characters, tokens, operations }: Room, share: number): Room {
  return { characters: characters * share, tokens: tokens * share, operations };
}

/** As many lines as there is room for; each is about as long as the first and one far after. */
export function filled(room: Room, line: (index: number) => string, operations = 0): string {
  const samples = [line(0), line(99_999)];
  const characters = 1 + Math.max(...samples.map((text) => text.length));
  const tokens = 2 + Math.max(...samples.map(tokensOf));
  const byOperations = operations === 0 ? Infinity : room.operations / operations;
  const count = Math.floor(0.97 * Math.min(room.characters / characters, room.tokens / tokens, byOperations));
  return Array.from({ length: count }, (_, i) => line(i)).join('\n');
}

/** How many lines of a sort there would be. */
function tokensOf(text: string): number {
  let count = 0;
  for (const _ of new Lexer().lex(text)) count += 1;
  return count;
}
