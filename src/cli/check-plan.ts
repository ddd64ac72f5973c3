import type { Program } from '../ir/program.js';
import { type ProgramDescription } from '../plans/plan-description.js';
import { describeProgram } from '../plans/describe-plan.js';
import type { NominalWorld } from '../match/nominal-world.js';
import { growthLines, ruleLines, summaryLines } from '../plans/plan-text.js';
import { printable } from '../content/diagnostics/quote.js';
import type { Terminal } from './terminal.js';

/** The plans of one content. */
export interface ContentPlan {
  readonly name: string;
  readonly plan: ProgramDescription;
}

export function planContent(name: string, program: Program, world: NominalWorld): ContentPlan {
  return { name, plan: describeProgram(program, world) };
}

/** The plans for people: for each content a summary, then a paragraph for each rule. */
export function plansText(plans: readonly ContentPlan[], { outColors }: Pick<Terminal, 'outColors'>): string {
  return plans
    .map(({ name, plan }) => {
      const head = [outColors.bold(`How ${printable(name)} is planned`), ...summaryLines(plan).map(indented)];
      const growths = growthLines(plan.growths);
      const blocks = [
        head,
        ...plan.rules.map((rule) =>
          ruleLines(rule)
            .map(printable)
            .map((line, i) => (i === 0 ? outColors.bold(line) : line)),
        ),
        ...(growths.length === 0 ? [] : [[outColors.bold('Growth'), ...growths.map(printable).map(indented)]]),
      ];
      return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
    })
    .join('\n');
}

function indented(line: string): string {
  return `   ${line}`;
}
