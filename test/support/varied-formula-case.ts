import type { Choices } from './choices.js';
import type { OracleCase, OracleStep } from './formula-oracle.js';

const number = /(?<![\w.#"~-])-?(?:\d+\.\d+|\d+)(?![\w.])/g;
const numbers = ['0', '1', '2', '3', '7', '10', '-1', '-4', '2.5', '0.5', '0.0', '100', '2147483647', '12345678'];

/**
 * A case with other numbers, other names, other blanks or another order of grants: what it comes to then is for the
 * oracle to say.
 */
export function variedCase(choices: Choices, { lst = [], objects = [], steps = [] }: OracleCase): OracleCase {
  const defined = [
    ...new Set(lst.flatMap((line) => /^(?:GLOBAL|LOCAL):(?:[^|]*\|)?(?:[^=\t]*=)?([A-Za-z]\w*)/.exec(line)?.[1] ?? [])),
  ];
  const renamed = new Map(
    choices.oneIn(2) ? defined.map((name) => [name.toLowerCase(), `${choices.pick(['N', 'of_', 'Z9'])}${name}`]) : [],
  );
  const rename = (text: string): string =>
    text.replace(/[A-Za-z]\w*/g, (word) => renamed.get(word.toLowerCase()) ?? word);
  const [changesNumbers, changesBlanks, changesCase] = [choices.oneIn(2), choices.oneIn(3), choices.oneIn(3)];
  const formula = (text: string): string => {
    let result = changesNumbers
      ? text.replace(number, (found) => (choices.oneIn(2) ? choices.pick(numbers) : found))
      : text;
    if (changesBlanks)
      result = result.replace(/[-+*/%^,()<>[\]]|==|!=|&&|\|\|/g, (symbol) =>
        choices.oneIn(4) ? choices.pick([` ${symbol}`, `${symbol} `, ` ${symbol} `]) : symbol,
      );
    if (changesCase)
      result = result.replace(/[A-Za-z]\w*/g, (word) =>
        choices.oneIn(5) ? choices.pick([word.toUpperCase(), word.toLowerCase()]) : word,
      );
    return rename(result);
  };
  const token = (text: string): string => {
    const value = /^((?:PART:\d+\|)?MODIFY(?:OTHER:[^|]*\|[^|]*\||:)[^|]*\|[^|]*\|)(.*)$/.exec(text);
    return value === null ? rename(text) : rename(value[1]) + formula(value[2]);
  };
  const step = (each: OracleStep): OracleStep => ({
    ...each,
    ...(each.eval === undefined ? {} : { eval: formula(each.eval) }),
    ...(each.get === undefined ? {} : { get: rename(each.get) }),
    ...(each.explanation === undefined ? {} : { explanation: rename(each.explanation) }),
    ...(each.value === undefined || !changesNumbers ? {} : { value: choices.pick([each.value, ...numbers]) }),
  });
  return {
    lst: lst.map(token),
    objects: objects.map((object) => ({ ...object, tokens: (object.tokens ?? []).map(token) })),
    steps: reordered(
      choices,
      steps.map(plainStep).map(step),
      objects.map(({ scope, key }) => `${scope}|${key}`),
    ),
  };
}

/** What a step does, without what it expects. */
export function plainStep({
  grant,
  revoke,
  write,
  get,
  eval: formula,
  explanation,
  value,
  of,
  as,
  format,
  scope,
}: OracleStep): OracleStep {
  const all = { grant, revoke, write, get, eval: formula, explanation, value, of, as, format, scope };
  return Object.fromEntries(Object.entries(all).filter(([, field]) => field !== undefined));
}

/** Some grants and revokes more, at places of their own, and the same questions again at the end. */
function reordered(choices: Choices, steps: readonly OracleStep[], refs: readonly string[]): readonly OracleStep[] {
  if (refs.length === 0 || choices.oneIn(2)) return steps;
  const mixed = [...steps];
  for (let i = choices.between(1, 4); i > 0; i--) {
    const ref = choices.pick(refs);
    mixed.splice(choices.below(mixed.length + 1), 0, choices.oneIn(3) ? { revoke: ref } : { grant: ref });
  }
  return [...mixed, ...steps.filter((step) => step.get !== undefined || step.eval !== undefined)];
}
