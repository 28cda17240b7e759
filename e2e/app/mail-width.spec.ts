import { renderEmail } from '../../packages/server/src/core/mail/email-template.ts';
import { expect, test } from '../fixtures.ts';
import { CI } from '../viewports.ts';

const LINK =
  'https://us02web.zoom.us/j/85912345678?pwd=Q2x1c3RlckZ1Y2tzQXJlTm90QWxsb3dlZEhlcmVBdEFsbA.1&uname=Wren%20Halloran';

test('an email is never wider than a phone, whatever its words are', CI, async ({ page }) => {
  const { html } = renderEmail({
    preview: 'Moot',
    sender: { label: 'Folkmoot', href: 'https://moot.example' },
    heading: `You’re going to ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)}`,
    paragraphs: [`It is at ${LINK}.`],
    quote: { by: 'From the hosts', text: LINK },
    facts: [
      { label: 'Where', lines: ['Online', LINK], was: LINK, href: LINK },
      { label: 'Online', lines: [LINK], href: LINK },
    ],
    button: { label: 'Open the event', href: LINK },
    links: [
      { label: 'Add to Google Calendar', href: LINK },
      { label: 'Add to Outlook', href: LINK },
      { label: 'Cancel registration', href: LINK },
    ],
    reason: `You received this email because you registered for ${LINK} on Folkmoot.`,
    stop: { label: 'This wasn’t me: stop these emails, or report them', href: LINK },
  });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.setContent(html);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
});
