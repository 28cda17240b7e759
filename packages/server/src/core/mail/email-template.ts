/** What all our emails are made of; each part is plain text and is escaped. */
export type EmailContent = {
  /** Shown beside the subject in a list of emails. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** A code to type, in large type. */
  code?: string;
  button?: { label: string; href: string };
  footer: string;
  /** Under the footer: how to unsubscribe from these. */
  stop?: { label: string; href: string };
};

/**
 * Renders an email as HTML and as plain text. The renderer takes thirty megabytes, so it is loaded with the first
 * email.
 */
export async function renderEmail(letter: EmailContent): Promise<{ html: string; text: string }> {
  const { drawEmail } = await import('./email-page.ts');
  return drawEmail(letter);
}
