import { createDamage } from '../content/native/damage.js';
import { type ContentFile, type Place, type Places, type SourceMap, isMap } from '../content/native/source-tree.js';
import { type YamlParser, readYaml } from '../content/native/yaml-file.js';
import { createYamlPlaces } from '../content/native/yaml-places.js';
import { createCollector } from '../content/text/collector.js';
import { excerptOf, createLineIndex, lineAt } from '../content/text/line-index.js';
import type { Origin } from '../ir/node.js';

/** Content files as documents, read once each when they are first asked for. Programs keep no places of columns. */
export interface ContentDocuments {
  readonly files: readonly ContentFile[];
  /** Of files that are sound. */
  readonly all: () => readonly ContentDocument[];
  /** Of the last key of a path, or its value, in the first file that has it; undefined: none has. */
  readonly spot: (path: readonly string[], part: 'key' | 'value') => Place | undefined;
}

export interface ContentDocument {
  readonly file: string;
  readonly data: SourceMap;
  readonly places: Places;
}

/** `parser`: of their load, which has parsed their texts. */
export function createContentDocuments(files: readonly ContentFile[], parser?: YamlParser): ContentDocuments {
  let read: readonly ContentDocument[] | undefined;
  const all = () => (read ??= files.flatMap((file) => documentOf(file, parser) ?? []));
  return {
    files,
    all,
    spot(path, part) {
      const key = path[path.length - 1];
      for (const { data, places } of all()) {
        const found = containerAt(data, path);
        if (found !== undefined) return part === 'key' ? places.ofKey(found, key) : places.ofValue(found, key);
      }
      return undefined;
    },
  };
}

function documentOf(file: ContentFile, parser: YamlParser | undefined): ContentDocument | undefined {
  const places = createYamlPlaces();
  const limits = { fileLength: Infinity, fileTokens: Infinity, loadTokens: Infinity };
  const read = readYaml(file, limits, { places, damage: createDamage(), collector: createCollector([]), parser });
  return read && { file: file.file, data: read.data, places };
}

/** That has the last key of the path. */
function containerAt(data: SourceMap, path: readonly string[]): SourceMap | undefined {
  let at = data;
  for (const key of path.slice(0, -1)) {
    const inner = Object.hasOwn(at, key) ? at[key] : undefined;
    if (!isMap(inner)) return undefined;
    at = inner;
  }
  return Object.hasOwn(at, path[path.length - 1]) ? at : undefined;
}

/** Where no file has what is looked for. */
export function firstSpot({ files }: ContentDocuments): Place {
  return { file: files.at(0)?.file ?? '', line: 1, column: 1 };
}

export function originSpot(origin: Origin, files: readonly ContentFile[]): Place {
  const source = files.find(({ file }) => file === origin.file);
  return source === undefined
    ? origin
    : { ...origin, ...excerptOf(lineAt(createLineIndex(source.text), origin.line), origin.column) };
}
