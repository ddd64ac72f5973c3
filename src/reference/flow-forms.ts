import type { FlowForm } from '../ir/rule.js';

/**
 * The meaning of forms of flows, on the values of the cells of one flow: its changes by itself (`predicted`), and in
 * view of all predictions of its stage (`corrected`). `c`: values at the start of the phase; `p`: values if all came as
 * predicted. Sources have one cell; interactions the giving or growing one, then the other; propagators the receiver's,
 * then its targets'.
 */

type Values = readonly number[];
type Exchange = Form<'spread' | 'diffuse'>;
type Form<Does extends FlowForm['does']> = Extract<FlowForm, { readonly does: Does }>;

export function predicted(form: FlowForm, c: Values, amount: number): Values {
  const [own, other] = c;
  switch (form.does) {
    case 'constant':
      return [amount];
    case 'limited':
      return [int(own + form.amount) > form.limit ? atLeast0(int(form.limit - own)) : form.amount];
    case 'decay': {
      const loss = isFar(form, own) ? part(atLeast0(int(Math.abs(own) - form.floor)), form.percent) : 0;
      return [int(own < 0 ? loss : -loss)];
    }
    case 'convert':
      return balanced([form.amount]);
    case 'convertPercent':
      return balanced([converted(form, own)]);
    case 'inhibitedGrowth':
      return [atLeast0(int(int(Math.imul(own, form.growth) - Math.imul(other, form.inhibition)) / form.divisor)), 0];
    case 'spread':
      return [0, ...lower(form, c)];
    case 'diffuse':
      return balanced(lower(form, c));
    case 'gather':
      return balanced(c.slice(1).map((each) => int(-taken(form, each))));
  }
}

export function corrected(form: FlowForm, c: Values, p: Values, alone: Values): Values {
  const [own] = c;
  switch (form.does) {
    case 'constant':
    case 'convert':
    case 'inhibitedGrowth':
      return alone;
    case 'limited':
      // Those that together would exceed the limit share what is left.
      if (own >= form.limit) return [0];
      return [p[0] <= form.limit ? alone[0] : int(Math.imul(alone[0], form.limit - own) / int(p[0] - own))];
    case 'decay':
      return [decayed(form, own, p[0])];
    case 'convertPercent': {
      const change = converted(form, own);
      const others = int(p[0] - own + (form.correction === 'others' ? change : -change));
      return balanced([converted(form, int(own + half(others)))]);
    }
    case 'spread':
      return [0, ...c.slice(1).map((each, i) => gained(form, own, each, p[i + 1]))];
    case 'diffuse': {
      const base = baseOf(form, c, p[0]);
      return balanced(c.slice(1).map((each, i) => gained(form, base, each, p[i + 1])));
    }
    case 'gather':
      return balanced(c.slice(1).map((each, i) => int(-takenBeside(form, each, p[i + 1]))));
  }
}

function isFar({ floor }: Form<'decay'>, c: number): boolean {
  return int(Math.abs(c)) > floor;
}

function decayed(form: Form<'decay'>, c: number, p: number): number {
  if (!isFar(form, c)) return 0;
  if (c < 0 && form.negative === 'mirrored') return -decayed(form, -c, int(-p));
  const far = int(Math.abs(c) - form.floor);
  if (c >= 0 && far <= 0) return 0;
  const loss = part(far, form.percent);
  const others = int(p - (c < 0 ? c + loss : c - loss));
  const change = atLeast0(part(far + half(others), form.percent));
  return int(c < 0 ? change : -change);
}

function converted({ percent, floor }: Form<'convertPercent'>, c: number): number {
  return atLeast0(part(c - floor, percent));
}

/** What targets gain by themselves. */
function lower({ percent }: Exchange, [own, ...targets]: Values): Values {
  return targets.map((each) => atLeast0(part(own - each, percent)));
}

/** A target's gain: reduced by half of its gain from others. */
function gained({ percent }: Exchange, base: number, c: number, p: number): number {
  const difference = int(base - c);
  if (difference < 0) return 0;
  const alone = part(difference, percent);
  const others = int(p - (c + alone));
  return others > 0 ? atLeast0(part(difference - half(others), percent)) : alone;
}

/** The value from which a cell diffuses: where others take from it as well, less half of that. */
function baseOf({ percent }: Exchange, [own, ...targets]: Values, p: number): number {
  // Not held at 0 here, which matters where numbers wrap.
  const losses = targets.map((each) => (int(own - each) < 0 ? 0 : part(own - each, percent)));
  const byOthers = int(int(p - own) + sum(losses));
  return int(p - own) < int(-sum(losses)) ? int(own + half(byOthers)) : own;
}

function taken({ amount, negative }: Form<'gather'>, c: number): number {
  const least = Math.min(c, amount);
  return negative === 'nothing' ? atLeast0(least) : least;
}

/** Those that together would take more than there is share it. */
function takenBeside(form: Form<'gather'>, c: number, p: number): number {
  const alone = taken(form, c);
  if (p >= 0 || (form.negative === 'nothing' && alone <= 0)) return alone;
  return int(Math.imul(alone, c) / int(c - p));
}

/** The changes of the others, preceded by the opposite change of the first. */
function balanced(others: Values): Values {
  return [int(-sum(others)), ...others];
}

function sum(values: Values): number {
  return values.reduce((all, each) => int(all + each), 0);
}

/** Everything wraps at 32 bits; divisions truncate. */
function int(value: number): number {
  return value | 0;
}

function part(value: number, percent: number): number {
  return int(Math.imul(value, percent) / 100);
}

function half(value: number): number {
  return int(value / 2);
}

function atLeast0(value: number): number {
  return Math.max(0, value);
}
