import { reading, refused } from '../../kernel/given.js';
import type { Diagnostic } from './diagnostic.js';
import { printable } from './quote.js';

interface DiagnosticPaint {
  readonly place: (text: string) => string;
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly faint: (text: string) => string;
}

const asIs = (text: string) => text;
const plain: DiagnosticPaint = { place: asIs, error: asIs, warning: asIs, faint: asIs };

/**
 * A diagnostic for people, over several lines without a last line end:
 *
 *     farm.yaml:3:12: error: `popultion` is not a meter, expected `population` [unknown-name]
 *       3 | - { meter: popultion, add: 1 }
 *         |            ^
 *         = did you mean `population`?
 */
export function formatDiagnostic(diagnostic: Diagnostic, paint: DiagnosticPaint = plain): string {
  if (!reading('the diagnostic', () => isDiagnostic(diagnostic)))
    throw refused('the diagnostic', diagnostic, 'one of those that loadContent returned');
  const { severity, code, file, line, column, message, suggestion } = diagnostic;
  const place = paint.place(`${printable(file)}:${line}:${column}:`);
  const colour = severity === 'error' ? paint.error : paint.warning;
  const lines = [`${place} ${colour(`${severity}:`)} ${printable(message)} ${paint.faint(`[${code}]`)}`];
  const margin = ' '.repeat(String(line).length);
  lines.push(...formatExcerpt(diagnostic, margin, paint, colour));
  if (suggestion !== undefined) lines.push(`  ${margin} ${paint.faint('=')} ${printable(suggestion)}`);
  return lines.join('\n');
}

function isDiagnostic(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const {
    severity,
    code,
    file,
    line,
    column,
    message,
    suggestion = '',
    excerpt = '',
    excerptColumn = 1,
  } = given as Partial<Record<keyof Diagnostic, unknown>>;
  return (
    [severity, code, file, message, suggestion, excerpt].every((text) => typeof text === 'string') &&
    [line, column, excerptColumn].every(Number.isInteger)
  );
}

function formatExcerpt(
  { line, column, excerpt, excerptColumn = 1 }: Diagnostic,
  margin: string,
  paint: DiagnosticPaint,
  colour: (text: string) => string,
): readonly string[] {
  if (excerpt === undefined) return [];
  const cut = excerptColumn > 1 ? '…' : '';
  return [
    `  ${paint.faint(`${line} |`)} ${cut}${printable(excerpt.replaceAll('\t', ' '))}`,
    `  ${margin} ${paint.faint('|')} ${' '.repeat(Math.max(0, column - excerptColumn + cut.length))}${colour('^')}`,
  ];
}
