import { type Check, type Field, isMapping, misfit, nearSuggestion, partOf, report, suggestionFor } from './field.js';
import { labelOf } from './problem.js';

/** Checks of single values, lists and mappings. */

export const text: Check = (of) => {
  if (typeof of.value !== 'string') misfit(of, 'text');
};
export const flag: Check = (of) => {
  if (typeof of.value !== 'boolean') misfit(of, 'true or false');
};
export const anything: Check = () => {};

/** A text with something in it: it names something. */
export const name: Check = (of) => {
  if (typeof of.value !== 'string' || of.value === '') misfit(of, 'a name');
};

export const number: Check = (of) => {
  if (typeof of.value !== 'number' || !Number.isFinite(of.value)) misfit(of, 'a number');
};

export const amount: Check = (of) => {
  if (typeof of.value !== 'number' || !(of.value >= 0) || !Number.isFinite(of.value))
    misfit(of, 'a number of at least 0');
};

export const count: Check = (of) => {
  if (typeof of.value !== 'number' || !Number.isSafeInteger(of.value) || of.value < 0)
    misfit(of, 'a whole number of at least 0');
};

export const scalar: Check = (of) => {
  const { value } = of;
  const isOne =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value));
  if (!isOne) misfit(of, 'text, a number, true, false or null');
};

/** The same, or null. */
export function orNull(check: Check): Check {
  return (of) => {
    if (of.value !== null) check(of);
  };
}

/** True alone: false would say nothing. */
export const only: Check = (of) => {
  if (of.value !== true) misfit(of, 'true', 'bad-value', 'leave it out where it is not meant');
};

export function oneOf(words: readonly string[]): Check {
  const wanted = words.map((word) => JSON.stringify(word)).join(' or ');
  return (of) => {
    const { value } = of;
    if (typeof value === 'string' && words.includes(value)) return;
    if (typeof value === 'string') misfit(of, wanted, 'bad-value', nearSuggestion(of.findings, value, words));
    else misfit(of, wanted);
  };
}

export function listOf(check: Check, least = 0): Check {
  return (of) => {
    if (!Array.isArray(of.value)) misfit(of, 'a list');
    else if (of.value.length < least)
      report(of, {
        path: of.path,
        code: 'bad-value',
        message: `${labelOf(of.path)} is empty, expected one entry at least`,
      });
    else for (let i = 0; i < of.value.length; i++) check(partOf(of, i));
  };
}

/** One, or a list of them. */
export function oneOrMore(check: Check): Check {
  const several = listOf(check, 1);
  return (of) => {
    (Array.isArray(of.value) ? several : check)(of);
  };
}

/** A mapping with any keys. */
export function mappingOf(check: Check): Check {
  return (of) => {
    if (!isMapping(of.value)) misfit(of, 'a mapping (keys with values)');
    else for (const key of Object.keys(of.value)) check(partOf(of, key));
  };
}

/**
 * A mapping whose keys are known: what may be left out, what must be there, and what all other keys hold, where there
 * may be any.
 */
export interface Shape {
  readonly needs?: Readonly<Record<string, Check>>;
  readonly takes?: Readonly<Record<string, Check>>;
  readonly others?: Check;
}

export function shapeOf(shape: Shape): Check {
  return (of) => {
    fits(of, shape);
  };
}

/** Whether a field is a mapping at all; its keys are checked. */
export function fits(of: Field, { needs = {}, takes = {}, others }: Shape): boolean {
  if (!isMapping(of.value)) {
    misfit(of, 'a mapping (keys with values)');
    return false;
  }
  for (const [key, check] of Object.entries(needs)) check(partOf(of, key));
  const known = [...Object.keys(needs), ...Object.keys(takes)];
  for (const key of Object.keys(of.value)) {
    if (Object.hasOwn(needs, key) || of.value[key] === undefined) continue;
    const check = Object.hasOwn(takes, key) ? takes[key] : others;
    if (check === undefined) refuseKey(of, key, known);
    else check(partOf(of, key));
  }
  return true;
}

function refuseKey(of: Field, key: string, known: readonly string[]): void {
  const { path, findings } = of;
  report(of, {
    path,
    key,
    code: 'unknown-key',
    message: `there is no key ${JSON.stringify(key)} in ${labelOf(path)}`,
    suggestion: suggestionFor(findings, key, known),
  });
}

/** A mapping that says one of several things, by the one key that it has; some have further keys with it. */
export function choiceOf(what: string, choices: Readonly<Record<string, Shape>>): Check {
  const keys = Object.keys(choices);
  return (of) => {
    if (!isMapping(of.value)) {
      misfit(of, `a mapping with one of ${keys.join(', ')}`);
      return;
    }
    const given = Object.keys(of.value);
    const chosen = keys.filter((key) => given.includes(key));
    if (chosen.length === 1) {
      fits(of, choices[chosen[0]]);
      return;
    }
    const { path } = of;
    if (chosen.length > 1) {
      report(of, {
        path,
        code: 'bad-structure',
        message: `${labelOf(path)} has ${chosen.join(' and ')}, expected one of them`,
        suggestion: `make ${what} of each`,
      });
      return;
    }
    if (given.length > 0) refuseKey(of, given[0], keys);
    else
      report(of, {
        path,
        code: 'missing-key',
        message: `${labelOf(path)} does nothing, expected one of ${keys.join(', ')}`,
      });
  };
}
