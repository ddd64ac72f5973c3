import { type Environment, shapeOf } from '../ir/environment.js';
import type { Plan } from './engine.js';

export function planOf(environment: Environment, seats: 'all' | 'first'): Plan {
  const shape = shapeOf(environment);
  return { shape, seated: seats === 'first' ? 1 : shape.agents };
}
