import type { FastifyReply } from 'fastify';
import { PLAIN } from '../../mail/palette.ts';
import { type Html, html } from '../escape-html.ts';

/** Sends a small page that needs nothing of the web client. Nobody keeps it, and search engines leave it out. */
export function sendPlainPage(reply: FastifyReply, product: string, content: Html): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(
      html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${product}</title>
<style>${STYLES}</style></head>
<body><main><p class="product">${product}</p>${content}</main></body>
</html>
`.toString(),
    );
}

const { light, dark } = PLAIN;

const STYLES = `body{margin:0;padding:24px 16px;background:${light.page};color:${light.ink};font:16px/1.5 system-ui,sans-serif}main{max-width:32rem;margin:8vh auto 0;padding:24px;background:${light.card};border:1px solid ${light.line};border-radius:16px;overflow-wrap:anywhere}.product{margin:0;font-weight:700;color:${light.accent}}h1{margin:12px 0;font-size:1.5rem;line-height:1.2}form{display:flex;flex-direction:column;gap:12px;margin-top:20px}button{min-height:44px;padding:8px 16px;font:inherit;font-weight:600;border:1px solid ${light.accent};border-radius:10px;background:${light.accent};color:${light.onAccent};cursor:pointer}.other{background:none;color:${light.accent}}@media (prefers-color-scheme:dark){body{background:${dark.page};color:${dark.ink}}main{background:${dark.card};border-color:${dark.line}}.product{color:${dark.accent}}button{background:${dark.accent};color:${dark.onAccent};border-color:${dark.accent}}.other{background:none;color:${dark.accent}}}`;
