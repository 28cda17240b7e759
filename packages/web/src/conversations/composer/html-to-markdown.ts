import type { Element, Nodes as HastNodes, Root } from 'hast';
// Reading any program's HTML and writing Markdown that means the same is far beyond thirty lines of our own.
import { fromHtml } from 'hast-util-from-html';
import { type Handle, type State, toMdast } from 'hast-util-to-mdast';
import type { Nodes, PhrasingContent } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { toMarkdown } from 'mdast-util-to-markdown';

/** Formatted text from the clipboard as Markdown; formats that messages do not have are left out. */
export function htmlToMarkdown(html: string): string {
  const tree = fromHtml(fragmentOf(html), { fragment: true });
  tidy(tree);
  const mdast = toMdast(tree, { handlers: HANDLERS });
  return (
    toMarkdown(mdast as Nodes & { type: 'root' }, {
      bullet: '-',
      emphasis: '_',
      listItemIndent: 'one',
      fences: true,
      extensions: [gfmStrikethroughToMarkdown()],
      // As people type it: a list right under its sentence.
      join: [(_left, right) => (right.type === 'list' ? 0 : undefined)],
    })
      // Messages have no character references: each one becomes the character itself.
      .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/\u00a0/g, ' ')
      .replace(/<(https?:\/\/[^\s<>]+|[^\s<>@]+@[^\s<>]+)>/g, '$1')
      // Only characters with a meaning here need a backslash.
      .replace(/\\(?=[#&:+.<!])/g, '')
      .trim()
  );
}

const inline = (state: State, node: Element) => state.all(node) as PhrasingContent[];
const strong: Handle = (state, node) => ({ type: 'strong', children: inline(state, node) });
const nothing: Handle = () => undefined;
const row: Handle = (state, node) => ({
  type: 'paragraph',
  children: node.children.flatMap((cell, index) =>
    cell.type === 'element'
      ? [...(index === 0 ? [] : [{ type: 'text', value: ' · ' } as const]), ...inline(state, cell)]
      : [],
  ),
});
/** Headings become bold lines, and tables become lines of cells; pictures, rules and scripts are removed. */
const heading: Handle = (state, node) => ({
  type: 'paragraph',
  children: [strong(state, node, undefined) as PhrasingContent],
});
/** Only addresses that a message may link to become links. */
const link: Handle = (state, node) => {
  const url = String(node.properties.href ?? '');
  if (!/^(?:https?|mailto):/i.test(url)) return state.all(node);
  return { type: 'link', url, children: inline(state, node) };
};
const HANDLERS: Record<string, Handle> = {
  a: link,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  table: (state, node) => state.all(node),
  tr: row,
  img: nothing,
  svg: nothing,
  hr: nothing,
  input: nothing,
  iframe: nothing,
  video: nothing,
  audio: nothing,
};

/** Windows puts comments around the copied part. */
function fragmentOf(html: string): string {
  return /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(html)?.[1] ?? html;
}

/** Word processors use styles where others use elements. */
function tidy(node: Root | Element): void {
  node.children = node.children.flatMap((child): typeof node.children => {
    if (child.type !== 'element') return [child];
    if (['style', 'script', 'meta', 'title', 'head'].includes(child.tagName)) return [];
    tidy(child);
    const style = String(child.properties.style ?? '').toLowerCase();
    const bold = /font-weight:\s*(bold|[6-9]00)/.test(style);
    const light = /font-weight:\s*(normal|[1-4]00)/.test(style);
    if (['b', 'strong'].includes(child.tagName) && light) return child.children;
    if (child.tagName !== 'span') return [child];
    const marks = [
      bold && 'strong',
      /font-style:\s*italic/.test(style) && 'em',
      /text-decoration[^;]*line-through/.test(style) && 'del',
    ].filter((mark) => mark !== false);
    return marks.reduce<Element['children']>(
      (children, tagName) => [{ type: 'element', tagName, properties: {}, children }],
      child.children,
    );
  }) as HastNodes[] as typeof node.children;
}
