import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { findPeople } from '@folkmoot/contract/communities/api.ts';
import { type ReactNode, useState } from 'react';
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

test('choosing people: how many are found is said, not their names, and what is wrong has the focus', async () => {
  answer(findPeople, ({ search = '' }) => ({ data: search ? [sol] : [ana, bea], nextCursor: null }));
  const picker = (problem: string | null) => <PeoplePicker chosen={[]} onChange={() => undefined} problem={problem} />;
  await draw(<Failing>{picker}</Failing>);
  await expect.element(page.getByRole('checkbox', { name: /Beatrix Okafor/ })).toBeVisible();
  const said = () => [...document.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent);
  expect(said()).toEqual(['']);
  await page.getByRole('searchbox', { name: 'People' }).fill('solv');
  await expect.poll(said).toEqual(['1 person in the list']);
  await page.getByRole('searchbox', { name: 'People' }).fill('a');
  await expect.poll(said).toEqual(['2 people in the list']);
  await page.getByRole('button', { name: 'Start' }).click();
  const field = page.getByRole('searchbox', { name: 'People' });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription(/Choose somebody\./);
});

function Failing({ children }: { children: (problem: string | null) => ReactNode }) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      {children(problem)}
      <button type="button" onClick={() => setProblem('Choose somebody.')}>
        Start
      </button>
    </>
  );
}
