import { publishHome } from '@folkmoot/contract/home/api.ts';
import { Button, Radio, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDialog } from '../../../test/draw.tsx';
import { Dialog } from './Dialog.tsx';
import { GenericConfirmation } from './GenericConfirmation.tsx';
import { SidePanel } from './SidePanel.tsx';

const ID = '0190a3b4-0000-7000-8000-0000000000c0';
const shown = page.getByRole('dialog').first();
const framed = (children: ReactNode) => (
  <Dialog title="Firing" footer={<Button>Save</Button>}>
    {children}
  </Dialog>
);

test('a dialog starts at its first field', async () => {
  await openDialog(
    framed(
      <>
        <p>About the kiln.</p>
        <TextInput label="Not now" disabled />
        <Switch label="Glaze" />
        <TextInput label="Name" />
      </>,
    ),
  );
  await expect.element(shown.getByRole('switch', { name: 'Glaze' })).toHaveFocus();
});

test('a dialog starts at the radio that is chosen, as Tab does', async () => {
  await openDialog(
    framed(
      <Radio.Group defaultValue="b">
        {['a', 'b'].map((value) => (
          <Radio key={value} value={value} label={value} />
        ))}
      </Radio.Group>,
    ),
  );
  await expect.element(shown.getByRole('radio', { name: 'b' })).toHaveFocus();
});

test('a dialog without a field, or with one far down, starts at its heading', async () => {
  await openDialog(
    framed(
      <>
        <p style={{ minHeight: 2000 }}>What people agreed on.</p>
        <TextInput label="Name" />
      </>,
    ),
  );
  await expect.element(shown.getByRole('heading', { name: 'Firing' })).toHaveFocus();
});

test('what a dialog names itself comes before its first field', async () => {
  await openDialog(
    framed(
      <>
        <TextInput label="First" />
        <TextInput label="Second" data-autofocus />
      </>,
    ),
  );
  await expect.element(shown.getByRole('textbox', { name: 'Second' })).toHaveFocus();
});

test('a panel along the edge starts at its first field too', async () => {
  await openDialog(
    <SidePanel title="Invite" width={500}>
      <TextInput label="Name" />
    </SidePanel>,
  );
  await expect.element(shown.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

test.each([
  [true, 'Cancel'],
  [false, 'Publish'],
])('a question starts at its verb, and at Cancel if it cannot be undone (%s)', async (danger, start) => {
  await openDialog(
    <GenericConfirmation
      title="Publish?"
      body="Everybody sees it."
      verb="Publish"
      busyVerb="Publishing"
      danger={danger}
      endpoint={publishHome}
      input={{ serverId: ID, version: 1 }}
    />,
  );
  await expect.element(shown.getByRole('button', { name: start, exact: true })).toHaveFocus();
});
