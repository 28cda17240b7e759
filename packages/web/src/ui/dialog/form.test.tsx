import { updateCommunity } from '@folkmoot/contract/communities/api.ts';
import { CommunityFields } from '@folkmoot/contract/communities/schema.ts';
import { TextInput } from '@mantine/core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse } from '../../../test/answers.ts';
import { draw } from '../../../test/draw.tsx';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';

const TAKEN = 'There is already a community with that name.';
const SCHEMA = CommunityFields.pick({ name: true });

function Naming() {
  const form = useFields({ schema: SCHEMA, initial: { name: 'Weavers' } });
  const submission = useSubmit(
    form,
    async (values) => void (await call(updateCommunity, { ...values, serverId: crypto.randomUUID() })),
    'Could not save.',
  );
  return (
    <>
      <Form {...submission}>
        <TextInput label="Name" {...form.getInputProps('name')} />
        <button type="submit">Save</button>
      </Form>
      <button type="button">Elsewhere</button>
    </>
  );
}

test('form: what the server says of a field stays when the field loses the focus, and goes when it is changed', async () => {
  refuse(updateCommunity, { statusCode: 409, message: TAKEN, fields: { name: TAKEN } });
  await draw(<Naming />);
  const field = page.getByRole('textbox', { name: 'Name' });
  await field.click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText(TAKEN)).toBeVisible();
  await field.click();
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  await expect.element(page.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
  expect(page.getByText(TAKEN).elements()).toHaveLength(1);
  await field.fill('Weavers of Alderwick');
  await expect.poll(() => page.getByText(TAKEN).elements()).toEqual([]);
});
