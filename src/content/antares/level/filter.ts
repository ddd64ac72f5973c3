import { quoteText } from '../../diagnostics/quote.js';
import { attributes, type Attribute, type Filter } from '../syntax.js';
import { oneOf, report, suggestName } from './loading.js';
import { memberPath } from './path.js';
import { bool, optional, word } from './scalars.js';
import { field, fieldOf, members, optionalSection, refuseOthers, type Field, type Section } from './section.js';

const owners = ['any', 'same', 'different'] as const;

/** What an action asks of its roles; undefined where it asks nothing. */
export function filter(of: Field): Filter | undefined {
  const map = optionalSection(of);
  if (map === undefined) return undefined;
  refuseOthers(map, ['owner', 'tags', 'attributes']);
  return {
    owner: optional((each) => word(owners, each), field(map, 'owner')) ?? 'any',
    tags: new Map([...members(field(map, 'tags'))].map(([name, value]) => [name, bool(value)])),
    attributes: flags(map),
  };
}

/** Attributes that must be there: false and null ask nothing, but their names are checked. */
function flags(map: Section): Set<Attribute> {
  const flagged = optionalSection(field(map, 'attributes'));
  const wanted = new Set<Attribute>();
  if (flagged === undefined) return wanted;
  for (const [name, { at, value }] of flagged.entries) {
    const flag = fieldOf(map.loading, value, memberPath(flagged.path, name), flagged);
    const attribute = attributes.find((each) => each === name);
    if (attribute === undefined)
      report(
        map.loading,
        'unknown-field',
        { at, path: flag.path },
        () => `unknown attribute ${quoteText(name)}: ${oneOf(attributes)}`,
        () => suggestName(map.loading, name, attributes),
      );
    else if (optional(bool, flag) === true) wanted.add(attribute);
  }
  return wanted;
}
