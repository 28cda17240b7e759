import sanitize from 'sanitize-html';

/** What rich text may contain: structure and emphasis. No style, no class, no picture, nothing executable. */
const RICH: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'h2',
    'h3',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    's',
    'u',
    'a',
    'blockquote',
    'hr',
    'code',
    'pre',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    a: sanitize.simpleTransform('a', { rel: 'nofollow noopener noreferrer', target: '_blank' }),
  },
};

/** Rich text that is safe to show to anyone, whatever was sent. */
export function cleanHtml(html: string): string {
  return sanitize(html, RICH).trim();
}

/** The text of rich text, with one line per paragraph. */
export function textOf(html: string): string {
  const text = sanitize(html.replace(/<(\/p|\/h[1-6]|\/li|\/blockquote|br\s*\/?)>/gi, '\n'), {
    allowedTags: [],
    allowedAttributes: {},
  });
  return decode(text)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The sanitiser leaves these five and no others. */
function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
