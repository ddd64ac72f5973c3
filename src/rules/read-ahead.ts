import { currentChains, tieWidth } from '../components/child-chains.js';
import { type Code, js } from '../eval/emit/code.js';
import type { Emission } from '../eval/emit/emission.js';
import { gridParts } from '../eval/emit/emit-around.js';
import { kindColumn, parentColumn } from '../eval/emit/parts.js';
import { type Model, classAt, kindAt } from '../model/model.js';
import { fact } from '../model/stamps.js';
import type { WholePlan } from './whole-plan.js';

/** A processor finds all of a smaller world in its caches. */
const largeWorld = 2 ** 17;

/** Sources at once, a power of two: what they need stays in the nearest cache until their turn. */
const atOnce = 32;

/**
 * Code at the start of the loop over the sources of a rule. Every few sources it reads what the next ones will need and
 * what lies far apart: of themselves in a shuffled rule, and of the places on which they stand. A processor waits for
 * all these reads together, but for those of a source one after another. The sum `read` has no use, but without it an
 * engine would leave the reads out.
 */
export function emitReadAhead(emission: Emission, model: Model, plan: WholePlan): void {
  const [id, last, place, ahead] = [emission.name(), emission.name(), emission.name(), emission.name()];
  const { index, attachesTo } = kindAt(model, classAt(model, plan.class).kind);
  const own = plan.rule.order === 'random' ? ownReads(emission, model, plan, index, id) : [];
  const ofPlace = attachesTo.length === 0 ? undefined : placeReads(emission, model, plan, attachesTo, place);
  if (own.length === 0 && ofPlace === undefined) return;
  const isLarge = emission.once(js`frame.state.parent.length > ${largeWorld}`);
  emission.add(js`if (${isLarge} && (at & ${atOnce - 1}) === 0) {
const ${last} = Math.min(end, at + ${atOnce});
for (let ${ahead} = at; ${ahead} < ${last}; ${ahead}++) {
const ${id} = ${emission.once(js`from.sources`)}[${ahead}], ${place} = ${parentColumn(emission)}[${id}];
${own.length === 0 ? js`` : js`read ^= ${allOf(own)};`}
${ofPlace ?? js``}
}
}`);
}

function ownReads(emission: Emission, model: Model, plan: WholePlan, kind: number, id: Code): readonly Code[] {
  const { once } = emission;
  const { changes } = plan;
  const lives = changes(fact.population) ? [js`frame.state.class`, js`frame.state.created`] : [];
  const moves = changes(fact.place) ? [js`frame.state.identity.kind`, js`frame.state.place`] : [];
  const always = js`frame.state.identity.generation`;
  const facts = [...lives, ...moves, always].map((column) => js`${once(column)}[${id}]`);
  const reads = [...facts, ...cellReads(emission, model, plan, [kind], id)];
  return changes(fact.place) ? [...reads, chainRead('ties', js`${tieWidth} * ${id}`, emission)] : reads;
}

/** Of all columns that the rule reads or writes, if objects of these kinds have them. */
function cellReads({ once }: Emission, { columns }: Model, { rule }: WholePlan, kinds: readonly number[], id: Code) {
  return [...new Set([...rule.reads, ...rule.writes])]
    .filter((column) => kinds.some((kind) => columns[column].kinds[kind] === 1))
    .map((column) => js`${once(js`frame.state.cells[${column}]`)}[${id}]`);
}

/**
 * With the rows before and behind it, where it is a cell of a grid and the rule looks around. Undefined where the rule
 * needs nothing of it.
 */
function placeReads(emission: Emission, model: Model, plan: WholePlan, kinds: readonly number[], id: Code) {
  const readsAt = (at: Code): readonly Code[] => [
    ...(plan.changes(fact.place) ? [js`${kindColumn(emission)}[${at}]`, chainRead('first', at, emission)] : []),
    ...cellReads(emission, model, plan, kinds, at),
  ];
  const here = readsAt(id);
  if (here.length === 0) return undefined;
  const grid = plan.seesCells ? model.grids.findIndex(({ kind }) => kinds.includes(kind)) : -1;
  if (grid < 0) return js`read ^= ${allOf(here)};`;
  const { first, count, rim } = gridParts(grid, emission);
  const { width } = model.grids[grid];
  const cell = emission.name();
  const around = [js`${id} - ${width}`, js`${id} + ${width}`].flatMap(readsAt);
  return js`const ${cell} = ${id} - ${first};
if (${cell} >= ${width} && ${cell} < ${count} - ${width}) read ^= ${allOf([js`${rim}[${cell}]`, ...here, ...around])};`;
}

/** Of the lists of attached objects, while they are kept. */
function chainRead(part: 'first' | 'ties', at: Code, { once, thing }: Emission): Code {
  const chains = once(js`${thing('currentChains', currentChains)}(frame.state)`);
  const array = once(part === 'first' ? js`${chains}?.first` : js`${chains}?.ties`);
  return js`(${array} === undefined ? 0 : ${array}[${at}])`;
}

function allOf(reads: readonly Code[]): Code {
  return reads.reduce<Code>((all, each) => js`${all} ^ ${each}`, js`0`);
}
