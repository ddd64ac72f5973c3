import * as token from './token-types.js';
import { meaningOf, entryTable, type Vocabulary, type ItemSpec, type Word } from './vocabulary.js';
import type { IToken, ParserMethod, TokenType } from 'chevrotain';
import { once } from '../../text/once.js';
import type { Condition, Effect, EffectsGroup, Item, Field, TextProblem } from '../syntax.js';
import {
  bareCondition,
  buildCondition,
  buildEffect,
  buildGroup,
  listCondition,
  parenthesizedCondition,
  textOf,
  fieldOf,
} from './build-syntax.js';
import type { Construct } from './keywords.js';
import { vocabulary } from './tokenize.js';
import { isFlag, isLabel, labelOf, type Alternatives, type Rule } from './part-grammar.js';
import {
  isGrammarStop,
  grammarStop,
  describeToken,
  accept,
  put,
  type Part,
  type Reading,
  checkParameter,
} from './keyword-reading.js';
import { ValueGrammar } from './value-grammar.js';
import { quoteText } from '../../text/quote.js';

interface ItemReading {
  readonly spec: ItemSpec;
  readonly keyword: IToken;
  readonly fields: Map<string, Field>;
  readonly flags: Set<string>;
  groups: readonly EffectsGroup[];
}

function openItem(keyword: IToken): ItemReading {
  const { item: spec } = meaningOf(keyword);
  if (spec === undefined) throw new Error(`edict: the word ${keyword.image} was taken for an item, which it is not`);
  return { spec, keyword, fields: new Map(), flags: new Set(), groups: [] };
}

function itemTakes({ spec, fields, flags }: ItemReading, word: string, isLabel: boolean): boolean {
  if (isLabel) return spec.fields.has(word) && (!fields.has(word) || spec.repeated.has(word));
  return spec.flags.has(word) && !flags.has(word);
}

function putField(reading: ItemReading, found: IToken, part: Part, problems: TextProblem[]): void {
  const { spec, fields } = reading;
  const { lower: label } = meaningOf(found);
  const expected = spec.fields.get(label);
  if (part.kind === 'values' && expected !== undefined)
    checkParameter(spec.kind, expected, part, found.startOffset, problems);
  const field = fieldOf(part);
  if (field === undefined) return;
  const before = fields.get(label);
  if (before?.kind === 'values' && field.kind === 'values')
    fields.set(label, { kind: 'values', values: [...before.values, ...field.values] });
  else fields.set(label, field);
}

function putGroups(reading: ItemReading, groups: readonly EffectsGroup[]): void {
  reading.groups = groups;
  reading.fields.set('effectsgroups', { kind: 'values', values: [] });
}

/** Refuses an item that lacks something; `found` is the token after it. */
function closeItem({ spec, keyword, fields, flags, groups }: ItemReading, found: IToken): Item {
  refuseLabel(spec, found, fields);
  for (const { label, optional } of spec.fields.values()) {
    if (optional || fields.has(label)) continue;
    const message = `expected ${quoteText(`${label} =`)} in ${quoteText(spec.kind)}, found ${describeToken(found)}`;
    throw grammarStop('missing-parameter', message, found.startOffset);
  }
  fields.delete('effectsgroups');
  return { kind: spec.kind, name: nameOf(fields, keyword), fields, flags, groups, at: keyword.startOffset };
}

export function hollowItem(tokens: readonly IToken[]): Item | undefined {
  const [keyword] = tokens;
  const spec = (keyword?.payload as Word | undefined)?.item;
  const label = tokens.findIndex((each) => token.isA(each, token.Label) && meaningOf(each).lower === 'name');
  const name = tokens.slice(label + 1).find(({ tokenType }) => tokenType !== token.Equals);
  if (spec === undefined || label < 0 || label > mostBeforeName || name?.tokenType !== token.Text) return undefined;
  return {
    kind: spec.kind,
    name: name.image.slice(1, -1),
    fields: new Map(),
    flags: new Set(),
    groups: [],
    at: keyword.startOffset,
  };
}

