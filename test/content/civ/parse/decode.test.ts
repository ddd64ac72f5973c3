import { expect, it } from 'vitest';
import { decodeXml } from '../../../../src/content/civ/parse/read-xml.js';

const latin = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

it('decodes by the byte order mark, by what the document says, and else as UTF-8', () => {
  expect(decodeXml(new TextEncoder().encode('<a>é</a>'), 'a.xml')).toBe('<a>é</a>');
  expect(decodeXml(latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00e9</a>'), 'a.xml')).toContain('<a>é</a>');
  expect(decodeXml(latin("<?xml version='1.0' encoding = 'iso-8859-2' ?><a>\u00b1</a>"), 'a.xml')).toContain(
    '<a>ą</a>',
  );
  expect(decodeXml(Buffer.from('\ufeff<a>é</a>', 'utf16le'), 'a.xml')).toBe('<a>é</a>');
  expect(decodeXml(new Uint8Array(0), 'a.xml')).toBe('');
});

it('refuses what is no such text, with the file', () => {
  expect(() => decodeXml(latin('<a>\u00e9</a>'), 'a.xml')).toThrow('a.xml is not text in the encoding utf-8');
  expect(() => decodeXml(latin('<?xml version="1.0" encoding="runes"?><a/>'), 'a.xml')).toThrow(
    'a.xml says that its encoding is runes, which is not known',
  );
  // Only a declaration counts.
  expect(decodeXml(latin('<a encoding="runes"/>'), 'a.xml')).toBe('<a encoding="runes"/>');
});
