import { findPeople } from '@folkmoot/contract/communities/api.ts';
import { addHost, listHosts, removeHost } from '@folkmoot/contract/events/api.ts';
import { handOverEvent } from '@folkmoot/contract/events/handover-api.ts';
import { suggestHosts } from '@folkmoot/contract/events/hosts-api.ts';
import type { HostRow } from '@folkmoot/contract/events/invitations-schema.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { HostsSection } from './HostsSection.tsx';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';

function host(firstName: string, fields: Partial<HostRow> = {}): HostRow {
  return {
    id: crypto.randomUUID(),
    firstName,
    lastName: 'Okafor',
    username: firstName.toLowerCase(),
    imageUrl: null,
    participationId: crypto.randomUUID(),
    role: 'host',
    isCreator: false,
    pending: false,
    email: null,
    ...fields,
  };
}

const hedda = host('Hedda', { isCreator: true, email: 'hedda@post.example' });
const bea = host('Beatrix', { pending: true });
const list = page.getByRole('list', { name: 'Hosts and featured guests' });
const dialog = page.getByRole('dialog', { name: 'Add a host' });
const invite = dialog.getByRole('button', { name: 'Invite', exact: true });

async function drawSection(event = eventView()): Promise<void> {
  await draw(<HostsSection event={event} />, { as: HEDDA });
  await expect.element(list).toBeVisible();
}

beforeEach(() => {
  answer(listHosts, { data: [hedda, bea] });
  answer(findPeople, { data: [bea], nextCursor: null });
  answer(suggestHosts, { data: [] });
});

test('hosts: the list shows who created the event, and whose answer is pending', async () => {
  await drawSection();
  await expect.element(list).toMatchTextContent(/Invited, no answer yet/);
  await expect.element(list.getByText('Creator')).toBeVisible();
  expect(page.getByRole('button', { name: 'Remove Hedda Okafor' }).elements()).toEqual([]);
  await expectAccessible();
});

test('hosts: the dialog requires a person, and keeps your choice if the invitation is refused', async () => {
  await drawSection();
  await page.getByRole('button', { name: 'Add a host' }).click();
  await invite.click();
  await expect.element(dialog.getByText('Choose someone, or enter an email address.')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'People' }).fill('beatrix');
  await dialog.getByRole('checkbox', { name: /Beatrix Okafor/ }).click();
  await expectAccessible();
  refuse(addHost, { statusCode: 409, message: 'An event has ten hosts at most.' });
  await invite.click();
  await expect.element(dialog.getByText('An event has ten hosts at most.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Remove Beatrix Okafor' })).toBeVisible();
  answer(addHost, { message: 'Invited.', data: [hedda, bea] });
  await invite.click();
  await expect
    .element(page.getByText('Invitation sent. They can answer from the email or on the event page.'))
    .toBeVisible();
  await expect.poll(() => dialog.elements()).toEqual([]);
});

test('hosts: guests of the event are suggested first, each person once', async () => {
  const ada = host('Ada');
  answer(suggestHosts, { data: [ada, bea] });
  await drawSection();
  await page.getByRole('button', { name: 'Add a host' }).click();
  await expect.element(dialog.getByText('Guests of this event')).toBeVisible();
  await expect.poll(() => dialog.getByRole('checkbox').elements().length).toBe(2);
  await dialog.getByRole('searchbox', { name: 'People' }).fill('ada');
  await expect.poll(() => dialog.getByRole('checkbox', { name: /Beatrix/ }).elements()).toEqual([]);
  await dialog.getByRole('checkbox', { name: /Ada Okafor/ }).click();
  answer(addHost, { message: 'Invited.', data: [hedda, bea] });
  await invite.click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toEqual({ userId: ada.id, role: 'host' });
});

test('hosts: you start where you search for people, and the address and who is suggested come after it', async () => {
  answer(suggestHosts, { data: [host('Ada')] });
  await drawSection();
  await page.getByRole('button', { name: 'Add a host' }).click();
  await expect.element(dialog.getByRole('checkbox', { name: /Ada Okafor/ })).toBeVisible();
  await expect.element(dialog.getByRole('searchbox', { name: 'People' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(dialog.getByRole('textbox', { name: 'Email address' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(dialog.getByRole('checkbox', { name: /Ada Okafor/ })).toHaveFocus();
});

test('hosts: an address is enough, and what is wrong with it is said at its field', async () => {
  await drawSection();
  await page.getByRole('button', { name: 'Add a host' }).click();
  const email = dialog.getByRole('textbox', { name: 'Email address' });
  await email.fill('nobody');
  refuse(addHost, { statusCode: 422, message: 'Check what you entered.', fields: { email: 'Email is not valid' } });
  await invite.click();
  await expect.element(email).toHaveAccessibleDescription(/Email is not valid/);
  await expectAccessible();
  await email.fill('kofi@post.example');
  answer(addHost, { message: 'Invited.', data: [hedda, bea] });
  await invite.click();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ email: 'kofi@post.example', role: 'host' });
});

test('hosts: a search that finds nobody says so', async () => {
  answer(findPeople, { data: [], nextCursor: null });
  await drawSection();
  await page.getByRole('button', { name: 'Add a host' }).click();
  await dialog.getByRole('searchbox', { name: 'People' }).fill('nobody');
  await expect.element(dialog.getByText('No one found')).toBeVisible();
});

test('hosts: a host can become a featured guest, and is removed once you confirm', async () => {
  answer(addHost, { message: 'Asked.', data: [hedda, { ...bea, role: 'featured_guest' }] });
  answer(removeHost, { message: 'Removed.', data: [hedda] });
  await drawSection();
  await list.getByRole('combobox', { name: 'Role of Beatrix Okafor' }).click();
  await page.getByRole('option', { name: 'Featured guest' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({ role: 'featured_guest' });
  await list.getByRole('button', { name: 'Remove Beatrix Okafor' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Beatrix Okafor?' });
  await expect.element(question).toMatchTextContent(/Their invitation will be withdrawn\./);
  await expectAccessible();
  // Only now: the change of role asks for the list again, too.
  answer(listHosts, { data: [hedda] });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => list.getByText('Beatrix Okafor').elements()).toEqual([]);
});

test('hosts: nobody can be added to a cancelled event', async () => {
  await drawSection(eventView({ status: 'cancelled' }));
  expect(page.getByRole('button', { name: 'Add a host' }).elements()).toEqual([]);
  await expect.element(list.getByRole('combobox', { name: 'Role of Beatrix Okafor' })).toBeDisabled();
});

test('hosts: a list that could not be loaded can be loaded again', async () => {
  breakDown(listHosts);
  await draw(<HostsSection event={eventView()} />, { as: HEDDA });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  answer(listHosts, { data: [hedda] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(list).toBeVisible();
});

test('hosts: the creator hands the event over to somebody who has accepted, and to nobody else', async () => {
  const own = host('Maren', { id: HEDDA, isCreator: true });
  const cleo = host('Cleo');
  answer(listHosts, { data: [own, cleo, bea] });
  answer(handOverEvent, { message: 'The event now belongs to Cleo Okafor. You are still a host.' });
  await drawSection();
  expect(page.getByRole('button', { name: 'Hand the event over to Beatrix Okafor' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Hand the event over to Cleo Okafor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
  await expect.element(page.getByText('The event now belongs to Cleo Okafor. You are still a host.')).toBeVisible();
  expect(calls.find(({ path }) => path.endsWith('/handover'))?.body).toEqual({ userId: cleo.id });
});
