import { builtInAggregators } from '../../../state/aggregators.js';
import { gomKindIn } from '../expression/leaves.js';
import { type Names, builtInAttributes, tagTypes } from '../expression/names.js';
import { type ObjectType, objectTypes } from '../policy.js';
import { gomKinds } from '../world/gom-kinds.js';
import { type XmlElement, childOf, childText } from '../xml/element.js';

const name = /^[A-Za-z_][A-Za-z_0-9]*$/;
const boolean = /^(?:true|false)$/i;

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
  const left = [...roots];
  for (let element = left.pop(); element !== undefined; element = left.pop()) {
    const { children, text } = element;
    const id = childOf(element, 'ID')?.text;
    switch (element.name) {
      case 'Has':
        ids.get(gomKindIn(childText(element, 'GOMType')))?.add(id ?? '');
        break;
      case 'PropertyType':
      case 'SourcePropertyType':
      case 'TargetPropertyType':
        properties.add(text);
        break;
      case 'AttributeType':
        if (!attributes.has(text)) attributes.set(text, objectTypes);
        break;
      case 'Option':
        options.set(id ?? text, 1);
        playerOptions.add(id ?? text);
        break;
      case 'Adapt':
        adapts.add(id ?? '');
        break;
      case 'Python':
        callbacks.add(text);
    }
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
