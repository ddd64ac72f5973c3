import { shapeOf } from '../compile/environment.js';
import type { Batch, BatchOptions, BatchSource } from './api.js';
import { createFront } from './front.js';
import { createLocalEngine } from './local-engine.js';
import type { Makers } from './makers.js';
import { checkBuffer, environmentOf, settingsOf } from './settings.js';
import { layoutOfViews, viewsIn } from './views.js';

/** A batch out of instances and seats of a make. */
export function openBatch(makers: Makers, source: BatchSource, options: BatchOptions = {}): Batch {
  const environment = environmentOf(source);
  const settings = settingsOf(source, environment, options, makers.whyApart(source.program));
  const shape = shapeOf(environment);
  const layout = layoutOfViews(shape, settings);
  const plan = { shape, seated: settings.seats === 'first' ? 1 : shape.agents };
  const buffer = settings.buffer ?? new ArrayBuffer(layout.bytes);
  checkBuffer(buffer, layout.bytes);
  new Uint8Array(buffer, 0, layout.bytes).fill(0);
  const views = viewsIn(layout, buffer, 0, settings.instances);
  const range = { first: 0, count: settings.instances };
  const engine = createLocalEngine({ source, environment, plan, play: settings, range, views, makers });
  return createFront({ source, settings, plan, views, engine });
}
