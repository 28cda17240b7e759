/** The mailbox page: a list that follows the server, and the selected email (its id is in the address after #). */

const byId = (id) => document.getElementById(id);
const [search, to, list, count] = ['search', 'to', 'mails', 'count'].map(byId);
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

/** The email on the right, so that a refresh of the list does not load it again. */
let shownId = '';

async function getJson(path) {
  const response = await fetch(path);
  return response.ok ? response.json() : null;
}

function element(tag, className, text) {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

function row(mail) {
  const link = element('a', '', '');
  link.href = `#${mail.id}`;
  if (mail.id === shownId) link.setAttribute('aria-current', 'true');
  const at = element('time', '', time.format(new Date(mail.at)));
  at.dateTime = mail.at;
  link.append(
    element('span', 'subject', mail.subject || '(no subject)'),
    at,
    element('span', 'to', `To ${mail.to.join(', ')}`),
    element('span', 'preview', mail.preview),
  );
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** Offers everybody who ever got an email; keeps the choice, also one given in the address before any email came. */
function offerRecipients(mails) {
  const addresses = new Set(mails.flatMap((mail) => mail.to));
  const chosen = to.value || new URLSearchParams(location.search).get('to') || '';
  if (chosen !== '') addresses.add(chosen);
  to.replaceChildren(
    new Option('Everybody', ''),
    ...[...addresses].sort().map((address) => new Option(address, address)),
  );
  to.value = chosen;
}

async function refresh({ recipients = true } = {}) {
  if (recipients) offerRecipients((await getJson('/api/mails'))?.mails ?? []);
  const filter = new URLSearchParams({ to: to.value, search: search.value });
  const { mails } = (await getJson(`/api/mails?${filter}`)) ?? { mails: [] };
  list.replaceChildren(...mails.map(row));
  const filtered = to.value !== '' || search.value !== '';
  if (mails.length > 0) count.textContent = mails.length === 1 ? '1 email' : `${mails.length} emails`;
  else
    count.textContent = filtered
      ? 'No email matches. Try other words or another address.'
      : 'No email yet. Sign up, and the code arrives here.';
}

function showAs(kind) {
  byId('as-html').setAttribute('aria-pressed', String(kind === 'html'));
  byId('as-text').setAttribute('aria-pressed', String(kind === 'text'));
  byId('html').hidden = kind !== 'html';
  byId('text').hidden = kind !== 'text';
}

async function showChosen() {
  const id = location.hash.slice(1);
  const mail = id === '' ? null : await getJson(`/api/mails/${encodeURIComponent(id)}`);
  shownId = mail?.id ?? '';
  byId('reading').hidden = mail === null;
  byId('nothing').hidden = mail !== null;
  document.querySelector('main').dataset.reading = mail === null ? 'no' : 'yes';
  for (const link of list.querySelectorAll('a')) {
    if (link.hash === `#${shownId}`) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  if (mail === null) return;
  byId('subject').textContent = mail.subject || '(no subject)';
  byId('from').textContent = mail.from;
  byId('recipients').textContent = mail.to.join(', ');
  byId('at').textContent = dateTime.format(new Date(mail.at));
  byId('attachments').textContent = mail.attachments
    .map(({ name, bytes }) => `${name} (${Math.ceil(bytes / 1024)} KB)`)
    .join(', ');
  for (const part of ['attachments', 'attachments-label']) byId(part).hidden = mail.attachments.length === 0;
  byId('text').textContent = mail.text || 'This email has no text part.';
  byId('as-html').disabled = mail.html === null;
  if (mail.html !== null) byId('html').src = `/mails/${mail.id}/html`;
  showAs(mail.html === null ? 'text' : 'html');
  byId('subject').focus({ preventScroll: true });
}

byId('as-html').addEventListener('click', () => showAs('html'));
byId('as-text').addEventListener('click', () => showAs('text'));
byId('back').addEventListener('click', () => {
  location.hash = '';
});
byId('delete').addEventListener('click', async () => {
  if (!confirm('Delete every email in the mailbox?')) return;
  await fetch('/api/mails', { method: 'DELETE' });
  location.hash = '';
});
search.addEventListener('input', () => refresh({ recipients: false }));
to.addEventListener('change', () => refresh({ recipients: false }));
addEventListener('hashchange', showChosen);

const live = new EventSource('/api/live');
live.addEventListener('changed', () => refresh());
// Also after the sandbox was restarted: the connection is restored automatically, with an empty list.
live.addEventListener('open', () => refresh());
await showChosen();
