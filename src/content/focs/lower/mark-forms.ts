import type { Node } from '../../../ir/node.js';
import type { Column } from '../../../model/model.js';
import type { Condition } from '../syntax.js';
import { isBetween } from './bounds.js';
import type { Tested } from './context.js';
import { tagsOf } from './fields.js';
import type { ConditionForms } from './forms.js';
import { everyKind, kindBits } from './kind-set.js';
import { requiredAt, valueAt } from './parameters.js';
import { unknownName, unsupported } from './problems.js';

/** Tags and specials. */

const { planet, building, ship, field } = kindBits;

export const markForms: ConditionForms = {
  HasTag: {
    kinds: planet | building | ship | field,
    firm: true,
    lower(condition, context) {
      const value = valueAt(condition, 'name');
      const tag = value === undefined ? '' : context.language.text(value, context);
      if (tag !== undefined) return hasTag(tag.toUpperCase(), context);
      unsupported(context, condition.at, 'HasTag of a name that depends on the world', 'a name in quotes');
      return context.kit.no;
    },
  },
  HasSpecial: {
    kinds: everyKind,
    firm: true,
    lower(condition, context) {
      const { kit, builder, catalog, candidate } = context;
      if (valueAt(condition, 'name') === undefined) {
        const all = catalog.items('Special').flatMap(({ name }) => builder.special(name) ?? []);
        return kit.any(all.map((column) => kit.read(column, candidate.node)));
      }
      const column = specialOf(condition, context, (name) => builder.special(name));
      return column === undefined ? kit.no : kit.read(column, candidate.node);
    },
  },
  HasSpecialCapacity: {
    kinds: everyKind,
    firm: true,
    lower: (condition, context) =>
      hasSpecialWith(
        condition,
        context,
        (name) => context.builder.specialCapacity(name),
        (bound) => context.kit.single(context.language.real(bound, context)),
      ),
  },
  HasSpecialSinceTurn: {
    kinds: everyKind,
    firm: true,
    lower: (condition, context) =>
      hasSpecialWith(
        condition,
        context,
        (name) => context.builder.specialSince(name),
        (bound) => context.language.integer(bound, context),
      ),
  },
};

/**
 * Whether a candidate has a tag, or any where the tag is empty: by its species, by its type, or by its hull and parts.
 */
function hasTag(tag: string, context: Tested): Node {
  const { kit, builder, candidate } = context;
  const { kinds, node, species } = candidate;
  const ways: Node[] = [];
  if ((kinds & (planet | ship)) !== 0) {
    const item = species === undefined ? undefined : context.catalog.item('Species', species);
    if (item !== undefined) context.group.noteOwn();
    const known = item && (tag === '' ? tagsOf(item).length > 0 : tagsOf(item).includes(tag));
    ways.push(
      known === undefined
        ? kit.marked(builder.speciesTag(tag), kit.read(builder.column('species'), node))
        : known
          ? kit.yes
          : kit.no,
    );
  }
  if ((kinds & (building | field)) !== 0) ways.push(kit.marked(builder.classTag(tag), kit.classOf(node)));
  if ((kinds & ship) !== 0) ways.push(kit.read(builder.designTag(tag), kit.read(builder.column('design'), node)));
  return kit.any(ways);
}

/** The column of a special that a condition names; undefined, and reported, where there is none. */
function specialOf(
  condition: Condition,
  context: Tested,
  columnOf: (name: string) => Column | undefined,
): Column | undefined {
  const value = requiredAt(condition, 'name', context);
  const name = value === undefined ? undefined : context.language.text(value, context);
  if (name === undefined) {
    if (value !== undefined)
      unsupported(context, value.at, `${condition.name} of a name that depends on the world`, 'a name in quotes');
    return undefined;
  }
  const column = columnOf(name);
  if (column === undefined)
    unknownName(
      context,
      value?.at ?? condition.at,
      'special',
      name,
      context.catalog.items('Special').map((item) => item.name),
    );
  return column;
}

function hasSpecialWith(
  condition: Condition,
  context: Tested,
  columnOf: (name: string) => Column | undefined,
  lower: Parameters<typeof isBetween>[3],
): Node {
  const { kit, builder, candidate } = context;
  const has = specialOf(condition, context, (name) => builder.special(name));
  const number = has === undefined ? undefined : specialOf(condition, context, columnOf);
  if (has === undefined || number === undefined) return kit.no;
  return kit.all([kit.read(has, candidate.node), isBetween(kit, kit.read(number, candidate.node), condition, lower)]);
}
