import type { Tint } from '@folkmoot/contract/core/tint.ts';
import { type Html, html } from '../http/escape-html.ts';
import { type Palette, PLAIN, type Shades, TINTED } from './palette.ts';

/** A link with an absolute address. */
export type EmailLink = { label: string; href: string };

/** What the reader needs to know, such as when; `was` is what it was before, `href` where its first line leads. */
export type EmailFact = { label: string; lines: string[]; was?: string; href?: string };

/** What all our emails are made of; each part is plain text and is escaped. */
export type EmailContent = {
  /** Shown beside the subject in a list of emails. */
  preview: string;
  /** The product, or what else the email is from: a link above the letter. */
  sender: EmailLink;
  /** The colour of the event that it is about. */
  tint?: Tint;
  /** A picture of two to one that anybody may see, and whom to credit for it. */
  picture?: { src: string; credit?: EmailLink };
  /** A line above the heading, such as the community. */
  above?: string;
  heading: string;
  paragraphs: string[];
  /** A code to type, in large type. */
  code?: string;
  /** What a person wrote. */
  quote?: { by: string; text: string };
  /** A letter in a person's own words: HTML made from what was cleaned, and the same as text. */
  letter?: { html: Html; text: string };
  facts?: EmailFact[];
  button?: EmailLink;
  /** Less important than the button. */
  links?: EmailLink[];
  /** Why the reader gets it. */
  reason: string;
  /** Where they choose which emails they get. */
  settings?: EmailLink;
  /** How to unsubscribe from these. */
  stop?: EmailLink;
  /** The address of a picture that nobody sees, and that tells that the email was opened. */
  openedBy?: string;
};

/** Renders an email as HTML and as plain text. */
export function renderEmail(content: EmailContent): { html: string; text: string } {
  return { html: page(content).toString(), text: plainText(content) };
}

const FONT = "'Hanken Grotesk', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Some programs drop the shorthand `margin` from a paragraph. */
const margins = (bottom: string) => `margin-top:0;margin-right:0;margin-bottom:${bottom};margin-left:0`;

/** Long words and addresses break instead of making the email wider than a phone. */
const WRAPS = 'overflow-wrap:anywhere;word-break:break-word';

/** Styles without colours. */
const STYLE = {
  sender: 'font-size:15px;line-height:22px;font-weight:700;text-decoration:none',
  card: 'border-radius:17px',
  room: 'padding:26px 32px 28px',
  picture: 'display:block;width:100%;height:auto;border:0;border-radius:16px 16px 0 0',
  band: 'border-radius:16px 16px 0 0;height:8px;line-height:8px;font-size:1px',
  credit: `font-size:12px;line-height:18px;${margins('8px')}`,
  above: `font-size:14px;line-height:20px;font-weight:600;${margins('4px')}`,
  heading: `font-size:26px;line-height:31px;font-weight:700;${margins('14px')}`,
  paragraph: `font-size:16px;line-height:25px;${margins('12px')}`,
  words: `font-size:16px;line-height:25px;white-space:pre-line;${margins('0')}`,
  code: `font-size:32px;line-height:40px;font-family:ui-monospace, Menlo, monospace;letter-spacing:8px;text-align:center;${margins('0')}`,
  box: 'border-radius:12px;margin-top:6px;margin-bottom:16px',
  fact: 'font-size:15px;line-height:22px;padding:9px 16px;vertical-align:top',
  label: 'width:92px;padding-right:0;font-weight:600',
  line: margins('0'),
  was: `font-size:14px;line-height:20px;text-decoration:line-through;${margins('0')}`,
  button:
    'display:inline-block;font-size:16px;line-height:24px;font-weight:600;padding:12px 22px;text-decoration:none;border-radius:10px',
  links: `font-size:14px;line-height:28px;${margins('0')}`,
  link: 'text-decoration:underline',
  small: `font-size:13px;line-height:20px;${margins('6px')}`,
  preview: 'display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0',
} as const;

