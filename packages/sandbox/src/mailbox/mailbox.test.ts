import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from './start.ts';

let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startMailbox({ smtp: 0, page: 0 });
});
afterEach(() => mailbox.stop());

function send(mail: Parameters<ReturnType<typeof createTransport>['sendMail']>[0]) {
  return createTransport(mailbox.smtpUrl).sendMail({ from: 'Folkmoot <hello@alderwick.example>', ...mail });
}

type Answer = { status: number; headers: Record<string, unknown>; body: string };

/** fetch() cannot set Host, so these go through node:http. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(`${mailbox.mailboxUrl}${path}`, { headers, method }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
    call.once('error', reject);
    call.end();
  });
}

async function getJson(path: string) {
  return JSON.parse((await get(path)).body);
}

test('an email sent over SMTP can be read as HTML and as text', async () => {
  await send({
    to: 'ines@alderwick.example',
    subject: 'Your code',
    text: 'Code 123456',
    html: '<p>Code <b>123456</b></p>',
  });
  const { mails } = await getJson('/api/mails');
  expect(mails).toMatchObject([
    {
      from: 'Folkmoot <hello@alderwick.example>',
      to: ['ines@alderwick.example'],
      subject: 'Your code',
      preview: 'Code 123456',
    },
  ]);
  expect(await getJson(`/api/mails/${mails[0].id}`)).toMatchObject({
    text: 'Code 123456',
    html: '<p>Code <b>123456</b></p>',
  });
});

test('names, subjects and texts outside ASCII arrive intact', async () => {
  await send({
    to: '"نور الدين" <nour@alderwick.example>',
    subject: 'Grüße aus Alderwick, 三木さん 🏺',
    text: 'Żółta glina — très bien, שלום',
    html: '<p>Żółta glina — 陶芸</p>',
  });
  const [mail] = mailbox.mails.list();
  expect(mail).toMatchObject({ subject: 'Grüße aus Alderwick, 三木さん 🏺', to: ['nour@alderwick.example'] });
  expect(mail?.text).toBe('Żółta glina — très bien, שלום');
  expect(mail?.html).toContain('陶芸');
});

test('pictures inside an email are shown, other attachments are listed', async () => {
  await send({
    to: 'a@alderwick.example',
    html: '<img src="cid:mark">',
    attachments: [
      { cid: 'mark', filename: 'mark.png', contentType: 'image/png', content: Buffer.from('png') },
      { filename: 'rota.csv', contentType: 'text/csv', content: 'day,who\n' },
    ],
  });
  const [mail] = mailbox.mails.list();
  expect(mail?.html).toContain(`src="data:image/png;base64,${Buffer.from('png').toString('base64')}"`);
  expect(mail?.attachments).toEqual([{ name: 'rota.csv', type: 'text/csv', bytes: 8 }]);
});

test('the mailbox is newest first and can be narrowed to an address, including blind copies, or to words', async () => {
  await send({ to: 'one@alderwick.example', subject: 'First', text: 'kiln' });
  await send({ to: 'two@alderwick.example', bcc: 'Three@alderwick.example', subject: 'Second', text: 'loom' });
  const subjects = async (query: string) =>
    (await getJson(`/api/mails${query}`)).mails.map((mail: { subject: string }) => mail.subject);
  expect(await subjects('')).toEqual(['Second', 'First']);
  expect(await subjects('?to=three@alderwick.example')).toEqual(['Second']);
  expect(await subjects('?to=three')).toEqual([]);
  expect(await subjects('?search=KILN')).toEqual(['First']);
});

test('an email is shown without scripts, and its links open in a new tab', async () => {
  await send({
    to: 'a@alderwick.example',
    html: '<a href="http://127.0.0.1:1/x" target="_self">In</a><script>1</script>',
  });
  const [mail] = mailbox.mails.list();
  const { headers, body } = await get(`/mails/${mail?.id}/html`);
  expect(body).toContain('<a target="_blank" rel="noopener noreferrer" href="http://127.0.0.1:1/x"');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toMatch(/sandbox(?!.*allow-scripts)/);
});

test('an email can be read with its headers', async () => {
  await send({
    to: 'a@alderwick.example',
    text: 'x',
    messageId: '<one@moot.example>',
    list: { unsubscribe: 'https://moot.example/u' },
  });
  const [mail] = mailbox.mails.list();
  const { headers } = await getJson(`/api/mails/${mail?.id}`);
  expect(headers).toContainEqual({ name: 'message-id', value: '<one@moot.example>' });
  expect(headers).toContainEqual({ name: 'list-unsubscribe', value: '<https://moot.example/u>' });
});

test.each([
  ['gone', 550],
  ['off', 550],
  ['full', 452],
  ['policy', 550],
  ['busy', 421],
])(
  'an address that begins with %s is refused with %i, and others with the same letters are not',
  async (kind, code) => {
    await expect(send({ to: `${kind}+1@post.example`, text: 'x' })).rejects.toMatchObject({ responseCode: code });
    await send({ to: `${kind}er@post.example`, text: 'x' });
    expect(mailbox.mails.list()).toHaveLength(1);
  },
);

test('an address that begins with grey is taken at the second try', async () => {
  const mail = { to: 'grey@post.example', text: 'x' };
  await expect(send(mail)).rejects.toMatchObject({ responseCode: 451 });
  await send(mail);
  expect(mailbox.mails.list()).toHaveLength(1);
});

test('the mailbox removes the oldest emails when there are more than 5,000, and lists the newest 500', async () => {
  for (let n = 1; n <= 5002; n++)
    mailbox.mails.add({ from: '', to: [], subject: `${n}`, text: '', html: null, attachments: [], headers: [] });
  const kept = mailbox.mails.list();
  expect(kept.length).toBe(5000);
  expect(kept.at(-1)?.subject).toBe('3');
  const { mails } = await getJson('/api/mails');
  expect([mails.length, mails[0].subject]).toEqual([500, '5002']);
});

test('deleting all emails empties the mailbox', async () => {
  await send({ to: 'a@alderwick.example', text: 'x' });
  expect((await get('/api/mails', {}, 'DELETE')).status).toBe(200);
  expect(mailbox.mails.list()).toEqual([]);
});

test('an open page of the mailbox is told when an email arrives', async () => {
  const response = await fetch(`${mailbox.mailboxUrl}/api/live`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  await send({ to: 'a@alderwick.example', text: 'x' });
  expect((await reader?.read())?.value).toContain('event: changed');
  await reader?.cancel();
});

test.each([
  ['another host name', { host: 'evil.example' }],
  ['a name that only starts like ours', { host: '127.0.0.1.evil.example' }],
  ['an address on this network', { host: '192.168.1.5:8025' }],
  ['Forwarded', { forwarded: 'for=192.0.2.1' }],
  ['X-Forwarded-For', { 'x-forwarded-for': '192.0.2.1' }],
  ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
  ['X-Real-IP', { 'x-real-ip': '192.0.2.1' }],
  ['Via', { via: '1.1 proxy' }],
])('a request with %s is refused', async (_, headers) => {
  for (const path of ['/', '/api/mails', '/api/live']) expect((await get(path, headers)).status).toBe(403);
});

test.each(['127.0.0.1', 'localhost:1234', '[::1]:80', 'LOCALHOST'])(
  'a request with the Host %s is answered',
  async (host) => {
    expect((await get('/', { host })).status).toBe(200);
  },
);

test('an unknown email or path is a 404', async () => {
  expect((await get('/api/mails/nope')).status).toBe(404);
  expect((await get('/../package.json')).status).toBe(404);
});

test('a letter that is returned, and one that its reader calls spam, are handed in as mail servers do', async () => {
  const handed: { authorization: string | undefined; body: string }[] = [];
  const product = createServer(async (incoming, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    handed.push({ authorization: incoming.headers.authorization, body: Buffer.concat(chunks).toString() });
    answer.end();
  });
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve));
  const { port } = product.address() as AddressInfo;
  const reporting = await startMailbox({ smtp: 0, page: 0 }, () => ({
    url: `http://127.0.0.1:${port}/mail/inbound`,
    secret: 'known',
  }));
  const transport = createTransport(reporting.smtpUrl);
  for (const to of ['late@post.example', 'spam@post.example', 'ines@post.example'])
    await transport.sendMail({
      ...{ from: 'hello@moot.example', to, subject: 'x', text: 'x' },
      envelope: { from: 'bounces+1@moot.example', to },
    });
  await expect.poll(() => handed.length).toBe(2);
  expect(handed.map(({ authorization }) => authorization)).toEqual(['Bearer known', 'Bearer known']);
  expect(handed.find(({ body }) => body.includes('delivery-status'))?.body).toContain('To: <bounces+1@moot.example>');
  expect(handed.find(({ body }) => body.includes('feedback-report'))?.body).toContain(
    'Original-Mail-From: <bounces+1@moot.example>',
  );
  await reporting.stop();
  product.close();
});
