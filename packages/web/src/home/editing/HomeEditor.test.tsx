import { getHome, getVideoSettings, publishHome, restoreHome, saveHome } from '@folkmoot/contract/home/api.ts';
import { refusals, TEXTS } from '@folkmoot/contract/home/schema.ts';
import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { communityView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { accordion, draftView, homeView, sectionView } from '../../../test/home.ts';
import { CommunityContext } from '../../communities/queries.ts';
import { refreshHome } from '../queries.ts';
import { EditHomeScreen } from './EditHomeScreen.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const viewer = { memberId: crypto.randomUUID(), roleType: 'CREATOR' as const, permissions: ['MANAGE_HOME' as const] };
const mine = communityView({ viewer });
const KEY = `folkmoot.draft.home.${ME}.${mine.id}`;

const [one, two] = [
  accordion('Good to know'),
  sectionView('Links', {
    title: 'Elsewhere',
    json: { items: [{ title: 'Handbook', url: 'https://handbook.example' }] },
  }),
];
const titles = () =>
  page
    .getByRole('list', { name: 'Sections' })
    .getByRole('heading', { level: 2, includeHidden: true })
    .elements()
    .map((heading) => heading.textContent);
const sent = () =>
  calls
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/server-sections'))
    .map(({ body }) => body as { sections: SectionView[]; version: number });
const more = async (name: string, item: string) => {
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Changes the title of a toggle list in its dialog. */
const rename = async (from: string, to: string) => {
  await page.getByRole('button', { name: `Edit ${from}` }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(to);
  await page.getByRole('button', { name: 'Save section' }).click();
};

let version = 3;
/** A server that takes what it is sent. */
function answerSaves() {
  answer(saveHome, ({ sections }) => {
    version += 1;
    const saved = (sections ?? []).map((section) => ({ ...section, attachments: [] })) as SectionView[];
    return { message: TEXTS.saved, data: draftView(saved, { version }) };
  });
}

/** Somebody else saves this page, which the editor hears of. */
function elsewhere(sections: SectionView[]) {
  version += 1;
  const shown = sections.map((section) => ({ ...section, attachments: [] }));
  answer(getHome, { data: homeView({ view: 'draft', sections: shown, version, publishedVersion: 3 }) });
  refreshHome(mine.id);
}

beforeEach(() => {
  localStorage.clear();
  version = 3;
});
afterEach(() => page.viewport(720, 900));

async function drawEditor(sections: SectionView[] = [one, two], community = mine) {
  answer(getVideoSettings, { hosts: [], tutorials: {} });
  answer(getHome, ({ view }) => ({
    data: homeView({ sections, version, publishedVersion: 3, ...(view === 'draft' ? { view } : {}) }),
  }));
  return draw(
    <CommunityContext value={community}>
      <EditHomeScreen />
    </CommunityContext>,
    { as: ME },
  );
}

test('the editor: nobody else sees it, and what could not be loaded is asked for again', async () => {
  await drawEditor([], communityView({ viewer: { ...viewer, permissions: [] } }));
  await expect.element(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
});

test('the editor: an empty page, in which the live sections say why visitors do not see them', async () => {
  await drawEditor([]);
  await expect.element(page.getByRole('heading', { name: 'This page is empty' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await page.getByRole('button', { name: 'Add section' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Add section' })).toBeVisible();
  await expectAccessible();
  answerSaves();
  await page.getByRole('button', { name: /Next events/ }).click();
  await page.getByRole('button', { name: 'Add to page' }).click();
  await expect.element(page.getByText(/No events are planned\. Visitors do not see this section/)).toBeVisible();
  await expectAccessible();
  expect(sent()).toHaveLength(1);
});

test('the editor: sections move, are duplicated, hidden and deleted, and every step can be undone', async () => {
  answerSaves();
  await drawEditor();
  await expect.element(page.getByText('Published', { exact: true })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Move Good to know down' }).click();
  expect(titles()).toEqual(['Elsewhere', 'Good to know']);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(titles()).toEqual(['Good to know', 'Elsewhere']);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(titles()).toEqual(['Elsewhere', 'Good to know']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await more('Elsewhere', 'Duplicate');
  expect(titles()).toEqual(['Good to know', 'Elsewhere', 'Elsewhere']);
  await more('Good to know', 'Hide');
  await expect.element(page.getByText('Toggle list · Hidden')).toBeVisible();
  await more('Good to know', 'Delete');
  expect(titles()).toEqual(['Elsewhere', 'Elsewhere']);
  await expect.element(page.getByText('“Good to know” deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  expect(titles()).toEqual(['Good to know', 'Elsewhere', 'Elsewhere']);
  await expect
    .poll(() =>
      sent()
        .at(-1)
        ?.sections.map(({ title, isHidden }) => [title, isHidden]),
    )
    .toEqual([
      ['Good to know', true],
      ['Elsewhere', false],
      ['Elsewhere', false],
    ]);
  const ids =
    sent()
      .at(-1)
      ?.sections.map(({ clientId }) => clientId) ?? [];
  expect(new Set(ids).size).toBe(3);
  await expect.element(page.getByText(/Draft saved at/)).toBeVisible();
});

test('the editor: without the network everything is kept in this browser, and saved later', async () => {
  breakDown(saveHome);
  const screen = await drawEditor();
  await page.getByRole('button', { name: 'Move Good to know down' }).click();
  await expect
    .element(page.getByText(/Not saved: .* Your changes are kept in this browser\. Trying again\./))
    .toBeVisible();
  await expectAccessible();
  expect(JSON.parse(localStorage.getItem(KEY) ?? '{}').sections).toHaveLength(2);
  await screen.unmount();
  answerSaves();
  await drawEditor();
  expect(titles()).toEqual(['Elsewhere', 'Good to know']);
  await expect.poll(() => localStorage.getItem(KEY)).toBeNull();
  expect(sent().at(-1)?.version).toBe(3);
});

test.for([
  ['without the network', () => breakDown(saveHome)],
  [
    'of another section',
    () => refuse(saveHome, { statusCode: 422, message: 'Look.', fields: { 'sections.1.title': 'No.' } }),
  ],
  ['of the whole page', () => refuse(saveHome, { statusCode: 413, message: TEXTS.tooLarge })],
  ['of this person', () => refuse(saveHome, { statusCode: 403, message: 'You may not do this.' })],
] as const)('the editor: a dialog says that its section is kept, and not that it is saved: %s', async ([, fail]) => {
  await drawEditor();
  fail();
  await rename('Good to know', 'Mine');
  await expect.element(page.getByText('Kept in this browser. It has not been saved yet.')).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  expect(page.getByText(TEXTS.saved).elements()).toEqual([]);
  expect(localStorage.getItem(KEY)).toContain('Mine');
});

test('the editor: a dialog says that its section is saved once it is', async () => {
  answerSaves();
  await drawEditor();
  await rename('Good to know', 'Mine');
  await expect.element(page.getByText(TEXTS.saved)).toBeVisible();
});

test('two editors: the later sees both versions and chooses for each section; nothing is lost', async () => {
  await drawEditor();
  const theirs = [{ ...one, title: 'Theirs' }, two, accordion('Their new one')];
  refuse(saveHome, { statusCode: 409, ...refusals.stale, current: draftView(theirs, { version: 9 }) });
  await rename('Good to know', 'Mine');
  await expect.element(page.getByText('Kept in this browser. It has not been saved yet.')).toBeVisible();
  await expect.element(page.getByText(/Not saved: somebody else has changed this page/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  expect(localStorage.getItem(KEY)).toContain('Mine');
  await page.getByRole('button', { name: 'Look at both' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two versions of this page' });
  await expect.element(dialog.getByRole('radio', { name: /Your version/ })).toBeChecked();
  await expect.element(dialog.getByText('Their new one: Changed by somebody else')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('radio', { name: /The newer version/ }).click();
  version = 9;
  answerSaves();
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect.poll(() => titles()).toEqual(['Theirs', 'Elsewhere', 'Their new one']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  expect(titles()).toEqual(['Mine', 'Elsewhere', 'Their new one']);
});

test('two editors: what was not chosen can be had again by undoing, also where it is theirs', async () => {
  await drawEditor();
  const theirs = [{ ...one, title: 'Theirs' }, two];
  refuse(saveHome, { statusCode: 409, ...refusals.stale, current: draftView(theirs, { version: 9 }) });
  await rename('Good to know', 'Mine');
  await page.getByRole('button', { name: 'Look at both' }).click();
  version = 9;
  answerSaves();
  await page.getByRole('button', { name: 'Save this version' }).click();
  await expect.poll(() => titles()).toEqual(['Mine', 'Elsewhere']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  expect(titles()).toEqual(['Theirs', 'Elsewhere']);
});

test('two editors: undo and redo take back what was changed here, and nothing of what somebody else has saved', async () => {
  answerSaves();
  await drawEditor();
  await more('Elsewhere', 'Duplicate');
  await expect.poll(() => sent()).toHaveLength(1);
  await expect.element(page.getByText(/Draft saved at/)).toBeVisible();
  const saved = sent()[0]?.sections ?? [];
  elsewhere(saved.map((section, at) => (at === 0 ? { ...section, title: 'Theirs' } : section)));
  await expect.poll(() => titles()).toEqual(['Theirs', 'Elsewhere', 'Elsewhere']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  expect(titles()).toEqual(['Theirs', 'Elsewhere']);
  await expect
    .element(page.getByRole('button', { name: 'Undo', exact: true }))
    .toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  expect(titles()).toEqual(['Theirs', 'Elsewhere', 'Elsewhere']);
});

test('two editors: what somebody else saves while the dialog of the same section is open is never overwritten', async () => {
  answerSaves();
  await drawEditor();
  await page.getByRole('button', { name: 'Edit Good to know' }).click();
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Mine');
  elsewhere([
    { ...one, title: 'Theirs' },
    { ...two, title: 'Their links' },
  ]);
  await expect.poll(() => titles()).toEqual(['Theirs', 'Their links']);
  await page.getByRole('button', { name: 'Save section' }).click();
  await expect.element(page.getByText(/Not saved: somebody else has changed this page/)).toBeVisible();
  expect(sent()).toEqual([]);
  await page.getByRole('button', { name: 'Look at both' }).click();
  const both = page.getByRole('dialog', { name: 'Two versions of this page' });
  await expect.element(both.getByRole('radio', { name: /Your version/ })).toBeChecked();
  expect(both.getByRole('radio').elements()).toHaveLength(2);
  await both.getByRole('radio', { name: /The newer version/ }).click();
  await both.getByRole('button', { name: 'Save this version' }).click();
  await expect.poll(() => titles()).toEqual(['Theirs', 'Their links']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  expect(titles()).toEqual(['Mine', 'Their links']);
  await expect.poll(() => sent().at(-1)?.version).toBe(4);
});

test('two editors: a section that somebody else deletes while its dialog is open can be kept', async () => {
  answerSaves();
  const screen = await drawEditor();
  await page.getByRole('button', { name: 'Edit Good to know' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Mine');
  elsewhere([two]);
  await expect.poll(() => titles()).toEqual(['Elsewhere']);
  await page.getByRole('button', { name: 'Save section' }).click();
  await expect.element(page.getByRole('button', { name: 'Look at both' })).toBeVisible();
  // The choice is still there after the page was loaded again.
  await screen.unmount();
  await draw(
    <CommunityContext value={mine}>
      <EditHomeScreen />
    </CommunityContext>,
    { as: ME },
  );
  await page.getByRole('button', { name: 'Look at both' }).click();
  await expect.element(page.getByText('Deleted', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save this version' }).click();
  await expect
    .poll(() =>
      sent()
        .at(-1)
        ?.sections.map(({ title }) => title),
    )
    .toEqual(['Mine', 'Elsewhere']);
  expect(sent().at(-1)?.version).toBe(4);
});

test('two editors: what somebody else changes elsewhere on the page is no conflict for an open dialog', async () => {
  answerSaves();
  await drawEditor();
  await page.getByRole('button', { name: 'Edit Good to know' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Mine');
  elsewhere([one, { ...two, title: 'Their links' }]);
  await expect.poll(() => titles()).toEqual(['Good to know', 'Their links']);
  await page.getByRole('button', { name: 'Save section' }).click();
  await expect.poll(() => sent().map(({ version }) => version)).toEqual([4]);
  await expect.element(page.getByText(/Draft saved at/)).toBeVisible();
  expect(titles()).toEqual(['Mine', 'Their links']);
});

test('the editor: what the server refuses of a section is said at it, and in its dialog', async () => {
  await drawEditor();
  const fields = { 'sections.0.items.0.title': 'Choose another title.' };
  refuse(saveHome, { statusCode: 422, code: 'core.invalid', message: 'Some fields need another look.', fields });
  // One change: a save between two would close the menu of the second.
  await more('Good to know', 'Hide');
  await expect.element(page.getByText('Not saved: Choose another title.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Good to know' }).click();
  await expect
    .element(page.getByRole('textbox', { name: 'Item title' }))
    .toHaveAccessibleDescription(expect.stringContaining('Choose another title.'));
});

test('publishing says in numbers what will be different, and what the server answers', async () => {
  answerSaves();
  await drawEditor();
  await more('Elsewhere', 'Duplicate');
  await more('Good to know', 'Delete');
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this page?' });
  await expect.element(dialog.getByText(/Sections: 1 added, 1 removed\./)).toBeVisible();
  await expectAccessible();
  refuse(publishHome, { statusCode: 503, code: 'test', message: 'Not now.' });
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  answer(publishHome, { message: TEXTS.published, data: { version, publishedAt: '2026-01-05T10:00:00.000Z' } });
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect.element(page.getByText('Published.')).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  await expect.element(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
});

test('a page of the history comes back into the draft, after a question', async () => {
  answerSaves();
  await drawEditor();
  answer(getHome, {
    data: homeView({
      view: 'history',
      history: [{ version: 2, publishedAt: '2026-01-04T10:00:00.000Z', publishedBy: null, sections: 1 }],
    }),
  });
  await page.getByRole('button', { name: 'More about this page' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expectAccessible();
  await page.getByRole('button', { name: /Bring back the page of/ }).click();
  const back = draftView([accordion('Before')], { version: 4 });
  answer(restoreHome, { message: TEXTS.restored, data: back });
  await page.getByRole('dialog', { name: 'Bring this page back?' }).getByRole('button', { name: 'Bring back' }).click();
  await expect.element(page.getByText(TEXTS.restored)).toBeVisible();
  await expect.poll(() => titles()).toEqual(['Before']);
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(titles()).toEqual(['Good to know', 'Elsewhere']);
});

test('the preview shows what a visitor and a member see, at both widths', async () => {
  await page.viewport(1440, 900);
  await drawEditor([one, { ...two, audience: 'members' }]);
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect.element(preview.getByRole('heading', { name: 'Good to know' })).toBeVisible();
  expect(preview.getByRole('heading', { name: 'Elsewhere' }).elements()).toEqual([]);
  await page.getByText('Member', { exact: true }).click();
  await expect.element(preview.getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
  await page.getByText('Phone', { exact: true }).click();
  expect(preview.element().clientWidth).toBe(390);
  await expectAccessible();
  await page.getByRole('button', { name: 'Back to editing' }).click();
  await expect.element(page.getByRole('heading', { name: 'Edit page' })).toBeVisible();
});

test('on a phone nothing is missing', async () => {
  await page.viewport(390, 844);
  answerSaves();
  await drawEditor();
  await expect.element(page.getByRole('button', { name: 'Preview' })).toBeVisible();
  await page.getByRole('button', { name: 'Move Elsewhere up' }).click();
  expect(titles()).toEqual(['Elsewhere', 'Good to know']);
  expect(document.documentElement.scrollWidth).toBe(390);
  await expectAccessible();
});
