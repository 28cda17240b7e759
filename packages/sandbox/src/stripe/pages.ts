import type { Stripe } from 'stripe';
import { written } from './payments/currencies.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const safe = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

function page(title: string, content: string, script = ''): string {
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title} · Folkmoot sandbox</title><link rel="stylesheet" href="/assets/sandbox.css">${script}</head>
<body class="narrow"><main>${content}</main></body>
</html>
`;
}

/** Countries and the currency of each, as the onboarding page offers them. */
const PLACES = `GB United Kingdom GBP, DE Germany EUR, FR France EUR, IE Ireland EUR, CH Switzerland CHF, SE Sweden SEK,
  HU Hungary HUF, US United States USD, JP Japan JPY, AU Australia AUD, AE United Arab Emirates AED`
  .split(/,\s+/)
  .map((line) => {
    const words = line.split(' ');
    return { country: words[0] ?? '', name: words.slice(1, -1).join(' '), currency: words.at(-1) ?? '' };
  });

/** The page on which a host tells Stripe about themselves. */
export function onboardingPage(id: string, session: string, account: Stripe.V2.Core.Account): string {
  const chosen = account.identity?.country?.toUpperCase() ?? 'GB';
  const currency =
    account.defaults?.currency?.toUpperCase() ?? PLACES.find(({ country }) => country === chosen)?.currency ?? 'GBP';
  const countries = PLACES.map(
    ({ country, name }) => `<option value="${country}"${country === chosen ? ' selected' : ''}>${name}</option>`,
  );
  const currencies = [...new Set(PLACES.map((place) => place.currency)), 'KWD']
    .sort()
    .map((one) => `<option${one === currency ? ' selected' : ''}>${one}</option>`);
  return page(
    'Get paid',
    `<h1>Take payments${account.display_name === undefined ? '' : ` as ${safe(account.display_name)}`}</h1>
<p>This is the sandbox, which stands in for Stripe on this machine. No money moves, and nothing here has to be true.</p>
<form method="post" action="/onboarding/${safe(id)}">
<input type="hidden" name="session" value="${safe(session)}">
<label>Country<select name="country">${countries.join('')}</select></label>
<label>Currency<select name="currency">${currencies.join('')}</select></label>
<div class="buttons"><button name="answer" value="finish" class="main">Finish</button>
<button name="answer" value="later">Finish later</button>
<button name="answer" value="document">Stripe still needs a document</button></div>
</form>`,
  );
}

/**
 * The page of the buyer's bank.
 *
 * @param embed the origin of the product, if the page is shown inside the card fields.
 */
export function challengePage(intent: Stripe.PaymentIntent, secret: string, embed: string | undefined): string {
  return page(
    'Authenticate',
    `<h1>Confirm your payment</h1>
<p>Your bank asks whether you are paying <strong>${safe(written(intent.amount, intent.currency))}</strong>. This is the sandbox, which stands in for the bank.</p>
<form method="post" action="/next-action/${safe(intent.id)}">
<input type="hidden" name="secret" value="${safe(secret)}">${embed === undefined ? '' : `<input type="hidden" name="embed" value="${safe(embed)}">`}
<div class="buttons"><button name="answer" value="pass" class="main">Complete</button><button name="answer" value="refuse">Refuse</button></div>
</form>`,
  );
}

/** What stands in the frame once the bank was answered; its script tells the card fields. */
export function challengeDonePage(): string {
  return page(
    'Authenticated',
    '<p role="status">Thank you. The payment goes on.</p>',
    '<script src="/assets/done.js" type="module"></script>',
  );
}

/** Something that cannot be shown. */
export function errorPage(reason: string): string {
  return page('Not here', `<h1>This does not work</h1><p>${safe(reason)}</p>`);
}
