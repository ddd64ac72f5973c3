import { type Element, readArray, readDice, readPair } from '../../components/compounds.js';
import type { Content, ElementType, Type } from '../../model/model.js';
import type { SolvedValue } from '../../world/solving-api.js';

/** A constant of a type as hosts see values. */
export function contentValue(type: Type, content: Content): SolvedValue {
  if ('text' in content) return textValue(type, content.text);
  switch (type.name) {
    case 'numeric':
      return { type: 'numeric', value: content.value, whole: content.whole === true };
    case 'boolean':
      return { type: 'boolean', value: content.value !== 0 };
    default:
      return { type: 'number', value: content.value };
  }
}

function textValue(type: Type, text: string): SolvedValue {
  switch (type.name) {
    case 'pair':
      return { type: 'pair', ...readPair(text) };
    case 'dice':
      return { type: 'dice', ...readDice(text) };
    case 'array':
      return {
        type: 'array',
        of: type.of.name,
        elements: readArray(text).map((element) => elementValue(type.of, element)),
      };
    default:
      return { type: 'text', value: text };
  }
}

function elementValue(of: ElementType, element: Element): SolvedValue {
  if (typeof element === 'object') return { type: 'numeric', ...element };
  return typeof element === 'boolean' ? { type: 'boolean', value: element } : textValue(of, element);
}
