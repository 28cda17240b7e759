/** The control page: follows the state of the sandbox, and asks it to do what Stripe, a bank or a host would. */

const byId = (id) => document.getElementById(id);
const said = byId('said');
const settings = byId('settings');
const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium' });

function element(tag, className, text) {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

/** An amount in the smallest unit of its currency, with the decimals that Stripe gives the currency. */
function money(amount, currency) {
  const decimals = /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/.test(currency)
    ? 0
    : /^(bhd|jod|kwd|omr|tnd)$/.test(currency)
      ? 3
      : 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...digits }).format(amount / 10 ** decimals);
}

/** Sends a command, and says what came of it. */
async function call(path, fields = {}) {
  const reply = await fetch(`/sandbox/${path}`, { method: 'POST', body: JSON.stringify(fields) });
  const body = await reply.json();
  said.textContent = reply.ok ? 'Done.' : body.error.message;
  said.toggleAttribute('data-wrong', !reply.ok);
  await refresh();
}

function button(text, path, fields) {
  const node = element('button', '', text);
  node.type = 'button';
  node.addEventListener('click', () => call(path, fields));
  return node;
}

function row(name, status, details, buttons) {
  const item = document.createElement('li');
  const what = element('div', 'what', '');
  what.append(element('span', 'name', name), ' ', element('span', 'status', status), element('span', 'quiet', details));
  item.append(what, ...buttons);
  return item;
}

function accountRow({ id, display_name, contact_email, configuration, requirements, identity, defaults }) {
  const status = configuration?.merchant?.capabilities?.card_payments?.status ?? 'not requested';
  const due = (requirements?.entries ?? []).map(({ description }) => description);
  const place = [identity?.country?.toUpperCase(), defaults?.currency?.toUpperCase()].filter(Boolean).join(' · ');
  const buttons = [
    button('Finish', `accounts/${id}/finish`, {
      country: identity?.country ?? 'gb',
      currency: defaults?.currency ?? 'gbp',
    }),
    button('Ask for a document', `accounts/${id}/document`),
    button('Review', `accounts/${id}/review`),
    button('Pause', `accounts/${id}/pause`),
  ];
  return row(display_name ?? id, status, [id, contact_email, place, ...due].filter(Boolean).join(' · '), buttons);
}

function paymentRow({
  id,
  amount,
  currency,
  status,
  account,
  created,
  latest_charge,
  description,
  last_payment_error,
}) {
  const buttons = {
    processing: () => [button('Settle', `payment_intents/${id}/settle`), button('Fail', `payment_intents/${id}/fail`)],
    requires_action: () => [
      button('Authenticate', `payment_intents/${id}/authenticate`, { passed: true }),
      button('Refuse', `payment_intents/${id}/authenticate`, { passed: false }),
    ],
    succeeded: () => [
      button('Refund', `charges/${latest_charge}/refund`),
      button('Refund a half', `charges/${latest_charge}/refund`, { amount: Math.floor(amount / 20) * 10 }),
      button('Dispute', `charges/${latest_charge}/dispute`),
    ],
  };
  const details = [id, account, time.format(created * 1000), description, last_payment_error?.message];
  return row(money(amount, currency), status, details.filter(Boolean).join(' · '), buttons[status]?.() ?? []);
}

function refundRow({ id, amount, currency, status, account, created, charge }) {
  const buttons = [
    ...(status === 'pending' ? [button('Complete', `refunds/${id}/complete`)] : []),
    ...(status === 'failed' ? [] : [button('Fail', `refunds/${id}/fail`)]),
  ];
  return row(money(amount, currency), status, [id, charge, account, time.format(created * 1000)].join(' · '), buttons);
}

function disputeRow({ id, amount, currency, status, reason, account, charge }) {
  const isOpen = status !== 'won' && status !== 'lost';
  const decide = (word) =>
    button(`The host ${word === 'won' ? 'wins' : 'loses'}`, `disputes/${id}/decide`, { status: word });
  return row(
    money(amount, currency),
    status,
    [reason, id, charge, account].join(' · '),
    isOpen ? [decide('won'), decide('lost')] : [],
  );
}

function eventRow({ id, type, account, created, deliveries }) {
  const status = deliveries.map(({ state }) => state).join(', ') || 'no endpoint';
  const tries = deliveries.map(
    ({ url, attempts }) => `${url ?? 'removed'} ${attempts.map((one) => one.status || one.error).join(', ')}`,
  );
  const buttons = deliveries.flatMap((delivery) => [
    button(delivery.state === 'delivered' ? 'Send again' : 'Send', `deliveries/${delivery.id}/send`),
    ...(delivery.state === 'waiting' || delivery.state === 'held'
      ? [button('Lose', `deliveries/${delivery.id}/drop`)]
      : []),
  ]);
  return row(type, status, [id, account, time.format(created * 1000), ...tries].join(' · '), buttons);
}

const ROWS = { accounts: accountRow, payments: paymentRow, refunds: refundRow, disputes: disputeRow, events: eventRow };
/** What each list shows, so that only lists that changed are drawn again. */
const shown = {};

async function refresh() {
  const state = await (await fetch('/sandbox/state')).json();
  for (const [name, rowOf] of Object.entries(ROWS)) {
    const text = JSON.stringify(state[name]);
    if (shown[name] === text) continue;
    shown[name] = text;
    byId(name).replaceChildren(...state[name].map(rowOf));
  }
  if (settings.contains(document.activeElement)) return;
  for (const [name, value] of Object.entries(state.settings)) {
    const input = settings.elements[name];
    if (input?.type === 'checkbox') input.checked = value;
    else if (input) input.value = value;
  }
}

settings.addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(
    [...settings.querySelectorAll('input')].map((input) => [
      input.name,
      input.type === 'checkbox' ? input.checked : Number(input.value),
    ]),
  );
  call('settings', fields);
});
for (const node of document.querySelectorAll('[data-call]'))
  node.addEventListener('click', () => call(node.dataset.call, JSON.parse(node.dataset.fields ?? '{}')));

await refresh();
setInterval(() => refresh().catch(() => undefined), 2000);
