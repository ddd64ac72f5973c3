import * as token from './token-types.js';
import { meaningOf, entryTable, type Vocabulary } from './vocabulary.js';
import type { IToken, ParserMethod, TokenType } from 'chevrotain';
import { once } from '../../expression/once.js';
import type { Condition, Effect, EffectsGroup, Item } from '../syntax.js';
import {
  bareCondition,
  buildCondition,
  buildEffect,
  buildGroup,
  listCondition,
  parenthesizedCondition,
} from './build.js';
import type { Construct } from './tables.js';
import { closeItem, itemTakes, openItem, putField, putGroups, type ItemReading } from './item-reading.js';
import { vocabulary } from './lexer.js';
import { isFlag, isLabel, labelOf, type Alternatives } from './part-grammar.js';
import { isGrammarStop, type SyntaxProblem } from './grammar-stop.js';
import { accept, put, type Part, type Reading } from './reading.js';
import { ValueGrammar } from './value-grammar.js';

const { roles } = token;

/** `stop` tells of a token that does not fit. */
export interface GrammarResult {
  readonly items: readonly Item[];
  readonly problems: readonly SyntaxProblem[];
  readonly stop?: { readonly expected: string; readonly found: IToken; readonly owner: Construct | undefined };
}

/**
 * The grammar of items, effects and conditions. Keywords take what the tables say, so that one rule reads all
 * conditions and one all effects.
 */
class FocsGrammar extends ValueGrammar {
  readonly #group: Construct;
  #conditionKinds: Alternatives<Condition> | undefined;

  constructor(words: Vocabulary) {
    super(words);
    this.#group = words.group;
    this.performSelfAnalysis();
  }

  /** Not re-entrant, which a synchronous function that calls no one else need not be. */
  read(tokens: IToken[]): GrammarResult {
    this.begin(tokens);
    try {
      const items = this.document();
      const failure = this.errors[0];
      if (failure === undefined) return { items, problems: this.problems };
      return {
        items: [],
        problems: this.problems,
        stop: { expected: failure.message, found: failure.token, owner: this.lastClosed },
      };
    } catch (error) {
      if (!isGrammarStop(error)) throw error;
      return { items: [], problems: [...this.problems, error.problem] };
    } finally {
      // The grammar lives as long as the program; the text need not.
      this.input = [];
    }
  }

  protected readonly document: ParserMethod<[], readonly Item[]> = this.RULE('document', () => {
    const items: Item[] = [];
    this.MANY(() => items.push(this.SUBRULE(this.item)));
    return items;
  });

  protected readonly item: ParserMethod<[], Item> = this.RULE('item', () => {
    const keyword = this.CONSUME(roles.Item);
    const reading = this.ACTION(() => openItem(keyword));
    this.MANY({
      GATE: () => this.#itemTakes(reading),
      DEF: () => {
        const label = this.LA(1);
        this.OR([
          {
            ALT: () => this.said(roles.Flag, (flag) => reading.flags.add(meaningOf(flag).spelling)),
          },
          {
            ALT: () => {
              this.CONSUME(token.GroupsLabel);
              this.CONSUME(token.Equals);
              const groups = this.SUBRULE(this.groups);
              this.ACTION(() => putGroups(reading, groups));
            },
          },
          {
            ALT: () => {
              const part = this.labelled();
              this.ACTION(() => putField(reading, label, part, this.problems));
            },
          },
        ]);
      },
    });
    return this.ACTION(() => closeItem(reading, this.LA(1)));
  });

  protected readonly groups: ParserMethod<[], readonly EffectsGroup[]> = this.RULE('groups', () =>
    this.several(this.group, true),
  );

  protected readonly group: ParserMethod<[], EffectsGroup> = this.RULE('group', () =>
    this.construct(roles.Group, () => this.#group, buildGroup),
  );

  protected readonly effects: ParserMethod<[], readonly Effect[]> = this.RULE('effects', () =>
    this.several(this.effect, false),
  );

  protected readonly effect: ParserMethod<[], Effect> = this.RULE('effect', () =>
    this.construct(roles.Effect, ({ effect }) => effect, buildEffect),
  );

  protected readonly condition: ParserMethod<[], Condition> = this.RULE('condition', () =>
    this.OR(
      (this.#conditionKinds ??= [
        { ALT: () => this.said(roles.Bare, bareCondition) },
        { ALT: () => this.SUBRULE(this.keywordCondition) },
        {
          ALT: () => {
            const keyword = this.CONSUME(roles.ConditionList);
            const operands: Condition[] = [];
            this.nesting.enter(keyword);
            this.listOf(() => operands.push(this.SUBRULE(this.condition)));
            this.nesting.leave();
            return this.ACTION(() => listCondition(keyword, operands));
          },
        },
        {
          ALT: () => {
            const keyword = this.CONSUME(roles.Not);
            this.nesting.enter(keyword);
            const operand = this.SUBRULE2(this.condition);
            this.nesting.leave();
            return this.ACTION(() => listCondition(keyword, [operand]));
          },
        },
        {
          ALT: () => {
            const inner = this.SUBRULE(this.parentheses);
            return this.ACTION(() => parenthesizedCondition(inner));
          },
        },
      ]),
    ),
  );

  protected readonly keywordCondition: ParserMethod<[], Condition> = this.RULE('keywordCondition', () => {
    const keyword = this.CONSUME(roles.Condition);
    const reading = this.ACTION(() => this.open(meaningOf(keyword).condition, keyword));
    this.parts(reading);
    // `condition =` may be left out.
    this.OPTION({
      GATE: () => !reading.construct.isBare && beginsCondition(this.LA(1)) && accept(reading, 'condition'),
      DEF: () => {
        const first = this.LA(1);
        const condition = this.SUBRULE(this.condition);
        this.ACTION(() => put(reading, { sort: 'condition', condition }, first.startOffset, this.problems));
      },
    });
    return this.ACTION(() => buildCondition(this.close(reading)));
  });

  protected readonly entries: ParserMethod<[IToken], Part> = this.RULE('entries', (label: IToken) => {
    const entries = this.several(this.entry, true, label);
    return { sort: 'entries', entries } as const;
  });

  protected readonly entry: ParserMethod<[IToken], Reading> = this.RULE('entry', (label: IToken) => {
    const reading = this.ACTION(() => this.open(entryTable.get(labelOf(label))?.construct, this.LA(1)));
    this.OPTION(() => this.CONSUME(roles.Entry));
    this.AT_LEAST_ONE({
      GATE: () => this.takes(reading),
      DEF: () => this.part(reading),
    });
    return this.ACTION(() => this.close(reading));
  });

  #itemTakes(reading: ItemReading): boolean {
    const next = this.LA(1);
    this.onlyText = false;
    return (isLabel(next) || isFlag(next)) && itemTakes(reading, labelOf(next), isLabel(next));
  }
}

const conditionTypes: readonly TokenType[] = [roles.Bare, roles.Condition, roles.ConditionList, roles.Not];

function beginsCondition(found: IToken): boolean {
  return [token.OpenParenthesis, ...conditionTypes].some((each) => token.isA(found, each));
}

const grammar = once(() => new FocsGrammar(vocabulary()));

export function readItems(tokens: IToken[]): GrammarResult {
  return grammar().read(tokens);
}
