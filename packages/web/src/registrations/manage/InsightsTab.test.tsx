import { getInsights } from '@folkmoot/contract/registrations/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { countsOf, guestView } from '../../../test/registrations.ts';
import { InsightsTab } from './InsightsTab.tsx';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';

test('insights: what each ticket came to, and what people wrote with the way to the rest', async () => {
  const question = { question_id: crypto.randomUUID(), choices: [] };
  answer(getInsights, {
    days: [{ date: '2026-05-01', registered: 1, left: 0, total: 1 }],
    counts: countsOf([guestView('Ada Lowe')]),
    capacity: null,
    checkedIn: 0,
    tickets: [],
    questions: [{ ...question, question: 'Which glaze?', type: 'text', answered: 52, texts: ['Celadon', 'Celadon'] }],
    revenue: [
      { ticketId: crypto.randomUUID(), name: 'Bench 11', currency: 'GBP', orders: 3, sold: 5670, refunded: 1890 },
    ],
  });
  await draw(<InsightsTab event={eventView()} />, { as: HEDDA });
  const cells = page.getByRole('row', { name: /^Bench 11/ }).getByRole('cell');
  await expect.element(cells.first()).toBeVisible();
  expect(cells.elements().map(({ textContent }) => textContent)).toEqual(['3', '£56.70', '£18.90', '£37.80']);
  const texts = page.getByRole('list', { name: 'Answers to “Which glaze?”' });
  expect(texts.getByRole('listitem').elements()).toHaveLength(2);
  await expect
    .element(page.getByRole('link', { name: '50 more in the guest list' }))
    .toHaveAttribute('href', expect.stringContaining('tab=guests'));
  await expectAccessible();
});