function page(content: EmailContent): Html {
  const palette = content.tint === undefined ? PLAIN : TINTED[content.tint];
  const { light } = palette;
  const { preview, sender, reason, settings, stop } = content;
  const quiet = `color:${light.quiet}`;
  const ways = [settings, stop]
    .filter((way) => way !== undefined)
    .map((way) => html`<p style="${STYLE.small}">${link(way, `${quiet};text-decoration:underline`, 'quiet')}</p>\n`);
  const why = html`<p class="quiet" style="${STYLE.small};${quiet}">${reason}</p>\n`;
  const cardStyle = `background-color:${light.card};border:1px solid ${light.line};${STYLE.card}`;
  const body = table('max-width:560px', [
    row(cell('', 'padding:0 4px 12px', link(sender, `${STYLE.sender};color:${light.accent}`, 'accent'))),
    row(cell('card', cardStyle, card(content, light))),
    row(cell('', 'padding:16px 4px 0', [why, ...ways])),
  ]);
  const whole = cell(
    'page',
    `background-color:${light.page};font-family:${FONT};padding:24px 12px 32px;${WRAPS}`,
    body,
  );
  return html`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html dir="ltr" lang="en">
<head><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="x-apple-disable-message-reformatting">
<style>${sheet(palette)}</style></head>
<body class="page" style="background-color:${light.page};margin:0;padding:0">
<div style="${STYLE.preview}">${shortPreview(preview)}</div>
${table('', row(whole))}${content.openedBy && html`<img src="${content.openedBy}" width="1" height="1" alt="">`}</body>
</html>
`;
}

/** What can't be inline: the dark scheme, also where Outlook names it itself, and less room at the sides on a phone. */
function sheet({ dark }: Palette): string {
  const rules = [
    `.page{background-color:${dark.page}!important}`,
    `.card{background-color:${dark.card}!important;border-color:${dark.line}!important}`,
    `.box{background-color:${dark.box}!important;border-color:${dark.line}!important}`,
    `.ink{color:${dark.ink}!important}`,
    `.quiet{color:${dark.quiet}!important}`,
    `.accent{color:${dark.accent}!important}`,
    `.button{background-color:${dark.accent}!important;color:${dark.onAccent}!important}`,
  ];
  const outlook = rules.map((rule) => `[data-ogsc] ${rule}`);
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}${outlook.join('')}@media (max-width:480px){.room{padding:20px 18px 22px!important}.label{width:76px!important;padding-left:12px!important}}`;
}

function card(content: EmailContent, light: Shades): Html {
  const { picture, above, heading, paragraphs, code, quote, letter, facts = [], button, links = [] } = content;
  const ink = `color:${light.ink}`;
  const quiet = `color:${light.quiet}`;
  const small = (text: Html | string) => html`<p class="quiet" style="${STYLE.above};${quiet}">${text}</p>\n`;
  const parts = [
    picture?.credit &&
      html`<p class="quiet" style="${STYLE.credit};${quiet}">Picture: ${link(picture.credit, quiet, 'quiet')}</p>\n`,
    above && small(above),
    html`<h1 class="ink" style="${STYLE.heading};${ink}">${heading}</h1>\n`,
    ...paragraphs.map((text) => html`<p class="ink" style="${STYLE.paragraph};${ink}">${text}</p>\n`),
    code && box(html`<p class="ink" style="${STYLE.code};${ink}">${code}</p>`, light),
    letter && html`<div class="ink" style="${STYLE.words};${ink}">${letter.html}</div>\n`,
    quote && box(html`${small(quote.by)}<p class="ink" style="${STYLE.words};${ink}">${quote.text}</p>`, light),
    facts.length > 0 && framed(light, ...facts.map((fact) => factRow(fact, light))),
    button && buttonOf(button, light),
    links.length > 0 && linkLine(links, light),
  ];
  return table('', [
    row(picture ? html`<td style="line-height:0">${pictureOf(picture.src)}</td>` : band(light)),
    row(
      cell(
        'room',
        STYLE.room,
        parts.filter((part) => typeof part === 'object'),
      ),
    ),
  ]);
}

const pictureOf = (src: string): Html => html`<img src="${src}" width="558" alt="" style="${STYLE.picture}">`;

/** The colour of the event, where there is no picture. */
const band = ({ accent }: Shades): Html =>
  html`<td class="button" bgcolor="${accent}" style="${STYLE.band};background-color:${accent}">&nbsp;</td>`;

function factRow({ label, lines, was, href }: EmailFact, light: Shades): Html {
  const quiet = `color:${light.quiet}`;
  const lineOf = (line: string, at: number) =>
    at === 0
      ? html`<p class="ink" style="${STYLE.line};color:${light.ink}">${href === undefined ? line : link({ label: line, href }, `color:${light.accent}`, 'accent')}</p>`
      : html`<p class="quiet" style="${STYLE.line};${quiet}">${line}</p>`;
  const before = was && html`<p class="quiet" style="${STYLE.was};${quiet}">${was}</p>`;
  return row(
    html`<td class="label quiet" width="92" style="${STYLE.fact};${STYLE.label};${quiet}">${label}</td>`,
    cell('ink', STYLE.fact, [...lines.map(lineOf), ...(before ? [before] : [])]),
  );
}

/** A button that is drawn as one everywhere: a cell with a colour of its own around the link. */
function buttonOf(button: EmailLink, { accent, onAccent }: Shades): Html {
  const text = link(button, `${STYLE.button};color:${onAccent};background-color:${accent}`, 'button');
  return html`<table align="left" border="0" cellpadding="0" cellspacing="0" role="presentation" style="border-collapse:separate;margin-top:4px"><tbody><tr><td class="button" bgcolor="${accent}" style="background-color:${accent};border-radius:10px">${text}</td></tr></tbody></table>\n`;
}

function linkLine(links: EmailLink[], { accent, quiet }: Shades): Html {
  const each = links.map(
    (one, at) =>
      html`${at === 0 ? undefined : html` &nbsp;·&nbsp; `}${link(one, `${STYLE.link};color:${accent}`, 'accent')}`,
  );
  return table(
    '',
    row(cell('', 'padding-top:14px', html`<p class="quiet" style="${STYLE.links};color:${quiet}">${each}</p>`)),
  );
}

/** A framed box around one text. */
const box = (content: Html, light: Shades): Html => framed(light, row(cell('', 'padding:14px 16px', content)));

function framed({ box, line }: Shades, ...rows: Html[]): Html {
  return table(`background-color:${box};border:1px solid ${line};${STYLE.box}`, rows, 'box');
}

/** The only box that every program for email draws. */
function table(style: string, rows: Html | Html[], name = ''): Html {
  return html`<table class="${name}" align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;table-layout:fixed;border-collapse:separate;${style}"><tbody>${rows}</tbody></table>\n`;
}

