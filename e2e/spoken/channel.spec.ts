import { expect, test } from '../fixtures.ts';
import { bringIn, say, startChannel, startCommunity } from '../people.ts';
import { CI } from '../viewports.ts';
import { Speech } from './speech.ts';

test(
  'spoken: a channel is read by its arrow keys, says what arrives, and a mention leads to its message',
  CI,
  async ({ arrive }) => {
    const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
    const community = await startCommunity(maren, 'Alder Village');
    const hearth = await startChannel(maren, community, { name: 'hearth' });
    await bringIn(maren, community, [bea], [hearth]);
    await say(maren, hearth, `The kiln is **hot**, @${bea.username}`);
    for (const text of ['Bring a chair.', 'Tea is ready.']) await say(maren, hearth, text);
    const { page } = bea;
    const speech = await Speech.of(page);
    const box = page.getByRole('textbox', { name: 'Message hearth' });

    await speech.go(`/channel/${hearth.id}`, box);
    await expect(box).toBeFocused();
    await speech.focus('at first');
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('article').filter({ hasText: 'Tea is ready.' })).toBeFocused();
    await speech.focus('Shift+Tab');
    for (const key of ['ArrowUp', 'ArrowUp', 'End']) await speech.press(key);
    for (let times = 0; times < 2; times += 1) {
      await say(maren, hearth, 'Who is **coming**?');
      await speech.hear('Who is coming?');
    }
    await speech.focus('after that');

    await speech.go('/inbox', page.getByRole('heading', { level: 1 }));
    await page
      .getByRole('tab', { name: 'Mentions' })
      .or(page.getByRole('link', { name: /^Mentions/ }))
      .first()
      .click();
    await page.getByRole('main').getByRole('link', { name: /hot/ }).first().press('Enter');
    await speech.hear('hearth');
    await expect(page.getByRole('article').filter({ hasText: 'The kiln is hot' })).toBeFocused();
    await speech.focus('Enter on the mention');
    expect(speech.text(community.id, bea.username)).toMatchSnapshot('channel.txt');
  },
);
