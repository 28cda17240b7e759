import { getSupport, introduceToSupport } from '@folkmoot/contract/support/api.ts';
import type { SupportView } from '@folkmoot/contract/support/schema.ts';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { HelpScreen } from './HelpScreen.tsx';

afterEach(() => onlineManager.setOnline(true));

const CHAT = { url: 'https://chat.example/widget', host: 'chat.example', inFrame: false, takesNames: true };

async function drawHelp(support: SupportView) {
  answer(getSupport, support);
  await draw(<HelpScreen />, { as: crypto.randomUUID(), path: '/settings/help' });
}

test('help: an address alone can be written to, and nothing is said of a chat', async () => {
  await drawHelp({ chat: null, email: 'help@moot.example' });
  await expect
    .element(page.getByRole('link', { name: 'help@moot.example' }))
    .toHaveAttribute('href', 'mailto:help@moot.example');
  await expect.element(page.getByText(/chat/i)).not.toBeInTheDocument();
  await expectAccessible();
});

test('help: a chat in a tab of its own learns who is asking only after a yes', async () => {
  answer(introduceToSupport, {
    ...{ url: 'https://chat.example/widget?name=Bea', identifier: 'p1', name: 'Bea Ashby', email: 'bea@moot.example' },
    identifierHash: null,
  });
  await drawHelp({ chat: CHAT, email: 'help@moot.example' });
  const open = page.getByRole('link', { name: 'Open the chat', exact: true });
  await expect.element(open).toHaveAttribute('href', CHAT.url);
  await expect.element(page.getByText(/^Or write to/)).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).not.toContain(
    '/api/v1/support/identity',
  );
  await page.getByRole('button', { name: 'Share my name and email first' }).click();
  await expect
    .element(page.getByRole('link', { name: 'Open the chat as Bea Ashby' }))
    .toHaveAttribute('href', 'https://chat.example/widget?name=Bea');
  await expectAccessible();
});

test('help: a name that cannot be shared is said to be so, and the chat still opens without it', async () => {
  breakDown(introduceToSupport);
  await drawHelp({ chat: CHAT, email: null });
  await page.getByRole('button', { name: 'Share my name and email first' }).click();
  await expect.element(page.getByText('Your name could not be shared. Try again.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open the chat', exact: true })).toBeVisible();
});

test('help: what cannot be loaded is said to be so, and can be tried again', async () => {
  breakDown(getSupport);
  await draw(<HelpScreen />, { as: crypto.randomUUID() });
  await expect.element(page.getByText('Help could not be loaded.')).toBeVisible();
  answer(getSupport, { chat: null, email: 'help@moot.example' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'help@moot.example' })).toBeVisible();
});

test('help: without a connection it says so, and loads when there is one', async () => {
  onlineManager.setOnline(false);
  await drawHelp({ chat: null, email: 'help@moot.example' });
  await expect.element(page.getByRole('heading', { name: 'Help is not loaded yet' })).toBeVisible();
  onlineManager.setOnline(true);
  await expect.element(page.getByRole('link', { name: 'help@moot.example' })).toBeVisible();
});
