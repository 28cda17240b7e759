import { sendMessage, suggestMentions } from '@folkmoot/contract/conversations/api.ts';
import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { conversationFacts, messageView } from '../../../test/conversations.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { replyTo } from '../outbox/drafts.ts';
import { Composer } from './Composer.tsx';

let facts: ConversationFacts;
const box = page.getByRole('textbox', { name: 'Message hearth' });

async function drawComposer(around?: string): Promise<void> {
  await draw(<Composer facts={facts} name="hearth" around={around} people={undefined} onEditLast={() => undefined} />);
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeVisible();
}

/** Puts HTML and its plain text into the composer as the clipboard would. */
function paste(html: string, plain: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', html);
  clipboardData.setData('text/plain', plain);
  box.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

beforeEach(() => {
  facts = conversationFacts();
});

test('composer: it has the focus when it opens, and takes what is typed elsewhere, but not from a field or a menu', async () => {
  await draw(
    <>
      <button type="button">Elsewhere</button>
      <input aria-label="Name" />
      <Composer facts={facts} name="hearth" around={undefined} people={undefined} onEditLast={() => undefined} />
    </>,
  );
  await expect.element(box).toHaveFocus();
  (page.getByRole('button', { name: 'Elsewhere' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}y{/Control}{ArrowUp}');
  await expect.element(page.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
  await userEvent.keyboard('kiln');
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue('kiln');
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea');
  await userEvent.keyboard('!');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Bea!');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  await userEvent.keyboard('x');
  await expect.element(box).toHaveValue('kiln');
});

test('composer: text can be formatted with buttons and keys, and the formatting undone', async () => {
  await drawComposer();
  await page.getByRole('button', { name: 'Formatting' }).click();
  const bar = page.getByRole('group', { name: 'Formatting' });
  await box.fill('kiln');
  await userEvent.keyboard('{Control>}a{/Control}');
  await bar.getByRole('button', { name: 'Bold' }).click();
  await expect.element(box).toHaveValue('**kiln**');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(box).toHaveValue('kiln');
  await userEvent.keyboard('{Control>}a{/Control}{Control>}i{/Control}');
  await expect.element(box).toHaveValue('_kiln_');
  await userEvent.keyboard('{Control>}i{/Control}');
  await expect.element(box).toHaveValue('kiln');
  await expectAccessible();
});

test('composer: a list continues on the next line', async () => {
  await drawComposer();
  await page.getByRole('button', { name: 'Formatting' }).click();
  await box.fill('kiln');
  await page.getByRole('button', { name: 'Bulleted list' }).click();
  await expect.element(box).toHaveValue('- kiln');
  await userEvent.keyboard('{End}{Shift>}{Enter}{/Shift}clay');
  await expect.element(box).toHaveValue('- kiln\n- clay');
});

test('composer: formatted text is pasted as Markdown', async () => {
  await drawComposer();
  paste('<p><b>Bold</b> and <a href="https://a.example/">a link</a></p><ul><li>one</li></ul>', 'Bold and a link one');
  await expect.element(box).toHaveValue('**Bold** and [a link](https://a.example/)\n- one');
});

test('composer: a text that is too long says by how much, and is not sent', async () => {
  await drawComposer();
  await box.fill('a'.repeat(4001));
  await expect.element(page.getByText('-1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('A message cannot exceed 4000 characters.')).toBeVisible();
  await expectAccessible();
});

test('composer: an empty file is refused with its reason, and holds the message until it is removed', async () => {
  await drawComposer();
  const input = document.querySelector<HTMLInputElement>('input[aria-label="Files to send"]');
  const data = new DataTransfer();
  data.items.add(new File([], 'nothing.txt', { type: 'text/plain' }));
  if (input) input.files = data.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  const tray = page.getByRole('list', { name: 'Files to send' });
  await expect.element(tray.getByText('nothing.txt is empty. Choose another file.')).toBeVisible();
  await box.fill('See the note.');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByText('A file could not be uploaded. Remove it or upload it again, then send.'))
    .toBeVisible();
  await expectAccessible();
  await tray.getByRole('button', { name: 'Remove nothing.txt' }).click();
  await expect.poll(() => tray.elements()).toEqual([]);
});

test('composer: people are suggested after an at sign, and @channel to those who may use it', async () => {
  facts = conversationFacts({ permissions: ['VIEW_CHANNEL', 'SEND_MESSAGE', 'EDIT_CHANNEL'] });
  answer(suggestMentions, ({ search = '' }) => {
    const data = 'tomasz'.startsWith(search) ? [memberView('Tomasz', 'Zielinski')] : [];
    return { data, complete: false };
  });
  await drawComposer();
  await box.click();
  await userEvent.keyboard('@');
  const people = page.getByRole('listbox', { name: 'People to mention' });
  await expect.poll(() => people.getByRole('option').elements().length).toBe(2);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => people.elements()).toEqual([]);
  await userEvent.keyboard('chan');
  await expect.poll(() => people.getByRole('option').elements().length).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveValue('@channel ');
});

test('composer: a letter typed right before Enter is part of the completed name', async () => {
  facts = conversationFacts({ permissions: ['VIEW_CHANNEL', 'SEND_MESSAGE', 'EDIT_CHANNEL'] });
  answer(suggestMentions, { data: [], complete: false });
  await drawComposer();
  await box.click();
  await userEvent.keyboard('@cha');
  await expect.element(page.getByRole('option', { name: /@channel/ })).toBeVisible();
  document.execCommand('insertText', false, 'n');
  box.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  await expect.element(box).toHaveValue('@channel ');
});

/** People of a community, as the server would find them for a search. */
const CROWD = ['Alasdair', 'Amara', 'Bea', 'Ines', 'Ingrid', 'Luca', 'Maren', 'Yuki'].map((name) =>
  memberView(name, 'Reed'),
);

function foundIn(search: string) {
  return { data: CROWD.filter(({ username }) => username.startsWith(search)), complete: false };
}

/** Waits as a person does between two keys. */
async function pause(ms: number): Promise<void> {
  await new Promise((done) => setTimeout(done, ms));
}

function pressEnter(): void {
  box.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}

async function typeAt(ms: number, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await userEvent.keyboard(key);
    await pause(ms);
  }
}

test.each([40, 60, 110, 200, 400])(
  'composer: Enter after a name typed at %i ms a key mentions that person, however late and in whatever order answers come',
  async (ms) => {
    // The answer to fewer letters comes later.
    answer(suggestMentions, async ({ search = '' }) => {
      await pause(300 - search.length * 60);
      return foundIn(search);
    });
    await drawComposer();
    await box.click();
    await typeAt(ms, [...'hi @ines', '{Enter}']);
    await expect.element(box).toHaveValue('hi @ines ');
    await userEvent.keyboard('and ');
    await typeAt(ms, [...'@mar', '{Tab}']);
    await expect.element(box).toHaveValue('hi @ines and @maren ');
  },
);

test('composer: what is typed while the list is awaited stays behind the name, and a second Enter sends both', async () => {
  let come = () => {};
  const later = new Promise<void>((done) => {
    come = done;
  });
  answer(suggestMentions, async ({ search = '' }) => {
    if (search !== '') await later;
    return foundIn(search);
  });
  answer(sendMessage, ({ text = '' }) => messageView({ text }));
  await drawComposer();
  await box.click();
  await userEvent.keyboard('@in');
  // At once, however busy the machine is.
  pressEnter();
  await new Promise(requestAnimationFrame);
  document.execCommand('insertText', false, ' hello');
  pressEnter();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  come();
  await expect.poll(() => calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ text: '@ines hello' });
});

test.each([
  ['nobody fits', () => ({ data: [], complete: false })],
  ['the list does not come', () => new Promise<never>(() => undefined)],
])('composer: Enter sends what is typed where %s', async (_, found) => {
  answer(suggestMentions, found);
  answer(sendMessage, ({ text = '' }) => messageView({ text }));
  await drawComposer();
  await box.click();
  await userEvent.keyboard('free @5pm{Enter}');
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body, { timeout: 3000 })
    .toMatchObject({ text: 'free @5pm' });
});

test('composer: of the people who are known, those whose names begin with what is typed come first', async () => {
  const known = [memberView('Bea', 'Lindqvist'), memberView('Ines', 'Carvalho')];
  answer(suggestMentions, ({ search = '' }) =>
    search === '' ? { data: known, complete: false } : new Promise<never>(() => undefined),
  );
  await drawComposer();
  await box.click();
  await userEvent.keyboard('@');
  const people = page.getByRole('listbox', { name: 'People to mention' }).getByRole('option');
  await expect.poll(() => people.elements().length).toBe(2);
  await userEvent.keyboard('in');
  await expect
    .poll(() => people.elements().map(({ textContent }) => /Bea|Ines/.exec(textContent ?? '')?.[0]))
    .toEqual(['Ines', 'Bea']);
});

test('composer: without the right to mention everyone, @everyone says why', async () => {
  answer(suggestMentions, { data: [], complete: true });
  await drawComposer();
  await box.click();
  await userEvent.keyboard('@every');
  await expect.element(page.getByText('Only people who can edit this channel can mention everyone.')).toBeVisible();
});

test('composer: the Enter that confirms a Japanese word in Safari sends nothing', async () => {
  answer(sendMessage, ({ text = '' }) => messageView({ text }));
  await drawComposer();
  await box.fill('にほん');
  const area = box.element();
  area.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  area.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'にほん' }));
  area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }));
  await expect.element(box).toHaveValue('にほん');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  // The field is empty before the message is sent, which would then be a call of the next test.
  await expect.poll(() => calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ text: 'にほん' });
  await expect.element(box).toHaveValue('');
});

