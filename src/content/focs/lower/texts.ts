import type { Value } from '../syntax.js';
import type { Context, Subject } from './context.js';
import { fieldTexts } from './fields.js';
import { subjectOf } from './subjects.js';

/** Words that stand for the name of the item in which they stand. */
const ownNames: ReadonlySet<string> = new Set([
  'CurrentContent',
  'ThisPart',
  'ThisHull',
  'ThisTech',
  'ThisBuilding',
  'ThisField',
  'ThisSpecies',
  'ThisSpecial',
]);

/** The text of a value that is known at load; undefined for what depends on the world. */
export function lowerText(value: Value, context: Context): string | undefined {
  switch (value.sort) {
    case 'text':
      return value.text;
    case 'word':
      return value.word;
    case 'free':
      return ownNames.has(value.name) ? ownName(context) : undefined;
    case 'property': {
      const subject = subjectOf(value, context);
      // There is nobody to have it.
      return subject === undefined ? '' : knownText(value.property, subject, context);
    }
    default:
      return undefined;
  }
}

function ownName({ group }: Context): string {
  group.noteOwn();
  return group.item.name;
}

/**
 * What is known of the source by what carries the rule. Its species is read all the same: so rules of all species ask
 * the same.
 */
function knownText(property: string, { species, hull }: Subject, { catalog, group }: Context): string | undefined {
  switch (property) {
    case 'Hull':
      group.noteOwn();
      return hull;
    case 'PreferredFocus': {
      group.noteOwn();
      const item = species === undefined ? undefined : catalog.item('Species', species);
      return item === undefined ? undefined : (fieldTexts(item, 'preferredfocus').at(0) ?? '');
    }
    default:
      return undefined;
  }
}
