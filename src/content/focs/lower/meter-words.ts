import { meterRules } from '../model/meters.js';
import { type KindSet, kindSetOf } from './kind-set.js';

/** Meters by the words of content and by the names of states. */

/** The name in states of a meter's word: `TargetPopulation` is `TARGET_POPULATION`. */
export function meterName(word: string): string {
  return namesOfWords.get(word) ?? spelled(word);
}

function spelled(word: string): string {
  return word.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

/** Of the words for all meters there are. */
const namesOfWords: ReadonlyMap<string, string> = new Map(
  meterRules.map(({ meter }): [string, string] => [
    meter.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    meter,
  ]),
);

const kindsByMeter: ReadonlyMap<string, KindSet> = (() => {
  const found = new Map<string, KindSet>();
  for (const { meter, kinds } of meterRules) found.set(meter, (found.get(meter) ?? 0) | kindSetOf(kinds));
  return found;
})();

/** Kinds of game objects that have a meter; none for meters of parts and for what is no meter. */
export function kindsWith(meter: string): KindSet {
  return kindsByMeter.get(meter) ?? 0;
}