const row = (...cells: Html[]): Html => html`<tr>${cells}</tr>`;

const cell = (name: string, style: string, content: Html | Html[]): Html =>
  html`<td class="${name}" style="${style}">${content}</td>`;

const link = ({ label, href }: EmailLink, style: string, name: string): Html =>
  html`<a class="${name}" href="${href}" style="${style}" target="_blank">${label}</a>`;

const PREVIEW_LENGTH = 150;

/** Blanks that no program folds together, so that a short preview is not followed by the rest of the email. */
const FILLER = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';

function shortPreview(preview: string): string {
  const text = preview.slice(0, PREVIEW_LENGTH);
  return text + FILLER.repeat(PREVIEW_LENGTH - text.length);
}

/** Paragraphs on one line each: programs wrap them as they like. Only a person's own letter keeps its lines. */
function plainText(content: EmailContent): string {
  const { above, heading, paragraphs, code, quote, letter, facts = [], button, links = [] } = content;
  const linked = (to: EmailLink | undefined) => to && `${to.label} ${to.href}`;
  const flat = (part: string | undefined) => part?.replace(/\s+/g, ' ').trim();
  const factLine = ({ label, lines, was }: EmailFact) =>
    flat(`${label}: ${lines.join('; ')}${was === undefined ? '' : ` (was: ${was})`}`);
  return [
    flat(above),
    flat(heading.toUpperCase()),
    ...paragraphs.map(flat),
    code,
    flat(quote && `${quote.by}: ${quote.text}`),
    letter?.text.trim(),
    facts.map(factLine).join('\n'),
    linked(button),
    ...links.map(linked),
    '-'.repeat(40),
    flat(content.reason),
    linked(content.settings),
    linked(content.stop),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}
