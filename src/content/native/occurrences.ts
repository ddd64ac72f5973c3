import type { OccurrenceChange, OccurrenceField, OccurrenceType } from '../../ir/occurrence.js';
import { quoteText } from '../diagnostics/quote.js';
import type { ExpressionContext, OccurringNames } from '../expression/compile-expression.js';
import type { ActionContext, TimingContext } from './action-context.js';
import { lowerActions } from './actions.js';
import { conjunction } from './conditions.js';
import { answerContext } from './expression-text.js';
import type { OccurrenceDraft } from './occurrence-table.js';
import type { GroupContext } from './rule-context.js';

/**
 * Lowers what a type of occurrence does and when it is possible. What is remembered of it is not known before all
 * abilities are lowered.
 */
export function lowerOccurrence(draft: OccurrenceDraft, timing: TimingContext): () => OccurrenceType {
  const { index, name, roles, declaration } = draft;
  const source = declaration?.source ?? {};
  const common: GroupContext = { ...timing, sites: { next: 0 }, amounts: [], rolesByName: true };
  const memory = timing.memory.noting();
  const names: OccurringNames = {
    types: [draft],
    controller: "an occurrence is nobody's, only abilities have a controller",
  };
  const possible = conjunction(
    source,
    'possible',
    source.possible,
    common,
    answerContext(timing, names, 'nobody', nobodysOccurrence(draft)),
  );
  const acting: ActionContext = {
    ...common,
    ...timing,
    occurring: { ...names, remember: memory.number },
    title: `occurrence ${name}`,
  };
  const list =
    source.do === undefined
      ? -1
      : lowerActions(source.do, { subject: roles.player >= 0, direct: roles.subject >= 0 }, acting);
  timing.memory.demand(index, memory.noted);
  const change: OccurrenceChange = draft.change ?? (list < 0 ? { by: 'nothing' } : { by: 'list', list });
  return () =>
    Object.freeze({
      index,
      name,
      fields: fieldsOf(draft),
      ...roles,
      possible,
      change,
      remembers: timing.memory.of(index),
      ...originOf(draft),
    });
}

/** Why nobody is `self` in what an occurrence asks, and whom it can ask instead. */
function nobodysOccurrence({ fields }: OccurrenceDraft): NonNullable<ExpressionContext['nobody']> {
  const object = [...fields].find(([, { type }]) => type.name === 'entity')?.[0];
  return {
    names: ['self'],
    why: "what occurs is nobody's, only abilities are",
    suggestion:
      object === undefined
        ? 'declare a field for an object under `fields` of the occurrence'
        : `write ${quoteText(`occurrence.${object}`)} for the object in that field`,
  };
}

function originOf({ declaration }: OccurrenceDraft): Pick<OccurrenceType, 'origin'> {
  if (declaration === undefined) return {};
  const { file, line, column } = declaration.place;
  return { origin: { file, line, column } };
}

/** By place; those of other types leave holes. */
function fieldsOf({ fields }: OccurrenceDraft): readonly (OccurrenceField | undefined)[] {
  const found: (OccurrenceField | undefined)[] = Array.from(
    { length: [...fields.values()].reduce((most, { place }) => Math.max(most, place + 1), 0) },
    () => undefined,
  );
  for (const [name, { place, type, kinds }] of fields)
    found[place] = kinds?.length === 1 ? { name, type, kind: kinds[0] } : { name, type };
  return found;
}
