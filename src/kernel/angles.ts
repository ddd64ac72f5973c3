import { doubled, exponentOf, fractionOf } from './double-bits.js';
import { type DoublePair, leftOfSum, productOf, quotientOf } from './double-pair.js';

/**
 * Angles in radians over + − × ÷ alone, equal on every machine. Each result is less than one unit of its last place
 * away from the exact value (0.73 in tests), for arguments of any size. The polynomials are Chebyshev fits.
 */

/** NaN unless finite. */
export function sine(angle: number): number {
  if (Math.abs(angle) < eighth) return sineNear(angle, 0);
  return atQuarter(reduced(angle));
}

/** NaN unless finite. */
export function cosine(angle: number): number {
  if (Math.abs(angle) < eighth) return cosineNear(angle, 0);
  return atQuarter(reduced(angle) + 1);
}

const eighth = Math.PI / 4;
const quartersOfOne = 0.6366197723675814;

/** The angle beyond whole quarters, and its rounding error. Reused, so that calls allocate nothing. */
const beyond = new Float64Array(2);

function atQuarter(quarters: number): number {
  const value = (quarters & 1) === 0 ? sineNear(beyond[0], beyond[1]) : cosineNear(beyond[0], beyond[1]);
  return (quarters & 2) === 0 ? value : -value;
}

/** A quarter turn, in parts of 33 bits: their multiples below 2²⁰ are exact. After each, what is left. */
const quarter1 = 1.5707963267341256;
const quarter2 = 6.077100506303966e-11;
const quarter2Rest = 2.0222662487959506e-21;
const quarter3 = 2.0222662487111665e-21;
const quarter3Rest = 8.4784276603689e-32;

/** The whole quarters of an angle, as an integer modulo 4; sets what is beyond. */
function reduced(angle: number): number {
  if (!(Math.abs(angle) < 2 ** 20)) return reducedFar(angle);
  const quarters = Math.round(angle * quartersOfOne);
  const first = angle - quarters * quarter1;
  const second = quarters * quarter2;
  const left = first - second;
  const lost = leftOfSum(first, -second, left);
  if (Math.abs(left) > 2 ** -40) setBeyond(left, lost - quarters * quarter2Rest);
  else {
    // Near a multiple of a quarter turn nearly all has cancelled.
    const third = quarters * quarter3;
    const less = left - third;
    setBeyond(less, lost + leftOfSum(left, -third, less) - quarters * quarter3Rest);
  }
  return quarters;
}

function setBeyond(value: number, added: number): void {
  beyond[0] = value + added;
  beyond[1] = value - beyond[0] + added;
}

/** Bits of 2/π after the point: enough for the largest double. */
const quarterBits = 1200;
const quarterDigits = BigInt(
  [
    '0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1c',
    'b129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d',
    '367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b',
  ].join(''),
);
const quarterTurn: DoublePair = [1.5707963267948966, 6.123233995736766e-17];
/** Kept of what is beyond: the nearest that a double comes to a quarter is about 2⁻⁶². */
const keptBits = 160;

/** With all bits of the product; some µs. */
function reducedFar(angle: number): number {
  const size = Math.abs(angle);
  if (!(size < Infinity)) {
    beyond.fill(NaN);
    return 0;
  }
  const exponent = exponentOf(size) - 52;
  const product = BigInt(fractionOf(size) * 2 ** 52) * quarterDigits;
  const shift = BigInt(quarterBits - exponent);
  const quarters = (product + (1n << (shift - 1n))) >> shift;
  const rest = (product - (quarters << shift)) >> (shift - BigInt(keptBits));
  const high = Number(rest);
  const low = Number(rest - BigInt(high));
  const sign = angle < 0 ? -1 : 1;
  const [value, lost] = productOf([high * 2 ** -keptBits, low * 2 ** -keptBits], quarterTurn);
  beyond[0] = sign * value;
  beyond[1] = sign * lost;
  return sign * Number(quarters & 3n);
}

