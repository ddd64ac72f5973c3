import { loadManipulators } from '../../src/content/civ/manipulators/load-manipulators.js';
import { lowerManipulators } from '../../src/content/civ/manipulators/manipulator.js';
import { objectTypes } from '../../src/content/civ/syntax.js';
import { readXml } from '../../src/content/civ/parse/read-xml.js';
import { EdictError } from '../../src/kernel/errors.js';
import { type Timing, measureParts } from '../measure.js';
import { createPhaseTimes } from '../phase-times.js';
import { assertEqual } from './agreement.js';
import { type AskedRealm, openRealm } from './asked-realm.js';
import { type RealmSize, smallRealm, wholeRealm } from './realm.js';
import { properties } from './vocabulary.js';

/** Ten properties that decay and diffuse from each plot to its neighbours. */
export interface FlowCase {
  readonly case: 'flows';
  readonly isSmall: boolean;
  readonly milliseconds: number;
}

export interface FlowTimes {
  /** A whole turn, and the phase alone. */
  readonly turn: Timing;
  readonly phase: Timing;
  /** Plots, and pairs of plot, neighbour and property. */
  readonly plots: number;
  readonly pairs: number;
  /** Milliseconds of a turn by the interpreter, in a world of a tenth, and of the same compiled. */
  readonly reference: { readonly interpreter: number; readonly compiled: number };
}

/** Times turns. Throws where the interpreter comes to other values in the smaller world. */
export function runFlowCase({ isSmall, milliseconds }: FlowCase): FlowTimes {
  const size = isSmall ? smallRealm : wholeRealm;
  const reference = compareTurns();
  const { world } = open(size, 'compiled');
  const times = createPhaseTimes();
  const { turn, phase } = measureParts(
    () => {
      times.clear();
      const start = performance.now();
      world.step(times.observer);
      return { turn: performance.now() - start, phase: times.of('flows') };
    },
    { milliseconds, rounds: 20, warmups: 10 },
  );
  return { turn, phase, plots: size.plots, pairs: size.plots * 8 * properties.length, reference };
}

function open(size: RealmSize, executor: 'compiled' | 'reference'): AskedRealm {
  return openRealm(size, '1', {
    executor,
    flowsOf: (civ, names) => {
      const read = readXml(
        `<PropertyManipulators>${properties.map(flowsOfProperty).join('')}</PropertyManipulators>`,
        'benchmark',
      );
      if (read.root === undefined) throw new EdictError('benchmark', read.problem.message);
      const { manipulators, issues } = loadManipulators(read.root, names, 'intended', objectTypes);
      if (issues.length > 0) throw new EdictError('benchmark', issues[0].message);
      return lowerManipulators(civ, { global: manipulators, carried: new Map() }, 'intended', 'benchmark');
    },
  });
}

function flowsOfProperty(property: string, i: number): string {
  return `<PropertySource><PropertySourceType>PROPERTYSOURCE_DECAY</PropertySourceType><PropertyType>${property}</PropertyType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType>
    <iPercent>${String(2 + i)}</iPercent><iNoDecayAmount>${String(10 * i)}</iNoDecayAmount></PropertySource>
    <PropertyPropagator><PropertyPropagatorType>PROPERTYPROPAGATOR_DIFFUSE</PropertyPropagatorType><PropertyType>${property}</PropertyType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType>
    <iPercent>${String(3 + i)}</iPercent><TargetObjectType>GAMEOBJECT_PLOT</TargetObjectType><TargetRelationType>RELATION_NEAR</TargetRelationType><iTargetDistance>1</iTargetDistance></PropertyPropagator>`;
}

const comparedTurns = 3;

/** Runs some turns of the smaller world both ways. */
function compareTurns(): FlowTimes['reference'] {
  const [compiled, plain] = [open(smallRealm, 'compiled'), open(smallRealm, 'reference')];
  const time = ({ world }: AskedRealm): number => {
    const start = performance.now();
    world.run(comparedTurns);
    return (performance.now() - start) / comparedTurns;
  };
  const interpreter = time(plain);
  time(compiled);
  for (const property of properties) {
    const values = ({ world }: AskedRealm): readonly number[] =>
      world.query({ kind: 'plot' }).map((plot) => Number(world.get(plot, property)));
    assertEqual(property, values(compiled), values(plain));
  }
  return { interpreter, compiled: time(compiled) };
}
