import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { startCommunity, unique } from '../people.ts';
import { comeTo, startQna } from '../qna/qna-parts.ts';
import { CI } from '../viewports.ts';
import { Speech } from './speech.ts';

test('spoken: somebody registers for an event', CI, async ({ arrive }) => {
  const [hedda, wren] = [await arrive('Hedda', 'Host'), await arrive('Wren', 'Halloran')];
  const event = await startEvent(hedda, 'Kiln Opening', {}, {});
  const { page } = wren;
  const speech = await Speech.of(page);
  await speech.go(`/${event.alias}`, page.getByRole('heading', { level: 1, name: event.name }));
  const register = page.getByRole('button', { name: 'Register' }).last();
  await register.focus();
  await speech.focus('at the button');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are going', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('You are going', { exact: true }).first()).toBeFocused();
  await speech.focus('Enter');
  expect(speech.text(event.alias)).toMatchSnapshot('register.txt');
});

test('spoken: an event that lacks something is not published, and says what', CI, async ({ arrive }) => {
  const hedda = await arrive('Hedda', 'Host');
  const community = await startCommunity(hedda, 'Alder Village');
  const { page } = hedda;
  const speech = await Speech.of(page);
  const name = `Kiln ${unique()}`;
  await speech.go(`/events/create?serverId=${community.id}`, page.getByLabel('Event name'));
  await page.getByLabel('Event name').fill(name);
  await expect(page.getByText(/^Draft saved at/)).toBeVisible();
  const starts = page.getByRole('textbox', { name: 'Starts' });
  await starts.fill('someday');
  await starts.blur();
  await page.getByRole('button', { name: 'Publish' }).focus();
  await speech.focus('at the button');
  await page.keyboard.press('Enter');
  await expect(starts).toBeFocused();
  await speech.focus('Enter');
  expect(speech.text(name)).toMatchSnapshot('publish.txt');
});

test('spoken: a question is asked, and voted for', CI, async ({ arrive }) => {
  const [hedda, wren] = [await arrive('Hedda', 'Host'), await arrive('Wren', 'Halloran')];
  const event = await startQna(hedda, 'Open assembly');
  await comeTo(event, [wren]);
  const { page } = wren;
  const speech = await Speech.of(page);
  const box = page.getByRole('textbox', { name: 'Your question' });
  await speech.go(`/${event.alias}/questions`, box);
  await box.focus();
  await speech.focus('at first');
  await page.keyboard.type('Is there tea?');
  await page.getByRole('button', { name: 'Ask', exact: true }).focus();
  await speech.focus('at the button');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waiting for a host')).toBeVisible();
  expect(speech.text(event.alias)).toMatchSnapshot('ask.txt');
});
