import { crc32, deflateSync } from 'node:zlib';

/** An image with a palette, `#rrggbb`; pixels are its places, row by row from the top. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly palette: readonly string[];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const paletteColour = 3;

/** With as few bits a pixel as the palette needs, up to 256 colours. */
export function pngOf({ width, height, pixels, palette }: Raster): Buffer {
  const bits = [1, 2, 4, 8].find((each) => palette.length <= 1 << each) ?? 8;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, paletteColour], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.map((colour) => colour.slice(1)).join(''), 'hex')),
    chunk('IDAT', deflateSync(packed(width, height, pixels, bits), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each row begins with the number of its filter: none. */
function packed(width: number, height: number, pixels: Uint8Array, bits: number): Buffer {
  const perByte = 8 / bits;
  const stride = 1 + Math.ceil(width / perByte);
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * stride + 1 + Math.floor(x / perByte)] |= pixels[y * width + x] << (8 - bits * ((x % perByte) + 1));
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
