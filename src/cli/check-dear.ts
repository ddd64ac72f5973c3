import { type DearPlan, dearPlan, dearPlans } from '../plans/dear-plan.js';
import type { NominalWorld } from '../match/nominal-world.js';
import type { Program } from '../ir/program.js';
import { createCollector } from '../content/diagnostics/collector.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { excerptOf } from '../content/diagnostics/excerpt.js';
import { createLineIndex, lineAt } from '../content/diagnostics/line-index.js';
import { quoteText } from '../content/diagnostics/quote.js';
import type { ContentFile } from '../content/native/content-file.js';
import { createDamage } from '../content/native/damage.js';
import { isMap } from '../content/native/source-tree.js';
import { readYaml } from '../content/native/yaml-file.js';
import { createYamlPlaces } from '../content/native/yaml-places.js';
import { grouped } from './table.js';

type Spot = Pick<Diagnostic, 'file' | 'line' | 'column' | 'excerpt' | 'excerptColumn'>;

/**
 * A warning for each rule and growth formula that would be dear in a world. `files` are those that the program was
 * loaded from.
 */
export function dearWarnings(
  program: Program,
  files: readonly ContentFile[],
  world: NominalWorld,
): readonly Diagnostic[] {
  return dearPlans(program, world).map((dear) => warningOf(dear, program, files, world));
}

function warningOf(
  { of, tests, reason, cheaper }: DearPlan,
  program: Program,
  files: readonly ContentFile[],
  world: NominalWorld,
): Diagnostic {
  const isRule = 'rule' in of;
  const name = isRule ? of.rule.name : program.model.columns[of.growth.column].name;
  const spot = isRule ? originSpot(of.rule.origin, files) : growthSpot(name, files);
  const what = isRule ? `the rule ${quoteText(name)}` : `the growth formula of ${quoteText(name)}`;
  const amount = Number.isFinite(tests) ? `about ${grouped(Number(tests.toPrecision(2)))}` : 'endlessly many';
  return {
    severity: 'warning',
    code: 'dear-plan',
    ...spot,
    message: `${what} takes ${amount} object tests a turn in a world of ${grouped(world.objects)} objects, expected at most ${grouped(dearPlan)}: it ${reason}`,
    suggestion: cheaper,
  };
}

/** Where something of a program stands, with the line. */
export function originSpot(origin: Pick<Spot, 'file' | 'line' | 'column'>, files: readonly ContentFile[]): Spot {
  const source = files.find(({ file }) => file === origin.file);
  return source === undefined
    ? origin
    : { ...origin, ...excerptOf(lineAt(createLineIndex(source.text), origin.line), origin.column) };
}

/** Where a meter's formula stands: programs do not tell, so the files are asked again. */
function growthSpot(meter: string, files: readonly ContentFile[]): Spot {
  for (const file of files) {
    const places = createYamlPlaces();
    const data = readYaml(
      file,
      { fileLength: Infinity, fileTokens: Infinity, loadTokens: Infinity },
      { places, damage: createDamage(), collector: createCollector([]) },
    );
    const meters = data?.meters;
    const source = isMap(meters) ? meters[meter] : undefined;
    if (!isMap(source)) continue;
    const key = 'growth' in source ? 'growth' : 'target';
    if (key in source) return places.ofValue(source, key);
  }
  return { file: files.at(0)?.file ?? '', line: 1, column: 1 };
}
