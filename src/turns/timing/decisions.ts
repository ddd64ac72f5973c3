import type { Play } from '../../content/timing/syntax.js';
import type { Decision, DecisionOption } from '../../world/timing-api.js';
import { occurrenceText } from './log-lines.js';
import type { Stage } from './stage.js';

/** Answers decisions as a scenario says. */
interface Decider {
  /** The place of the option that is taken. */
  decide(decision: Decision): number;
}

/**
 * Each player has a queue; its first entry that names an option is taken out of it and taken. Without one: the first
 * option; no reaction; yes.
 */
export function createDecider(stage: Stage, { given }: Play): Decider {
  const queues = new Map(Object.entries(given?.decisions ?? {}).map(([player, entries]) => [player, [...entries]]));
  return {
    decide(decision) {
      const queue = queues.get(decision.player === null ? '' : (stage.names.get(decision.player) ?? '')) ?? [];
      const named = decision.options.map((option) => namesOf(stage, decision, option));
      for (const [at, entry] of queue.entries()) {
        const index = named.findIndex((names) => names.includes(entry));
        if (index < 0) continue;
        queue.splice(at, 1);
        return decision.options[index].index;
      }
      return usual(decision);
    },
  };
}

/**
 * What an option may be called: by its name, by what it answers; of a choice, also by the ability that is chosen or
 * passed.
 */
function namesOf(stage: Stage, { kind }: Decision, option: DecisionOption): readonly string[] {
  const { program } = stage;
  const { name, ability, view } = option;
  const occurrence = view === undefined ? undefined : occurrenceText(stage, view);
  if (kind === 'group') return occurrence === undefined ? [name] : [occurrence];
  if (kind === 'choose') {
    if (name === 'no') return ['no', 'pass'];
    const id = ability === undefined ? undefined : program.model.abilities[ability];
    return id === undefined ? ['yes'] : ['yes', id, `${id}(${occurrence ?? ''})`];
  }
  return occurrence === undefined ? [name] : [name, `${name}(${occurrence})`];
}

/** What is taken where nobody says. */
function usual({ kind, options }: Decision): number {
  const wanted = kind === 'react' ? 'pass' : kind === 'choose' ? 'yes' : undefined;
  return (
    options.find(({ name, ability }) => name === wanted && (wanted === 'yes' || ability === undefined)) ?? options[0]
  ).index;
}
