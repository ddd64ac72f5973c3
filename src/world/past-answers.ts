import { fieldOf } from '../components/occurrence-stack.js';
import type { EventWatch, Fate } from '../events/event-watch.js';
import type { Rule } from '../ir/rule.js';
import { handleIn } from '../meaning/answering.js';
import type { WorldCore } from './core.js';
import { handleOrNull } from './past-cells.js';
import type { Kept, PastOccurrence } from './why-not-api.js';
import { toHost } from './typed-value.js';

interface Befallen {
  readonly row: number;
  readonly fate: Fate;
  /** Who has answered it last, and what it is about. */
  readonly kept: Kept;
}

interface Answered extends Pick<Kept, 'by' | 'source'> {
  /** Number of the occurrence: rows are used again. */
  readonly id: number;
}

const ends: Readonly<Partial<Record<Fate, Kept['how']>>> = {
  cancel: 'negated',
  replace: 'replaced',
  zero: 'reduced',
  fail: 'failed',
  fizzle: 'failed',
};

/** Calls `befell` for each occurrence of the next turn of a copy that happens, or is kept from happening. */
export function followAnswers({ state, machine }: WorldCore, befell: (what: Befallen) => void) {
  const answers = new Map<number, Answered>();
  let raising: { readonly rule: Rule | undefined; readonly source: number } = { rule: undefined, source: 0 };
  const answerTo = (row: number): Answered | undefined => {
    const answer = answers.get(row);
    return answer?.id === state.occurrences.id[row] ? answer : undefined;
  };
  const watch: EventWatch = {
    raises(rule, source) {
      raising = { rule, source };
    },
    answered(ability, source, _number, row) {
      const by = machine?.timing.abilities[ability].name ?? null;
      answers.set(row, { id: state.occurrences.id[row], by, source: handleOrNull(source) });
    },
    befell(fate, row) {
      const how = ends[fate];
      if (how === undefined && fate !== 'apply') return;
      // Nobody makes something impossible by an answer.
      const answer = how === 'failed' ? undefined : answerTo(row);
      befell({
        row,
        fate,
        kept: {
          how: how ?? 'negated',
          object: handleOrNull(aboutIn({ state, machine }, row)),
          by: answer?.by ?? null,
          source: answer?.source ?? null,
        },
      });
    },
  };
  return {
    watch,
    /** Whether an occurrence is an effect of a rule for a source, or what it raises. */
    isOf(rule: Rule, source: number, row: number): boolean {
      const { effect, maker, parent } = state.occurrences;
      if (effect[row] !== 0) return machine?.ruleOf(row) === rule && maker[row] === source;
      return raising.rule === rule && raising.source === source && parent[row] === 0;
    },
    restart(): void {
      answers.clear();
      raising = { rule: undefined, source: 0 };
    },
  };
}

/** Handle of the subject, or of where something is created; 0: none. */
function aboutIn({ state, machine }: Pick<WorldCore, 'state' | 'machine'>, row: number): number {
  const type = machine?.timing.types[state.occurrences.type[row]];
  if (type === undefined) return 0;
  return handleIn(state, row, type.subject) || handleIn(state, row, type.target);
}

/** As hosts know it. */
export function occurrenceIn({ state, types }: Pick<WorldCore, 'state' | 'types'>, row: number): PastOccurrence {
  const { name, subject, fields } = types[state.occurrences.type[row]];
  const values: Record<string, PastOccurrence['values'][string]> = {};
  fields.forEach((field, place) => {
    const value = fieldOf(state, row, place);
    if (field === undefined || Number.isNaN(value)) return;
    const isObject = field.type.name === 'entity';
    values[field.name] = { value: isObject ? value : toHost(state, field.type, value), isObject };
  });
  return { id: state.occurrences.id[row], type: name, subject: handleOrNull(handleIn(state, row, subject)), values };
}
