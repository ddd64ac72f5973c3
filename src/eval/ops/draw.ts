import { header } from '../../kernel/arena.js';
import { beginDraw, endDraw, foldDraw } from '../../kernel/random.js';
import { drawColumns } from '../columns/draw.js';
import { type Operation, numberType, signature } from '../operation.js';
import { leaf } from '../record.js';

export interface DrawData {
  /** Number of the place in the rule's text: two draws of one rule are two draws. */
  readonly site: number;
  /** Slots that are bound where it stands: each object of them, by id and generation, draws for itself. */
  readonly slots: number;
}

/** No order of evaluation changes it. */
export const draw: Operation<DrawData> = {
  name: 'draw',
  type: signature([], numberType),
  text: (data) => `${data.site} ${data.slots}`,
  document: { meaning: 'a number in [0, 1) for this turn, rule, place and object', families: 'Ext' },
  print: leaf(() => 'random()'),
  facts: () => ['population', 'clock'],
  draws: () => true,
  slots: (data) => (2 ** data.slots - 1) | 0,
  evaluate(node, frame) {
    const { arena, identity } = frame.state;
    const key = beginDraw(arena.header[header.seedLow], arena.header[header.seedHigh]);
    foldDraw(key, frame.turn);
    foldDraw(key, frame.rule);
    foldDraw(key, node.data.site);
    for (let i = 0; i < node.data.slots; i++) {
      const id = frame.slots[i];
      foldDraw(key, id);
      foldDraw(key, identity.generation[id]);
    }
    return endDraw(key);
  },
  columns: drawColumns,
};
