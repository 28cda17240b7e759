import { type Html, html } from '../http/escape-html.ts';

/** What all our emails are made of; each part is plain text and is escaped. */
export type EmailContent = {
  /** Shown beside the subject in a list of emails. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** A code to type, in large type. */
  code?: string;
  button?: { label: string; href: string };
  footer: string;
  /** Under the footer: how to unsubscribe from these. */
  stop?: { label: string; href: string };
};

/** Renders an email as HTML and as plain text. */
export function renderEmail(content: EmailContent): { html: string; text: string } {
  return { html: page(content).toString(), text: plainText(content) };
}

const FONT = "'Hanken Grotesk', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Some programs drop the shorthand `margin` from a paragraph. */
const margins = (bottom: string) => `margin-top:0;margin-right:0;margin-bottom:${bottom};margin-left:0`;

/** The colours are those of the light scheme: email has no other. */
const STYLE = {
  page: `background-color:#f4f5f2;font-family:${FONT};margin:0;padding:24px 8px`,
  card: 'max-width:520px;background-color:#ffffff;border:1px solid #dedfdb;border-radius:12px;padding:28px 32px',
  heading: 'font-size:24px;line-height:30px;color:#154a2f;margin:0 0 12px',
  paragraph: `font-size:16px;line-height:26px;color:#191a14;${margins('12px')}`,
  codeBox: 'background-color:#f4f5f2;border-radius:8px;padding:14px 0;text-align:center;margin:8px 0 16px',
  code: `font-size:32px;line-height:24px;font-family:ui-monospace, Menlo, monospace;letter-spacing:8px;color:#191a14;${margins('0')}`,
  button:
    'color:#ffffff;display:inline-block;background-color:#206240;border-radius:8px;padding:10px 18px;font-size:16px;text-decoration:none',
  rule: 'width:100%;border:none;border-top:1px solid #dedfdb;margin:24px 0 12px',
  footer: `font-size:13px;line-height:19px;color:#4f5149;${margins('0')}`,
  stop: 'color:#4f5149;text-decoration:none;font-size:13px',
  preview: 'display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0',
} as const;

function page({ preview, heading, paragraphs, code, button, footer, stop }: EmailContent): Html {
  const card = html`<h1 style="${STYLE.heading}">${heading}</h1>
${paragraphs.map((text) => html`<p style="${STYLE.paragraph}">${text}</p>\n`)}${
  code === undefined ? undefined : table(STYLE.codeBox, html`<td><p style="${STYLE.code}">${code}</p></td>`)
}${button && link(button, STYLE.button)}<hr style="${STYLE.rule}">
<p style="${STYLE.footer}">${footer}</p>
${stop && link(stop, STYLE.stop)}`;
  const middle = html`<td style="${STYLE.page}">${table(STYLE.card, html`<td>${card}</td>`)}</td>`;
  return html`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html dir="ltr" lang="en">
<head><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"><meta name="x-apple-disable-message-reformatting"></head>
<body style="background-color:#f4f5f2;margin:0;padding:0">
<div style="${STYLE.preview}">${shortPreview(preview)}</div>
${table('width:100%', middle)}</body>
</html>
`;
}

/** A table of one cell: the only box that every program for email draws. */
function table(style: string, cell: Html): Html {
  return html`<table align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation" style="${style}"><tbody><tr style="width:100%">${cell}</tr></tbody></table>\n`;
}

function link({ label, href }: { label: string; href: string }, style: string): Html {
  return html`<a href="${href}" style="${style}" target="_blank">${label}</a>\n`;
}

const PREVIEW_LENGTH = 150;

/** Blanks that no program folds together, so that a short preview is not followed by the rest of the email. */
const FILLER = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';

function shortPreview(preview: string): string {
  const text = preview.slice(0, PREVIEW_LENGTH);
  return text + FILLER.repeat(PREVIEW_LENGTH - text.length);
}

/** Paragraphs on one line each: programs wrap them as they like. */
function plainText({ heading, paragraphs, code, button, footer, stop }: EmailContent): string {
  const linked = (to: EmailContent['button']) => to && `${to.label} ${to.href}`;
  return [heading.toUpperCase(), ...paragraphs, code, linked(button), '-'.repeat(40), footer, linked(stop)]
    .filter((part) => part !== undefined)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .join('\n\n');
}
