import type { CivIssue } from '../../content/civ/expression/syntax.js';
import { carrierTypes, globalCarrier, type Manipulator } from '../../content/civ/manipulators/manipulator.js';
import { loadManipulators } from '../../content/civ/manipulators/load-manipulators.js';
import { lowerManipulators } from '../../content/civ/manipulators/lower-manipulators.js';
import { objectTypes } from '../../content/civ/policy.js';
import { type CivEvent, applyEvent } from '../../content/civ/world/fill-world.js';
import type { CivDeclaration } from '../../content/civ/world/declaration.js';
import { issueText, loadFault, readDocumentOf } from './load-fault.js';
import type { EventData, TurnsData } from './scenario-schema.js';
import { type Setting, type Stage, objectNamed, openSetting, openStage } from './stage.js';

/** Runs turns with the manipulators of a case. Returns why it failed; undefined when it passed. */
export function runTurns(declaration: CivDeclaration, data: TurnsData): string | undefined {
  const setting = openSetting(declaration);
  const loaded = loadAll(setting, data);
  const refused = faultOfLoad(data, loaded);
  if (refused !== undefined || loaded.issues.some(({ severity }) => severity === 'error')) return refused;
  const stage = openStage(setting, { flows: lowerManipulators(setting.civ, loaded, data.policy, data.name) });
  const sums = faultOfSums(stage, data, 'before the first turn');
  if (sums !== undefined) return sums;
  for (let turn = 1; turn <= data.turns; turn++) {
    for (const event of data.events)
      if (event.beforeTurn === turn) applyEvent(stage.world, stage.objects, eventOf(event));
    stage.world.run(1);
    const fault = faultOfTurn(stage, data, turn);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

interface CarriedIssue extends CivIssue {
  readonly carrier: string;
}

interface Loaded {
  readonly global: readonly Manipulator[];
  readonly carried: ReadonlyMap<string, readonly Manipulator[]>;
  readonly issues: readonly CarriedIssue[];
}

/** What is global first, then by carrier in the order of the case. */
function loadAll({ civ, names }: Setting, { global, carriers, policy }: TurnsData): Loaded {
  const issues: CarriedIssue[] = [];
  const load = (xml: string, carrier: string): readonly Manipulator[] => {
    const types = carrierTypes(civ.declaration, carrier);
    // Where nothing can carry it, anything might.
    const loaded = loadManipulators(
      readDocumentOf(xml, carrier),
      names,
      policy,
      types.length === 0 ? objectTypes : types,
    );
    issues.push(...loaded.issues.map((issue) => ({ ...issue, carrier })));
    return loaded.manipulators;
  };
  return {
    global: global.flatMap((xml) => load(xml, globalCarrier)),
    carried: new Map(Object.entries(carriers).map(([id, xml]) => [id, load(xml, id)])),
    issues,
  };
}

function faultOfLoad({ loadError }: TurnsData, { issues }: Loaded): string | undefined {
  const [first] = issues;
  const what = first === undefined ? 'what the case gives' : first.carrier;
  const fault = loadFault(loadError, issues, what);
  if (fault !== undefined || loadError === undefined || first === undefined || first.carrier === loadError.carrier)
    return fault;
  return `${issueText(first)} is that of ${first.carrier}, expected of ${loadError.carrier}`;
}

/** The schema has seen to it that an event is about one thing. */
function eventOf({ object, gom, id = '', has = false, property, attribute = '', value = 0 }: EventData): CivEvent {
  if (gom !== undefined) return { object, gom, id, has };
  return property === undefined ? { object, attribute, value } : { object, property, value };
}

function faultOfTurn(stage: Stage, data: TurnsData, turn: number): string | undefined {
  for (const [object, properties] of Object.entries(data.expect ?? {})) {
    for (const [property, values] of Object.entries(properties)) {
      const value = stage.world.get(objectNamed(stage, object), property);
      const wanted = values[turn - 1];
      if (!Object.is(value, wanted))
        return `${property} of ${object} is ${String(value)} after turn ${String(turn)}, expected ${String(wanted)}`;
    }
  }
  return faultOfSums(stage, data, `after turn ${String(turn)}`);
}

function faultOfSums(
  { world, objects }: Stage,
  { conserves = {}, events }: TurnsData,
  when: string,
): string | undefined {
  // What events change before the first turn is part of the sum.
  if (when.startsWith('before') && events.length > 0) return undefined;
  for (const [property, wanted] of Object.entries(conserves)) {
    const sum = [...new Set(objects.values())].reduce(
      (total, object) => total + Number(world.get(object, property)),
      0,
    );
    if (sum !== wanted)
      return `the sum of ${property} over all objects is ${String(sum)} ${when}, expected ${String(wanted)}`;
  }
  return undefined;
}
