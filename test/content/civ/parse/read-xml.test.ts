import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type XmlElement, childOf, childrenOf } from '../../../../src/content/civ/syntax.js';
import { xmlLimits, readXml } from '../../../../src/content/civ/parse/read-xml.js';
import { rootOf } from '../../../support/civ-xml.js';
import { heavy } from '../../../support/heavy.js';

function faultOf(text: string, limits = xmlLimits) {
  const { problem } = readXml(text, 'test.xml', limits);
  if (problem === undefined) throw new Error('expected a problem');
  return problem;
}

describe('readXml', () => {
  it('keeps names as they are written, and the order of children', () => {
    const root = rootOf('<And><Is>TAG_A</Is><is>TAG_B</is><x:Is/></And>');
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ['Is', 'TAG_A'],
      ['is', 'TAG_B'],
      ['x:Is', ''],
    ]);
    expect(childOf(root, 'is')?.text).toBe('TAG_B');
    expect(childrenOf(root, 'Has')).toEqual([]);
  });

  it('tolerates what the files of the game begin with', () => {
    const root = rootOf(
      '\ufeff<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- edited -->\r\n<Civ4Infos xmlns="x-schema:Schema.xml"\r\n  kind=\'a &amp; b\'>\r\n  <Type>A</Type>\r\n</Civ4Infos>\r\n<!-- end -->\r\n',
    );
    expect(root.name).toBe('Civ4Infos');
    expect([...root.attributes]).toEqual([
      ['xmlns', 'x-schema:Schema.xml'],
      ['kind', 'a & b'],
    ]);
    expect(root).toMatchObject({ line: 3, column: 1 });
    expect(root.children[0]).toMatchObject({ name: 'Type', text: 'A', line: 5, column: 3, textLine: 5, textColumn: 9 });
  });

  it('gives the places of elements and of their texts', () => {
    const root = rootOf('<a>\n  <!-- x --><b>\n\t word </b><c/>\n</a>');
    expect(root).toMatchObject({ line: 1, column: 1, textLine: 1, textColumn: 1, text: '' });
    expect(root.children[0]).toMatchObject({ line: 2, column: 13, text: 'word', textLine: 3, textColumn: 3 });
    expect(root.children[1]).toMatchObject({ line: 3, column: 12, textLine: 3, textColumn: 12 });
  });

  it('joins texts around comments and CDATA, and knows the entities of XML alone', () => {
    expect(rootOf('<a> x<!-- y -->z<![CDATA[ <&> ]]> </a>').text).toBe('xz <&>');
    expect(rootOf('<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x42;</a>').text).toBe('&<>"\'AB');
    expect(rootOf('<a>\n<![CDATA[  word]]></a>')).toMatchObject({ text: 'word', textLine: 2, textColumn: 12 });
    // Space that is not XML's is text.
    expect(rootOf('<a>\u00a0x</a>').text).toBe('\u00a0x');
  });

  it.each([
    ['', 'xml-syntax', 1, 1, 'there is no element'],
    ['  \n ', 'xml-syntax', 1, 1, 'there is no element'],
    ['<a', 'xml-syntax', 1, 1, 'inside of a tag'],
    ['<a>\n <b>\n', 'xml-syntax', 2, 2, 'the element `b` is open'],
    ['<a>\n <b>\n</a>', 'xml-syntax', 3, 1, 'expected `</b>` for the element of line 2'],
    ['<a></a></b>', 'xml-syntax', 1, 8, 'never began'],
    ['<a/>\n<b/>', 'xml-syntax', 2, 1, 'a second element beside the root'],
    ['<a/>x', 'xml-syntax', 1, 5, 'outside of all elements'],
    ['<a>& b</a>', 'xml-entity', 1, 4, '`&` is not an entity'],
    ['<a>&nbsp;</a>', 'xml-entity', 1, 4, '`&nbsp;` is not an entity'],
    ['<a>&constructor;</a>', 'xml-entity', 1, 4, '`&constructor;` is not an entity'],
    ['<a>&#0;</a>', 'xml-entity', 1, 4, '`&#0;` is not an entity'],
    ['<a b="&c;"/>', 'xml-entity', 1, 7, '`&c;` is not an entity'],
    ['<a b></a>', 'xml-syntax', 1, 5, 'an attribute without a value'],
    ['<a b/>', 'xml-syntax', 1, 5, 'in no attribute'],
    ['<a b=c/>', 'xml-syntax', 1, 6, 'without quotation marks'],
    ['<a b="1" b="2"/>', 'xml-syntax', 1, 14, 'a second attribute `b`'],
    ['<a b="<"/>', 'xml-syntax', 1, 7, 'does not allow'],
    ['<a>]]></a>', 'xml-syntax', 1, 6, ']]&gt;'],
    ['<a><!-- </a>', 'xml-syntax', 1, 4, 'inside of a comment'],
    ['<a><![CDATA[ </a>', 'xml-syntax', 1, 4, 'inside of a CDATA'],
    ['<a><!-- -- --></a>', 'xml-syntax', 1, 11, 'inside of a comment'],
    ['<a>\u0000</a>', 'xml-syntax', 1, 4, 'does not allow'],
    ['<a>\ud800</a>', 'xml-syntax', 1, 4, 'half of a character'],
    ['<a>x < y</a>', 'xml-syntax', 1, 7, '&lt;'],
  ])('refuses %j', (text, code, line, column, part) => {
    const problem = faultOf(text);
    expect(problem).toMatchObject({ severity: 'error', file: 'test.xml', code, line, column });
    expect(problem.message).toContain(part);
    expect(problem.excerpt).toBe(text.split('\n')[line - 1]);
  });

  it('refuses every DOCTYPE, so that no entity ever grows', () => {
    const definitions = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('');
    expect(faultOf(`<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY e0 "x">${definitions}]>\n<a>&e30;</a>`)).toMatchObject(
      { code: 'xml-doctype', line: 2, column: 1 },
    );
    expect(faultOf('<!DOCTYPE a SYSTEM "file:///etc/hosts"><a/>').code).toBe('xml-doctype');
    expect(faultOf('<!DOCTYPE a [').code).toBe('xml-doctype');
  });

  it('refuses what is too deep, with its place and the beginning of the way there', () => {
    const nested = (levels: number): string => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;
    expect(readXml(nested(1_000), 'test.xml').problem).toBeUndefined();
    const problem = faultOf(nested(10_000));
    expect(problem).toMatchObject({ code: 'xml-too-deep', line: 1, column: 3_001 });
    expect(problem.message).toContain('`a/a/a/a/a/a/…`');
    expect(faultOf('<a>'.repeat(100_000)).code).toBe('xml-too-deep');
  });

  it('refuses what is too large, by characters and by elements', () => {
    expect(faultOf('<a>      </a>', { ...xmlLimits, length: 12 })).toMatchObject({
      code: 'file-too-long',
      line: 1,
      column: 1,
    });
    expect(readXml('<a>     </a>', 'test.xml', { ...xmlLimits, length: 12 }).problem).toBeUndefined();
    expect(faultOf('<a b=""><c/></a>', { ...xmlLimits, elements: 2 })).toMatchObject({
      code: 'xml-too-large',
      column: 9,
    });
    expect(faultOf('<a b="" c="" d=""/>', { ...xmlLimits, elements: 2 }).code).toBe('xml-too-large');
  });

  it('reads back what was written', () => {
    fc.assert(
      fc.property(tree, (written) => {
        expect(plain(rootOf(textOf(written)))).toEqual(plainWritten(written));
      }),
    );
  });

  it('gives a root or a problem inside of the text, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '/',
        '<a>',
        '</a>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '&',
        ';',
        '&amp;',
        '<?',
        '?>',
        '<!DOCTYPE',
        '"',
        "'",
        '=',
        ' b',
        '\r\n',
        '\ud800',
        '\0',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        const { root, problem } = readXml(text, 'test.xml');
        if (problem === undefined) {
          expect(root.name).not.toBe('');
          return;
        }
        expect(problem.line).toBeLessThanOrEqual(text.split('\n').length);
        expect(problem.column).toBeLessThanOrEqual(text.length + 1);
      }),
      { numRuns: heavy(250, 2_000) },
    );
  });
});

interface Written {
  readonly name: string;
  readonly text: string;
  readonly children: readonly Written[];
}

const name = fc.constantFrom('And', 'Has', 'ID', 'constructor', '__proto__');
const text = fc.string({ unit: fc.constantFrom('a', '&', '<', '>', '"', ']', ' ', 'é', '😀', '\n') });
const { tree } = fc.letrec<{ tree: Written }>((tie) => ({
  tree: fc.record({
    name,
    text,
    children: fc.oneof({ depthSize: 'small' }, fc.constant<Written[]>([]), fc.array(tie('tree'), { maxLength: 4 })),
  }),
}));

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function textOf({ name: tag, text: content, children }: Written): string {
  return `<${tag}>${content.replace(/[&<>]/g, (character) => escaped[character])}${children.map(textOf).join('')}</${tag}>`;
}

function plain({ name: tag, text: content, children }: XmlElement): Written {
  return { name: tag, text: content, children: children.map(plain) };
}

function plainWritten({ name: tag, text: content, children }: Written): Written {
  return { name: tag, text: content.replace(/^[ \n]+|[ \n]+$/g, ''), children: children.map(plainWritten) };
}
