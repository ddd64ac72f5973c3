import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { nodesOfEffect } from '../../../../src/ir/effect-nodes.js';
import type { Node } from '../../../../src/ir/node.js';
import type { Rule } from '../../../../src/ir/rule.js';
import { type Content, readContent } from '../../../../src/content/focs/content.js';
import { implicitGroups, implicitPosition } from '../../../../src/content/focs/lower/rule-carriers.js';
import { type LoweredGame, lowerGame } from '../../../../src/content/focs/lower/lower-game.js';
import { createGameModel, type GameModel } from '../../../../src/content/focs/model/create-game-model.js';
import type { Effect } from '../../../../src/content/focs/syntax.js';
import { focsFixtures, hasFocsFixtures, stockContent } from '../../../support/focs-content.js';

interface ScriptedGroup {
  readonly kind: string;
  readonly item: string;
  readonly group: number;
  readonly priority: number;
  readonly stackingGroup: string;
  readonly accountingLabel: string;
  readonly hasActivation: boolean;
  readonly hasMeterEffects: boolean;
}

interface ImplicitGroup {
  readonly kind: string;
  readonly item: string;
  readonly position: string;
  readonly meter: string;
  readonly amount: number;
  readonly rule: string | null;
  readonly part: string | null;
  readonly stackingGroup: string;
  readonly accountingLabel: string;
  readonly priority: number;
}

/** The amount is the increment of a meter, or its first factor; the other factor is a rule of the game. */
function raisedBy({ parameters }: Effect): Pick<ImplicitGroup, 'amount' | 'rule' | 'part'> {
  const [value, part] = ['value', 'partname'].map(
    (label) => parameters.find((each) => each.label === label)?.values[0],
  );
  const increment = value?.kind === 'operation' ? value.operands[1] : undefined;
  const [amount, factor] = increment?.kind === 'operation' ? increment.operands : [increment];
  const rule = factor?.kind === 'query' ? factor.parameters[0].values[0] : undefined;
  return {
    amount: amount?.kind === 'number' ? amount.value : NaN,
    rule: rule?.kind === 'text' ? rule.text : null,
    part: part?.kind === 'text' ? part.text : null,
  };
}

/** Its groups come from a file that is no part of the content here. */
const customized = 'SPY_CUSTOM_ADVISORIES';

