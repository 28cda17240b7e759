import { loadChunk } from '../../core/lazy.ts';

const loadConverter = loadChunk(() => import('./html-to-markdown.ts'));

/** Elements and styles that have a counterpart in a message. */
const FORMATTED =
  /<(?:b|strong|i|em|s|del|strike|code|pre|ul|ol|blockquote|h[1-6]|table|a\s[^>]*href)[\s>]|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|line-through/i;

export type Pasted =
  | { kind: 'files'; files: File[] }
  | { kind: 'link'; url: string }
  | { kind: 'formatted'; markdown: () => Promise<string>; plain: string }
  | { kind: 'plain' };

/** The clipboard's content, as far as the composer has to handle it. */
export function pastedFrom(data: Pick<DataTransfer, 'files' | 'getData'>, chosen: string): Pasted {
  const plain = data.getData('text/plain');
  const html = data.getData('text/html');
  // Word processors add a picture of the text to the text.
  if (data.files.length > 0 && plain === '') return { kind: 'files', files: [...data.files] };
  if (chosen !== '' && !chosen.includes('\n') && /^https?:\/\/\S+$/.test(plain.trim()))
    return { kind: 'link', url: plain.trim() };
  if (!FORMATTED.test(html) || isOnlyLink(html, plain)) return { kind: 'plain' };
  return { kind: 'formatted', plain, markdown: async () => (await loadConverter()).htmlToMarkdown(html) };
}

/** A copied address comes as a link to itself. */
function isOnlyLink(html: string, plain: string): boolean {
  return /^https?:\/\/\S+$/.test(plain.trim()) && !/<(?:li|p|pre)\b[\s\S]*<(?:li|p|pre)\b/i.test(html);
}
