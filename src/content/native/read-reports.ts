import type { Report, RuleBook } from '../../ir/rule.js';
import { mostReports } from '../../kernel/world-limits.js';
import { quoteText } from '../text/quote.js';
import type { Declarations } from './declarations.js';
import { compileText, reportContext } from './expression-text.js';
import { originOf, refuse, sound } from './load-context.js';
import type { RuleContext } from './rule-context.js';

export function lowerReports({ reports }: Declarations, context: RuleContext): Pick<RuleBook, 'reports'> {
  if (reports.length === 0) return {};
  if (reports.length > mostReports)
    refuse(
      context,
      reports[mostReports].place,
      'too-large',
      `there are ${reports.length} reports, the limit is ${mostReports}`,
      'make named expressions of those that are seldom looked at',
    );
  const lowered = sound(reports.map((declaration) => lowerReport(declaration, context)));
  return { reports: lowered.map((report, index) => Object.freeze({ index, ...report })) };
}

function lowerReport(
  { name, source, container }: Declarations['reports'][number],
  context: RuleContext,
): Omit<Report, 'index'> | undefined {
  const spot = { container, key: name, text: source };
  const compiled = compileText(spot, undefined, reportContext(context), context);
  if (compiled === undefined) return undefined;
  const { node, text } = compiled;
  if (node.type.name === 'number' || node.type.name === 'boolean')
    return { name, node, text, origin: originOf(compiled.place()) };
  return refuse(
    context,
    compiled.place,
    'wrong-type',
    `the report ${quoteText(name)} is neither a number nor a condition, expected one of the two`,
    'count or compare it',
  );
}
