import { noRules } from '../../src/ir/rule.js';
import { lowerWhen } from '../../src/content/antares/lower/lower-level.js';
import type { Policy, Base, Condition, Initial, Level, Reference, When } from '../../src/content/antares/syntax.js';
import { boundBody, levelObject, fillLevel, levelReserve } from '../../src/content/antares/world/open-level.js';
import { createLevelModel, type LevelModel } from '../../src/content/antares/world/level-model.js';
import { type FactValue, applyFact } from '../../src/content/antares/world/level-facts.js';
import type { ExecutorName, World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';

/** Levels by hand, as their loader would give them. */

export const at = { line: 1, column: 1 };

export const initial = (index: number): Reference => ({ at, by: 'initial', index });
export const flagship = (index: number): Reference => ({ at, by: 'flagship', index });
export const control = (index: number): Reference => ({ at, by: 'control', index });
export const targeted = (index: number): Reference => ({ at, by: 'target', index });

/** Distributes over the types of conditions. */
type Bare<Part> = Part extends unknown ? Omit<Part, 'at' | 'path'> : never;
export type BareWhen = Bare<When>;
/** A condition without its operator. */
export type Question = BareWhen extends infer Part ? (Part extends unknown ? Omit<Part, 'op'> : never) : never;

export function whenOf(bare: BareWhen): When {
  return { at, path: 'when', ...bare };
}

export function baseOf(name: string, given: Partial<Base> = {}): Base {
  return {
    name,
    maxHealth: 1000,
    maxSpeed: 5,
    destination: false,
    occupyCount: undefined,
    attributes: new Set(),
    tags: new Set(),
    destroyAction: [],
    dies: true,
    ...given,
  };
}

export function initialOf(base: string, given: Partial<Initial> = {}): Initial {
  return {
    at,
    base,
    owner: undefined,
    position: [0, 0],
    hidden: false,
    flagship: false,
    target: undefined,
    build: [],
    velocity: [0, 0],
    health: undefined,
    ...given,
  };
}

export function conditionOf(index: number, given: Partial<Condition> & Pick<Condition, 'when'>): Condition {
  return {
    at,
    path: `conditions[${String(index)}]`,
    disabled: false,
    persistent: false,
    subject: undefined,
    direct: undefined,
    action: [],
    ...given,
  };
}

export function levelOf(given: Partial<Omit<Level, 'bases'>> & { readonly bases?: readonly Base[] }): Level {
  return {
    players: [],
    startTime: undefined,
    ui: { zoom: 'foe', screen: 'main', line: 1 },
    initials: [],
    conditions: [],
    ...given,
    bases: new Map((given.bases ?? []).map((base) => [base.name, base])),
  };
}

/** A level that is there, to be asked and changed. */
export interface LevelStage {
  readonly model: LevelModel;
  readonly world: World;
  /** Sets facts as a host does. */
  tell(facts: Readonly<Record<string, FactValue>>): void;
  /** Frees what has been removed, as the next step begins by doing. */
  free(): void;
  body(number: number): number | null;
  isTrue(when: When): boolean;
}

export function stageOf(level: Level, policy: Policy, executor: ExecutorName): LevelStage {
  const model = createLevelModel(level, policy);
  const world = createWorld(
    { model: model.model, rules: noRules, fingerprint: '' },
    { reserve: levelReserve(model), executor },
  );
  fillLevel(world, model);
  const others = new Map<string, number>();
  return {
    model,
    world,
    tell: (facts) => {
      for (const [name, value] of Object.entries(facts)) applyFact(world, model, name, value, others);
    },
    free: () => {
      for (const body of world.query({ kind: 'body' })) if (world.get(body, 'inUse') === false) world.destroy(body);
    },
    body: (number) => boundBody(world, model, number),
    isTrue(when) {
      const node = lowerWhen(model, when);
      return (
        world.questions.ask(
          {
            index: -1,
            name: 'when',
            scope: [model.kinds.level],
            node,
            clauses: [],
            text: '',
            thing: '',
            origin: { file: '', ...at },
          },
          levelObject(world, model),
        ) === true
      );
    },
  };
}
