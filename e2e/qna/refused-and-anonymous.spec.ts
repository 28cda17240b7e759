import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { CI, onDesk } from '../viewports.ts';
import { ask, comeTo, deskOf, deskPart, startQna } from './qna-parts.ts';

onDesk(() => {
  test(
    'Q&A: an anonymous question is refused with a reason, which its asker reads after a reload, and nobody learns who asked',
    CI,
    async ({ arrive }) => {
      const [hedda, wren] = [await arrive('Hedda', 'Host'), await arrive('Wren', 'Halloran')];
      const event = await startQna(hedda, 'Open assembly', { allowAnonymousQuestions: true });
      await comeTo(event, [wren]);
      const { page } = wren;
      await page.goto(`/${event.alias}/questions`);
      await page.getByRole('switch', { name: 'Ask anonymously' }).check();
      await expect(
        page.getByText('Nobody can see who asked, the hosts neither. In a small group they may guess.'),
      ).toBeVisible();
      await expectNoSeriousViolations(page);
      await ask(page, 'Who moved the tool library?');
      await expect(page.getByText('Waiting for a host')).toBeVisible();

      const desk = hedda.page;
      // Who is watching is told apart from who asked.
      const frames: string[] = [];
      desk.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (!String(payload).includes('question.faces')) frames.push(String(payload));
        }),
      );
      desk.on('response', (response) => {
        if (response.url().includes('/qna/'))
          response.text().then(
            (text) => frames.push(text),
            () => undefined,
          );
      });
      await desk.goto(deskOf(event));
      await deskPart(desk, 'Waiting');
      const card = desk.getByRole('article', { name: 'Who moved the tool library?' });
      await expect(card).toContainText('Anonymous');
      await card.getByRole('button', { name: 'Refuse' }).click();
      const dialog = desk.getByRole('dialog', { name: 'Refuse this question' });
      await dialog.getByRole('textbox', { name: 'Message' }).fill('Ask the print room.');
      await expectNoSeriousViolations(desk, { dialog: true });
      await dialog.getByRole('button', { name: 'Refuse' }).click();
      await expect(card).toBeHidden();
      expect(frames.join('\n')).toContain('Who moved the tool library?');
      for (const trace of ['Halloran', wren.username, wren.email]) expect(frames.join('\n')).not.toContain(trace);

      await reload(page, 'nothing more is told from the start');
      await page.getByRole('button', { name: /^Mine 1/ }).click();
      await expect(page.getByText('Refused: Ask the print room.')).toBeVisible();
      await expectNoSeriousViolations(page);
      await page.getByRole('button', { name: 'More about your question' }).click();
      await page.getByRole('menuitem', { name: 'Withdraw' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await expect(page.getByRole('heading', { name: 'You have not asked anything yet' })).toBeVisible();
    },
  );
});
