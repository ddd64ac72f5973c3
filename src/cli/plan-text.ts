import type { ProgramDescription } from '../plans/describe-plan.js';
import { counted, grouped } from './table.js';

type RuleDescription = ProgramDescription['rules'][number];

export function summaryLines(plan: ProgramDescription): readonly string[] {
  const { rules, growths, terms, sharedTerms, world, limit } = plan;
  const together = rules.filter((rule) => rule.together).length;
  const kept = rules.filter((rule) => rule.kept).length;
  const estimates = [...rules.map(({ estimate }) => estimate), ...growths];
  const dear = estimates.filter((each) => each.dear).length;
  const all = estimates.reduce((sum, { tests }) => sum + tests, 0);
  return [
    `${counted(rules.length, 'rule')}: ${grouped(together)} with all sources together, ${grouped(rules.length - together)} source by source; ${grouped(kept)} with answers that are kept while nothing changes`,
    `${counted(growths.length, 'growth formula', 'growth formulas')}; ${counted(terms, 'term')} in all content, ${counted(sharedTerms, 'is', 'are')} shared`,
    `about ${round(all)} object tests a turn if all is asked again, ${dear === 0 ? 'no rule is' : counted(dear, 'is', 'are')} expensive (more than ${round(limit)})`,
    `for a world of ${grouped(world.objects)} objects, ${counted(world.nodes, 'node')}, ${counted(world.factions, 'faction')}, ${counted(world.sources, 'source')} a rule`,
  ];
}

/** A rule's plan in lines; the first is not indented. */
export function ruleLines(rule: RuleDescription): readonly string[] {
  const { order, phase, priority, file, line, estimate, effects, vetoes } = rule;
  return [
    `${order}. ${rule.rule}  ${phase}, priority ${priority}  ${file}:${line}`,
    ...labelled('source', sourceText(rule)),
    ...(rule.candidates.length === 0 ? labelled('target', 'nobody') : []),
    ...rule.candidates.flatMap((each, i) => labelled(i === 0 ? 'target' : 'or', candidatesText(each))),
    ...(vetoes.length === 0 ? [] : labelled('of these', vetoes.join(', '))),
    ...labelled('answer', answerText(rule)),
    ...labelled('effects', effects.map(({ text, by }) => `${text}${dependence[by]}`).join('; ') || 'none'),
    ...labelled(
      'scans',
      `about ${round(estimate.tests)} object tests: ${counted(estimate.sources, 'source')}, ${counted(estimate.groups, 'answer')} of ${counted(estimate.targets, 'target')}${dearMark(estimate.dear)}`,
    ),
  ];
}

const widest = 140;
const labelWidth = 12;

/** A labelled line, broken at spaces. */
function labelled(label: string, text: string): readonly string[] {
  const lines: string[] = [];
  let line = `   ${label}`.padEnd(labelWidth - 1);
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > widest && line.trim() !== '') {
      lines.push(line);
      line = ' '.repeat(labelWidth - 1);
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

function dearMark(dear: boolean): string {
  return dear ? ', which is expensive' : '';
}

export function growthLines(growths: ProgramDescription['growths']): readonly string[] {
  return growths.map(
    ({ meter, formula, objects, tests, dear }) =>
      `${meter} = ${formula}  (about ${round(tests)} object tests: ${counted(objects, 'object')}${dearMark(dear)})`,
  );
}

function sourceText({ carrier, activation, together, because }: RuleDescription): string {
  const when =
    activation.length === 0
      ? ''
      : ` while ${activation.map((each) => (activation.length > 1 && each.includes('||') ? `(${each})` : each)).join(' and ')}`;
  return `${carrier}${when}; ${together ? 'all together' : `one after another: ${because}`}`;
}

function candidatesText({ of, activation, own, alike, found, tests }: RuleDescription['candidates'][number]): string {
  const asked = own.length === 0 ? '' : `: ${own.join(', ')}`;
  const shared = alike === 0 || own.length === 0 ? '' : ` (found once for ${alike + 1} scopes)`;
  const parts = [
    ...activation.map((text) => `if ${text}`),
    `${of || 'any object'}${asked}${shared}`,
    ...(found === '' ? [] : [found]),
    ...tests.map(
      (each) =>
        `then ${each.tests.join(', ')} for ${each.sharedBy.length === 0 ? 'all at once' : `each ${each.sharedBy.join(' and ')}`}`,
    ),
  ];
  return parts.join('; ');
}

function answerText({ together, sharedBy, kept, unkept }: RuleDescription): string {
  if (!together) return 'one for each source, found again each turn';
  const whose = sharedBy.length === 0 ? 'one for all sources' : `one for each ${sharedBy.join(' and ')}`;
  return `${whose}; ${kept ? 'kept while nothing changes' : `not kept: ${unkept}`}`;
}

const dependence: Readonly<Record<RuleDescription['effects'][number]['by'], string>> = {
  nothing: '',
  source: ' (by source)',
  target: ' (by target)',
  pair: ' (by source and target)',
  '': ' (fired singly)',
};

/** Estimates have two digits. */
function round(tests: number): string {
  if (!Number.isFinite(tests)) return 'endlessly many';
  return grouped(tests < 100 ? Math.round(tests) : Number(tests.toPrecision(2)));
}
