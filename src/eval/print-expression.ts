import type { Node } from '../ir/node.js';
import { operationOf } from './make-node.js';
import { type Printer, type Wording, binding, writeCall } from './printer.js';

/**
 * As it is written, where that is known, or else as the language would write it, without details (which absence a read
 * gives). Visits only what it shows. An `operand` stands after a sign, with parentheses where needed.
 */
export function printExpression(node: Node, wording: Wording, operand = false): string {
  const { longest, written } = wording;
  const known = operand ? undefined : written?.(node);
  if (known !== undefined) return shortened(inOneLine(known, longest), longest);
  let text = '';
  const printer: Printer = {
    wording,
    add(piece) {
      if (!printer.isFull()) text += piece;
    },
    isFull: () => text.length > longest,
    write(each, place) {
      if (printer.isFull()) return;
      const operation = operationOf(each);
      const name = each.args.length === 0 ? written?.(each) : undefined;
      if (name !== undefined) printer.add(name);
      else if (operation.print !== undefined) operation.print(each, printer, place);
      else if (each.args.length === 0) printer.add(each.op);
      else writeCall(printer, each.op, each.args);
    },
  };
  printer.write(node, operand ? binding.unary : binding.loosest);
  return shortened(text, longest);
}

/** Of a long text only as much as is shown. */
function inOneLine(text: string, longest: number): string {
  return text.slice(0, 4 * longest).replace(/\s+/g, ' ');
}

export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}
