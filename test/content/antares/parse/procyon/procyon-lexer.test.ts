import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { advance, createLexer } from '../../../../../src/content/antares/parse/procyon/procyon-lexer.js';
import { isLineToken, Token } from '../../../../../src/content/antares/parse/procyon/scan.js';
import { filesOfTar } from '../../../../../src/content/antares/scenarios/text-suite.js';

const archive = fileURLToPath(
  new URL('../../../../../../shared/fixtures/conditions/procyon-tests.tar.gz', import.meta.url),
);
const hasArchive = existsSync(archive);

/** By kind, as the tests of the Procyon project call them. */
const names = [
  'LINE+',
  'LINE=',
  'LINE-',
  'END',
  'ERROR',
  'COMMENT',
  'KEY',
  'QKEY',
  'STR',
  'INT',
  'FLOAT',
  'NULL',
  'TRUE',
  'FALSE',
  'INF',
  '-INF',
  'NAN',
  'DATA',
  '*',
  '[',
  ']',
  '{',
  '}',
  ',',
  'STR>',
  'STR|',
  '!',
];

/** The tokens of a document, after a fault those of the next line on. */
function tokensOf(document: Uint8Array): string[] {
  const lexer = createLexer(Buffer.from(document));
  const tokens: string[] = [];
  while (advance(lexer) !== Token.end) {
    const place = `${String(lexer.line)}:${String(lexer.start - lexer.lineStart + 1)}`;
    if (lexer.kind === Token.fault)
      tokens.push(`ERROR ${String(lexer.line)}:${String(lexer.faultAt - lexer.lineStart + 1)}:${lexer.fault}`);
    else
      tokens.push(
        isLineToken(lexer.kind) ? `${String(lexer.line)} ${names[lexer.kind]}` : `${place} ${names[lexer.kind]}`,
      );
  }
  return tokens;
}

/** The same of a list: lines of `line:column TYPE text`, separated by tabs. */
function tokensOfList(list: string): string[] {
  return list
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [place, type, text] = line.split('\t');
      if (type === 'ERROR') return `ERROR ${text}`;
      // A block string line without text has a type of its own there.
      const name = type === '>' || type === '|' ? `STR${type}` : type;
      return name.startsWith('LINE') ? `${place.split(':')[0]} ${name}` : `${place} ${name}`;
    });
}

describe.skipIf(!hasArchive)(
  'the tokens of the tests of the Procyon project (skipped where ../shared is not there)',
  () => {
    const files = hasArchive ? filesOfTar(readFileSync(archive), archive) : new Map<string, Uint8Array>();
    const cases = [...files.keys()].flatMap((path) =>
      path.endsWith('/in.txt') ? [path.slice(0, -'/in.txt'.length)] : [],
    );

    it.each(cases)('%s', (folder) => {
      const document = files.get(`${folder}/in.txt`) ?? new Uint8Array();
      const list = tokensOfList(Buffer.from(files.get(`${folder}/tokens.txt`) ?? []).toString());
      // A document without a line that is not blank has two tokens there, and none here.
      expect(tokensOf(document)).toEqual(
        folder.includes('/space/') || /error\/(?:nl|sp|tab)$/.test(folder) ? [] : list,
      );
    });
  },
);

it('ends, and goes on ending', () => {
  const lexer = createLexer(Buffer.from('1'));
  expect([1, 2, 3, 4, 5].map(() => advance(lexer))).toEqual([Token.in, Token.int, Token.out, Token.end, Token.end]);
});
