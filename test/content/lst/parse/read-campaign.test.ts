import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CampaignText } from '../../../../src/content/lst/parse/campaign-text.js';
import { type FileLimits, informationTokens, readCampaign } from '../../../../src/content/lst/parse/read-campaign.js';
import { folderWith } from '../campaigns.js';

/** Reads `main.pcc` of a folder with these files; paths are shown below the folder. */
function read(files: Readonly<Record<string, string | Uint8Array>>, limits?: Partial<FileLimits>): CampaignText {
  return readIn(folderWith(files), limits);
}

function readIn(folder: string, limits?: Partial<FileLimits>): CampaignText {
  const text = readCampaign(join(folder, 'main.pcc'), limits);
  return JSON.parse(JSON.stringify(text).replaceAll(`${folder}/`, '')) as CampaignText;
}

const told = ({ problems }: CampaignText): string[] =>
  problems.map(({ code, file, line, column, message }) => `${file}:${line}:${column} ${code} ${message}`);

describe('a campaign', () => {
  test('comes from the files that it names, in their order, each line with its place and the kind of its file', () => {
    const text = read({
      'main.pcc':
        '# the campaign\nCAMPAIGN:Test\nGAMEMODE:None\n\nDATACONTROL:control.lst\nVARIABLE:lists/variables.lst\nGLOBALMODIFIER:lists/global.lst\nSKILL:skills.lst\nEQUIPMENT:equipment.lst\n',
      'control.lst': 'DEFAULTVARIABLEVALUE:NUMBER|0\n',
      'lists/variables.lst':
        '# variables\n\nGLOBAL:NUMBER=Hands\tEXPLANATION:# of hands\n   \n\t\nLOCAL:SKILL|NUMBER=Rank',
      'lists/global.lst': 'MODIFY:Hands|SET|2',
      'skills.lst': 'Climb\tMODIFY:Rank|SET|1\t\tGROUP:Body\nSwim\n',
      'equipment.lst': 'Giant Sword\tMODIFY:Hands|ADD|1\tPART:1|MODIFY:Hands|ADD|1\n',
    });
    expect(told(text)).toEqual([]);
    expect(text.name).toBe('main.pcc');
    expect(text.control).toEqual([
      { file: 'control.lst', line: 1, column: 1, text: 'DEFAULTVARIABLEVALUE:NUMBER|0', kind: 'control' },
      {
        file: 'lists/variables.lst',
        line: 3,
        column: 1,
        text: 'GLOBAL:NUMBER=Hands\tEXPLANATION:# of hands',
        kind: 'variable',
      },
      { file: 'lists/variables.lst', line: 6, column: 1, text: 'LOCAL:SKILL|NUMBER=Rank', kind: 'variable' },
      { file: 'lists/global.lst', line: 1, column: 1, text: 'MODIFY:Hands|SET|2', kind: 'modifier' },
    ]);
    expect(text.objects).toEqual([
      {
        scope: 'SKILL',
        key: 'Climb',
        groups: [],
        origin: { file: 'skills.lst', line: 1, column: 1, text: 'Climb' },
        tokens: [
          { file: 'skills.lst', line: 1, column: 7, text: 'MODIFY:Rank|SET|1' },
          { file: 'skills.lst', line: 1, column: 26, text: 'GROUP:Body' },
        ],
      },
      {
        scope: 'SKILL',
        key: 'Swim',
        groups: [],
        origin: { file: 'skills.lst', line: 2, column: 1, text: 'Swim' },
        tokens: [],
      },
      {
        scope: 'EQUIPMENT',
        key: 'Giant Sword',
        groups: [],
        origin: { file: 'equipment.lst', line: 1, column: 1, text: 'Giant Sword' },
        tokens: [
          { file: 'equipment.lst', line: 1, column: 13, text: 'MODIFY:Hands|ADD|1' },
          { file: 'equipment.lst', line: 1, column: 32, text: 'PART:1|MODIFY:Hands|ADD|1' },
        ],
      },
    ]);
  });

  test('has a byte order mark and any line ends', () => {
    const text = read({
      'main.pcc': '\uFEFF# x\r\nVARIABLE:v.lst\r\n',
      'v.lst': '\uFEFFGLOBAL:NUMBER=A\r\n\r\nGLOBAL:NUMBER=B',
    });
    expect(told(text)).toEqual([]);
    expect(text.control.map((line) => [line.line, line.text])).toEqual([
      [1, 'GLOBAL:NUMBER=A'],
      [3, 'GLOBAL:NUMBER=B'],
    ]);
  });

  test('has objects of every scope, and of dynamic ones by the lines themselves', () => {
    const text = read({
      'main.pcc': 'EQUIPMENT:a.lst\nEQUIPMOD:b.lst\nSAVE:c.lst\nSIZE:d.lst\nSKILL:e.lst\nSTAT:f.lst\nDYNAMIC:g.lst\n',
      'a.lst': 'A',
      'b.lst': 'B\tMODIFY:X|SET|1\tPARENT:EQUIPMENT|A',
      'c.lst': 'C',
      'd.lst': 'D',
      'e.lst': 'E',
      'f.lst': 'F',
      'g.lst': 'MOVEMENT:Walk\tMODIFY:Speed|SET|30\nVISION:Dark: deep',
    });
    expect(told(text)).toEqual([]);
    expect(
      text.objects.map(({ scope, key, parent, tokens, origin }) => [
        scope,
        key,
        parent,
        tokens.map((token) => token.text),
        origin.text,
      ]),
    ).toEqual([
      ['EQUIPMENT', 'A', undefined, [], 'A'],
      ['EQUIPMENT.PART', 'B', 'EQUIPMENT|A', ['MODIFY:X|SET|1'], 'B'],
      ['SAVE', 'C', undefined, [], 'C'],
      ['SIZE', 'D', undefined, [], 'D'],
      ['SKILL', 'E', undefined, [], 'E'],
      ['STAT', 'F', undefined, [], 'F'],
      ['MOVEMENT', 'Walk', undefined, ['MODIFY:Speed|SET|30'], 'MOVEMENT:Walk'],
      ['VISION', 'Dark: deep', undefined, [], 'VISION:Dark: deep'],
    ]);
  });

  test('includes others where they are named; paths are relative to the file, or to the campaign with @/, and shared files count once', () => {
    const text = read({
      'main.pcc': 'PCC:books/one.pcc\nVARIABLE:last.lst\nPCC:books/two.pcc\nPCC:books/one.pcc\n',
      'books/one.pcc': 'VARIABLE:one.lst\nDATACONTROL:@/shared.lst\n',
      'books/two.pcc': 'DATACONTROL:../shared.lst\nVARIABLE:two.lst\n',
      'books/one.lst': 'One',
      'books/two.lst': 'Two',
      'last.lst': 'Last',
      'shared.lst': 'Shared',
    });
    expect(told(text)).toEqual([]);
    expect(text.control.map((line) => [line.file, line.text])).toEqual([
      ['books/one.lst', 'One'],
      ['shared.lst', 'Shared'],
      ['last.lst', 'Last'],
      ['books/two.lst', 'Two'],
    ]);
  });

  test('says things to people that have no effect', () => {
    const text = read({ 'main.pcc': [...informationTokens].map((token) => `${token}:anything | at all`).join('\n') });
    expect(told(text)).toEqual([]);
  });

  test('may say where its objects come from', () => {
    expect(
      read({ 'main.pcc': 'SKILL:s.lst', 's.lst': 'SOURCELONG:A book\tSOURCESHORT:AB\nClimb\n' }).objects.map(
        ({ key }) => key,
      ),
    ).toEqual(['Climb']);
  });
});

