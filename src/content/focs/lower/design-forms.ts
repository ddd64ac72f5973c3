import { isConstant } from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import type { Column } from '../../../model/model.js';
import type { Condition } from '../syntax.js';
import { isBetween } from './bounds.js';
import type { Tested } from './context.js';
import type { ConditionForm, ConditionForms } from './forms.js';
import { kindBits } from './kind-set.js';
import { requiredAt, valueAt } from './parameters.js';
import { unknownName, unsupported } from './problems.js';
import { isOfKind } from './subjects.js';

/** What ships are built as. Other objects have no design. */

const ofShips = { kinds: kindBits.ship, firm: true } as const;

/** How many parts a design has that content asks for without saying how many. */
const onePart = 1;

function designOf({ kit, builder, candidate }: Tested): Node {
  return kit.read(builder.column('design'), candidate.node);
}

function flag(name: 'monster' | 'armed'): ConditionForm {
  return {
    ...ofShips,
    lower: (_condition, context) => context.kit.read(context.builder.column(name), designOf(context)),
  };
}

export const designForms: ConditionForms = {
  Monster: flag('monster'),
  Armed: flag('armed'),
  DesignHasHull: {
    ...ofShips,
    lower(condition, context) {
      const { kit, candidate, language } = context;
      const name = requiredAt(condition, 'name', context);
      return name === undefined
        ? kit.no
        : kit.compare('==', kit.classOf(candidate.node), language.class(name, 'Hull', context));
    },
  },
  DesignHasPart: {
    ...ofShips,
    lower: (condition, context) =>
      hasParts(condition, 'name', context, (name) => {
        const column = context.builder.partCount(name);
        if (column === undefined)
          unknownName(
            context,
            condition.at,
            'part',
            name,
            context.catalog.items('Part').map((item) => item.name),
          );
        return column;
      }),
  },
  // A class that no part is of is on no design.
  DesignHasPartClass: {
    ...ofShips,
    lower: (condition, context) =>
      hasParts(condition, 'class', context, (name) => context.builder.partClassCount(name)),
  },
  Design: {
    ...ofShips,
    lower(condition, context) {
      const { kit, builder, language } = context;
      const design = valueAt(condition, 'design');
      if (design !== undefined) {
        const given = language.entity(design, 'design', context).node;
        return kit.all([kit.compare('==', designOf(context), given), kit.compare('!=', given, kit.none)]);
      }
      const name = valueAt(condition, 'name');
      if (name === undefined) return kit.read(builder.column('predefined'), designOf(context));
      const word = language.word(name, 'designName', context);
      const isIt = kit.compare('==', kit.read(builder.column('designName'), designOf(context)), word);
      return isConstant(word) ? isIt : kit.all([isIt, kit.compare('!=', word, kit.word('designName', 0))]);
    },
  },
};

function hasParts(
  condition: Condition,
  label: string,
  context: Tested,
  columnOf: (name: string) => Column | undefined,
): Node {
  const { kit, language } = context;
  const value = requiredAt(condition, label, context);
  if (value === undefined) return kit.no;
  const name = language.text(value, context);
  if (name === undefined) {
    unsupported(
      context,
      value.at,
      `${condition.name} of a ${label} that depends on the world`,
      `a ${label} that is written out`,
    );
    return kit.no;
  }
  const column = columnOf(name);
  if (column === undefined) return kit.no;
  const count = kit.read(column, designOf(context));
  const inRange = isBetween(kit, count, condition, (bound) => language.integer(bound, context), onePart);
  // Ships alone have parts to be counted, but to have none of a sort is easy for all.
  return kit.all([
    inRange,
    valueAt(condition, 'low') === undefined ? kit.yes : isOfKind(kit, context.candidate, 'ship'),
  ]);
}
