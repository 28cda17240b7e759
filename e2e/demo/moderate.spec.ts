import { longPress, message } from '../chat.ts';
import { expect, test } from '../fixtures.ts';
import { codeFrom } from '../mailbox.ts';
import { fillSignUp, somebody, typeCode, unique } from '../people.ts';
import { byHand } from './demo-parts.ts';

byHand((hands) => {
  test('the demo: somebody advertises, Yuki reports it, and Ines times them out and bans them with what they wrote', async ({
    browser,
    baseURL,
    demoSignIns,
    mailTo,
    watch,
  }) => {
    // What somebody who is banned no longer gets.
    watch.expectRefusal(404, /\/permissions\/getMemberPermissions$/);
    watch.expectRefusal(403, /^\/api\//);
    watch.expectRefusal(404, /^\/api\//);
    const { press, signedIn, visit, touch } = hands({ browser, baseURL, demoSignIns });
    const act = async (page: Awaited<ReturnType<typeof visit>>, text: string, entry: string) => {
      // What is unread is shown first, and this is the newest.
      const newest = page.getByRole('button', { name: /^Newest$|new messages?$/ });
      const said = message(page, text).last();
      await expect(said.or(newest).first()).toBeVisible();
      if (await newest.isVisible()) await press(newest);
      if (touch) {
        const sheet = page.getByRole('dialog', { name: 'Message actions' });
        await longPress(page, said.getByText(text), sheet);
        await press(sheet.getByRole('button', { name: entry }));
      } else {
        await said.hover();
        await press(said.getByRole('button', { name: 'More', exact: true }));
        await press(page.getByRole('menuitem', { name: entry }));
      }
    };
    const toTheHearth = async (page: Awaited<ReturnType<typeof visit>>) => {
      if (touch) await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }));
      else
        await press(
          page.getByRole('navigation', { name: 'Communities' }).getByRole('link', { name: /^Alderwick Makers/ }),
        );
      await press(page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /^hearth/ }));
    };

    // Somebody new joins, and writes the same three times.
    const kit = somebody('Kit', 'Barker');
    const kits = await visit('/alderwick-makers-guild');
    await press(kits.getByRole('button', { name: 'Join', exact: true }));
    await fillSignUp(kits, kit);
    await typeCode(kits, codeFrom(await mailTo(kit.email)));
    if (!touch) await press(kits.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /^hearth/ }));
    const words = `Cheap kilns ${unique()}`;
    for (const nth of [1, 2, 3]) {
      await kits.getByRole('textbox', { name: /^Message / }).fill(`${words} ${nth}`);
      await press(kits.getByRole('button', { name: 'Send', exact: true }));
      await expect(message(kits, `${words} ${nth}`)).toBeVisible();
    }

    const yuki = await signedIn('Yuki');
    await toTheHearth(yuki);
    await act(yuki, `${words} 3`, 'Report message');
    const report = yuki.getByRole('dialog', { name: 'Report message' });
    await press(report.getByRole('radio').first());
    await press(report.getByRole('button', { name: 'Report', exact: true }));
    await expect(report).toBeHidden();

    // Ines finds it where things wait for her.
    const ines = await signedIn('Ines');
    await press(
      ines.getByRole('region', { name: 'Needs you' }).getByRole('link', { name: /reports? to review Alderwick/ }),
    );
    const card = ines.getByRole('list', { name: 'Reports' }).getByRole('article').filter({ hasText: words });
    await expect(card).toBeVisible();
    if (touch) await press(ines.getByRole('link', { name: 'Home' }).first());
    await toTheHearth(ines);
    await act(ines, `${words} 2`, 'Time out or ban author');
    const profile = ines.getByRole('dialog', { name: 'Profile' });
    await press(profile.getByRole('button', { name: 'Time out' }));
    const timeOut = ines.getByRole('dialog', { name: 'Time out Kit Barker?' });
    await press(timeOut.getByRole('button', { name: /^Time out for/ }));
    await expect(timeOut).toBeHidden();
    await expect(kits.getByText(/You cannot write/i).first()).toBeVisible();

    if (!(await profile.isVisible())) await act(ines, `${words} 2`, 'Time out or ban author');
    await press(profile.getByRole('button', { name: 'Ban', exact: true }));
    const ban = ines.getByRole('dialog', { name: 'Ban Kit Barker?' });
    await press(ban.getByRole('radio', { name: /^Of the last hour/ }));
    await press(ban.getByRole('button', { name: 'Ban and delete 3 messages' }));
    await expect(ban).toBeHidden();
    await expect(message(ines, words)).toHaveCount(0);
    await expect(kits.getByText("You are no longer in Alderwick Makers' Guild.")).toBeVisible();
  });
});
