import type { Variable } from '../model/model.js';
import { printable } from '../content/diagnostics/quote.js';
import { variableSeenFrom } from '../scenarios/variable-holder.js';
import type { Handle, World } from '../world/api.js';
import type { FailureCause, ModifierStep, SolvedValue, VariableHistory } from '../world/solving-api.js';
import { right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** How a kind of content shows what its variables are made of. */
export interface HistoryWords<Json> {
  /** A value for people. */
  text(value: SolvedValue): string;
  /** A value for programs. */
  json(value: SolvedValue): Json;
  /** An object for people. */
  carrierText(carrier: Handle): string;
  /** An object for programs. */
  carrierJson(carrier: Handle): string | number;
  /** Why an amount failed; undefined where people need not be told. */
  causeText(cause: FailureCause): string | undefined;
  /** In the place of an amount that failed. */
  readonly noAmount: string;
  /** What is said of a variable that the host writes. */
  readonly input: string;
}

/**
 * What made a variable what it is, for people. `title` names the variable and its object; `unmodified` says why there
 * is no modifier.
 */
export function historyText<Json>(
  title: string,
  { initial, current, steps }: VariableHistory,
  words: HistoryWords<Json>,
  unmodified: string,
  { outColors: colors }: Terminal,
): string {
  const [from, to] = [words.text(initial), words.text(current)];
  const first = colors.bold(printable(`${title}: ${from === to ? `stays ${to}` : `${from} → ${to}`}`));
  if (steps.length === 0) return `${first}\n${printable(unmodified)}\n`;
  // Names of some modifiers say what they do.
  const does = steps.map(({ modifier, modification, text }) =>
    modifier.includes(text) ? '' : `${writtenModification(modification)} ${text}`,
  );
  const saysMore = does.some((text) => text !== '');
  const rows = steps.map((step, i) => {
    const { carrier, priority, text, amount, before, after } = step;
    const value = amount.type === 'failed' ? words.noAmount : words.text(amount);
    return [
      printable(ownName(step, words)),
      ...(saysMore ? [printable(does[i])] : []),
      printable(words.carrierText(carrier)),
      right(String(priority)),
      right(printable(value === text ? '' : value)),
      right(printable(words.text(before))),
      '→',
      right(printable(words.text(after))),
    ];
  });
  const head = [
    'modifier',
    ...(saysMore ? ['does'] : []),
    'carrier',
    right('priority'),
    right('amount'),
    right('before'),
    '',
    right('after'),
  ];
  const [titles, ...lines] = tableLines([head, ...rows], '  ');
  const reason = reasonOf(steps, words);
  return `${first}\n\n${colors.bold(titles)}\n${lines.join('\n')}\n${reason === undefined ? '' : `\n${printable(reason)}\n`}`;
}

/** The same for programs. */
export function historyJson<Json>(
  object: string | number,
  variable: string,
  { initial, current, steps }: VariableHistory,
  words: HistoryWords<Json>,
) {
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
        ...(reason === undefined ? {} : { reason }),
        before: words.json(before),
        after: words.json(after),
      };
    }),
  };
}

/** Why no modifier is in force on one of some variables as an object sees it. */
export function whyUnmodified<Json>(
  world: World,
  object: Handle,
  variables: readonly Variable[],
  words: HistoryWords<Json>,
): string {
  const found = variableSeenFrom(world, object, variables);
  if (found?.variable.input === true) return words.input;
  if (found !== undefined && !world.isGranted(found.holder))
    return `${words.carrierText(found.holder)} is not granted, so its variables have their defaults`;
  return 'no modifier is in force';
}

/** The first modifier that failed, and why. */
function reasonOf<Json>(steps: readonly ModifierStep[], words: HistoryWords<Json>): string | undefined {
  for (const step of steps) {
    const reason = step.cause === undefined ? undefined : words.causeText(step.cause);
    if (reason !== undefined) return `${ownName(step, words)} ${words.noAmount}: ${reason}`;
    if (step.amount.type !== 'failed' && step.before.type !== 'failed' && step.after.type === 'failed')
      return `${ownName(step, words)} leads to no finite number`;
  }
  return undefined;
}

/** Without its carrier, which is told by itself. */
function ownName<Json>({ modifier, carrier }: ModifierStep, words: HistoryWords<Json>): string {
  const by = `${words.carrierText(carrier)}: `;
  return modifier.startsWith(by) ? modifier.slice(by.length) : modifier;
}

/** As content writes it. */
function writtenModification(modification: string): string {
  switch (modification) {
    case 'minimum':
      return 'min';
    case 'maximum':
      return 'max';
    default:
      return modification;
  }
}
