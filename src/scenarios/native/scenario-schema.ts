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

function optional<Schema extends z.ZodType>(schema: Schema, about: string) {
  return schema.optional().describe(about);
}

const nameOrNone = name.nullable();
const names = z.union([name, z.array(name).min(1)]);

const lane = z.strictObject({
  from: name,
  to: name,
  fraction: z.number().gt(0).lt(1).describe('How far from `from` to `to`.'),
});

const place = {
  in: optional(nameOrNone, 'The object that this one is on or in; null: nowhere.'),
  lane: optional(lane, 'On a lane between two nodes.'),
  x: z.number().optional(),
  y: z.number().optional(),
};

const object = z
  .strictObject({
    name: optional(name, 'Unique in the scenario; how everything else refers to it.'),
    kind: name.optional(),
    class: name.optional(),
    owner: nameOrNone.optional(),
    ...place,
    values: cells.optional(),
    granted: optional(z.boolean(), 'false: its modifiers of variables are not in force until it is granted.'),
    copies: optional(z.int().min(1).max(1_000_000), 'So many objects of this sort, without a name.'),
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
    seed: optional(z.union([z.string(), z.number()]), 'Default "1".'),
    capacity: optional(z.int().min(1), 'Objects that there is room for at first.'),
    fixed: optional(z.boolean(), 'Do not grow when full.'),
    limits: limits.optional(),
    objects: optional(z.array(object), 'In this order, so with ids from 1.'),
    lanes: lanes.optional(),
    visible: optional(namesByFaction, 'What each faction sees besides its own.'),
    available: optional(namesByFaction, 'The classes that are available to each faction.'),
    relations: optional(z.array(relation), 'The relations that hold between factions.'),
    roles: roles.optional(),
  })
  .meta({ id: 'world' });

const history = z.strictObject({
  rule: text.optional(),
  source: optional(nameOrNone, 'null: nobody, as in the phases of the turn.'),
  label: z.string().optional(),
  amount: optional(cell, 'Of a modifier of a variable.'),
  before: cell.optional(),
  after: cell.optional(),
});

const query = {
  kind: name.optional(),
  class: name.optional(),
  owner: nameOrNone.optional(),
  where: optional(text, 'A condition over `self`.'),
};

const telling = z.strictObject({
  tell: text,
  values: z
    .record(name, z.union([z.number(), z.boolean(), z.string()]))
    .describe('Those that are given are compared; objects by name.'),
});

/** What an expectation is about; exactly one of these keys stands in each. */
const subjects = {
  object: optional(name, 'An object, with what is expected of it.'),
  count: optional(z.strictObject({ ...query, is: count }), 'How many objects there are of a sort.'),
  which: optional(
    z.strictObject({ ...query, are: z.array(name) }),
    'Exactly which objects there are of a sort, in any order.',
  ),
  evaluate: optional(
    z.strictObject({
      expression: text,
      source: name.optional(),
      target: name.optional(),
      is: cell.optional(),
      absent: z.literal(true).optional(),
    }),
    'What an expression gives: `is` a value, or `absent`.',
  ),
  ask: optional(
    z.strictObject({ expression: text, object: name, is: cell }),
    'What a named expression of the content gives for an object.',
  ),
  enabled: optional(
    z.strictObject({
      thing: text,
      object: name,
      is: z.boolean().optional(),
      failing: optional(z.array(text), 'The clauses that are not true, as they were written, in order.'),
    }),
    'Whether all that a class requires is true of an object.',
  ),
  explain: optional(
    z.strictObject({
      object: name,
      column: name,
      initial: cell.optional(),
      current: cell.optional(),
      steps: optional(z.array(history), 'All steps, in order; only the keys given are compared.'),
    }),
    'What happened to a cell in the last turn; of a variable, the modifiers that make it, in order.',
  ),
  same: optional(name, 'A mark or snapshot: the state hash is what it was there.'),
  changed: optional(name, 'A mark or snapshot: the state hash is not what it was there.'),
  linked: optional(z.tuple([name, name]), 'A lane runs between two nodes.'),
  unlinked: optional(z.tuple([name, name]), 'No lane runs between two nodes.'),
  turn: optional(count, 'Turns completed.'),
  trigger: optional(name, 'A trigger, with what is expected of it.'),
  delayed: optional(count, 'How many lists of actions wait.'),
  fired: optional(z.array(name), 'Exactly the triggers that fired in the step before, in order.'),
  told: optional(z.array(z.union([text, telling])), 'Exactly what actions told the host in the step before, in order.'),
};

