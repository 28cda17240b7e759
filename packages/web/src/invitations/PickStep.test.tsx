import { getContactsConnection, listContacts } from '@folkmoot/contract/contacts/api.ts';
import { getGroup, listGroups } from '@folkmoot/contract/groups/api.ts';
import type { GroupView } from '@folkmoot/contract/groups/schema.ts';
import type { InviteRole } from '@folkmoot/contract/invitations/schema.ts';
import { useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, calls } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { eventView } from '../../test/events.ts';
import { PickStep } from './PickStep.tsx';
import { NOBODY, type Selection } from './selection.ts';

const GUEST: InviteRole = 'guest';
const me = { as: crypto.randomUUID() };

afterEach(() => page.viewport(720, 900));

/** The step as the wizard has it. */
function Step() {
  const [selection, setSelection] = useState<Selection>(NOBODY);
  return (
    <PickStep
      event={eventView()}
      selection={selection}
      onChange={setSelection}
      onPending={() => undefined}
      typed=""
      onTyped={() => undefined}
      field={useRef(null)}
      isBack={false}
      role={GUEST}
      onRole={() => undefined}
      again={false}
      onAgain={() => undefined}
      counted={undefined}
    />
  );
}

const tabs = () =>
  page
    .getByRole('tab')
    .elements()
    .map(({ textContent }) => textContent);

test('choosing people: where nobody has set up contacts, nothing is said of them', async () => {
  answer(getContactsConnection, { available: false, connected: false });
  await draw(<Step />, me);
  await expect.poll(() => calls.some(({ path }) => path === getContactsConnection.path)).toBe(true);
  await expect.element(page.getByRole('tab', { name: 'Email' })).toBeVisible();
  expect(tabs()).toEqual(['Email', 'Groups', 'Past events', 'CSV']);
});

test('choosing people: on a phone the five sources stand side by side', async () => {
  await page.viewport(390, 844);
  answer(getContactsConnection, { available: true, connected: false });
  await draw(<Step />, me);
  await expect.element(page.getByRole('tab', { name: 'Contacts' })).toBeVisible();
  const all = page.getByRole('tab').elements();
  for (const tab of all) expect(tab.scrollWidth).toBeLessThanOrEqual(tab.clientWidth);
  expect(all.at(-1)?.getBoundingClientRect().right).toBeLessThanOrEqual(390);
});

test('choosing people: contacts are chosen beside the others, listed as what they are, and removed', async () => {
  answer(getContactsConnection, { available: true, connected: true });
  answer(listContacts, {
    data: [
      { email: 'bea@post.example', firstName: 'Bea', lastName: 'Lindqvist', first: true },
      { email: 'kofi@post.example', firstName: '', lastName: '', first: true },
    ],
    nextPageToken: null,
  });
  await page.viewport(1440, 900);
  await draw(<Step />, me);
  await expect.poll(tabs).toEqual(['Email', 'Contacts', 'Groups', 'Past events', 'CSV']);
  // Nothing is read before somebody looks at them.
  expect(calls.some(({ path }) => path === listContacts.path)).toBe(false);
  await page.getByRole('tab', { name: 'Email' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: 'Contacts' })).toHaveFocus();
  await page.getByRole('checkbox', { name: 'Bea Lindqvist bea@post.example' }).click();
  await page.getByRole('checkbox', { name: 'kofi@post.example' }).click();
  const chosen = page.getByRole('list', { name: 'Selected' });
  await expect.element(chosen.getByText('Contact, bea@post.example')).toBeVisible();
  await expect.element(chosen.getByText('Contact', { exact: true })).toBeVisible();
  await expectAccessible();
  await chosen.getByRole('button', { name: 'Remove Bea Lindqvist' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Bea Lindqvist bea@post.example' })).not.toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'kofi@post.example' })).toBeChecked();
});

test('choosing people: a living group is counted when it is shown, and chosen like any other', async () => {
  const group: GroupView = {
    ...{ id: crypto.randomUUID(), name: 'Regulars', description: 'Who comes often', image: null },
    ...{ numberOfGuests: null, rule: { kind: 'came', times: 3, last: 5 } },
  };
  answer(getContactsConnection, { available: false, connected: false });
  answer(listGroups, { data: [group], count: 1 });
  const counting = Promise.withResolvers<void>();
  answer(getGroup, async () => {
    await counting.promise;
    return { ...group, numberOfGuests: 1_204 };
  });
  await page.viewport(1440, 900);
  await draw(<Step />, me);
  await page.getByRole('tab', { name: 'Groups' }).click();
  const everyone = page.getByRole('checkbox', { name: 'Everyone from Regulars' });
  // Nobody has to wait for the number.
  await everyone.click();
  const chosen = page.getByRole('list', { name: 'Selected' });
  await expect.element(chosen.getByText('Group, everyone')).toBeVisible();
  await everyone.click();
  counting.resolve();
  await expect.element(page.getByText('1,204', { exact: true })).toBeVisible();
  await everyone.click();
  await expect.element(chosen.getByText('Group, 1,204 people')).toBeVisible();
});
