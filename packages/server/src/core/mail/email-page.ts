import { Body, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from '@react-email/components';
import { render } from '@react-email/render';
import { createElement as h, type ReactNode } from 'react';
import type { EmailContent } from './email-template.ts';

const FONT = "'Hanken Grotesk', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Draws the email. The colours are those of the light scheme: email has no other. */
export async function drawEmail(letter: EmailContent): Promise<{ html: string; text: string }> {
  const page = h(
    Html,
    { lang: 'en' },
    h(Head),
    h(Preview, null, letter.preview),
    h(
      Body,
      { style: { backgroundColor: '#f4f5f2', fontFamily: FONT, margin: 0, padding: '24px 8px' } },
      h(
        Container,
        {
          style: {
            backgroundColor: '#ffffff',
            border: '1px solid #dedfdb',
            borderRadius: 12,
            padding: '28px 32px',
            maxWidth: 520,
          },
        },
        h(
          Heading,
          { as: 'h1', style: { fontSize: 24, lineHeight: '30px', color: '#154a2f', margin: '0 0 12px' } },
          letter.heading,
        ),
        ...letter.paragraphs.map((text) =>
          h(
            Text,
            { key: text, style: { fontSize: 16, lineHeight: '26px', color: '#191a14', margin: '0 0 12px' } },
            text,
          ),
        ),
        ...extras(letter),
        h(Hr, { style: { borderColor: '#dedfdb', margin: '24px 0 12px' } }),
        h(Text, { style: { fontSize: 13, lineHeight: '19px', color: '#4f5149', margin: 0 } }, letter.footer),
        ...(letter.stop
          ? [
              h(
                Link,
                { key: 'stop', href: letter.stop.href, style: { fontSize: 13, color: '#4f5149' } },
                letter.stop.label,
              ),
            ]
          : []),
      ),
    ),
  );
  return { html: await render(page), text: await render(page, { plainText: true }) };
}

function extras({ code, button }: EmailContent): ReactNode[] {
  const parts: ReactNode[] = [];
  if (code) {
    parts.push(
      h(
        Section,
        {
          key: 'code',
          style: {
            backgroundColor: '#f4f5f2',
            borderRadius: 8,
            padding: '14px 0',
            textAlign: 'center',
            margin: '8px 0 16px',
          },
        },
        h(
          Text,
          {
            style: {
              fontFamily: 'ui-monospace, Menlo, monospace',
              fontSize: 32,
              letterSpacing: 8,
              color: '#191a14',
              margin: 0,
            },
          },
          code,
        ),
      ),
    );
  }
  if (button) {
    parts.push(
      h(
        Link,
        {
          key: 'button',
          href: button.href,
          style: {
            display: 'inline-block',
            backgroundColor: '#206240',
            color: '#ffffff',
            borderRadius: 8,
            padding: '10px 18px',
            fontSize: 16,
            textDecoration: 'none',
          },
        },
        button.label,
      ),
    );
  }
  return parts;
}