describe('what a campaign file may not say', () => {
  test.each<[string, string, string]>([
    ['no token', 'hello', 'main.pcc:1:1 syntax expected `TOKEN:file`, found `hello`'],
    [
      'an unknown token',
      'DATACONTROLS:a.lst',
      'main.pcc:1:1 syntax `DATACONTROLS` is not a token of a campaign: expected `DATACONTROL`, `VARIABLE`',
    ],
    [
      'objects without a scope',
      'TEMPLATE:a.lst',
      'main.pcc:1:1 syntax there are no objects of `TEMPLATE` here: make a scope for them with `DYNAMICSCOPE`',
    ],
    ['no file', 'VARIABLE:', 'main.pcc:1:10 file expected the name of a file'],
    ['a file that is not there', 'VARIABLE:none.lst', 'main.pcc:1:10 file there is no file `none.lst`'],
    ['a folder', 'VARIABLE:folder', 'main.pcc:1:10 file `folder` is a folder'],
    ['its own folder', 'VARIABLE:.', 'campaign` is a folder: name a file'],
    ['a file above', 'VARIABLE:../secret.lst', "main.pcc:1:10 file `../secret.lst` leads out of the campaign's folder"],
    [
      'a file above by a detour',
      'VARIABLE:folder/../../secret.lst',
      'main.pcc:1:10 file `folder/../../secret.lst` leads out',
    ],
    ['a file above by @', 'VARIABLE:@/../secret.lst', 'main.pcc:1:10 file `@/../secret.lst` leads out'],
    ['an absolute path', 'VARIABLE:/etc/hosts', 'main.pcc:1:10 file `/etc/hosts` is not a relative path'],
    ['a path of another system', 'VARIABLE:C:/a.lst', 'main.pcc:1:10 file `C:/a.lst` is not a relative path'],
    ['back-slashes', 'VARIABLE:folder\\a.lst', 'main.pcc:1:10 file write `/` between folders'],
    [
      'a part of a file',
      'VARIABLE:a.lst|(INCLUDE:X)',
      'main.pcc:1:10 file expected the name of a file and nothing else, found `|(INCLUDE:X)`',
    ],
    [
      'blanks around a name',
      'VARIABLE: a.lst',
      'main.pcc:1:10 file the name of the file has blanks at an end: write `a.lst`',
    ],
    ['itself', 'PCC:main.pcc', 'main.pcc:1:5 file `main.pcc` names itself again'],
    ['a zero character', 'VARIABLE:a\0b', 'main.pcc:1:10 file the name of a file has no zero characters'],
  ])('%s', (_name, line, message) => {
    const text = read({ 'main.pcc': line, 'folder/a.lst': 'A', 'a.lst': 'A' });
    expect(told(text)).toEqual([expect.stringContaining(message)]);
    expect(text.control).toEqual([]);
  });

  test('one file for two things', () => {
    expect(told(read({ 'main.pcc': 'VARIABLE:a.lst\nSKILL:a.lst\n', 'a.lst': 'A' }))).toEqual([
      'main.pcc:2:7 file `a.lst` was named as `VARIABLE` already: a file is for one thing',
    ]);
  });

  test('a circle through others', () => {
    const text = read({
      'main.pcc': 'PCC:a.pcc',
      'a.pcc': 'VARIABLE:v.lst\nPCC:b.pcc',
      'b.pcc': 'PCC:main.pcc',
      'v.lst': 'V',
    });
    expect(told(text)).toEqual([
      'b.pcc:1:5 file `main.pcc` names itself again through the files that it names: remove one of these lines',
    ]);
  });

  test('others more than 50 deep', () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`${index}.pcc`, `PCC:${index + 1}.pcc`]),
    );
    expect(told(read({ 'main.pcc': 'PCC:0.pcc', ...files }))).toEqual([
      '48.pcc:1:5 file campaigns name each other more than 50 deep',
    ]);
  });

  test('links out of the folder', () => {
    const folder = folderWith({ 'main.pcc': 'VARIABLE:out.lst\nVARIABLE:in.lst\n', 'a.lst': 'A' });
    writeFileSync(join(folder, '..', 'secret.lst'), 'SECRET');
    symlinkSync(join(folder, '..', 'secret.lst'), join(folder, 'out.lst'));
    symlinkSync(join(folder, 'a.lst'), join(folder, 'in.lst'));
    const text = readIn(folder);
    expect(told(text)).toEqual(["main.pcc:1:10 file `out.lst` is a link that leads out of the campaign's folder"]);
    expect(text.control.map((line) => line.text)).toEqual(['A']);
  });

  test('the campaign itself is not there, is a folder, or may not be read', () => {
    const folder = folderWith({ 'folder/a.lst': 'A', 'closed.pcc': 'X' });
    expect(readCampaign(join(folder, 'none.pcc')).problems).toMatchObject([
      {
        code: 'file',
        file: join(folder, 'none.pcc'),
        line: 1,
        column: 1,
        message: expect.stringContaining('there is no file') as string,
      },
    ]);
    expect(readCampaign(join(folder, 'folder')).problems).toMatchObject([
      { message: expect.stringContaining('is a folder') as string },
    ]);
    chmodSync(join(folder, 'closed.pcc'), 0);
    if (process.getuid?.() !== 0)
      expect(readCampaign(join(folder, 'closed.pcc')).problems).toMatchObject([
        { message: expect.stringContaining('cannot be read') as string },
      ]);
  });
});

