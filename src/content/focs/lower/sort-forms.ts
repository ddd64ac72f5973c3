import type { Node } from '../../../ir/node.js';
import type { Tested } from './context.js';
import type { ConditionForms } from './forms.js';
import { namedBy } from './identity.js';
import { type GameKind, type KindSet, everyKind, kindBits, kindsIn } from './kind-set.js';
import { valuesAt } from './parameters.js';
import { unknownConstruct } from './problems.js';
import { isOfKind, isSame } from './subjects.js';

/** What a candidate is: an object, of a type, of a class. */

/** Words of types; centers of population and of production are planets, inhabited or not. */
const typeWords: Readonly<Record<string, GameKind>> = {
  System: 'system',
  Planet: 'planet',
  Building: 'building',
  Fleet: 'fleet',
  Ship: 'ship',
  Field: 'field',
  PopulationCenter: 'planet',
  ProductionCenter: 'planet',
};

/** The object that a construct names, tested of the candidate. */
const identity: ConditionForms[string] = {
  kinds: (condition, context) => namedBy(condition, context).kinds,
  firm: true,
  lower: (condition, context) => isSame(context.kit, context.candidate, namedBy(condition, context)),
};

export const sortForms: ConditionForms = {
  Source: identity,
  Target: identity,
  // The candidate itself may be the root, whatever it is.
  RootCandidate: { ...identity, firm: false },
  Object: identity,
  Type: {
    kinds: ({ word = '' }) => (Object.hasOwn(typeWords, word) ? kindBits[typeWords[word]] : everyKind),
    firm: true,
    lower(condition, context) {
      const { word = '', at } = condition;
      if (Object.hasOwn(typeWords, word)) return isOfKind(context.kit, context.candidate, typeWords[word]);
      unknownConstruct(context, at, 'type of object', word, Object.keys(typeWords));
      return context.kit.no;
    },
  },
  Building: {
    kinds: kindBits.building,
    firm: true,
    lower(condition, context) {
      const names = valuesAt(condition, 'name');
      if (names.length === 0) return isOfKind(context.kit, context.candidate, 'building');
      const { kit, candidate, language } = context;
      return kit.oneOf(
        kit.classOf(candidate.node),
        names.map((name) => language.class(name, 'BuildingType', context)),
      );
    },
  },
};

/** Whether the candidate is of one of some kinds. */
export function isOfKinds(kinds: KindSet, { kit, candidate }: Tested): Node {
  const wanted = kinds & candidate.kinds;
  if (wanted === candidate.kinds && candidate.sure) return kit.yes;
  return kit.any(kindsIn(wanted).map((kind) => isOfKind(kit, candidate, kind)));
}
