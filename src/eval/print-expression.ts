import type { Node } from '../ir/node.js';
import { operationOf } from './make-node.js';
import { type Printer, type Wording, binding, writeCall } from './printer.js';

/**
 * As the language would write it, without details (which absence a read gives). Visits only what it shows. An `operand`
 * stands after a sign, with parentheses where needed.
 */
export function printExpression(node: Node, wording: Wording, operand = false): string {
  const { longest } = wording;
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
      if (operation.print !== undefined) operation.print(each, printer, place);
      else if (each.args.length === 0) printer.add(each.op);
      else writeCall(printer, each.op, each.args);
    },
  };
  printer.write(node, operand ? binding.unary : binding.loosest);
  return shortened(text, longest);
}

export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}
