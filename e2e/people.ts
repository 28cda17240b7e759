import { type APIResponse, type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { codeFrom, latestMail } from './mailbox.ts';

/** What a person writes into the form when they sign up. */
export type Details = {
  firstName: string;
  lastName: string;
  name: string;
  email: string;
  username: string;
  password: string;
};

/** A person with a browser of their own, signed in. */
export type Person = Details & {
  id: string;
  page: Page;
  context: BrowserContext;
  /** Calls the API as this person, and fails the test if it refuses. For steps that a journey is not about. `/qna/…` is another backend. */
  api: <Answer = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ) => Promise<Answer>;
};

export type Community = { id: string; slug: string; name: string };
export type Channel = { id: string; name: string; conversation: { id: string } };

/** Letters that are unique in this test run. */
export function unique(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 10);
}

/** A new person. Their name is unique even when tests share a product. */
export function somebody(firstName: string, lastName = 'Ashby'): Details {
  const mark = unique();
  const username = `${firstName.toLowerCase()}-${mark}`;
  return {
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    email: `${username}@alderwick.example`,
    username,
    password: 'three quiet kilns',
  };
}

/** Fills the form of the sign-up page and sends it. */
export async function fillSignUp(page: Page, person: Details): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('textbox', { name: 'Username' }).fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Types a code into the six boxes. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1').click();
  await page.keyboard.type(code);
}

/** The greeting of the start page, which only a signed-in person sees. */
export function greeting(page: Page, person: Details) {
  return page.getByRole('heading', {
    level: 1,
    name: new RegExp(`^Good (morning|afternoon|evening), ${person.firstName}$`),
  });
}

/** Opens a browser for somebody and creates their account by the API, email and code included. */
export async function arrive(
  browser: Browser,
  {
    baseURL,
    mailboxUrl,
    firstName,
    lastName,
  }: { baseURL: string; mailboxUrl: string; firstName: string; lastName?: string | undefined },
): Promise<Person> {
  const details = somebody(firstName, lastName);
  const context = await browser.newContext();
  const { name: _, ...fields } = details;
  const origin = new URL(baseURL).origin;
  const post = (path: string, data: object) => context.request.post(`${origin}${path}`, { data, headers: { origin } });
  await accepted(await post('/auth/sign-up/email', { ...fields, timeZone: 'Europe/London' }));
  const otp = codeFrom(await latestMail(mailboxUrl, details.email));
  await accepted(await post('/auth/email-otp/verify-email', { email: details.email, otp }));
  const { token } = await (await accepted(await context.request.get(`${origin}/auth/token`))).json();
  const { sub: id } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()) as { sub: string };
  return { ...details, id, context, page: await context.newPage(), api: apiOf(context, origin) };
}

/** Signs a known person in by the API, in a browser of their own. */
export async function signIn(
  browser: Browser,
  { baseURL, email, password }: { baseURL: string; email: string; password: string },
): Promise<Pick<Person, 'page' | 'context' | 'api'>> {
  const context = await browser.newContext();
  const origin = new URL(baseURL).origin;
  await accepted(
    await context.request.post(`${origin}/auth/sign-in/email`, { data: { email, password }, headers: { origin } }),
  );
  return { context, page: await context.newPage(), api: apiOf(context, origin) };
}

function apiOf(context: BrowserContext, origin: string): Person['api'] {
  return async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const { token } = await (await accepted(await context.request.get(`${origin}/auth/token`))).json();
    const headers = { authorization: `Bearer ${token}`, origin };
    const answer = await context.request.fetch(`${origin}${path.startsWith('/qna/') ? '' : '/api/v1'}${path}`, {
      method,
      headers,
      ...(body ? { data: body } : {}),
    });
    return (await accepted(answer)).json() as Promise<Answer>;
  };
}

async function accepted(answer: APIResponse): Promise<APIResponse> {
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}: ${await answer.text()}`).toBe(true);
  return answer;
}

/** A community of this person's, made by the API. It has the channels that a journey gives it, and no #general. */
export async function startCommunity(person: Person, name: string, visibility = 'public'): Promise<Community> {
  const slug = `${name.toLowerCase().replace(/[^a-z]+/g, '-')}-${unique()}`;
  const fields = { name, slug, description: `${name}, for its journeys.`, logo: null, visibility, general: false };
  return (await person.api<{ data: Community }>('POST', '/servers', fields)).data;
}

/** Creates a channel of a community by the API; its creator is a member. */
export async function startChannel(
  person: Person,
  community: Community,
  fields: { name: string } & Record<string, unknown>,
): Promise<Channel> {
  const whole = { mode: 'public', type: 'text', ...fields };
  return (await person.api<{ data: Channel }>('POST', `/${community.id}/channels`, whole)).data;
}

/** Brings people into a community by its creator's invitation, and into the channels named. */
export async function bringIn(
  creator: Person,
  community: Community,
  people: Person[],
  channels: Channel[] = [],
): Promise<void> {
  const { inviteCode } = await creator.api<{ inviteCode: string }>('GET', `/${community.id}/invite-code`);
  for (const person of people) {
    await person.api('POST', `/invites/${inviteCode}/accept`);
    for (const { id } of channels) await person.api('POST', `/${community.id}/channels/join-member`, { channelId: id });
  }
}

/** Says something in a channel by the API. */
export async function say(
  person: Pick<Person, 'api'>,
  channel: Pick<Channel, 'conversation'>,
  text: string,
): Promise<void> {
  const body = { clientId: crypto.randomUUID(), text };
  await person.api('POST', `/conversations/${channel.conversation.id}/messages`, body);
}
