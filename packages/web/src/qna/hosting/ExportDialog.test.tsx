import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerFile, breakDownFile, calls } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { ExportDialog } from './ExportDialog.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const event = eventView({ viewer: { manages: true, role: 'host' } });
const FILE = '/:eventId/questions/export.md';
const dialog = page.getByRole('dialog');
const exporting = dialog.getByRole('button', { name: 'Export', exact: true });

test('exporting: it says what will be in the file, and asks in which format', async () => {
  await openDialog(<ExportDialog event={event} />, { as: ME });
  await expect.element(dialog).toHaveAccessibleName('Export the questions?');
  await expect.element(dialog.getByText(/It contains personal data/)).toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: /CSV/ })).toBeChecked();
  await expectAccessible();
  expect(calls.filter(({ path }) => path.includes('export'))).toEqual([]);
});

test('exporting: a failure is told, the format that was chosen stays, and the next try closes the dialog', async () => {
  breakDownFile(FILE);
  await openDialog(<ExportDialog event={event} />, { as: ME });
  const markdown = dialog.getByRole('radio', { name: /Markdown/ });
  await markdown.click();
  await exporting.click();
  await expect.element(page.getByText('Could not export the questions.')).toBeVisible();
  await expect.element(markdown).toBeChecked();
  await expectAccessible();
  let arrives: (text: string) => void = () => undefined;
  answerFile(FILE, () => new Promise<string>((resolve) => (arrives = resolve)));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await exporting.click();
  await expect.element(dialog.getByRole('button', { name: 'Exporting' })).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => calls.filter(({ path }) => path.endsWith('export.md')).length).toBe(2);
  arrives('# Questions');
  await expectFocusReturned();
  expect(saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([
    `${event.alias}-questions.md`,
  ]);
  saved.mockRestore();
});
