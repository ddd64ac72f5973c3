import type { Flag, FlagBranch } from '../../ir/node.js';
import type { Question } from '../../model/model.js';
import { nodes } from '../../eval/node-kit.js';
import { booleanType } from '../../eval/operation.js';
import { type Expression } from '../expression/syntax.js';
import { parseExpression } from '../expression/parse-expression.js';
import { type Declarations, members } from './declarations.js';
import { type Knowing, askedContext, compileText, longestExpression } from './expression-text.js';
import { nodesOf } from './read-functions.js';
import {
  type Reporting,
  atKey,
  describeCircle,
  isLost,
  lose,
  namesBy,
  originOf,
  refuse,
  sound,
} from './load-context.js';
import { checkName, refuseReserved, refuseTaken } from './names.js';
import { neededFirst } from './needed-first.js';
import type { ExpressionSource } from './schema.js';

/** Each once, in the order of kinds and then of classes. */
export function collectFlags(declarations: Declarations, context: Reporting): readonly Question[] {
  const { meters, properties, sets, lists, variables, kinds } = declarations;
  const taken = namesBy(
    ['', members],
    ['a kind', kinds],
    ['a variable', variables],
    ['a property', [...properties, ...sets, ...lists]],
    ['a meter', meters],
  );
  const found = new Map<string, Question>();
  const wrong = new Set<string>();
  for (const { source } of [...kinds, ...declarations.classes]) {
    const flags = source.flags ?? {};
    for (const name of Object.keys(flags)) {
      if (found.has(name) || wrong.has(name)) continue;
      const place = atKey(flags, name);
      const by = taken.get(name);
      if (checkName(context, name, place) && by === undefined) {
        found.set(name, { index: found.size, name, words: -1, type: 'boolean' });
        continue;
      }
      wrong.add(name);
      if (by === '') refuseReserved(context, place, name, 'a flag');
      else if (by !== undefined) refuseTaken(context, place, name, `the name of ${by}`, 'a flag');
    }
  }
  for (const name of wrong) lose(context, name);
  return [...found.values()];
}

interface Draft {
  readonly flag: string;
  readonly by: FlagBranch['by'];
  readonly index: number;
  readonly kind: number;
  readonly source: Readonly<Record<string, ExpressionSource>>;
  readonly needs: readonly string[];
}

/** Needed flags come first: their conditions stand inside others. */
export function* lowerFlags(declarations: Declarations, known: Knowing): Generator<Flag> {
  const { model } = known;
  const questions = new Map(model.questions.map(({ name, index }) => [name, index]));
  const find = flagFinder(questions, known);
  const drafts = new Map([...questions.keys()].map((name): [string, Draft[]] => [name, []]));
  const addDrafts = (by: Draft['by'], index: number, kind: number, source: Draft['source'] = {}): void => {
    for (const flag of Object.keys(source)) {
      drafts.get(flag)?.push({ flag, by, index, kind, source, needs: find(source[flag]) });
    }
  };
  // Classes first: the condition of a class stands instead of that of its kind.
  declarations.classes.forEach(({ name, source }, i) => {
    if (!isLost(known, name)) addDrafts('class', i + 1, model.classes[i].kind, source.flags);
  });
  for (const { index } of model.kinds) addDrafts('kind', index, index, declarations.kinds[index - 1].source.flags);
  for (const name of inOrder(drafts, known)) {
    const found = drafts.get(name) ?? [];
    const isSound = !found.some(({ needs }) => needs.some((need) => isLost(known, need)));
    const branches = isSound ? sound(found.map((draft) => lowerBranch(draft, known))) : [];
    if (branches.length === found.length) yield { name, question: questions.get(name) ?? 0, branches };
    else lose(known, name);
  }
}

function lowerBranch({ flag, by, index, kind, source }: Draft, knowing: Knowing): FlagBranch | undefined {
  const spot = { container: source, key: flag, text: source[flag] };
  const compiled = compileText(spot, booleanType, askedContext(knowing, [kind]), knowing);
  if (compiled === undefined) return undefined;
  const { node, text } = compiled;
  return { by, index, kind, node: nodes.applies(node), text, origin: originOf(compiled.place()) };
}

/** Finds the flags that a text names, also in functions that it calls. */
function flagFinder(
  flags: Pick<ReadonlySet<string>, 'has'>,
  { library, loading }: Knowing,
): (text: ExpressionSource) => readonly string[] {
  const namedIn = (expression: Expression): readonly string[] => {
    const found = new Set<string>();
    const called = new Set<string>();
    for (const node of nodesOf(expression)) {
      if (node.kind === 'member' && flags.has(node.member)) found.add(node.member);
      if (node.kind === 'call' && node.receiver === undefined) called.add(node.function);
    }
    for (const name of called) for (const flag of ofFunctions.get(name) ?? []) found.add(flag);
    return [...found];
  };
  const ofFunctions = new Map<string, readonly string[]>();
  // Their bodies call no other functions of content.
  for (const [name, { body }] of library.functions) ofFunctions.set(name, namedIn(body));
  return (text) => {
    const { expressionDepth: depth } = loading.limits;
    const parsed = parseExpression(String(text), { depth, length: longestExpression });
    // Unreadable texts are reported when they are compiled.
    return parsed.ok ? namedIn(parsed.expression) : [];
  };
}

/** Needed ones first, without circles, which are reported, and flags that need one. */
function inOrder(drafts: ReadonlyMap<string, readonly Draft[]>, known: Knowing): readonly string[] {
  const { order, lost } = neededFirst(
    drafts.keys(),
    (flag) => (drafts.get(flag) ?? []).flatMap((draft) => draft.needs.map((name) => ({ name, draft }))),
    ({ name: first, draft: { source, flag } }, needs) => {
      refuse(
        known,
        [source, flag],
        'flag-loop',
        `the flag ${describeCircle(first, needs, 'needs')}, expected flags that do not need themselves`,
        'remove one flag of the circle from the condition of another',
      );
    },
  );
  for (const name of lost) lose(known, name);
  return order;
}
