import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { codeFrom, latestMail, linkIn } from '../mailbox.ts';
import { type Details, somebody, unique } from '../people.ts';
import { type Engine, isInstalled, type Name, startEngine } from './engine.ts';
import { demoWorld } from './global-setup.ts';

/* The fifteen main tasks, once in Firefox and once in WebKit, in the demo world as the people it prints. */

async function signIn(engine: Engine, firstName: string): Promise<void> {
  const person = demoWorld().demo.find(({ name }) => name.startsWith(firstName));
  if (!person) throw new Error(`${firstName} is not among the people to sign in as.`);
  await engine.open('/sign-in');
  await engine.fill('Email', person.email);
  await engine.fill('Password', person.password);
  await engine.press({ role: 'button', name: 'Sign in' });
  await engine.see({ role: 'heading', name: 'Good ', begins: true });
}

async function signUp(engine: Engine, whose: Details): Promise<void> {
  await engine.fill('First name', whose.firstName);
  await engine.fill('Last name', whose.lastName);
  await engine.fill('Email', whose.email);
  await engine.fill('Username', whose.username);
  await engine.fill('Password', whose.password);
  await engine.press({ role: 'button', name: 'Create account' });
  await engine.press({ role: 'textbox', name: 'Digit 1' });
  await engine.type(codeFrom(await latestMail(demoWorld().mailboxUrl, whose.email)));
}

async function signOut(engine: Engine): Promise<void> {
  await engine.open('/logout');
  await engine.press({ role: 'button', name: 'Sign out' });
  await engine.see({ role: 'heading', name: 'Signed out' });
}

