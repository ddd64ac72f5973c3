import type { Node } from '../../../ir/node.js';
import type { Value } from '../syntax.js';
import { isBetween } from './bounds.js';
import type { Tested } from './context.js';
import type { ConditionForms } from './forms.js';
import { everyKind, isWithin, kindBits } from './kind-set.js';
import { kindsWith, meterName } from './meter-words.js';
import { requiredAt, valueAt } from './parameters.js';
import { unknownConstruct, unknownName } from './problems.js';

/**
 * Meters of a candidate, of its parts and of empires, between two bounds of 32 bits. Bounds that are left out hold for
 * all that a meter can be.
 */
export const meterForms: ConditionForms = {
  MeterValue: {
    kinds: ({ word = '' }) => kindsWith(meterName(word)),
    // A meter that all game objects have says nothing of what is none.
    firm: ({ word = '' }) => kindsWith(meterName(word)) !== everyKind,
    lower(condition, context) {
      const { kit, builder, candidate } = context;
      const meter = meterName(condition.word ?? '');
      const columns = builder.meter(meter);
      if (columns === undefined || kindsWith(meter) === 0) {
        unknownConstruct(context, condition.at, 'meter', condition.word ?? '', []);
        return kit.no;
      }
      const isSure = candidate.sure && isWithin(candidate.kinds, kindsWith(meter));
      const value = kit.read(columns.initial, candidate.node, isSure ? 'zero' : 'missing');
      return kit.all([kit.present(value), isBetween(kit, value, condition, (bound) => single(bound, context))]);
    },
  },
  ShipPartMeter: {
    kinds: kindBits.ship,
    firm: true,
    lower(condition, context) {
      const { kit, builder, candidate, language, free } = context;
      const part = requiredAt(condition, 'part', context);
      const meter = requiredAt(condition, 'meter', context);
      if (part === undefined || meter === undefined) return kit.no;
      const isPart = kit.compare('==', kit.classOf(kit.slot(free)), language.class(part, 'Part', context));
      const holder = kit.fold('first', { over: 'attached', kind: 0, class: 0 }, free, candidate.node, isPart);
      const name = partMeterName(language.text(meter, context) ?? '');
      const columns = builder.meter(name);
      if (columns === undefined || !partMeters.has(name)) {
        unknownConstruct(context, meter.at, 'meter of a part', name, partMeters);
        return kit.no;
      }
      const value = kit.read(columns.current, holder, 'missing');
      return kit.all([kit.present(value), isBetween(kit, value, condition, (bound) => single(bound, context))]);
    },
  },
  EmpireMeter: {
    kinds: everyKind,
    firm: false,
    lower(condition, context) {
      const { kit, builder, candidate, language } = context;
      const meter = requiredAt(condition, 'meter', context);
      const name = meter === undefined ? undefined : language.text(meter, context);
      if (meter === undefined || name === undefined) {
        if (meter !== undefined) unknownName(context, meter.at, 'meter of empires', 'that depends on the world', []);
        return kit.no;
      }
      const empire = valueAt(condition, 'empire');
      const holder = empire === undefined ? kit.owner(candidate.node) : language.entity(empire, 'empire', context).node;
      const value = kit.read(builder.empireMeter(name), holder, 'missing');
      return kit.all([kit.present(value), isBetween(kit, value, condition, (bound) => single(bound, context))]);
    },
  },
};

const partMeters: ReadonlySet<string> = new Set(['CAPACITY', 'MAX_CAPACITY', 'SECONDARY_STAT', 'MAX_SECONDARY_STAT']);

/** Damage of weapons is what other parts call capacity. */
export function partMeterName(word: string): string {
  return meterName(word).replace(/^((?:MAX_)?)DAMAGE$/, '$1CAPACITY');
}

function single(bound: Value, context: Tested): Node {
  return context.kit.single(context.language.real(bound, context));
}
