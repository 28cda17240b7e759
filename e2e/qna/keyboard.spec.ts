import { expect, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { DESK, DETAIL } from '../viewports.ts';
import { comeTo, deskOf, startQna } from './qna-parts.ts';

test.use({ viewport: DESK });

test('Q&A: asked, approved, voted for and answered by keyboard alone', DETAIL, async ({ arrive }) => {
  const [hedda, wren] = [await arrive('Hedda', 'Host'), await arrive('Wren', 'Halloran')];
  const event = await startQna(hedda, 'Open assembly');
  await comeTo(event, [wren]);
  const { page } = wren;
  await page.goto(`/${event.alias}/questions`);
  await tabTo(page, page.getByRole('textbox', { name: 'Your question' }));
  await page.keyboard.type('Is there tea?');
  await tabTo(page, page.getByRole('button', { name: 'Ask', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waiting for a host')).toBeVisible();

  const desk = hedda.page;
  await desk.goto(deskOf(event));
  await tabTo(desk, desk.getByRole('button', { name: 'Approve' }));
  await desk.keyboard.press('Enter');
  const board = desk.getByRole('region', { name: 'Board' });
  // The card is gone, and the focus is where it was.
  await expect(desk.getByRole('heading', { name: 'Waiting for you' })).toBeFocused();
  await expect(board.getByRole('article', { name: 'Is there tea?' })).toBeVisible();

  const popular = page.getByRole('button', { name: 'Popular' });
  await tabTo(page, popular);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Upvote, 0 votes' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Upvote, 1 vote' })).toBeFocused();

  await tabTo(desk, board.getByRole('button', { name: 'Answer live' }));
  await desk.keyboard.press('Enter');
  await tabTo(desk, board.getByRole('button', { name: 'Mark answered' }));
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('Marked as answered.')).toBeVisible();
});
