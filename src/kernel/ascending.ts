/** Above so many numbers the engine sorts them quicker. */
const few = 24;

/** Sorts numbers in place, each once; returns how many are left, the first ones. */
export function ascending(numbers: Int32Array, length = numbers.length): number {
  if (length > few) numbers.subarray(0, length).sort();
  else
    for (let i = 1; i < length; i++) {
      const number = numbers[i];
      let place = i;
      for (; place > 0 && numbers[place - 1] > number; place--) numbers[place] = numbers[place - 1];
      numbers[place] = number;
    }
  let kept = Math.min(1, length);
  for (let i = 1; i < length; i++) if (numbers[i] !== numbers[i - 1]) numbers[kept++] = numbers[i];
  return kept;
}
