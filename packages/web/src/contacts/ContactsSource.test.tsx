import {
  connectContacts,
  disconnectContacts,
  getContactsConnection,
  listContacts,
  searchContacts,
} from '@folkmoot/contract/contacts/api.ts';
import {
  CONSENT_CHANNEL,
  type ConsentOutcome,
  type ContactView,
  OUTCOMES,
} from '@folkmoot/contract/contacts/schema.ts';
import type { Entry } from '@folkmoot/contract/core/entry.ts';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { ContactsSource } from './ContactsSource.tsx';

const me = { as: crypto.randomUUID() };
const contact = (email: string, firstName = '', lastName = '', first = true): ContactView => ({
  email,
  firstName,
  lastName,
  first,
});
const BEA = contact('bea@post.example', 'Bea', 'Lindqvist');
const AT_WORK = contact('bea@work.example', 'Bea', 'Lindqvist', false);
const NAMELESS = contact('kofi@post.example');

const connected = (yes: boolean) => answer(getContactsConnection, { available: true, connected: yes });
const listed = (data: ContactView[], nextPageToken: string | null = null) =>
  answer(listContacts, { data, nextPageToken });

/** The source as the wizard has it: it keeps what is chosen. */
function Wizard() {
  const [chosen, setChosen] = useState<readonly Entry[]>([]);
  return (
    <>
      <ContactsSource
        chosen={new Set(chosen.map(({ key }) => key))}
        onAdd={(entries) => setChosen([...chosen, ...entries])}
        onRemove={(keys) => setChosen(chosen.filter(({ key }) => !keys.has(key)))}
      />
      <output>{chosen.map(({ address }) => address).join(' ')}</output>
    </>
  );
}

/** What the page of Google's window does when somebody comes back. */
function comeBack(outcome: ConsentOutcome): void {
  const channel = new BroadcastChannel(CONSENT_CHANNEL);
  channel.postMessage({ outcome });
  channel.close();
}

/** A window of the browser that goes nowhere. */
function windowOpens(): { went: string[]; closed: boolean } {
  const opened = { went: [] as string[], closed: false };
  vi.spyOn(window, 'open').mockImplementation(
    () =>
      ({
        location: { replace: (url: string) => opened.went.push(url) },
        close: () => {
          opened.closed = true;
        },
      }) as unknown as Window,
  );
  return opened;
}

const connect = page.getByRole('button', { name: 'Connect Google contacts' });

afterEach(() => vi.restoreAllMocks());

test('contacts: somebody connects them in a window of Google’s, and chooses from the list that appears', async () => {
  const opened = windowOpens();
  connected(false);
  answer(connectContacts, { url: 'https://accounts.google.com/somewhere' });
  await draw(<Wizard />, me);
  await expect.element(page.getByRole('heading', { name: 'Choose people from your Google contacts' })).toBeVisible();
  await expectAccessible();
  await connect.click();
  await expect.element(page.getByRole('heading', { name: 'Continue in Google’s window' })).toBeVisible();
  expect(opened.went).toEqual(['https://accounts.google.com/somewhere']);
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  connected(true);
  listed([BEA, AT_WORK, NAMELESS]);
  comeBack('connected');
  await expect.element(page.getByLabelText('Search contacts')).toHaveFocus();
  await page.getByRole('checkbox', { name: 'Bea Lindqvist bea@work.example' }).click();
  await page.getByRole('checkbox', { name: 'kofi@post.example' }).click();
  await expect.element(page.getByText('bea@work.example kofi@post.example')).toBeVisible();
  await expectAccessible();
  await page.getByRole('checkbox', { name: 'kofi@post.example' }).click();
  await page.getByRole('button', { name: 'Remove the person you chose here' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Bea Lindqvist bea@work.example' })).not.toBeChecked();
});

test.each(['denied', 'unticked', 'expired', 'failed'] as const)(
  'contacts: %s is said, and can be tried again',
  async (outcome) => {
    windowOpens();
    connected(false);
    answer(connectContacts, { url: 'https://accounts.google.com/somewhere' });
    await draw(<Wizard />, me);
    await connect.click();
    await expect.element(page.getByRole('button', { name: 'Open it again' })).toBeVisible();
    comeBack(outcome);
    await expect.element(page.getByRole('alert')).toHaveTextContent(OUTCOMES[outcome]);
    await expectAccessible();
    await connect.click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  },
);

test('contacts: somebody who closes Google’s window can open it again, or leave it', async () => {
  const opened = windowOpens();
  connected(false);
  answer(connectContacts, { url: 'https://accounts.google.com/somewhere' });
  await draw(<Wizard />, me);
  await connect.click();
  await expect
    .element(page.getByText('Your contacts appear here as soon as you have given it.', { exact: false }))
    .toBeVisible();
  const asked = () => calls.filter(({ path }) => path === getContactsConnection.path).length;
  const before = asked();
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByText('If you closed its window, open it again.', { exact: false })).toBeVisible();
  // Perhaps the other window could not say anything.
  await expect.poll(asked).toBe(before + 1);
  await page.getByRole('button', { name: 'Open it again' }).click();
  await expect.poll(() => opened.went).toHaveLength(2);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(connect).toHaveFocus();
});

test('contacts: a browser that opens no window gets a link, and a refusal is said', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  connected(false);
  answer(connectContacts, { url: 'https://accounts.google.com/somewhere' });
  await draw(<Wizard />, me);
  await connect.click();
  const link = page.getByRole('link', { name: 'Continue at Google' });
  await expect.element(link).toHaveAttribute('href', 'https://accounts.google.com/somewhere');
  await expectAccessible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const opened = windowOpens();
  refuse(connectContacts, { statusCode: 429, message: 'You are going a little too fast.' });
  await connect.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('You are going a little too fast.');
  expect(opened.closed).toBe(true);
});

