import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDialog } from '../../../test/draw.tsx';
import { HomePrivacyDialog } from './HomePrivacyDialog.tsx';

const { dataset } = document.documentElement;
afterEach(() => {
  delete dataset.telemetry;
});

const counted = page.getByText(/may count visits and collect errors/);
const notCounted = page.getByText(/without being counted or followed/);

test('privacy of a home: nobody is counted unless the operator counts, and then it says so', async () => {
  const screen = await openDialog(<HomePrivacyDialog name="Makers" />);
  await expect.element(notCounted).toBeVisible();
  await screen.unmount();
  dataset.telemetry = '';
  await openDialog(<HomePrivacyDialog name="Makers" />);
  await expect.element(counted).toBeVisible();
  expect(notCounted.elements()).toEqual([]);
});
