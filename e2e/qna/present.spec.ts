import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { CI, onDesk } from '../viewports.ts';
import { comeTo, startQna } from './qna-parts.ts';

const key = () => `${crypto.randomUUID()}`.replaceAll('-', '');

onDesk(() => {
  test(
    'Q&A: the hall’s screen follows what is being answered, and never shows what waits for a host',
    CI,
    async ({ arrive }) => {
      const [hedda, wren] = [await arrive('Hedda', 'Host'), await arrive('Wren', 'Halloran')];
      const event = await startQna(hedda, 'Open assembly', { approveQuestionsForModeration: false });
      await comeTo(event, [wren]);
      const ask = async (content: string) =>
        (await wren.api<{ data: { _id: string } }>('POST', `/qna/${event.id}/questions`, { content, key: key() })).data
          ._id;
      const change = (id: string, body: object) => hedda.api('PATCH', `/qna/${event.id}/questions/${id}`, body);
      const [first, second] = [await ask('Can we afford a second kiln?'), await ask('Is there tea?')];
      await hedda.api('PATCH', `/qna/qna/${event.id}`, { approveQuestionsForModeration: true });
      await ask('Something that waits?');

      const { page } = hedda;
      await page.goto(`/events/present/${event.alias}`);
      await expect(page.getByRole('heading', { name: 'Most votes' })).toBeVisible();
      await expect(page.getByRole('listitem')).toHaveCount(2);
      // Nobody joins by a code here, so none is shown.
      await expect(page.getByText('Guests of this event ask and vote at')).toBeVisible();
      await change(first, { isNow: true });
      const now = page.getByRole('region', { name: 'Being answered now' });
      await expect(now).toContainText('Can we afford a second kiln?');
      await expect(page.getByRole('listitem')).toHaveCount(1);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoSeriousViolations(page);
      }
      await change(second, { isNow: true });
      await expect(now).toContainText('Is there tea?');
      await change(second, { status: 'answered', from: 'published' });
      await expect(now).not.toContainText('Is there tea?');
      await expect(page.getByText('Can we afford a second kiln?')).toBeVisible();
      await expect(page.getByText('Something that waits?')).toHaveCount(0);
      await expect(page.getByRole('button')).toHaveCount(0);
    },
  );
});
