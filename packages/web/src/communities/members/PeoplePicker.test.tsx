import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { findPeople } from '@folkmoot/contract/communities/api.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { PeoplePicker } from './PeoplePicker.tsx';

const person = (firstName: string, lastName: string): PersonView => ({
  id: crypto.randomUUID(),
  firstName,
  lastName,
  username: firstName.toLowerCase(),
  imageUrl: null,
});
const [ana, bea, sol] = [person('Ana', 'Reyes'), person('Beatrix', 'Okafor'), person('Solveig', 'Dahl')];

function Picker() {
  const [chosen, setChosen] = useState<readonly PersonView[]>([]);
  return <PeoplePicker chosen={chosen} onChange={setChosen} problem={null} />;
}

test('choosing people: some are suggested, also by a short name, and four letters search everybody', async () => {
  const searched = new Set<string>();
  answer(findPeople, ({ search = '' }) => {
    searched.add(search);
    return { data: search ? [sol] : [ana, bea], nextCursor: null };
  });
  await draw(<Picker />);
  await expect.element(page.getByText('Suggested')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: /Beatrix Okafor/ })).toBeVisible();
  await expectAccessible();
  await page.getByRole('searchbox', { name: 'People' }).fill('ANA');
  await expect.element(page.getByRole('checkbox', { name: /Beatrix Okafor/ })).not.toBeInTheDocument();
  await page.getByRole('checkbox', { name: /Ana Reyes/ }).click();
  await expect.element(page.getByRole('button', { name: 'Remove Ana Reyes' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'People' }).fill('solv');
  await expect.element(page.getByRole('checkbox', { name: /Solveig Dahl/ })).toBeVisible();
  await expect.element(page.getByText('Suggested')).not.toBeInTheDocument();
  expect([...searched]).toEqual(['', 'solv']);
});
