import { quoteText } from '../diagnostics/quote.js';
import { pointOf } from './abilities.js';
import type { TimingContext } from './action-context.js';
import type { Declarations, Placed } from './declarations.js';
import { warn } from './loading.js';
import { isList } from './occurrence-table.js';
import type { AbilitySource } from './schema.js';

/** What can hardly be meant in what occurs and what answers it. */

export function warnOfTiming({ abilities }: Declarations, context: TimingContext): void {
  // Beside errors they are mostly consequences of them.
  if (context.loading.collector.hasErrors) return;
  warnOfNeverRaised(abilities, context);
  warnOfNeverCreated(abilities, context);
  warnOfCircles(abilities, context);
}

/** Content that raises nothing leaves that to its host. */
function warnOfNeverRaised(
  abilities: readonly Placed<AbilitySource>[],
  { raised, occurrences, loading }: TimingContext,
): void {
  if (raised.size === 0) return;
  const seen = new Set<number>();
  for (const { source } of abilities) {
    const { on } = source;
    for (const [i, each] of (isList(on) ? on : [on]).entries()) {
      const name = typeof each === 'string' ? each : 'type' in each ? each.type : undefined;
      const draft = name === undefined ? undefined : occurrences.byName.get(name);
      if (draft === undefined || raised.has(draft.index) || seen.has(draft.index)) continue;
      seen.add(draft.index);
      const [container, key] =
        typeof each === 'string'
          ? isList(on)
            ? ([on, i] as const)
            : ([source, 'on'] as const)
          : ([each, 'type'] as const);
      warn(
        { loading },
        [container, key],
        'never-raised',
        `nothing of the content raises ${quoteText(draft.name)}, so ${quoteText(source.name)} answers only what the host raises`,
        `raise it in an action or effect, as in ${quoteText(`{ raise: ${draft.name} }`)}`,
      );
    }
  }
}

function warnOfNeverCreated(
  abilities: readonly Placed<AbilitySource>[],
  { abilities: { added }, loading }: TimingContext,
): void {
  for (const [index, { source }] of abilities.entries()) {
    if (source.carrier !== 'created' || added.has(index)) continue;
    warn(
      { loading },
      [source, 'carrier'],
      'never-created',
      `nothing creates the ability ${quoteText(source.name)}, so that nobody ever has it`,
      `create it in an action, as in ${quoteText(`{ add: ${source.name} }`)}`,
    );
  }
}

interface Substitution {
  readonly to: number;
  readonly source: AbilitySource;
}

/**
 * Substitutions that lead back to where they began. No ability is asked twice on the way, so that they end; but hardly
 * where anybody would look for it.
 */
function warnOfCircles(abilities: readonly Placed<AbilitySource>[], context: TimingContext): void {
  const { types } = context.occurrences;
  const byType = types.map((): Substitution[] => []);
  for (const { source } of abilities) {
    const to = source.into === undefined ? undefined : context.occurrences.byName.get(source.into.type);
    if (to === undefined || pointOf(source) !== 'before') continue;
    for (const from of typesNamed(source, context)) if (from !== to.index) byType[from].push({ to: to.index, source });
  }
  const state = new Uint8Array(types.length);
  for (const { index } of types) if (state[index] === 0) findCircles(index, byType, state, context);
}

/** Walks along substitutions. `state` of a type: 1 on the way, 2 done. */
function findCircles(
  from: number,
  byType: readonly (readonly Substitution[])[],
  state: Uint8Array,
  context: TimingContext,
): void {
  const path: Substitution[] = [];
  const walks = [{ type: from, next: 0 }];
  state[from] = 1;
  for (let walk = walks.at(-1); walk !== undefined; walk = walks.at(-1)) {
    const step = byType[walk.type].at(walk.next++);
    if (step === undefined) {
      state[walk.type] = 2;
      walks.pop();
      path.pop();
    } else if (state[step.to] === 1) {
      warnOfCircle([...path, step], step, context);
    } else if (state[step.to] === 0) {
      state[step.to] = 1;
      path.push(step);
      walks.push({ type: step.to, next: 0 });
    }
  }
}

function typesNamed({ on }: AbilitySource, { occurrences: { byName } }: TimingContext): ReadonlySet<number> {
  const names = (isList(on) ? on : [on]).map((each) =>
    typeof each === 'string' ? each : 'type' in each ? each.type : '',
  );
  return new Set(names.map((name) => byName.get(name)?.index).filter((index) => index !== undefined));
}

const mostShown = 8;

function warnOfCircle(
  path: readonly Substitution[],
  last: Substitution,
  { occurrences: { types }, loading }: TimingContext,
): void {
  const { into } = last.source;
  if (into === undefined) return;
  const before = path.slice(0, -1);
  const start = before.findLastIndex(({ to }) => to === last.to) + 1;
  const circle = [...before.slice(start), last];
  const names = circle.map(({ to, source }) => `${quoteText(types[to].name)} by ${quoteText(source.name)}`);
  warn(
    { loading },
    [into, 'type'],
    'substitution-circle',
    `${quoteText(types[last.to].name)} is replaced by ${names.slice(0, mostShown).join(', that by ')}${names.length > mostShown ? ' and so on' : ''}: substitutions lead in a circle, in which each is made once`,
    'let a condition end it, or remove one of them',
  );
}
