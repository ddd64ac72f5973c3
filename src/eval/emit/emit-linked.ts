import { type Code, js } from './code.js';
import { type Emission, memberIn } from './emission.js';
import type { Segment } from './emit-around.js';
import { fact } from '../../model/stamps.js';
import type { Term } from '../term.js';
import type { Range } from '../ops/range.js';
import { neighbourLists } from '../../components/edges.js';

/** The graph whose edges alone lead from the start to the members. */
export function graphOf(range: Range): number | undefined {
  if (range.over !== 'connection' || range.steps.length !== 1) return undefined;
  const [step] = range.steps;
  return step.by === 'linked' ? step.graph : undefined;
}

/** The other ends of edges, in the lists of the graph itself. The object none has no edges. In frames. */
export function emitLinked(graph: number, anchor: Term, emission: Emission): Segment & { readonly count: Code } {
  const find = js`${emission.thing('neighbourLists', neighbourLists)}(frame.state, ${graph})`;
  const lists = emission.derivedNow(find, [fact.edge]);
  const id = emission.idOf(anchor);
  const part = (code: Code) => emission.derivedNow(code, [fact.edge]);
  const start = part(js`${lists}.start`);
  const from = emission.keep(js`${start}[${id}]`);
  const to = emission.keep(js`${start}[${id} + 1]`);
  return { memberAt: memberIn(part(js`${lists}.ids`)), from, to, count: js`${to} - ${from}` };
}
