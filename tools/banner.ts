import { styleText } from 'node:util';

export type DemoSignIn = { name: string; email: string; password: string; role: string };

/** What the server tells its starter once it listens. */
export type ServerReady = { type: 'ready'; url: string; docsUrl: string; firstRun: boolean; demo: DemoSignIn[] };

type Facts = Omit<ServerReady, 'type'> & { mailboxUrl: string | undefined; seconds: number };

const bold = (text: string) => styleText('bold', text);
const dim = (text: string) => styleText('dim', text);

/** The block that `npm start` ends with: what to open, where to read emails, who to sign in as. */
export function welcome(facts: Facts): string {
  const lines = [
    '',
    `  ${bold(styleText('green', 'Folkmoot is ready'))} ${dim(`in ${facts.seconds.toFixed(1)} s`)}`,
    '',
    `    Open      ${bold(facts.url)}`,
    ...(facts.mailboxUrl === undefined
      ? []
      : [`    Mailbox   ${facts.mailboxUrl}  ${dim('every email it sends, on this machine only')}`]),
    `    API       ${facts.docsUrl}`,
    '',
    ...signIns(facts),
    `  ${dim('Ctrl-C stops it.')}`,
    '',
  ];
  return lines.join('\n');
}

function signIns({ demo, firstRun }: Facts): string[] {
  if (demo.length === 0) {
    return firstRun ? ['    Nobody is here yet. The first person to sign up owns this installation.', ''] : [];
  }
  const width = (pick: (one: DemoSignIn) => string) => Math.max(...demo.map((one) => pick(one).length));
  const [names, roles, emails] = [width((one) => one.name), width((one) => one.role), width((one) => one.email)];
  return [
    `    ${bold('Sign in as one of the demo people')}`,
    ...demo.map(
      (one) =>
        `    ${one.name.padEnd(names)}  ${dim(one.role.padEnd(roles))}  ${one.email.padEnd(emails)}  ${dim('password')} ${one.password}`,
    ),
    '',
  ];
}
