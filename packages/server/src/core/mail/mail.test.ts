import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answering, openMailbox } from '../../../test/mail.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { answerOf, oneLine } from './answers.ts';
import { createMailer, createSender, MAIL_QUEUES, type Mail } from './mail.ts';

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** A mailer, and the mail server that it speaks to. */
async function openMailer(answering?: Answering) {
  const mailbox = await openMailbox(answering);
  const log = new PassThrough();
  const settings = { smtpUrl: mailbox.url, mailFrom: 'Moot <hello@moot.example>', authSecret: 'x'.repeat(32) };
  const mailer = createMailer(settings, createLog({ logLevel: 'warn' }, log));
  ended.push(async () => {
    mailer.close();
    await mailbox.close();
  });
  const work = (name: string) => {
    const queue = mailer.queues.find((one) => one.name === name);
    return (job: { sealed: string }) => queue?.work(job as never, () => false);
  };
  return { mailer, taken: mailbox.taken, usual: work(MAIL_QUEUES.usual), urgent: work(MAIL_QUEUES.urgent), log };
}

const mail = (to: string): Mail => ({ to, subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' });

describe('sending emails', () => {
  test('an email that is tried again keeps its Message-ID, and two emails have two', async () => {
    const server = await openMailer((to, tries) =>
      to.startsWith('grey') && tries === 1 ? '451 4.7.1 Come back later' : undefined,
    );
    const job = await server.mailer.job(mail('grey@post.example'));
    await expect(server.usual(job)).rejects.toThrow('Come back later');
    await server.usual(job);
    await server.usual(job);
    await server.usual(await server.mailer.job(mail('other@post.example')));
    const [first, again, other] = server.taken.map(({ mail }) => mail);
    expect(first?.messageId).toMatch(/^<[\w-]+@moot\.example>$/);
    expect(again?.messageId).toBe(first?.messageId);
    expect(other?.messageId).not.toBe(first?.messageId);
  });

  test('an email that the server refuses for good is not tried again, and its answer is kept without the address', async () => {
    const server = await openMailer(() => '550 5.1.1 <gone@post.example>: no such mailbox gone@post.example');
    const answer = await server.usual(await server.mailer.job(mail('gone@post.example')));
    expect(answer).toEqual({ meaning: 'gone', text: '550 5.1.1 …: no such mailbox …' });
    const logged = String(server.log.read());
    expect(logged).toContain('refused an email for good');
    expect(logged).not.toContain('gone@');
  });

  test('an email that somebody waits for does not wait for a server that is busy with others', async () => {
    let release: () => void = () => undefined;
    const busy = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await openMailer((to) => (to.startsWith('slow') ? busy : undefined));
    const slow = server.usual(await server.mailer.job(mail('slow@post.example')));
    await server.urgent(await server.mailer.job({ ...mail('code@post.example'), urgent: true }));
    expect(server.taken.map(({ to }) => to)).toEqual(['code@post.example']);
    release();
    await slow;
    expect(server.taken).toHaveLength(2);
  });

  test('emails reach addresses with letters of other scripts and with every sign that one may have', async () => {
    const server = await openMailer(() => undefined);
    const addresses = ['müller@post.example', 'a&b!c@xn--e1afmkfd.xn--p1ai', "o'neill+moot=1@post.example"];
    for (const to of addresses) await server.usual(await server.mailer.job(mail(to)));
    expect(server.taken.map(({ to }) => to)).toEqual(addresses);
  });

  test('a server that cannot be reached says nothing about the email, which is tried again', async () => {
    const server = await openMailer(() => undefined);
    const job = await server.mailer.job(mail('a@post.example'));
    for (const end of ended.splice(0)) await end();
    await expect(server.usual(job)).rejects.toThrow('did not take an email');
  });
});

describe('answers of mail servers', () => {
  test.each([
    ['RCPT TO', '550 5.1.1 No such user', 'gone'],
    ['RCPT TO', '550 5.1.10 Recipient not found', 'gone'],
    ['RCPT TO', '550 5.2.1 Mailbox disabled', 'gone'],
    ['RCPT TO', '552 5.2.2 Mailbox full', 'refused'],
    ['DATA', '552 5.3.4 Message too large', 'refused'],
    ['RCPT TO', '550 No such user here', 'refused'],
    ['DATA', '550 5.7.26 Unauthenticated', 'policy'],
    ['DATA', '554 Rejected as spam', 'policy'],
    ['MAIL FROM', '550 5.7.1 Sender rejected', 'policy'],
    ['RCPT TO', '450 4.2.0 Greylisted', 'later'],
    ['RCPT TO', '451 4.7.1 Greylisting in action, please come back in 00:05:00', 'later'],
    ['RCPT TO', '451 4.7.1 Try again in some minutes', 'later'],
    ['RCPT TO', '450 4.7.1 Slow down', 'busy'],
    ['RCPT TO', '452 Insufficient storage', 'later'],
    ['RCPT TO', '421 4.3.2 Too busy', 'busy'],
    ['RCPT TO', '451 4.7.650 Rate limited', 'busy'],
    ['CONN', '554 No SMTP service here', 'away'],
    ['EHLO', '421 Too many connections', 'away'],
    ['MAIL FROM', '451 Try later', 'away'],
  ])('the answer to %s “%s” means %s', (command, response, meaning) => {
    const said = { command, response, responseCode: Number(response.slice(0, 3)) };
    expect(answerOf(said)).toEqual({ meaning, text: response });
  });

  test('a server that hangs up in the middle of a letter is busy', () => {
    const said = { code: 'ECONNECTION', command: 'CONN', response: '421 4.7.0 Too many', responseCode: 421 };
    expect(answerOf(said).meaning).toBe('busy');
    expect(answerOf({ ...said, code: 'EPROTOCOL' }).meaning).toBe('away');
  });

  test.each(['ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ESOCKET', 'ETLS', 'EAUTH', 'ENOAUTH'])(
    'the error %s says nothing about an email',
    (code) =>
      expect(answerOf({ code, message: 'x', responseCode: code === 'EAUTH' ? 535 : undefined }).meaning).toBe('away'),
  );

  test('what a server says is kept on one line, cut, and without addresses', () => {
    expect(oneLine(' 550-5.1.1 a\r\n550 <ines@post.example> "x@y.org": no ')).toBe('550-5.1.1 a 550 … "…": no');
    expect(oneLine('x'.repeat(1000))).toHaveLength(300);
  });
});

test('emails: with a key, an email is signed, both headers for unsubscribing among what is', async () => {
  const mailbox = await openMailbox();
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-dkim-'));
  const file = join(folder, 'dkim.pem');
  writeFileSync(file, privateKey);
  const { dkim } = readConfig({
    ...{ DKIM_DOMAIN: 'moot.example', DKIM_SELECTOR: 'folk', DKIM_KEY_FILE: file, DATA_DIR: folder },
  });
  const sender = createSender({ smtpUrl: mailbox.url, mailFrom: 'Moot <hello@moot.example>', dkim }, 1);
  const headers = {
    'List-Unsubscribe': '<https://moot.example/unsubscribe/x>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  await sender?.send({ ...mail('ines@post.example'), messageId: '<1@moot.example>', headers });
  const signature = (await mailbox.next('ines@post.example')).headers.find(
    ({ key }) => key === 'dkim-signature',
  )?.value;
  expect(signature).toMatch(/d=moot\.example/);
  expect(signature).toMatch(/s=folk/);
  const signed = /;\s*h=([^;]+);/
    .exec(signature ?? '')?.[1]
    ?.toLowerCase()
    .replace(/\s/g, '')
    .split(':');
  expect(signed).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']));
  expect(() => readConfig({ DKIM_DOMAIN: 'moot.example', DATA_DIR: folder })).toThrow(
    'For DKIM these settings are missing: DKIM_SELECTOR, DKIM_KEY_FILE.',
  );
  expect(() => readConfig({ MAIL_BOUNCES: 'bounces@moot.example', DATA_DIR: folder })).toThrow('MAIL_INBOUND_SECRET');
  sender?.close();
  await mailbox.close();
  rmSync(folder, { recursive: true });
});
