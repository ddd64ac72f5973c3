import { header } from '../kernel/arena.js';
import { streamWidth } from '../kernel/streams.js';
import { textOf } from '../kernel/strings.js';
import { component } from './component.js';
import { damaged } from '../kernel/errors.js';

export const randomStreams = component({
  name: 'random streams',
  rows: 'stream',
  group: 'streams',
  columns: { name: 'i32', state: { type: 'f64', width: () => streamWidth } },
  ofKernel: true,
  hash({ streams: { names, states }, arena, strings }, hasher): void {
    const used = arena.header[header.streams];
    const rows = Array.from({ length: used }, (_, i) => ({ name: textOf(strings, names[i + 1]), row: i + 1 }));
    for (const { name, row } of rows.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      hasher.text(name);
      for (let i = 0; i < streamWidth; i++) hasher.number(states[row * streamWidth + i]);
    }
  },
  check({ streams: { names, states }, arena, strings }): void {
    for (let row = 1; row <= arena.header[header.streams]; row++) {
      const at = row * streamWidth;
      const isKnown = names[row] >= 0 && names[row] < strings.texts.length;
      if (!isKnown || !states.subarray(at, at + streamWidth).every(Number.isFinite))
        throw damaged(`random stream ${row} has no state`);
    }
  },
});
