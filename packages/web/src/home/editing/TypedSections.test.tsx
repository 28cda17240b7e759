import { getHome, getVideoSettings, saveHome } from '@folkmoot/contract/home/api.ts';
import { TEXTS } from '@folkmoot/contract/home/schema.ts';
import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { communityView } from '../../../test/communities.ts';
import { draw } from '../../../test/draw.tsx';
import { accordion, draftView, homeView, sectionView } from '../../../test/home.ts';
import { CommunityContext } from '../../communities/queries.ts';
import { EditHomeScreen } from './EditHomeScreen.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const viewer = { memberId: crypto.randomUUID(), roleType: 'CREATOR' as const, permissions: ['MANAGE_HOME' as const] };
const mine = communityView({ viewer });
const TYPED = `folkmoot.draft.home-dialog.${ME}.${mine.id}`;
const one = accordion('Good to know');
const two = sectionView('Links', {
  title: 'Elsewhere',
  json: { items: [{ title: 'Handbook', url: 'https://handbook.example' }] },
});
const titles = () =>
  page
    .getByRole('list', { name: 'Sections' })
    .getByRole('heading', { level: 2, includeHidden: true })
    .elements()
    .map((heading) => heading.textContent);

beforeEach(() => localStorage.clear());

async function drawEditor(sections: SectionView[] = [one, two]) {
  let version = 3;
  answer(saveHome, ({ sections: sent }) => {
    version += 1;
    const saved = (sent ?? []).map((section) => ({ ...section, attachments: [] })) as SectionView[];
    return { message: TEXTS.saved, data: draftView(saved, { version }) };
  });
  answer(getVideoSettings, { hosts: [], tutorials: {} });
  answer(getHome, ({ view }) => ({
    data: homeView({ sections, version, publishedVersion: 3, ...(view === 'draft' ? { view } : {}) }),
  }));
  return draw(
    <CommunityContext value={mine}>
      <EditHomeScreen />
    </CommunityContext>,
    { as: ME },
  );
}

test('the editor: what is in a dialog is kept while it is open, and forgotten when it is closed', async () => {
  await drawEditor();
  await page.getByRole('button', { name: 'Edit Good to know' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Before you come');
  await expect.poll(() => localStorage.getItem(TYPED)).toContain('Before you come');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(() => localStorage.getItem(TYPED)).toBeNull();
});

test('the editor: what was in a dialog when its page went away is in it again, and is not left without asking', async () => {
  localStorage.setItem(TYPED, JSON.stringify({ section: { ...one, title: 'Before you come' }, isNew: false }));
  await drawEditor();
  await expect.element(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Before you come');
  // Nothing was typed since, and yet it would be lost.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save section' }).click();
  await expect.poll(titles).toEqual(['Before you come', 'Elsewhere']);
  await expect.poll(() => localStorage.getItem(TYPED)).toBeNull();
});

test('the editor: text of a section that somebody else has deleted meanwhile can still be added', async () => {
  const typed = { section: { ...accordion('Good to know'), title: 'Before you come' }, isNew: false };
  localStorage.setItem(TYPED, JSON.stringify(typed));
  await drawEditor([two]);
  await page.getByRole('button', { name: 'Add to page' }).click();
  await expect.poll(titles).toEqual(['Elsewhere', 'Before you come']);
});
