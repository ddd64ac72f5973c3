/** A name as it is compared: names ignore case everywhere. */
export function fold(name: string): string {
  return name.toLowerCase();
}
