/** Whether a UTF-16 unit is one of the four characters that XML takes for space. */
export function isXmlSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;
}

/** The text without the space at both ends. */
export function trimXml(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isXmlSpace(text.charCodeAt(start))) start++;
  while (end > start && isXmlSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
