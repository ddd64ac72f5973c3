/** What a byte may begin, by its place in `byteKinds`. */
export const ByteKind = {
  control: 0,
  blank: 1,
  lineFeed: 2,
  word: 3,
  colon: 4,
  quote: 5,
  mark: 6,
  data: 7,
  comment: 8,
  sign: 9,
  other: 10,
  nonAscii: 11,
} as const;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** One for each byte. */
export const byteKinds: Uint8Array = kindsOfBytes();

function kindsOfBytes(): Uint8Array {
  const kinds = new Uint8Array(256)
    .fill(ByteKind.control, 0, 0x20)
    .fill(ByteKind.other, 0x20, 0x7f)
    .fill(ByteKind.control, 0x7f, 0x80)
    .fill(ByteKind.nonAscii, 0x80);
  const set = (characters: string, kind: number) => {
    for (let i = 0; i < characters.length; i++) kinds[characters.charCodeAt(i)] = kind;
  };
  set(`${letters}0123456789_./+-`, ByteKind.word);
  set(' \t', ByteKind.blank);
  set('\n', ByteKind.lineFeed);
  set(':', ByteKind.colon);
  set('"', ByteKind.quote);
  set('>|!', ByteKind.mark);
  set('$', ByteKind.data);
  set('#', ByteKind.comment);
  set('*[]{},', ByteKind.sign);
  return kinds;
}

/** Whether a byte is a character of its own inside of a quoted string. */
export const isPlainInString: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0x09 || (byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c) ? 1 : 0,
);
