/**
 * Card fields in a frame. The parent's origin stands in the address; only it is listened to, and only it is told: how high the fields
 * are, whether they are complete, and what became of a payment. What is typed goes to Stripe alone.
 */
import { brandOf, datedAs, monthAndYear, spaced, whyWrong } from './card.js';

const query = new URLSearchParams(location.search);
const parentOrigin = query.get('origin');
const byId = (id) => document.getElementById(id);
const form = byId('form');
const challenge = byId('challenge');
const tests = query.get('tests') === 'hide' ? null : form.querySelector('.tests');
const inputs = { number: byId('number'), expiry: byId('expiry'), cvc: byId('cvc'), iban: byId('iban') };
const NAMES = { card: ['number', 'expiry', 'cvc'], sepa_debit: ['iban'] };

const methods = (query.get('methods') ?? 'card').split(',').filter((name) => name in NAMES);
let isBusy = false;
/** What the parent was told last of the fields. */
let told = '';
/** Ends the waiting for the bank, and says whether it was answered. */
let answered = () => {};

const tell = (message) => parent.postMessage({ source: 'folkmoot-sandbox-stripe', ...message }, parentOrigin);
const kind = () => form.elements.kind.value;
const names = () => NAMES[kind()];
const wrongIn = (name) => whyWrong(name, inputs[name].value, inputs.number.value, new Date());

function applyLook({ theme, accent }) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (/^#[\da-f]{6}$/i.test(accent ?? '')) document.documentElement.style.setProperty('--brand', accent);
}

function showError(name, sentence) {
  const place = byId(`${name}-error`);
  place.textContent = sentence ?? '';
  place.hidden = sentence === undefined;
  if (sentence === undefined) {
    inputs[name].removeAttribute('aria-invalid');
    inputs[name].removeAttribute('aria-describedby');
  } else {
    inputs[name].setAttribute('aria-invalid', 'true');
    inputs[name].setAttribute('aria-describedby', `${name}-error`);
  }
}

function tellState() {
  const errors = Object.fromEntries(
    names()
      .map((name) => [name, byId(`${name}-error`).textContent])
      .filter(([, sentence]) => sentence !== ''),
  );
  const complete = names().every((name) => wrongIn(name) === undefined);
  const empty = names().every((name) => inputs[name].value === '');
  const state = JSON.stringify({ complete, empty, method: kind(), errors });
  if (state === told) return;
  told = state;
  tell({ type: 'change', complete, empty, method: kind(), errors });
}

/** Shows what is wrong in every field, and goes to the first. @returns whether anything is. */
function showAllErrors() {
  const wrong = names().filter((name) => wrongIn(name) !== undefined);
  for (const name of names()) showError(name, wrongIn(name));
  if (wrong.length > 0) inputs[wrong[0]].focus();
  tellState();
  return wrong.length > 0;
}

function showKind() {
  byId('card').hidden = kind() !== 'card';
  byId('debit').hidden = kind() !== 'sepa_debit';
  if (tests) tests.hidden = kind() !== 'card';
  tellState();
}

function onInput(name) {
  const input = inputs[name];
  if (name === 'number') {
    const atEnd = input.selectionStart === input.value.length;
    const before = input.selectionStart;
    input.value = spaced(input.value);
    if (!atEnd) input.setSelectionRange(before, before);
    byId('brand').textContent = brandOf(input.value);
  }
  if (name === 'expiry') {
    input.value = datedAs(input.value, input.dataset.before ?? '');
    input.dataset.before = input.value;
  }
  if (name === 'cvc') input.value = input.value.replace(/\D/g, '');
  if (input.getAttribute('aria-invalid') === 'true') showError(name, wrongIn(name));
  tellState();
}

function fieldsOf({ clientSecret, returnUrl, name, email }) {
  const { month, year } = monthAndYear(inputs.expiry.value);
  const details =
    kind() === 'card'
      ? {
          'payment_method_data[card][number]': inputs.number.value,
          'payment_method_data[card][exp_month]': String(month),
          'payment_method_data[card][exp_year]': String(year),
          'payment_method_data[card][cvc]': inputs.cvc.value,
        }
      : { 'payment_method_data[sepa_debit][iban]': inputs.iban.value };
  const who = {
    ...(name ? { 'payment_method_data[billing_details][name]': name } : {}),
    ...(email ? { 'payment_method_data[billing_details][email]': email } : {}),
  };
  const back = returnUrl ? { return_url: returnUrl } : {};
  return {
    'payment_method_data[type]': kind(),
    ...details,
    ...who,
    ...back,
    client_secret: clientSecret,
    use_stripe_sdk: 'true',
  };
}

/** Asks the API as a browser may. @returns the intent, or an error as Stripe has it. */
async function ask(path, { publishableKey, account }, fields) {
  const headers = { authorization: `Bearer ${publishableKey}`, ...(account ? { 'stripe-account': account } : {}) };
  try {
    const query = fields.method === 'GET' ? `?client_secret=${encodeURIComponent(fields.secret)}` : '';
    const body = fields.method === 'GET' ? {} : { method: 'POST', body: new URLSearchParams(fields.form) };
    const reply = await fetch(`/v1/payment_intents/${path}${query}`, { headers, ...body });
    const said = await reply.json();
    return said.error ? { error: said.error } : { intent: said };
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
      },
    };
  }
}

