import { type PlainNumber, add, divide, floor, int, larger, multiply, subtract } from './plain-number.js';

/** A formula of a generated sheet, kept as a tree, so that its text and its value come from the same thing. */
export type Amount =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'binary'; readonly operator: '+' | '-' | '*' | '/'; readonly left: Amount; readonly right: Amount }
  | { readonly kind: 'call'; readonly function: 'floor' | 'max' | 'min'; readonly args: readonly Amount[] };

/** Where the values of names come from. */
export interface Names {
  variable(name: string): PlainNumber;
  input(name: string): PlainNumber;
}

/** An int. */
export function number(value: number): Amount {
  return { kind: 'number', value };
}

export function variable(name: string): Extract<Amount, { readonly kind: 'variable' }> {
  return { kind: 'variable', name };
}

export function input(name: string): Amount {
  return { kind: 'input', name };
}

export function binary(left: Amount, operator: '+' | '-' | '*' | '/', right: Amount): Amount {
  return { kind: 'binary', operator, left, right };
}

export function call(name: 'floor' | 'max' | 'min', ...args: readonly Amount[]): Amount {
  return { kind: 'call', function: name, args };
}

/** As the dialect writes it. */
export function amountText(amount: Amount): string {
  switch (amount.kind) {
    case 'number':
      return String(amount.value);
    case 'variable':
      return amount.name;
    case 'input':
      return `input("${amount.name}")`;
    case 'binary':
      return `${operandText(amount.left)}${amount.operator}${operandText(amount.right)}`;
    case 'call':
      return `${amount.function}(${amount.args.map(amountText).join(',')})`;
  }
}

function operandText(amount: Amount): string {
  return amount.kind === 'binary' ? `(${amountText(amount)})` : amountText(amount);
}

export function amountValue(amount: Amount, names: Names): PlainNumber {
  switch (amount.kind) {
    case 'number':
      return int(amount.value);
    case 'variable':
      return names.variable(amount.name);
    case 'input':
      return names.input(amount.name);
    case 'binary':
      return operators[amount.operator](amountValue(amount.left, names), amountValue(amount.right, names));
    case 'call': {
      const [first, ...rest] = amount.args.map((arg) => amountValue(arg, names));
      if (amount.function === 'floor') return floor(first);
      return rest.reduce(amount.function === 'max' ? larger : leastSoFar, first);
    }
  }
}

/** Whether it reads one of some names. */
export function readsAny(amount: Amount, variables: ReadonlySet<string>, inputs: ReadonlySet<string>): boolean {
  switch (amount.kind) {
    case 'number':
      return false;
    case 'variable':
      return variables.has(amount.name);
    case 'input':
      return inputs.has(amount.name);
    case 'binary':
      return readsAny(amount.left, variables, inputs) || readsAny(amount.right, variables, inputs);
    case 'call':
      return amount.args.some((arg) => readsAny(arg, variables, inputs));
  }
}

const operators: Readonly<Record<'+' | '-' | '*' | '/', (a: PlainNumber, b: PlainNumber) => PlainNumber>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
};

/** The function keeps the first of equals, other than the modifier. */
function leastSoFar(result: PlainNumber, next: PlainNumber): PlainNumber {
  return next.value < result.value ? next : result;
}
