import { ACCOUNTS } from './book.ts';
import type { Asked } from './grants.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const safe = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** What each permission is called for the people who are asked for it. */
const MEANING: Record<string, string> = {
  'https://www.googleapis.com/auth/contacts.readonly': 'See and download your contacts',
};

const STYLES = `:root{color-scheme:light dark}body{margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif}main{max-width:28rem;margin:4vh auto 0}h1{font-size:1.4rem;line-height:1.25;margin:0 0 12px}p{margin:0 0 12px}fieldset{border:1px solid #8886;border-radius:10px;margin:0 0 16px;padding:8px 14px}label{display:flex;gap:10px;align-items:center;min-height:44px}input{flex:none;width:18px;height:18px}input.text{flex:1;min-width:0;height:auto;min-height:40px;padding:0 10px;font:inherit;border:1px solid #8889;border-radius:8px;background:none;color:inherit;box-sizing:border-box}small{opacity:.75}.buttons{display:flex;gap:12px;flex-wrap:wrap}button{min-height:44px;padding:8px 18px;font:inherit;font-weight:600;border-radius:10px;border:1px solid #1a56c4;background:#1a56c4;color:#fff;cursor:pointer}button.other{background:none;color:inherit;border-color:#8889}li{display:flex;justify-content:space-between;align-items:center;gap:12px;margin-bottom:8px}ul{list-style:none;padding:0}`;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Folkmoot sandbox</title><style>${STYLES}</style></head>
<body><main>${content}</main></body>
</html>
`;
}

/** The page that asks a person for permission. Each permission is a tick box, which they may leave unticked. */
export function consentPage(id: string, { scopes }: Asked): string {
  const accounts = ACCOUNTS.map(
    ({ address, contacts }, at) =>
      `<label><input type="radio" name="account" value="${safe(address)}"${at === 0 ? ' checked' : ''}><span>${safe(address)}<br><small>${contacts.toLocaleString('en')} contacts</small></span></label>`,
  );
  const permissions = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scope" value="${safe(scope)}" checked>${safe(MEANING[scope] ?? scope)}</label>`,
  );
  return page(
    'Allow access',
    `<h1>Folkmoot wants to access your Google account</h1>
<p>This is the sandbox, which stands in for Google on this machine. These accounts and their contacts are made up.</p>
<form method="post" action="/consent">
<input type="hidden" name="id" value="${safe(id)}">
<fieldset><legend>Account</legend>${accounts.join('')}</fieldset>
<fieldset><legend>Folkmoot may</legend>${permissions.join('')}</fieldset>
<div class="buttons"><button name="answer" value="allow">Continue</button><button class="other" name="answer" value="deny">Cancel</button></div>
</form>`,
  );
}

/** The page that people sign in with: as one of the accounts, or as anybody whom they name. */
export function signInPage(id: string): string {
  const accounts = ACCOUNTS.map(
    ({ address }, at) =>
      `<label><input type="radio" name="account" value="${safe(address)}"${at === 0 ? ' checked' : ''}>${safe(address)}</label>`,
  );
  return page(
    'Sign in',
    `<h1>Sign in to Folkmoot with Google</h1>
<p>This is the sandbox, which stands in for Google on this machine. These accounts are made up.</p>
<form method="post" action="/consent">
<input type="hidden" name="id" value="${safe(id)}">
<fieldset><legend>Account</legend>${accounts.join('')}
<label><input type="radio" name="account" value="">Another account</label></fieldset>
<fieldset><legend>Another account</legend>
<label>Email <input class="text" name="email" type="email" autocomplete="off"></label>
<label>Name <input class="text" name="name" autocomplete="off"></label>
<label><input type="checkbox" name="confirmed" value="no">Google has not confirmed this address</label></fieldset>
<div class="buttons"><button name="answer" value="allow">Continue</button><button class="other" name="answer" value="deny">Cancel</button></div>
</form>`,
  );
}

/** What is shown in place of the consent page if a program asks for it wrongly. */
export function errorPage(reason: string): string {
  return page('Access blocked', `<h1>Access blocked</h1><p>${safe(reason)}</p>`);
}

/** Where people see which accounts they have given permission with, and take it back. */
export function permissionsPage(accounts: readonly string[]): string {
  const list = accounts.map(
    (account) =>
      `<li>${safe(account)}<form method="post" action="/permissions/remove"><button class="other" name="account" value="${safe(account)}">Remove access</button></form></li>`,
  );
  return page(
    'Access of Folkmoot',
    `<h1>Access of Folkmoot to Google accounts</h1><p>This is the sandbox, which stands in for Google on this machine.</p>${
      list.length > 0 ? `<ul>${list.join('')}</ul>` : '<p>No account has given access.</p>'
    }`,
  );
}
