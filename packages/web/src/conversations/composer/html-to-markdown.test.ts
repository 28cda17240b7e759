import { expect, test } from 'vitest';
import { pastedFrom } from './clipboard.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

test.each([
  ['<b>bold</b> and <i>it</i> and <s>gone</s> and <code>x = 1</code>', '**bold** and _it_ and ~~gone~~ and `x = 1`'],
  ['<p>one</p><p>two</p>', 'one\n\ntwo'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
  ['<p>so:</p><ul><li>a</li></ul><p>then</p>', 'so:\n- a\n\nthen'],
  ['<blockquote><p>said</p></blockquote>', '> said'],
  ['<pre><code class="language-js">let a;</code></pre>', '```js\nlet a;\n```'],
  ['<a href="https://a.example/x?a=1&amp;b=2">here</a>', '[here](https://a.example/x?a=1&b=2)'],
  ['<h2>Title</h2><p>text</p>', '**Title**\n\ntext'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>', 'a · b\n\nc · d'],
  ['<p>a<img src="x.png" alt="cat">b</p><hr>', 'ab'],
  ['<b style="font-weight:normal"><p><span style="font-weight:700">Docs</span> text</p></b>', '**Docs** text'],
  ['<span style="font-style:italic">it</span>', '_it_'],
  ['<html><body><!--StartFragment--><b>in</b><!--EndFragment--> out</body></html>', '**in**'],
  ['<p>2 * 3 * 4 and snake_case_name</p>', '2 \\* 3 \\* 4 and snake_case_name'],
  ['<script>alert(1)</script><b>safe</b>', '**safe**'],
  ['<a href="javascript:alert(1)">x</a>', 'x'],
])('%s is pasted as %j', (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});

const clipboard = (plain: string, html = '', files: File[] = []) =>
  ({
    files: files as unknown as FileList,
    getData: (type: string) => (type === 'text/html' ? html : plain),
  }) satisfies Pick<DataTransfer, 'files' | 'getData'>;

test('plain text is pasted as it is, formatted text is converted, pictures become files, and addresses become links', async () => {
  expect(pastedFrom(clipboard('a'), '').kind).toBe('plain');
  expect(pastedFrom(clipboard('a', '<div><span style="color: red">a</span></div>'), '').kind).toBe('plain');
  const formatted = pastedFrom(clipboard('a', '<b>a</b>'), '');
  expect(formatted.kind === 'formatted' && (await formatted.markdown())).toBe('**a**');
  const picture = new File(['x'], 'x.png', { type: 'image/png' });
  expect(pastedFrom(clipboard('', '', [picture]), '').kind).toBe('files');
  expect(pastedFrom(clipboard('a', '<b>a</b>', [picture]), '').kind).toBe('formatted');
  expect(pastedFrom(clipboard('https://a.example'), 'here')).toEqual({ kind: 'link', url: 'https://a.example' });
  expect(pastedFrom(clipboard('https://a.example', '<a href="https://a.example">a</a>'), '').kind).toBe('plain');
});
