import type { LineIndex } from '../../diagnostics/line-index.js';
import { positionAt } from '../../diagnostics/line-index.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { XmlElement } from './element.js';
import { type OpenElements, XmlFaultError, doctypeFault } from './fault.js';
import type { XmlLimits } from './limits.js';
import { isXmlSpace, trimXml } from './whitespace.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface OpenElement extends Writable<Omit<XmlElement, 'attributes' | 'children'>> {
  attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  readonly offset: number;
  hasText: boolean;
}

/** Takes what a parser meets, in order, and makes a tree of it. `end` is always the offset behind what was met. */
export interface Tree extends OpenElements {
  open(name: string, end: number): void;
  attribute(name: string, value: string, end: number): void;
  opened(end: number): void;
  close(end: number): void;
  text(value: string, end: number): void;
  cdata(value: string, end: number): void;
  /** Something that is no part of the tree. */
  pass(end: number): void;
  refuseDoctype(): void;
  root(): XmlElement;
}

const noAttributes: ReadonlyMap<string, string> = new Map();
const cdataStart = '<![CDATA[';

export function createTree(source: string, lines: LineIndex, limits: XmlLimits): Tree {
  const stack: OpenElement[] = [];
  let root: XmlElement | undefined;
  let attributes: Map<string, string> | undefined;
  let lastClosed: OpenElement | undefined;
  let count = 0;
  /** Offset behind the last thing met, so that the next begins there. */
  let met = 0;

  function refuse(code: 'xml-syntax' | 'xml-too-deep' | 'xml-too-large', offset: number, message: string): never {
    throw new XmlFaultError({ code, offset, message });
  }

  function countOne(offset: number): void {
    if (++count > limits.elements)
      refuse('xml-too-large', offset, `more than ${limits.elements} elements and attributes; split the file`);
  }

  function addText(value: string, start: number, end: number): void {
    const element = stack.at(-1);
    if (element === undefined) return;
    if (!element.hasText) {
      let offset = start;
      while (offset < end && isXmlSpace(source.charCodeAt(offset))) offset++;
      if (offset < end) {
        const { line, column } = positionAt(lines, offset);
        Object.assign(element, { hasText: true, textLine: line, textColumn: column });
      }
    }
    element.text += value;
  }

  return {
    open(name, end) {
      const offset = end - name.length - 2;
      countOne(offset);
      if (stack.length >= limits.depth)
        refuse(
          'xml-too-deep',
          offset,
          `the element ${quoteText(name)} in ${quoteText(beginning(stack))} is more than ${limits.depth} levels deep; nothing real is so deep`,
        );
      const { line, column } = positionAt(lines, offset);
      stack.push({
        name,
        attributes: noAttributes,
        children: [],
        text: '',
        line,
        column,
        textLine: line,
        textColumn: column,
        offset,
        hasText: false,
      });
      attributes = undefined;
    },
    attribute(name, value, end) {
      countOne(end - 1);
      attributes ??= new Map();
      if (attributes.has(name))
        refuse('xml-syntax', Math.max(0, end - 1), `a second attribute ${quoteText(name)}; expected each once`);
      attributes.set(name, value);
    },
    opened(end) {
      const element = stack.at(-1);
      if (element !== undefined && attributes !== undefined) element.attributes = attributes;
      met = end;
    },
    close(end) {
      lastClosed = stack.pop();
      met = end;
      if (lastClosed === undefined) return;
      const element = finished(lastClosed);
      const parent = stack.at(-1);
      if (parent === undefined) root = element;
      else parent.children.push(element);
    },
    text(value, end) {
      addText(value, met, end);
      met = end;
    },
    cdata(value, end) {
      addText(value, source.indexOf(cdataStart, met) + cdataStart.length, end - 3);
      met = end;
    },
    pass(end) {
      met = end;
    },
    refuseDoctype() {
      const offset = source.indexOf('<!DOCTYPE', met);
      throw new XmlFaultError(doctypeFault(Math.max(0, offset)));
    },
    root() {
      if (root === undefined) return refuse('xml-syntax', 0, 'there is no element; expected one, such as `<Active>`');
      return root;
    },
    whole: () => met,
    innermost: () => stack.at(-1),
    closed: () => lastClosed,
  };
}

/** Names that are shown of a path. */
const shownSteps = 6;

function beginning(stack: readonly OpenElement[]): string {
  const shown = stack
    .slice(0, shownSteps)
    .map(({ name }) => name)
    .join('/');
  return stack.length > shownSteps ? `${shown}/…` : shown;
}

function finished({ name, attributes, children, text, line, column, textLine, textColumn }: OpenElement): XmlElement {
  return { name, attributes, children, text: trimXml(text), line, column, textLine, textColumn };
}
