import { getHome, getVideoSettings, reportHome } from '@folkmoot/contract/home/api.ts';
import { refusals, TEXTS } from '@folkmoot/contract/home/schema.ts';
import type { HomeView } from '@folkmoot/contract/home/sections-schema.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { communityView, memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { accordion, homeView, sectionPicture, sectionView } from '../../../test/home.ts';
import { HomePage } from './HomePage.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
afterEach(() => page.viewport(720, 900));

async function drawPage(fields: Partial<HomeView> = {}, as?: string) {
  answer(getHome, { data: homeView(fields) });
  return draw(
    <div style={{ container: 'home / inline-size' }}>
      <HomePage community={communityView()} />
    </div>,
    as === undefined ? {} : { as },
  );
}
const links = (url: string, title = 'Handbook') =>
  sectionView('Links', { title: 'Elsewhere', json: { items: [{ title, url }] } });
const pictures = (count: number) => Array.from({ length: count }, (_, at) => sectionPicture(`${at}.jpg`));

test('a page that could not be loaded is asked for again; of a private community, outsiders see nothing of it', async () => {
  breakDown(getHome);
  const screen = await draw(<HomePage community={communityView()} />);
  await expect.element(page.getByText('Failed to fetch data')).toBeVisible();
  answer(getHome, { data: homeView({ sections: [accordion('Good to know')] }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Good to know' })).toBeVisible();
  await screen.unmount();
  refuse(getHome, { statusCode: 403, ...refusals.private });
});

test('an empty live block shows visitors nothing', async () => {
  await drawPage({
    sections: [sectionView('NextEvents'), sectionView('NewMembers'), sectionView('Faq'), accordion('Rules')],
  });
  await expect.element(page.getByRole('heading', { name: 'Rules' })).toBeVisible();
  expect(
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Rules']);
  expect(page.getByRole('link', { name: 'House rules' }).elements()).toEqual([]);
});

test('house rules in the footer open their item', async () => {
  const item = (title: string) => ({ title, description: `<p>About ${title}</p>` });
  const json = { items: [item('Cost'), { ...item('Rules'), isHouseRules: true }] };
  await drawPage({ sections: [accordion('Good to know', { json })] });
  await expect.element(page.getByText('About Cost')).toBeVisible();
  await expect.element(page.getByText('About Rules')).not.toBeVisible();
  await page.getByRole('link', { name: 'House rules' }).click();
  await expect.element(page.getByText('About Rules')).toBeVisible();
  await expectAccessible();
});

test('links to other sites say where they lead, and give nothing away', async () => {
  await drawPage({ sections: [links('https://www.handbook.example/rules')] });
  const link = page.getByRole('link', { name: /Handbook/ });
  await expect.element(link).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer');
  await expect.element(link.getByText('handbook.example')).toBeVisible();
  expect(page.getByRole('button', { name: /^Play/ }).elements()).toEqual([]);
  await expectAccessible();
});

test('links stand beside a toggle list where there is room, and below it on a phone', async () => {
  await page.viewport(1440, 900);
  await drawPage({ sections: [accordion('Good to know'), links('https://handbook.example')] });
  const [list, beside] = [
    page.getByRole('region', { name: 'Good to know' }),
    page.getByRole('region', { name: 'Elsewhere' }),
  ];
  await expect.element(beside).toBeVisible();
  const top = (one: typeof list) => one.element().getBoundingClientRect().top;
  expect(top(beside)).toBe(top(list));
  await page.viewport(390, 844);
  await expect.poll(() => top(beside)).toBeGreaterThan(top(list));
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('videos: the host is named before anything is asked of it, and the frame is built from the id', async () => {
  await drawPage({ sections: [links('https://vimeo.com/123456789?x=javascript:alert(1)', 'The kilns')] });
  expect(document.querySelector('iframe')).toBeNull();
  await page.getByRole('button', { name: 'Play The kilns from player.vimeo.com' }).click();
  const frame = document.querySelector('iframe');
  expect(frame?.src).toBe('https://player.vimeo.com/video/123456789?dnt=1&autoplay=1');
  expect(frame?.referrerPolicy).toBe('strict-origin-when-cross-origin');
  expect(frame?.sandbox.value.split(' ')).not.toContain('allow-top-navigation');
  frame?.remove();
});

test('videos: what looks like one of another host is one only if the operator says so', async () => {
  const id = '9c9de5e8-0a1e-484a-b099-e80766180a6d';
  answer(getVideoSettings, { hosts: ['tube.example'], tutorials: {} });
  await drawPage({
    sections: [links(`https://tube.example/w/${id}`, 'Ours'), links(`https://other.example/w/${id}`, 'Theirs')],
  });
  await expect.element(page.getByRole('button', { name: 'Play Ours from tube.example' })).toBeVisible();
  expect(page.getByRole('button', { name: /Play Theirs/ }).elements()).toEqual([]);
});

test('a gallery shows five pictures and how many more there are; on a phone all of them swipe', async () => {
  await page.viewport(1440, 900);
  const attachments = pictures(7);
  const json = { items: attachments.map(({ id }, at) => ({ id, alt: at === 0 ? 'Two bowls' : '' })) };
  await drawPage({ sections: [sectionView('PhotoGallery', { title: 'Work', json, attachments })] });
  await expect.element(page.getByRole('button', { name: 'Two bowls' })).toBeVisible();
  await expect.element(page.getByText('+2')).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(5);
  await expectAccessible();
  await page.viewport(390, 844);
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(7);
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('cards show a member’s portrait, and a call to action its button and where that leads', async () => {
  const ines = memberView('Ines', 'Carvalho');
  const card = {
    title: 'Ines Carvalho',
    subtitle: 'Kilns',
    bio: 'Ask her.',
    link: 'https://glazelog.example',
    personId: ines.id,
  };
  await drawPage({
    people: [ines],
    sections: [
      sectionView('CardShowcase', { title: 'Makers', json: { items: [card] } }),
      sectionView('CallToAction', {
        title: 'The kettle is on',
        json: { line: 'Come in.', button: 'Visit', url: 'https://visit.example' },
      }),
    ],
  });
  await expect.element(page.getByRole('heading', { name: 'Ines Carvalho' })).toBeVisible();
  await expect.element(page.getByText('IC', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'glazelog.example' })).toBeVisible();
  const band = page.getByRole('region', { name: 'The kettle is on' });
  await expect.element(band.getByRole('link', { name: 'Visit' })).toHaveAttribute('href', 'https://visit.example/');
  await expect.element(band.getByText('visit.example')).toBeVisible();
  await expectAccessible();
});

test('a page is reported to the people who run the site', async () => {
  await drawPage({ sections: [accordion('Rules')] }, ME);
  await page.getByRole('button', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this page' });
  await dialog.getByRole('radio').first().click();
  await expectAccessible();
  answer(reportHome, { message: TEXTS.reported });
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await expect.element(page.getByText(TEXTS.reported)).toBeVisible();
  expect(calls.at(-1)?.path).toMatch(/\/report$/);
});
