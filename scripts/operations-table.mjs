// The table of docs/operations.md, as the operations document themselves.

/** @typedef {import('../src/eval/operation.js').Documentation} Documentation */

/** Families of rules, in the order of the columns. */
const families = ['E', 'X', 'C', 'T', 'F'];

/**
 * A row for each documentation, with all operations that share it.
 * @param {Iterable<{ readonly name: string, readonly document: Documentation }>} operations
 */
export function operationsTable(operations) {
  /** @type {Map<Documentation, string[]>} */
  const rows = new Map();
  for (const { name, document } of operations) rows.set(document, [...(rows.get(document) ?? []), name]);
  return [
    `| operation | meaning | absent when | ${families.join(' | ')} |`,
    `|---|---|---|${families.map(() => '---|').join('')}`,
    ...[...rows].map(([document, names]) => rowOf(names, document)),
    '',
  ].join('\n');
}

/**
 * @param {readonly string[]} names
 * @param {Documentation} document
 */
function rowOf(names, { meaning, absent = '–', families: users }) {
  const uses = families.map((family) =>
    users.includes(family) ? '●' : users.includes(family.toLowerCase()) ? '○' : '',
  );
  return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${meaning} | ${absent} |${uses.map((use) => (use === '' ? ' |' : ` ${use} |`)).join('')}`;
}

/**
 * A page with the table in it put in place of the one that it has.
 * @param {string} page
 * @param {string} table
 */
export function withTable(page, table) {
  const start = page.indexOf('| operation |');
  const end = page.indexOf('\n\n', start) + 1;
  return `${page.slice(0, start)}${table}${page.slice(end)}`;
}
