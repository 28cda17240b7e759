import { type ContactView, LIMITS } from '@folkmoot/contract/contacts/schema.ts';
import { readAddress } from '@folkmoot/contract/core/email.ts';
import { oneLine } from '@folkmoot/contract/core/text.ts';
import type { people_v1 } from '@googleapis/people';
import type { OAuth2Client } from 'google-auth-library';
import type { ContactSettings } from '../core/config.ts';

/** The one permission that people are asked for: it changes nothing at Google. */
const SCOPE = 'https://www.googleapis.com/auth/contacts.readonly';

/** What is asked for of a contact, and nothing else. */
const FIELDS = 'names,emailAddresses';

/** Contacts a page at most: https://developers.google.com/people/api/rest/v1/people.connections/list */
const GOOGLE_PAGE = 1_000;

/** How often a call is made if Google is busy or does not answer, and how long each time. */
const TRIES = 3;
const PATIENCE_MS = 8_000;

/** Characters of a name that are kept for an invitation. */
const NAME = 60;

/** What Google gives for a permission. `endsAt` is in milliseconds. */
export type Tokens = { refresh: string; access: string | null; endsAt: number | null };

export type ContactsPage = { data: ContactView[]; nextPageToken: string | null };

/** Somebody's contacts at Google. Every call throws a `GoogleFailure` if it fails. */
export type AddressBook = {
  /** A page of contacts, or all of them up to the limit. */
  list(limit: number, pageToken: string | undefined): Promise<ContactsPage>;
  /** Brings the copy up to date in which Google searches. */
  warmUp(): Promise<void>;
  search(query: string): Promise<{ data: ContactView[]; full: boolean }>;
  /** The tokens, if Google has renewed them since. */
  renewed(): Tokens | undefined;
};

export type Google = {
  /** The address of the page that asks for permission, and the verifier that belongs to its code. */
  begin(state: string): Promise<{ url: string; verifier: string }>;
  /** Exchanges a code. `granted` is false if the person has left the permission unticked. */
  redeem(code: string, verifier: string): Promise<{ tokens: Tokens | undefined; granted: boolean }>;
  /** Takes the permission back. If it has ended already, that is all right. */
  revoke(tokens: Tokens): Promise<void>;
  open(tokens: Tokens): Promise<AddressBook>;
};

/**
 * A call of Google failed. The library's own error holds tokens and secrets, so neither it nor its message is ever passed on.
 */
export class GoogleFailure extends Error {
  /** `lost`: the permission has ended. `refused`: the call itself was wrong. `unanswered`: Google was busy, or away. */
  readonly kind: 'lost' | 'refused' | 'unanswered';

  constructor(kind: GoogleFailure['kind'], status: number | undefined, reason: string | undefined) {
    super(`Google answered ${status ?? 'nothing'}${reason === undefined ? '' : `, ${reason}`}.`);
    this.kind = kind;
  }
}

/**
 * Google, where people are asked for permission and their contacts are read. Sources:
 * https://developers.google.com/identity/protocols/oauth2/web-server, RFC 7636 (PKCE) and the People API.
 *
 * @param redirectUri where Google sends people back to.
 */
export function createGoogle(settings: ContactSettings, redirectUri: () => string): Google {
  const { clientId, clientSecret, accountsUrl, peopleUrl } = settings;

  // Loaded when somebody needs it: most servers never do.
  const newClient = async (): Promise<OAuth2Client> => {
    const { OAuth2Client } = await import('google-auth-library');
    return new OAuth2Client({
      ...{ clientId, clientSecret, redirectUri: redirectUri() },
      ...(accountsUrl !== undefined && {
        endpoints: {
          oauth2AuthBaseUrl: `${accountsUrl}/o/oauth2/v2/auth`,
          oauth2TokenUrl: `${accountsUrl}/token`,
          oauth2RevokeUrl: `${accountsUrl}/revoke`,
        },
      }),
      // An access token may end before its time: a new one is asked for once.
      forceRefreshOnFailure: true,
      transporterOptions: { timeout: PATIENCE_MS },
    });
  };

  return {
    async begin(state) {
      const client = await newClient();
      const { CodeChallengeMethod } = await import('google-auth-library');
      const { codeVerifier, codeChallenge = '' } = await client.generateCodeVerifierAsync();
      const url = client.generateAuthUrl({
        // Both are needed for a refresh token each time, not only with the first permission.
        ...{ access_type: 'offline', prompt: 'consent' },
        ...{ scope: SCOPE, state, code_challenge: codeChallenge, code_challenge_method: CodeChallengeMethod.S256 },
      });
      return { url, verifier: codeVerifier };
    },

    async redeem(code, verifier) {
      const client = await newClient();
      const { tokens } = await orFailure(client.getToken({ code, codeVerifier: verifier }));
      const { refresh_token: refresh, access_token: access, expiry_date: endsAt, scope } = tokens;
      return {
        granted: (scope ?? '').split(' ').includes(SCOPE),
        tokens: refresh ? { refresh, access: access ?? null, endsAt: endsAt ?? null } : undefined,
      };
    },

    async revoke({ refresh }) {
      const client = await newClient();
      await orFailure(client.revokeToken(refresh)).catch((error: unknown) => {
        if (error instanceof GoogleFailure && error.kind === 'refused') return;
        throw error;
      });
    },

    async open(tokens) {
      const client = await newClient();
      client.setCredentials({
        refresh_token: tokens.refresh,
        access_token: tokens.access,
        expiry_date: tokens.endsAt,
      });
      const { people } = await import('@googleapis/people');
      return addressBook(people({ version: 'v1', auth: client, rootUrl: `${peopleUrl}/` }), client, tokens);
    },
  };
}