const FIELD_OF = {
  incorrect_number: 'number',
  invalid_number: 'number',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  expired_card: 'expiry',
  invalid_cvc: 'cvc',
  incorrect_cvc: 'cvc',
  invalid_bank_account_iban: 'iban',
};

/** The error, as the parent may have it. */
function briefly({ type, code, decline_code, message, payment_intent }) {
  const status = payment_intent?.status;
  return {
    type,
    message,
    ...(code ? { code } : {}),
    ...(decline_code ? { decline_code } : {}),
    ...(status ? { status } : {}),
  };
}

/** Shows the page of the buyer's bank until it has been answered. */
async function authenticate(intent) {
  const url = new URL(intent.next_action.use_stripe_sdk.stripe_js);
  url.searchParams.set('embed', parentOrigin);
  challenge.src = url.href;
  challenge.hidden = false;
  form.hidden = true;
  challenge.focus();
  tell({ type: 'challenge', open: true });
  await new Promise((resolve) => {
    answered = resolve;
  });
  challenge.hidden = true;
  challenge.src = 'about:blank';
  form.hidden = false;
  tell({ type: 'challenge', open: false });
}

const INCOMPLETE = {
  type: 'validation_error',
  code: 'incomplete',
  message: 'Some payment details are missing or wrong.',
};

async function pay(asked) {
  const id = String(asked.clientSecret).split('_secret_')[0];
  const said = await ask(`${id}/confirm`, asked, { form: fieldsOf(asked) });
  if (said.error) return said;
  return said.intent.status === 'requires_action' ? goOn(asked, said.intent) : said;
}

async function goOn(asked, intent) {
  await authenticate(intent);
  const after = await ask(intent.id, asked, { method: 'GET', secret: asked.clientSecret });
  const failed = after.intent?.status === 'requires_payment_method' && after.intent.last_payment_error;
  return failed ? { error: { ...failed, payment_intent: after.intent } } : after;
}

/** Shows the page of the bank again, for an intent whose authentication was left. */
async function resume(asked) {
  const id = String(asked.clientSecret).split('_secret_')[0];
  const said = await ask(id, asked, { method: 'GET', secret: asked.clientSecret });
  const isOpen = said.intent?.status === 'requires_action' && said.intent.next_action?.type === 'use_stripe_sdk';
  return isOpen ? goOn(asked, said.intent) : said;
}

async function carryOut(asked, work) {
  if (isBusy) return;
  isBusy = true;
  form.inert = true;
  const { intent, error } = await work(asked);
  isBusy = false;
  form.inert = false;
  const field = error && FIELD_OF[error.code];
  if (field && names().includes(field)) {
    showError(field, error.message);
    inputs[field].focus();
  }
  const result = error ? { error: briefly(error) } : { paymentIntent: { id: intent.id, status: intent.status } };
  tell({ type: 'result', requestId: asked.requestId, ...result });
}

/** Pays, once what stands in the fields can be right. Errors are shown before the form is disabled, since one of them gets the focus. */
function begin(asked) {
  if (isBusy) return;
  if (showAllErrors()) tell({ type: 'result', requestId: asked.requestId, error: INCOMPLETE });
  else carryOut(asked, pay);
}

addEventListener('message', ({ origin, source, data }) => {
  if (origin === location.origin && source === challenge.contentWindow && data?.type === 'challenge-done')
    return answered();
  if (origin !== parentOrigin || source !== parent || typeof data !== 'object' || data === null) return;
  if (data.type === 'confirm') begin(data);
  if (data.type === 'resume') carryOut(data, resume);
  if (data.type === 'leave') answered();
  if (data.type === 'look') applyLook(data);
  if (data.type === 'focus') inputs[names()[0]].focus();
  if (data.type === 'validate') showAllErrors();
  if (data.type === 'disable') form.inert = data.disabled === true;
});

applyLook({ theme: query.get('theme'), accent: query.get('accent') });
if (!tests) form.querySelector('.tests').remove();
byId('kinds').hidden = methods.length < 2;
if (methods[0]) form.elements.kind.value = methods[0];
for (const name of Object.keys(inputs)) {
  inputs[name].addEventListener('input', () => onInput(name));
  inputs[name].addEventListener('blur', () => {
    if (inputs[name].value !== '') showError(name, wrongIn(name));
    tellState();
  });
}
for (const option of form.elements.kind) option.addEventListener('change', showKind);
for (const button of form.querySelectorAll('[data-number]'))
  button.addEventListener('click', () => {
    const nextYear = String(new Date().getFullYear() + 1).slice(-2);
    Object.assign(inputs.number, { value: spaced(button.dataset.number) });
    Object.assign(inputs.expiry, { value: `12 / ${nextYear}` });
    Object.assign(inputs.cvc, { value: '123' });
    for (const name of NAMES.card) showError(name, undefined);
    byId('brand').textContent = brandOf(inputs.number.value);
    tellState();
  });
form.addEventListener('submit', (event) => {
  event.preventDefault();
  tell({ type: 'submit' });
});

new ResizeObserver(() =>
  tell({ type: 'height', height: Math.ceil(document.querySelector('main').getBoundingClientRect().height) }),
).observe(document.querySelector('main'));
tell({ type: 'ready', methods });
showKind();
