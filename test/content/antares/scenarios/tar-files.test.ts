import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { filesOfTar } from '../../../../src/content/antares/scenarios/text-suite.js';

interface Entry {
  readonly name: string;
  readonly content?: string;
  readonly type?: string;
  readonly prefix?: string;
  readonly size?: string;
}

function header({ name, content = '', type = '0', prefix = '', size }: Entry): Buffer {
  const bytes = Buffer.alloc(512);
  bytes.write(name, 0, 100);
  bytes.write(size ?? `${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124);
  bytes.write('        ', 148);
  bytes.write(type, 156);
  bytes.write('ustar\0', 257);
  bytes.write('00', 263);
  bytes.write(prefix, 345);
  bytes.write(
    `${bytes
      .reduce((sum, byte) => sum + byte)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return bytes;
}

function tar(...entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '');
    return [header(entry), content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const texts = (archive: Buffer) =>
  [...filesOfTar(gzipSync(archive))].map(([path, content]) => [path, Buffer.from(content).toString()]);

describe('files of an archive', () => {
  it('are those that are no folders and no links, in their order', () => {
    const archive = tar(
      { name: 'b/', type: '5' },
      { name: 'b/two', content: 'x'.repeat(600) },
      { name: 'link', type: '2' },
      { name: 'a', content: '' },
      { name: 'c', type: '\0', content: 'old' },
    );
    expect(texts(archive)).toEqual([
      ['b/two', 'x'.repeat(600)],
      ['a', ''],
      ['c', 'old'],
    ]);
  });

  it('have long names in any of the three ways', () => {
    const long = 'd/'.repeat(70);
    const record = ` path=${long}x\n`;
    const pax = `${String(record.length + 3)}${record}`;
    expect(
      texts(
        tar(
          { name: 'f', prefix: long.slice(0, -1), content: '1' },
          { name: 'cut', type: 'x', content: pax },
          { name: 'cut', content: '2' },
          { name: '././@LongLink', type: 'L', content: `${long}y\0` },
          { name: 'cut', content: '3' },
          { name: 'next', content: '4' },
        ),
      ),
    ).toEqual([
      [`${long}f`, '1'],
      [`${long}x`, '2'],
      [`${long}y`, '3'],
      ['next', '4'],
    ]);
  });

  it('are none in an empty archive', () => {
    expect(texts(tar())).toEqual([]);
  });
});

describe('a damaged archive', () => {
  const whole = tar({ name: 'a', content: 'x'.repeat(600) }, { name: 'b', content: 'y' });
  const damage = (change: (bytes: Buffer) => Buffer) => () =>
    filesOfTar(gzipSync(change(Buffer.from(whole))), 'some.tar.gz');

  it('is refused where it does not unpack', () => {
    const packed = gzipSync(whole);
    expect(() => filesOfTar(Buffer.from('no gzip'), 'some.tar.gz')).toThrow(
      'edict: some.tar.gz is not a gzip file, or is damaged',
    );
    expect(() => filesOfTar(packed.subarray(0, 30))).toThrow('edict: the archive is cut off');
  });

  it.each<readonly [why: string, change: (bytes: Buffer) => Buffer, message: string]>([
    [
      'it is no tar',
      () => Buffer.from('{"format": 1}'),
      'at byte 0 of what it unpacks to, it ends inside of a header; fetch it again',
    ],
    [
      'a file is cut off',
      (bytes) => bytes.subarray(0, 1000),
      'at byte 0 of what it unpacks to, it ends inside of "a", which has 600 bytes',
    ],
    [
      'a header is cut off',
      (bytes) => bytes.subarray(0, 1600),
      'at byte 1536 of what it unpacks to, it ends inside of a header',
    ],
    [
      'a name is changed',
      (bytes) => bytes.fill('z', 1536, 1537),
      'at byte 1536 of what it unpacks to, the sum of a header is not what the header says',
    ],
    [
      'a sum is changed',
      (bytes) => bytes.fill('z', 148, 150),
      'at byte 0 of what it unpacks to, a number of a header is not octal',
    ],
    [
      'a size is none',
      () => tar({ name: 'a', size: '-1' }),
      'at byte 0 of what it unpacks to, a number of a header is not octal',
    ],
  ])('is refused where %s', (_why, change, message) => {
    expect(damage(change)).toThrow(`edict: some.tar.gz is damaged or no tar archive: ${message}`);
  });
});
