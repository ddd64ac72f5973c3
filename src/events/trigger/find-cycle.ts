/** What repeats itself at the end of a row, from where it first does; the whole row where nothing does. */
export function repeating(row: readonly number[]): readonly number[] {
  for (let period = 1; 2 * period <= row.length; period++) {
    let start = row.length - period;
    while (start > 0 && row[start - 1] === row[start - 1 + period]) start--;
    if (start + 2 * period <= row.length) return row.slice(start, start + period);
  }
  return row;
}
