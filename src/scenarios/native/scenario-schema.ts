import { z } from 'zod';
import { type Limits, defaultLimits } from '../../kernel/limits.js';

/** The native scenario format, `edict-scenario/1`: docs/scenarios.md in the form of a schema. */

const name = z.string().min(1);
const text = z.string().min(1);
const count = z.int().min(0);
const cell = z
  .union([z.number(), z.boolean(), z.string(), z.null()])
  .meta({ id: 'cell', description: 'A number, true or false, a word, the name of an object, or null for none.' });
const many = z.array(name).describe('The words of a set, or the names of the objects of a list.');
const cells = z
  .record(name, z.union([cell, many]))
  .meta({ id: 'cells', description: 'Values by meter, property or variable.' });
const nameOrNone = name.nullable();
const names = z.union([name, z.array(name).min(1)]);

const lane = z.strictObject({
  from: name,
  to: name,
  fraction: z.number().gt(0).lt(1).describe('How far from `from` to `to`.'),
});

const place = {
  in: nameOrNone.optional().describe('The object that this one is on or in; null: nowhere.'),
  lane: lane.optional().describe('On a lane between two nodes.'),
  x: z.number().optional(),
  y: z.number().optional(),
};

const object = z
  .strictObject({
    name: name.optional().describe('Unique in the scenario; how everything else refers to it.'),
    kind: name.optional(),
    class: name.optional(),
    owner: nameOrNone.optional(),
    ...place,
    values: cells.optional(),
    granted: z.boolean().optional().describe('false: its modifiers of variables are not in force until it is granted.'),
    copies: z.int().min(1).max(1_000_000).optional().describe('So many objects of this sort, without a name.'),
  })
  .meta({ id: 'object' });

const lanes = z.array(z.tuple([name, name])).describe('Pairs of nodes.');
const namesByFaction = z.record(name, z.array(name));
const relation = z.strictObject({
  relation: name,
  from: name.describe('A faction.'),
  to: name.describe('Another faction; a symmetric relation also holds back.'),
});
const roles = z.record(name, nameOrNone).describe('The object that each role stands for.');

const limitShape = Object.fromEntries(Object.keys(defaultLimits).map((limit) => [limit, count.optional()]));
const limits = z.strictObject(limitShape as Readonly<Record<keyof Limits, z.ZodOptional<typeof count>>>);

const world = z
  .strictObject({
    seed: z.union([z.string(), z.number()]).optional().describe('Default "1".'),
    capacity: z.int().min(1).optional().describe('Objects that there is room for at first.'),
    fixed: z.boolean().optional().describe('Do not grow when full.'),
    limits: limits.optional(),
    objects: z.array(object).optional().describe('In this order, so with ids from 1.'),
    lanes: lanes.optional(),
    visible: namesByFaction.optional().describe('What each faction sees besides its own.'),
    available: namesByFaction.optional().describe('The classes that are available to each faction.'),
    relations: z.array(relation).optional().describe('The relations that hold between factions.'),
    roles: roles.optional(),
  })
  .meta({ id: 'world' });

const within = z
  .number()
  .min(0)
  .optional()
  .describe('Numbers may be off by this much; without it they are equal exactly.');

const history = z.strictObject({
  rule: text.optional(),
  source: nameOrNone.optional().describe('null: nobody, as in the phases of the turn.'),
  label: z.string().optional(),
  amount: cell.optional().describe('Of a modifier of a variable.'),
  before: cell.optional(),
  after: cell.optional(),
});

const query = {
  kind: name.optional(),
  class: name.optional(),
  owner: nameOrNone.optional(),
  where: text.optional().describe('A condition over `self`.'),
};

const telling = z.strictObject({
  tell: text,
  values: z
    .record(name, z.union([z.number(), z.boolean(), z.string()]))
    .describe('Those that are given are compared; objects by name.'),
});

