import { quoteText } from '../../diagnostics/quote.js';
import { referenceKinds, type Counter, type Reference } from '../syntax.js';
import { counterNumber, initialNumber, seat } from './indices.js';
import { oneOf, report, suggestName } from './loading.js';
import { optional } from './scalars.js';
import { field, refuseOthers, section, wrongType, type Field } from './section.js';

/** A map with exactly one key, which is a kind of reference. */
export function reference(of: Field): Reference {
  const nowhere: Reference = { at: of.at, by: 'initial', index: 0 };
  if (of.value?.type !== 'map') {
    wrongType(of, 'a reference such as {initial: 0}');
    return nowhere;
  }
  const keys = [...of.value.entries];
  if (keys.length !== 1) {
    report(
      of.loading,
      'ref',
      of,
      () => `a reference has exactly one key (${oneOf(referenceKinds)}), found ${keys.length}`,
    );
    return nowhere;
  }
  const [[key, { at }]] = keys;
  const by = referenceKinds.find((kind) => kind === key);
  if (by === undefined) {
    report(
      of.loading,
      'ref',
      { at, path: of.path },
      () => `unknown kind of reference ${quoteText(key)}: ${oneOf(referenceKinds)}`,
      () => suggestName(of.loading, key, referenceKinds),
    );
    return nowhere;
  }
  const number = field(section(of), by);
  return { at: of.at, by, index: by === 'initial' ? initialNumber(number) : seat(number) };
}

const counterFields = ['player', 'which'];

export function counter(of: Field): { readonly player: number; readonly which: number } {
  const map = section(of);
  if (of.value?.type !== 'map') return { player: 0, which: 0 };
  refuseOthers(map, counterFields);
  return { player: seat(field(map, 'player')), which: counterNumber(field(map, 'which')) };
}

/** A counter whose player may be left out. */
export function relativeCounter(of: Field): Counter {
  const map = section(of);
  if (of.value?.type !== 'map') return { player: undefined, which: 0 };
  refuseOthers(map, counterFields);
  return { player: optional(seat, field(map, 'player')), which: counterNumber(field(map, 'which')) };
}
