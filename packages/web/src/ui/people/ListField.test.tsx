import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { ListField, type NamedList } from './ListField.tsx';

const CARDS = [
  ['VERSION:2.1', 'N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=85lund;Zo=C3=AB;;;', 'EMAIL;HOME:zoe@post.example'],
  ['VERSION:4.0', 'FN:Bo Lund', 'EMAIL:bo@work.example', 'EMAIL;PREF=1:bo@post.example'],
  ['VERSION:3.0', 'FN:No Address', 'TEL:1'],
]
  .map((lines) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n'))
  .join('');

const choose = (file: File) => userEvent.upload(page.getByLabelText('CSV file').last(), file);

test('a file of vCards: its people are shown before they are added, with what was left out, and no columns', async () => {
  const added: NamedList[] = [];
  await draw(<ListField onList={(list) => added.push(list)} />);
  await choose(new File([CARDS], 'contacts.vcf', { type: 'text/vcard' }));
  await expect
    .element(page.getByRole('table'))
    .toMatchTextContent(/^2 people found, left out: 1 without an email address, 1 other address of the same people/);
  await expect.element(page.getByRole('row', { name: 'zoe@post.example Zoë Ålund' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'bo@post.example Bo Lund' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Column with the addresses' })).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Add 2 people' }).click();
  expect(added.map(({ name, entries }) => [name, entries.length])).toEqual([['contacts.vcf', 2]]);
  await expect.element(page.getByText('Contacts imported')).toBeVisible();
});

test('a table: the column of the addresses can be changed', async () => {
  await draw(<ListField onList={() => undefined} />);
  await choose(new File(['Name;E-mail\r\nZoë Ålund;zoe@post.example\r\n'], 'people.csv', { type: 'text/csv' }));
  await page.getByRole('button', { name: 'Use column 2, E-mail' }).click();
  await expect.element(page.getByRole('row', { name: 'zoe@post.example Zoë Ålund' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Column with the addresses' })).toHaveValue('2. E-mail');
});