for (const name of ['firefox', 'webkit'] as const satisfies Name[])
  test.describe(name, () => {
    test.skip(!isInstalled(name), `${name} is not installed here.`);
    let engine: Engine;
    test.beforeEach(async () => {
      engine = await startEngine(name, demoWorld().url);
    });
    test.afterEach(async ({ browserName: _ }, info) => {
      if (info.status !== info.expectedStatus) writeFileSync(info.outputPath('screen.png'), await engine.picture());
      await engine.close();
    });

    test('a visitor looks around: communities, an event, a calendar', async () => {
      await engine.open('/discover');
      await engine.see({ role: 'heading', name: 'Find your people' });
      await engine.open('/alderwick-makers-guild');
      await engine.see({ role: 'heading', name: "Alderwick Makers' Guild" });
      await engine.open('/midsummer-moot');
      await engine.see({ role: 'heading', name: 'Midsummer Moot', begins: true });
      await engine.open('/alderwick-makers-guild-calendar');
      await engine.see({ role: 'button', name: 'Today' });
      // A month of days, none of them invalid.
      expect(await engine.run('return document.body.innerText.includes("Invalid Date")')).toBe(false);
    });

    test('a visitor registers for an event', async () => {
      await engine.open('/repair-cafe-42');
      await engine.press({ role: 'button', name: 'Register' });
      await engine.see({ role: 'heading', name: 'Registration' });
      await engine.fill('First name', 'Wren');
      await engine.fill('Email', `wren.${unique()}@post.example`);
      await engine.press({ role: 'button', name: 'Register', dialog: true });
      await engine.see({ role: 'text', name: 'You are going', begins: true });
    });

    test('a visitor buys a ticket, and gives it back', async () => {
      await engine.open('/raku-days');
      await engine.press({ role: 'tab', name: 'Firing day', begins: true });
      await engine.press({ role: 'button', name: 'Register' });
      await engine.fill('First name', 'Vi');
      await engine.fill('Email', `vi.${unique()}@post.example`);
      await engine.press({ role: 'button', name: 'Continue to payment, £', begins: true, dialog: true });
      await engine.typeCard('4242424242424242');
      await engine.press({ role: 'button', name: 'Pay £', begins: true, dialog: true });
      await engine.see({ role: 'text', name: 'You’re going, Vi', begins: true });
      await engine.press({ role: 'button', name: 'Back to the event page', dialog: true });
      await engine.press({ role: 'button', name: 'Cancel registration' });
      await engine.press({ role: 'button', name: 'Cancel registration', dialog: true });
      await engine.see({ role: 'text', name: 'will go back the way you paid.', ends: true });
    });

    test('a host invites somebody by email, who accepts', async () => {
      test.setTimeout(300_000);
      const email = `ada.${unique()}@post.example`;
      await signIn(engine, 'Maren');
      await engine.open('/events/manage/keyholders-supper?tab=invited');
      await engine.press({ role: 'button', name: 'Invite guests' });
      await engine.fill('Email addresses', email);
      await engine.enter();
      await engine.press({ role: 'button', name: 'Write the invitation', dialog: true });
      await engine.press({ role: 'button', name: 'Send invitation', dialog: true });
      await engine.see({ role: 'text', name: '1 invitation is leaving in ', begins: true });
      await signOut(engine);
      // Nothing is sent in the first half a minute.
      const came = () => latestMail(demoWorld().mailboxUrl, email).catch(() => null);
      await expect.poll(came, { timeout: 90_000 }).not.toBeNull();
      await engine.open(linkIn(await latestMail(demoWorld().mailboxUrl, email), /token=/).replace(/#.*$/, ''));
      await engine.press({ role: 'button', name: 'Register' });
      await engine.see({ role: 'heading', name: 'You’re going' });
    });

    test('somebody joins by a link and writes, and the owner bans them with what they wrote', async () => {
      const kit = somebody('Kit', 'Barker');
      const words = `Cheap kilns ${unique()}`;
      await signIn(engine, 'Maren');
      await engine.open('/alderwick-makers-guild');
      await engine.press({ role: 'button', name: "Alderwick Makers' Guild", begins: true });
      await engine.press({ role: 'menuitem', name: 'Invite', begins: true });
      await engine.see({ role: 'textbox', name: 'Invitation link' });
      const link = await engine.run<string>(
        'return [...document.querySelectorAll("input")].find(({ value }) => value.includes("/invite/")).value',
      );
      await signOut(engine);
      await engine.open(new URL(link).pathname);
      await engine.press({ role: 'link', name: 'Create an account to join' });
      await signUp(engine, kit);
      await engine.press({ role: 'link', name: 'hearth', begins: true });
      await engine.press({ role: 'textbox', name: 'Message hearth' });
      await engine.type(words);
      await engine.enter();
      await engine.see({ role: 'text', name: words });
      await signOut(engine);
      await signIn(engine, 'Maren');
      await engine.press({ role: 'link', name: "Alderwick Makers' Guild", begins: true });
      await engine.press({ role: 'link', name: 'hearth', begins: true });
      await engine.see({ role: 'textbox', name: 'Message hearth' });
      // What is unread is shown first, and this may be below it.
      if (await engine.has({ role: 'button', name: 'Newest' })) await engine.press({ role: 'button', name: 'Newest' });
      await engine.pointAt({ role: 'text', name: words });
      await engine.press({ role: 'button', name: 'More', within: words });
      await engine.press({ role: 'menuitem', name: 'Time out or ban author' });
      await engine.press({ role: 'button', name: 'Ban', dialog: true });
      await engine.press({ role: 'tab', name: 'Of the last hour', begins: true, dialog: true });
      await engine.press({ role: 'button', name: 'Ban and delete 1 message', dialog: true });
      await expect
        .poll(() => engine.run(`return document.body.innerText.includes(${JSON.stringify(words)})`))
        .toBe(false);
    });

    test('somebody signs up with the code that is mailed, and signs out', async () => {
      const wren = somebody('Wren', 'Halloran');
      await engine.open('/sign-up');
      await signUp(engine, wren);
      await engine.see({ role: 'heading', name: 'Good ', begins: true });
      await signOut(engine);
    });

    test('a member writes, mentions, finds a message and changes the colours', async () => {
      await signIn(engine, 'Yuki');
      await engine.press({ role: 'link', name: "Alderwick Makers' Guild", begins: true });
      await engine.press({ role: 'link', name: 'hearth', begins: true });
      const word = unique();
      await engine.press({ role: 'textbox', name: 'Message hearth' });
      await engine.type('@ines');
      await engine.see({ role: 'menuitem', name: 'Ines Carvalho', begins: true });
      await engine.enter();
      await engine.type(`the relay clicks ${word}`);
      await engine.enter();
      await engine.see({ role: 'text', name: `@Ines Carvalho the relay clicks ${word}` });
      await engine.pointAt({ role: 'text', name: `@Ines Carvalho the relay clicks ${word}` });
      await engine.press({ role: 'button', name: 'React with ', begins: true, within: word });
      await engine.see({ role: 'button', name: ', 1 person', ends: true, within: word });
      await engine.pointAt({ role: 'text', name: `@Ines Carvalho the relay clicks ${word}` });
      await engine.press({ role: 'button', name: 'Reply in thread', within: word });
      await engine.fill('Reply in thread', `It is the spring ${word}`);
      await engine.enter();
      await engine.see({ role: 'text', name: `It is the spring ${word}` });
      await engine.open(`/search?q=${word}`);
      await engine.see({ role: 'text', name: word, ends: true });
      await engine.open('/inbox');
      await engine.see({ role: 'heading', name: 'Inbox' });
      await engine.open('/settings/profile');
      await engine.press({ role: 'tab', name: 'Dark' });
      await expect.poll(() => engine.run('return document.documentElement.dataset.mantineColorScheme')).toBe('dark');
    });

    test('a host publishes an event, changes it, duplicates it, and cancels the copy', async () => {
      await signIn(engine, 'Maren');
      await engine.open('/events/create');
      const title = `Rope walk ${unique()}`;
      await engine.fill('Event name', title);
      await engine.fill('Address', '14 Tannery Row');
      await engine.see({ role: 'text', name: 'Draft saved at', begins: true });
      await engine.press({ role: 'button', name: 'Publish' });
      await engine.see({ role: 'heading', name: 'Your event is published' });
      await engine.press({ role: 'button', name: 'Done' });
      await engine.fill('Summary', 'From the long shed to the quay.');
      await engine.press({ role: 'button', name: 'Save changes' });
      await engine.see({ role: 'text', name: 'Saved at', begins: true });
      await engine.press({ role: 'button', name: 'More about this event' });
      await engine.press({ role: 'menuitem', name: 'Duplicate' });
      await engine.press({ role: 'button', name: 'Duplicate event', dialog: true });
      await engine.see({ role: 'text', name: 'Event duplicated successfully' });
      await engine.press({ role: 'button', name: 'More about this event' });
      await engine.press({ role: 'menuitem', name: 'Cancel event' });
      await engine.press({ role: 'button', name: 'Cancel event', dialog: true });
      await engine.see({ role: 'text', name: 'Cancelled' });
    });

    test('a member asks at the moot, and a host approves', async () => {
      const question = `Where do bicycles go? ${unique()}`;
      await signIn(engine, 'Yuki');
      await engine.open('/midsummer-moot/questions');
      await engine.fill('Your question', question);
      await engine.press({ role: 'button', name: 'Ask' });
      await engine.see({ role: 'text', name: 'Waiting for a host' });
      await signOut(engine);
      await signIn(engine, 'Maren');
      await engine.open('/midsummer-moot/questions');
      await engine.press({ role: 'link', name: 'Open the desk' });
      await engine.press({ role: 'button', name: `Approve: ${question}` });
      await engine.open('/midsummer-moot/questions');
      await engine.press({ role: 'button', name: 'New' });
      await engine.see({ role: 'button', name: `More about this question: ${question}` });
    });

    test('a host changes the home of the community, and publishes it', async () => {
      const title = `Open late ${unique()}`;
      await signIn(engine, 'Maren');
      await engine.open('/alderwick-makers-guild');
      await engine.press({ role: 'link', name: 'Edit page' });
      await engine.press({ role: 'button', name: 'Add section' });
      await engine.press({ role: 'button', name: 'Toggle list', begins: true, dialog: true });
      await engine.fill('Title', title);
      await engine.fill('Item title', 'Until when?');
      await engine.fill('Description', 'Until ten.');
      await engine.press({ role: 'button', name: 'Add to page', dialog: true });
      await engine.press({ role: 'button', name: 'Publish' });
      await engine.press({ role: 'button', name: 'Publish', begins: true, dialog: true });
      await engine.open('/alderwick-makers-guild');
      await engine.see({ role: 'heading', name: title });
    });
  });