/** What must be so. The first sixteen keys say which sort of expectation it is; the rest go with one of them. */
const expectation = z
  .strictObject({
    object: name.optional().describe('An object, with what is expected of it.'),
    count: z
      .strictObject({ ...query, is: count })
      .optional()
      .describe('How many objects there are of a sort.'),
    which: z
      .strictObject({ ...query, are: z.array(name) })
      .optional()
      .describe('Exactly which objects there are of a sort, in any order.'),
    evaluate: z
      .strictObject({
        expression: text,
        source: name.optional(),
        target: name.optional(),
        is: cell.optional(),
        absent: z.literal(true).optional(),
      })
      .optional()
      .describe('What an expression gives: `is` a value, or `absent`.'),
    ask: z
      .strictObject({ expression: text, object: name, is: cell })
      .optional()
      .describe('What a named expression of the content gives for an object.'),
    enabled: z
      .strictObject({
        thing: text,
        object: name,
        is: z.boolean().optional(),
        failing: z.array(text).optional().describe('The clauses that are not true, as they were written, in order.'),
      })
      .optional()
      .describe('Whether all that a class requires is true of an object.'),
    explain: z
      .strictObject({
        object: name,
        column: name,
        initial: cell.optional(),
        current: cell.optional(),
        steps: z.array(history).optional().describe('All steps, in order; only the keys given are compared.'),
      })
      .optional()
      .describe('What happened to a cell in the last turn; of a variable, the modifiers that make it, in order.'),
    same: name.optional().describe('A mark or snapshot: the state hash is what it was there.'),
    changed: name.optional().describe('A mark or snapshot: the state hash is not what it was there.'),
    linked: z.tuple([name, name]).optional().describe('A lane runs between two nodes.'),
    unlinked: z.tuple([name, name]).optional().describe('No lane runs between two nodes.'),
    turn: count.optional().describe('Turns completed.'),
    trigger: name.optional().describe('A trigger, with what is expected of it.'),
    delayed: count.optional().describe('How many lists of actions wait.'),
    fired: z.array(name).optional().describe('Exactly the triggers that fired in the step before, in order.'),
    told: z
      .array(z.union([text, telling]))
      .optional()
      .describe('Exactly what actions told the host in the step before, in order.'),
    exists: z.boolean().optional(),
    kind: name.optional(),
    class: nameOrNone.optional(),
    owner: nameOrNone.optional().describe('The one faction that it belongs to.'),
    owners: z.array(name).optional().describe('All factions that it belongs to.'),
    in: nameOrNone.optional().describe('What it is on or in.'),
    position: z.strictObject({ x: z.number(), y: z.number() }).nullable().optional(),
    values: cells.optional(),
    lacks: z.array(name).optional().describe('Meters, properties and variables that it does not have.'),
    granted: z.boolean().optional().describe('Whether its modifiers of variables are in force.'),
    seenBy: z.record(name, z.boolean()).optional().describe('Whether factions see it.'),
    available: z.record(name, z.boolean()).optional().describe('Whether classes are available to it.'),
    armed: z.boolean().optional().describe('Whether the trigger is armed.'),
    holds: z.boolean().optional().describe('Whether the condition of the trigger is true, armed or not.'),
    within,
  })
  .meta({ id: 'expectation' });

const raised = z
  .strictObject({
    type: name.describe('Of `occurrences`.'),
    fields: z.record(name, cell).optional().describe('Values by field; what is left out is absent.'),
  })
  .meta({ id: 'raised' });

