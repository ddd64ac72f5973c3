import { EdictError } from '../../../kernel/errors.js';

/** The start of a document, in which it says how it is encoded. */
const declaration = /^<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;
const longestDeclaration = 200;

/**
 * The text of a document: by its byte order mark, else by what it says of its encoding, else UTF-8. Throws where it is
 * no such text.
 */
export function decodeXml(bytes: Uint8Array, file: string): string {
  const encoding =
    marked(bytes) ?? declaration.exec(String.fromCharCode(...bytes.subarray(0, longestDeclaration)))?.[1] ?? 'utf-8';
  const decoder = decoderOf(encoding);
  if (decoder === undefined)
    throw new EdictError(
      'unreadable-file',
      `${file} says that its encoding is ${encoding}, which is not known; save it as UTF-8`,
      file,
    );
  try {
    return decoder.decode(bytes);
  } catch {
    throw new EdictError('unreadable-file', `${file} is no text in the encoding ${encoding}; save it as UTF-8`, file);
  }
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return undefined;
  }
}

function marked([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
