import type { GameModelBuilder } from '../model/game-model.js';
import { meterRules } from '../model/meters.js';
import { type Interner, createInterner } from './interner.js';
import { type LogicKit, createLogicKit } from './logic-kit.js';
import { type NumberKit, createNumberKit } from './number-kit.js';
import { type ObjectKit, createObjectKit } from './object-kit.js';

/** All that nodes are made with. Equal nodes are one object. */
export interface Kit extends LogicKit, NumberKit, ObjectKit {
  readonly interner: Interner;
}

export function createKit(builder: GameModelBuilder): Kit {
  const interner = createInterner();
  const meters = meterRules.flatMap(({ meter }) => builder.meter(meter) ?? []);
  const singles = new Set(meters.flatMap(({ initial, current }) => [initial, current]));
  return {
    interner,
    ...createLogicKit(interner),
    ...createNumberKit(interner, (column) => singles.has(column)),
    ...createObjectKit(interner, builder),
  };
}
