/** What every mail of ours is made of; each part is plain text and is escaped. */
export type EmailContent = {
  /** Shown beside the subject in a list of mails. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** A code to type, set large. */
  code?: string;
  button?: { label: string; href: string };
  footer: string;
  /** Under the footer: how to get no more of these. */
  stop?: { label: string; href: string };
};

/** Renders a letter as HTML and as plain text. What draws it takes thirty megabytes, so it is loaded with the first one. */
export async function renderEmail(letter: EmailContent): Promise<{ html: string; text: string }> {
  const { drawEmail } = await import('./email-page.ts');
  return drawEmail(letter);
}
