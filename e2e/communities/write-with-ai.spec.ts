import { LIMITS, refusals } from '@folkmoot/contract/writing/schema.ts';
import { expect, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { startCommunity } from '../people.ts';
import { BOTH, DETAIL } from '../viewports.ts';

for (const [where, size, scope] of BOTH) {
  test(`a description is written with AI, tried again up to the limit, changed, accepted and saved, on ${where}`, {
    ...DETAIL,
    ...scope,
  }, async ({ arrive, watch }) => {
    // The limit.
    watch.expectRefusal(429, /\/generate-description-by-ai$/);
    const { page, ...maren } = await arrive('Maren', 'Holm');
    await page.setViewportSize(size);
    const community = await startCommunity({ page, ...maren }, 'Alder Village');
    await page.goto(`/${community.slug}/settings`);
    await page.getByRole('button', { name: 'Write with AI' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write with AI' });
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill('Neighbours who repair bicycles together');
    await dialog.getByText('Playful', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Generate' }).click();
    const suggestion = dialog.getByRole('textbox', { name: 'Suggestion' });
    await expect(suggestion).toHaveValue(/^Neighbours who repair bicycles together\./);
    await suggestion.fill('We repair bicycles.');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog.getByText('2 of 2')).toBeVisible();
    await dialog.getByRole('button', { name: 'Previous suggestion' }).click();
    await expect(suggestion).toHaveValue('We repair bicycles.');
    // The rest of what one person can have in a day.
    for (let used = 2; used < LIMITS.perDay; used += 1)
      await maren.api('POST', '/servers/generate-description-by-ai', {
        ...{ community_prompt: 'Neighbours', content_length: 'Short', content_style: 'Casual' },
      });
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog.getByText(refusals.tooMany.message)).toBeVisible();
    await expect(suggestion).toHaveValue('We repair bicycles.');
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Description (optional)' })).toHaveValue('We repair bicycles.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    await reload(page, 'it is saved');
    await expect(page.getByRole('textbox', { name: 'Description (optional)' })).toHaveValue('We repair bicycles.');
  });
}