describe('what files may not hold', () => {
  test('text in another encoding', () => {
    const text = read({
      'main.pcc': 'VARIABLE:v.lst\nVARIABLE:w.lst',
      'v.lst': Buffer.from('GLOBAL:NUMBER=A\nGLOBAL:NUMBER=\xe9\n', 'latin1'),
      'w.lst': 'B',
    });
    expect(told(text)).toEqual(['v.lst:2:1 file this line is not UTF-8 text: save the file in that encoding']);
    expect(text.control.map((line) => line.text)).toEqual(['B']);
  });

  test('more than the limits', () => {
    const files = { 'main.pcc': 'VARIABLE:v.lst\nVARIABLE:w.lst\n', 'v.lst': 'A'.repeat(50), 'w.lst': 'B'.repeat(60) };
    expect(told(read(files, { file: 55 }))).toEqual([
      'main.pcc:2:10 file `w.lst` has 60 bytes, the limit is 55: split it',
    ]);
    expect(told(read(files, { all: 100 }))).toEqual([
      'main.pcc:2:10 file the files of this campaign have more than 100 bytes up to `w.lst`, which is the limit',
    ]);
    expect(told(read(files, { all: 140 }))).toEqual([]);
  });

  test.each<[string, string, string]>([
    ['a token for a key', 'MODIFY:Hands|ADD|1', '1:1 syntax a line of an object file begins with the key'],
    ['a TAB for a key', '\tMODIFY:Hands|ADD|1', '1:1 syntax a line of an object file begins with the key'],
    ['blanks for a key', '  \tMODIFY:Hands|ADD|1', '1:1 syntax expected the key of an object'],
    [
      'blanks at the end of a key',
      'Climb \tMODIFY:Hands|ADD|1',
      '1:1 syntax the key has blanks at an end: write `Climb`',
    ],
    ['a separator in a key', 'Cl|imb', '1:1 syntax a key has no `|`'],
    [
      'a change of another object',
      'Climb.MOD\tMODIFY:Hands|ADD|1',
      '1:1 syntax `Climb.MOD` changes an object that is declared elsewhere',
    ],
    ['a copy of another object', 'Climb.COPY=Swim', '1:1 syntax `Climb.COPY=Swim` changes an object'],
    ['an object forgotten', 'Climb.FORGET', '1:1 syntax `Climb.FORGET` changes an object'],
    [
      'a parent that is none',
      'Climb\tPARENT:Sword',
      '1:14 syntax expected `SCOPE|key` of the object that `Climb` is part of',
    ],
    ['two parents', 'Climb\tPARENT:EQUIPMENT|A\tPARENT:EQUIPMENT|B', '1:26 duplicate `Climb` is part of one object'],
  ])('%s', (_name, line, message) => {
    const text = read({ 'main.pcc': 'SKILL:s.lst', 's.lst': `${line}\nSwim` });
    expect(told(text)).toEqual([expect.stringContaining(`s.lst:${message}`)]);
    expect(text.objects.map(({ key }) => key)).toEqual(['Swim']);
  });

  test('an object of a dynamic scope without its scope', () => {
    expect(told(read({ 'main.pcc': 'DYNAMIC:d.lst', 'd.lst': 'Walk\nMOVEMENT:\nMOVEMENT:Run.MOD' }))).toEqual([
      'd.lst:1:1 syntax expected `SCOPE:Key` at the beginning, found `Walk`: a file of DYNAMIC says the scope of each object',
      'd.lst:2:10 syntax expected the key of an object',
      expect.stringContaining('d.lst:3:10 syntax `Run.MOD` changes an object'),
    ]);
  });

  test('all that is wrong is told, up to a limit', () => {
    const text = read({ 'main.pcc': 'SKILL:s.lst\nSKILL:t.lst', 's.lst': 'A.MOD\n'.repeat(1500) });
    expect([text.problems.length, text.more]).toEqual([1000, 501]);
  });
});
