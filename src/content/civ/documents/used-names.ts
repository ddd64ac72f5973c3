import { builtInAggregators } from '../../../state/aggregators.js';
import { builtInAttributes } from '../expression/attributes.js';
import type { Names } from '../expression/names.js';
import { tagTypes } from '../expression/tags.js';
import { type ObjectType, objectTypes } from '../policy.js';
import { gomKinds } from '../world/gom-kinds.js';
import { type XmlElement, childOf } from '../xml/element.js';

const name = /^[A-Za-z_][A-Za-z_0-9]*$/;
const boolean = /^(?:true|false)$/i;
const gomPrefix = 'GOM_';

/**
 * The names that documents use, as if all of them were declared: for checking what does not depend on who declares
 * what. Tags, relations, types of objects and aggregators are those that there are.
 */
export function usedNames(roots: readonly XmlElement[]): Names {
  const ids = new Map(gomKinds.map((kind) => [kind as string, new Set<string>()]));
  const properties = new Set<string>();
  const attributes = new Map<string, readonly ObjectType[]>(builtInAttributes);
  const [options, defines] = [new Map<string, number>(), new Map<string, number>()];
  const [playerOptions, adapts, callbacks] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const takers: ReadonlyMap<string, (element: XmlElement) => void> = new Map<string, (element: XmlElement) => void>([
    [
      'Has',
      (element) => {
        const kind = childOf(element, 'GOMType')?.text ?? '';
        if (kind.startsWith(gomPrefix)) ids.get(kind.slice(gomPrefix.length))?.add(childOf(element, 'ID')?.text ?? '');
      },
    ],
    ...['PropertyType', 'SourcePropertyType', 'TargetPropertyType'].map(
      (tag) => [tag, ({ text }: XmlElement) => void properties.add(text)] as const,
    ),
    [
      'AttributeType',
      ({ text }) => {
        if (!attributes.has(text)) attributes.set(text, objectTypes);
      },
    ],
    [
      'Option',
      (element) => {
        const option = childOf(element, 'ID')?.text ?? element.text;
        options.set(option, 1);
        playerOptions.add(option);
      },
    ],
    ['Adapt', (element) => void adapts.add(childOf(element, 'ID')?.text ?? '')],
    ['Python', ({ text }) => void callbacks.add(text)],
  ]);
  const left = [...roots];
  for (let element = left.pop(); element !== undefined; element = left.pop()) {
    const { children, text } = element;
    takers.get(element.name)?.(element);
    // A literal that is a name is one of a define.
    if (children.length === 0 && name.test(text) && !boolean.test(text)) defines.set(text, 1);
    for (const child of children) left.push(child);
  }
  return {
    ids,
    properties,
    attributes,
    options,
    defines,
    playerOptions,
    adapts,
    callbacks,
    bugOptions: options,
    tags: tagTypes,
    aggregators: new Map(builtInAggregators.map((aggregator) => [aggregator.name, aggregator])),
  };
}
