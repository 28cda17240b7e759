/** An email as the sandbox's mailbox returns it. */
export type Mail = {
  id: string;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
};

type Wanted = {
  /** Only emails whose subject matches. */
  subject?: RegExp;
  /** Only emails that came after this one, for the second code of a test. */
  after?: Mail;
};

const patienceMs = 15_000;

/** Waits for an email to this address and returns the newest that matches. */
export async function latestMail(mailboxUrl: string, to: string, wanted: Wanted = {}): Promise<Mail> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    const found = await newest(mailboxUrl, to, wanted);
    if (found !== undefined) return getJson<Mail>(`${mailboxUrl}/api/mails/${found.id}`);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(
    `No email${wanted.subject ? ` about ${wanted.subject}` : ''} came to ${to} in ${patienceMs / 1000} seconds.`,
  );
}

/** The six-digit code in an email. */
export function codeFrom(mail: Mail): string {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0];
  if (code === undefined) throw new Error(`There is no six-digit code in the mail "${mail.subject}":\n${mail.text}`);
  return code;
}

/** The first address in an email that matches. */
export function linkIn(mail: Mail, wanted: RegExp): string {
  const link = mail.text.match(/https?:\/\/[^\s\]]+/g)?.find((address) => wanted.test(address));
  if (link === undefined) throw new Error(`There is no link ${wanted} in the mail "${mail.subject}":\n${mail.text}`);
  return link;
}

async function newest(mailboxUrl: string, to: string, { subject, after }: Wanted): Promise<Mail | undefined> {
  const { mails } = await getJson<{ mails: Mail[] }>(`${mailboxUrl}/api/mails?to=${encodeURIComponent(to)}`);
  const known = after === undefined ? -1 : mails.findIndex((mail) => mail.id === after.id);
  return (known < 0 ? mails : mails.slice(0, known)).find((mail) => subject?.test(mail.subject) ?? true);
}

async function getJson<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return (await response.json()) as T;
}
