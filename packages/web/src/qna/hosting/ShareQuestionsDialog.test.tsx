import { browseChannels } from '@folkmoot/contract/channels/api.ts';
import { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import { listEventGroups } from '@folkmoot/contract/personal/api.ts';
import { shareQna } from '@folkmoot/contract/qna/hosting-api.ts';
import { refusals } from '@folkmoot/contract/qna/refusals-schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { channelDetail } from '../../../test/channels.ts';
import { expectAccessible, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { ShareQuestionsDialog } from './ShareQuestionsDialog.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const event = eventView({ viewer: { manages: true, role: 'host' } });
const dialog = page.getByRole('dialog');
const channel = (name: string) =>
  ChannelView.parse({ ...channelDetail({ name }), conversation: { id: crypto.randomUUID() } });
const ofCommunity = eventView({
  viewer: { manages: true, role: 'host' },
  server: {
    id: '0190a3b4-0000-7000-8000-0000000000c0',
    slug: 'makers',
    name: 'Makers',
    logo: null,
    visibility: 'public',
  },
});

function answerPlaces(channels: ChannelView[]) {
  answer(listEventGroups, { data: [], nextCursor: null });
  answer(browseChannels, {
    viewer: { memberId: crypto.randomUUID(), roleType: 'MEMBER', permissions: ['VIEW_CHANNEL'] },
    channels,
    categories: [],
  });
}

test('sharing: it is said where there is nowhere to share, and where that could not be asked', async () => {
  answerPlaces([]);
  await openDialog(<ShareQuestionsDialog event={ofCommunity} />, { as: ME });
  await expect.element(dialog.getByRole('heading', { name: 'There is nowhere to share them yet' })).toBeVisible();
  await expectAccessible();
});

test('sharing: places that could not be loaded are asked for again', async () => {
  breakDown(listEventGroups);
  await openDialog(<ShareQuestionsDialog event={event} />, { as: ME });
  const again = dialog.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  await expectAccessible();
  answerPlaces([]);
  await again.click();
  await expect.element(dialog.getByRole('heading', { name: 'There is nowhere to share them yet' })).toBeVisible();
});

test('sharing: a refusal is told and nothing is marked as shared; what was shared cannot be shared there again', async () => {
  const looms = channel('looms');
  answerPlaces([looms, channel('kilns')]);
  refuse(shareQna, { statusCode: 409, ...refusals.nothingToShare });
  await openDialog(<ShareQuestionsDialog event={ofCommunity} />, { as: ME });
  const share = dialog.getByRole('button', { name: 'Share in # looms' });
  await share.click();
  await expect.element(page.getByText(refusals.nothingToShare.message)).toBeVisible();
  await expect.element(share).toBeEnabled();
  await expectAccessible();
  const data = { conversationId: looms.conversation.id, messageId: crypto.randomUUID() };
  answer(shareQna, { message: 'Shared.', data });
  await share.click();
  await expect.element(share).toMatchTextContent('Shared');
  await expect.element(share).toBeDisabled();
  await expect.element(dialog.getByRole('button', { name: 'Share in # kilns' })).toBeEnabled();
  const sent = calls.filter(({ path }) => path.endsWith('/share')).map(({ body }) => body);
  expect(sent).toEqual([{ conversationId: looms.conversation.id }, { conversationId: looms.conversation.id }]);
});
