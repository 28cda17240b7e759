import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { onDesk } from '../viewports.ts';
import { comeTo, deskOf, deskPart } from './qna-parts.ts';

onDesk(() => {
  test('Q&A: a question is asked on the event page, approved, voted for, answered live, and found among the answered ones', async ({
    arrive,
  }) => {
    const [hedda, wren, kofi] = [await arrive('Hedda', 'Host'), await arrive('Wren', 'Halloran'), await arrive('Kofi')];
    const event = await startEvent(hedda, 'Open assembly');
    await comeTo(event, [wren, kofi]);

    // The host opens it; the rest of the settings are there then.
    const desk = hedda.page;
    await desk.goto(deskOf(event));
    await deskPart(desk, 'Preferences');
    await expect(desk.getByRole('switch')).toHaveCount(1);
    await desk.getByRole('switch', { name: 'Q&A is open' }).check();
    await expect(desk.getByText('Q&A preference updated successfully.')).toBeVisible();
    await expect(desk.getByRole('switch', { name: 'Approve before showing' })).toBeChecked();
    await expectNoSeriousViolations(desk);

    const question = 'Can we afford a second kiln?';
    await wren.page.goto(`/${event.alias}`);
    await wren.page.getByRole('button', { name: 'Ask', exact: true }).click();
    const dialog = wren.page.getByRole('dialog', { name: 'Ask a question' });
    await dialog.getByRole('textbox', { name: 'Your question' }).fill(question);
    await expectNoSeriousViolations(wren.page, { dialog: true });
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(wren.page.getByText('Question created successfully')).toBeVisible();
    await expect(wren.page.getByRole('heading', { level: 1, name: 'Questions' })).toBeVisible();
    await wren.page.getByRole('button', { name: /^Mine/ }).click();
    await expect(wren.page.getByText('Waiting for a host')).toBeVisible();

    // Nobody else sees it until then.
    await kofi.page.goto(`/${event.alias}/questions`);
    await expect(kofi.page.getByRole('heading', { name: 'No questions yet' })).toBeVisible();
    await deskPart(desk, 'Waiting');
    await desk.getByRole('article', { name: question }).getByRole('button', { name: 'Approve' }).click();
    await expect(wren.page.getByText('Shown to everybody')).toBeVisible();
    await expectNoSeriousViolations(wren.page);

    // A vote counts at once here, and soon there.
    await kofi.page.getByRole('button', { name: 'Upvote, 0 votes' }).click();
    await expect(kofi.page.getByRole('button', { name: 'Upvote, 1 vote' })).toHaveAttribute('aria-pressed', 'true');
    await deskPart(desk, 'Questions');
    const board = desk.getByRole('region', { name: 'Board' });
    await expect(board.getByRole('button', { name: 'Upvote, 1 vote' })).toBeVisible();
    await expectNoSeriousViolations(desk);

    await board.getByRole('button', { name: 'Answer live' }).click();
    const now = kofi.page.getByRole('region', { name: 'Being answered now' });
    await expect(now).toContainText(question);
    await expectNoSeriousViolations(kofi.page);
    await board.getByRole('button', { name: 'Mark answered' }).click();
    await expect(now).toBeHidden();

    // Undone within ten seconds, it is being answered again.
    await desk.getByRole('button', { name: 'Undo' }).click();
    await expect(now).toBeVisible();
    await board.getByRole('button', { name: 'Mark answered' }).click();
    await kofi.page.getByRole('button', { name: /^Answered/ }).click();
    await expect(kofi.page.getByRole('article', { name: question })).toBeVisible();

    // The hosts answer in writing, too; somebody reacts to that.
    await board.getByText('Answered 1').click();
    await board.getByRole('button', { name: /^Comment: / }).click();
    await board.getByRole('textbox', { name: 'Your comment' }).fill('Yes, from the autumn on.');
    await board.getByRole('article', { name: question }).getByRole('button', { name: 'Comment', exact: true }).click();
    await kofi.page.getByRole('button', { name: '1 comment' }).click();
    await expect(kofi.page.getByText('Yes, from the autumn on.')).toBeVisible();
    await expect(kofi.page.getByText('Only hosts can comment here.')).toBeVisible();
    await expectNoSeriousViolations(kofi.page);
  });
});
