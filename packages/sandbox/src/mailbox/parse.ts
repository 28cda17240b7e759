import PostalMime, { type Email } from 'postal-mime';
import type { Mail } from './mails.ts';

/** Reads a raw message. `recipients` are the addresses of the SMTP envelope; the To header is used without them. */
export async function parseMail(raw: Uint8Array, recipients: string[]): Promise<Omit<Mail, 'id' | 'at'>> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const headed = (email.to ?? []).flatMap((entry) => (entry.address === undefined ? [] : [entry.address]));
  return {
    from: sender(email),
    to: recipients.length > 0 ? recipients : headed,
    subject: email.subject ?? '',
    text: email.text?.trimEnd() ?? '',
    headers: email.headers.map(({ key, value }) => ({ name: key, value })),
    html: email.html === undefined ? null : withInlineImages(email.html.trimEnd(), email),
    attachments: email.attachments
      .filter((attachment) => attachment.related !== true)
      .map((attachment) => ({
        name: attachment.filename ?? 'attachment',
        type: attachment.mimeType,
        bytes: bytesOf(attachment.content).byteLength,
      })),
  };
}

function sender(email: Email): string {
  const { name = '', address = '' } = email.from ?? {};
  return name === '' ? address : `${name} <${address}>`;
}

/** Pictures embedded in the email (`cid:` addresses) become data addresses, so the reader needs no second call. */
function withInlineImages(html: string, email: Email): string {
  return email.attachments.reduce((text, attachment) => {
    const id = attachment.contentId?.replace(/^<|>$/g, '');
    if (id === undefined || id === '') return text;
    const data = Buffer.from(bytesOf(attachment.content)).toString('base64');
    return text.replaceAll(`cid:${id}`, `data:${attachment.mimeType};base64,${data}`);
  }, html);
}

function bytesOf(content: string | ArrayBuffer | Uint8Array): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
