import { createOTP } from '@better-auth/utils/otp';
import * as api from '@folkmoot/contract/accounts/api.ts';
import type { Endpoint, Input } from '@folkmoot/contract/core/endpoint.ts';
import { expect } from 'vitest';
import { codeIn, type Mailbox } from './mail.ts';
import type { World } from './world.ts';

/** The password of everybody who signs up in these tests. */
export const PASSWORD = 'three quiet kilns';

/** Browsers on a product behind a proxy (`TRUST_PROXY=1`), each with cookies and an address of its own. */
export function openBrowsers(parts: () => { world: World; mailbox: Mailbox }) {
  let number = 0;

  /** A browser: it keeps its cookies and calls from an address of its own. */
  function openBrowser(address = `10.1.${Math.floor(number / 250)}.${(number % 250) + 1}`) {
    number += 1;
    const jar = new Map<string, string>();
    const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const keep = (headers: Record<string, unknown>) => {
      for (const line of [headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? [];
        if (value === '' || /max-age=0/i.test(String(line))) jar.delete(name);
        else jar.set(name, value);
      }
    };
    const call = async <E extends Endpoint>(endpoint: E, input: Input<E>, headers: Record<string, string> = {}) => {
      const answer = await parts().world.call(endpoint, input, undefined, {
        cookie: cookies(),
        'x-forwarded-for': address,
        origin: 'http://localhost',
        ...headers,
      });
      keep(answer.headers);
      return answer;
    };
    /** Opens an address of the product, as a person does who follows a link from it or comes back from elsewhere. */
    const visit = async (url: string, headers: Record<string, string> = {}) => {
      const answer = await parts().world.app.http.inject({
        url,
        headers: { cookie: cookies(), 'x-forwarded-for': address, ...headers },
      });
      keep(answer.headers);
      return { status: answer.statusCode, location: answer.headers.location ?? '', headers: answer.headers };
    };
    /** Calls with an access token of the session in its cookie. */
    const callAs = async <E extends Endpoint>(endpoint: E, input: Input<E>) => {
      const { data } = await call(api.accessToken, {});
      return call(endpoint, input, { authorization: `Bearer ${data.token}` });
    };
    return { address, jar, call, callAs, visit };
  }

  type Browser = ReturnType<typeof openBrowser>;

  async function newcomer(browser: Browser = openBrowser()) {
    number += 1;
    const email = `person${number}@alderwick.example`;
    const person = {
      firstName: 'Ines',
      lastName: 'Carvalho',
      email,
      username: `potter-guild-${number}`,
      password: PASSWORD,
    };
    await browser.call(api.signUp, { ...person, timeZone: 'Europe/Lisbon' });
    const otp = codeIn(await parts().mailbox.next(email));
    expect((await browser.call(api.verifyEmail, { email, otp })).status).toBe(200);
    return { ...person, browser };
  }

  /** Turns two-step sign-in on; returns how to make codes, and the recovery codes. */
  async function turnOn({ browser }: { browser: Browser }) {
    const { data } = await browser.call(api.beginTwoStep, { password: PASSWORD });
    const secret = fromBase32(new URL(data.totpURI).searchParams.get('secret') ?? '');
    const codeAt = (steps: number) => createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + steps);
    expect((await browser.call(api.checkAppCode, { code: await codeAt(-1) })).status).toBe(200);
    return { codeAt, recovery: data.backupCodes };
  }

  return { openBrowser, newcomer, turnOn };
}

function fromBase32(text: string): string {
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString();
}
