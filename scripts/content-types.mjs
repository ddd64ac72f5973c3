// The interfaces of content for TypeScript, as the tables of src/content/native/schema*.ts say.

/**
 * @typedef {import('../src/content/native/document-shape.js').Shape} Shape
 * @typedef {import('../src/content/native/document-shape.js').Key} Key
 * @typedef {Extract<Shape, { readonly type: 'form' }>} Form
 * @typedef {Extract<Shape, { readonly type: 'either' }>} Either
 * @typedef {readonly [name: string, key: Key]} Entry
 *
 * An interface of keys that several forms have in common.
 * @typedef {{ readonly name: string, readonly entries: readonly Entry[] }} Base
 *
 * `declared`: the text of each type by its name.
 * @typedef {{
 *   readonly bases: readonly Base[],
 *   readonly names: Map<object, string>,
 *   readonly declared: Map<string, string>,
 * }} Writer
 */

/** Names that do not follow from the key; before the dot: the interface that has it, nothing for content itself. */
const ownNames = new Map([
  ['.steps', 'Steps'],
  ['.expressions', 'NamedExpression'],
  ['Environment.observation', 'Block'],
  ['Environment.actions', 'Order'],
]);

/** Names of bases, by the first of their keys. */
const baseNames = new Map([
  ['set', 'Amount'],
  ['on', 'EveryEffect'],
  ['stacking', 'EveryGroupEffect'],
  ['where', 'EveryListening'],
  ['values', 'FieldValues'],
  ['if', 'EveryAction'],
  ['name', 'EveryFlow'],
  ['targets', 'PropagatedFlow'],
  ['percent', 'PercentFlow'],
  ['of', 'Slotted'],
  ['in', 'PlacedStart'],
  ['class', 'TableStart'],
]);

/** The text of the module, before it is formatted. @param {Shape} root */
export function contentTypes(root) {
  /** @type {Writer} */
  const writer = { bases: basesOf(formsIn(root)), names: new Map(), declared: new Map() };
  typeOf(root, 'Content', writer);
  return [
    '// Written by `node scripts/write-content-types.mjs` from schema*.ts. A test fails while it is out of date.',
    '/** An expression of the expression language, or a value. */\nexport type ExpressionSource = string | number | boolean | null;',
    ...writer.declared.values(),
  ].join('\n\n');
}

/** @param {Shape} given @param {string} name of its type, if it needs one @param {Writer} writer @returns {string} */
function typeOf(given, name, writer) {
  const shape = resolved(given);
  switch (shape.type) {
    case 'text':
    case 'name':
      return 'string';
    case 'flag':
      return 'boolean';
    case 'none':
      return 'null';
    case 'expression':
      return 'ExpressionSource';
    case 'number':
      return 'number';
    case 'words':
      return shape.words.map((word) => (typeof word === 'string' ? quoted(word) : String(word))).join(' | ');
    case 'list': {
      const element = typeOf(shape.of, name, writer);
      return `readonly ${element.includes(' | ') ? `(${element})` : element}[]`;
    }
    case 'pair':
      return `readonly [${shape.of.map((each) => typeOf(each, name, writer)).join(', ')}]`;
    case 'record':
      return `Record<string, ${typeOf(shape.of, name, writer)}>`;
    case 'form':
      return declare(shape, name, writer, (title) => interfaceOf(shape, title, name, writer));
    case 'either':
      return eitherOf(shape, name, writer);
    default:
      throw new Error(`content has no places of type ${shape.type}`);
  }
}

/** Of several forms: a type with a name. @param {Either} shape @param {string} wanted @param {Writer} writer */
function eitherOf(shape, wanted, writer) {
  const name = shape.id === undefined ? wanted : capital(shape.id);
  const count = shape.parts.filter((part) => resolved(part).type === 'form').length;
  const isNamed = shape.id !== undefined || count > 1;
  /** @param {Shape} part */
  const nameOf = (part) => {
    if (!isNamed) return name;
    const found = resolved(part);
    return found.type === 'form' && count > 1 ? capital(headOf(found)) + name : `${name}Map`;
  };
  const union = () => [...new Set(shape.parts.map((part) => typeOf(part, nameOf(part), writer)))].join(' | ');
  return isNamed ? declare(shape, name, writer, (title) => `export type ${title} = ${union()};`) : union();
}

/** The name of a type, which is written once. @param {object} thing @param {string} name @param {Writer} writer
 * @param {(title: string) => string} write */
function declare(thing, name, { names, declared }, write) {
  const known = names.get(thing);
  if (known !== undefined) return known;
  const title = `${name}Source`;
  if (declared.has(title)) throw new Error(`two types of content are called ${title}; give one its own name`);
  names.set(thing, title);
  // Before its parts, which may refer to it.
  declared.set(title, '');
  declared.set(title, write(title));
  return title;
}

