import { act, message, open, press, write } from '../chat.ts';
import { expect, test } from '../fixtures.ts';
import { bringIn, say, startChannel, startCommunity } from '../people.ts';
import { BOTH, DESK, DETAIL } from '../viewports.ts';

for (const [where, size, scope] of BOTH) {
  test(`threads: a thread can be opened, replied to and followed, on ${where}`, scope, async ({ arrive }) => {
    const [maren, tomasz] = [await arrive('Maren', 'Holm'), await arrive('Tomasz', 'Zielinski')];
    const community = await startCommunity(maren, 'Weavers Row');
    const hearth = await startChannel(maren, community, { name: 'hearth' });
    await bringIn(maren, community, [tomasz], [hearth]);
    await say(maren, hearth, 'Who has the shed key?');
    const page = tomasz.page;
    await page.setViewportSize(size);
    await open(tomasz, hearth);

    await press(page, 'Who has the shed key?', 'Reply in thread');
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await expect(thread.getByText('No replies yet')).toBeVisible();
    await write(page, 'thread', 'I have it, **still**.');
    await expect(message(page, 'I have it, still.', 'Thread')).toBeVisible();
    await thread.getByRole('checkbox', { name: 'Also send to hearth' }).check();
    await write(page, 'thread', 'It is on the hook now.');
    await expect(thread.getByText('2 replies')).toBeVisible();

    // Reactions work on replies as they do on messages.
    await press(page, 'It is on the hook now.', 'React with 🙌', 'Thread');
    await expect(
      message(page, 'It is on the hook now.', 'Thread').getByRole('button', { name: '🙌, 1 person' }),
    ).toBeVisible();
    await act(page, 'It is on the hook now.', 'See reactions', 'Thread');
    await expect(page.getByRole('dialog', { name: 'Reactions' }).getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');

    await act(page, 'I have it, still.', 'Edit message', 'Thread');
    const editing = page.getByRole('form', { name: 'Edit thread' });
    await editing.getByRole('textbox', { name: 'Message' }).fill('I had it.');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(message(page, 'I had it.', 'Thread')).toContainText('edited');

    await thread.getByRole('button', { name: 'Close the thread' }).click();
    await expect(thread).toBeHidden();
    await expect(message(page, 'Who has the shed key?').getByRole('button', { name: /^2 replies/ })).toBeVisible();
    await expect(
      message(page, 'It is on the hook now.').getByRole('button', { name: 'Replied in a thread' }),
    ).toBeVisible();

    // Maren, who asked, follows it automatically, and is led there.
    await maren.page.setViewportSize(size);
    await maren.page.goto('/inbox');
    const card = maren.page.getByRole('article', { name: 'Thread in #hearth' });
    await expect(card).toContainText('Who has the shed key?');
    await card.getByRole('link', { name: /I had it\./ }).click();
    await expect(message(maren.page, 'I had it.', 'Thread')).toBeVisible();
    const hers = maren.page.getByRole('complementary', { name: 'Thread' });
    await hers.getByRole('button', { name: 'Stop following this thread' }).click();
    await expect(hers.getByRole('button', { name: 'Follow this thread' })).toBeVisible();
    await hers.getByRole('button', { name: 'Show in conversation' }).click();
    await expect(hers).toBeHidden();
    await expect(message(maren.page, 'Who has the shed key?')).toBeInViewport();
  });
}

test('threads: a reply quotes its message and leads back to it, and so does a pin', DETAIL, async ({ arrive }) => {
  const [maren, tomasz] = [await arrive('Maren', 'Holm'), await arrive('Tomasz', 'Zielinski')];
  const community = await startCommunity(maren, 'Weavers Row');
  const hearth = await startChannel(maren, community, { name: 'hearth' });
  await bringIn(maren, community, [tomasz], [hearth]);
  await say(maren, hearth, 'The loom is free on Tuesdays.');
  for (let n = 0; n < 70; n += 1) await say(n % 2 ? maren : tomasz, hearth, `Line ${n} of a long talk about wool.`);
  const { page } = tomasz;
  await page.setViewportSize(DESK);
  await page.goto(`/channel/${hearth.id}?message=1`);
  await expect(message(page, 'The loom is free')).toBeInViewport();

  await press(page, 'The loom is free', 'Reply');
  await expect(page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await write(page, 'hearth', 'May I have this one?');
  await page.getByRole('button', { name: 'Newest' }).click();
  const answer = message(page, 'May I have this one?');
  await expect(answer).toBeVisible();
  await answer.getByRole('button', { name: 'In reply to Maren Holm: The loom is free on Tuesdays.' }).click();
  await expect(message(page, 'The loom is free').first()).toBeInViewport();

  // Pinned by Maren, the message appears in the panel live for Tomasz.
  await maren.page.goto(`/channel/${hearth.id}?message=1`);
  await act(maren.page, 'The loom is free', 'Pin message');
  const pins = page.getByRole('region', { name: /^Pinned/ });
  await expect(pins.getByRole('button')).toHaveCount(1);
  await page.getByRole('button', { name: 'Newest' }).click();
  await pins.getByRole('button', { name: /The loom is free/ }).click();
  await expect(message(page, 'The loom is free').first()).toBeInViewport();

  // A link to a message opens it for everybody who may read it.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await act(page, 'The loom is free', 'Copy link');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toBe(`/channel/${hearth.id}`);
  // Loaded: the link of an email.
  await maren.page.goto(link);
  await expect(message(maren.page, 'The loom is free')).toBeInViewport();
});

test(
  'threads: a thread on a reply names the person it answers, and lists its reactions by emoji',
  DETAIL,
  async ({ arrive }) => {
    const [maren, tomasz] = [await arrive('Maren', 'Holm'), await arrive('Tomasz', 'Zielinski')];
    const community = await startCommunity(maren, 'Weavers Row');
    const hearth = await startChannel(maren, community, { name: 'hearth' });
    await bringIn(maren, community, [tomasz], [hearth]);
    const long = 'The loom is free on Tuesdays, and on every other day of the week that has no market in it.';
    await say(maren, hearth, long);
    const { page } = tomasz;
    await page.setViewportSize(DESK);
    await open(tomasz, hearth);
    await press(page, 'The loom is free', 'Reply');
    await write(page, 'hearth', 'May I have this one?');
    await press(page, 'May I have this one?', 'Reply in thread');
    const thread = page.getByRole('complementary', { name: 'Thread' });
    const quote = thread.getByText(long);
    await expect(thread.getByText('Maren Holm')).toBeVisible();
    const [panel, box, root] = [
      await thread.boundingBox(),
      await quote.boundingBox(),
      await thread.getByRole('article').boundingBox(),
    ];
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((panel?.x ?? 0) + (panel?.width ?? 0));
    // The message is at the top, without empty space above it.
    expect((root?.y ?? 0) - (panel?.y ?? 0)).toBeLessThan(160);
    await expect(thread.getByRole('textbox', { name: 'Reply in thread' })).toBeVisible();

    await thread.getByRole('button', { name: 'Close the thread' }).click();
    const emoji = ['👍', '😂', '🎉', '🔥', '✅', '🙌', '🌻', '🐑', '🧶', '🪡', '🧵', '🫖'];
    const { data } = await maren.api<{ data: { id: string }[] }>(
      'GET',
      `/conversations/${hearth.conversation.id}/messages`,
    );
    const answer = data.at(-1)?.id;
    for (const one of emoji)
      await maren.api(
        'PUT',
        `/conversations/${hearth.conversation.id}/messages/${answer}/reactions/${encodeURIComponent(one)}`,
      );
    await act(page, 'May I have this one?', 'See reactions');
    await expect(page.getByRole('dialog', { name: 'Reactions' }).getByRole('radio')).toHaveCount(emoji.length + 1);
  },
);
