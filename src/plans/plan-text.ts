/** A rule's plan as plain data; expressions are text. */
export interface RuleDescription {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly phase: string;
  readonly priority: number;
  /** From 1: the place in which it runs. */
  readonly order: number;
  readonly carrier: string;
  /** All sources are tested before the first effect. */
  readonly together: boolean;
  /** Why not; empty where they are. */
  readonly because: string;
  readonly activation: readonly string[];
  /** Alternatives: an object that one of them includes is a target. */
  readonly candidates: readonly CandidatesDescription[];
  /** What excludes targets of several alternatives. */
  readonly vetoes: readonly string[];
  /** What sources with one answer share; empty: one answer for all. */
  readonly sharedBy: readonly string[];
  readonly effects: readonly EffectDescription[];
  /** Answers are kept until dependencies change. */
  readonly kept: boolean;
  /** Why not; empty where they are. */
  readonly unkept: string;
  readonly estimate: EstimateDescription;
}

export interface CandidatesDescription {
  /** A kind or class; empty: any object. */
  readonly of: string;
  /** What is asked of sources before. */
  readonly activation: readonly string[];
  /** Tests of candidates once, for all sources. */
  readonly own: readonly string[];
  /** Alternatives, of any rule, with the same candidates. */
  readonly alike: number;
  /** How candidates are found; empty: all are tested. */
  readonly found: string;
  readonly tests: readonly TestsDescription[];
}

/** Tests shared by sources with something in common. */
interface TestsDescription {
  readonly tests: readonly string[];
  readonly sharedBy: readonly string[];
}

export interface EffectDescription {
  readonly text: string;
  /** What the amount depends on; empty for effects fired singly. */
  readonly by: 'nothing' | 'source' | 'target' | 'pair' | '';
}

interface EstimateDescription {
  readonly tests: number;
  readonly sources: number;
  readonly groups: number;
  readonly targets: number;
  readonly dear: boolean;
}

/** The plan of a growth formula. */
export interface GrowthDescription {
  readonly meter: string;
  readonly formula: string;
  readonly objects: number;
  readonly tests: number;
  readonly dear: boolean;
}

/** All plans of some content. */
export interface ProgramDescription {
  /** The world that estimates are for. */
  readonly world: {
    readonly objects: number;
    readonly sources: number;
    readonly factions: number;
    readonly nodes: number;
  };
  /** More object tests than this are dear. */
  readonly limit: number;
  readonly rules: readonly RuleDescription[];
  readonly growths: readonly GrowthDescription[];
  /** Different (sub)expressions of the content, and those in several places. */
  readonly terms: number;
  readonly sharedTerms: number;
}

/** Summary of a plan: how rules run, and what is shared. */
export function summaryLines({
  rules,
  growths,
  terms,
  sharedTerms,
  world,
  limit,
}: ProgramDescription): readonly string[] {
  const together = rules.filter((rule) => rule.together).length;
  const kept = rules.filter((rule) => rule.kept).length;
  const dear = rules.filter(({ estimate }) => estimate.dear).length + growths.filter((growth) => growth.dear).length;
  const all = [...rules.map(({ estimate }) => estimate.tests), ...growths.map(({ tests }) => tests)].reduce(
    (sum, tests) => sum + tests,
    0,
  );
  return [
    `${counted(rules.length, 'rule')}: ${grouped(together)} with all sources together, ${grouped(rules.length - together)} source by source; ${grouped(kept)} with answers that are kept while nothing changes`,
    `${counted(growths.length, 'growth formula', 'growth formulas')}; ${counted(terms, 'term')} in all content, ${counted(sharedTerms, 'is', 'are')} shared`,
    `about ${round(all)} object tests a turn if all is asked anew, ${dear === 0 ? 'no rule is' : counted(dear, 'is', 'are')} dear (more than ${round(limit)})`,
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
    ...labelled('effects', effects.length === 0 ? 'none' : effectTexts(effects).join('; ')),
    ...labelled(
      'scans',
      `about ${round(estimate.tests)} object tests: ${counted(estimate.sources, 'source')}, ${counted(estimate.groups, 'answer')} of ${counted(estimate.targets, 'target')}${dearMark(estimate)}`,
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

function dearMark({ dear }: { readonly dear: boolean }): string {
  return dear ? ', which is dear' : '';
}

export function growthLines(growths: readonly GrowthDescription[]): readonly string[] {
  return growths.map(
    ({ meter, formula, objects, tests, dear }) =>
      `${meter} = ${formula}  (about ${round(tests)} object tests: ${counted(objects, 'object')}${dearMark({ dear })})`,
  );
}

function sourceText({ carrier, activation, together, because }: RuleDescription): string {
  const when =
    activation.length === 0
      ? ''
      : ` while ${activation.map((each) => (activation.length > 1 && each.includes('||') ? `(${each})` : each)).join(' and ')}`;
  return `${carrier}${when}; ${together ? 'all together' : `one after another: ${because}`}`;
}

function candidatesText({ of, activation, own, alike, found, tests }: CandidatesDescription): string {
  const base = of === '' ? 'any object' : of;
  const asked = own.length === 0 ? '' : `: ${own.join(', ')}`;
  const shared = alike === 0 || own.length === 0 ? '' : ` (found once for ${alike + 1} scopes)`;
  const parts = [
    ...activation.map((text) => `if ${text}`),
    `${base}${asked}${shared}`,
    ...(found === '' ? [] : [found]),
    ...tests.map(
      (each) =>
        `then ${each.tests.join(', ')} for ${each.sharedBy.length === 0 ? 'all at once' : `each ${each.sharedBy.join(' and ')}`}`,
    ),
  ];
  return parts.join('; ');
}

function answerText({ together, sharedBy, kept, unkept }: RuleDescription): string {
  if (!together) return 'one for each source, found anew each turn';
  const whose = sharedBy.length === 0 ? 'one for all sources' : `one for each ${sharedBy.join(' and ')}`;
  return `${whose}; ${kept ? 'kept while nothing changes' : `not kept: ${unkept}`}`;
}

const dependence: Readonly<Record<EffectDescription['by'], string>> = {
  nothing: '',
  source: ' (by source)',
  target: ' (by target)',
  pair: ' (by source and target)',
  '': ' (fired singly)',
};

function effectTexts(effects: readonly EffectDescription[]): readonly string[] {
  return effects.map(({ text, by }) => `${text}${dependence[by]}`);
}

/** Estimates have two digits. */
function round(tests: number): string {
  if (!Number.isFinite(tests)) return 'endlessly many';
  return grouped(tests < 100 ? Math.round(tests) : Number(tests.toPrecision(2)));
}

function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}