/** @param {Form} form @param {string} title @param {string} name @param {Writer} writer */
function interfaceOf(form, title, name, writer) {
  const entries = Object.entries(form.keys);
  const parents = [...new Set(entries.flatMap((entry) => baseOf(writer, entry) ?? []))].map((base) =>
    declare(base, base.name, writer, (own) => `interface ${own} {${keysOf(base.entries, base.name, writer)}}`),
  );
  const own = entries.filter((entry) => baseOf(writer, entry) === undefined);
  const from = parents.length === 0 ? '' : ` extends ${parents.join(', ')}`;
  const about =
    name === 'Content' ? '/** Content as it is written, in TypeScript or as the data of a YAML file. */\n' : '';
  return `${about}export interface ${title}${from} {${keysOf(own, name === 'Content' ? '' : name, writer)}}`;
}

/** @param {readonly Entry[]} entries @param {string} owner @param {Writer} writer */
function keysOf(entries, owner, writer) {
  const lines = entries.map(([name, { shape, needed, about, otherwise, example }]) => {
    const type = typeOf(shape, nameAt(owner, name, shape), writer);
    const initial = otherwise === undefined ? '' : ` Default ${String(otherwise)}.`;
    const text = comment(`${about}${initial}${shownExample(example)}`);
    return `  ${text}\n  ${name}${needed ? '' : '?'}: ${type}${needed ? '' : ' | undefined'};`;
  });
  return `\n${lines.join('\n')}\n`;
}

/** @param {unknown} example */
function shownExample(example) {
  return typeof example === 'string' || typeof example === 'number' ? ` For example \`${String(example)}\`.` : '';
}

/** The formatter does not break comments. @param {string} text */
function comment(text) {
  if (text.length <= 110) return `/** ${text} */`;
  const lines = text.match(/\S.{0,110}(?=\s|$)/g) ?? [];
  return ['/**', ...lines.map((line) => `   * ${line}`), '   */'].join('\n');
}

/** @param {string} owner @param {string} key @param {Shape} given */
function nameAt(owner, key, given) {
  const { type } = resolved(given);
  const own = ownNames.get(`${owner}.${key}`);
  if (own !== undefined) return own;
  if (type === 'list') return capital(singular(key));
  return owner + capital(type === 'record' ? singular(key) : key);
}

/** @param {Shape} root @returns {ReadonlySet<Form>} */
function formsIn(root) {
  /** @type {Set<Shape>} */
  const seen = new Set();
  /** @param {Shape} given */
  const visit = (given) => {
    const shape = resolved(given);
    if (seen.has(shape)) return;
    seen.add(shape);
    if (shape.type === 'form') for (const key of Object.values(shape.keys)) visit(key.shape);
    if (shape.type === 'list' || shape.type === 'record') visit(shape.of);
    if (shape.type === 'pair') for (const part of shape.of) visit(part);
    if (shape.type === 'either') for (const part of shape.parts) visit(part);
  };
  visit(root);
  return new Set([...seen].flatMap((shape) => (shape.type === 'form' ? [shape] : [])));
}

/**
 * Keys that the same forms have in common: two keys or more, or a key of three forms or more.
 *
 * @param {ReadonlySet<Form>} forms
 * @returns {Writer['bases']}
 */
function basesOf(forms) {
  /** @type {Map<Key, Map<string, number[]>>} */
  const users = new Map();
  [...forms].forEach((form, index) => {
    for (const [name, key] of Object.entries(form.keys)) {
      const byName = users.get(key) ?? new Map();
      users.set(key, byName.set(name, [...(byName.get(name) ?? []), index]));
    }
  });
  /** @type {Map<string, Entry[]>} */
  const groups = new Map();
  for (const [key, byName] of users)
    for (const [name, by] of byName)
      if (by.length > 1) groups.set(by.join(), [...(groups.get(by.join()) ?? []), [name, key]]);
  return [...groups]
    .filter(([by, entries]) => entries.length > 1 || by.split(',').length > 2)
    .map(([, entries]) => ({ name: baseName(entries), entries }));
}

/** @param {Writer} writer @param {Entry} entry */
function baseOf({ bases }, [name, key]) {
  return bases.find(({ entries }) => entries.some(([own, each]) => own === name && each === key));
}

/** @param {readonly Entry[]} entries */
function baseName(entries) {
  const name = baseNames.get(entries[0][0]);
  if (name !== undefined) return name;
  throw new Error(`several forms of content share the keys ${entries.map(([key]) => key).join(', ')}; name their base`);
}

/** @param {Shape} shape @returns {Exclude<Shape, { readonly type: 'later' }>} */
function resolved(shape) {
  return shape.type === 'later' ? resolved(shape.of()) : shape;
}

/** @param {Form} form */
function headOf(form) {
  return Object.entries(form.keys).find(([, { needed }]) => needed)?.[0] ?? '';
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} plural */
function singular(plural) {
  return plural
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/([^su])s$/, '$1');
}
