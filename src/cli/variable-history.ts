import { printable } from '../content/text/quote.js';
import type { Variable } from '../model/model.js';
import { variableSeenFrom } from '../scenarios/variable-holder.js';
import type { AppliedModifier, Handle, World } from '../world/api.js';
import type { FailureCause, TypedValue } from '../world/variables-api.js';
import { print } from './command.js';
import { right, tableText, type Colors, type Terminal } from './terminal.js';

/** How a format shows its variables: texts for people, JSON for programs. */
export interface HistoryWords {
  text(value: TypedValue): string;
  json(value: TypedValue): unknown;
  carrierText(carrier: Handle): string;
  carrierJson(carrier: Handle): string | number;
  /** Undefined where a failure is intended. */
  causeText(cause: FailureCause): string | undefined;
  readonly noAmount: string;
  readonly input: string;
}

interface Step extends AppliedModifier {
  readonly name: string;
  readonly carrier: Handle;
  readonly text: string;
}

interface VariableHistory {
  readonly initial: TypedValue;
  readonly current: TypedValue;
  readonly steps: readonly Step[];
}

export function variableHistory(world: World, object: Handle, variable: string | Variable): VariableHistory {
  const steps = world
    .explain(object, variable)
    .steps.flatMap(({ rule, source, label, modifier }) =>
      modifier === undefined ? [] : { ...modifier, name: rule, carrier: source, text: label },
    );
  const current = world.variables.typed(object, variable);
  return { initial: steps.at(0)?.before ?? current, current, steps };
}

export interface VariableReport {
  readonly object: string | number;
  readonly variable: string;
  readonly title: string;
  readonly history: VariableHistory;
  readonly unmodified: string;
  readonly words: HistoryWords;
}

export function printHistory(terminal: Terminal, report: VariableReport, json: true | undefined): void {
  print(terminal, json, report, historyJson, historyText);
}

function historyText({ title, history, words, unmodified }: VariableReport, colors: Colors): string {
  const { initial, current, steps } = history;
  const [from, to] = [words.text(initial), words.text(current)];
  const first = colors.bold(printable(`${title}: ${from === to ? `stays ${to}` : `${from} → ${to}`}`));
  if (steps.length === 0) return `${first}\n${printable(unmodified)}\n`;
  const does = steps.map(({ name, modification, text }) =>
    name.includes(text) ? '' : `${writtenModification(modification)} ${text}`,
  );
  const saysMore = does.some((text) => text !== '');
  const rows = steps.map((step, i) => {
    const { carrier, priority, text, amount, before, after } = step;
    const value = amount.type === 'failed' ? words.noAmount : words.text(amount);
    return [
      ownName(step, words),
      ...(saysMore ? [does[i]] : []),
      words.carrierText(carrier),
      right(String(priority)),
      right(value === text ? '' : value),
      right(words.text(before)),
      '→',
      right(words.text(after)),
    ];
  });
  const numbers = [right('priority'), right('amount'), right('before'), '', right('after')];
  const head = ['modifier', ...(saysMore ? ['does'] : []), 'carrier', ...numbers];
  const reason = reasonOf(steps, words);
  return `${first}\n\n${tableText(head, rows, colors)}\n${reason === undefined ? '' : `\n${printable(reason)}\n`}`;
}

function historyJson({ object, variable, history, words }: VariableReport) {
  const { initial, current, steps } = history;
  return {
    object,
    variable,
    initial: words.json(initial),
    current: words.json(current),
    steps: steps.map((step) => {
      const { carrier, modification, text, priority, amount, cause, before, after } = step;
      const reason = cause === undefined ? undefined : words.causeText(cause);
      return {
        modifier: ownName(step, words),
        carrier: words.carrierJson(carrier),
        modification: writtenModification(modification),
        text,
        priority,
        amount: words.json(amount),
        reason,
        before: words.json(before),
        after: words.json(after),
      };
    }),
  };
}

export function whyUnmodified(
  world: World,
  object: Handle,
  variables: readonly Variable[],
  words: HistoryWords,
): string {
  const found = variableSeenFrom(world, object, variables);
  if (found?.variable.input === true) return words.input;
  if (found !== undefined && !world.variables.isGranted(found.holder))
    return `${words.carrierText(found.holder)} is not granted, so its variables have their defaults`;
  return 'no modifier is in force';
}

function reasonOf(steps: readonly Step[], words: HistoryWords): string | undefined {
  for (const step of steps) {
    const reason = step.cause === undefined ? undefined : words.causeText(step.cause);
    if (reason !== undefined) return `${ownName(step, words)} ${words.noAmount}: ${reason}`;
    if (step.amount.type !== 'failed' && step.before.type !== 'failed' && step.after.type === 'failed')
      return `${ownName(step, words)} leads to no finite number`;
  }
  return undefined;
}

function ownName({ name, carrier }: Step, words: HistoryWords): string {
  const by = `${words.carrierText(carrier)}: `;
  return name.startsWith(by) ? name.slice(by.length) : name;
}

function writtenModification(modification: string): string {
  return modification === 'minimum' ? 'min' : modification === 'maximum' ? 'max' : modification;
}
