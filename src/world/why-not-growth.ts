import { asStored, hasCell } from '../components/cells.js';
import { turnOf } from '../components/clock.js';
import { isAbsent } from '../eval/operation.js';
import { printExpression } from '../eval/print-expression.js';
import { sourceSlot } from '../ir/node.js';
import type { Growth } from '../ir/rule.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { growthRule } from '../meaning/drawing-rules.js';
import type { WorldCore } from './core.js';
import type { Handle } from './host-values.js';
import { writesAround } from './past-cells.js';
import { unlimitedFrame, wordingOf } from './past-clauses.js';
import { readOfCell, readsOf } from './past-reads.js';
import { demandKnown, repeatedTurn } from './repeat-turn.js';
import { toHost } from './typed-value.js';
import type { GrowthVerdict } from './why-not-api.js';

const purpose = 'ask why a meter did not grow';

/** Runs the last turn twice: to see the formula before anything grows, and who wrote what it read. */
export function whyNotGrowth(core: WorldCore, growth: Growth, object: Handle): GrowthVerdict {
  const found = lookBefore(core, growth, object);
  const written = writesAround(core, {
    purpose,
    reads: found.reads,
    arrange(twin, isNow) {
      twin.asks.growth = isNow;
      return undefined;
    },
    isOwn: (write, { state: { identity } }) =>
      write.rule === 'growth' && write.column === growth.column && handleOf(identity, write.object) === object,
  });
  const { model } = core.program;
  return {
    of: 'growth',
    meter: model.columns[growth.column].name,
    formula: printExpression(growth.formula, wordingOf(core.program, 'self')),
    turn: turnOf(core.state),
    ...found,
    outcome: found.outcome === 'unchanged' && written.writeCount > 0 ? 'grew' : found.outcome,
    clauses: [],
    reads: found.reads.map(written.told),
    writes: written.writes,
    writeCount: written.writeCount,
  };
}

type Found = Pick<GrowthVerdict, 'outcome' | 'before' | 'result' | 'reads'>;

function withoutResult(outcome: GrowthVerdict['outcome']): Found {
  return { outcome, before: undefined, result: undefined, reads: [] };
}

function lookBefore(core: WorldCore, growth: Growth, object: Handle): Found {
  const { twin, run } = repeatedTurn(core, purpose);
  demandKnown(core, twin, [object]);
  let found = withoutResult('not reached');
  twin.asks.growth = () => {
    const id = resolve(twin.state.identity, object);
    found = id === 0 ? withoutResult('no such object') : lookNow(twin, growth, id);
  };
  run();
  return found;
}

/** In the middle of the turn. */
function lookNow({ state, program }: WorldCore, growth: Growth, id: number): Found {
  const column = state.model.columns[growth.column];
  if (!hasCell(state, column, id)) return withoutResult('no meter');
  const frame = unlimitedFrame(state);
  frame.rule = growthRule(growth);
  frame.slots[sourceSlot] = id;
  const own = readOfCell(state, id, growth.column, `self.${column.name}`);
  frame.value = state.cells[growth.column][id];
  const result = frame.evaluate(growth.formula);
  const others = readsOf(growth.formula, frame, wordingOf(program, 'self'));
  return {
    outcome: isAbsent(result) ? 'absent' : 'unchanged',
    before: own.value,
    result: isAbsent(result) ? undefined : toHost(state, column.type, asStored(column, result)),
    // The running value is the meter's own.
    reads: [own, ...others.filter(({ text }) => text !== own.text && text !== 'value')],
  };
}
