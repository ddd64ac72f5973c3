import type { Handle, World } from '../world/api.js';
import { kindAsked } from '../world/why-not.js';
import type { WhyNot } from '../world/why-not-api.js';
import { setOption } from './assignments.js';
import { type Context, addCommand, jsonOption, print, stepOption, usageError, whole, agentOption } from './command.js';
import { nobodyAsked, readsSelf } from './compile-text.js';
import { type WorldChoice, openWorld, worldOptions } from './open-world.js';
import { withScenario, worldFile } from './scenario-argument.js';
import { findObject, handleOf } from './find-object.js';
import { noticeTo, runSilently } from './progress.js';
import { reportJson } from './why-not-json.js';
import type { Report } from './why-not-parts.js';
import { carriersText, reportText } from './why-not-text.js';
import { watchableWorld } from './watch.js';

interface WhyNotOptions extends WorldChoice {
  readonly turns?: number;
  readonly json?: true;
}

export function addWhyNot(context: Context): void {
  addCommand(
    context,
    'why-not',
    watchableWorld({
      summary: 'show why something did not happen',
      description:
        'Runs a world for some turns, and shows why a rule, trigger, ability or flow did nothing in the last of them, ' +
        'or what a growth formula gave: its conditions, the values that they read, and what wrote these values before ' +
        'or later. For variables, orders and expressions it shows the state after the last turn.',
      arguments: {
        '<name>':
          'name of a rule, trigger, ability, flow, meter with growth, variable or order, such as farm/harvest or "trigger beacon"; any other text is an expression over self',
        '[object]':
          'id or name of the object that carries the rule, ability or flow, the subject of the trigger, the agent, or self',
        '[target]': 'id or name of an object that the rule, flow or order could affect (default: any)',
        '[scenario]': `${worldFile} to ask about`,
      },
      options: [
        ...worldOptions,
        setOption,
        stepOption,
        agentOption,
        ['--turns <n>', 'turns to run, after --step if given (default: 1)', { read: whole(1, 10_000_000) }],
        jsonOption('the answer'),
      ],
      notes:
        'Without a scenario, the command asks about the embedded galaxy. The last argument is the scenario if it is a file.',
      examples: [
        'why-not colony/growth Terra colony.yaml',
        'why-not council/plenty 1215 Sol --turns 5 --json',
        "why-not 'trigger beacon' siege.yaml --turns 3",
        "why-not 'self.walls < 20 && self.owner != null' York siege.yaml",
      ],
      act: whyNot,
    }),
  );
}

function whyNot(context: Context, args: readonly string[], options: WhyNotOptions): void {
  const { terminal } = context;
  const notice = noticeTo(terminal, options.json);
  const { others, scenario } = withScenario(args);
  const [name, object, target, surplus] = others;
  if (name === undefined) throw usageError('edict why-not needs something to ask about, such as a rule; name it first');
  if (surplus !== undefined)
    throw usageError(`${JSON.stringify(surplus)} is no file of a scenario; put quotes around names with spaces`);
  const { world } = openWorld(context, options, scenario, notice);
  if (scenario === undefined && options.state === undefined && options.load === undefined)
    notice('no scenario is named, so the embedded galaxy is asked');
  const of = kindAsked(world, name);
  demandObjects(world, of, name, object, target);
  if (of === 'expression' && object === undefined && readsSelf(world, name)) notice(nobodyAsked);
  const turns = options.turns ?? 1;
  runSilently(terminal, world, turns - 1);
  // What the last turn destroys has its name only before it.
  const before = new Map(
    [object, target].flatMap((each) => (each === undefined ? [] : [[each, handleOf(world, each)]])),
  );
  runSilently(terminal, world, 1);
  const find = (each: string | undefined): Handle | undefined =>
    each === undefined ? undefined : (handleOf(world, each) ?? before.get(each) ?? findObject(world, each));
  const asked = { object: find(object), target: find(target) };
  const report: Report = { world, ...asked, verdict: world.questions.whyNot(name, asked.object, asked.target) };
  print(terminal, options.json, report, reportJson, reportText);
}

/** Of kinds that need an object. */
const needed: Readonly<Partial<Record<WhyNot['of'], string>>> = {
  rule: 'the object that carries the rule',
  flow: 'the object that carries or receives the flow',
  growth: 'the object that has the meter',
  variable: 'the object that has the variable',
  order: 'the agent',
};

const takeTargets: readonly WhyNot['of'][] = ['rule', 'flow', 'order'];

function demandObjects(
  world: World,
  of: WhyNot['of'],
  name: string,
  object: string | undefined,
  target: string | undefined,
): void {
  const { expressions } = world.program.rules;
  const isNamed = expressions.some((each) => name === each.name || name === `expression ${each.name}`);
  const what = of === 'expression' && isNamed ? 'an object to evaluate the expression for' : needed[of];
  if (object === undefined && what !== undefined)
    throw usageError(`edict why-not needs ${what}; name it after ${JSON.stringify(name)}${carriersText(world, name)}`);
  if (target !== undefined && !takeTargets.includes(of))
    throw usageError(`${JSON.stringify(target)} is one object too many for the ${of}; name one object at most`);
}