test('contacts: more are shown by the page, and all of them are chosen at their first address', async () => {
  connected(true);
  answer(listContacts, ({ limit, pageToken }) => {
    if (String(limit) === '2000') return { data: [BEA, AT_WORK, NAMELESS], nextPageToken: 'more' };
    return pageToken === 'two'
      ? { data: [NAMELESS], nextPageToken: null }
      : { data: [BEA, AT_WORK], nextPageToken: 'two' };
  });
  await draw(<Wizard />, me);
  await expect.element(page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').first()).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(2);
  await page.getByRole('button', { name: 'Show more contacts' }).click();
  await expect.poll(() => page.getByRole('listitem').elements()).toHaveLength(3);
  await expect.element(page.getByRole('button', { name: 'Show more contacts' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Choose all' }).click();
  await expect.element(page.getByText('bea@post.example kofi@post.example')).toBeVisible();
  await expect
    .element(page.getByText('Only the first 2,000 of your contacts were read.', { exact: false }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Remove all 2 you chose here' }).click();
  await expect.element(page.getByText('Only the first 2,000', { exact: false })).not.toBeInTheDocument();
});

test('contacts: a search asks once typing has paused, and says what it does not find', async () => {
  connected(true);
  listed([BEA]);
  answer(searchContacts, ({ query }) => ({
    data:
      query === 'kofi'
        ? [NAMELESS]
        : query === 'many'
          ? Array.from({ length: 30 }, (_, n) => contact(`many${n}@post.example`))
          : [],
    full: query === 'many',
  }));
  await draw(<Wizard />, me);
  const field = page.getByLabelText('Search contacts');
  await field.fill('kofi');
  await expect.element(page.getByRole('checkbox', { name: 'kofi@post.example' })).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: /Bea/ })).not.toBeInTheDocument();
  expect(calls.filter(({ path }) => path === searchContacts.path)).toHaveLength(1);
  await field.fill('zzz');
  await expect.element(page.getByRole('heading', { name: 'No user found' })).toBeVisible();
  await expect.element(page.getByText('begins with “zzz”', { exact: false })).toBeVisible();
  await expectAccessible();
  await field.fill('many');
  await expect.element(page.getByText('A search shows 30 people at most.', { exact: false })).toBeVisible();
  // What was searched for is chosen, not everybody.
  const listings = () => calls.filter(({ path }) => path === listContacts.path).length;
  const before = listings();
  await page.getByRole('button', { name: 'Choose all found' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove all 30 you chose here' })).toBeVisible();
  expect(listings()).toBe(before);
  await field.fill('');
  await expect.element(page.getByRole('checkbox', { name: /Bea/ })).toBeVisible();
});

test('contacts: an address book with nobody to write to is empty', async () => {
  connected(true);
  listed([]);
  await draw(<Wizard />, me);
  await expect.element(page.getByText('None of your Google contacts has an email address.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Choose all' })).toBeDisabled();
  await expectAccessible();
});

test('contacts: what cannot be fetched can be asked for again, and a permission that ended is asked for again', async () => {
  connected(true);
  refuse(listContacts, {
    statusCode: 409,
    code: 'contacts.stale',
    message: 'This list is out of date. Load it again.',
  });
  await draw(<Wizard />, me);
  await expect.element(page.getByRole('heading', { name: 'This list is out of date. Load it again.' })).toBeVisible();
  await expectAccessible();
  listed([BEA], 'two');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('checkbox', { name: /Bea/ }).click();
  connected(false);
  refuse(listContacts, {
    statusCode: 409,
    code: 'contacts.lost',
    message: 'Google does not let us read your contacts any more.',
  });
  await page.getByRole('button', { name: 'Show more contacts' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Google does not let us read your contacts any more.');
  await expect.element(connect).toHaveFocus();
  // Who was chosen stays.
  await expect.element(page.getByText('bea@post.example')).toBeVisible();
});

test('contacts: they are disconnected in one press, and whether they are connected can be asked for again', async () => {
  refuse(getContactsConnection, { statusCode: 503, message: 'Not now.' });
  await draw(<Wizard />, me);
  await expect.element(page.getByRole('heading', { name: 'Not now.' })).toBeVisible();
  connected(true);
  listed([BEA]);
  await page.getByRole('button', { name: 'Try again' }).click();
  answer(disconnectContacts, { message: 'Your Google contacts are disconnected.' });
  connected(false);
  await page.getByRole('button', { name: 'Disconnect Google contacts' }).click();
  await expect.element(page.getByText('Your Google contacts are disconnected.')).toBeVisible();
  await expect.element(connect).toHaveFocus();
});
