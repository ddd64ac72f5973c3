import { builtInAggregators } from '../../state/aggregators.js';
import { namesOf } from '../../content/civ/expression/names.js';
import { createCivModel } from '../../content/civ/world/create-civ-model.js';
import type { CivDeclaration } from '../../content/civ/world/declaration.js';
import { harnessAggregators } from './harness-aggregators.js';
import { type Setting, type Stage, openStage, streamOf } from './stage.js';

/** What the cases of one file are asked of: they change nothing, so one model and one world do for all of them. */
export interface CaseStages {
  /** What a case is loaded with: it knows the aggregators of the game and those of the test that it registers. */
  setting(register?: readonly string[]): Setting;
  /**
   * The world, with its stream at the beginning; filled when it is first asked for, so that what does not load needs
   * none.
   */
  stage(setting: Setting): Stage;
  /** Whether the world is still as it was filled; where it is not, another is filled for what comes next. */
  isAsFilled(): boolean;
}

interface Filled {
  readonly stage: Stage;
  readonly hash: string;
  restart(): void;
}

export function openCaseStages(declaration: CivDeclaration): CaseStages {
  const settings = new Map<string, Setting>();
  let civ: Setting['civ'] | undefined;
  let filled: Filled | undefined;
  return {
    setting(register = []) {
      const key = register.join(' ');
      let setting = settings.get(key);
      if (setting === undefined) {
        // All are in the model; which of them a case may name is up to its names.
        civ ??= createCivModel(declaration, { aggregators: [...harnessAggregators.values()] });
        const registered = civ.model.aggregators.filter(({ name }) => register.includes(name));
        settings.set(key, (setting = { civ, names: namesOf(declaration, [...builtInAggregators, ...registered]) }));
      }
      return setting;
    },
    stage(setting) {
      filled ??= fill(setting);
      filled.restart();
      return { ...filled.stage, ...setting };
    },
    isAsFilled() {
      if (filled === undefined || filled.stage.world.hash() === filled.hash) return true;
      filled = undefined;
      return false;
    },
  };
}

function fill(setting: Setting): Filled {
  const { random } = setting.civ.declaration;
  let next = streamOf(random);
  const stage = openStage(setting, {}, () => next());
  return {
    stage,
    hash: stage.world.hash(),
    restart: () => {
      next = streamOf(random);
    },
  };
}
