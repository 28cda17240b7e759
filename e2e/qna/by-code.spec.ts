import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { CI, onDesk } from '../viewports.ts';
import { ask, deskOf, deskPart, startQna } from './qna-parts.ts';

onDesk(() => {
  test(
    'Q&A: somebody without an account joins by the code, asks and votes, and hears what becomes of it',
    CI,
    async ({ arrive, page, watch }) => {
      // A wrong code.
      watch.expectRefusal(404, /\/qna\/join\//);
      const hedda = await arrive('Hedda', 'Host');
      const event = await startQna(hedda, 'Open assembly', { joinByCode: true });
      await page.goto('/q');
      await expectNoSeriousViolations(page);
      await page.getByRole('textbox', { name: 'Code' }).fill('nothing 0000');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
        /There is no Q&A with this code/,
      );
      // In capitals and with a space, as people read it out.
      await page.getByRole('textbox', { name: 'Code' }).fill(event.code.toUpperCase().replace('-', ' '));
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('textbox', { name: 'Your name' }).fill('Rosa from row three');
      await expectNoSeriousViolations(page);
      await page.getByRole('button', { name: 'Join' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Questions' })).toBeVisible();
      await ask(page, 'Is there a second evening?');
      await expect(page.getByText('Waiting for a host')).toBeVisible();

      const desk = hedda.page;
      await desk.goto(deskOf(event));
      await deskPart(desk, 'Waiting');
      const card = desk.getByRole('article', { name: 'Is there a second evening?' });
      await expect(card).toContainText('Rosa from row three');
      await card.getByRole('button', { name: 'Approve' }).click();
      // By the socket that the pass has opened.
      await expect(page.getByText('Shown to everybody')).toBeVisible();
      await page.getByRole('button', { name: 'Popular' }).click();
      await page.getByRole('button', { name: 'Upvote, 0 votes' }).click();
      await expectNoSeriousViolations(page);

      // Scanned again, it is the same guest.
      await moveTo(page, `/q/${event.code}`);
      await expect(page.getByRole('button', { name: 'Upvote, 1 vote' })).toHaveAttribute('aria-pressed', 'true');
    },
  );
});
