import { misused } from './failure.js';

/** A parser of an option that takes a whole number within bounds. */
export function wholeNumber(option: string, least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
    throw misused(option, text, `give a whole number ${range}`);
  };
}