/** Most tokens before the label of an item's name; a later label names something else. */
const mostBeforeName = 12;

/** A label that no keyword has taken belongs to the item, or to nothing. */
function refuseLabel(spec: ItemSpec, found: IToken, fields: ReadonlyMap<string, Field>): void {
  if (!token.isA(found, token.Label)) return;
  const { lower } = meaningOf(found);
  const at = found.startOffset;
  if (fields.has(lower))
    throw grammarStop('duplicate-field', `${describeToken(found)} is given twice in this ${spec.kind}`, at);
  if (!spec.fields.has(lower)) throw grammarStop('unknown-field', `a ${spec.kind} has no ${describeToken(found)}`, at);
}

function nameOf(fields: ReadonlyMap<string, Field>, keyword: IToken): string {
  const field = fields.get('name');
  return field?.kind === 'values' ? textOf(field.values, 'the name of an item', keyword.startOffset) : '';
}

const { roles } = token;

export interface GrammarResult {
  readonly items: readonly Item[];
  readonly problems: readonly TextProblem[];
  readonly stop?: { readonly expected: string; readonly found: IToken; readonly owner: Construct | undefined };
}

/** One rule reads all conditions, by the tables of parameters, and one all effects. */
class FocsGrammar extends ValueGrammar {
  readonly #group: Construct;
  #conditionKinds: Alternatives<Condition> | undefined;

  constructor(words: Vocabulary) {
    super(words);
    this.#group = words.group;
    this.performSelfAnalysis();
  }

  /** Not re-entrant. */
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
      // The grammar outlives the text.
      this.input = [];
    }
  }

  protected readonly document: Rule<readonly Item[]> = this.RULE('document', () => {
    const items: Item[] = [];
    this.MANY(() => items.push(this.SUBRULE(this.item)));
    return items;
  });

  protected readonly item: Rule<Item> = this.RULE('item', () => {
    const keyword = this.CONSUME(roles.Item);
    const reading = this.ACTION(() => openItem(keyword));
    this.MANY({
      GATE: () => this.#itemTakes(reading),
      DEF: () => {
        const label = this.LA(1);
        this.OR([
          {
            ALT: () => this.readToken(roles.Flag, (flag) => reading.flags.add(meaningOf(flag).spelling)),
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

  protected readonly groups: Rule<readonly EffectsGroup[]> = this.RULE('groups', () => this.several(this.group, true));

  protected readonly group: Rule<EffectsGroup> = this.RULE('group', () =>
    this.construct(roles.Group, () => this.#group, buildGroup),
  );

  protected readonly effects: Rule<readonly Effect[]> = this.RULE('effects', () => this.several(this.effect, false));

  protected readonly effect: Rule<Effect> = this.RULE('effect', () =>
    this.construct(roles.Effect, ({ effect }) => effect, buildEffect),
  );

  protected readonly condition: Rule<Condition> = this.RULE('condition', () =>
    this.OR(
      (this.#conditionKinds ??= [
        { ALT: () => this.readToken(roles.Bare, bareCondition) },
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

  protected readonly keywordCondition: Rule<Condition> = this.RULE('keywordCondition', () => {
    const keyword = this.CONSUME(roles.Condition);
    const reading = this.ACTION(() => this.open(meaningOf(keyword).condition, keyword));
    this.parts(reading);
    // `condition =` may be left out.
    this.OPTION({
      GATE: () => !reading.construct.isBare && beginsCondition(this.LA(1)) && accept(reading, 'condition'),
      DEF: () => {
        const first = this.LA(1);
        const condition = this.SUBRULE(this.condition);
        this.ACTION(() => put(reading, { kind: 'condition', condition }, first.startOffset, this.problems));
      },
    });
    return this.ACTION(() => buildCondition(this.close(reading)));
  });

  protected readonly entries: ParserMethod<[IToken], Part> = this.RULE('entries', (label: IToken) => {
    const entries = this.several(this.entry, true, label);
    return { kind: 'entries', entries } as const;
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