const step = z
  .strictObject({
    run: z.int().min(0).optional().describe('Runs so many turns.'),
    expect: z.union([expectation, z.array(expectation)]).optional(),
    set: z.strictObject({ object: name, values: cells }).optional(),
    spawn: z.union([object, z.array(object)]).optional(),
    destroy: name.optional(),
    move: z.strictObject({ object: name, ...place }).optional(),
    give: z.strictObject({ object: name, owner: nameOrNone }).optional(),
    grant: names.optional().describe('Puts the modifiers of an object, or of several at once, in force.'),
    revoke: names.optional().describe('Takes the modifiers of an object and of what hangs on it out of force.'),
    link: lanes.optional().describe('Adds lanes.'),
    unlink: lanes.optional().describe('Takes lanes away.'),
    show: namesByFaction.optional().describe('Lets factions see objects.'),
    hide: namesByFaction.optional().describe('Hides objects from factions.'),
    allow: namesByFaction.optional().describe('Makes classes available to factions.'),
    forbid: namesByFaction.optional().describe('Makes classes unavailable to factions.'),
    roles: roles.optional().describe('Binds roles, or unbinds them (null).'),
    name: z
      .record(
        name,
        z.strictObject({ ...query, at: z.int().min(1).optional().describe('Which of them, by id; default 1.') }),
      )
      .optional()
      .describe('Gives names to objects that rules have made.'),
    poll: z.literal(true).optional().describe('Looks at all triggers now.'),
    arm: names.optional().describe('Arms a trigger, or several.'),
    disarm: names.optional().describe('Disarms a trigger, or several.'),
    raise: z
      .union([raised, z.array(raised).min(1)])
      .optional()
      .describe('Lets something occur, up to the first decision; those of a list simultaneously.'),
    decide: z
      .union([name, z.int().min(0)])
      .optional()
      .describe('Takes an option, by its name or its place from 0, and goes on up to the next decision.'),
    mark: name.optional().describe('Remembers the state hash.'),
    snapshot: name.optional().describe('Remembers the state.'),
    restore: name.optional().describe('Goes back to a snapshot.'),
    reload: z.literal(true).optional().describe('Goes on with the world saved and loaded.'),
    fork: z.literal(true).optional().describe('Goes on with a copy of the world.'),
    fails: z
      .strictObject({ code: text.optional(), message: text.optional().describe('A part of the message.') })
      .optional()
      .describe('The step must fail so, and leave the world as it was.'),
  })
  .meta({ id: 'step' });

const diagnostic = z
  .strictObject({
    code: text.optional(),
    message: text.optional().describe('A part of the message.'),
    suggestion: text.optional().describe('A part of the suggestion.'),
    line: z.int().min(1).optional(),
  })
  .meta({ id: 'diagnostic' });

const contentInPlace = z
  .record(z.string(), z.unknown())
  .meta({ id: 'content', description: 'Content in place; see docs/content.md.' });
const contentPart = z.union([text.describe('A file, relative to the scenario.'), contentInPlace]);
const content = z.union([contentPart, z.array(contentPart)]);

const body = {
  about: z.string().optional(),
  content: content.optional(),
  world: world.optional(),
  steps: z.array(step).optional(),
  rejected: z.array(diagnostic).min(1).optional().describe('The content does not load, and these are its errors.'),
  warned: z.array(diagnostic).optional().describe('The content loads with these warnings.'),
};

const scenarioCase = z
  .strictObject({ name, ...body })
  .describe('A case; its content and world come on top of those of the file.');

export const formatName = 'edict-scenario/1';

/** A whole file. Either `cases`, or the keys of one case. */
export const scenarioSchema = z.strictObject({
  format: z.literal(formatName),
  name: name.optional(),
  ...body,
  cases: z.array(scenarioCase).min(1).optional(),
});

export type ScenarioFileData = z.infer<typeof scenarioSchema>;
export type CaseData = z.infer<typeof scenarioCase>;
export type WorldData = z.infer<typeof world>;
export type ObjectData = z.infer<typeof object>;
export type StepData = z.infer<typeof step>;
export type ExpectationData = z.infer<typeof expectation>;
export type RaisedData = z.infer<typeof raised>;
export type TellingData = z.infer<typeof telling>;
export type DiagnosticData = z.infer<typeof diagnostic>;
export type ContentData = z.infer<typeof content>;
export type CellData = z.infer<typeof cell>;
/** The value of a cell, the words of a set or the objects of a list. */
export type ValueData = CellData | readonly string[];
export type HistoryData = z.infer<typeof history>;
export type QueryData = Pick<NonNullable<ExpectationData['count']>, 'kind' | 'class' | 'owner' | 'where'>;
export type PlaceData = Pick<ObjectData, 'in' | 'lane' | 'x' | 'y'>;

/** What a step does; exactly one of these keys stands in each. */
export const stepActions = Object.keys(step.shape).filter((key) => key !== 'fails');

/** What an expectation is about; exactly one of these keys stands in each. */
export const expectationSubjects = [
  'object',
  'count',
  'which',
  'evaluate',
  'ask',
  'enabled',
  'explain',
  'same',
  'changed',
  'linked',
  'unlinked',
  'turn',
  'trigger',
  'delayed',
  'fired',
  'told',
] as const;
