import { getHome, publishHome } from '@folkmoot/contract/home/api.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { homeView } from '../../../test/home.ts';
import { DynamicConfirmation } from './DynamicConfirmation.tsx';
import { GenericConfirmation } from './GenericConfirmation.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const serverId = '0190a3b4-0000-7000-8000-0000000000c0';
const words = { title: 'Publish?', verb: 'Publish', busyVerb: 'Publishing' };
const dialog = page.getByRole('dialog', { name: 'Publish?' });
const button = dialog.getByRole('button', { name: 'Publish', exact: true });

test('generic confirmation: calls its endpoint and shows the message of the answer; after a refusal it stays open', async () => {
  const onDone = vi.fn();
  const onFailed = vi.fn();
  await openDialog(
    <GenericConfirmation
      {...words}
      body="Everybody will see it."
      endpoint={publishHome}
      input={{ serverId, version: 3 }}
      onDone={onDone}
      onFailed={onFailed}
    />,
    { as: ME },
  );
  await expectAccessible();
  refuse(publishHome, { statusCode: 503, message: 'Not now.' });
  await button.click();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  await expect.element(button).toBeEnabled();
  expect(onFailed).toHaveBeenCalledOnce();
  answer(publishHome, { message: 'Published.', data: { version: 3, publishedAt: '2026-01-05T10:00:00.000Z' } });
  await button.click();
  await expect.element(page.getByText('Published.')).toBeVisible();
  await expectFocusReturned();
  expect(onDone).toHaveBeenCalledOnce();
  expect(calls.at(-1)?.body).toEqual({ version: 3 });
});

test('dynamic confirmation: asks what will happen before anything can be pressed, and says it in numbers', async () => {
  breakDown(getHome);
  const says = ({ data }: { data: { online: number } }) => `${data.online} people see it at once.`;
  await openDialog(
    <DynamicConfirmation
      {...words}
      asks={getHome}
      askInput={{ serverId }}
      says={says}
      endpoint={publishHome}
      input={{ serverId, version: 3 }}
    />,
    { as: ME },
  );
  await expect.element(dialog.getByText('Failed to fetch data')).toBeVisible();
  await expect.element(button).toBeDisabled();
  await expectAccessible();
  answer(getHome, { data: homeView({ online: 38 }) });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText('38 people see it at once.')).toBeVisible();
  answer(publishHome, { message: 'Published.', data: { version: 3, publishedAt: '2026-01-05T10:00:00.000Z' } });
  await button.click();
  await expect.element(page.getByText('Published.')).toBeVisible();
  await expectFocusReturned();
});

test('confirmations take a call of the contract with its input, and never an address', () => {
  const rest = { ...words, body: '' };
  const input = { serverId, version: 3 };
  const asked = { asks: getHome, askInput: { serverId }, says: () => '' };
  const refused = [
    // @ts-expect-error an address is no endpoint
    <GenericConfirmation key="1" {...rest} endpoint="/api/v1/servers" input={input} />,
    // @ts-expect-error neither is a method with a path
    <GenericConfirmation key="2" {...rest} endpoint={{ method: 'POST', path: '/api/v1/servers' }} input={input} />,
    // @ts-expect-error the input is that of the endpoint
    <GenericConfirmation key="3" {...rest} endpoint={publishHome} input={{ serverId }} />,
    // @ts-expect-error nor can a dynamic one be given an address to ask
    <DynamicConfirmation key="4" {...words} {...asked} asks="/api/v1/servers" endpoint={publishHome} input={input} />,
    // @ts-expect-error or to call
    <DynamicConfirmation key="5" {...words} {...asked} endpoint="https://elsewhere.example" input={input} />,
  ];
  // What counts is that this file has no type errors: `npm run types`.
  expect(refused).toHaveLength(5);
});