function addressBook({ people }: people_v1.People, client: OAuth2Client, before: Tokens): AddressBook {
  // The library counts the tries in this object.
  const patiently = () => ({
    ...{ timeout: PATIENCE_MS, retry: true },
    retryConfig: { retry: TRIES - 1, noResponseRetries: TRIES - 1 },
  });
  return {
    async list(limit, pageToken) {
      const found: people_v1.Schema$Person[] = [];
      let next = pageToken;
      do {
        const { data } = await orFailure(
          people.connections.list(
            {
              ...{ resourceName: 'people/me', personFields: FIELDS, sortOrder: 'FIRST_NAME_ASCENDING' },
              pageSize: Math.min(limit, GOOGLE_PAGE),
              ...(next !== undefined && { pageToken: next }),
            },
            patiently(),
          ),
        );
        found.push(...(data.connections ?? []));
        next = data.nextPageToken ?? undefined;
      } while (next !== undefined && found.length < limit);
      return { data: found.flatMap(contactViews), nextPageToken: next ?? null };
    },
    async warmUp() {
      const once = { timeout: PATIENCE_MS, retry: false };
      await orFailure(people.searchContacts({ query: '', readMask: FIELDS }, once));
    },
    async search(query) {
      const { data } = await orFailure(
        people.searchContacts({ query, readMask: FIELDS, pageSize: LIMITS.found }, patiently()),
      );
      const found = data.results ?? [];
      return {
        data: found.flatMap(({ person }) => (person ? contactViews(person) : [])),
        full: found.length >= LIMITS.found,
      };
    },
    renewed() {
      const { access_token: access, expiry_date: endsAt, refresh_token: refresh } = client.credentials;
      if (!access || access === before.access) return undefined;
      return { refresh: refresh ?? before.refresh, access, endsAt: endsAt ?? null };
    },
  };
}

/** A person once for each address that mail can be sent to. */
function contactViews({ names = [], emailAddresses = [] }: people_v1.Schema$Person): ContactView[] {
  const [name] = names;
  const [given, family] = [nameOf(name?.givenName), nameOf(name?.familyName)];
  // Companies have a name that is divided into nothing.
  const firstName = given === '' && family === '' ? nameOf(name?.displayName) : given;
  const addresses = new Map(
    emailAddresses.flatMap(({ value }) => {
      const read = readAddress(value ?? '');
      return read ? [[read.key, read.address]] : [];
    }),
  );
  return [...addresses.values()].map((email, at) => ({ email, firstName, lastName: family, first: at === 0 }));
}

const nameOf = (name: string | null | undefined): string =>
  [...oneLine((name ?? '').toWellFormed())].slice(0, NAME).join('').trim();

/** Waits for a call of the library. */
async function orFailure<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw failureOf(error);
  }
}

type Said = { response?: { status?: number; data?: { error?: string | { status?: string } } } };

function failureOf(error: unknown): GoogleFailure {
  const { response } = error as Said;
  const said = response?.data?.error;
  const code = typeof said === 'string' ? said : said?.status;
  const reason = typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : undefined;
  const status = response?.status;
  if (reason === 'invalid_grant' || status === 401 || status === 403) return new GoogleFailure('lost', status, reason);
  return new GoogleFailure(status === 400 ? 'refused' : 'unanswered', status, reason);
}
