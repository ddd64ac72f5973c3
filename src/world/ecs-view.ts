import { EdictError } from '../kernel/errors.js';
import { describe, isObject, reading, refused } from '../kernel/given.js';
import { components } from '../components/index.js';
import { valueStamp } from '../components/own-components.js';
import type { WorldState } from '../components/state.js';
import { meantOrKnown } from '../content/text/nearest-name.js';
import { columnStamp, fact, touch } from '../model/stamps.js';
import { type BitEcs, createBitEcs } from '../state/ecs/bitecs-world.js';
import { type Asked, type Selection, createSelection, keyOf, readTerms } from '../state/ecs/query.js';
import { type EcsComponent, type Term, type ViewParts, lanesOf, viewParts } from '../state/ecs/terms.js';
import { createRefusals, refuseReads } from './declared-reads.js';
import type { EcsView, QueryTerm } from './ecs-api.js';

const inside = Symbol('inside');

/** Of a view, for `query` and systems. */
export interface ViewInside {
  readonly state: WorldState;
  readonly parts: ViewParts;
  readonly selections: Map<string, Selection>;
  readonly numbers: Map<Term, number>;
  /** See declared-reads.ts. */
  readonly refusals: object;
  /** Undefined until somebody asks for it. */
  bitEcs: BitEcs | undefined;
}

export type OpenView = EcsView & { readonly [inside]: ViewInside };

/** `noteChange`: called before a change. */
export function createView(state: WorldState, noteChange: () => void): OpenView {
  const parts = viewParts(state);
  const { kinds, classes, columns, sets } = parts;
  const kept: ViewInside = {
    ...{ state, parts, bitEcs: undefined },
    ...{ selections: new Map<string, Selection>(), numbers: new Map<Term, number>() },
    refusals: createRefusals(columns.keys(), [...sets.keys(), ...parts.components.keys()]),
  };
  return {
    [inside]: kept,
    get world() {
      if (kept.bitEcs === undefined) {
        kept.bitEcs = createBitEcs(state);
        for (const [component, term] of parts.terms) kept.bitEcs.show(component, term);
      }
      kept.bitEcs.sync();
      return kept.bitEcs.world;
    },
    ...{ kinds, classes, columns, sets, components: parts.components, lanes: lanesOf(state) },
    of: (name) => componentNamed(parts, name),
    changed(...written) {
      const stamps = written.flatMap((each) => writtenStamps(state, termOf(parts, each)));
      noteChange();
      for (const stamp of stamps) touch(state.stamps, stamp);
    },
  };
}

export function insideView(view: EcsView): ViewInside {
  const given: unknown = view;
  const kept = isObject(given) ? reading('the view', () => (given as Partial<OpenView>)[inside]) : undefined;
  if (kept === undefined) throw refused('what query is given first', given, 'what ecs() of a world returned');
  return kept;
}

/**
 * The ids of objects that have components, ascending. Takes components of a view, or their names, and the operators of
 * bitECS. The answer is kept until the population changes, and never overwritten.
 *
 * @throws EdictError `bad-query` for what bitECS 0.4 would answer wrongly: an operator within another, or two `Or`
 * @throws EdictError `unknown-component` for a component of another world, or one that bitECS alone knows
 */
export function query(view: EcsView, terms: readonly QueryTerm[]): Uint32Array {
  const kept = insideView(view);
  return selectionOf(
    kept,
    readTerms(terms, (term) => termOf(kept.parts, term)),
  ).ids();
}

export function selectionOf({ state, selections, numbers }: ViewInside, asked: Asked): Selection {
  const key = keyOf(asked, (term) => {
    const known = numbers.get(term) ?? numbers.size;
    numbers.set(term, known);
    return known;
  });
  const known = selections.get(key) ?? createSelection(state, asked);
  selections.set(key, known);
  return known;
}

/** Adds a host component. */
export function showComponent({ parts, bitEcs, refusals }: ViewInside, component: EcsComponent, term: Term): void {
  refuseReads(refusals, term.name, 'components');
  parts.terms.set(component, term);
  parts.components.set(term.name, component);
  bitEcs?.show(component, term);
}

export function termOf({ terms, ...parts }: ViewParts, given: unknown): Term {
  const component = typeof given === 'string' ? componentNamed({ terms, ...parts }, given) : given;
  const term = isObject(component) ? terms.get(component) : undefined;
  if (term !== undefined) return term;
  if (isObject(component) || typeof component === 'function')
    throw new EdictError(
      'unknown-component',
      'a query names a component that this world does not have; take it from ecs() of this world, declare it ' +
        'with component of the world, or use query of bitECS for components added there',
    );
  throw refused('a component', given, 'a component of ecs(), or its name');
}

/** By what they are, in the order of `ViewParts`. */
function namespaces({ kinds, classes, columns, sets, components: of }: ViewParts) {
  return [
    ['kind', kinds],
    ['class', classes],
    ['meter or property', columns],
    ['set', sets],
    ['component', of],
  ] as const;
}

function componentNamed(parts: ViewParts, name: unknown): object {
  if (typeof name !== 'string') throw refused('the name of a component', name, 'a text');
  const found = namespaces(parts).flatMap(([what, map]) => {
    const component = map.get(name);
    return component === undefined ? [] : [{ what, component }];
  });
  if (found.length === 1) return found[0].component;
  if (found.length > 1)
    throw new EdictError(
      'ambiguous-name',
      `${describe(name)} is the name of a ${found.map(({ what }) => what).join(' and of a ')}; pass the ` +
        'component instead, from kinds, classes, columns, sets or components of ecs()',
      name,
    );
  throw unknownComponent(parts, name);
}

function unknownComponent(parts: ViewParts, name: string): EdictError {
  const known = namespaces(parts).flatMap(([, map]) => [...map.keys()]);
  return new EdictError('unknown-name', `there is no component ${describe(name)}; ${meantOrKnown(name, known)}`, name);
}

/** One with values: a column, set or component. */
export function valuesNamed(parts: ViewParts, name: unknown): object {
  if (typeof name !== 'string') throw refused('the name of a column or component', name, 'a text');
  const { columns, sets, components: of } = parts;
  const found = columns.get(name) ?? of.get(name) ?? sets.get(name);
  if (found !== undefined) return found;
  if (parts.kinds.has(name) || parts.classes.has(name))
    throw new EdictError(
      'unknown-name',
      `${describe(name)} is a kind or class, which has no values; name it in the query`,
      name,
    );
  throw unknownComponent(parts, name);
}

/** The stamps of what a host may write past all calls. Throws `read-only` for the rest. */
export function writtenStamps({ model }: WorldState, { name, what, own, fields }: Term): readonly number[] {
  if (fields !== undefined) return fields.map(columnStamp);
  if (own !== undefined) return [valueStamp(model, own)];
  const column = what === 'column' ? model.columnByName.get(name) : undefined;
  if (column !== undefined) return [columnStamp(column.index)];
  const component = what === 'component' ? components.find((each) => each.name === name) : undefined;
  if (component?.writers === 'host') return (component.facts ?? []).map((each) => fact[each]);
  const why =
    what === 'component' || what === 'set'
      ? 'cannot be written directly, because the world keeps indexes of it; use commands of a system, or calls such as ' +
        'move and setOwner'
      : 'has no values to write; name a column or component that has some';
  throw new EdictError('read-only', `${name} ${why}`, name);
}
