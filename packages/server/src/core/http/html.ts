import { OUTSIDE_REL, readLinkAddress } from '@folkmoot/contract/core/links/addresses.ts';
import sanitize from 'sanitize-html';
import { escapeHtml } from './escape-html.ts';

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
  // Of a link without an address the text stays, and of a field that there is not.
  exclusiveFilter: ({ tag, attribs }) => (needsAttribute(tag, attribs) ? 'excludeTag' : false),
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    a: (tagName, { href = '' }) => ({ tagName, attribs: link(href) }),
  },
};

function needsAttribute(tag: string, attribs: Record<string, string>): boolean {
  return (tag === 'a' && attribs.href === undefined) || (tag === 'span' && attribs['data-field'] === undefined);
}

/** A link as it is stored: by the contract's rule for addresses. */
function link(href: string): sanitize.Attributes {
  const address = readLinkAddress(href);
  return address === null ? {} : { href: address, rel: OUTSIDE_REL, target: '_blank' };
}

/** Rich text that is safe to show to anyone, whatever was sent. */
export function cleanHtml(html: string): string {
  return sanitize(html, RICH).trim();
}

/** What stands in a letter for the reader's first name, and for those whose name is not known. */
const FIRST_NAME = 'first_name';

/** Rich text, in which the reader's first name may be asked for. */
const LETTER: sanitize.IOptions = {
  ...RICH,
  allowedTags: [...(RICH.allowedTags as string[]), 'span'],
  allowedAttributes: { ...(RICH.allowedAttributes as Record<string, string[]>), span: ['data-field', 'data-fallback'] },
  transformTags: {
    ...RICH.transformTags,
    span: (_, attribs) =>
      attribs['data-field'] === FIRST_NAME
        ? {
            tagName: 'span',
            attribs: { 'data-field': FIRST_NAME, 'data-fallback': (attribs['data-fallback'] ?? '').slice(0, 60) },
          }
        : { tagName: 'span', attribs: {} },
  },
};

/**
 * A letter that is safe to send to anyone. It may ask for the reader's first name:
 * `<span data-field="first_name" data-fallback="there">…</span>`.
 */
export function cleanLetter(html: string): string {
  return sanitize(html, LETTER).trim();
}

/** A cleaned letter for one reader, safe to show: their first name, or what stands for it. */
export function fillLetter(cleaned: string, firstName: string): string {
  return cleaned.replace(
    /<span data-field="first_name" data-fallback="([^"]*)">(?:(?!<span).)*?<\/span>/gs,
    (_, fallback: string) => (firstName === '' ? fallback : escapeHtml(firstName)),
  );
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