test('composer: Escape right after a letter closes the list for that letter too', async () => {
  answer(suggestMentions, { data: [memberView('Tomasz', 'Zielinski')], complete: false });
  await drawComposer();
  await box.click();
  await userEvent.keyboard('@t');
  const people = page.getByRole('listbox', { name: 'People to mention' });
  await expect.poll(() => people.getByRole('option').elements().length).toBe(1);
  const area = box.element() as HTMLTextAreaElement;
  // Both before the next frame, in which the letter would be looked at.
  document.execCommand('insertText', false, 'o');
  area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  expect(area.value).toBe('@to');
  expect(people.elements()).toEqual([]);
  await userEvent.keyboard('m');
  await expect.poll(() => people.getByRole('option').elements().length).toBe(1);
});

test('composer: Escape cancels a reply and keeps its text', async () => {
  replyTo(facts.id, messageView(), undefined);
  await drawComposer();
  await expect.element(page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await box.fill('Is that too hot?');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('button', { name: 'Cancel reply' }).elements()).toEqual([]);
  await expect.element(box).toHaveValue('Is that too hot?');
});

test('composer: a reply in a thread can be sent to the channel as well', async () => {
  facts = conversationFacts({ type: 'thread', parentId: crypto.randomUUID(), rootSeq: 1 });
  await drawComposer('hearth');
  await expect.element(page.getByRole('textbox', { name: 'Reply in thread' })).toHaveFocus();
  await expect.element(page.getByRole('checkbox', { name: 'Also send to hearth' })).not.toBeChecked();
});

test('composer: on a phone the emoji are below the text, and do not cover it', async () => {
  await page.viewport(390, 844);
  await drawComposer();
  await page.getByRole('button', { name: 'Emoji' }).click();
  const search = page.getByRole('searchbox', { name: 'Search emoji' });
  await expect.element(search).toBeVisible();
  expect(search.element().getBoundingClientRect().top).toBeGreaterThan(box.element().getBoundingClientRect().bottom);
  await page.getByRole('button', { name: 'Emoji' }).click();
  await expect.poll(() => search.elements()).toEqual([]);
  await page.viewport(1440, 900);
});