describe.skipIf(!hasFocsFixtures)(
  'the rules of the game (skipped where ../shared/fixtures/freeorion is absent)',
  () => {
    let content: Content;
    let problems: readonly string[];
    let warnings: readonly string[];
    let lowered: LoweredGame;
    let game: GameModel;
    let facts: { readonly scripted: readonly ScriptedGroup[]; readonly implicit: readonly ImplicitGroup[] };

    beforeAll(() => {
      content = readContent(stockContent());
      const builder = createGameModel((kind) =>
        content.items.filter(({ item }) => item.kind === kind).map(({ item }) => item),
      );
      const found: [string[], string[]] = [[], []];
      lowered = lowerGame(content.items, builder, ({ message, severity }) =>
        found[severity === 'error' ? 0 : 1].push(message),
      );
      [problems, warnings] = found;
      game = builder.finishGame();
      const all = JSON.parse(gunzipSync(readFileSync(join(focsFixtures, 'groups.json.gz'))).toString()) as typeof facts;
      facts = { ...all, scripted: all.scripted.filter(({ item }) => item !== customized) };
    });

    /** Rules of a pass by what they were made of. */
    function byGroup(pass: string): ReadonlyMap<string, Rule> {
      const rules = lowered.rules.passes.find(({ name }) => name === pass)?.rules ?? [];
      return new Map(
        rules.map((rule) => {
          const origin = lowered.origins.get(rule);
          return [
            `${origin?.kind ?? ''} ${origin?.item ?? ''} ${origin?.group ?? -1} ${origin?.implicit === true ? 'implicit' : ''}`,
            rule,
          ];
        }),
      );
    }

    const keyOf = ({ kind, item, group }: ScriptedGroup): string => `${kind} ${item} ${group} `;

    test('are lowered without an error; parts that content does not define are warned of', () => {
      expect(problems).toEqual([]);
      expect(warnings).toHaveLength(12);
      expect(warnings.every((message) => /^there is no part `SR_WEAPON_\d_\d`/.test(message))).toBe(true);
    });

    test('are as many as its groups, with those that it makes itself', () => {
      expect(facts.scripted).toHaveLength(3_975);
      expect(facts.implicit).toHaveLength(251);
      expect(lowered.rules.passes.map(({ name, rules }) => [name, rules.length])).toEqual([
        ['effects', 3_975 + 251],
        ['meters', 3_338 + 251],
      ]);
    });

    test('agree with each group in priority, label, activation and meters', () => {
      const [effects, meters] = [byGroup('effects'), byGroup('meters')];
      const made = facts.scripted.map((fact) => {
        const rule = effects.get(keyOf(fact));
        return {
          ...fact,
          priority: rule?.priority,
          accountingLabel: rule?.label,
          hasActivation: (rule?.activation.length ?? 0) > 0,
          hasMeterEffects: meters.has(keyOf(fact)),
        };
      });
      expect(made).toEqual(facts.scripted);
    });

    test('claim by one number for each name of a stacking group', () => {
      const effects = byGroup('effects');
      const numbers = new Map<string, Set<number>>([['', new Set([0])]]);
      for (const fact of facts.scripted)
        numbers.set(
          fact.stackingGroup,
          (numbers.get(fact.stackingGroup) ?? new Set()).add(effects.get(keyOf(fact))?.claims ?? -1),
        );
      expect([...numbers.values()].every((each) => each.size === 1)).toBe(true);
      expect(new Set([...numbers.values()].flatMap((each) => [...each])).size).toBe(numbers.size);
    });

    test('stand in the order of priorities, and of places among those of one', () => {
      for (const { rules } of lowered.rules.passes) {
        expect(
          rules.every(
            (rule, i) =>
              i === 0 ||
              rules[i - 1].priority < rule.priority ||
              (rules[i - 1].priority === rule.priority && rules[i - 1].index < rule.index),
          ),
        ).toBe(true);
      }
    });

    test('know what the game makes of hulls, parts and fields', () => {
      const made = content.items.flatMap(({ item }) =>
        implicitGroups(item).map(
          ({ meter, group: { effects, stackingGroup, label, priority } }): ImplicitGroup => ({
            kind: item.kind,
            item: item.name,
            position: implicitPosition(item),
            meter,
            ...raisedBy(effects[0]),
            stackingGroup,
            accountingLabel: label,
            priority,
          }),
        ),
      );
      const byName = (a: ImplicitGroup, b: ImplicitGroup): number =>
        `${a.kind} ${a.item}` < `${b.kind} ${b.item}` ? -1 : `${a.kind} ${a.item}` === `${b.kind} ${b.item}` ? 0 : 1;
      // The list of the game says by which kind of effect beside: it follows from the part.
      const known = facts.implicit.map(
        ({ kind, item, position, meter, amount, rule, part, stackingGroup, accountingLabel, priority }) => ({
          kind,
          item,
          position,
          meter,
          amount,
          rule,
          part,
          stackingGroup,
          accountingLabel,
          priority,
        }),
      );
      expect(made.toSorted(byName)).toEqual(known.toSorted(byName));
    });

    test('dispatch what the game makes before the groups of an item, and after those of fields', () => {
      for (const [item, isBefore] of [
        ['SH_ASTEROID', true],
        ['FLD_NEBULA_1', false],
      ] as const) {
        const all = [...lowered.origins]
          .filter(([rule, origin]) => origin.item === item && rule.phase === 'meters')
          .toSorted(([a], [b]) => a.index - b.index)
          .map(([, { implicit }]) => implicit);
        expect(all[0]).toBe(isBefore);
        expect(all.at(-1)).toBe(!isBefore);
      }
    });

    test('are made of few conditions: equal ones are one node', () => {
      const conditions = new Set<Node>(
        lowered.rules.passes.flatMap(({ rules }) =>
          rules.flatMap(({ activation, include }) => [...activation, ...include]),
        ),
      );
      expect(conditions.size).toBeLessThan(600);
      const nodes = new Set<Node>();
      const walk = (node: Node): void => {
        if (nodes.has(node)) return;
        nodes.add(node);
        node.args.forEach(walk);
      };
      for (const { rules } of lowered.rules.passes)
        for (const rule of rules)
          [...rule.activation, ...rule.include, ...rule.effects.flatMap(nodesOfEffect)].forEach(walk);
      expect(nodes.size).toBeLessThan(5_000);
    });

    test('read only columns that the model has', () => {
      const { columns } = game.model;
      for (const { rules } of lowered.rules.passes)
        for (const { reads, writes } of rules)
          expect([...reads, ...writes].every((index) => columns[index] !== undefined)).toBe(true);
    });
  },
);
