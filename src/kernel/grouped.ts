/** `1,234.5`. */
export function grouped(value: number, decimals = 3): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = Math.abs(value) >= 0.001 || value === 0 ? value.toFixed(decimals) : value.toPrecision(3);
  const [whole, part] = rounded.split('.');
  const tail = (part ?? '').replace(/0+$/, '');
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${tail === '' ? '' : `.${tail}`}`;
}

/** `1 object`, `2,000 objects`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}
