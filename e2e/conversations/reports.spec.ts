import { act, message, open } from '../chat.ts';
import { expect, test } from '../fixtures.ts';
import { bringIn, say, startChannel, startCommunity } from '../people.ts';
import { DESK_FIRST, DETAIL } from '../viewports.ts';

for (const [where, size] of DESK_FIRST) {
  test(`a member reports a message and a moderator answers, on ${where}`, DETAIL, async ({ arrive }) => {
    const [maren, tomasz, yuki] = [
      await arrive('Maren', 'Holm'),
      await arrive('Tomasz', 'Zielinski'),
      await arrive('Yukiko', 'Tanabe'),
    ];
    const community = await startCommunity(maren, 'Weavers Row');
    const hearth = await startChannel(maren, community, { name: 'hearth' });
    await bringIn(maren, community, [tomasz, yuki], [hearth]);
    await say(yuki, hearth, 'Cheap yarn, write to me');
    await maren.page.setViewportSize(size);
    await maren.page.goto(`/${community.slug}/settings/reports`);
    await expect(maren.page.getByRole('heading', { name: 'No open reports' })).toBeVisible();

    // She is told on every other screen as well.
    const home = await maren.context.newPage();
    await home.setViewportSize(size);
    await home.goto('/');
    await expect(home.getByRole('heading', { name: 'Your communities' })).toBeVisible();
    const due = home.getByRole('region', { name: 'Needs you' });
    await expect(due.getByRole('link', { name: /to review/ })).toHaveCount(0);

    await tomasz.page.setViewportSize(size);
    await open(tomasz, hearth);
    await act(tomasz.page, 'Cheap yarn', 'Report message');
    const dialog = tomasz.page.getByRole('dialog', { name: 'Report message' });
    await dialog.getByRole('radio', { name: 'Something else' }).check();
    await dialog.getByRole('textbox').fill('The third time this week');
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(dialog).toBeHidden();

    // The queue fills while Maren looks at it.
    const card = maren.page.getByRole('list', { name: 'Reports' }).getByRole('article');
    await expect(card).toContainText('Cheap yarn, write to me');
    await expect(card).toContainText('The third time this week');
    await due.getByRole('link', { name: /1 report to review Weavers Row/ }).click();
    await expect(home.getByRole('list', { name: 'Reports' }).getByRole('article')).toHaveCount(1);
    await card.getByRole('button', { name: 'Delete message' }).click();
    await maren.page
      .getByRole('dialog', { name: 'Delete the reported message?' })
      .getByRole('button', { name: 'Delete message' })
      .click();
    await expect(maren.page.getByRole('heading', { name: 'No open reports' })).toBeVisible();
    await expect(message(tomasz.page, 'This message was deleted.')).toHaveCount(1);
    await maren.page.getByText('Answered', { exact: true }).click();
    await expect(card).toContainText('Message deleted by Maren Holm');
  });
}

test('moderators can see the history of an edited message', DETAIL, async ({ arrive }) => {
  const [maren, tomasz] = [await arrive('Maren', 'Holm'), await arrive('Tomasz', 'Zielinski')];
  const community = await startCommunity(maren, 'Weavers Row');
  const hearth = await startChannel(maren, community, { name: 'hearth' });
  await bringIn(maren, community, [tomasz], [hearth]);
  await say(tomasz, hearth, 'Ten pounds each');
  await open(tomasz, hearth);
  await expect(message(tomasz.page, 'Ten pounds each')).toBeVisible();
  // Arrow up in an empty composer edits your own last message.
  await tomasz.page.getByRole('textbox', { name: 'Message hearth' }).press('ArrowUp');
  const editing = tomasz.page.getByRole('form', { name: 'Edit message' }).getByRole('textbox', { name: 'Message' });
  await editing.fill('Twelve pounds each');
  await editing.press('Enter');
  await expect(message(tomasz.page, 'Twelve pounds each')).toContainText('edited');
  await open(maren, hearth);
  await act(maren.page, 'Twelve pounds each', 'Edit history');
  const history = maren.page.getByRole('dialog', { name: 'Edit history' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history).toContainText('Ten pounds each');
});
