import type { Filter } from './document.js';
import type { Body } from './stage.js';

/** Whether an action may act on these roles. */
export function isAllowed(
  { owner, tags, attributes }: Filter,
  subject: Body | undefined,
  direct: Body | undefined,
): boolean {
  if (subject !== undefined && direct !== undefined) {
    if (owner === 'same' && subject.owner !== direct.owner) return false;
    if (owner === 'different' && subject.owner === direct.owner) return false;
  }
  const askedAttributes = Object.entries(attributes ?? {}).filter(([, must]) => must === true);
  const askedTags = Object.entries(tags ?? {}).filter(([, must]) => must !== null);
  if (direct === undefined) return askedAttributes.length === 0 && askedTags.length === 0;
  return (
    askedAttributes.every(([name]) => direct.attributes.has(name)) &&
    askedTags.every(([name, must]) => (direct.base.tags[name] === true) === must)
  );
}