const ofObject = {
  exists: z.boolean().optional(),
  kind: name.optional(),
  class: nameOrNone.optional(),
  owner: optional(nameOrNone, 'The one faction that it belongs to.'),
  owners: optional(z.array(name), 'All factions that it belongs to.'),
  in: optional(nameOrNone, 'What it is on or in.'),
  position: z.strictObject({ x: z.number(), y: z.number() }).nullable().optional(),
  values: cells.optional(),
  lacks: optional(z.array(name), 'Meters, properties and variables that it does not have.'),
  granted: optional(z.boolean(), 'Whether its modifiers of variables are in force.'),
  seenBy: optional(z.record(name, z.boolean()), 'Whether factions see it.'),
  available: optional(z.record(name, z.boolean()), 'Whether classes are available to it.'),
};

const ofTrigger = {
  armed: optional(z.boolean(), 'Whether the trigger is armed.'),
  holds: optional(z.boolean(), 'Whether the condition of the trigger is true, armed or not.'),
};

const expectation = z
  .strictObject({
    ...subjects,
    ...ofObject,
    ...ofTrigger,
    within: optional(z.number().min(0), 'Numbers may be off by this much; without it they are equal exactly.'),
  })
  .meta({ id: 'expectation' });

const raised = z
  .strictObject({
    type: name.describe('Of `occurrences`.'),
    fields: optional(z.record(name, cell), 'Values by field; what is left out is absent.'),
  })
  .meta({ id: 'raised' });

const step = z
  .strictObject({
    run: optional(z.int().min(0), 'Runs so many turns.'),
    expect: z.union([expectation, z.array(expectation)]).optional(),
    set: z.strictObject({ object: name, values: cells }).optional(),
    spawn: z.union([object, z.array(object)]).optional(),
    destroy: name.optional(),
    move: z.strictObject({ object: name, ...place }).optional(),
    give: z.strictObject({ object: name, owner: nameOrNone }).optional(),
    grant: optional(names, 'Puts the modifiers of an object, or of several at once, in force.'),
    revoke: optional(names, 'Takes the modifiers of an object and of what hangs on it out of force.'),
    link: optional(lanes, 'Adds lanes.'),
    unlink: optional(lanes, 'Takes lanes away.'),
    show: optional(namesByFaction, 'Lets factions see objects.'),
    hide: optional(namesByFaction, 'Hides objects from factions.'),
    allow: optional(namesByFaction, 'Makes classes available to factions.'),
    forbid: optional(namesByFaction, 'Makes classes unavailable to factions.'),
    roles: optional(roles, 'Binds roles, or unbinds them (null).'),
    name: optional(
      z.record(name, z.strictObject({ ...query, at: optional(z.int().min(1), 'Which of them, by id; default 1.') })),
      'Gives names to objects that rules have made.',
    ),
    poll: optional(z.literal(true), 'Looks at all triggers now.'),
    arm: optional(names, 'Arms a trigger, or several.'),
    disarm: optional(names, 'Disarms a trigger, or several.'),
    raise: optional(
      z.union([raised, z.array(raised).min(1)]),
      'Lets something occur, up to the first decision; those of a list simultaneously.',
    ),
    decide: optional(
      z.union([name, z.int().min(0)]),
      'Takes an option, by its name or its place from 0, and goes on up to the next decision.',
    ),
    mark: optional(name, 'Remembers the state hash.'),
    snapshot: optional(name, 'Remembers the state.'),
    restore: optional(name, 'Goes back to a snapshot.'),
    reload: optional(z.literal(true), 'Goes on with the world saved and loaded.'),
    fork: optional(z.literal(true), 'Goes on with a copy of the world.'),
    fails: optional(
      z.strictObject({ code: text.optional(), message: optional(text, 'A part of the message.') }),
      'The step must fail so, and leave the world as it was.',
    ),
  })
  .meta({ id: 'step' });

const diagnostic = z
  .strictObject({
    code: text.optional(),
    message: optional(text, 'A part of the message.'),
    suggestion: optional(text, 'A part of the suggestion.'),
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
  rejected: optional(z.array(diagnostic).min(1), 'The content does not load, and these are its errors.'),
  warned: optional(z.array(diagnostic), 'The content loads with these warnings.'),
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
export type CellData = z.infer<typeof cell>;
/** The value of a cell, the words of a set or the objects of a list. */
export type ValueData = CellData | readonly string[];
export type HistoryData = z.infer<typeof history>;
export type QueryData = Omit<NonNullable<ExpectationData['count']>, 'is'>;
export type PlaceData = Pick<ObjectData, 'in' | 'lane' | 'x' | 'y'>;

/** What a step does; exactly one of these keys stands in each. */
export const stepActions = Object.keys(step.shape).filter((key) => key !== 'fails');

export const expectationSubjects = Object.keys(subjects) as readonly (keyof typeof subjects)[];

export const objectExpectations: readonly string[] = Object.keys(ofObject);
export const triggerExpectations: readonly string[] = Object.keys(ofTrigger);
