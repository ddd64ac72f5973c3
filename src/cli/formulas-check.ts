import { formatDiagnostics } from '../content/diagnostics/format.js';
import { printable } from '../content/diagnostics/quote.js';
import type { Campaign, LoadedCampaign } from '../content/lst/campaign.js';
import { diagnosticOf } from '../content/lst/text/problem.js';
import { tokenText } from '../scenarios/formulas/load-case.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** What a campaign has of everything, in one scope. */
interface ScopeCensus {
  readonly scope: string;
  readonly objects: number;
  readonly variables: number;
  readonly channels: number;
  /** That its objects carry; those of files belong to the character. */
  readonly modifiers: number;
}

/** What `edict formulas check` prints. */
export function checkText(loaded: LoadedCampaign, { outColors: colors }: Terminal): string {
  const found = loaded.ok
    ? loaded.warnings.map((warning) => diagnosticOf(warning, 'warning'))
    : loaded.problems.map((problem) => diagnosticOf(problem));
  const paint = { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim };
  const list = found.length === 0 ? '' : `${formatDiagnostics(found, paint)}\n\n`;
  return `${list}${loaded.ok ? soundText(loaded.campaign, loaded.warnings.length, colors) : brokenText(loaded)}\n`;
}

function brokenText({ problems, warnings, more }: Extract<LoadedCampaign, { ok: false }>): string {
  const rest = more === 0 ? '' : `, of which ${grouped(problems.length)} are shown`;
  const hidden =
    warnings.length === 0
      ? ''
      : `, ${counted(warnings.length, 'warning')} (shown when no error is left, and with --json)`;
  return `${counted(problems.length + more, 'error')}${rest}${hidden}`;
}

function soundText(campaign: Campaign, warnings: number, colors: Terminal['outColors']): string {
  const census = censusOf(campaign);
  const sum = totals(census);
  const rows = census
    .filter(({ objects, variables, channels, modifiers }) => objects + variables + channels + modifiers > 0)
    .map(({ scope, objects, variables, channels, modifiers }) => [
      printable(scope),
      right(objects),
      right(variables),
      right(channels),
      right(modifiers),
    ]);
  const [head, ...lines] = tableLines(
    [['scope', right('objects'), right('variables'), right('channels'), right('modifiers')], ...rows],
    '  ',
  );
  const parts = [
    counted(sum.objects, 'object'),
    counted(sum.variables, 'variable'),
    counted(sum.channels, 'channel'),
    counted(sum.modifiers, 'modifier'),
  ];
  return `${colors.bold(head)}\n${lines.join('\n')}\n\n${parts.join(', ')}, no loops: ${warnings === 0 ? 'no problems' : counted(warnings, 'warning')}`;
}

/** The same for programs: numbers are null where errors leave no campaign. */
export function checkJson(loaded: LoadedCampaign) {
  const census = loaded.ok ? censusOf(loaded.campaign) : undefined;
  const none = { objects: null, variables: null, channels: null, modifiers: null };
  return {
    ...(census === undefined ? none : totals(census)),
    scopes: census ?? null,
    errors: loaded.ok ? [] : loaded.problems.map((problem) => entryOf(diagnosticOf(problem), problem.token)),
    more: loaded.ok ? 0 : loaded.more,
    warnings: loaded.warnings.map((warning) => entryOf(diagnosticOf(warning, 'warning'), warning.token)),
  };
}

function entryOf({ file, line, column, code, message, suggestion }: ReturnType<typeof diagnosticOf>, token: string) {
  return { file, line, column, token: tokenText(token), code, message, suggestion: suggestion ?? null };
}

function totals(census: readonly ScopeCensus[]) {
  const sum = (key: 'objects' | 'variables' | 'channels' | 'modifiers'): number =>
    census.reduce((total, scope) => total + scope[key], 0);
  return {
    objects: sum('objects'),
    variables: sum('variables'),
    channels: sum('channels'),
    modifiers: sum('modifiers'),
  };
}

/** By scope, the character first. */
function censusOf({ program: { model, rules }, root }: Campaign): readonly ScopeCensus[] {
  const kinds = model.kinds.map(() => ({ objects: 0, variables: 0, channels: 0, modifiers: 0 }));
  for (const { kind } of model.classes) kinds[kind - 1].objects += 1;
  for (const { kind, input } of model.variables) kinds[kind - 1][input ? 'channels' : 'variables'] += 1;
  for (const { carrier } of rules.modifiers)
    kinds[(carrier.by === 'kind' ? carrier.kind : model.classes[carrier.class - 1].kind) - 1].modifiers += 1;
  const census = model.kinds.map(({ name, index }) => ({ scope: name, ...kinds[index - 1] }));
  return [census[root - 1], ...census.filter((_scope, i) => i !== root - 1)];
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
