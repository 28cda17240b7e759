import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { RichText } from './RichText.tsx';

function Written({ initial }: { initial: string }) {
  const [html, setHtml] = useState(initial);
  return (
    <>
      <RichText label="Description" value={html} onChange={setHtml} />
      <output>{html}</output>
    </>
  );
}

const field = page.getByRole('textbox', { name: 'Description' });
const dialog = page.getByRole('dialog').first();
const html = () => document.querySelector('output')?.textContent ?? '';

test('the link button: asks for text and address, and puts the link where the cursor is', async () => {
  await draw(<Written initial="" />);
  await field.click();
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect.element(dialog).toHaveAccessibleName('Add link');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('The handbook');
  await dialog.getByRole('textbox', { name: 'Link' }).fill('handbook.example');
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await expect.poll(html).toContain('href="https://handbook.example/"');
  expect(html()).toContain('>The handbook</a>');
  await expectAccessible();
});

test('the link button: words that are selected become the link and keep their style; it can be taken away again', async () => {
  await draw(<Written initial="<p><strong>Handbook</strong></p>" />);
  await field.click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Handbook');
  await dialog.getByRole('textbox', { name: 'Link' }).fill('handbook.example');
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await expect.poll(html).toContain('<strong>Handbook</strong></a>');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect.element(dialog).toHaveAccessibleName('Edit link');
  await dialog.getByRole('button', { name: 'Remove link' }).click();
  await expect.poll(html).toBe('<p><strong>Handbook</strong></p>');
});
