import type { Content } from '../../../model/model.js';
import { arrayText } from '../../../components/compounds.js';
import { type Format, formatName } from '../text/format.js';
import type { SourceText } from '../text/line.js';

const emptyArray: Content = { text: arrayText({ name: 'numeric' }, []) };

/** What variables of a format are before the first modifier. */
export interface Defaults {
  /** Where a format got another default first; undefined where this one stands. */
  give(format: Format, value: Content, source: SourceText): SourceText | undefined;
  /** A format whose default is in error: whatever is wrong with it has been said. */
  spoil(format: Format): void;
  /** Undefined where content gave none. */
  of(format: Format): Content | undefined;
}

export function createDefaults(): Defaults {
  const given = new Map<string, { readonly value: Content; readonly source: SourceText }>();
  const spoilt = new Set<string>();
  return {
    give(format, value, source) {
      const name = formatName(format);
      const before = given.get(name);
      if (before === undefined) given.set(name, { value, source });
      return before === undefined || sameContent(before.value, value) ? undefined : before.source;
    },
    spoil: (format) => {
      spoilt.add(formatName(format));
    },
    of(format) {
      if (format.name === 'ARRAY') return emptyArray;
      const name = formatName(format);
      return given.get(name)?.value ?? (spoilt.has(name) ? { value: 0 } : undefined);
    },
  };
}

export function sameContent(one: Content, other: Content): boolean {
  if ('text' in one || 'text' in other) return 'text' in one && 'text' in other && one.text === other.text;
  return Object.is(one.value, other.value) && one.whole === other.whole;
}