/** Of an angle of at most an eighth turn either way, and a far smaller one. */
function sineNear(x: number, rest: number): number {
  if (Math.abs(x) < 2 ** -27) return x;
  const z = x * x;
  const cube = z * x;
  const upper =
    2.7557319219335453e-6 + z * (-2.5052106231157904e-8 + z * (1.605853141458901e-10 + z * -7.586685070091267e-13));
  const beyondCube = 0.008333333333333331 + z * (-0.0001984126984126506 + z * upper);
  return x - (z * (0.5 * rest - cube * beyondCube) - rest - cube * -0.16666666666666666);
}

function cosineNear(x: number, rest: number): number {
  const z = x * x;
  const upper =
    -2.755731922140076e-7 + z * (2.0876755790363397e-9 + z * (-1.1470460773969325e-11 + z * 4.7458652037874553e-14));
  const beyondSquare = 0.041666666666666664 + z * (-0.0013888888888888887 + z * (2.4801587301584645e-5 + z * upper));
  const half = 0.5 * z;
  const one = 1 - half;
  return one + (1 - one - half + (z * z * beyondSquare - x * rest));
}

const noTurn: DoublePair = [0, 0];
const halfTurn: DoublePair = [3.141592653589793, 1.2246467991473532e-16];
const ofHalf: DoublePair = [0.4636476090008061, 2.2698777452961687e-17];
const ofOne: DoublePair = [0.7853981633974483, 3.061616997868383e-17];
/** A ratio as small as this is its own angle; one as large has a quarter turn. */
const tiny = 2 ** -60;

/** Of a point seen from the origin, from −π to π; `y` first. Signed zeros and infinities as in `Math.atan2`. */
export function arctangent(y: number, x: number): number {
  if (Number.isNaN(y) || Number.isNaN(x)) return NaN;
  const angle = angleOf(Math.abs(y), Math.abs(x), x < 0 || Object.is(x, -0));
  return y < 0 || Object.is(y, -0) ? -angle : angle;
}

/** Of sizes; `isBehind`: on the other side. */
function angleOf(y: number, x: number, isBehind: boolean): number {
  if (y === 0) return isBehind ? halfTurn[0] : 0;
  if (y === Infinity) return x !== Infinity ? quarterTurn[0] : isBehind ? 3 * ofOne[0] : ofOne[0];
  if (x === Infinity) return isBehind ? halfTurn[0] : 0;
  if (y <= x * tiny) return isBehind ? halfTurn[0] : y / x;
  if (x <= y * tiny) return quarterTurn[0];
  // Of about 1, so that no product leaves the range.
  const times = -exponentOf(Math.max(x, y));
  const across = doubled(x, times);
  const along = doubled(y, times);
  if (along <= across) return isBehind ? added(halfTurn, -1, along, across) : added(noTurn, 1, along, across);
  return added(quarterTurn, isBehind ? 1 : -1, across, along);
}

/** Where the arctangents of ratios below 7/16, below 11/16, and above begin: small ratios are left. */
const starts: readonly (readonly [tangent: number, angle: DoublePair])[] = [
  [0, noTurn],
  [0.5, ofHalf],
  [1, ofOne],
];

/** An angle, and `sign` times the arctangent of y / x, which is at most 1. */
function added(angle: DoublePair, sign: 1 | -1, y: number, x: number): number {
  const [tangent, start] = starts[y < (7 / 16) * x ? 0 : y < (11 / 16) * x ? 1 : 2];
  const divisor = x + tangent * y;
  const [ratio, rest] = quotientOf(y - tangent * x, [divisor, leftOfSum(x, tangent * y, divisor)]);
  const z = ratio * ratio;
  const value = start[0] + ratio;
  const small = leftOfSum(start[0], ratio, value) + start[1] + (rest * (1 - z) + ratio * z * beyondRatio(z));
  const sum = angle[0] + sign * value;
  return sum + (leftOfSum(angle[0], sign * value, sum) + (angle[1] + sign * small));
}

/** (arctan x − x) / x³ of the square of x, for at most 7/16. */
function beyondRatio(z: number): number {
  const upper =
    -0.06663239299107136 +
    z * (0.05847724720645106 + z * (-0.05033942776485848 + z * (0.03782521866106712 + z * -0.017547235157290005)));
  const middle = 0.11111110900560475 + z * (-0.09090900195560148 + z * (0.07692087348767168 + z * upper));
  return -0.33333333333333326 + z * (0.1999999999998777 + z * (-0.1428571428314864 + z * middle));
}
