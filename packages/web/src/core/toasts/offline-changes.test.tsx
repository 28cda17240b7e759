import { joinChannel } from '@folkmoot/contract/channels/api.ts';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls } from '../../../test/answers.ts';
import { draw } from '../../../test/draw.tsx';
import { useApiMutation } from '../queries.ts';

const input = { serverId: crypto.randomUUID(), channelId: crypto.randomUUID() };

function JoinButton() {
  const join = useApiMutation(joinChannel, { failed: 'Could not join the channel.' });
  return (
    <button type="button" disabled={join.isPending} onClick={() => join.mutate(input)}>
      Join
    </button>
  );
}

afterEach(() => onlineManager.setOnline(true));

test('without a network: a change fails at once and says so, and is not made later by itself', async () => {
  onlineManager.setOnline(false);
  breakDown(joinChannel);
  await draw(<JoinButton />, { as: crypto.randomUUID() });
  await page.getByRole('button', { name: 'Join' }).click();
  await expect.element(page.getByText('Could not join the channel.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Join' })).toBeEnabled();
  const tried = calls.length;
  answer(joinChannel, { message: 'Joined.' } as never);
  onlineManager.setOnline(true);
  await page.getByRole('button', { name: 'Join' }).hover();
  expect(calls.length).toBe(tried);
});
